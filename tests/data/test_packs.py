"""Every shipped pack of every game."""

from __future__ import annotations

import json

import pytest

from companion import catalog
from companion.catalog.sheet import read_sheet, write_sheet
from companion.catalog.shelf import pack_from_toml, to_toml
from companion.rules import games
from tests.data.rooms import GAMES

PACKS = [(game, listed.id) for game in GAMES for listed in catalog.packs(game) if not listed.own]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_cards_to_begin_with(game: str) -> None:
    (pack, *_more) = catalog.default_packs(game)
    assert (game, pack) in PACKS
    assert catalog.box(game) is catalog.box(game)


@pytest.mark.parametrize(("game", "pack"), PACKS)
def test_a_pack_reads_without_a_fault_and_makes_a_box(game: str, pack: str) -> None:
    loaded = catalog.load_pack(game, pack)
    assert loaded.cards
    box, faults = games[game].read_box(loaded.cards, loaded.values)
    assert faults == []
    assert all(catalog.card_name(box, card.id) == card.name for card in loaded.cards)


@pytest.mark.parametrize(("game", "pack"), PACKS)
def test_every_card_has_a_code_of_its_own_in_the_file(game: str, pack: str) -> None:
    cards = catalog.load_pack(game, pack).cards
    assert len({card.code for card in cards}) == len(cards)
    assert all(catalog.find_code(game, card.code, [pack]) == card.id for card in cards)
    # A code that is made could change with the cards around it: printed stickers need it in the file.
    from companion.catalog.folders import pack_folder

    text = (pack_folder(game, pack) / "cards.csv").read_text(encoding="utf-8")
    assert all(f",{card.code}," in text for card in cards)


@pytest.mark.parametrize(("game", "pack"), PACKS)
def test_a_pack_survives_every_form_it_goes_out_in(game: str, pack: str) -> None:
    loaded = catalog.load_pack(game, pack)
    assert read_sheet(game, write_sheet(game, loaded.cards).encode()).cards == loaded.cards
    assert pack_from_toml(game, to_toml(loaded).encode()) == loaded
    document = json.loads(json.dumps(catalog.document(game, [pack])))
    assert catalog.box_from_document(game, document) == catalog.box(game, [pack])


@pytest.mark.parametrize(("game", "pack"), PACKS)
def test_an_invented_pack_says_so(game: str, pack: str) -> None:
    loaded = catalog.load_pack(game, pack)
    assert not loaded.invented or "nvented" in loaded.header.note
    assert catalog.document(game, [pack])["invented"] == loaded.invented


def test_no_code_of_a_game_stands_for_two_cards() -> None:
    for game in GAMES:
        ids: dict[str, str] = {}
        for _game, pack in (entry for entry in PACKS if entry[0] == game):
            for card in catalog.load_pack(game, pack).cards:
                assert ids.setdefault(card.code, card.id) == card.id
