"""What the tests of the data share: every registered game and what its rules cite."""

from __future__ import annotations

import re
from pathlib import Path

from companion.rules import ROOMS, games
from companion.rules.common import COMMON_PROBLEMS, COMMON_REASONS
from companion.rules.engine import ENGINE_PROBLEMS, Game, ProblemKind, Reason

GAMES = list(ROOMS)
RULEBOOKS = Path(__file__).resolve().parents[3] / "shared" / "rulebooks"
"""The printed rulebooks, where they lie beside the checkout."""


def own_problems(game: Game) -> list[ProblemKind]:
    """The game's own ways to be wrong, without those of the engine and of the table's tools."""
    shared = {kind.code for kind in (*ENGINE_PROBLEMS, *COMMON_PROBLEMS)}
    return [kind for kind in game.problems.values() if kind.code not in shared]


def own_reasons(game: Game) -> list[Reason]:
    """The game's own reasons why a counter moves or the game ends."""
    shared = {reason.code for reason in COMMON_REASONS}
    return [*(reason for reason in game.reasons.values() if reason.code not in shared), *game.endings.values()]


def cited(id_: str) -> set[str]:
    """The sections that a problem, a change or an ending of the game rests on."""
    game = games[id_]
    return {rule for thing in (*own_problems(game), *own_reasons(game)) for rule in thing.rules}


def shingles(text: str, size: int = 8) -> set[tuple[str, ...]]:
    """Every run of `size` words of a text."""
    words = re.findall(r"\w+", text.casefold())
    return {tuple(words[at : at + size]) for at in range(len(words) - size + 1)}
