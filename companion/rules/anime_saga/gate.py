"""What speaks against an action of the turn whatever its fields: whose turn it is, and what the turn has room for."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.rules.anime_saga import problems as p
from companion.rules.anime_saga.position import Position, Seat
from companion.rules.engine import Problem, ProblemKind

Problems = tuple[Problem, ...]

NOBODY: Problems = (Problem(p.NAME_A_PLAYER),)


def constant(kind: ProblemKind) -> Problems:
    """A problem without values, made once: refusals that every listing of choices repeats."""
    return (Problem(kind),)


_LATE = constant(p.TRADE_LATE)
_NO_FIGHT = constant(p.NO_FIGHT)
_OTHER_STAGE = {"cards": constant(p.CARDS_PLAYED), "combat": constant(p.CARDS_FIRST)}


class Room(NamedTuple):
    """What a turn has room for: all that forbids a seat anything in it, a skill, a Trade, its one action, the Heal."""

    seat: Seat | None
    turn: Problems
    skill: Problems
    trade: Problems
    action: Problems
    heal: Problems


_NO_ROOM = Room(None, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY)
# Every kind of action asks this of the same position, so the last answer is kept (by identity: positions never change).
_last: tuple[Position | None, str | None, Room] = (None, None, _NO_ROOM)


def room(position: Position, player: str | None) -> Room:
    """What the turn has room for, for `player`."""
    global _last
    known, name, answer = _last
    if known is not position or name != player:
        answer = _room(position, player)
        _last = (position, player, answer)
    return answer


def _room(position: Position, player: str | None) -> Room:
    try:
        seat = position.seat(player or "")
    except KeyError:
        return _NO_ROOM
    in_turn = position.turn == player and position.stage == "turn" and not seat.owes and not seat.left
    turn = () if in_turn else _of_turn(position, seat)
    if position.detail == "scores":
        return Room(seat, turn, turn, turn, turn, turn)
    if position.turn not in (player, None):
        # The action, the fight and the zero life are those of whose turn it is.
        others = turn if position.fight is None else (*turn, Problem(p.FIGHT_ON, {"player": position.turn}))
        return Room(seat, turn, turn, others, others, others)
    down = (Problem(p.ONLY_HEAL, {"player": player}),) if position.is_down else ()
    if position.fight is not None:
        fighting = (*turn, Problem(p.FIGHT_ON, {"player": player}))
        return Room(seat, turn, turn + down, fighting, fighting, fighting)
    if position.acted:
        acted = (*turn, Problem(p.ACTED, {"player": player}))
        return Room(seat, turn, turn + down, turn + _LATE + down, acted + down, acted)
    found = turn + down
    return Room(seat, turn, found, found, found, turn)


def _of_turn(position: Position, seat: Seat) -> Problems:
    player = seat.name
    found = []
    if seat.left:
        found.append(Problem(p.HAS_LEFT, {"player": player}))
    if position.stage == "over":
        found.append(Problem(p.LORD_FALLEN))
    elif position.stage == "skills":
        waiting = ", ".join(other.name for other in position.playing if not other.ready and other.skills is None)
        found.append(Problem(p.SKILLS_FIRST, {"players": waiting}))
    elif position.turn not in (player, None) and position.detail != "scores":
        found.append(Problem(p.NOT_YOUR_TURN, {"turn": position.turn, "player": player}))
    if seat.owes:
        found.append(Problem(p.OWES_DISCARDS, {"player": player, "n": seat.owes}))
    return tuple(found)


def of_fight(position: Position, player: str | None, stage: str) -> Problems:
    """What forbids `player` a stage of a fight now."""
    found = room(position, player).turn
    if position.fight is None:
        return found + _NO_FIGHT
    return found if position.fight.stage == stage else found + _OTHER_STAGE[stage]


def acted(position: Position, player: str) -> dict[str, Any]:
    """What changes once `player` has used the action of the turn (an exception out of turn uses nobody's)."""
    if position.detail == "scores" or position.turn not in (player, None):
        return {}
    return {"turn": player, "acted": True}
