"""Leaving the game: conceding, and going home."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.engine import Action, ActionSpec, Draft, Problem
from companion.rules.rulings import Rulings
from companion.rules.saturday_wars import flow, gates, moves
from companion.rules.saturday_wars.position import Out
from companion.rules.saturday_wars.setup import PLAYER, only_player, open_bids, reveal


def forbids_out(position: object, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    return gates.out(position, player)  # type: ignore[arg-type]


def _go(draft: Draft, player: str, why: Out) -> None:
    if draft.stopped:
        return
    moves.lose(draft, player, why)
    flow.proceed(draft)
    if draft.now.outcome is None:
        open_bids(draft)
        reveal(draft)


def concede(draft: Draft, action: Action) -> None:
    _go(draft, action["player"], "conceded")


def leave(draft: Draft, action: Action) -> None:
    _go(draft, action["player"], "left")


SPECS = (
    ActionSpec("concede", "Concede", (PLAYER,), concede, forbids_out, only_player),
    ActionSpec("leave", "Leave the table", (PLAYER,), leave, forbids_out, only_player),
)
