"""The practice box and its decks."""

from __future__ import annotations

import pytest

from companion import catalog
from companion.rules.saturday_wars.cards import Box

from .player import Decks, practice_decks


@pytest.fixture(scope="session")
def box() -> Box:
    made: Box = catalog.box("saturday-wars")
    return made


@pytest.fixture(scope="session")
def decks(box: Box) -> tuple[Decks, Decks]:
    """The two practice decks: Ember and Tide."""
    return practice_decks(box)
