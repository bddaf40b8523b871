"""Queries on the hot path: what they cost beside the same SQL by hand is what a person waits."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Select

TRUTH: dict[Any, bool | None] = {None: None, 0: False, 1: True}
"""A truth value as a driver gives it, as Python's."""


class Query:
    """A query compiled once per dialect and run by the driver itself, in the connection's transaction if it has one.

    Parameters are those of `bindparam`. Rows are the driver's own tuples, values are not converted (SQLite gives 0 and
    1 for a truth value: see `TRUTH`), errors are the driver's.
    """

    def __init__(self, statement: Select[Any]) -> None:
        self._statement = statement
        self._compiled: dict[str, tuple[str, dict[str, Any], list[str] | None]] = {}

    def rows(self, connection: Connection, **values: Any) -> list[tuple[Any, ...]]:
        dialect = connection.dialect
        if dialect.name not in self._compiled:
            compiled: Any = self._statement.compile(dialect=dialect)
            self._compiled[dialect.name] = compiled.string, compiled.params, compiled.positiontup
        text, constants, order = self._compiled[dialect.name]
        given = {**constants, **values}
        driver: Any = connection.connection.driver_connection
        rows: list[tuple[Any, ...]] = driver.execute(
            text, given if order is None else tuple([given[name] for name in order])
        ).fetchall()
        return rows
