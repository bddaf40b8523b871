"""Which database to open."""

from __future__ import annotations

from pathlib import Path

from models.backups import back_up
from models.location import database_file, server_address
from models.postgresql import open_postgresql
from models.sqlite import open_sqlite
from models.store import Store


def open_store(path: Path | None = None) -> Store:
    """See `models.open_store`."""
    address = server_address()
    if path is None and address:
        return Store(open_postgresql(address))
    return Store(open_sqlite(path or database_file(), _before_migration))


def _before_migration(path: Path, revision: str) -> None:
    back_up(path, f"schema-{revision}")
