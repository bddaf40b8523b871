"""A cell of a table and the value it stands for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.catalog.cells import clean, from_json, has_control, made_safe, read_back, to_json

NUMBER = {"type": "integer"}
WORDS = {"type": "array", "items": {"enum": ["fame", "heal"]}}
SPOKEN = {"type": "array", "items": {"type": "string", "description": "effects"}}
UNKNOWN = {"anyOf": [NUMBER, {"type": "null"}]}
NEEDS = {"type": "object", "properties": {"strength": NUMBER, "agility": NUMBER}}


@pytest.mark.parametrize(
    ("cell", "schema", "value"),
    [
        ("3", NUMBER, 3),
        ("-3", NUMBER, -3),
        ("3.5", NUMBER, "3.5"),
        ("٣", NUMBER, "٣"),
        ("12345678", NUMBER, "12345678"),
        ("Yes", {"type": "boolean"}, True),
        ("maybe", {"type": "boolean"}, "maybe"),
        ("fame heal", WORDS, ["fame", "heal"]),
        ("fame; heal", WORDS, ["fame", "heal"]),
        ("", WORDS, []),
        ("life -2; discard half;", SPOKEN, ["life -2", "discard half"]),
        ("", UNKNOWN, None),
        ("?", UNKNOWN, None),
        ("4", UNKNOWN, 4),
        ("strength 3; agility 5", NEEDS, {"strength": 3, "agility": 5}),
        ("strength 3; strength 5", NEEDS, "strength 3; strength 5"),
        ("strength", NEEDS, "strength"),
        ("1 3", {"type": "array", "prefixItems": [NUMBER, NUMBER]}, [1, 3]),
        ("2", {"enum": [1, 2]}, 2),
    ],
)
def test_a_cell_reads_as_its_field_says(cell: str, schema: dict, value: object) -> None:
    assert to_json(cell, schema) == value


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        (3, NUMBER),
        (None, UNKNOWN),
        (7, UNKNOWN),
        (True, {"type": "boolean"}),
        (["fame", "heal"], WORDS),
        (["life -2", "told: look"], SPOKEN),
        ({"strength": 3, "agility": 5}, NEEDS),
    ],
)
def test_what_is_written_reads_back(value: object, schema: dict) -> None:
    assert to_json(from_json(value, schema), schema) == value


@given(st.text())
def test_the_guard_against_formulas_is_undone_exactly(text: str) -> None:
    cell = made_safe(text)
    assert read_back(cell) == text
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))


@pytest.mark.parametrize("text", ["=1+1", "+1", "-life", "@sum", "'=1", "\tx", "''-"])
def test_formulas_are_guarded(text: str) -> None:
    assert made_safe(text) == "'" + text


def test_an_apostrophe_of_a_name_stays() -> None:
    assert made_safe("'Tis") == "'Tis"
    assert read_back("'Tis") == "'Tis"


def test_accents_are_composed() -> None:
    assert clean("  Cafe\u0301 ") == "Caf\u00e9"


@pytest.mark.parametrize("text", ["a\x00b", "a\nb", "\u202eevil", "\ud800", "\x1b[31m"])
def test_characters_no_card_shows_are_found(text: str) -> None:
    assert has_control(text)


@pytest.mark.parametrize("text", ["", "Ana", "Ünïcødé\u00a0x", "日本", "😀", "a‍b"])
def test_plain_text_has_none(text: str) -> None:
    assert not has_control(text)
