"""Looking up rules and rulings by words."""

from __future__ import annotations

import pytest

from companion import catalog
from companion.catalog.sections import folded

GAME = "anime-saga"


def first(words: str) -> str:
    return catalog.look_up(GAME, words)[0].id


@pytest.mark.parametrize(
    ("words", "id_"),
    [
        ("AS-5.9", "AS-5.9"),
        ("as14", "AS14"),
        ("empty pile", "AS22"),
        ("discarding for skills", "AS-6.6"),
        ("HEAL at zéro life", "AS-5.5"),
        ("Lord counter-attack", "AS55"),
        ("giving cards back", "AS-5.18"),
    ],
)
def test_the_best_comes_first(words: str, id_: str) -> None:
    assert first(words) == id_


def test_nothing_fits_and_everything_is_listed() -> None:
    assert catalog.look_up(GAME, "xylophone") == []
    everything = catalog.look_up(GAME, "  ")
    assert len(everything) == len(catalog.rulebook(GAME)) + len(catalog.ruling_book(GAME))


def test_what_fits_the_situation_comes_first() -> None:
    found = catalog.look_up(GAME, "fame", first=["AS-7.3"])
    assert found[0].id == "AS-7.3"
    assert len(found) == len(catalog.look_up(GAME, "fame"))


def test_endings_do_not_matter_but_short_words_are_whole() -> None:
    assert {found.id for found in catalog.look_up(GAME, "discarding")} == {
        found.id for found in catalog.look_up(GAME, "discards")
    }
    assert catalog.look_up(GAME, "a") != catalog.look_up(GAME, "attack")


def test_a_ruling_tells_its_choices_its_reason_and_its_sections() -> None:
    found = next(entry for entry in catalog.look_up(GAME, "AS1") if entry.id == "AS1")
    assert found.kind == "ruling"
    assert "AS-3.13" in found.where
    assert found.text.startswith(catalog.ruling_book(GAME)["AS1"].default.title)
    for choice in catalog.ruling_book(GAME)["AS1"].choice:
        assert choice.title in found.text


def test_words_are_folded() -> None:
    assert folded("Força, ÁGIL; Straße_x 2") == ["forca", "agil", "strasse", "x", "2"]
