"""What can be wrong with cards and rulebooks that come from outside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.rules.fields import Fault

MAX_TOLD = 20
"""How many faults the one-line sentence names; the list has them all."""


class SheetFault(NamedTuple):
    """A fault in a table of cards: the line of the file (1 is the header), the column, and what was expected."""

    line: int
    column: str | None
    expected: str

    def __str__(self) -> str:
        column = f", {self.column}" if self.column else ""
        return f"line {self.line}{column}: {self.expected}"


AnyFault = Fault | SheetFault


class CatalogFault(Exception):
    """A pack, a sheet or a document that cannot be used; `faults` are all that is wrong, each with its place."""

    def __init__(self, where: str, faults: Sequence[AnyFault]) -> None:
        self.where = where
        self.faults = tuple(faults)
        told = "; ".join(map(str, self.faults[:MAX_TOLD]))
        more = len(self.faults) - MAX_TOLD
        super().__init__(f"{where}: {told}" + (f"; and {more} more" if more > 0 else ""))

    @property
    def sentence(self) -> str:
        """What to tell a person: the place and what is wrong there."""
        return str(self)
