"""A table of players who do something legal at random, for whole evenings in the tests and in the benchmark.

What they do is drawn from what `choices` offers; what the cards show is drawn from what the decks can still hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from companion import catalog
from companion.rules.challengers import GAME
from companion.rules.challengers.position import Position
from companion.rules.challengers.rounds import values_left
from companion.rules.challengers.told import question
from companion.rules.engine import Choice, Subset, Verdict
from companion.rules.rulings import Rulings

BOX = catalog.box("challengers", ["printed"])
NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gil", "Hal")
WEIGHTS = {
    "reveal": 40,
    "cannot-reveal": 5,
    "effect": 60,
    "start-match": 20,
    "pick": 40,
    "decline": 4,
    "redraw": 3,
    "trim": 4,
    "trophy": 20,
    "open-trophies": 20,
    "final": 20,
    "setup": 2,
    "fans": 1,
    "match-result": 1,
    "concede": 0.1,
    "leave": 0.02,
}
AT_SCORES = {"match-result": 40.0, "fans": 5.0}


class Step(NamedTuple):
    """One action of an evening: where it was taken, and what came of it."""

    position: Position
    action: dict[str, Any]
    verdict: Verdict


def evening(rng: Random, players: int, detail: str = "cards", chosen: dict[str, str] | None = None) -> Iterator[Step]:
    """A whole evening, action by action."""
    rulings = GAME.rulings(chosen)
    position = GAME.start(NAMES[:players], BOX, rulings)._replace(detail=detail)
    while position.outcome is None:
        step = move(rng, position, rulings)
        yield step
        position = step.verdict.position


def random_game(rng: Random) -> tuple[Position, Rulings, list[dict[str, Any]]]:
    """An evening of two to four for the benchmark: the start, the rulings and the actions."""
    players = rng.randint(2, 4)
    start = GAME.start(NAMES[:players], BOX, GAME.rulings())
    return start, GAME.rulings(), [step.action for step in evening(rng, players)]


def move(rng: Random, position: Position, rulings: Rulings) -> Step:
    """Something legal that somebody does."""
    weights = WEIGHTS | AT_SCORES if position.detail == "scores" else WEIGHTS
    for _attempt in range(50):
        viewer = rng.choice([seat.name for seat in position.players]) if rng.random() < 0.2 else None
        choices = [choice for choice in GAME.choices(position, rulings, viewer) if choice.legal and offers(choice)]
        choice = rng.choices(choices, [weights[choice.do] for choice in choices])[0]
        action = fill(rng, position, choice)
        verdict = GAME.judge(position, action, rulings)
        if verdict.legal:
            return Step(position, action, verdict)
        if verdict.legal is False:
            raise AssertionError(f"offered but refused: {action} {[p.message for p in verdict.problems]}")
    raise AssertionError(f"nobody can do anything: {GAME.to_json(position)}")


def offers(choice: Choice) -> bool:
    """Whether each field has a value: a deck that an agreed exception contradicts may leave no card to reveal."""
    return all(isinstance(values, Subset) or len(values) for values in choice.allowed.values())


def fill(rng: Random, position: Position, choice: Choice) -> dict[str, Any]:
    """An action of this kind with allowed values."""
    allowed = choice.allowed
    action: dict[str, Any] = {"do": choice.do}
    for name, values in allowed.items():
        if name in ("seats", "draw"):
            action[name] = rng.sample(values, len(values))
        elif name == "told":
            action[name] = told(rng, position, choice)
        elif isinstance(values, Subset):
            action[name] = some(rng, values)
        else:
            action[name] = rng.choice(values)
    if choice.do == "pick":
        level = action["level"]
        most = max(option.picks for option in BOX.phases[position.round - 1] if option.level == level)
        cards = allowed["cards"]
        of = tuple(id_ for id_ in cards.of if BOX.cards[id_].level == level)
        left = most - position.seat(choice.player or "").picks
        action["cards"] = some(rng, cards._replace(of=of, high=left, unseen=left))
    if choice.do == "open-trophies":
        action["values"] = values_of(position)
    return action


def some(rng: Random, subset: Subset) -> list[str | None]:
    """Some of a subset; now and then a card nobody names."""
    unseen = min(20 if subset.unseen is None else subset.unseen, 20)
    there: list[str | None] = list(subset.of)
    if unseen and (not there or rng.random() < 0.05):
        there = [None] * unseen
    most = min(len(there), 20 if subset.high is None else subset.high, subset.low + 3)
    return rng.sample(there, rng.randint(min(subset.low, most), most))


def told(rng: Random, position: Position, choice: Choice) -> list[dict[str, Any]]:
    """What came of an unknown effect: mostly something small."""
    found = question(position, choice.player)
    assert found is not None
    kinds = ["fans"] if found[1].when == "picked" else ["fans", "next-power"]
    return [{"what": rng.choice(kinds), "amount": rng.randint(1, 2)}] if rng.random() < 0.7 else []


def values_of(position: Position) -> list[dict[str, Any]]:
    """What the trophies show that nobody has entered."""
    rows = []
    taken: dict[int, int] = {}
    for seat in position.players:
        for trophy in seat.trophies:
            if trophy.fans is None:
                at = taken[trophy.round] = taken.get(trophy.round, -1) + 1
                shown = values_left(position, trophy.round)[at]
                rows.append({"player": seat.name, "round": trophy.round, "fans": shown})
    return rows
