"""Stickers, sleeve inserts and proxy cards as PDF, to scale in millimetres."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from fpdf import FPDF

from companion.texts import _
from scanners.payload import Payload, encode, short_code
from scanners.sheets import A4, SHEETS, SMALLEST_MM, Sheet, SheetFault, card_sheet
from scanners.symbol import framed, runs

STANDARD_CARD, SMALL_CARD = (63.0, 88.0), (41.0, 63.0)
_PADDING = 1.0
_INK, _GREY = 0, 110


class Sticker(NamedTuple):
    """What is printed for one card: its symbol's text, its name, its short code, and on cards more lines and a note.

    `note` is for what must not be overlooked, as that a practice card is invented.
    """

    text: str
    name: str
    short: str
    lines: tuple[str, ...] = ()
    note: str = ""


class Printer(NamedTuple):
    """What a printer does wrong, undone: lengths are multiplied by `scale`, then all is moved by `offset` in mm.

    Both across and down the page. A line of 100 mm on the calibration page that measures 98 mm asks for 100 / 98.
    """

    scale: tuple[float, float] = (1.0, 1.0)
    offset: tuple[float, float] = (0.0, 0.0)


EXACT = Printer()


def sticker(payload: Payload, name: str, lines: tuple[str, ...] = (), note: str = "") -> Sticker:
    """What to print for a card."""
    return Sticker(encode(payload), name, short_code(payload), lines, note)


def sticker_sheet(
    stickers: Sequence[Sticker],
    sheet: Sheet = SHEETS["a4-65"],
    *,
    size_mm: float = 12.0,
    start: int = 1,
    printer: Printer = EXACT,
) -> bytes:
    """A PDF of stickers on label sheets, name and short code beside each symbol.

    `size_mm`: a symbol's side with quiet zone and frame. `start`: the first label to use, from 1, on a sheet that was
    begun. Raises `SheetFault`.
    """
    room = min(sheet.label) - 2 * 0.3
    _check(sheet, size_mm, room, start, printer)
    paper = _Paper(sheet.page, printer)
    for cell, item in enumerate(stickers, start - 1):
        if cell % sheet.cells == 0 or cell == start - 1:
            paper.add_page()
            paper.foot(_advice())
        x, y = sheet.corner(cell % sheet.cells)
        width, height = sheet.label
        edge = max(0.3, min(_PADDING + 0.5, (height - size_mm) / 2))
        paper.symbol(item.text, x + edge, y + (height - size_mm) / 2, size_mm)
        beside = x + edge + size_mm + _PADDING
        if x + width - beside >= 8:
            paper.words(item.name, item.short, beside, y + 0.5, x + width - _PADDING - beside, height - 1)
    return paper.pdf()


def calibration_page(sheet: Sheet, printer: Printer = EXACT) -> bytes:
    """A PDF to print once on plain paper: the sheet's label outlines and two lines of 100 mm to measure."""
    _check(sheet, SMALLEST_MM, min(sheet.label), 1, printer)
    paper = _Paper(sheet.page, printer)
    paper.add_page()
    for cell in range(sheet.cells):
        paper.outline(*sheet.corner(cell), *sheet.label)
    x, y = sheet.page[0] / 2 - 50, sheet.page[1] / 2
    paper.blank(x - 16, y - 60, 122, 126)
    paper.ruler(x, y, 100, 0)
    paper.ruler(x - 8, y - 50, 0, 100)
    help_text = [
        _("Print without fitting to the page, then measure the two lines: each should be 100 mm long."),
        _("Scale across or down = 100 / what you measured."),
        _("Hold the page against a sheet of labels before the light: the outlines should lie on the labels."),
        _("Offset = by how many mm they have to move to the right and down (negative: left, up)."),
    ]
    for number, line in enumerate(help_text):
        paper.text(line, x + 6, y + 6 + 9 * number, 96, 8, lines=2)
    return paper.pdf()


def sleeve_inserts(
    stickers: Sequence[Sticker], *, page: tuple[float, float] = A4, size_mm: float = 24.0, printer: Printer = EXACT
) -> bytes:
    """A PDF of inserts of 63×88 mm to put into a sleeve before the face of a card."""
    return _cards(stickers, card_sheet(STANDARD_CARD, page), size_mm, printer, proxy=False)


def proxy_sheet(
    stickers: Sequence[Sticker],
    card: tuple[float, float] = STANDARD_CARD,
    *,
    page: tuple[float, float] = A4,
    size_mm: float = 13.0,
    printer: Printer = EXACT,
) -> bytes:
    """A PDF of cards to cut out and play a practice set with: name, lines, note, symbol and short code on each."""
    return _cards(stickers, card_sheet(card, page), size_mm, printer, proxy=True)


def _cards(stickers: Sequence[Sticker], sheet: Sheet, size_mm: float, printer: Printer, *, proxy: bool) -> bytes:
    _check(sheet, size_mm, min(sheet.label) - 4, 1, printer)
    paper = _Paper(sheet.page, printer)
    width, height = sheet.label
    for number, item in enumerate(stickers):
        if number % sheet.cells == 0:
            paper.add_page()
            paper.foot(_advice())
        x, y = sheet.corner(number % sheet.cells)
        paper.outline(x, y, width, height)
        large = 11 if width > 50 else 8
        paper.text(item.name, x + 3, y + 3, width - 6, large, lines=2, bold=True)
        if proxy:
            for row, line in enumerate(item.lines):
                paper.text(line, x + 3, y + 13 + row * 4.2, width - 6, large - 3, lines=1)
            paper.text(item.note, x + 3, y + height - size_mm - 9, width - 6, 6, lines=2, grey=True)
        else:
            paper.text(_("Sleeve insert: goes before the face of the card."), x + 3, y + 13, width - 6, 6, grey=True)
        paper.symbol(item.text, x + 3, y + height - size_mm - 3, size_mm)
        paper.text(item.short, x + 4 + size_mm, y + height - 7, width - size_mm - 6, large - 2)
    return paper.pdf()


def _advice() -> str:
    return _(
        "Put codes on the face of sleeved cards, never on a back. At an event every card of a deck needs one: "
        "a single thick sticker marks a card."
    )


def _check(sheet: Sheet, size_mm: float, room: float, start: int, printer: Printer) -> None:
    wrong = sheet.faults()
    if not SMALLEST_MM <= size_mm <= max(room, SMALLEST_MM):
        wrong.append(
            _(
                "A symbol here is {least} to {most} mm wide.",
                least=f"{SMALLEST_MM:g}",
                most=f"{max(room, SMALLEST_MM):.1f}",
            )
        )
    if not 1 <= start <= max(1, sheet.cells):
        wrong.append(_("The first label is a number from 1 to {count}.", count=sheet.cells))
    if not all(0.9 <= scale <= 1.1 for scale in printer.scale):
        wrong.append(_("A scale correction lies between 0.9 and 1.1."))
    if not all(abs(offset) <= 20 for offset in printer.offset):
        wrong.append(_("An offset is at most 20 mm."))
    if wrong:
        raise SheetFault(wrong)


class _Paper:
    """An FPDF document whose lengths go through the printer's correction."""

    def __init__(self, page: tuple[float, float], printer: Printer) -> None:
        self._page = page
        self._printer = printer
        self._pdf = FPDF(unit="mm", format=page)
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        self._pdf.set_title(_("Table Companion: codes for cards"))

    def add_page(self) -> None:
        self._pdf.add_page()

    def pdf(self) -> bytes:
        if not self._pdf.pages:
            self._pdf.add_page()
        return bytes(self._pdf.output())

    def symbol(self, text: str, x: float, y: float, side: float) -> None:
        """The symbol with quiet zone and frame as filled rectangles, one a run of dark modules."""
        modules = framed(text)
        module = side / len(modules)
        self._pdf.set_fill_color(255)
        self._rect(x, y, side, side)
        self._pdf.set_fill_color(_INK)
        for column, row, length in runs(modules):
            self._rect(x + column * module, y + row * module, length * module, module)

    def words(self, name: str, short: str, x: float, y: float, width: float, height: float) -> None:
        """A name over its short code, as large as the room allows."""
        lines = max(1, min(3, int(height // 2.6) - 1))
        used = self.text(name, x, y + max(0.0, (height - 2.6 * (lines + 1)) / 2), width, 7, lines=lines)
        self.text(short, x, used + 0.3, width, 6.5, grey=True)

    def text(
        self,
        text: str,
        x: float,
        y: float,
        width: float,
        points: float,
        *,
        lines: int = 1,
        bold: bool = False,
        grey: bool = False,
    ) -> float:
        """Text in at most so many lines, smaller where it would not fit; gives where it ends, in mm from the top."""
        text = printable(text)
        self._pdf.set_text_color(_GREY if grey else _INK)
        while True:
            self._pdf.set_font("Helvetica", "B" if bold else "", points)
            parts = self._wrapped(text, width)
            if len(parts) <= lines or points <= 4:
                break
            points -= 0.5
        step = points * 0.4
        for number, part in enumerate(parts[:lines]):
            at_x, at_y = self._at(x, y + step * (number + 0.8))
            self._pdf.text(at_x, at_y, part)
        return y + step * min(lines, len(parts))

    def foot(self, text: str) -> None:
        self.text(text, 12, self._page[1] - 6, self._page[0] - 24, 6, grey=True)

    def outline(self, x: float, y: float, width: float, height: float) -> None:
        self._pdf.set_draw_color(190)
        self._pdf.set_line_width(0.1)
        self._rect(x, y, width, height, "D")

    def blank(self, x: float, y: float, width: float, height: float) -> None:
        self._pdf.set_fill_color(255)
        self._rect(x, y, width, height)

    def ruler(self, x: float, y: float, across: float, down: float) -> None:
        """A line with a mark every 10 mm."""
        self._pdf.set_draw_color(_INK)
        self._pdf.set_line_width(0.2)
        self._line(x, y, x + across, y + down)
        for share in range(11):
            at_x, at_y = x + across * share / 10, y + down * share / 10
            reach = 3 if share in (0, 10) else 1.5
            self._line(at_x - (reach if down else 0), at_y - (reach if across else 0), at_x, at_y)

    def _wrapped(self, text: str, width: float) -> list[str]:
        room = width * self._printer.scale[0]
        parts: list[str] = []
        for word in text.split():
            longer = f"{parts[-1]} {word}" if parts else word
            if parts and self._pdf.get_string_width(longer) <= room:
                parts[-1] = longer
            else:
                parts.append(word)
        too_long = any(self._pdf.get_string_width(part) > room for part in parts)
        return parts if not too_long else parts + [""] * 9

    def _at(self, x: float, y: float) -> tuple[float, float]:
        (wide, high), (right, down) = self._printer
        return x * wide + right, y * high + down

    def _rect(self, x: float, y: float, width: float, height: float, style: str = "F") -> None:
        (left, top), (right, bottom) = self._at(x, y), self._at(x + width, y + height)
        self._pdf.rect(left, top, right - left, bottom - top, style=style)

    def _line(self, x: float, y: float, to_x: float, to_y: float) -> None:
        self._pdf.line(*self._at(x, y), *self._at(to_x, to_y))


def printable(text: str) -> str:
    """The text in the characters of a PDF's standard fonts (Latin-1): accents stay, others lose theirs or become ?"""
    plain = text.translate(
        {0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"', 0x2013: "-", 0x2014: "-", 0x2026: "..."}
    )
    out = []
    for character in plain:
        if character.encode("latin-1", "ignore"):
            out.append(character)
        else:
            base = unicodedata.normalize("NFKD", character).encode("latin-1", "ignore").decode("latin-1")
            out.append(base or "?")
    return "".join(out)
