"""Backups of the SQLite file, in the folder `backups` beside it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from models.records import now

KEEP = 14


def back_up_file(path: Path, reason: str) -> Path:
    """A consistent copy of a database that may be in use (SQLite's online backup); older ones beyond 14 go."""
    folder = path.parent / "backups"
    folder.mkdir(exist_ok=True)
    name = f"{path.stem}-{now().replace(':', '')}-{reason}.sqlite3"
    unfinished = folder / f"{name}.unfinished"
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(unfinished)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")  # one file, without a write-ahead log beside it
    os.replace(unfinished, folder / name)
    for old in sorted(folder.glob(f"{path.stem}-*.sqlite3"))[:-KEEP]:
        old.unlink()
    return folder / name
