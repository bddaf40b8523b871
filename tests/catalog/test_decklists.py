"""Deck lists in any mess: every line is read or its fault told."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import catalog
from companion.catalog.decklists import MAX_SUGGESTED, read_deck_list

CARDS = catalog.load_pack("saturday-wars", "practice").cards


@pytest.mark.parametrize(
    "line",
    [
        "3 Kiln Giant",
        "3x Kiln Giant",
        "3 x Kiln Giant",
        "3× kiln giant",
        "Kiln Giant x3",
        "Kiln Giant 3",
        "Kiln Giant, 3",
        "3,kiln-giant",
        "3;KILN-GIANT",
        "kiln-giant\t3",
        "three Kiln Giant",
        "Kiln  Giánt * 3",
        "3 SC05",
        '"3","Kiln Giant"',
    ],
)
def test_a_line_in_any_of_its_forms(line: str) -> None:
    found = read_deck_list(line, CARDS)
    assert (dict(found.counts), found.faults) == ({"kiln-giant": 3}, ())


def test_a_card_without_a_count_is_one_card() -> None:
    assert read_deck_list("Kiln Giant\nkiln-giant", CARDS).counts == {"kiln-giant": 2}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_files_as_editors_save_them(end: str, encoding: str) -> None:
    lines = ["count,card", "", "# my deck", "// fast", "Shonen Deck:", "3,kiln-giant", "nonsense", "2 Low Tide", ""]
    found = read_deck_list(end.join(lines).encode(encoding), CARDS)
    assert [(entry.line, entry.card, entry.copies) for entry in found.entries] == [
        (6, "kiln-giant", 3),
        (8, "low-tide", 2),
    ]
    assert [fault.line for fault in found.faults] == [7]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("3 Kiln Gaint", "is it kiln-giant?"),
        ("3 Nobody At All", "is no card here"),
        ("0 Kiln Giant", "0 copies"),
        ("100 Kiln Giant", "100 copies"),
        ("99999999999999999999 Kiln Giant", "copies"),
        ("-3 Kiln Giant", "is no card here"),
        ("3", "is no card here"),
        ("several Kiln Giant", "is no card here"),
        ("3 Kiln Giant, Low Tide", "is no card here"),
        ("a" + " " * 100_000 + "b", "is no card here"),
    ],
)
def test_every_line_that_cannot_be_read_says_why(line: str, said: str) -> None:
    found = read_deck_list(f"1 Low Tide\n{line}", CARDS)
    assert [(fault.line, said in fault.expected) for fault in found.faults] == [(2, True)]
    assert found.counts == {"low-tide": 1}


def test_bytes_that_are_no_text() -> None:
    found = read_deck_list(b"3 Kiln Giant\n\xff\xfe\xfa", CARDS)
    assert [(fault.line, fault.column) for fault in found.faults] == [(2, None)]


def test_ten_thousand_wrong_lines_are_ten_thousand_faults() -> None:
    found = read_deck_list("\n".join(f"3 Kiln Gaint {n}" for n in range(10_000)), CARDS)
    assert [fault.line for fault in found.faults] == list(range(1, 10_001))
    assert sum("is it" in fault.expected for fault in found.faults) == MAX_SUGGESTED


def test_the_practice_decks_read_without_a_fault() -> None:
    for card in CARDS:
        assert read_deck_list(f"2 {card.name}", CARDS).counts == {card.id: 2}


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.binary(max_size=200), st.text(max_size=200)))
def test_anything_at_all_is_answered(content: bytes | str) -> None:
    found = read_deck_list(content, CARDS)
    assert all(fault.line >= 1 and fault.expected for fault in found.faults)
    assert all(entry.copies >= 1 for entry in found.entries)
