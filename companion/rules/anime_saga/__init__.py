"""Anime Saga: the rules of the printed rulebook, room by room as it is told there."""

from __future__ import annotations

from companion.rules import common
from companion.rules.anime_saga import (
    board,
    challenges,
    effects,
    ending,
    fights,
    piles,
    problems,
    setup,
    skills,
    turn,
)
from companion.rules.anime_saga.cards import KINDS, read_box
from companion.rules.anime_saga.position import Position
from companion.rules.anime_saga.switches import SWITCHES
from companion.rules.anime_saga.totals import COUNTERS, ZONES, actor, doubts, forget, seen_by, totals
from companion.rules.engine import Game

GAME = Game(
    id="anime-saga",
    name="Anime Saga",
    room="anime_saga",
    code="AS",
    seats=range(2, 6),
    version=1,
    position_type=Position,
    specs=[
        *setup.SPECS,
        *skills.SPECS,
        *board.SPECS,
        *turn.SPECS,
        *challenges.SPECS,
        *fights.SPECS,
        *effects.SPECS,
        *piles.SPECS,
        *ending.SPECS,
        *common.specs(COUNTERS, ZONES, tuple(SWITCHES), forget, ending.again),
    ],
    problems=[*problems.PROBLEMS, *common.COMMON_PROBLEMS],
    reasons=[*problems.REASONS, *common.COMMON_REASONS],
    endings=problems.ENDINGS,
    switches=SWITCHES,
    start=setup.start,
    totals=totals,
    seen_by=seen_by,
    doubts=doubts,
    card_kinds=KINDS,
    read_box=read_box,
    actor=actor,
    counters=COUNTERS,
)
