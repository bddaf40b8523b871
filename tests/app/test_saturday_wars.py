from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import flet as ft
import pytest

from companion import catalog
from companion.app import tables
from companion.app.games import saturday_wars_decks, saturday_wars_outlook
from companion.app.games.decks import sheet
from companion.app.main import main
from companion.app.widgets.deck_list import with_card
from companion.rules.saturday_wars import GAME
from companion.rules.saturday_wars.position import Position
from companion.table import Table
from models import open_store
from tests.rules.saturday_wars.table import done, side, table

from .driver import Driver

BOX = catalog.box("saturday-wars")
CODES = {card.code: card.id for card in BOX.cards.values()}
EMBER = (catalog.pack.pack_folder("saturday-wars", "practice") / "decks" / "ember.csv").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    store = open_store(tmp_path / "companion.sqlite3")
    monkeypatch.setattr(tables, "_open", {})
    monkeypatch.setattr(tables, "store", lambda: store)


def scene(play: Callable[[], Any]) -> None:
    asyncio.run(play())


async def at_table(position: Position) -> tuple[Driver, Table]:
    """The screen of a table that stands as in `position`."""
    made = tables.create("saturday-wars", [seat.name for seat in position.players])
    made.position = position
    app = await Driver(route=f"/table/{made.id}").start(main)
    await app.until(lambda: "What Ana may do now" in app.texts())
    return app, made


def labels(app: Driver) -> set[str]:
    return {control.label for control in app.all(ft.Semantics) if control.label}


def labelled(card: str) -> str:
    """What stands on the button of a card."""
    known = BOX.shonen(card)
    return BOX.name(card) if known is None else f"{known.name} (cost {known.cost})"


async def tap_answer(app: Driver, field: str, answer: str) -> None:
    """Tap an answer of one field of a form, where several fields have the same answers."""
    column = next(c for c in app.all(ft.Column) if c.key == field)
    button = next(b for b in _inside(column) if getattr(b, "content", None) == answer)
    await app.fire(button, "click")


def _inside(control: Any) -> list[Any]:
    found, open_ = [], [control]
    while open_:
        one = open_.pop()
        found.append(one)
        for part in ("controls", "content", "_b"):
            inner = getattr(one, part, None)
            open_ += [i for i in (inner if isinstance(inner, list) else [inner]) if isinstance(i, ft.BaseControl)]
    return found


# What lies on the table


def test_the_sides_the_chapter_and_what_each_can_reach() -> None:
    async def play() -> None:
        bo = side(protagonists={"salt-monk": {"exhausted": True}}, active={"slow-current": {"markers": 1}})
        app, _table = await at_table(table(BOX, side(markers=1, actions_left=3), bo))
        seen = set(app.texts())
        assert {"Chapter 1: Silent Hall", "Narrative: Nobody uses Quick cards in this Chapter."} <= seen
        assert {"with markers: 8", "with markers: 7", "1 of 3 markers", "exhausted"} <= seen
        assert {
            "Progress of Ana: 5",
            "Actions left of Ana: 3",
            "Actions left of Bo: 4",
            "Forge Captain, progress 2. Protagonist",
            "Salt Monk, progress 2. Protagonist. exhausted",
            "Slow Current, progress 1. Story Arc. 1 of 3 markers",
        } <= labels(app)
        pips = next(c for c in app.all(ft.Semantics) if c.label == "Actions left of Ana: 3").content
        icons = [icon.icon for icon in pips.controls]
        assert icons == [ft.Icons.CIRCLE] * 3 + [ft.Icons.CIRCLE_OUTLINED]  # told by shape, not by colour

    scene(play)


@pytest.mark.parametrize(
    ("phase", "left", "reached"),
    [("actions", 2, 7), ("actions", 0, 5), ("epilogue", 0, 5), ("prologue", 0, 9), ("actions", None, None)],
)
def test_what_markers_alone_can_reach(phase: str, left: int | None, reached: int | None) -> None:
    position = table(BOX, side(markers=1, actions_left=left), phase=phase)
    assert saturday_wars_outlook.reach(position, position.seat("Ana")) == reached


@pytest.mark.parametrize(
    ("seat", "more", "certain", "said"),
    [
        ({"deck": 5, "hand": 5}, {}, None, ""),
        ({"deck": 4, "hand": 5}, {}, False, "up to 5 cards"),
        ({"deck": 2, "hand": 2}, {}, True, "The next Prologue takes 3 cards, the deck can give 2"),
        ({"deck": 2, "hand": 2}, {"phase": "prologue"}, True, "The Prologue takes 3 cards, the deck can give 2"),
        ({"deck": 0, "hand": 5}, {}, True, "The deck is empty"),
        ({"deck": 0, "hand": 5}, {"chapter": "broken-bridge"}, True, "The Epilogue takes 1 card"),
        ({"deck": 1, "hand": 4}, {"chapter": "broken-bridge"}, True, "The next Prologue takes 1 card"),
        ({"deck": 3, "hand": 3}, {"chapter": "dawn-on-the-roof", "phase": "prologue"}, False, "up to 5"),
        ({"deck": None, "hand": 0}, {}, None, ""),
    ],
)
def test_decks_that_may_not_meet_what_comes(
    seat: Mapping[str, Any], more: Mapping[str, Any], certain: bool | None, said: str
) -> None:
    position = table(BOX, side(**seat), **more)
    fear = saturday_wars_outlook.warning(position, position.seat("Ana"))
    assert (None if fear is None else fear.certain) == certain
    assert said in ("" if fear is None else fear.sentence)


def test_a_deck_that_has_no_card_for_the_challenge() -> None:
    position = done(table(BOX, side(deck=0, hand=5)), "ability", card="cinder-twins")
    position = done(position, "challenge", attacker="cinder-twins", defender="salt-monk")
    fear = saturday_wars_outlook.warning(position, position.seat("Ana"))
    assert fear is not None
    assert fear.sentence.startswith("The Challenge takes 1 card, the deck can give 0")


def test_three_and_four_sides_are_all_shown() -> None:
    async def play() -> None:
        app, _table = await at_table(table(BOX, names=("Cy", "Di")))
        assert {f"Actions left of {name}: 4" for name in ("Ana", "Bo", "Cy", "Di")} <= labels(app)
        assert {f"Progress of {name}: 4" for name in ("Cy", "Di")} <= labels(app)

    scene(play)


# Moves


def test_a_card_is_paid_by_number_or_card_by_card() -> None:
    async def play() -> None:
        app, made = await at_table(table(BOX, side(hand=["kiln-giant", None])))
        await app.tap("Play a card")
        await app.tap("Kiln Giant (cost 3)")
        assert "The cost is 3 cards from the deck. Nobody has to look at them." in app.texts()
        assert "Record" in app.texts()
        await app.tap("Add a card", last=True)
        field = next(f for f in app.all(ft.TextField) if f.label == "Code or name of the card")
        await app.fire(field, "change", value="spark")
        await app.tap("Spark Courier (cost 0)")
        assert "The cost is 3 cards from the deck. Told so far: 1." in app.texts()
        assert "Record" not in app.texts()  # one card is not the price
        await app.tap("Nobody saw the others")
        await app.tap("Record")
        await app.until(lambda: "Recorded: Ana: Play a card" in app.texts())
        entry = tables.store().entries(made.id)[-1]
        assert entry.payload["paid"] == ["spark-courier", None, None]
        assert made.position.seat("Ana").deck.size == 17

    scene(play)


def test_triggers_are_offered_in_order() -> None:
    async def play() -> None:
        position = table(BOX, side(hand=["ember-heir"]))
        position = done(position, "play", card="ember-heir", paid=["spark-courier", "kiln-giant", None])
        app, made = await at_table(position)
        told = [text for text in app.texts() if text[:3] in ("1. ", "2. ", "3. ")]
        assert told == [
            "1. Ana may take the Purge ability of Spark Courier: draw 1",
            "2. Ana may take the Purge ability of Kiln Giant: marker +1",
            "3. The paid card takes its place: Ember Heir",
        ]
        await app.tap("Take or skip an ability that waits")
        await app.tap("Yes")
        await app.tap("Record")
        await app.until(lambda: made.position.agenda[0].card == "kiln-giant")
        assert "1. Ana may take the Purge ability of Kiln Giant: marker +1" in app.texts()

    scene(play)


def test_a_challenge_is_settled_by_two_taps() -> None:
    async def play() -> None:
        position = done(table(BOX), "ability", card="cinder-twins")
        position = done(position, "challenge", attacker="cinder-twins", defender="Bo:salt-monk")
        app, made = await at_table(position)
        await app.tap("Flip the cards of the Challenge")
        assert "Ana's Cinder Twins: progress 2, modifiers +0" in app.texts()
        await tap_answer(app, "attack_cost", "3")
        assert "Comes to 5" in app.texts()
        await tap_answer(app, "defence_cost", "1")
        assert {"Comes to 3", "Bo's Salt Monk loses the Challenge."} <= set(app.texts())
        await tap_answer(app, "defence_cost", "3")
        assert "Equal: nobody is exhausted." in app.texts()
        await tap_answer(app, "defence_cost", "0")
        await app.tap("Record")
        await app.until(lambda: made.position.challenge is None)
        assert made.position.seat("Bo").protagonists[0].exhausted

    scene(play)


def test_a_challenge_is_declared_by_names() -> None:
    async def play() -> None:
        app, made = await at_table(done(table(BOX), "ability", card="cinder-twins"))
        await app.tap("Challenge")
        await app.tap("Cinder Twins, 2 (exhausted)")  # their ability exhausts them, and they may attack all the same
        await app.tap("Bo: Salt Monk, 2")
        await app.tap("Record")
        await app.until(lambda: made.position.challenge is not None)
        assert made.position.challenge[:4] == ("Ana", "cinder-twins", "Bo", "salt-monk")

    scene(play)


def test_a_target_is_asked_only_when_the_card_needs_one() -> None:
    async def play() -> None:
        app, made = await at_table(table(BOX, side(hand=["shout-down", "kiln-giant"])))
        await app.tap("Play a card")
        await app.tap("Kiln Giant (cost 3)")
        assert "Targets (optional)" not in app.texts()
        await app.tap("Kiln Giant (cost 3)")
        await app.tap("Shout Down (cost 2)")
        assert "Targets (optional)" in app.texts()
        await app.tap("Bo: Harbour Twin, 2")
        assert "1. Bo: Harbour Twin, 2" in app.texts()
        await app.tap("Record")
        await app.until(lambda: made.position.seat("Bo").protagonists[1].exhausted)

    scene(play)


def test_bids_are_secret_until_all_are_in() -> None:
    async def play() -> None:
        bidding = {"hand": 5, "deck": 38, "bidding": True, "story": 5}
        position = table(BOX, side(**bidding), side(("salt-monk", "harbour-twin"), **bidding), phase="bid", turn=None)
        app, made = await at_table(position)
        await app.tap("Bid for the first turn")
        assert "Pass the device to Ana" in app.texts()
        assert not app.all(ft.TextField)
        await app.fire(app.all(ft.GestureDetector)[0], "long_press_start")
        await app.fire(app.all(ft.TextField)[0], "change", value="2")
        await app.tap("Record")
        await app.until(lambda: "What Bo may do now" in app.texts())
        await app.tap("Log")
        assert not any("2" in text and "id" in text for text in app.texts() if "#" not in text)
        assert made.position.seat("Ana").bid == 2

    scene(play)


def test_a_drawn_card_is_told_behind_the_cover_and_needs_not_be() -> None:
    async def play() -> None:
        app, made = await at_table(table(BOX))
        await app.tap("Draw a card")
        assert "Record" in app.texts()
        await app.tap("More to tell")
        assert "Pass the device to Ana" in app.texts()
        assert "Add a card" not in app.texts()
        await app.tap("Record")
        await app.until(lambda: made.position.seat("Ana").hand.size == 6)

    scene(play)


def test_the_standing_is_shown_when_a_chapter_is_claimed_and_a_wrong_claim_refused() -> None:
    async def play() -> None:
        over = table(BOX, side(markers=2, actions_left=0, won=2), side(("salt-monk",)), phase="epilogue", turn=None)
        app, made = await at_table(over)
        await app.tap("Epilogue")
        assert "Progress: Ana 6, Bo 2" in app.texts()
        await app.tap("Bo")
        assert "Record" not in app.texts()
        await app.tap("Bo")
        await app.tap("Record")
        await app.until(lambda: "The game is over. Won by: Ana." in app.texts())
        assert made.position.outcome == (("Ana",), "three-chapters")

    scene(play)


def test_at_scores_only_every_counter_is_two_taps_away() -> None:
    async def play() -> None:
        made = tables.create("saturday-wars", ["Ana", "Bo"], detail="scores")
        app = await Driver(route=f"/table/{made.id}").start(main)
        await app.until(lambda: "Progress of Ana: one more" in app.texts())
        for counter in GAME.counters.values():
            title = counter.title[:1].upper() + counter.title[1:]
            before = counter.get(made.position, "Bo") or 0
            await app.tap(f"{title} of Bo: one more")
            record = next(c for c in app.all(ft.Semantics) if c.label == f"{title} of Bo: record +1")
            await app.fire(record, "tap")
            await app.until(lambda counter=counter, before=before: counter.get(made.position, "Bo") == before + 1)

    scene(play)


# Decks


def test_a_legal_deck_has_no_fault_and_a_sheet() -> None:
    checked = saturday_wars_decks.check(EMBER, BOX)
    assert checked.legal
    assert [part.size for part in checked.parts] == [5, 45]
    assert sheet(checked, game="Saturday Wars", player="Ana", event="").startswith(b"%PDF")


def test_every_fault_of_a_list_and_of_its_decks_at_once() -> None:
    checked = saturday_wars_decks.check("4 Kiln Giant\n3 Kiln Gint\n1 Old Debt\n1 Old Debt\n0 Ash Drummer", BOX)
    assert [fault.line for fault in checked.read.faults] == [2, 5]
    codes = [problem.code for problem in checked.problems]
    assert codes == ["deck-size", "story-size", "too-many-copies", "chapter-twice", "no-cast"]


def test_scanned_cards_count_up_in_the_list() -> None:
    text = ""
    for name in ("Kiln Giant", "Ash Drummer", "Kiln Giant"):
        text = with_card(text, name)
    assert text == "2 Kiln Giant\n1 Ash Drummer"
    assert with_card("3 kiln giants", "Kiln Giant") == "3 kiln giants\n1 Kiln Giant"


def test_the_deck_check_screen_reads_pasted_and_picked_lists_and_saves_the_sheet() -> None:
    async def play() -> None:
        picked = [{"id": 1, "name": "ember.csv", "size": 9, "bytes": EMBER.replace("\n", "\r\n").encode("utf-16")}]
        app = await Driver(route="/decks/saturday-wars", pick_files=picked).start(main)
        field = "One card a line: count and name"
        await app.until(lambda: field in app.texts())
        await app.fire(
            next(f for f in app.all(ft.TextField) if f.label == field), "change", value="4 Kiln Giant\n1 Xyz"
        )
        await app.tap("Check the deck")
        await app.until(lambda: any("Kiln Giant is in the deck 4 times" in text for text in app.texts()))
        assert any(text.startswith("line 2: “Xyz” is no card here") for text in app.texts())
        await app.tap("Read a file")
        await app.tap("Check the deck")
        await app.until(lambda: "This deck is legal." in app.texts())
        assert "Shonen Deck: 45 of 45 cards. Story Deck: 5 of 5 Chapters." in app.texts()
        await app.tap("Save the deck sheet (PDF)")
        await app.until(lambda: any(text.startswith("Saved: ") for text in app.texts()))
        saved = next(m.body for m in app.connection.sent if getattr(m.body, "name", "") == "save_file")
        assert saved.args["src_bytes"].startswith(b"%PDF")

    scene(play)


def test_cards_read_one_by_one_make_the_list_of_the_deck_check() -> None:
    async def play() -> None:
        app = await Driver(route="/decks/saturday-wars").start(main)
        await app.until(lambda: "Scan cards" in app.texts())
        await app.tap("Scan cards")
        for code in ("SC05", "SC05", "SH07"):
            field = next(f for f in app.all(ft.TextField) if f.label == "Code or name of the card")
            await app.fire(field, "change", value=BOX.cards[CODES[code]].name)
            await app.tap(labelled(CODES[code]))
        assert "2 Kiln Giant\n1 Old Debt" in app.texts()
        await app.tap("Check the deck")
        await app.until(lambda: "Shonen Deck: 2 of 45 cards. Story Deck: 1 of 5 Chapters." in app.texts())

    scene(play)


def test_a_game_without_decks_says_so() -> None:
    async def play() -> None:
        app = await Driver(route="/decks/anime-saga").start(main)
        await app.until(lambda: "People bring no deck to this game." in app.texts())

    scene(play)


def test_a_deck_is_registered_at_the_table_from_one_list() -> None:
    async def play() -> None:
        made = tables.create("saturday-wars", ["Ana", "Bo"])
        made.play({"do": "setup", "step_by_step": True})
        app = await Driver(route=f"/table/{made.id}").start(main)
        await app.until(lambda: "What Ana may do now" in app.texts())
        await app.tap("Check the decks")
        await app.fire(app.all(ft.GestureDetector)[0], "long_press_start")
        for place in (0, 1):
            field = [f for f in app.all(ft.TextField) if f.label == "One card a line: count and name"][place]
            await app.fire(field, "change", value=EMBER)
            await app.tap("Take this list", last=bool(place))
        assert {"45 cards for this deck.", "5 cards for this deck."} <= set(app.texts())
        await app.tap("Record")
        await app.until(lambda: made.position.seat("Ana").deck_list is not None)
        assert len(made.position.seat("Ana").deck_list) == 45

    scene(play)
