"""A deck list to print and sign for a tournament (PDF, A4): every card with its copies and a box to tick for each."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.texts import _, n_

MARGIN, LINE, BOX = 15.0, 6.0, 3.5
"""Page margin, height of a line and side of a tick box, in millimetres."""
FAULTS_PRINTED = 12
"""What a check found is printed up to so many lines: a sheet is one page, and a deck with more is not played."""
_CROSSED = re.compile(r"LATIN (CAPITAL|SMALL) LETTER ([A-Z]) WITH .+")
"""The Unicode names of letters such as Ł that have no accent to drop."""


class Row(NamedTuple):
    """A card of the deck: copies, name, the code on its sticker, and its cost where it has one."""

    copies: int
    name: str
    code: str
    cost: int | None = None


class Part(NamedTuple):
    """One of the decks: its title and its cards."""

    title: str
    rows: tuple[Row, ...]

    @property
    def size(self) -> int:
        return sum(row.copies for row in self.rows)


def deck_sheet(
    parts: Sequence[Part], *, game: str, player: str, event: str = "", said: Sequence[str] = (), note: str = ""
) -> bytes:
    """The sheet as PDF. `said` is what a check of the deck found, `note` a line on the cards themselves."""
    from fpdf import FPDF  # for those who print

    pdf = FPDF(format="A4")
    pdf.set_margin(MARGIN)
    pdf.set_auto_page_break(True, MARGIN)
    pdf.set_title(printable(f"{game}: {player}"))
    pdf.add_page()
    _line(pdf, f"{game} · {_('deck sheet')}", size=18, bold=True)
    _line(pdf, f"{_('Player')}: {player}", size=12)
    _line(pdf, f"{_('Event')}: {event or '____________________'}", size=12)
    for part in parts:
        _part(pdf, part)
    pdf.ln(LINE / 2)
    for sentence in said[:FAULTS_PRINTED]:
        _line(pdf, sentence)
    if len(said) > FAULTS_PRINTED:
        _line(pdf, n_("and {n} more", "and {n} more", len(said) - FAULTS_PRINTED))
    if note:
        _line(pdf, note, size=9)
    pdf.ln(LINE)
    _line(pdf, f"{_('Player')} ____________________     {_('Judge')} ____________________", size=12)
    return bytes(pdf.output())


def _part(pdf: Any, part: Part) -> None:
    pdf.ln(LINE / 2)
    _line(pdf, f"{part.title} ({part.size})", size=13, bold=True)
    for row in part.rows:
        if pdf.will_page_break(LINE):
            pdf.add_page()
        _row(pdf, row)


def _row(pdf: Any, row: Row) -> None:
    """Copies, a box for each of them (up to the width of the column), name, cost and code."""
    pdf.set_font("helvetica", size=11)
    pdf.cell(9, LINE, str(row.copies), align="R")
    left, top = pdf.get_x() + 2, pdf.get_y() + (LINE - BOX) / 2
    for copy in range(min(row.copies, 5)):
        pdf.rect(left + copy * (BOX + 1), top, BOX, BOX)
    pdf.set_x(left + 5 * (BOX + 1) + 2)
    pdf.cell(95, LINE, printable(row.name))
    pdf.cell(25, LINE, "" if row.cost is None else printable(_("cost {n}", n=row.cost)))
    pdf.cell(0, LINE, row.code, align="R", new_x="LMARGIN", new_y="NEXT")


def _line(pdf: Any, text: str, size: int = 10, bold: bool = False) -> None:
    pdf.set_font("helvetica", "B" if bold else "", size)
    pdf.multi_cell(0, size * 0.5 + 1, printable(text), new_x="LMARGIN", new_y="NEXT")


def printable(text: str) -> str:
    """The text in the characters that every PDF reader has a font for (Latin-1); accents beyond it are dropped."""
    return "".join(_latin(letter) for letter in text)


def _latin(letter: str) -> str:
    plain = {"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "…": "..."}.get(letter, letter)
    try:
        plain.encode("latin-1")
    except UnicodeEncodeError:
        base = unicodedata.normalize("NFKD", plain)[0]
        if base.isascii():
            return base
        crossed = _CROSSED.fullmatch(unicodedata.name(plain, ""))
        if crossed is None:
            return "?"
        return crossed[2] if crossed[1] == "CAPITAL" else crossed[2].lower()
    return plain
