"""What an action may carry: named fields with their kind and bounds.

One list of fields serves three ends: checking what came from outside (every fault at once, by field name),
the JSON Schema of a case file, and the form on the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

Kind = Literal[
    "player", "text", "int", "bool", "card", "cards", "choice", "choices", "record", "records", "players", "texts"
]

MAX_TEXT = 500
MAX_ITEMS = 400
MAX_INT = 1_000_000


class Field(NamedTuple):
    """One field of an action.

    `kind` says what it holds: a seat's name, a text, a whole number, a card id (or several), one (or several) of
    `options`, a record of the fields `of` (or several). `nullable` lets null stand for "unknown"; in a list of cards
    `unseen` lets null stand for each card that nobody has seen.
    """

    name: str
    kind: Kind
    required: bool = True
    low: int = 0
    high: int = MAX_INT
    options: tuple[str, ...] = ()
    of: tuple[Field, ...] = ()
    nullable: bool = False
    about: str = ""
    unseen: bool = False


class Fault(NamedTuple):
    """Something wrong at `path` of a value from outside, and what was expected there."""

    path: str
    expected: str

    def __str__(self) -> str:
        return f"{self.path}: {self.expected}"


def check(value: Mapping[str, Any], fields: Sequence[Field], known: Sequence[str] = (), at: str = "") -> list[Fault]:
    """Every fault of `value` against `fields`; names in `known` are accepted beside them."""
    faults: list[Fault] = []
    for field in fields:
        if field.name not in value:
            if field.required:
                faults.append(Fault(at + field.name, f"missing; expected {describe(field)}"))
            continue
        item = value[field.name]
        if item is None:
            if not field.nullable:
                faults.append(Fault(at + field.name, f"null; expected {describe(field)}"))
        elif not _test(field)(item):
            faults.extend(_faults_of(item, field, at + field.name))
    allowed = {field.name for field in fields} | set(known)
    return faults + [
        Fault(at + (str(name)[:60] or "(no name)"), "no such field here") for name in value if name not in allowed
    ]


def fitting(fields: Sequence[Field], known: Sequence[str] = ()) -> Callable[[Mapping[str, Any]], bool]:
    """A quick test, made once for these fields: whether `check` would find no fault in a record."""
    parts = [(field.name, field.required, field.nullable, _TESTS[field.kind](field)) for field in fields]

    def test(value: Mapping[str, Any]) -> bool:
        if type(value) is not dict and not isinstance(value, Mapping):
            return False
        met = 0
        for name, required, nullable, fits in parts:
            if name in value:
                met += 1
                item = value[name]
                if not (nullable if item is None else fits(item)):
                    return False
            elif required:
                return False
        return met == len(value) or met + sum([name in value for name in known]) == len(value)

    return test


def _test(field: Field) -> Callable[[Any], bool]:
    """A quick test of one value."""
    test = _TESTS[field.kind](field)
    return (lambda item: item is None or test(item)) if field.nullable else test


def _is_text(item: Any) -> bool:
    return type(item) is str and 0 < len(item) <= MAX_TEXT


def _is_list(field: Field) -> Callable[[Any], bool]:
    single = _test(_single(field))
    low, high = field.low, min(field.high, MAX_ITEMS)

    def test(item: Any) -> bool:
        return type(item) in (list, tuple) and low <= len(item) <= high and all(map(single, item))

    return test


def _single(field: Field) -> Field:
    """The field of one item of a list."""
    return field._replace(kind=_SINGLE[field.kind], low=0, high=MAX_INT, nullable=field.unseen)


def _faults_of(item: Any, field: Field, path: str) -> list[Fault]:
    kind = field.kind
    if kind == "record" and isinstance(item, Mapping):
        return check(item, field.of, at=path + ".")
    if kind in _SINGLE and isinstance(item, list | tuple):
        if not field.low <= len(item) <= min(field.high, MAX_ITEMS):
            return [Fault(path, f"{len(item)} items; expected {describe(field)}")]
        single, faults = _single(field), []
        for index, part in enumerate(item):
            if not _test(single)(part):
                faults += _faults_of(part, single, f"{path}[{index}]")
        return faults
    if kind == "int" and type(item) is int:
        return [Fault(path, f"{item}; expected {describe(field)}")]
    return [Fault(path, f"{_shown(item)}; expected {describe(field)}")]


_SINGLE: dict[Kind, Kind] = {
    "cards": "card",
    "choices": "choice",
    "records": "record",
    "players": "player",
    "texts": "text",
}


_TESTS: dict[Kind, Callable[[Field], Callable[[Any], bool]]] = {
    **dict.fromkeys(("player", "card", "text"), lambda field: _is_text),
    "int": lambda field: lambda item: type(item) is int and field.low <= item <= field.high,
    "bool": lambda field: lambda item: type(item) is bool,
    "choice": lambda field: lambda item: type(item) is str and item in field.options,
    "record": lambda field: fitting(field.of),
    **dict.fromkeys(_SINGLE, _is_list),
}


def _shown(item: Any) -> str:
    text = repr(item)
    return text if len(text) <= 40 else text[:37] + "..."


def describe(field: Field) -> str:
    """What the field holds, for the end of an error sentence."""
    if field.kind == "int":
        return (
            f"a whole number from {field.low} to {field.high}"
            if field.high < MAX_INT
            else f"a whole number, at least {field.low}"
        )
    if field.kind in ("choice", "choices"):
        several = "a list of " if field.kind == "choices" else ""
        return f"{several}one of: {', '.join(field.options)}"
    if field.kind in ("record", "records"):
        names = ", ".join(part.name for part in field.of)
        return f"{'a list of objects' if field.kind == 'records' else 'an object'} with {names}"
    return {
        "player": "a player's name",
        "text": f"a text of 1 to {MAX_TEXT} characters",
        "bool": "true or false",
        "card": "a card's id",
        "cards": "a list of card ids" + (", null for an unseen card" if field.unseen else ""),
        "players": "a list of players' names",
        "texts": "a list of texts",
    }[field.kind]


def schema(fields: Sequence[Field], fixed: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The JSON Schema of an object with these fields (`fixed`: further properties, all required)."""
    properties: dict[str, Any] = dict(fixed or {})
    for field in fields:
        part = _schema_of(field)
        if field.nullable:
            part = {"anyOf": [part, {"type": "null"}]}
        if field.about:
            part["description"] = field.about
        properties[field.name] = part
    required = [*(fixed or {}), *(field.name for field in fields if field.required)]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _schema_of(field: Field) -> dict[str, Any]:
    if field.kind == "int":
        return {"type": "integer", "minimum": field.low, "maximum": field.high}
    if field.kind == "bool":
        return {"type": "boolean"}
    if field.kind == "choice":
        return {"enum": list(field.options)}
    if field.kind == "record":
        return schema(field.of)
    if field.kind in _SINGLE:
        items = _schema_of(field._replace(kind=_SINGLE[field.kind], low=0, high=MAX_INT))
        if field.unseen:
            items = {"anyOf": [items, {"type": "null"}]}
        return {"type": "array", "items": items, "minItems": field.low, "maxItems": min(field.high, MAX_ITEMS)}
    return {"type": "string", "minLength": 1, "maxLength": MAX_TEXT}
