"""The embedded store: one SQLite file in write-ahead-log mode, every commit synced to the disk before it returns."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError

from models import schema
from models.database import ENTRY_COLUMNS, Altered, Claim, Database, T, Taken, Work
from models.faults import CannotOpen, Damaged, Missing, Newer, NotADatabase, ReadOnly
from models.query import Query
from models.sqlite_faults import fault_of, forbidden

APPLICATION_ID = 0x54434C31  # "TCL1": marks the file as ours (SQLite file format, section 1.3.18)
BUSY_SECONDS = 5.0
CACHE, MUCH_CACHE = 2_000, 128_000  # KiB of pages held in memory: always, and while millions of rows are written
CHECKED_AT_OPENING = 32 * 2**20  # bytes; a larger file is checked in the background, with `Store.check`

BeforeMigration = Callable[[Path, str], None]


_CLAIM = "UPDATE session SET last_seq = ?, updated_at = ? WHERE id = ? AND last_seq = ? AND deleted_at IS NULL"
_INSERT = f"INSERT INTO entry ({', '.join(ENTRY_COLUMNS)}) VALUES ({', '.join(f':{name}' for name in ENTRY_COLUMNS)})"


class SqliteDatabase(Database):
    def __init__(self, path: Path, busy_seconds: float = BUSY_SECONDS) -> None:
        super().__init__(_engine(path, busy_seconds), str(path))
        self.path = path
        self._turn = threading.Lock()
        with translated(path):
            self._writer = self.engine.connect().execution_options(immediate=True)
            with self._writer.begin():  # makes the write-ahead log, and finds out whether somebody holds the file
                pass
            self._driver: sqlite3.Connection = self._writer.connection.driver_connection  # type: ignore[assignment]
            self._identity = _identity(path)

    def read(self, work: Work[T]) -> T:
        with translated(self.path), self.engine.begin() as connection:
            return work(connection)

    def rows(self, query: Query, **values: Any) -> list[tuple[Any, ...]]:
        with translated(self.path), self.engine.connect() as connection:
            return query.rows(connection, **values)

    def write(self, work: Work[T]) -> T:
        with self._turn, translated(self.path):
            with self._writer.begin():
                result = work(self._writer)
            self._check_place()
            return result

    def write_much(self, work: Work[T]) -> T:
        def with_room(connection: Connection) -> T:
            connection.exec_driver_sql(f"PRAGMA cache_size = -{MUCH_CACHE}")
            try:
                return work(connection)
            finally:
                connection.exec_driver_sql(f"PRAGMA cache_size = -{CACHE}")

        return self.write(with_room)

    def append(self, claim: Claim, rows: Sequence[Mapping[str, Any]]) -> bool:
        with self._turn, translated(self.path):
            driver = self._driver
            driver.execute("BEGIN IMMEDIATE")
            try:
                claimed = driver.execute(_CLAIM, claim).rowcount
                if claimed:
                    driver.executemany(_INSERT, rows)
                driver.execute("COMMIT")
            finally:
                driver.rollback()  # does nothing after the commit
            self._check_place()
            return bool(claimed)

    def _check_place(self) -> None:
        if _identity(self.path) != self._identity:
            raise Missing(where=self.where)  # it went to a file that nobody will ever open again

    def close(self) -> None:
        with self._turn:
            self._writer.close()
        super().close()


def open_sqlite(path: Path, before_migration: BeforeMigration, busy_seconds: float = BUSY_SECONDS) -> SqliteDatabase:
    """Open, create or migrate the file. Raises StoreFault; a file it refuses is not touched.

    `before_migration(path, revision)` makes the backup.
    """
    with translated(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if forbidden(path):
            raise ReadOnly(where=path, detail="no right to write")
        found = _inspect(path, busy_seconds)
        if found is None:
            _set_up(path, busy_seconds, schema.create)
        elif found != schema.HEAD:
            if not schema.is_older(found):
                raise Newer(where=path, found=found)
            before_migration(path, found)
            _set_up(path, busy_seconds, schema.upgrade)
    return SqliteDatabase(path, busy_seconds)


def _inspect(path: Path, busy_seconds: float) -> str | None:
    """The schema revision of the file, None when there is nothing in it yet; without changing anything."""
    if not path.exists():
        return None
    if not path.is_file():
        raise CannotOpen(where=path)
    with closing(sqlite3.connect(_uri(path), uri=True, timeout=busy_seconds)) as connection:
        (mark,) = connection.execute("PRAGMA application_id").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if not mark and not tables:
            return None
        if mark != APPLICATION_ID:
            raise NotADatabase(where=path, detail=f"application_id {mark:#x}, {tables} tables")
        if path.stat().st_size <= CHECKED_AT_OPENING:
            (result,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if result != "ok":
                raise Damaged(where=path, detail=result)
        (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        return str(revision)


def _set_up(path: Path, busy_seconds: float, change: Callable[[Connection], None]) -> None:
    """Create or migrate in one transaction: another process sees the file before it or after it."""
    engine = _engine(path, busy_seconds, foreign_keys=False)  # a table built anew must not cascade
    try:
        with engine.connect().execution_options(immediate=True) as connection, connection.begin():
            if schema.revision(connection) == schema.HEAD:
                return  # another process was faster
            change(connection)
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
            if broken:
                raise Damaged(where=path, detail=f"{len(broken)} rows without their parent")
            connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
    finally:
        engine.dispose()


def _engine(path: Path, busy_seconds: float, foreign_keys: bool = True) -> Engine:
    def connect() -> sqlite3.Connection:
        return sqlite3.connect(
            _uri(path, create=not foreign_keys),
            uri=True,
            timeout=busy_seconds,
            isolation_level=None,
            check_same_thread=False,
        )

    engine = create_engine("sqlite://", creator=connect, poolclass=QueuePool, pool_size=8, max_overflow=24)

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _record: Any) -> None:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        immediate = connection.get_execution_options().get("immediate", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")

    return engine


def _uri(path: Path, create: bool = False) -> str:
    return f"{path.absolute().as_uri()}?mode={'rwc' if create else 'rw'}"


def _identity(path: Path) -> tuple[int, int]:
    """Which file stands at the path; its write-ahead log must be there too."""
    try:
        os.stat(f"{path}-wal")
        found = os.stat(path)
    except FileNotFoundError:
        raise Missing(where=path) from None
    return found.st_dev, found.st_ino


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """SQLite's and the system's errors as faults that name the file."""
    try:
        yield
    except Altered as error:
        raise Damaged(where=path, detail=str(error)) from error
    except (IntegrityError, sqlite3.IntegrityError) as error:
        raise Taken(str(error)) from error
    except DBAPIError as error:
        raise fault_of(path, error.orig) from error
    except (sqlite3.Error, OSError) as error:
        raise fault_of(path, error) from error
