"""Backups of the SQLite file, in the folder `backups` beside it: made, listed, restored. Works where no store opens.

A PostgreSQL server has its own (`pg_dump`, continuous archiving), and every store can be exported.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from models.faults import Damaged, NoSuch
from models.progress import Progress, silent
from models.records import stamp
from models.sqlite_faults import fault_of

KEEP = 14
EVERY = timedelta(days=1)
_STEP = 1024  # pages copied between two reports of progress
_NAME = re.compile(r"(?P<stem>.+)-(?P<at>\d{8}T\d{9}Z)-(?P<reason>[a-z0-9-]+)\.sqlite3")


class Backup(NamedTuple):
    """One backup: when and why it was made, its size in bytes."""

    path: Path
    at: datetime
    reason: str
    size: int


def folder_of(path: Path) -> Path:
    return path.parent / "backups"


def backups(path: Path) -> list[Backup]:
    """The backups of a store's file, newest first."""
    found = []
    for file in folder_of(path).glob(f"{path.stem}-*.sqlite3"):
        match = _NAME.fullmatch(file.name)
        if match and match["stem"] == path.stem:
            at = datetime.strptime(match["at"], "%Y%m%dT%H%M%S%fZ").replace(tzinfo=UTC)
            found.append(Backup(file, at, match["reason"], file.stat().st_size))
    return sorted(found, key=lambda backup: backup.at, reverse=True)


def is_due(path: Path, now: datetime | None = None) -> bool:
    """Whether the last backup is more than a day old."""
    last = next(iter(backups(path)), None)
    return last is None or (now or datetime.now(UTC)) - last.at >= EVERY


def back_up(path: Path, reason: str, progress: Progress = silent) -> Backup:
    """A consistent, checked copy of a database that may be in use; of the older ones the last 13 stay.

    `reason` is a word for the list: "daily", "import". Raises StoreFault, and Damaged where the copy is not sound; then
    no older backup goes. Raises Cancelled.
    """
    folder = folder_of(path)
    at = datetime.now(UTC)
    digits = re.sub(r"[-:.]", "", stamp(at))
    file = folder / f"{path.stem}-{digits}-{reason}.sqlite3"
    unfinished = file.with_suffix(".unfinished")
    try:
        folder.mkdir(exist_ok=True)
        _copy(path, unfinished, progress)
        os.replace(unfinished, file)
    except (sqlite3.Error, OSError) as error:
        raise fault_of(path, error) from error
    finally:
        unfinished.unlink(missing_ok=True)
    for old in backups(path)[KEEP:]:
        old.path.unlink(missing_ok=True)
    return next(backup for backup in backups(path) if backup.path == file)


def _copy(file: Path, target: Path, progress: Progress) -> None:
    """Copy a database and sync the copy to the disk. Raises Damaged where the copy does not hold together."""
    with (
        closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(target)) as copy,
    ):
        source.backup(copy, pages=_STEP, progress=lambda _status, left, total: progress(total - left, total))
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a write-ahead log beside it
        (result,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    if result != "ok":
        raise Damaged(where=file, detail=result)
    descriptor = os.open(target, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def restore(path: Path, backup: Path, progress: Progress = silent) -> Path | None:
    """Put a backup in the place of the store's file; no store may be open on it. Gives where the old file went.

    The old file is kept beside it, damaged or not, with its write-ahead log. Raises NoSuch, StoreFault, Cancelled;
    then nothing has changed.
    """
    if not backup.is_file():
        raise NoSuch(what="backup", id=backup.name)
    incoming = path.with_suffix(".restoring")
    digits = re.sub(r"[-:.]", "", stamp(datetime.now(UTC)))
    kept = path.with_name(f"{path.stem}-replaced-{digits}{path.suffix}")
    try:
        _copy(backup, incoming, progress)
        return _swap(path, incoming, kept)
    except (sqlite3.Error, OSError) as error:
        raise fault_of(backup, error) from error
    finally:
        incoming.unlink(missing_ok=True)


def _swap(path: Path, incoming: Path, kept: Path) -> Path | None:
    """The old log leaves first: SQLite would apply it to whatever file has the name."""
    there = path.exists()
    if there:
        try:
            os.link(path, kept)
        except OSError:  # a file system without links
            shutil.copy2(path, kept)
    for suffix in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            os.replace(f"{path}{suffix}", f"{kept}{suffix}")
    os.replace(incoming, path)
    return kept if there else None
