"""Challengers!: an evening of up to eight, a deck phase and a duel a round, a final for the two with the most fans."""

from __future__ import annotations

from companion.rules import common
from companion.rules.challengers import decks, match, problems, results, setup, told, tools, totals
from companion.rules.challengers.cards import KINDS, read_box
from companion.rules.challengers.position import Position
from companion.rules.challengers.rounds import settle
from companion.rules.challengers.switches import SWITCHES
from companion.rules.engine import Game

GAME = Game(
    id="challengers",
    name="Challengers!",
    room="challengers",
    code="CH",
    seats=range(1, 9),
    version=1,
    position_type=Position,
    specs=(
        *setup.SPECS,
        *decks.SPECS,
        *match.SPECS,
        *told.SPECS,
        *results.SPECS,
        *common.specs(tools.COUNTERS, tools.ZONES, tuple(SWITCHES), totals.forget, settle),
    ),
    problems=(*problems.PROBLEMS, *common.COMMON_PROBLEMS),
    reasons=(*problems.REASONS, *common.COMMON_REASONS),
    endings=problems.ENDINGS,
    switches=SWITCHES,
    counters=tools.COUNTERS,
    start=setup.start,
    totals=totals.totals,
    seen_by=totals.seen_by,
    doubts=totals.doubts,
    card_kinds=KINDS,
    read_box=read_box,
    actor=totals.actor,
)
