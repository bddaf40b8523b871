"""Every problem of the room is reached by an action, and says what is wrong and what would make it legal."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from companion.rules.anime_saga import GAME, problems
from companion.rules.anime_saga.position import Position
from tests.rules.anime_saga.table import DESERT, KING, OGRE, codes, lay, table

FIGHT = {"attack_die": 3, "defence_die": 3, "stage": "combat"}
DICE = {"attack_die": 3, "defence_die": 4}
NEW = {"skills": None}


class Wrong(NamedTuple):
    """An action that meets the problem: the table it is taken at, and the rulings."""

    position: Position
    action: dict[str, Any]
    rulings: dict[str, str]


def wrong(
    position: Position, do: str, player: str | None = "Ana", /, *, by: dict[str, str] | None = None, **fields: Any
) -> Wrong:
    return Wrong(position, {"do": do, **({"player": player} if player else {}), **fields}, by or {})


def hand(*cards: str, **position: Any) -> Position:
    return table(ana={"hand": list(cards)}, **position)


LEARNED = {"skills": ["again", "burst", "mend", "fist", "omen"], "hand": ["heal-power", "fame-power", "trade-power"]}

WRONGS: dict[str, Wrong] = {
    "not-your-turn": wrong(table(), "heal", "Bo"),
    "has-left": wrong(table(bo={"left": True}), "heal", "Bo"),
    "lord-fallen": wrong(table(stage="over"), "heal"),
    "skills-first": wrong(table(stage="skills", bo=NEW), "heal"),
    "acted": wrong(table(acted=True), "buy", pile=1),
    "no-action-yet": wrong(table(), "end-turn"),
    "only-heal": wrong(table(ana={"life": 0}), "buy", pile=1),
    "owes-discards": wrong(table(ana={"owes": 2}), "heal"),
    "fight-on": wrong(table(current=OGRE, fight=FIGHT), "heal"),
    "no-fight": wrong(table(current=OGRE), "fight-resolve"),
    "cards-played": wrong(table(current=OGRE, fight=FIGHT), "fight-cards"),
    "cards-first": wrong(table(current=OGRE, fight={**FIGHT, "stage": "cards"}), "fight-resolve"),
    "no-challenge": wrong(table(current=OGRE), "contribute", cards=["heal-power"]),
    "no-enemy": wrong(table(current=DESERT), "fight-roll", **DICE),
    "unknown-card": wrong(table(current=DESERT), "contribute", cards=["sword"]),
    "not-held": wrong(hand("heal-power"), "play", cards=["fame-power"]),
    "name-cards": wrong(
        hand(
            *["heal-power"] * 2,
            *["fame-power"] * 2,
            *["trade-power"] * 2,
            *["combat-power"] * 2,
            *["training-power"] * 2,
            "heal-agility",
            acted=True,
        ),
        "end-turn",
        discards=[None],
    ),
    "all-elsewhere": wrong(table(bo={"hand": ["heal-power", "heal-power"]}), "play", cards=["heal-power"]),
    "no-cards": wrong(hand(current=DESERT), "contribute", cards=["heal-power"]),
    "no-piles": wrong(table(piles=[0, 0, 0, 0, 0]), "buy", pile=1),
    "empty-pile": wrong(table(piles=[0, 4, 4, 4, 4]), "buy", pile=1),
    "wrong-count": wrong(table(), "buy", pile=1, cards=["heal-power"]),
    "nothing-to-play": wrong(hand("combat-power"), "play", cards=["combat-power"]),
    "not-an-action": wrong(hand("combat-power"), "play", cards=["combat-power"]),
    "mixed-types": wrong(hand("heal-power", "fame-agility"), "play", cards=["heal-power", "fame-agility"]),
    "same-colour": wrong(hand("heal-power", "heal-power"), "play", cards=["heal-power", "heal-power"]),
    "no-such-set": wrong(hand("heal-power"), "play", cards=[]),
    "not-training": wrong(hand("heal-power"), "play", cards=["heal-power"], skills=["fist"]),
    "skills-chosen": wrong(table(), "choose-skills", skills=["fist", "guard"]),
    "wrong-sum": wrong(table(ana=NEW), "choose-skills", skills=["fist"]),
    "not-your-skill": wrong(table(ana=NEW), "choose-skills", skills=["claw", "fist"]),
    "skill-twice": wrong(table(ana=NEW), "choose-skills", skills=["fist", "fist", "glory"]),
    "too-costly": wrong(hand("training-power"), "play", cards=["training-power"], skills=["guard"]),
    "no-usable-skill": wrong(table(), "use-skill", skill="mend"),
    "skill-not-held": wrong(table(ana={"skills": ["mend"]}), "use-skill", skill="omen", told=[]),
    "not-by-hand": wrong(table(ana=LEARNED), "use-skill", skill="fist"),
    "fight-skill": wrong(table(ana=LEARNED), "use-skill", skill="burst", discards=["heal-power"]),
    "used-skill": wrong(
        table(ana={**LEARNED, "used": ["mend"]}),
        "use-skill",
        skill="mend",
        discards=["heal-power"],
        by={"AS73": "once-a-turn"},
    ),
    "wrong-cost": wrong(table(ana=LEARNED), "use-skill", skill="mend"),
    "name-die": wrong(
        table(ana=LEARNED, current=OGRE, fight=FIGHT), "use-skill", skill="again", discards=["heal-power", "fame-power"]
    ),
    "no-die": wrong(table(ana=LEARNED), "use-skill", skill="mend", discards=["heal-power"], die="attack", result=6),
    "no-trade": wrong(hand("heal-power"), "trade", card="heal-power", pile=1, take=None),
    "not-a-trade": wrong(hand("heal-power", "trade-power"), "trade", card="heal-power", pile=1, take=None),
    "trade-late": wrong(hand("trade-power", acted=True), "trade", card="trade-power", pile=1, take=None),
    "trade-gives": wrong(
        hand("trade-power", "heal-power"), "trade", card="trade-power", pile=1, take=None, by={"AS27": "to-discards"}
    ),
    "trade-takes-place": wrong(
        hand("trade-power", "heal-power"), "trade", card="trade-power", pile=1, take=None, give="heal-power"
    ),
    "nothing-counts": wrong(hand("heal-power", "heal-strength", current=DESERT), "contribute", cards=["heal-power"]),
    "wrong-discards": wrong(
        hand("heal-strength", current=DESERT), "contribute", cards=["heal-strength"], discards=["heal-power"]
    ),
    "nothing-owed": wrong(table(), "discard", cards=[]),
    "nothing-told": wrong(hand("heal-strength", current=DESERT), "contribute", cards=["heal-strength"], told=[]),
    "told-stranger": wrong(
        hand("heal-strength", current={**DESERT, "effect": "told: see"}),
        "contribute",
        cards=["heal-strength"],
        told=[{"player": "Zoe", "counter": "fame", "amount": 1}],
    ),
    "no-combat": wrong(
        hand("heal-power", current=OGRE, fight=FIGHT), "fight-reroll", card="heal-power", die="attack", result=6
    ),
    "not-combat": wrong(
        hand("heal-power", "combat-power", current=OGRE, fight=FIGHT), "fight-resolve", attack_cards=["heal-power"]
    ),
    "combat-colours": wrong(
        hand("combat-power", "combat-power", current=OGRE, fight=FIGHT),
        "fight-resolve",
        attack_cards=["combat-power", "combat-power"],
    ),
    "bonus-differs": wrong(
        hand("combat-power", current=OGRE, fight=FIGHT), "fight-resolve", attack_cards=["combat-power"], attack_bonus=4
    ),
    "not-warded": wrong(table(current=KING), "fight", **DICE, cancel="second"),
    "over-limit": wrong(table(acted=True, ana={"hand": 12}), "end-turn", discards=[None]),
    "returns-count": wrong(table(acted=True, ana={"discards": 2}), "end-turn"),
    "not-smallest": wrong(
        table(acted=True, ana={"discards": 1}, piles=[3, 4, 4, 4, 4]), "end-turn", returns=lay(None, piles=[2])
    ),
    "not-lowest": wrong(
        table(acted=True, ana={"discards": 1}), "end-turn", returns=lay(None, piles=[2]), by={"AS26": "lowest-number"}
    ),
    "begun": wrong(table(turns=1), "setup", None),
    "sheet-twice": wrong(
        table(), "setup", None, sheets=[{"player": name, "character": "hero"} for name in ("Ana", "Bo")]
    ),
    "sheet-stranger": wrong(table(), "setup", None, sheets=[{"player": "Zoe", "character": "hero"}]),
    "no-sheet": wrong(table(), "setup", None, sheets=[{"player": "Ana", "character": "somebody"}]),
    "nothing-to-reveal": wrong(table(current=OGRE, next=None, spoiler=None), "reveal-episode", None, card="ogre"),
    "no-episode": wrong(table(next=None), "reveal-episode", None, slot="next", card="ogre"),
    "revealed": wrong(table(current=DESERT), "reveal-episode", None, slot="current", card="river"),
    "reveal-unclear": wrong(table(), "reveal-episode", None),
    "wrong-kind": wrong(table(), "reveal-episode", None, card="ogre"),
    "already-out": wrong(
        table(current={**DESERT, "card": "desert"}), "reveal-episode", None, slot="spoiler", card="desert"
    ),
    "effect-unread": wrong(table(), "reveal-episode", None, facts={"name": "Pit", "effect": "ouch"}),
    "no-bonus": wrong(table(), "bonus", space=1, amount=1),
    "space-not-reached": wrong(table(ana={"fame": 22}), "bonus", space=3, amount=1),
    "bonus-taken": wrong(table(ana={"fame": 25, "bonuses": [3]}), "bonus", space=3, amount=1),
    "finish-early": wrong(table(), "finish", None),
}
IN_CHOICES_ONLY = {"name-a-player"}


def test_every_problem_has_its_action() -> None:
    assert set(WRONGS) | IN_CHOICES_ONLY == {kind.code for kind in problems.PROBLEMS}


@pytest.mark.parametrize("code", WRONGS)
def test_the_problem_is_found_and_explained(code: str) -> None:
    position, action, rulings = WRONGS[code]
    verdict = GAME.judge(position, action, GAME.rulings(rulings))
    assert verdict.legal is False
    assert code in codes(verdict)
    assert verdict.position is position
    problem = next(problem for problem in verdict.problems if problem.code == code)
    assert "{" not in problem.message + problem.fix
    assert problem.message.endswith(".")
    assert problem.rules


@pytest.mark.parametrize("code", WRONGS)
def test_an_agreed_exception_sets_aside_what_can_be_and_never_crashes(code: str) -> None:
    position, action, rulings = WRONGS[code]
    agreed = {"by": ["Ana", "Bo"], "reason": "we did it so"}
    verdict = GAME.judge(position, {**action, "agreed": agreed}, GAME.rulings(rulings))
    kind = GAME.problems[code]
    if kind.waivable:
        assert code not in codes(verdict)
        assert code in [note.code for note in verdict.notes]
    else:
        assert verdict.legal is False
        assert code in codes(verdict)


def test_without_a_turn_the_choices_ask_for_a_player() -> None:
    choices = {choice.do: choice for choice in GAME.choices(table(turn=None), GAME.rulings())}
    assert [problem.code for problem in choices["heal"].problems] == ["name-a-player"]


def test_somebody_who_only_watches_has_no_moves() -> None:
    choices = {choice.do: choice for choice in GAME.choices(table(), GAME.rulings(), "Zoe")}
    assert [problem.code for problem in choices["heal"].problems] == ["name-a-player"]


def test_all_that_is_wrong_is_found_at_once() -> None:
    position = table(ana={"hand": ["heal-power", "fame-agility"]}, turn="Bo", acted=True)
    verdict = GAME.judge(
        position,
        {"do": "play", "player": "Ana", "cards": ["heal-power", "fame-agility", "fame-strength"]},
        GAME.rulings(),
    )
    assert codes(verdict) == ["not-your-turn", "mixed-types", "not-held"]


def test_the_action_the_fight_and_the_zero_life_are_those_of_whose_turn_it_is() -> None:
    acted = GAME.judge(table(turn="Bo", acted=True), {"do": "heal", "player": "Ana"}, GAME.rulings())
    assert codes(acted) == ["not-your-turn"]
    down = GAME.judge(table(turn="Bo", down=True), {"do": "buy", "player": "Ana", "pile": 1}, GAME.rulings())
    assert codes(down) == ["not-your-turn"]
