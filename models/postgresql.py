"""The shared store of clubs and conventions: a PostgreSQL server, through psycopg 3 (an optional extra)."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, func, inspect, make_url, select
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.schema import CreateSchema, DropSchema

from models import schema
from models.database import ENTRY_COLUMNS, Altered, Claim, Database, T, Taken, Work
from models.faults import (
    BadAddress,
    CannotOpen,
    Damaged,
    Full,
    Locked,
    Newer,
    NoDriver,
    ReadOnly,
    StoreFault,
    Unreachable,
)
from models.query import Query

PATIENCE = 30.0
"""Seconds to wait for a server that went away, for instance while it restarts."""
CONNECT_SECONDS = 5
_SET_UP_LOCK = 0x54434C31  # advisory lock: one program creates or migrates at a time

_CLAIM = (
    "UPDATE session SET last_seq = %(last)s, updated_at = %(touched_at)s"
    " WHERE id = %(session_id)s AND last_seq = %(base)s AND deleted_at IS NULL"
)
_COLUMNS = ", ".join(ENTRY_COLUMNS)
_VALUES = ", ".join(f"%({name})s" for name in ENTRY_COLUMNS)
_INSERT = f"INSERT INTO entry ({_COLUMNS}) VALUES ({_VALUES})"
_APPEND = f"WITH claimed AS ({_CLAIM} RETURNING id) INSERT INTO entry ({_COLUMNS}) SELECT {_VALUES} FROM claimed"
"""One round trip, its own transaction."""


class PostgresqlDatabase(Database):
    """Writes are repeated after a lost connection, so each must be safe to repeat: rows carry ids of the caller's."""

    def __init__(self, url: URL, patience: float = PATIENCE) -> None:
        where = f"{url.host or 'localhost'}:{url.port or 5432}/{url.database}"
        try:
            engine = _engine(url)
            self._statement = _engine(url, isolation_level="AUTOCOMMIT", pool_reset_on_return=None)
        except ModuleNotFoundError as error:
            raise NoDriver(where=where, detail=str(error)) from error
        super().__init__(engine, where)
        self._patience = patience
        self._driver_error: type[Exception] = engine.dialect.loaded_dbapi.Error
        self._reader = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)

    def read(self, work: Work[T]) -> T:
        return self._patiently(self._reader, work)

    def rows(self, query: Query, **values: Any) -> list[tuple[Any, ...]]:
        return self._patiently(self._statement, lambda connection: query.rows(connection, **values))

    def write(self, work: Work[T]) -> T:
        return self._patiently(self.engine, work)

    def append(self, claim: Claim, rows: Sequence[Mapping[str, Any]]) -> bool:
        def work(connection: Connection) -> bool:
            if len(rows) == 1:
                return bool(connection.exec_driver_sql(_APPEND, {**claim._asdict(), **rows[0]}).rowcount)
            if not connection.exec_driver_sql(_CLAIM, claim._asdict()).rowcount:
                return False
            connection.exec_driver_sql(_INSERT, [dict(row) for row in rows])
            return True

        return self._patiently(self._statement if len(rows) == 1 else self.engine, work)

    def close(self) -> None:
        """Let go of all connections; new ones are made as they are needed."""
        super().close()
        self._statement.dispose()

    @contextmanager
    def translated(self) -> Iterator[None]:
        """The server's errors as faults that name it."""
        try:
            yield
        except Altered as error:
            raise Damaged(where=self.where, detail=str(error)) from error
        except IntegrityError as error:
            raise Taken(str(error.orig)) from error
        except (DBAPIError, self._driver_error) as error:
            cause = error.orig if isinstance(error, DBAPIError) else error
            state: str | None = getattr(cause, "sqlstate", None)
            # psycopg gives no state where nobody answered
            kind = Unreachable if state is None else _KINDS.get(state, CannotOpen)
            raise kind(where=self.where, detail=f"{state}: {type(cause).__name__}") from error

    def _patiently(self, engine: Engine, work: Work[T]) -> T:
        """`work` in one transaction, again while the server comes back. Raises Taken, StoreFault."""
        deadline = time.monotonic() + self._patience
        pause = 0.05
        overtaken = False
        while True:
            try:
                with self.translated(), engine.begin() as connection:
                    return work(connection)
            except Taken:  # another process may have added the same name in between; now it can be found
                if overtaken:
                    raise
                overtaken = True
                continue
            except Unreachable:
                self.close()  # the other connections are as dead as this one
                if time.monotonic() + pause > deadline:
                    raise
            time.sleep(pause)
            pause = min(2 * pause, 1.0)


def _engine(url: URL, **options: Any) -> Engine:
    return create_engine(
        url.set(drivername="postgresql+psycopg"),
        connect_args={"connect_timeout": CONNECT_SECONDS},
        pool_size=8,
        max_overflow=24,
        **options,
    )


def open_postgresql(address: str, patience: float = PATIENCE) -> PostgresqlDatabase:
    """Connect, and create or migrate the schema. Raises StoreFault."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError) as error:
        raise BadAddress(detail=type(error).__name__) from None  # without the address, which holds a password
    if url.get_backend_name() not in ("postgresql", "postgres") or not url.database:
        raise BadAddress(detail=url.get_backend_name())
    database = PostgresqlDatabase(url, patience)
    try:
        with database.translated(), database.engine.begin() as connection:
            _set_up(connection, database.where)
    except StoreFault:
        database.close()
        raise
    return database


def _set_up(connection: Connection, where: str) -> None:
    found = schema.revision(connection)
    if found == schema.HEAD:
        return
    connection.execute(select(func.pg_advisory_xact_lock(_SET_UP_LOCK)))
    found = schema.revision(connection)  # another process may have been faster
    if found is None:
        schema.create(connection)
    elif found != schema.HEAD:
        if not schema.is_older(found):
            raise Newer(where=where, found=found)
        _keep_copy(connection, found)
        schema.upgrade(connection)


def _keep_copy(connection: Connection, revision: str) -> None:
    """The tables as they were before a migration, in a schema of their own beside the new ones."""
    copy = f"before_migration_from_{revision}"
    connection.execute(DropSchema(copy, cascade=True, if_exists=True))
    connection.execute(CreateSchema(copy))
    for name in inspect(connection).get_table_names():
        connection.exec_driver_sql(f'CREATE TABLE "{copy}"."{name}" AS TABLE "{name}"')


_KINDS: dict[str, type[StoreFault]] = {  # SQLSTATE (PostgreSQL manual, appendix A)
    "53100": Full,  # disk_full
    "55P03": Locked,  # lock_not_available
    "40P01": Locked,  # deadlock_detected
    "25006": ReadOnly,  # read_only_sql_transaction
    "42501": ReadOnly,  # insufficient_privilege
    "XX001": Damaged,  # data_corrupted
    "XX002": Damaged,  # index_corrupted
    "57P01": Unreachable,  # admin_shutdown
    "57P02": Unreachable,  # crash_shutdown
    "57P03": Unreachable,  # cannot_connect_now
}
