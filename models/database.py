"""One database, whichever it is: reads and writes as whole transactions, and the database's errors as our faults."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection, Engine

T = TypeVar("T")
Work = Callable[[Connection], T]


class Altered(Exception):
    """Something stored is not what was written (its checksum differs); the message says what."""


class Database(ABC):
    """`where` is what people call it: a path or a host. Safe to use from several threads."""

    def __init__(self, engine: Engine, where: str) -> None:
        self.engine = engine
        self.where = where

    @abstractmethod
    def read(self, work: Work[T]) -> T:
        """`work` on one consistent view of the data. Raises StoreFault."""

    @abstractmethod
    def write(self, work: Work[T]) -> T:
        """`work` in one transaction; returns after it is durable. Raises StoreFault, and then nothing was written."""

    def close(self) -> None:
        self.engine.dispose()
