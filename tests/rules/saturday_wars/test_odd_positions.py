"""Positions nobody would reach but somebody may enter: named in doubt, or judged without a crash."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.rules.saturday_wars import GAME
from companion.rules.saturday_wars.cards import Box

from . import player
from .player import Decks

SEATS = ("turn", "chapter_by", "claimer", "first", "player", "rival")
PHASES = ("protagonists", "bid", "chapter", "prologue", "actions", "epilogue")


def places(document: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a JSON document."""
    inner = (
        document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    )
    for key, value in inner:
        yield (*path, key)
        yield from places(value, (*path, key))


def twist(document: dict[str, Any], random: Random) -> None:
    """Change one thing of the position into something of its kind."""
    path = random.choice([path for path in places(document) if "deck_list" not in path])
    holder = document
    for key in path[:-1]:
        holder = holder[key]
    value = holder[path[-1]]
    if isinstance(value, bool):
        value = not value
    elif isinstance(value, int):
        value = random.choice([0, 1, 2, 3, 5, None])
    elif isinstance(value, list):
        value = value[: random.randint(0, len(value))]
    elif isinstance(value, dict):
        value = random.choice([0, None, 3]) if "size" in value else {}
    elif path[-1] == "phase":
        value = random.choice(PHASES)
    elif path[-1] == "out":
        value = random.choice([None, "deck", "left"])
    elif path[-1] in SEATS:
        value = random.choice(["Ana", "Bo", None])
    else:
        value = random.choice([value, "kiln-giant", "Ana", None, ""])
    holder[path[-1]] = value


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**9))
def test_odd_positions_are_doubted_or_judged(box: Box, decks: tuple[Decks, Decks], seed: int) -> None:
    random, rulings = Random(seed), GAME.rulings()
    moves = list(player.game(("Ana", "Bo", "Cy"), box, decks, rulings, random))
    for _position in range(25):
        document = json.loads(json.dumps(GAME.to_json(random.choice(moves).verdict.position)))
        for _twist in range(random.randint(1, 4)):
            twist(document, random)
        position, faults = GAME.from_json(document, box)
        if faults or GAME.doubts(position):
            assert all(fault.path and fault.expected for fault in faults or GAME.doubts(position))
            continue
        GAME.totals(position, rulings)
        for viewer in (None, "Ana", "Bo", "Cy"):
            GAME.seen_by(position, viewer)
            assert len(GAME.choices(position, rulings, viewer)) == len(
                {spec.do for spec in GAME.specs.values() if spec.listed}
            )
        for _action in range(8):
            verdict = GAME.judge(position, random.choice(moves).action, rulings)
            assert verdict.legal is True or verdict.problems or verdict.needs
            assert not verdict.legal or not GAME.doubts(verdict.position)
