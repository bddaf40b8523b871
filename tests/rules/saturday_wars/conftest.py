"""The practice box and its decks."""

from __future__ import annotations

import csv
from importlib.resources import files

import pytest

from companion import catalog
from companion.rules.saturday_wars.cards import Box

from .player import Decks


@pytest.fixture(scope="session")
def box() -> Box:
    made: Box = catalog.box("saturday-wars")
    return made


@pytest.fixture(scope="session")
def decks(box: Box) -> tuple[Decks, Decks]:
    """The two practice decks: Ember and Tide."""
    return _deck(box, "ember"), _deck(box, "tide")


def _deck(box: Box, name: str) -> Decks:
    file = files("data") / "saturday_wars" / "packs" / "practice" / "decks" / f"{name}.csv"
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    cards = [row["card"] for row in rows for _copy in range(int(row["count"]))]
    shonen = tuple(card for card in cards if box.shonen(card) is not None)
    return shonen, tuple(card for card in cards if box.chapter(card) is not None)
