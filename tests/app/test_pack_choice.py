"""A new table plays with the packs that people choose."""

from __future__ import annotations

from pathlib import Path

import flet as ft
import pytest

from companion import catalog
from companion.app import tables
from companion.app.widgets.pack_choice import last_chosen
from companion.catalog import Header, Pack, editing

from .boxes import GAME, at, fill, move_in, own_box, scene
from .driver import Driver


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    move_in(monkeypatch, tmp_path)


async def start_table(app: Driver, names: tuple[str, ...] = ("Ana", "Bo")) -> None:
    for n, name in enumerate(names, 1):
        await fill(app, f"Player {n}", name)
    await app.tap("Start the table")


def played_with() -> list[str]:
    """The packs of the newest session, as its first entry keeps them."""
    cards = tables.store().entries(tables.sessions()[0].id)[0].payload["cards"]
    return [pack["id"] for pack in cards["packs"]]


def kept_preferences(app: Driver) -> list[str]:
    calls = [m.body for m in app.connection.sent if m.action.name == "INVOKE_METHOD"]
    return [call.args["value"] for call in calls if call.name == "set"]


def packs_of(app: Driver) -> dict[str, bool]:
    buttons = {
        spoken.content.content: spoken.selected for spoken in app.all(ft.Semantics) if spoken.selected is not None
    }
    return {name: chosen for name, chosen in buttons.items() if name.endswith("(invented)")}


def test_a_new_table_plays_with_the_practice_set_unless_people_choose_their_own_box() -> None:
    async def play() -> None:
        own_box()
        app = await at("/new", "Start the table")
        await app.until(lambda: bool(packs_of(app)))
        assert packs_of(app) == {"Practice set (invented)": True, "My box (invented)": False}
        await app.tap("My box (invented)")
        await app.tap("Practice set (invented)")
        await app.tap("My box (invented)")  # no table without any cards
        assert packs_of(app) == {"Practice set (invented)": False, "My box (invented)": True}
        await start_table(app)
        await app.until(lambda: bool(tables.sessions()))
        assert played_with() == ["my-box"]
        await app.until(lambda: kept_preferences(app) == ['{"anime-saga": ["my-box"]}'])
        assert not app.crashes

    scene(play)


def test_the_box_that_was_chosen_last_is_chosen_again_as_long_as_there_is_one() -> None:
    async def play() -> None:
        own_box()
        last = '{"anime-saga": ["my-box", "gone"], "other": 3}'
        app = await at("/new", "Start the table", get=last)
        await start_table(app)  # at once, before anything has been read
        await app.until(lambda: bool(tables.sessions()))
        assert played_with() == ["my-box"]
        catalog_after = await at("/new", "Start the table", get='{"anime-saga": ["gone"]}')
        await catalog_after.until(lambda: packs_of(catalog_after).get("Practice set (invented)", False))

    scene(play)


def test_a_box_that_cannot_be_played_with_says_all_that_is_wrong_and_opens_no_table() -> None:
    async def play() -> None:
        practice = catalog.load_pack(GAME, "practice")
        own_box(cards=tuple(card for card in practice.cards if card.id != "tavi-of-the-kites"))
        app = await at("/new", "Start the table", get='{"anime-saga": ["my-box"]}')
        await start_table(app)
        await app.until(lambda: any("tailwind.character" in text for text in app.texts()))
        assert tables.sessions() == []
        assert not app.crashes

    scene(play)


def test_cards_that_set_nothing_up_leave_no_session_behind() -> None:
    printed_cards = catalog.load_pack("challengers", "printed").cards
    editing.keep_new(Pack(Header("x", "challengers", "No plan", "1"), {}, printed_cards))

    async def play() -> None:
        app = await at("/new", "Start the table", get='{"challengers": ["no-plan"]}')
        await app.tap("Challengers!")
        await start_table(app)
        await app.until(lambda: bool(app.all(ft.SnackBar)) or any("plan" in text for text in app.texts()))
        assert tables.sessions() == []
        assert not app.crashes

    scene(play)


@pytest.mark.parametrize("kept", [None, 3, "", "[1]", "{", '{"a": "x"}', '{"a": {}}'])
def test_an_unreadable_memory_of_packs_counts_as_none(kept: object) -> None:
    assert last_chosen(kept) == {}
