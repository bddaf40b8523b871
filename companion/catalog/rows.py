"""Cards of all kinds of a game: from plain JSON values to the room's typed cards, and the checks that span them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.catalog.cells import Schema, has_control, nullable
from companion.catalog.codes import CODE, code_for
from companion.rules import codec, games
from companion.rules.fields import Fault

Card = Any
"""A card of some room: a NamedTuple that starts with id, code, name and copies."""

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
MAX_NAME = 80
MAX_COPIES = 99


class Row(NamedTuple):
    """One card as it came in: where it stands there, its kind, and its values by field."""

    at: str
    kind: str
    values: Mapping[str, Any]


def schemas(game: str) -> dict[str, Mapping[str, Schema]]:
    """The JSON Schema of each field, by kind of card."""
    return {kind: codec.schema(type_)["properties"] for kind, type_ in games[game].card_kinds.items()}


def kind_of(game: str, card: Card) -> str:
    """The kind of a card."""
    return next(kind for kind, type_ in games[game].card_kinds.items() if type(card) is type_)


def to_row(game: str, card: Card) -> dict[str, Any]:
    """A card as plain JSON values, its kind first."""
    return {"kind": kind_of(game, card), **codec.encode(card)}


def typed(game: str, rows: Sequence[Row]) -> tuple[list[Card], list[Fault]]:
    """The cards of `rows`, or every fault; a fault's path starts with the row's `at`.

    A card without a code gets one made from its id.
    """
    kinds = games[game].card_kinds
    fields = schemas(game)
    faults: list[Fault] = []
    places: dict[str, str] = {}
    codes: dict[str, str] = {}
    known = [row for row in rows if row.kind in kinds]
    faults += [
        Fault(f"{row.at}.kind", f"{row.kind[:40]!r}; expected one of: {', '.join(kinds)}")
        for row in rows
        if row.kind not in kinds
    ]
    # Names first: a made code must not take one that a later row gives.
    for row in known:
        faults += _faults_of_names(row, places, codes)
    told = {fault.path for fault in faults}
    cards = []
    unknown = {
        kind: [name for name, part in fields[kind].items() if nullable(part) and name not in type_._field_defaults]
        for kind, type_ in kinds.items()
    }
    for row in known:
        values = dict.fromkeys(unknown[row.kind]) | dict(row.values)
        if not values.get("code"):
            code = code_for(str(row.values.get("id")), codes)
            values["code"] = code
            codes[code] = row.at
        card, found = codec.decode(kinds[row.kind], values)
        placed = (fault._replace(path=f"{row.at}.{fault.path}") for fault in found)
        faults += [fault for fault in placed if fault.path not in told]
        cards.append(card)
    return ([] if faults else cards), faults


def _faults_of_names(row: Row, places: dict[str, str], codes: dict[str, str]) -> list[Fault]:
    """What is wrong with a row's id, name, code and copies; ids and codes are entered in the two indexes."""
    faults = []
    id_, name, code, copies = (row.values.get(field) for field in ("id", "name", "code", "copies"))
    if not isinstance(id_, str) or not _ID.fullmatch(id_):
        expected = "expected small letters a-z, digits and hyphens, at most 60"
        faults.append(Fault(f"{row.at}.id", f"{str(id_ or '')[:40]!r}; {expected}"))
    elif places.setdefault(id_, row.at) != row.at:
        faults.append(Fault(f"{row.at}.id", f"{id_!r} is already the card of {places[id_]}; expected an id of its own"))
    if not isinstance(name, str) or not name.strip() or len(name) > MAX_NAME:
        faults.append(Fault(f"{row.at}.name", f"expected a name of 1 to {MAX_NAME} characters"))
    if code:
        if not isinstance(code, str) or not CODE.fullmatch(code):
            faults.append(Fault(f"{row.at}.code", f"{str(code)[:40]!r}; expected four of 0-9 and A-Z, or nothing"))
        elif codes.setdefault(code, row.at) != row.at:
            taken = f"{code} is already the code of {codes[code]}; expected a code of its own, or nothing"
            faults.append(Fault(f"{row.at}.code", taken))
    if type(copies) is int and not 1 <= copies <= MAX_COPIES:
        faults.append(Fault(f"{row.at}.copies", f"{copies}; expected a whole number from 1 to {MAX_COPIES}"))
    for field, value in row.values.items():
        if isinstance(value, str) and has_control(value):
            faults.append(Fault(f"{row.at}.{field}", "has a control character; expected plain text"))
    return faults
