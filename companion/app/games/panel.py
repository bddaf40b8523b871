"""What a table screen asks of a game's panel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import flet as ft

from companion.app.deck import Deck
from companion.app.widgets.counters import number
from companion.table import Table

OnWhy = Callable[[str | None, str], Any]
"""Asks where a counter comes from: whose (None: the table's), and which."""


@dataclass(frozen=True)
class Panel:
    """How a game looks.

    `counters(totals of a player)` gives what a player's card shows: (name, title) pairs, the most important first.
    `tallies(…)` those that people count by hand at the level “scores only”. `board(table, totals, why, deck)` is
    what lies in the middle of the table.
    """

    counters: Callable[[Mapping[str, Any]], list[tuple[str, str]]]
    tallies: Callable[[Mapping[str, Any]], list[tuple[str, str]]]
    board: Callable[[Table, Mapping[str, Any], OnWhy, Deck], ft.Control]


def words(name: str) -> str:
    """A name of the rules as people read it."""
    return name.replace("_", " ").replace("-", " ").capitalize()


def _plain_counters(totals: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(name, words(name)) for name, value in totals.items() if value is None or type(value) is int]


def _plain_board(table: Table, totals: Mapping[str, Any], why: OnWhy, deck: Deck) -> ft.Control:
    numbers = [
        number(words(name), None, value, partial(why, None, name))
        for name, value in totals.items()
        if name != "players" and (value is None or type(value) is int)
    ]
    return ft.Row(wrap=True, controls=numbers)


plain = Panel(counters=_plain_counters, tallies=_plain_counters, board=_plain_board)
