from __future__ import annotations

import re
import zlib

import pytest

from companion.catalog.decksheet import FAULTS_PRINTED, Part, Row, deck_sheet, printable


def words(pdf: bytes) -> str:
    """What is written on the pages, in the order of their content streams."""
    streams = re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL)
    content = b"\n".join(zlib.decompress(stream) for stream in streams if stream[:1] == b"\x78")
    return " ".join(part.decode("latin-1") for part in re.findall(rb"\(((?:[^()\\]|\\.)*)\) Tj", content))


def pages(pdf: bytes) -> int:
    found = re.search(rb"/Count (\d+)", pdf)
    assert found is not None
    return int(found[1])


def test_every_card_is_on_the_sheet_with_copies_cost_and_code() -> None:
    part = Part("Shonen Deck", (Row(3, "Kiln Giant", "SC05", 3), Row(2, "Low Tide", "SP05", 0)))
    chapter = Part("Story Deck", (Row(1, "Old Debt", "SH07"),))
    pdf = deck_sheet([part, chapter], game="Saturday Wars", player="Ana", event="Spring Cup", said=["Checked."])
    said = words(pdf)
    assert pages(pdf) == 1
    for text in (
        "Saturday Wars",
        "Ana",
        "Spring Cup",
        "Checked.",
        "Kiln Giant",
        "cost 3",
        "cost 0",
        "SC05",
        "Old Debt",
    ):
        assert text in said
    assert "Shonen Deck \\(5\\)" in said
    assert said.count("cost") == 2  # a Chapter costs nothing, which is not the same as a cost of 0


def test_a_long_list_goes_on_on_further_pages_and_faults_are_cut() -> None:
    rows = tuple(Row(3, f"Card {n}", f"C{n:03}", 1) for n in range(120))
    faults = [f"line {n}: no card" for n in range(1, 100)]
    pdf = deck_sheet([Part("Deck", rows)], game="Game", player="", said=faults)
    assert pages(pdf) >= 3
    said = words(pdf)
    assert "Card 119" in said
    assert f"line {FAULTS_PRINTED}:" in said
    assert f"line {FAULTS_PRINTED + 1}:" not in said
    assert f"and {99 - FAULTS_PRINTED} more" in said


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Müller", "Müller"),
        ("Łódź", "Lódz"),
        ("“Ana” – 1…", '"Ana" - 1...'),
        ("đ", "d"),
        ("Жанна", "?????"),
        ("忍", "?"),
    ],
)
def test_what_no_font_of_every_reader_has_is_written_without(text: str, printed: str) -> None:
    assert printable(text) == printed
