"""SQLite's and the system's errors as faults."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path

from models.faults import CannotOpen, Damaged, Full, Locked, NotADatabase, ReadOnly, StoreFault

_KINDS: dict[int, type[StoreFault]] = {
    sqlite3.SQLITE_READONLY: ReadOnly,
    sqlite3.SQLITE_PERM: ReadOnly,
    sqlite3.SQLITE_FULL: Full,
    sqlite3.SQLITE_BUSY: Locked,
    sqlite3.SQLITE_LOCKED: Locked,
    sqlite3.SQLITE_NOTADB: NotADatabase,
    sqlite3.SQLITE_CORRUPT: Damaged,
}


def fault_of(path: Path, error: BaseException | None) -> StoreFault:
    """The fault that an `sqlite3.Error` or `OSError` means for the file."""
    detail = f"{type(error).__name__}: {error}"
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # extended codes keep the primary one in the low byte
    kind = Full if getattr(error, "errno", None) == errno.ENOSPC else _KINDS.get(code, CannotOpen)
    if kind is CannotOpen and (isinstance(error, PermissionError) or forbidden(path)):
        kind = ReadOnly
    return kind(where=path, detail=detail)


def forbidden(path: Path) -> bool:
    """Whether the file or its folder is there but may not be written; write-ahead logging needs both."""
    effective = os.access in os.supports_effective_ids
    return any(
        place.exists() and not os.access(place, os.W_OK, effective_ids=effective) for place in (path, path.parent)
    )
