"""Where the store lives."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

FILE_NAME = "companion.sqlite3"


def home() -> Path:
    """The person's data folder: what Flet gives the app, otherwise the system's own place."""
    given = os.environ.get("FLET_APP_STORAGE_DATA")
    return Path(given) if given else Path(platformdirs.user_data_dir("table-companion", appauthor=False))


def database_file() -> Path:
    return home() / FILE_NAME


def server_address() -> str | None:
    """The PostgreSQL server that clubs share, from `COMPANION_DATABASE_URL`."""
    return os.environ.get("COMPANION_DATABASE_URL") or None
