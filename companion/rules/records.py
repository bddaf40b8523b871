"""Changing immutable records: a move makes half a dozen new ones, so this is worth a few lines."""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T", bound=tuple[Any, ...])

_PLACES: dict[type, dict[str, int]] = {}


def but(record: T, /, **changes: Any) -> T:
    """The NamedTuple with some of its fields changed: `_replace` at half its price (KeyError: no such field)."""
    type_ = type(record)
    try:
        places = _PLACES[type_]
    except KeyError:
        places = _PLACES[type_] = {name: at for at, name in enumerate(type_._fields)}  # type: ignore[attr-defined]
    values = list(record)
    for name, value in changes.items():
        values[places[name]] = value
    return tuple.__new__(type_, values)
