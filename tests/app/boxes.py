"""A person's own boxes of cards, and the screens that show them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import flet as ft
import pytest

from companion import catalog
from companion.app import tables
from companion.app.main import main
from companion.catalog import Pack, editing
from models import open_store

from .driver import Driver

GAME = "anime-saga"


def move_in(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Keep packs and sessions in `folder`."""
    patch.setenv("FLET_APP_STORAGE_DATA", str(folder))
    patch.setattr(tables, "_open", {})
    store = open_store(folder / "companion.sqlite3")
    patch.setattr(tables, "store", lambda: store)


def scene(play: Callable[[], Any]) -> None:
    asyncio.run(play())


def own_box(**changes: Any) -> Pack:
    """A pack of one's own on the shelf; by default a copy of the practice set."""
    start = catalog.load_pack(GAME, "practice")._replace(**changes)
    return editing.keep_new(editing.copied(start, "My box"))


async def at(route: str, sign: str, **replies: Any) -> Driver:
    app = await Driver(route=route, **replies).start(main)
    await app.until(lambda: sign in app.texts())
    return app


def field(app: Driver, label: str) -> ft.TextField:
    return next(field for field in app.all(ft.TextField) if field.label == label)


async def fill(app: Driver, label: str, text: str) -> None:
    await app.fire(field(app, label), "change", text, value=text)


def picked(name: str, content: bytes) -> list[dict[str, Any]]:
    """What the client answers when a person chooses this file."""
    return [{"id": 1, "name": name, "size": len(content), "path": None, "bytes": content}]
