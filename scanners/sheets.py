"""Sheets of labels, in millimetres, and what can be wrong with one."""

from __future__ import annotations

from typing import NamedTuple

from companion.texts import _

SMALLEST_MM = 10.0
"""No symbol is printed smaller, with its quiet zone and frame: a phone camera would not resolve its modules."""


class SheetFault(ValueError):
    """A sheet or a correction that cannot be printed; `sentence` tells everything that is wrong."""

    def __init__(self, wrong: list[str]) -> None:
        self.wrong = wrong
        super().__init__(self.sentence)

    @property
    def sentence(self) -> str:
        """What is wrong, one sentence after the other."""
        return " ".join(self.wrong)


class Sheet(NamedTuple):
    """A sheet of equal labels; all lengths in millimetres.

    `left` and `top` lead to the first label, `across` and `down` from one label's corner to the next one's.
    """

    name: str
    page: tuple[float, float]
    columns: int
    rows: int
    label: tuple[float, float]
    left: float
    top: float
    across: float
    down: float

    @property
    def cells(self) -> int:
        """Labels on a sheet."""
        return self.columns * self.rows

    def corner(self, cell: int) -> tuple[float, float]:
        """The left upper corner of a label; cells count from 0, row by row."""
        row, column = divmod(cell, self.columns)
        return self.left + column * self.across, self.top + row * self.down

    def faults(self) -> list[str]:
        """Everything that is wrong with a sheet's measures; empty where it can be printed."""
        width, height = self.label
        wrong = []
        if self.columns < 1 or self.rows < 1:
            wrong.append(_("A sheet needs at least one column and one row of labels."))
        if min(width, height) < SMALLEST_MM:
            wrong.append(_("A label must be at least {least} mm wide and high.", least=f"{SMALLEST_MM:g}"))
        if self.columns > 1 and self.across < width - 0.01:
            wrong.append(_("The labels overlap: from one to the next is less than a label's width."))
        if self.rows > 1 and self.down < height - 0.01:
            wrong.append(_("The labels overlap: from one to the next is less than a label's height."))
        right = self.left + (self.columns - 1) * self.across + width
        bottom = self.top + (self.rows - 1) * self.down + height
        if self.left < 0 or self.top < 0 or right > self.page[0] + 0.01 or bottom > self.page[1] + 0.01:
            wrong.append(
                _(
                    "The labels reach beyond the page of {width} × {height} mm.",
                    width=f"{self.page[0]:g}",
                    height=f"{self.page[1]:g}",
                )
            )
        return wrong


A4, LETTER = (210.0, 297.0), (215.9, 279.4)
SHEETS = {
    sheet.name: sheet
    for sheet in (
        Sheet("a4-65", A4, 5, 13, (38.1, 21.2), 4.75, 10.7, 40.6, 21.2),
        Sheet("a4-21", A4, 3, 7, (63.5, 38.1), 7.25, 15.15, 66.0, 38.1),
        Sheet("letter-80", LETTER, 4, 20, (44.45, 12.7), 7.14375, 12.7, 52.3875, 12.7),
        Sheet("letter-30", LETTER, 3, 10, (66.675, 25.4), 4.7625, 12.7, 69.85, 25.4),
    )
}
"""Common label sheets by name: paper and labels on a page."""


def card_sheet(card: tuple[float, float], page: tuple[float, float] = A4) -> Sheet:
    """As many cards of this size as fit on a page, edge to edge in its middle, 5 mm from the page's edge at least."""
    columns, rows = (int((length - 10) // side) for length, side in zip(page, card, strict=True))
    left, top = ((length - n * side) / 2 for length, side, n in zip(page, card, (columns, rows), strict=True))
    return Sheet(f"{card[0]:g}x{card[1]:g}", page, columns, rows, card, left, top, *card)
