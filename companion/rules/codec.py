"""Immutable values to JSON and back.

Positions and cards are NamedTuples of plain values. Their annotations are read once and give an encoder, a decoder
that reports every fault with its path, and the JSON Schema. Three things are ours alone:

- `Keyed[T]`: a tuple of NamedTuples that is an object in JSON, keyed by their first field ("players": {"Ana": {...}});
- a class with `parse(text)` and `__str__` is a text in JSON (an effect in the small vocabulary of its game);
- a class with `from_short(value)` and `short_schemas()` also accepts a shorter form (a zone as a number or a list).
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.rules.fields import MAX_INT, MAX_ITEMS, MAX_TEXT, Fault

T = TypeVar("T")


class ByFirstField(NamedTuple):
    """Marks a tuple of records whose JSON is an object keyed by each record's first field."""


Keyed = Annotated[tuple[T, ...], ByFirstField()]
"""A tuple of records that is a JSON object keyed by the first field of each."""


class Skip(NamedTuple):
    """Marks a field that does not travel in JSON; the decoder takes it from its `given` values."""


Decoder = Callable[[Any, str, list[Fault], Mapping[str, Any]], Any]


class Plan(NamedTuple):
    """How one type goes to JSON and back; `expected` is the end of an error sentence."""

    encode: Callable[[Any], Any]
    decode: Decoder
    schema: dict[str, Any]
    expected: str


def encode(value: Any) -> Any:
    """The JSON value of a NamedTuple."""
    return plan_of(type(value)).encode(value)


def decode(
    type_: type[T], value: Any, path: str = "", given: Mapping[str, Any] | None = None
) -> tuple[T | None, list[Fault]]:
    """The typed value of some JSON, or None with every fault found.

    `given` holds the fields marked `Skip`, by name.
    """
    faults: list[Fault] = []
    result = plan_of(type_).decode(value, path, faults, given or {})
    return (None if faults else result), faults


def schema(type_: Any) -> dict[str, Any]:
    """The JSON Schema of a type."""
    return plan_of(type_).schema


_PLANS: dict[Any, Plan] = {}


def plan_of(type_: Any) -> Plan:
    """The plan of a type, made once."""
    made = _PLANS.get(type_)
    if made is None:
        made = _PLANS[type_] = _plan(type_)
    return made


def _plan(type_: Any) -> Plan:
    origin = get_origin(type_)
    if origin is Annotated:
        inner, mark, *_rest = get_args(type_)
        if isinstance(mark, ByFirstField):
            return _keyed(get_args(inner)[0])
        return plan_of(inner)
    if origin in (Union, types.UnionType):
        return _optional(type_)
    if origin is Literal:
        return _one_of(get_args(type_))
    if origin is tuple:
        args = get_args(type_)
        return _sequence(args[0]) if args[-1] is Ellipsis else _row(args)
    if type_ in _PLAIN:
        return _PLAIN[type_]
    if hasattr(type_, "parse"):
        return _spoken(type_)
    if hasattr(type_, "_fields"):
        return _record(type_)
    raise TypeError(f"no JSON plan for {type_!r}")


def _same(value: Any) -> Any:
    return value


def _fault(value: Any, path: str, faults: list[Fault], expected: str) -> None:
    shown = repr(value)
    faults.append(Fault(path or "(top)", f"{shown if len(shown) <= 40 else shown[:37] + '...'}; expected {expected}"))


def _plain(type_: type, expected: str, schema_: dict[str, Any], fits: Callable[[Any], bool]) -> Plan:
    def read(value: Any, path: str, faults: list[Fault], given: Mapping[str, Any]) -> Any:
        if type(value) is type_ and fits(value):
            return value
        _fault(value, path, faults, expected)
        return None

    return Plan(_same, read, schema_, expected)


_PLAIN: dict[Any, Plan] = {
    int: _plain(
        int, "a whole number", {"type": "integer", "minimum": -MAX_INT, "maximum": MAX_INT}, lambda v: abs(v) <= MAX_INT
    ),
    bool: _plain(bool, "true or false", {"type": "boolean"}, lambda v: True),
    str: _plain(str, "a text", {"type": "string", "maxLength": MAX_TEXT}, lambda v: len(v) <= MAX_TEXT),
}


def _one_of(options: tuple[Any, ...]) -> Plan:
    expected = f"one of: {', '.join(map(str, options))}"

    def read(value: Any, path: str, faults: list[Fault], given: Mapping[str, Any]) -> Any:
        if any(value == option and type(value) is type(option) for option in options):
            return value
        _fault(value, path, faults, expected)
        return None

    return Plan(_same, read, {"enum": list(options)}, expected)


def _optional(type_: Any) -> Plan:
    parts = [part for part in get_args(type_) if part is not type(None)]
    if len(parts) != 1:
        raise TypeError(f"only `X | None` has a JSON plan, not {type_!r}")
    inner = plan_of(parts[0])

    def read(value: Any, path: str, faults: list[Fault], given: Mapping[str, Any]) -> Any:
        return None if value is None else inner.decode(value, path, faults, given)

    expected = f"{inner.expected}, or null for unknown"
    return Plan(
        lambda v: None if v is None else inner.encode(v), read, {"anyOf": [inner.schema, {"type": "null"}]}, expected
    )


def _sequence(item: Any) -> Plan:
    inner = plan_of(item)
    expected = f"a list, each of it {inner.expected}"

    def read(value: Any, path: str, faults: list[Fault], given: Mapping[str, Any]) -> Any:
        if not isinstance(value, list | tuple) or len(value) > MAX_ITEMS:
            return _fault(value, path, faults, expected)
        return tuple(inner.decode(part, f"{path}[{index}]", faults, given) for index, part in enumerate(value))

    return Plan(
        lambda v: [inner.encode(part) for part in v],
        read,
        {"type": "array", "items": inner.schema, "maxItems": MAX_ITEMS},
        expected,
    )


def _row(items: tuple[Any, ...]) -> Plan:
    inners = [plan_of(item) for item in items]
    expected = f"a list of {len(inners)}: " + ", ".join(inner.expected for inner in inners)

    def read(value: Any, path: str, faults: list[Fault], given: Mapping[str, Any]) -> Any:
        if not isinstance(value, list | tuple) or len(value) != len(inners):
            return _fault(value, path, faults, expected)
        return tuple(
            inner.decode(part, f"{path}[{index}]", faults, given)
            for index, (inner, part) in enumerate(zip(inners, value, strict=True))
        )

    size = len(inners)
    schema_ = {"type": "array", "prefixItems": [inner.schema for inner in inners], "minItems": size, "maxItems": size}
    return Plan(lambda v: [inner.encode(part) for inner, part in zip(inners, v, strict=True)], read, schema_, expected)


def _spoken(type_: Any) -> Plan:
    expected: str = type_.EXPECTED

    def read(value: Any, path: str, faults: list[Fault], given: Mapping[str, Any]) -> Any:
        if type(value) is str and len(value) <= MAX_TEXT:
            try:
                return type_.parse(value)
            except ValueError as error:
                faults.append(Fault(path, f"{error}; expected {expected}"))
                return None
        return _fault(value, path, faults, expected)

    return Plan(str, read, {"type": "string", "maxLength": MAX_TEXT, "description": expected}, expected)


class _Part(NamedTuple):
    name: str
    plan: Plan
    optional: bool


def _parts(type_: Any) -> tuple[list[_Part], list[str]]:
    hints = get_type_hints(type_, include_extras=True)
    parts, skipped = [], []
    for name in type_._fields:
        hint = hints[name]
        if get_origin(hint) is Annotated and any(isinstance(mark, Skip) for mark in get_args(hint)[1:]):
            skipped.append(name)
        else:
            parts.append(_Part(name.rstrip("_"), plan_of(hint), name in type_._field_defaults))
    return parts, skipped


def _record(type_: Any) -> Plan:
    parts, skipped = _parts(type_)
    positions = [type_._fields.index(part.name if part.name in type_._fields else part.name + "_") for part in parts]
    from_short = getattr(type_, "from_short", None)
    names = ", ".join(part.name for part in parts)
    expected = f"an object with {names}"

    def write(value: Any) -> dict[str, Any]:
        return {part.name: part.plan.encode(value[at]) for part, at in zip(parts, positions, strict=True)}

    def read(value: Any, path: str, faults: list[Fault], given: Mapping[str, Any]) -> Any:
        if from_short is not None and not isinstance(value, Mapping):
            result = from_short(value)
            return result if result is not None else _fault(value, path, faults, expected)
        if not isinstance(value, Mapping):
            return _fault(value, path, faults, expected)
        dot = path + "." if path else ""
        values: dict[str, Any] = {name: given[name] for name in skipped}
        for part, at in zip(parts, positions, strict=True):
            if part.name in value:
                values[type_._fields[at]] = part.plan.decode(value[part.name], dot + part.name, faults, given)
            elif not part.optional:
                faults.append(Fault(dot + part.name, f"missing; expected {part.plan.expected}"))
        allowed = {part.name for part in parts}
        faults += [
            Fault(dot + str(name)[:60], f"no such field; expected {names}") for name in value if name not in allowed
        ]
        return None if faults else type_(**values)

    schema_: dict[str, Any] = {
        "type": "object",
        "properties": {part.name: part.plan.schema for part in parts},
        "required": [part.name for part in parts if not part.optional],
        "additionalProperties": False,
    }
    if type_.__doc__ and not type_.__doc__.startswith(f"{type_.__name__}("):
        schema_["description"] = type_.__doc__.split("\n\n")[0].replace("\n    ", " ")
    if from_short is not None:
        schema_ = {"anyOf": [schema_, *type_.short_schemas()]}
    return Plan(write, read, schema_, expected)


def _keyed(item: Any) -> Plan:
    parts, _skipped = _parts(item)
    key = parts[0].name
    inner = plan_of(item)
    expected = f"an object whose keys are each {key}"

    def write(value: Any) -> dict[str, Any]:
        written = {}
        for record in value:
            fields = inner.encode(record)
            written[fields.pop(key)] = fields
        return written

    def read(value: Any, path: str, faults: list[Fault], given: Mapping[str, Any]) -> Any:
        if not isinstance(value, Mapping) or len(value) > MAX_ITEMS:
            return _fault(value, path, faults, expected)
        rows = []
        for name, fields in value.items():
            at = f"{path}.{name}" if path else str(name)
            if isinstance(fields, Mapping):
                rows.append(inner.decode({key: name, **fields}, at, faults, given))
            else:
                _fault(fields, at, faults, inner.expected)
        return tuple(rows)

    body = {**inner.schema, "properties": {k: v for k, v in inner.schema["properties"].items() if k != key}}
    body["required"] = [name for name in inner.schema["required"] if name != key]
    return Plan(write, read, {"type": "object", "additionalProperties": body, "maxProperties": MAX_ITEMS}, expected)


def merge(start: Any, given: Any) -> Any:
    """`given` laid over `start`: objects merge by key, everything else (lists too) replaces."""
    if isinstance(start, Mapping) and isinstance(given, Mapping):
        merged = dict(start)
        for key, value in given.items():
            merged[key] = merge(start[key], value) if key in start else value
        return merged
    return given
