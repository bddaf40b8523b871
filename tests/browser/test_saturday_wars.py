"""Saturday Wars: the third Chapter through the screen, paid with scans; and a deck from its list to its sheet."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from importlib.resources import files
from typing import Any

import pytest
from PIL import Image

from companion import catalog
from companion.table import new_table
from models import open_store
from scanners import encode
from scanners.payload import Payload
from tests.scanners.render import Look, scene

from .conftest import DESK, PHONE, Browse, Server, Ui, sync_api

DECKS = files("data") / "saturday_wars" / "packs" / "practice" / "decks"
BOX = catalog.box("saturday-wars")
PAID = ("spark-courier", "kiln-giant", "ash-drummer")
SHOWN = 25
"""Frames for which each card lies under the camera."""


def cards_of(deck: str) -> list[str]:
    rows = csv.DictReader(io.StringIO((DECKS / f"{deck}.csv").read_text(encoding="utf-8")))
    return [row["card"] for row in rows for _copy in range(int(row["count"]))]


def film(cards: tuple[str, ...]) -> list[Image.Image]:
    """One card after another under the camera."""
    pictures = []
    for card in cards:
        text = encode(Payload("SW", BOX.card(card).code, 1))
        picture = scene([(text, Look(turn=6, tilt=12, blur=0.7))])[0]
        pictures += [Image.fromarray(picture[:, :, ::-1])] * SHOWN
    return pictures


def two_chapters() -> Iterator[dict[str, Any]]:
    """From the set-up to the second Chapter that Ana claims; Bo is to place the third one."""
    yield {"do": "setup", "step_by_step": True}
    for name, deck in (("Ana", "ember"), ("Bo", "tide")):
        cards = cards_of(deck)
        chapters = [card for card in cards if BOX.chapter(card)]
        yield {
            "do": "deck",
            "player": name,
            "shonen": [card for card in cards if card not in chapters],
            "story": chapters,
        }
    yield {"do": "protagonists", "player": "Ana", "cards": ["cinder-twins", "forge-captain"]}
    yield {"do": "protagonists", "player": "Bo", "cards": ["salt-monk", "harbour-twin"]}
    yield {"do": "mulligan", "player": "Ana", "amount": 1, "drawn": ["ember-heir"]}
    yield {"do": "mulligan", "player": "Bo", "amount": 0}
    yield {"do": "bid", "player": "Ana", "markers": 1}
    yield {"do": "bid", "player": "Bo", "markers": 0}
    yield {"do": "pay", "player": "Ana"}
    for order, chapter in ((("Ana", "Bo"), "silent-hall"), (("Bo", "Ana"), "mountain-trial")):
        yield {"do": "chapter", "player": order[0], "card": chapter}
        for name in order:
            yield {"do": "prologue", "player": name}
        for _round in range(4):
            for name in order:
                yield {"do": "progress" if name == "Ana" else "pass", "player": name}
        yield {"do": "epilogue"}


def prepare(server: Server) -> str:
    """A table after two Chapters, played through the same rules; the id of its session."""
    store = open_store(server.data / "companion.sqlite3")
    table = new_table(store, "saturday-wars", ["Ana", "Bo"])
    for action in two_chapters():
        assert table.play(action).entry is not None, (action, table.ask(action))
    store.close()
    return table.id


def rows(server: Server, query: str) -> list[Any]:
    with closing(sqlite3.connect(f"file:{server.data / 'companion.sqlite3'}?mode=ro", uri=True)) as database:
        return database.execute(query).fetchall()


def last_entry(server: Server) -> dict[str, Any]:
    """What the last row of the log holds."""
    written: dict[str, Any] = json.loads(rows(server, "SELECT payload FROM entry ORDER BY seq DESC LIMIT 1")[0][0])
    return written


def tap_last(ui: Ui, name: str) -> None:
    """The last of several buttons of the same name on the screen, once it has come to rest."""
    before = None
    for _attempt in range(50):
        ui.find(name)
        try:
            box = ui.tab.get_by_role("button", name=name, exact=True).last.bounding_box(timeout=1000)
        except sync_api.Error:  # the screen was drawn anew meanwhile
            continue
        if box is not None and box == before:
            ui.tab.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            return
        before = box
        ui.tab.wait_for_timeout(100)
    raise AssertionError(f"{name!r} does not come to rest on the screen")


def reads(ui: Ui, text: str) -> None:
    """Scrolls down until this can be read, alone or within more."""
    size = ui.tab.viewport_size
    assert size is not None
    ui.tab.mouse.move(size["width"] / 2, size["height"] / 2)
    for _attempt in range(60):
        if ui.tab.get_by_text(text).or_(ui.tab.get_by_label(text)).count():
            return
        ui.tab.mouse.wheel(0, 150)
        ui.tab.wait_for_timeout(150)
    raise AssertionError(f"{text!r} is nowhere below")


def write(ui: Ui, label: str, text: str) -> None:
    """Tap a field of several lines and paste into it."""
    ui.tap(label)
    ui.tab.wait_for_timeout(800)  # the page takes the focus in a later frame, and what comes before that is lost
    ui.tab.keyboard.insert_text(text)


def record(ui: Ui, step: str) -> None:
    ui.tap("Record")
    ui.sees(f"Recorded: {step}")
    ui.find("Undo: " + step)  # the form is gone


def do(ui: Ui, player: str, step: str) -> None:
    """A step that needs nothing told."""
    ui.tap(step)
    record(ui, f"{player}: {step}")


def test_the_third_chapter_is_played_with_scans_and_won(server: Server, browse: Browse) -> None:
    session = prepare(server)
    ui = browse(PHONE, film(PAID)).open(f"/table/{session}")
    ui.sees("What Bo may do now")

    ui.tap("Place a Chapter")
    ui.tap("Record")  # nobody has to name it
    ui.sees("Recorded: Bo: Place a Chapter")
    do(ui, "Bo", "Prologue")
    do(ui, "Ana", "Prologue")

    do(ui, "Bo", "Pass")
    ui.tap("Play a card")
    ui.tap("Ember Heir (cost 3)")
    tap_last(ui, "Add a card")
    ui.sees("Told so far: 3.")
    ui.shot("sw-paid-by-scans")
    ui.tap("Done")
    record(ui, "Ana: Play a card")
    played = last_entry(server)
    assert (played["card"], sorted(played["paid"])) == ("ember-heir", sorted(PAID))

    # Two of the three cards have a Purge ability; they wait in the order in which they were purged.
    for card in [card for card in played["paid"] if card != "ash-drummer"]:
        ui.sees(f"1. Ana may take the Purge ability of {BOX.name(card)}")
        ui.tap("Take or skip an ability that waits")
        ui.tap("Yes")
        record(ui, "Ana: Take or skip an ability that waits")

    do(ui, "Bo", "Pass")
    ui.tap("Use an ability")
    ui.tap("Cinder Twins, 2")
    record(ui, "Ana: Use an ability")
    ui.tap("Challenge")
    ui.tap("Forge Captain, 2")
    ui.tap("Bo: Salt Monk, 2")
    record(ui, "Ana: Challenge")
    ui.tap("Flip the cards of the Challenge")
    ui.sees("Ana's Forge Captain: progress 2, modifiers +1")
    ui.tap("3")
    tap_last(ui, "1")
    ui.sees("Comes to 6")
    ui.shot("sw-challenge")
    record(ui, "Ana: Flip the cards of the Challenge")
    ui.find("Salt Monk, progress 2. Protagonist. exhausted")
    ui.shot("sw-board")

    for _round in range(2):
        do(ui, "Bo", "Pass")
        do(ui, "Ana", "Place a progress marker")

    ui.tap("Epilogue")
    ui.sees("Progress: Ana 10, Bo 4")
    ui.tap("Record")
    ui.sees("The game is over. Won by: Ana.")
    ui.shot("sw-won")
    ui.tap("Log")
    ui.sees("Ana, Chapters won: 2 to 3")

    assert last_entry(server)["do"] == "epilogue"
    [(state, outcome)] = rows(server, "SELECT state, outcome FROM session")
    assert (state, json.loads(outcome)) == ("finished", {"reason": "three-chapters", "winners": ["Ana"]})


@pytest.mark.parametrize(("name", "size"), [("phone", PHONE), ("desk", DESK)])
def test_a_deck_is_checked_and_its_sheet_saved(browse: Browse, name: str, size: tuple[int, int]) -> None:
    ui = browse(size).open("/decks/saturday-wars")
    list_field = "One card a line: count and name"
    write(ui, list_field, "4 Kiln Giant\nthree Kiln Gint")
    ui.tap("Check the deck")
    reads(ui, "Kiln Giant is in the deck 4 times, 3 at most.")
    ui.shot(f"sw-deck-faults-{name}")
    ui.tap("Clear the list")
    write(ui, list_field, (DECKS / "ember.csv").read_text(encoding="utf-8"))
    ui.tap("Check the deck")
    reads(ui, "This deck is legal.")
    ui.shot(f"sw-deck-legal-{name}")
    ui.find("Name of the player")
    ui.type("Name of the player", "Ana")
    with ui.tab.expect_download() as download:
        ui.tap("Save the deck sheet (PDF)")
    assert download.value.path().read_bytes().startswith(b"%PDF")
