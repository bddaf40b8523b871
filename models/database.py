"""One database, whichever it is: reads and writes as whole transactions, and the database's errors as our faults."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine

from models.query import Query
from models.tables import entry

T = TypeVar("T")
Work = Callable[[Connection], T]

ENTRY_COLUMNS = tuple(entry.c.keys())


class Altered(Exception):
    """Something stored is not what was written (its checksum differs); the message says what."""


class Taken(Exception):
    """A row with one of these keys is there already."""


class Claim(NamedTuple):
    """The next numbers of a log, `base + 1` to `last`, if it still ends at `base`."""

    last: int
    touched_at: str
    session_id: str
    base: int


class Database(ABC):
    """`where` is what people call it: a path or a host. Safe to use from several threads."""

    def __init__(self, engine: Engine, where: str) -> None:
        self.engine = engine
        self.where = where

    @abstractmethod
    def read(self, work: Work[T]) -> T:
        """`work` on one consistent view of the data. Raises StoreFault."""

    @abstractmethod
    def rows(self, query: Query, **values: Any) -> list[tuple[Any, ...]]:
        """The rows of one query, which sees one state of the data by itself. Raises StoreFault."""

    @abstractmethod
    def write(self, work: Work[T]) -> T:
        """`work` in one transaction, durable on return. Raises Taken, StoreFault, and then nothing was written."""

    def write_much(self, work: Work[T]) -> T:
        """As `write`, for so many rows that the database should make room for them."""
        return self.write(work)

    @abstractmethod
    def append(self, claim: Claim, rows: Sequence[Mapping[str, Any]]) -> bool:
        """Claim the numbers and write the rows of `entry`, all in one transaction, as fast as the database can.

        False, and nothing is written, where the log does not end at the claim's base or its session is deleted.
        Raises Taken, StoreFault.
        """

    def close(self) -> None:
        self.engine.dispose()
