"""The cards of Challengers! and the box they come in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

from companion.rules.challengers.effects import NONE, Effect
from companion.rules.fields import Fault

Level = Literal["S", "A", "B", "C", "R"]
"""Starter, low, medium, high, robot."""

PICKED_LEVELS = ("A", "B", "C")
CITY = "city"
ROBOT = "robot"
SLOTS = 6
"""Slots of a bench; each holds any number of cards of one name."""


class Card(NamedTuple):
    """A printed card: `power` is its base power, `copies` counts the whole box."""

    id: str
    code: str
    name: str
    copies: int
    set: str
    level: Level
    power: int
    effect: Effect = NONE
    confidence: str = ""
    """How sure the effect is. Empty: two sources agree; anything else is shown: "check against your card"."""


class Option(NamedTuple):
    """What a deck phase offers: `picks` cards from one `level`."""

    level: str
    picks: int


class Box(NamedTuple):
    """The cards on the table and the tables of the game, all by look-up.

    `starter`: ids of a starter deck. `phases[round - 1]`: what the deck phase offers. `plan[seats][round - 1]`: the
    pairs of seat numbers, park by park. `trophies[round - 1]`: the fans on that round's trophies.
    """

    cards: Mapping[str, Card]
    starter: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    phases: tuple[tuple[Option, ...], ...] = ()
    plan: Mapping[int, tuple[tuple[tuple[int, int], ...], ...]] = {}
    trophies: tuple[tuple[int, ...], ...] = ()
    by_level: Mapping[str, tuple[Card, ...]] = {}

    @property
    def rounds(self) -> int:
        return len(self.trophies)

    def name(self, id_: str) -> str:
        """The name of a card; its id where it is not in the box (a robot's card)."""
        card = self.cards.get(id_)
        return id_ if card is None else card.name


KINDS: Mapping[str, Any] = {"card": Card}


def read_box(cards: Sequence[Any], values: Mapping[str, Any]) -> tuple[Box, list[Fault]]:
    """The box of these cards and pack values, and what is wrong with them together."""
    faults = _faults_of_cards(cards)
    by_id: dict[str, Card] = {card.id: card for card in cards}
    starter = tuple(_texts(values, "starter", faults))
    faults += [Fault(f"values.starter: {id_}", "no such card") for id_ in starter if id_ not in by_id]
    phases = tuple(
        tuple(option for option in map(_option, _list(row)) if option) for row in _rows(values, "deck_phase", faults)
    )
    faults += [
        Fault(f"values.deck_phase[{at}]", 'expected options like "A2": a level and how many picks')
        for at, row in enumerate(phases)
        if not row or len(row) != len(_list(_rows(values, "deck_phase", [])[at]))
    ]
    trophies = tuple(tuple(_ints(row)) for row in _rows(values, "trophies", faults))
    faults += [
        Fault(f"values.trophies[{at}]", "expected numbers of fans") for at, row in enumerate(trophies) if not row
    ]
    if len(phases) != len(trophies):
        faults.append(Fault("values.deck_phase", f"{len(phases)} rounds; expected {len(trophies)}, as in trophies"))
    plan = _plan(values.get("plan", {}), len(trophies), faults)
    known = {"starter", "deck_phase", "trophies", "plan"}
    faults += [Fault(f"values.{name}", "no such value in this game") for name in values if name not in known]
    sets = tuple(dict.fromkeys(card.set for card in cards))
    by_level = {level: tuple(card for card in cards if card.level == level) for level in get_args(Level)}
    return Box(by_id, starter, sets, phases, plan, trophies, by_level), faults


def _faults_of_cards(cards: Sequence[Any]) -> list[Fault]:
    faults = []
    for field in ("id", "code"):
        counts = Counter(getattr(card, field) for card in cards)
        faults += [
            Fault(
                f"{card.id}.{field}",
                f"{getattr(card, field)!r} is on {counts[getattr(card, field)]} cards; expected one",
            )
            for card in cards
            if counts[getattr(card, field)] > 1
        ]
    for card in cards:
        if card.copies < 1:
            faults.append(Fault(f"{card.id}.copies", f"{card.copies}; expected at least 1"))
        if card.power < 0:
            faults.append(Fault(f"{card.id}.power", f"{card.power}; expected at least 0"))
    return faults


def _list(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()


def _rows(values: Mapping[str, Any], name: str, faults: list[Fault]) -> Sequence[Any]:
    rows = _list(values.get(name, ()))
    if name in values and not rows:
        faults.append(Fault(f"values.{name}", "expected a list, one item a round"))
    return rows


def _texts(values: Mapping[str, Any], name: str, faults: list[Fault]) -> list[str]:
    return [item for item in _rows(values, name, faults) if isinstance(item, str)]


def _ints(row: Any) -> list[int]:
    return [item for item in _list(row) if type(item) is int]


def _option(text: Any) -> Option | None:
    if isinstance(text, str) and len(text) == 2 and text[0] in PICKED_LEVELS and text[1].isdecimal():
        return Option(text[0], int(text[1]))
    return None


def _plan(value: Any, rounds: int, faults: list[Fault]) -> Mapping[int, tuple[tuple[tuple[int, int], ...], ...]]:
    plan: dict[int, tuple[tuple[tuple[int, int], ...], ...]] = {}
    for seats, rows in value.items() if isinstance(value, Mapping) else ():
        pairs = tuple(tuple(_pairs(row)) for row in _list(rows))
        count = int(seats) if str(seats).isdecimal() else 0
        everybody = list(range(1, count + 1))
        if len(pairs) != rounds or any(sorted(seat for pair in row for seat in pair) != everybody for row in pairs):
            expected = f'expected {rounds} rounds, each with every seat in one pair like "1-2 3-4"'
            faults.append(Fault(f"values.plan.{seats}", expected))
            continue
        plan[count] = pairs
    return plan


def _pairs(row: Any) -> list[tuple[int, int]]:
    found = []
    for part in row.split() if isinstance(row, str) else ():
        left, dash, right = part.partition("-")
        if dash and left.isdecimal() and right.isdecimal():
            found.append((int(left), int(right)))
    return found
