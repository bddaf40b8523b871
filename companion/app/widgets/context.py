"""What the inputs of a form may ask: the table, its cards, and what its game makes of some fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import flet as ft

from companion.app.deck import Deck
from companion.rules.engine import ActionSpec
from companion.rules.fields import Field
from companion.table import Table

Put = Callable[[Any], Any]
"""Takes the new value of a field: OUT leaves the field out, None says that it is unknown."""


class _Out:
    """The type of OUT."""


OUT = _Out()


class Slot(NamedTuple):
    """One field of a form: what the rules allow now (None: no narrower than the field), its value, and all values."""

    field: Field
    allowed: Any
    value: Any
    put: Put
    values: Mapping[str, Any]


class Context(NamedTuple):
    """What all inputs of a form share.

    `inputs` are the game's own, by the field's name; `kinds` the kinds of card that go into a field, by its name.
    `first` names, by action, the fields to ask at once, in this order; its other ones that may be left out stay folded
    until somebody wants to tell more or the rules need them.
    """

    table: Table
    deck: Deck
    inputs: Mapping[str, Callable[[Slot, Context], ft.Control]]
    kinds: Mapping[str, frozenset[str]]
    first: Mapping[str, tuple[str, ...]] = {}

    def hides(self, spec: ActionSpec) -> bool:
        """Whether the fields asked at once are for the eyes of one player."""
        return any(field in spec.secret for field in self.first.get(spec.do, spec.secret))
