"""Several devices at one table, and a store that cannot be used."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from companion.app import tables
from companion.app.main import main
from models import open_store

from . import toy_game
from .driver import Driver


def test_what_one_device_records_the_others_see(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    toy_game.install(monkeypatch, tmp_path)

    async def play() -> None:
        table = tables.create("toy", ["Ana", "Bo"])
        one = await Driver(route=f"/table/{table.id}").start(main)
        other = await Driver(route=f"/table/{table.id}", width=1280).start(main)
        for device in (one, other):
            await device.until(lambda device=device: "What Ana may do now" in device.texts())
        await asyncio.to_thread(table.play, {"do": "take", "player": "Ana", "coins": 2})
        for device in (one, other):
            await device.until(lambda device=device: "What Bo may do now" in device.texts())
            assert "Undo: Ana: Take coins" in device.texts()
            assert not device.crashes

    asyncio.run(play())


def test_a_store_that_is_no_database_is_said_with_a_way_out_and_left_as_it_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "companion.sqlite3"
    file.write_bytes(b"this is a shopping list, not a database" * 100)
    before = file.read_bytes()
    monkeypatch.setattr(tables, "store", lambda: open_store(file))

    async def play() -> None:
        app = await Driver(route="/").start(main)
        await app.until(lambda: "Try again" in app.texts())
        assert any("companion.sqlite3" in text for text in app.texts())
        assert file.read_bytes() == before
        file.unlink()
        await app.tap("Try again")
        await app.until(lambda: "Try again" not in app.texts())
        assert not app.crashes

    asyncio.run(play())
