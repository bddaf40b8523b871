"""What a screen shows beside the totals: how far markers alone can carry, what the next forced draws ask of a deck,
and a Challenge before its cards are flipped."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.saturday_wars.challenge import sides
from companion.rules.saturday_wars.position import HAND, Duel, Position, find, progress_of, total_progress


class Forced(NamedTuple):
    """What a deck must still give whatever its owner does: `prologue` cards to fill the hand, `challenge` for one flip.

    `deck` is what it has; None where a count is unknown.
    """

    deck: int | None
    prologue: int | None
    challenge: int = 1

    @property
    def short(self) -> bool:
        """Whether the deck may not meet the next forced draw."""
        return self.deck is not None and self.deck < max(self.prologue or 0, self.challenge)


def reach(position: Position, player: str) -> int | None:
    """The progress a player comes to by spending every action left on markers; None where a part is unknown."""
    seat = position.seat(player)
    progress = total_progress(seat, position.box)
    return None if progress is None or seat.actions_left is None else progress + seat.actions_left


def forced(position: Position, player: str) -> Forced:
    """What the next Prologue and a Challenge would draw from a player's deck."""
    seat = position.seat(player)
    return Forced(seat.deck.size, None if seat.hand.size is None else max(HAND - seat.hand.size, 0))


class Odds(NamedTuple):
    """A Challenge before its cards: both sides without them (None: unknown), and by how much the attacker leads."""

    attack: int | None
    defence: int | None

    @property
    def lead(self) -> int | None:
        """By this much the defender's card must cost more than the attacker's for a tie."""
        return None if self.attack is None or self.defence is None else self.attack - self.defence


def odds(position: Position, duel: Duel) -> Odds | None:
    """Both sides of a Challenge as they stand; None when one of its Characters is not in play."""
    for name, key in ((duel.player, duel.attacker), (duel.rival, duel.defender)):
        if find(position.seat(name), key) is None:
            return None
    totals = []
    for side in sides(position, duel):
        progress = progress_of(side.piece, position.box)
        totals.append(None if progress is None else progress + side.modifier)
    return Odds(*totals)
