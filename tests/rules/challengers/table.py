"""Tables for the tests: the printed cards, a start, a match under way."""

from __future__ import annotations

from typing import Any

from companion import catalog
from companion.rules.challengers import GAME
from companion.rules.challengers.position import Match, Pile, Position, Reading, Shown, Side
from companion.rules.engine import Verdict
from companion.rules.rulings import Rulings

BOX = catalog.box("challengers", ["printed"])
RULINGS = GAME.rulings()
NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gil", "Hal")
WALL = Reading("wall", 30)
"""A card nobody can beat, to look at an attack."""


def start(players: int = 2, rulings: Rulings = RULINGS, **changes: Any) -> Position:
    return GAME.start(NAMES[:players], BOX, rulings)._replace(**changes)


def play(position: Position, *actions: dict[str, Any], rulings: Rulings = RULINGS) -> Position:
    """The position after legal actions."""
    return GAME.replay(position, actions, rulings)


def judge(position: Position, rulings: Rulings = RULINGS, **action: Any) -> Verdict:
    return GAME.judge(position, action, rulings)


def codes(verdict: Verdict) -> list[str]:
    return [problem.code for problem in verdict.problems]


def side(name: str, pile: Any = 5, bench: Any = (), stack: Any = (), exhaust: Any = (), **more: Any) -> Side:
    shown = tuple(card if isinstance(card, Shown) else Shown(card) for card in stack)
    cards = None if pile is None else (None,) * pile if isinstance(pile, int) else tuple(pile)
    return Side(name, Pile(cards), tuple(bench), shown, tuple(exhaust), **more)


def match(ana: Side, bo: Side, holder: str = "Ana", players: int = 4, **changes: Any) -> Position:
    """Ana and Bo at a match under way, tracked by moves; whoever does not hold the flag attacks."""
    turn = "Bo" if holder == "Ana" else "Ana"
    names = [NAMES[0], NAMES[3], NAMES[2], NAMES[1]] if players == 4 else NAMES[:players]
    position = GAME.start(names, BOX, RULINGS)._replace(detail="moves", read=(WALL,))
    going = Match(position.match_of("Ana").park, (ana, bo), "attack", turn, holder)
    return position.with_match(going)._replace(**changes)


def attacking(card: str, bench: Any = (), rival_bench: Any = (), pile: Any = 5, **more: Any) -> Verdict:
    """Bo's verdict on revealing `card` against a wall of Ana's."""
    position = match(side("Ana", bench=rival_bench, stack=("wall",)), side("Bo", pile, bench, **more))
    return judge(position, do="reveal", player="Bo", card=card)


def board(verdict: Verdict) -> dict[str, Any]:
    """Ana's and Bo's match on the scoreboard after a legal verdict."""
    assert verdict.legal, (verdict.problems, verdict.needs)
    rows = GAME.totals(verdict.position, RULINGS)["matches"]
    return next(row for row in rows if "Ana" in row["players"])


def mine(verdict: Verdict, name: str = "Bo") -> Side:
    """A side of the match after a legal verdict."""
    assert verdict.legal, (verdict.problems, verdict.needs)
    return verdict.position.match_of(name).side(name)
