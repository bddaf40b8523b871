"""A deck that people brought: what was read of its list, what the rules say to it, and its sheet for a tournament."""

from __future__ import annotations

from typing import NamedTuple

from companion.catalog.decklists import DeckList
from companion.catalog.decksheet import Part, deck_sheet
from companion.rules.engine import Problem
from companion.texts import _


class DeckCheck(NamedTuple):
    """A list as it was read, how many cards of it went where (a sentence), every problem, and the decks it makes."""

    read: DeckList
    counted: str
    problems: tuple[Problem, ...]
    parts: tuple[Part, ...]

    @property
    def legal(self) -> bool:
        return not self.problems and not self.read.faults


def sheet(checked: DeckCheck, *, game: str, player: str, event: str, note: str = "") -> bytes:
    """The deck as a PDF to print, with boxes to tick and what the check said. `note` is a line on the cards."""
    said = [_("Checked: this deck is legal.") if checked.legal else _("Checked: this deck is not legal.")]
    said += [problem.message for problem in checked.problems]
    said += [str(fault) for fault in checked.read.faults]
    return deck_sheet(checked.parts, game=game, player=player, event=event, said=said, note=note)
