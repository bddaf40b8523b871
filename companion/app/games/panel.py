"""What a table screen asks of a game's panel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import flet as ft

from companion.app.deck import Deck
from companion.app.games.decks import DeckCheck
from companion.app.widgets.context import Context, Slot
from companion.app.widgets.counters import number
from companion.app.widgets.fields import words
from companion.rules.common import ZoneSpec
from companion.table import Table
from companion.texts import _

OnWhy = Callable[[str | None, str], Any]
"""Asks where a counter comes from: whose (None: the table's), and which."""
Totals = Mapping[str, Any]


def all_numbers(totals: Totals) -> list[tuple[str, str]]:
    """Every number among these totals, with a title."""
    return [(name, words(name)) for name, value in totals.items() if value is None or type(value) is int]


def no_words(table: Table, player: str, deck: Deck) -> str:
    """Nothing to say of a player beside the numbers."""
    return ""


def plain_board(table: Table, totals: Totals, why: OnWhy, deck: Deck) -> ft.Control:
    """The table's own numbers side by side."""
    numbers = [
        number(title, None, totals[name], partial(why, None, name))
        for name, title in all_numbers({name: value for name, value in totals.items() if name != "turn"})
    ]
    return ft.Row(wrap=True, controls=numbers)


@dataclass(frozen=True)
class Panel:
    """How a game looks.

    `counters` picks what a player's card shows of that player's totals, the most important first, as (name, title).
    `about` says the rest of a player in a line. `board` is what lies in the middle of the table. `asks` names the
    counter whose reasons also explain another one. `rare` moves are listed last, `zones` are its places for cards.
    `inputs`, `kinds` and `first` are as in `Context`. `check_deck(list, box)` judges a deck that people brought, in a
    game where they bring one.
    """

    counters: Callable[[Totals], list[tuple[str, str]]] = all_numbers
    about: Callable[[Table, str, Deck], str] = no_words
    board: Callable[[Table, Totals, OnWhy, Deck], ft.Control] = plain_board
    asks: Mapping[str, str] = field(default_factory=dict)
    rare: frozenset[str] = frozenset()
    inputs: Mapping[str, Callable[[Slot, Context], ft.Control]] = field(default_factory=dict)
    kinds: Mapping[str, frozenset[str]] = field(default_factory=dict)
    first: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    zones: Sequence[ZoneSpec] = ()
    check_deck: Callable[[str, Any], DeckCheck] | None = None


def tallies(table: Table, *, own: bool) -> list[tuple[str, str]]:
    """The counters that people can count by hand, those of a player (`own`) or of the table, as (name, title)."""
    return [(c.name, _(c.title)[:1].upper() + _(c.title)[1:]) for c in table.game.counters.values() if c.own == own]
