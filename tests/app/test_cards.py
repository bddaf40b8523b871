"""The Cards screens: packs, one's own box by form and by file, and playing with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import flet as ft
import pytest

from companion import catalog
from companion.app.games.values import anything, numbers, pairs, printed
from companion.app.main import main
from companion.catalog import Header, Pack, editing
from companion.catalog.shelf import to_file

from .boxes import GAME, at, field, fill, move_in, own_box, picked, scene
from .driver import Driver

HERO = {"Name": "Nina", "Attack": "2", "Defence": "3", "Max life": "8", "Skill points": "4"}


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    move_in(monkeypatch, tmp_path)
    return tmp_path


def test_home_leads_to_the_cards_of_a_game_and_says_which_are_invented() -> None:
    async def play() -> None:
        app = await Driver(route="/").start(main)
        await app.tap("Cards")
        await app.tap("Anime Saga")
        await app.until(lambda: "Practice set" in app.texts())
        assert "Comes with the app · invented for practice" in app.texts()
        await app.tap("Practice set")
        await app.until(lambda: "All: 147" in app.texts())
        assert "Invented for practice: these are not the printed values." in app.texts()
        assert "Add a card" not in app.texts()  # nobody changes what comes with the app
        assert not app.crashes

    scene(play)


def test_cards_are_listed_by_kind_page_by_page_and_found_by_words() -> None:
    async def play() -> None:
        app = await at(f"/cards/{GAME}/practice", "1 to 30 of 147")
        await app.tap("Further cards")
        assert "31 to 60 of 147" in app.texts()
        await app.tap("Enemy: 16")
        assert "Rust Sparrow" in app.texts()
        assert not any("to 30 of" in text for text in app.texts())  # one page has none to turn
        await fill(app, "Search the cards", "rust spar")
        assert len([tile for tile in app.all(ft.ListTile) if tile.title]) == 1
        await app.tap("Rust Sparrow")
        assert {"Life: 5", "Id in files: rust-sparrow"} <= set(app.texts())
        await fill(app, "Search the cards", "nothing like it")
        assert "No card of this pack has these words." in app.texts()
        assert not app.crashes

    scene(play)


def test_a_copy_of_the_practice_set_is_the_start_of_ones_own_box() -> None:
    async def play() -> None:
        app = await at(f"/cards/{GAME}", "Start this box")
        await fill(app, "Name of your box", "   ")
        await app.tap("Start this box")
        await app.until(lambda: field(app, "Name of your box").error is not None)
        await fill(app, "Name of your box", "Our box")
        await app.tap("Start this box")
        await app.until(lambda: "Add a card" in app.texts())
        kept = catalog.load_pack(GAME, "our-box")
        assert kept.cards == catalog.load_pack(GAME, "practice").cards
        assert kept.invented
        assert not app.crashes

    scene(play)


def test_a_card_is_added_by_a_form_that_tells_all_faults_by_their_fields() -> None:
    async def play() -> None:
        own_box(cards=())
        app = await at(f"/cards/{GAME}/my-box", "There is no card in this pack yet.")
        await app.tap("Add a card")
        await app.tap("Character")
        await fill(app, "Attack", "two")
        await app.tap("Keep this card")
        await app.until(lambda: "This card cannot be kept yet:" in app.texts())
        assert field(app, "Attack").error == "'two'; expected a whole number"
        assert field(app, "Name").error
        assert "Attack: 'two'; expected a whole number" in app.texts()
        assert catalog.load_pack(GAME, "my-box").cards == ()
        for label, text in HERO.items():
            await fill(app, label, text)
        assert field(app, "Attack").error is None
        await app.tap("Keep this card")
        await app.until(lambda: "Nina" in app.texts() and "Add a card" in app.texts())
        (card,) = catalog.load_pack(GAME, "my-box").cards
        assert (card.id, card.name, card.attack, card.copies) == ("nina", "Nina", 2, 1)
        assert not app.crashes

    scene(play)


def test_fields_of_a_few_answers_are_taps_and_a_skill_picks_its_character_by_name() -> None:
    async def play() -> None:
        own_box()
        app = await at(f"/cards/{GAME}/my-box", "All: 147")
        await app.tap("Add a card")
        await app.tap("Skill")
        await fill(app, "Name", "A new trick")
        await fill(app, "Cost", "1")
        await app.tap("Character: not chosen")
        await app.tap("Tavi of the Kites")
        await app.tap("Keep this card")
        await app.until(lambda: "All: 148" in app.texts())
        card = catalog.load_pack(GAME, "my-box").card("a-new-trick")
        assert card is not None
        assert card.character == "tavi-of-the-kites"
        await app.tap("Add a card")
        await app.tap("Action")
        await fill(app, "Name", "A new action")
        await app.tap("Heal")
        await app.tap("Power")
        await fill(app, "Marks", "1")
        await app.tap("Keep this card")
        await app.until(lambda: "All: 149" in app.texts())
        card = catalog.load_pack(GAME, "my-box").card("a-new-action")
        assert card is not None
        assert (card.type, card.attribute, card.marks) == ("heal", "power", (1,))
        assert not app.crashes

    scene(play)


def test_a_form_is_left_with_a_question_where_something_would_be_lost() -> None:
    async def play() -> None:
        own_box()
        app = await at(f"/cards/{GAME}/my-box", "All: 147")
        await app.tap("Printed values")
        await app.tap("Back")
        assert "All: 147" in app.texts()  # nothing was entered, nothing is asked
        await app.tap("Printed values")
        await fill(app, "Combat bonus", "1 2 4 7")
        await app.tap("Back")
        assert "Leave without keeping it?" in app.texts()
        await app.tap("Cancel")
        assert field(app, "Combat bonus").value == "1 2 4 7"
        await app.tap("Back")
        await app.tap("Leave")
        assert "All: 147" in app.texts()
        assert catalog.load_pack(GAME, "my-box").values["combat_bonus"] == [1, 2, 4, 6]
        assert not app.crashes

    scene(play)


def test_words_of_a_list_are_added_by_taps() -> None:
    async def play() -> None:
        own_box()
        app = await at(f"/cards/{GAME}/my-box", "All: 147")
        await fill(app, "Search the cards", "rust sparrow")
        await app.tap("Rust Sparrow")
        await fill(app, "Requirement", "")
        await app.tap("Add power")
        await app.tap("Add power")
        await app.tap("Keep this card")
        await app.until(lambda: "Kept: Rust Sparrow" in app.texts())
        card = catalog.load_pack(GAME, "my-box").card("rust-sparrow")
        assert card is not None
        assert card.requirement == ("power", "power")

    scene(play)


def test_a_card_is_removed_only_after_a_question_and_what_it_leaves_behind_is_told() -> None:
    async def play() -> None:
        own_box()
        app = await at(f"/cards/{GAME}/my-box", "All: 147")
        await fill(app, "Search the cards", "tavi-of-the-kites")
        await app.tap("Tavi of the Kites")
        await app.tap("Remove this card")
        assert "Remove Tavi of the Kites?" in app.texts()
        assert len(catalog.load_pack(GAME, "my-box").cards) == 147
        await app.tap("Remove")
        await app.until(lambda: "All: 146" in app.texts())
        assert "Tailwind, Character: 'tavi-of-the-kites'; expected the id of a character" in app.texts()
        assert not app.crashes

    scene(play)


def test_printed_values_are_kept_and_an_empty_one_is_unknown() -> None:
    async def play() -> None:
        own_box()
        app = await at(f"/cards/{GAME}/my-box", "Printed values")
        await app.tap("Printed values")
        assert field(app, "Combat bonus").value == "1 2 4 6"
        await fill(app, "Combat bonus", "1 2")
        await fill(app, "Bonuses below the Green track", "5 1; ten 2")
        await app.tap("Keep these values")
        await app.until(lambda: "This cannot be kept yet:" in app.texts())
        assert field(app, "Combat bonus").error
        assert field(app, "Bonuses below the Green track").error
        await fill(app, "Combat bonus", "")
        await fill(app, "Bonuses below the Green track", "5 1; 10 2")
        await app.tap("Keep these values")
        await app.until(lambda: "Kept the printed values" in app.texts())
        assert catalog.load_pack(GAME, "my-box").values == {"green_bonuses": [[5, 1], [10, 2]]}
        assert catalog.box(GAME, ["my-box"]).combat_bonus is None
        assert not app.crashes

    scene(play)


def test_the_name_changes_and_people_say_that_nothing_is_invented_any_more() -> None:
    async def play() -> None:
        own_box()
        app = await at(f"/cards/{GAME}/my-box", "Add a card")
        await app.tap("More")
        await app.tap("Name and note")
        await fill(app, "Name of the pack", "")
        await app.tap("Keep this")
        await app.until(lambda: field(app, "Name of the pack").error is not None)
        await fill(app, "Name of the pack", "Our printed box")
        await fill(app, "Note", "")
        await app.tap("All are as printed in our box")
        await app.tap("Keep this")
        await app.until(lambda: "Our printed box" in app.texts() and "Add a card" in app.texts())
        header = catalog.load_pack(GAME, "my-box").header
        assert (header.name, header.note, header.invented) == ("Our printed box", "", False)
        assert "Invented for practice: these are not the printed values." not in app.texts()

    scene(play)


def test_a_file_with_faults_lists_them_by_line_and_keeps_nothing(home: Path) -> None:
    text = "kind,id,name,copies,attack,defence,max_life,skill_points\ncharacter,nina,Nina,0,x,3,8,4\nhero,otto,Otto\n"

    async def play() -> None:
        app = await at(f"/cards/{GAME}", "Import a file of cards", pick_files=picked("box.csv", text.encode()))
        await app.tap("Import a file of cards")
        await app.until(lambda: "In box.csv there are 3 things to mend:" in app.texts())
        assert {"line 2, attack: 'x'; expected a whole number"} <= set(app.texts())
        assert any(said.startswith("line 3, kind: 'hero'; expected one of") for said in app.texts())
        assert not (home / "packs").exists()
        app.connection.replies["pick_files"] = []  # nothing chosen, nothing happens
        await app.tap("Choose the mended file")
        assert "In box.csv there are 3 things to mend:" in app.texts()
        await app.tap("Back")
        assert "Import a file of cards" in app.texts()
        assert not app.crashes

    scene(play)


@pytest.mark.parametrize("ending", [".csv", ".toml"])
def test_a_file_without_faults_becomes_a_pack(ending: str) -> None:
    practice = catalog.load_pack(GAME, "practice")

    async def play() -> None:
        chosen = picked(f"Our box{ending}", to_file(practice, ending).encode())
        app = await at(f"/cards/{GAME}", "Import a file of cards", pick_files=chosen)
        await app.tap("Import a file of cards")
        await app.until(lambda: "All: 147" in app.texts())
        (own,) = [pack for pack in catalog.packs(GAME) if pack.own]
        assert catalog.load_pack(GAME, own.id).cards == practice.cards
        assert not app.crashes

    scene(play)


def test_all_cards_are_replaced_by_a_file_after_a_question() -> None:
    bad, good = "kind,id\n", "kind,id,name,copies,attack,defence,max_life,skill_points\ncharacter,nina,Nina,1,2,3,8,4\n"

    async def play() -> None:
        before = own_box()
        app = await at(f"/cards/{GAME}/my-box", "All: 147", pick_files=picked("new.csv", bad.encode()))
        await app.tap("More")
        await app.tap("All cards from a file")
        await app.tap("Choose the file")
        await app.until(lambda: "In new.csv there is 1 thing to mend:" in app.texts())
        assert catalog.load_pack(GAME, "my-box") == before
        app.connection.replies["pick_files"] = picked("new.csv", good.encode())
        await app.tap("Choose the mended file")
        await app.until(lambda: "Nina" in app.texts() and "Add a card" in app.texts())
        assert catalog.load_pack(GAME, "my-box").header == before.header
        assert not app.crashes

    scene(play)


def test_a_pack_is_saved_as_a_file_that_comes_back_as_it_was() -> None:
    practice = catalog.load_pack(GAME, "practice")

    async def play() -> None:
        app = await at(f"/cards/{GAME}/practice", "Save as TOML")
        for name, ending in (("Save as CSV", ".csv"), ("Save as TOML", ".toml")):
            await app.tap(name)
            await app.until(lambda ending=ending: f"Saved: anime-saga-practice{ending}" in app.texts())
        calls = [m.body for m in app.connection.sent if m.action.name == "INVOKE_METHOD"]
        saved = {call.args["file_name"]: call.args["src_bytes"] for call in calls if call.name == "save_file"}
        assert len(saved) == 2
        for name, content in saved.items():
            assert editing.read_file(GAME, name, content, practice.header, practice.values) == practice

    scene(play)


def test_a_pack_is_deleted_only_after_a_question() -> None:
    async def play() -> None:
        own_box()
        app = await at(f"/cards/{GAME}/my-box", "Add a card")
        await app.tap("More")
        await app.tap("Delete the pack")
        await app.tap("Cancel")
        assert catalog.load_pack(GAME, "my-box")
        await app.tap("Delete the pack")
        await app.tap("Delete")
        await app.until(lambda: "None yet. Start one here, or take one from a file." in app.texts())
        assert [pack.id for pack in catalog.packs(GAME)] == ["practice"]
        assert not app.crashes

    scene(play)


def test_a_pack_with_a_broken_table_tells_every_fault_and_can_be_deleted(home: Path) -> None:
    async def play() -> None:
        own_box()
        table = home / "packs" / GAME / "my-box" / "cards.csv"
        good = table.read_text(encoding="utf-8")
        table.write_text(good.replace("discard half", "discard everything"), encoding="utf-8")
        app = await at(f"/cards/{GAME}/my-box", "This pack cannot be used until its files are mended:")
        assert any(text.startswith("line 118, effect:") for text in app.texts())
        table.write_text(good, encoding="utf-8")
        await app.tap("Try again")
        await app.until(lambda: "All: 147" in app.texts())
        table.write_text("kind\n", encoding="utf-8")
        app = await at(f"/cards/{GAME}/my-box", "Delete the pack")
        await app.tap("Delete the pack")
        await app.tap("Delete")
        await app.until(lambda: not table.exists())
        assert not app.crashes

    scene(play)


def test_a_pack_whose_files_are_broken_says_so_and_can_be_deleted(home: Path) -> None:
    async def play() -> None:
        folder = home / "packs" / GAME / "torn"
        folder.mkdir(parents=True)
        (folder / "pack.toml").write_text("id = ")
        app = await at(f"/cards/{GAME}", "torn cannot be used")
        assert any("not TOML" in text for text in app.texts())
        await app.tap("Delete torn")
        await app.tap("Delete")
        await app.until(lambda: "torn cannot be used" not in app.texts())
        assert not folder.exists()
        lost = await at(f"/cards/{GAME}/nowhere", "Try again")
        assert any("no pack of that name" in text for text in lost.texts())

    scene(play)


@pytest.mark.parametrize(
    ("read", "text", "expected"),
    [
        (numbers, "1 2, 4 6", [1, 2, 4, 6]),
        (numbers, "1 two", "1 two"),
        (pairs, "5 1; 10 2;", [[5, 1], [10, 2]]),
        (pairs, "5 x", "5 x"),
        (anything, '{"a": [1]}', {"a": [1]}),
        (anything, "[1", "[1"),
    ],
)
def test_a_printed_value_is_read_and_what_does_not_read_is_left_for_the_rules_to_refuse(
    read: Callable[[str], Any], text: str, expected: Any
) -> None:
    assert read(text) == expected


def test_every_shipped_value_is_written_as_it_is_read() -> None:
    for game in ("anime-saga", "saturday-wars", "challengers"):
        values = catalog.load_pack(game, catalog.default_packs(game)[0]).values
        for value in printed(game, values):
            if value.name in values:
                assert value.read(value.write(values[value.name])) == values[value.name]


def test_a_pack_without_a_header_of_its_own_starts_as_version_one() -> None:
    assert editing.copied(Pack(Header("x", GAME, "X", "7"), {}, ()), "Mine").header.version == "1"
