"""Saturday Wars: Purge-to-Play, Chapters, and who claims three of them first."""

from __future__ import annotations

from companion.rules import common
from companion.rules.engine import Game
from companion.rules.saturday_wars import abilities, actions, cards, challenge, chapters, problems, seats, setup, totals
from companion.rules.saturday_wars.position import Position
from companion.rules.saturday_wars.switches import SWITCHES

GAME = Game(
    id="saturday-wars",
    name="Saturday Wars",
    room="saturday_wars",
    code="SW",
    seats=range(2, 5),
    version=1,
    position_type=Position,
    specs=[
        *setup.SPECS,
        *chapters.SPECS,
        *actions.SPECS,
        *abilities.SPECS,
        *challenge.SPECS,
        *seats.SPECS,
        *common.specs(totals.COUNTERS, totals.ZONES, tuple(SWITCHES), totals.forget),
    ],
    problems=[*problems.PROBLEMS, *common.COMMON_PROBLEMS],
    reasons=[*problems.REASONS, *common.COMMON_REASONS],
    endings=problems.ENDINGS,
    switches=SWITCHES,
    start=setup.start,
    totals=totals.totals,
    seen_by=totals.seen_by,
    doubts=totals.doubts,
    card_kinds=cards.KINDS,
    read_box=cards.read_box,
    actor=totals.actor,
    counters=totals.COUNTERS,
)
