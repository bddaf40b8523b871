"""What is printed on a game's boards and cards and has to be read off one's own box."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.app.widgets.fields import words
from companion.texts import _


class Printed(NamedTuple):
    """One value of a pack: how people write it (`read` gives back a text that does not read that way)."""

    name: str
    title: str
    about: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]


def numbers(text: str) -> Any:
    """`1 2 4 6` as a list of whole numbers."""
    parts = text.replace(",", " ").split()
    return [int(part) for part in parts] if all(part.isascii() and part.isdigit() for part in parts) else text


def pairs(text: str) -> Any:
    """`5 2; 10 3` as a list of lists."""
    read = [numbers(part) for part in text.split(";") if part.strip()]
    return read if all(isinstance(pair, list) for pair in read) else text


def _row(values: Any) -> str:
    return " ".join(map(str, values)) if isinstance(values, list) else str(values)


def _rows(values: Any) -> str:
    return "; ".join(map(_row, values)) if isinstance(values, list) else str(values)


def anything(text: str) -> Any:
    """A value as JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _anything_written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _anime_saga() -> list[Printed]:
    return [
        Printed(
            "combat_bonus",
            _("Combat bonus"),
            _("What 1, 2, 3 and 4 Combat cards of different attributes add, as your cards say: 1 2 4 6"),
            numbers,
            _row,
        ),
        Printed(
            "green_bonuses",
            _("Bonuses below the Green track"),
            _("From your own board: each space and its Fame Points, with semicolons between: 5 1; 10 2"),
            pairs,
            _rows,
        ),
    ]


GAMES: Mapping[str, Callable[[], list[Printed]]] = {"anime-saga": _anime_saga}


def printed(game: str, *values: Mapping[str, Any]) -> list[Printed]:
    """The values of a game: those known here, then any others that packs have, as JSON."""
    known = GAMES[game]() if game in GAMES else []
    names = dict.fromkeys(name for each in values for name in each)
    written = _("As in pack.toml, in JSON: lists in [ ], texts in quotes")
    others = [name for name in names if name not in [value.name for value in known]]
    return known + [Printed(name, _(words(name)), written, anything, _anything_written) for name in others]
