"""What speaks against an action of the turn whatever its fields: whose turn it is, and what the turn has room for."""

from __future__ import annotations

from companion.rules.anime_saga import problems as p
from companion.rules.anime_saga.position import Position
from companion.rules.engine import Problem

Problems = tuple[Problem, ...]

NOBODY: Problems = (Problem(p.NAME_A_PLAYER),)


def of_turn(position: Position, player: str | None) -> Problems:
    """What forbids `player` to do anything in a turn now."""
    if player is None:
        return NOBODY
    seat = position.seat(player)
    if position.stage == "turn" and position.turn == player and not seat.owes and not seat.left:
        return ()
    found = []
    if seat.left:
        found.append(Problem(p.HAS_LEFT, {"player": player}))
    if position.stage == "over":
        found.append(Problem(p.LORD_FALLEN))
    elif position.stage == "skills":
        waiting = ", ".join(other.name for other in position.playing if not other.ready and other.skills is None)
        found.append(Problem(p.SKILLS_FIRST, {"players": waiting}))
    elif position.turn not in (player, None):
        found.append(Problem(p.NOT_YOUR_TURN, {"turn": position.turn, "player": player}))
    if seat.owes:
        found.append(Problem(p.OWES_DISCARDS, {"player": player, "n": seat.owes}))
    return tuple(found)


def of_action(position: Position, player: str | None, healing: bool = False) -> Problems:
    """What forbids `player` to take the one action of the turn now."""
    found = of_turn(position, player)
    if player is None or position.detail == "scores":
        return found
    if position.fight is not None:
        return (*found, Problem(p.FIGHT_ON, {"player": player}))
    if position.acted:
        found = (*found, Problem(p.ACTED, {"player": player}))
    if not healing and position.is_down:
        found = (*found, Problem(p.ONLY_HEAL, {"player": player}))
    return found


def of_fight(position: Position, player: str | None, stage: str) -> Problems:
    """What forbids `player` a stage of a fight now."""
    found = of_turn(position, player)
    if position.fight is None:
        return (*found, Problem(p.NO_FIGHT))
    if position.fight.stage == stage:
        return found
    return (*found, Problem(p.CARDS_PLAYED if stage == "cards" else p.CARDS_FIRST))


def acting(position: Position, player: str) -> Position:
    """The position once `player` has used the action of the turn (an exception out of turn uses nobody's)."""
    if position.turn == player:
        return position._replace(acted=True)
    return position if position.turn is not None else position._replace(turn=player, acted=True)
