"""Tables made as case files make them: a patch laid over the start, and short ways to act on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.rules import codec
from companion.rules.engine import Verdict
from companion.rules.saturday_wars import GAME
from companion.rules.saturday_wars.cards import Box
from companion.rules.saturday_wars.position import Position, Seat

AGREED = {"by": ["Ana", "Bo"], "reason": "it is late"}


def side(cast: Sequence[str] = ("cinder-twins", "forge-captain"), **more: Any) -> dict[str, Any]:
    """One player's side with these Protagonists, twenty cards in the deck and an empty Purge Pile."""
    return {"protagonists": {card: {} for card in cast}, "deck": 20, "purge_pile": 0, **more}


def table(
    box: Box,
    ana: dict[str, Any] | None = None,
    bo: dict[str, Any] | None = None,
    names: Sequence[str] = (),
    **more: Any,
) -> Position:
    """Ana (Ember) and Bo (Tide) in the middle of a Chapter that Ana placed; Ana is on turn."""
    players = {"Ana": ana or side(), "Bo": bo or side(("salt-monk", "harbour-twin"))}
    seats = [*players, *names]
    players.update({name: side(("tide-reader", "reef-keeper")) for name in names})
    start = GAME.to_json(GAME.start(seats, box, GAME.rulings()))
    position, faults = GAME.from_json(codec.merge(start, {"players": players, "chapter": "silent-hall", **more}), box)
    assert not faults, faults
    assert not GAME.doubts(position), GAME.doubts(position)
    made: Position = position
    return made


def judge(position: Position, do: str, rulings: dict[str, str] | None = None, **fields: Any) -> Verdict:
    """The verdict on an action of Ana's unless it says otherwise."""
    action = {"do": do, "player": "Ana", **fields}
    if action["player"] is None:
        del action["player"]
    return GAME.judge(position, action, GAME.rulings(rulings))


def done(position: Position, do: str, rulings: dict[str, str] | None = None, **fields: Any) -> Position:
    """The position after an action that must be legal."""
    verdict = judge(position, do, rulings, **fields)
    assert verdict.legal, [problem.message for problem in verdict.problems] or verdict.needs
    after: Position = verdict.position
    return after


def codes(verdict: Verdict) -> set[str]:
    return {problem.code for problem in verdict.problems}


def ana(position: Position) -> Seat:
    return position.seat("Ana")


def bo(position: Position) -> Seat:
    return position.seat("Bo")
