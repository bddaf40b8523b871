"""A card's fields as the cells of a table and back.

The JSON Schema that the codec makes of a field says how its cell reads; whether the value fits is the codec's to say.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

# A spreadsheet takes a cell that begins like this for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"[+-]?[0-9]{1,7}")
_BOOLEANS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
# Marks that turn the reading direction can make a name look like another one.
_DIRECTION = {*"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"}

Schema = Mapping[str, Any]


def made_safe(text: str) -> str:
    """The text as a cell that no spreadsheet takes for a formula; `read_back` undoes it."""
    return f"'{text}" if text.lstrip("'").startswith(_FORMULA) else text


def read_back(cell: str) -> str:
    """The text of a cell that `made_safe` wrote."""
    return cell[1:] if cell.startswith("'") and cell.lstrip("'").startswith(_FORMULA) else cell


def clean(cell: str) -> str:
    """The cell without blanks around it, in composed form (é as one character)."""
    text = read_back(cell.strip())
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def has_control(text: str) -> bool:
    """Whether the text holds characters that no card shows: control characters, half surrogates, direction marks."""
    return not text.isprintable() and any(
        char in _DIRECTION or unicodedata.category(char) in ("Cc", "Cs") for char in text
    )


def nullable(schema: Schema) -> bool:
    """Whether null (unknown) is a value of the field."""
    return {"type": "null"} in schema.get("anyOf", ())


def to_json(cell: str, schema: Schema) -> Any:
    """The JSON value a cell stands for; a cell that does not read that way stays a text for the codec to refuse."""
    if nullable(schema):
        return None if cell in ("", "?") else to_json(cell, schema["anyOf"][0])
    if "enum" in schema:
        return next((option for option in schema["enum"] if str(option) == cell), cell)
    match schema.get("type"):
        case "integer":
            return int(cell) if _NUMBER.fullmatch(cell) else cell
        case "boolean":
            return _BOOLEANS.get(cell.casefold(), cell)
        case "array":
            return _array(cell, schema)
        case "object":
            return _object(cell, schema)
    return cell


def _array(cell: str, schema: Schema) -> list[Any]:
    items = schema.get("items")
    # Texts of a small vocabulary ("life -2") have blanks inside: only a semicolon parts them.
    spoken = items is not None and items.get("type") == "string" and "description" in items
    parts = [part.strip() for part in cell.split(";")] if spoken else re.split(r"[\s;,]+", cell.strip())
    parts = [part for part in parts if part]
    if items is not None:
        return [to_json(part, items) for part in parts]
    inner = schema["prefixItems"]
    return [to_json(part, inner[min(at, len(inner) - 1)]) for at, part in enumerate(parts)]


def _object(cell: str, schema: Schema) -> Any:
    """`strength 3; agility 5` as an object."""
    pairs = [part.split(maxsplit=1) for part in cell.split(";") if part.strip()]
    if not all(len(pair) == 2 for pair in pairs) or len({pair[0] for pair in pairs}) != len(pairs):
        return cell
    fields = schema.get("properties", {})
    return {name: to_json(value.strip(), fields.get(name, {})) for name, value in pairs}


def from_json(value: Any, schema: Schema) -> str:
    """The cell that stands for a JSON value (without the guard against formulas)."""
    if value is None:
        return ""
    if nullable(schema):
        schema = schema["anyOf"][0]
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ("; " if "description" in schema.get("items", {}) else " ").join(str(part) for part in value)
    if isinstance(value, Mapping):
        fields = schema.get("properties", {})
        return "; ".join(
            f"{name} {from_json(part, fields.get(name, {}))}" for name, part in value.items() if part is not None
        )
    return str(value)
