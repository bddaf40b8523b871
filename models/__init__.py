"""The store: SQLModel tables, the database, its migrations. Knows no rules.

    with open_store() as store:
        session = store.create_session(NewSession("anime-saga", ["Ana", "Bo"], rules_version="1"))
        store.append(session.id, NewEntry(new_id(), "heal", {"do": "heal", "player": "Ana"}), base_seq=0)

Importing this costs nothing: SQLAlchemy and SQLModel come with the first `open_store`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from models.faults import (
    Damaged,
    EntryConflict,
    Full,
    Locked,
    Missing,
    NameTaken,
    Newer,
    NoSuch,
    NotADatabase,
    ReadOnly,
    Stale,
    StoreFault,
    Unfit,
)
from models.location import home
from models.records import (
    Entry,
    NewEntry,
    NewSeat,
    NewSession,
    SeatInfo,
    SeatResult,
    SessionInfo,
    Snapshot,
    State,
    new_id,
    now,
)

if TYPE_CHECKING:
    from models.store import Store

__all__ = [
    "Damaged",
    "Entry",
    "EntryConflict",
    "Full",
    "Locked",
    "Missing",
    "NameTaken",
    "NewEntry",
    "NewSeat",
    "NewSession",
    "Newer",
    "NoSuch",
    "NotADatabase",
    "ReadOnly",
    "SeatInfo",
    "SeatResult",
    "SessionInfo",
    "Snapshot",
    "Stale",
    "State",
    "StoreFault",
    "Unfit",
    "home",
    "new_id",
    "now",
    "open_store",
]


def open_store(path: Path | None = None) -> Store:
    """Open the store, creating or migrating it first. Raises StoreFault.

    `path` is a SQLite file. Without it: the PostgreSQL server that `COMPANION_DATABASE_URL` names, otherwise the file
    `companion.sqlite3` in `home()`.
    """
    from models import opening  # brings SQLAlchemy

    return opening.open_store(path)
