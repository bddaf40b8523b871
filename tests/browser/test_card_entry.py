"""The other ways to enter a card: a picture file, a typed code, a name; and what is said where there is no camera."""

from __future__ import annotations

from pathlib import Path

from scanners import encode, short_code
from scanners.payload import Payload
from scanners.symbol import png

from .conftest import PHONE, Browse, Server, Ui
from .seed import anime_saga


def at_contribution(server: Server, ui: Ui) -> Ui:
    ui.open(f"/table/{anime_saga(server.data)}")
    ui.tap("Contribute to the Challenge")
    ui.tap("Add a card")
    return ui


def choose_file(ui: Ui, path: Path) -> None:
    with ui.tab.expect_file_chooser() as chooser:
        ui.tap("Read a picture")
    chooser.value.set_files(path)


def test_a_picture_a_code_and_a_name_enter_cards_and_a_bad_file_says_what_is_wrong(
    server: Server, browse: Browse, tmp_path: Path
) -> None:
    ui = at_contribution(server, browse(PHONE))
    ui.type("Code or name of the card", short_code(Payload("AS", "ATS0")))
    ui.tap("Training, Strength")
    ui.sees("cards in hand")  # what the move comes to: the card is in it
    ui.type("Code or name of the card", "heal pow")
    ui.tap("Heal, Power")
    sticker = tmp_path / "sticker.png"
    sticker.write_bytes(png(encode(Payload("AS", "AFA0", 1))))
    choose_file(ui, sticker)
    ui.sees("Added: Fame, Agility")
    other = tmp_path / "other.png"
    other.write_bytes(png(encode(Payload("CH", "AFA0", 1))))
    choose_file(ui, other)
    ui.sees("is a card of another game")
    notes = tmp_path / "notes.txt"
    notes.write_text("no picture at all")
    choose_file(ui, notes)
    ui.sees("notes.txt")
    ui.tap("Done")
    ui.find("Record")


def test_without_a_camera_a_sentence_says_so_and_the_other_ways_stay(server: Server, browse: Browse) -> None:
    ui = at_contribution(server, browse(PHONE, camera=False))
    ui.sees("The camera does not answer.")
    ui.shot("no-camera-phone")
    ui.find("Try the camera again")
    ui.type("Code or name of the card", "training str")
    ui.tap("Training, Strength")
    ui.tap("Done")
    ui.find("Record")
