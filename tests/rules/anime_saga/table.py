"""A small box of its own and positions written as case files are, for the tests of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.rules import codec
from companion.rules.anime_saga import GAME
from companion.rules.anime_saga.cards import (
    ATTRIBUTES,
    TYPES,
    ActionCard,
    Advantages,
    Box,
    Challenge,
    Character,
    Effects,
    Enemy,
    Lord,
    Skill,
    read_box,
)
from companion.rules.anime_saga.position import Position
from companion.rules.engine import Verdict

VALUES = {"combat_bonus": [1, 2, 4, 6], "green_bonuses": []}


def _skill(id_: str, cost: int, advantage: str, character: str = "hero") -> Skill:
    return Skill(id_, f"S{id_[:3].upper()}", id_.capitalize(), 1, character, cost, Advantages.parse(advantage))


CARDS: tuple[Any, ...] = (
    *(
        ActionCard(
            f"{type_}-{attribute}",
            f"A{TYPES.index(type_)}0{ATTRIBUTES.index(attribute)}",
            f"{type_} {attribute}",
            2,
            type_,
            attribute,
            (1, 3) if (type_, attribute) == ("training", "strength") else (1, 1),
        )
        for type_ in TYPES
        for attribute in ATTRIBUTES
    ),
    Character("hero", "HERO", "Hero", 1, 2, 1, 6, 3),
    Character("rival", "RIVA", "Rival", 1, 1, 2, 5, 2),
    _skill("fist", 1, "attack +1"),
    _skill("guard", 2, "defence +1"),
    _skill("heart", 2, "max-life +2"),
    _skill("glory", 1, "end-fame +3"),
    _skill("burst", 1, "discard 1: attack +3"),
    _skill("again", 2, "discard 2: reroll"),
    _skill("mend", 1, "discard 1: heal 2"),
    _skill("omen", 4, "told: look at the deck"),
    _skill("claw", 2, "attack +2", "rival"),
    Challenge("desert", "DESE", "Desert", 1, 6, 0, 0, 2, ("training", "heal"), Effects.parse("life -2")),
    Challenge("river", "RIVE", "River", 1, 2, 2, 2, 2, ("fame", "fame"), Effects.parse("discard 1")),
    Enemy("ogre", "OGRE", "Ogre", 1, 8, 5, 3, ("strength", "agility"), Effects.parse("fame -1")),
    Lord(
        "king",
        "KING",
        "King",
        1,
        10,
        7,
        4,
        ("agility", "intelligence"),
        Effects.parse("attack -1"),
        ("agility", "intelligence"),
        Effects.parse("life -1"),
    ),
)


def box(**values: Any) -> Box:
    """The box of these tests, with other printed values where they are given."""
    made, faults = read_box(CARDS, {**VALUES, **values})
    assert not faults
    return made


SEATS: dict[str, dict[str, Any]] = {
    "Ana": {"character": "hero", "attack": 2, "defence": 1, "max_life": 6, "life": 5, "fame": 5, "skills": []},
    "Bo": {"character": "rival", "attack": 1, "defence": 2, "max_life": 5, "life": 5, "fame": 5, "skills": []},
}
OGRE = {
    "kind": "enemy",
    "name": "Ogre",
    "life": 8,
    "damage": 5,
    "defence": 3,
    "requirement": ["strength", "agility"],
    "effect": "fame -1",
}
KING = {
    "kind": "lord",
    "name": "King",
    "life": 10,
    "damage": 7,
    "defence": 4,
    "requirement": ["agility", "intelligence"],
    "effect": "attack -1",
    "second_requirement": ["agility", "intelligence"],
    "second_effect": "life -1",
}
DESERT = {
    "kind": "challenge",
    "name": "Desert",
    "needs": {"strength": 6, "intelligence": 2},
    "contributed": {},
    "requirement": ["training", "heal"],
    "effect": "life -2",
}


def table(
    *,
    names: Sequence[str] = ("Ana", "Bo"),
    box_: Box | None = None,
    rulings: dict[str, str] | None = None,
    ana: dict[str, Any] | None = None,
    bo: dict[str, Any] | None = None,
    **position: Any,
) -> Position:
    """A position as in a case file: what is given merges into the start (Ana and Bo with sheets and no skills)."""
    start = GAME.start(names, box_ or box(), GAME.rulings(rulings))
    given: dict[str, Any] = {"players": {name: SEATS[name] for name in names if name in SEATS}, **position}
    given = codec.merge(given, {"players": {"Ana": ana or {}} | ({"Bo": bo or {}} if "Bo" in names else {})})
    made, faults = GAME.from_json(codec.merge(GAME.to_json(start), given), start.box)
    assert not faults, faults
    assert isinstance(made, Position)
    return made


def judge(
    position: Position, do: str, player: str | None = "Ana", /, *, by: dict[str, str] | None = None, **fields: Any
) -> Verdict:
    """The verdict on an action under the rulings `by`."""
    action = {"do": do, **({} if player is None else {"player": player}), **fields}
    return GAME.judge(position, action, GAME.rulings(by))


def legal(position: Position, do: str, player: str | None = "Ana", /, **fields: Any) -> Position:
    """The position after an action that must be legal."""
    verdict = judge(position, do, player, **fields)
    assert verdict.legal, ([problem.message for problem in verdict.problems], verdict.needs)
    after: Position = verdict.position
    return after


def codes(verdict: Verdict) -> list[str]:
    """The codes of its problems."""
    return [problem.code for problem in verdict.problems]


def moved(verdict: Verdict, counter: str, player: str | None = "Ana") -> list[tuple[Any, Any, str]]:
    """From, to and reason of every change of a counter."""
    return [
        (change.before, change.after, change.reason.code)
        for change in verdict.changes
        if (change.player, change.counter) == (player, counter)
    ]


def lay(*cards: str | None, piles: Sequence[int] = (1, 2, 3, 4, 5)) -> list[dict[str, Any]]:
    """Cards that go back, one on each pile in turn."""
    return [{"card": card, "pile": piles[n % len(piles)]} for n, card in enumerate(cards)]
