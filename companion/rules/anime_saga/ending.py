"""The end: skills that count then, the most Fame, and how ties are decided."""

from __future__ import annotations

from typing import Any

from companion.rules.anime_saga import gate, moves
from companion.rules.anime_saga import problems as p
from companion.rules.anime_saga.position import Position, Seat, standing
from companion.rules.engine import Action, ActionSpec, Draft, Outcome
from companion.rules.rulings import Rulings

_FINISH_EARLY = gate.constant(p.FINISH_EARLY)


def contenders(position: Position, rulings: Rulings) -> tuple[Seat, ...]:
    """The seats that can win: those that have not left (ruling AS72)."""
    return position.players if rulings["AS72"] == "fame-counts" else position.playing


def unknown_skills(position: Position) -> list[str]:
    """The paths of the skills that must be told before the end can be counted."""
    if position.detail == "scores":
        return []
    return [f"players.{seat.name}.skills" for seat in position.playing if seat.skills is None]


def settle(draft: Draft) -> list[str]:
    """Count the skills of the end and name the winners; else the paths of what must be told first.

    Without them the Lord of Darkness has fallen and the outcome is open until the table has told them (`finish`).
    """
    missing = unknown_skills(draft.now)
    if missing:
        return missing
    counted = draft.now
    for seat in counted.playing:
        bonus = standing(counted, seat.skills or (), "end-fame")
        moves.gain_fame(draft, seat.name, bonus, p.END_SKILLS)
    outcome, missing = winners(draft.now, contenders(draft.now, draft.rulings))
    if outcome is None:
        # Nothing is counted twice: the skills wait until the ties can be decided too.
        draft.changes[:] = [change for change in draft.changes if change.reason is not p.END_SKILLS]
        draft.now = counted
        return missing
    draft.now = draft.now._replace(outcome=outcome, stage="over")
    return []


def again(draft: Draft) -> None:
    """Judge the winners again after a counter was corrected when the game was over."""
    outcome, _missing = winners(draft.now, contenders(draft.now, draft.rulings))
    if outcome is not None:
        draft.now = draft.now._replace(outcome=outcome)


def winners(position: Position, seats: tuple[Seat, ...]) -> tuple[Outcome | None, list[str]]:
    """Who wins and why (AS-7.3, AS-7.4); with nobody to name, the paths of the counters that decide."""
    tied = list(seats)
    reason = "most-fame"
    for reason, counter in (("most-fame", "fame"), ("more-life", "life"), ("more-cards", "hand")):
        values = [_value(seat, counter) for seat in tied]
        missing = [f"players.{seat.name}.{counter}" for seat, n in zip(tied, values, strict=True) if n is None]
        if missing:
            return None, missing
        top = max(n for n in values if n is not None)
        tied = [seat for seat, n in zip(tied, values, strict=True) if n == top]
        if len(tied) == 1:
            return Outcome((tied[0].name,), reason), []
    return Outcome(tuple(seat.name for seat in tied), "shared"), []


def _value(seat: Seat, counter: str) -> int | None:
    if counter == "fame":
        return seat.fame
    if counter == "life":
        return seat.life
    # Cards owed to an effect are as good as discarded.
    return None if seat.hand.size is None else max(seat.hand.size - seat.owes, 0)


def forbids_finish(position: Position, player: str | None, rulings: Rulings) -> gate.Problems:
    if position.detail == "scores" or position.stage == "over":
        return ()
    return _FINISH_EARLY


def finish(draft: Draft, action: Action) -> None:
    """The table says that the Lord of Darkness fell, or has told what the end was waiting for."""
    if draft.stopped:
        return
    draft.now = draft.now._replace(stage="over", fight=None)
    for path in settle(draft):
        draft.need(path)


def _offers(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    return {}


SPECS = (ActionSpec("finish", "The Lord of Darkness has fallen", (), finish, forbids_finish, _offers, by_seat=False),)
