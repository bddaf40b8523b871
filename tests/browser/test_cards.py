"""One's own box in a real browser: a file with faults, mended, kept, changed by hand, and played with."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion import catalog
from companion.catalog.shelf import to_file

from .conftest import DESK, PHONE, Browse, Server, Ui

LONG = "The Very Long Name of a Box of Cards that Grandmother Kept for the Whole Neighbourhood"[:80]


def choose_file(ui: Ui, button: str, file: Path) -> None:
    ui.find(button)
    with ui.tab.expect_file_chooser() as chooser:
        ui.tap(button)
    chooser.value.set_files(file)


def opening(server: Server) -> dict[str, object]:
    """The first entry of the only session, as it is in the file."""
    with closing(sqlite3.connect(f"file:{server.data / 'companion.sqlite3'}?mode=ro", uri=True)) as database:
        rows = database.execute("SELECT payload FROM entry WHERE seq = 1").fetchall()
    assert len(rows) == 1
    payload: dict[str, object] = json.loads(rows[0][0])
    return payload


def test_a_file_with_faults_is_mended_kept_and_played_with(server: Server, browse: Browse, tmp_path: Path) -> None:
    practice = catalog.load_pack("anime-saga", "practice")
    table = to_file(practice, ".csv")
    file = tmp_path / "Our own box.csv"
    file.write_text(table.replace("discard half", "discard everything").replace("Rust Sparrow,1,", "Rust Sparrow,0,"))
    ui = browse(PHONE).open()
    ui.tap("Cards")
    ui.shot("cards-games-phone")
    ui.tap("Anime Saga")
    ui.sees("Practice set")
    ui.shot("cards-packs-phone")
    choose_file(ui, "Import a file of cards", file)
    ui.sees("In Our own box.csv there are")
    ui.shot("cards-faults-phone")
    assert not (server.data / "packs").exists()

    file.write_text(table)
    choose_file(ui, "Choose the mended file", file)
    ui.sees("All: 147")
    ui.shot("cards-own-pack-phone")
    ui.type("Search the cards", "rust sparrow")
    ui.tap("Rust Sparrow")
    ui.type("Life", "six")
    ui.tap("Keep this card")
    ui.sees("This card cannot be kept yet:")
    ui.shot("cards-form-faults-phone")
    ui.type("Life", "6")
    ui.shot("cards-form-phone")
    ui.tap("Back")
    ui.sees("Leave without keeping it?")
    ui.tap("Cancel")
    ui.tap("Keep this card")
    ui.sees("Kept: Rust Sparrow")
    stored = (server.data / "packs" / "anime-saga" / "our-own-box" / "cards.csv").read_text()
    assert "enemy,rust-sparrow" in stored

    ui.tap("Printed values")
    ui.type("Combat bonus", "1 2 4 7")
    ui.tap("Back")
    ui.tap("Leave")
    ui.find("Add a card")

    ui.open("/new")
    for n, name in enumerate(("Ana", "Bo"), 1):
        ui.type(f"Player {n}", name)
    ui.tap("Our own box")
    ui.tap("Practice set (invented)")
    ui.shot("cards-new-table-phone")
    ui.tap("Start the table")
    ui.sees("What Ana may do now")
    cards = opening(server)["cards"]
    assert isinstance(cards, dict)
    assert [pack["name"] for pack in cards["packs"]] == ["Our own box"]
    assert next(card["life"] for card in cards["cards"]["enemy"] if card["id"] == "rust-sparrow") == 6


@pytest.mark.parametrize(("size", "name"), [(PHONE, "phone"), (DESK, "desk")])
def test_a_long_name_fits_and_a_box_started_here_goes_out_as_a_file(
    size: tuple[int, int], name: str, browse: Browse, tmp_path: Path
) -> None:
    ui = browse(size).open("/cards/anime-saga")
    ui.find("Start this box")
    ui.type("Name of your box", LONG)
    ui.tap("Start this box")
    ui.sees("All: 147")
    ui.shot(f"cards-long-name-{name}")
    with ui.tab.expect_download() as download:
        ui.tap("More")
        ui.tap("Save as CSV")
    saved = tmp_path / "saved.csv"
    download.value.save_as(saved)
    assert saved.read_text(encoding="utf-8") == to_file(catalog.load_pack("anime-saga", "practice"), ".csv")
    ui.tap("Printed values")
    ui.find("Combat bonus")
    ui.shot(f"cards-values-{name}")
    ui.tap("Back")
    ui.tap("Add a card")
    ui.tap("Skill")
    ui.shot(f"cards-form-{name}")
    ui.open("/cards/anime-saga")
    ui.sees(LONG)
    ui.shot(f"cards-packs-{name}")
    ui.tap(LONG)
    ui.tap("More")
    ui.tap("Delete the pack")
    ui.sees("Its cards are gone from this device")
    ui.tap("Delete")
    ui.find("None yet. Start one here, or take one from a file.")
    ui.tap("Practice set")
    ui.sees("All: 147")
