"""Fights in the rulebook's ten steps (Facing Enemies), against Enemies and the Lord of Darkness."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.anime_saga.position import Position
from tests.rules.anime_saga.table import KING, OGRE, box, codes, judge, legal, moved, table

WARD = ["heal-strength", "heal-agility"]


def ogre(hand: list[str] | None = None, ana: dict[str, Any] | None = None, **changes: Any) -> Position:
    return table(ana={"hand": hand or [], **(ana or {})}, current={**OGRE, **changes})


def fight(position: Position, attack: int = 4, defence: int = 2, **fields: Any) -> Any:
    return judge(position, "fight", attack_die=attack, defence_die=defence, **fields)


def test_damage_fame_and_the_strike_back() -> None:
    verdict = fight(ogre(WARD), cards=WARD)
    # attack 2 + 4 against defence 3; strike 5 against defence 1 + 2
    assert moved(verdict, "enemy_life", None) == [(8, 5, "damage-dealt")]
    assert moved(verdict, "fame") == [(5, 8, "damage-fame")]
    assert moved(verdict, "life") == [(5, 3, "struck")]
    assert verdict.position.fight is None
    assert verdict.position.acted


def test_the_effect_is_suffered_without_both_attributes() -> None:
    assert moved(fight(ogre(WARD), cards=WARD[:1]), "fame") == [(5, 4, "effect-suffered"), (4, 7, "damage-fame")]


def test_attack_that_does_not_pass_the_defence_does_nothing() -> None:
    verdict = fight(ogre(WARD), attack=1, cards=WARD)
    assert moved(verdict, "fame") == []
    assert verdict.position.current.life == 8


def test_defence_above_the_damage_does_not_heal() -> None:
    assert moved(fight(ogre(WARD, damage=2), cards=WARD), "life") == []


def test_overkill_gives_fame_for_the_life_there_was_and_two_more() -> None:
    verdict = fight(ogre(WARD, life=2), attack=6, cards=WARD)
    assert moved(verdict, "fame") == [(5, 7, "damage-fame"), (7, 9, "defeated")]
    # A defeated Enemy strikes all the same, then the episodes move up.
    assert moved(verdict, "life") == [(5, 3, "struck")]
    assert verdict.position.current.kind == "enemy"
    assert moved(verdict, "episode", None) == [("Ogre", None, "moved-up")]


def test_over_damage_costs_fame_after_the_fame_of_the_combat() -> None:
    verdict = fight(ogre(WARD, {"life": 1, "fame": 0}, damage=9), cards=WARD)
    # 9 - 3 = 6 damage: one life, and five Fame that are not all there
    assert moved(verdict, "life") == [(1, 0, "struck")]
    assert moved(verdict, "fame") == [(0, 3, "damage-fame"), (3, 0, "fame-floor")]


@pytest.mark.parametrize(("choice", "fame"), [("floor-zero", 0), ("floor-one", 1), ("no-floor", -2)])
def test_ruling_as14_says_how_far_fame_falls(choice: str, fame: int) -> None:
    verdict = fight(ogre(WARD, {"life": 1, "fame": 0}, damage=9), cards=WARD, by={"AS14": choice})
    assert verdict.position.seat("Ana").fame == fame


def test_skills_and_combat_cards_of_different_colours_add_up() -> None:
    hand = ["combat-power", "combat-agility", "combat-strength", *WARD]
    position = ogre(hand, {"skills": ["fist", "guard"]})
    verdict = fight(
        position, cards=WARD, attack_cards=["combat-power", "combat-agility"], defence_cards=["combat-strength"]
    )
    # attack 2 + 1 + 4 + 2 = 9, defence 1 + 1 + 2 + 1 = 5
    assert verdict.position.current.life == 2
    assert verdict.position.seat("Ana").life == 5
    assert verdict.position.seat("Ana").hand.size == 0


def test_combat_cards_of_step_two_ward_off_and_add_their_bonus() -> None:
    cards = ["combat-strength", "combat-agility"]
    verdict = fight(ogre(cards), cards=cards, attack_cards=cards)
    assert (moved(verdict, "fame"), verdict.position.current.life) == ([(5, 10, "damage-fame")], 3)


def test_a_combat_card_counts_once() -> None:
    position = ogre(["combat-strength"])
    reroll = [{"card": "combat-strength", "die": "attack", "result": 6}]
    assert codes(fight(position, cards=["combat-strength"], rerolls=reroll, attack_cards=["combat-strength"])) == [
        "not-held"
    ]


def test_the_new_result_of_a_reroll_stands() -> None:
    reroll = [
        {"card": "combat-power", "die": "attack", "result": 6},
        {"card": "combat-strength", "die": "defence", "result": 1},
    ]
    verdict = fight(ogre(["combat-power", "combat-strength", *WARD]), cards=WARD, rerolls=reroll)
    assert verdict.position.current.life == 8 - (2 + 6 - 3)
    assert verdict.position.seat("Ana").life == 5 - (5 - 1 - 1)


def test_the_stages_one_by_one_are_the_whole_fight() -> None:
    hand = ["combat-power", "combat-strength", *WARD]
    skills = {"skills": ["burst", "fist"]}
    position = ogre([*hand, "fame-power"], skills)
    whole = fight(
        position,
        cards=WARD,
        rerolls=[{"card": "combat-power", "die": "attack", "result": 5}],
        skills=[{"skill": "burst", "discards": ["fame-power"]}],
        defence_cards=["combat-strength"],
    )
    step = legal(position, "fight-roll", attack_die=4, defence_die=2)
    step = legal(step, "fight-cards", cards=WARD)
    step = legal(step, "fight-reroll", card="combat-power", die="attack", result=5)
    step = legal(step, "use-skill", skill="burst", discards=["fame-power"])
    assert legal(step, "fight-resolve", defence_cards=["combat-strength"]) == whole.position


def test_a_skill_that_rerolls_and_one_that_adds() -> None:
    position = ogre([*WARD, "fame-power", "fame-agility", "fame-strength"], {"skills": ["again", "burst"]})
    skills = [
        {"skill": "again", "discards": ["fame-power", "fame-agility"], "die": "defence", "result": 6},
        {"skill": "burst", "discards": ["fame-strength"]},
    ]
    verdict = fight(position, cards=WARD, skills=skills)
    assert verdict.position.current.life == 8 - (2 + 4 + 3 - 3)
    assert moved(verdict, "life") == []


def test_cards_that_pay_for_a_skill_ward_off_nothing() -> None:
    position = ogre(["heal-strength", "heal-agility"], {"skills": ["burst"]})
    verdict = fight(position, cards=["heal-strength"], skills=[{"skill": "burst", "discards": ["heal-agility"]}])
    assert moved(verdict, "fame")[0] == (5, 4, "effect-suffered")


def test_an_effect_can_lower_attack_and_defence_of_the_fight() -> None:
    verdict = fight(ogre(effect="attack -1; defence -2"))
    assert verdict.position.current.life == 8 - (2 + 4 - 1 - 3)
    assert verdict.position.seat("Ana").life == 5 - (5 - (1 + 2 - 2))


def test_what_is_told_may_change_the_fight() -> None:
    told = [{"player": "Ana", "counter": "attack", "amount": 2}]
    assert fight(ogre(effect="told: see"), told=told).position.current.life == 8 - (2 + 4 + 2 - 3)


def test_a_bonus_the_box_does_not_know_is_asked_for() -> None:
    position = table(box_=box(combat_bonus=None), ana={"hand": ["combat-power"]}, current={**OGRE, "effect": ""})
    assert fight(position, attack_cards=["combat-power"]).needs == ("attack_bonus",)
    assert fight(position, attack_cards=["combat-power"], attack_bonus=3).position.current.life == 8 - (2 + 4 + 3 - 3)


def test_unknown_values_are_asked_for() -> None:
    sheet = {"attack": None, "defence": None, "character": None, "skills": None}
    assert fight(ogre(WARD, sheet), cards=WARD).needs == (
        "players.Ana.attack",
        "players.Ana.skills",
        "players.Ana.defence",
    )
    unknown = fight(ogre(WARD, life=None, damage=None, defence=None), cards=WARD)
    assert unknown.needs == ("current.life", "current.defence", "current.damage")
    assert fight(ogre(WARD, {"life": None}), cards=WARD).needs == ("players.Ana.life",)
    assert fight(ogre(WARD, requirement=None), cards=WARD).needs == ("current.requirement",)
    assert fight(ogre(kind=None)).needs == ("current.kind",)


def test_the_sheet_of_the_box_is_used_where_nothing_is_entered() -> None:
    sheet = {"attack": None, "defence": None, "max_life": None}
    assert fight(ogre(WARD, sheet), cards=WARD).position == fight(ogre(WARD), cards=WARD).position.with_seat(
        fight(ogre(WARD, sheet), cards=WARD).position.seat("Ana")
    )


# The Lord of Darkness.


def king(hand: list[str] | None = None, **changes: Any) -> Position:
    return table(ana={"hand": hand or []}, current={**KING, **changes}, next=None, spoiler=None, deck=0)


PAIR = ["heal-agility", "heal-intelligence"]
FOUR = [*PAIR, "fame-agility", "fame-intelligence"]


def test_two_requirements_take_two_cards_each() -> None:
    both = fight(king(FOUR), cards=FOUR)
    assert (moved(both, "fight.attack"), moved(both, "life")) == ([], [(5, 1, "struck")])


def test_with_one_pair_the_player_chooses_which_effect_to_ward_off() -> None:
    first = fight(king(PAIR), cards=PAIR, cancel="first")
    assert (moved(first, "fight.attack"), moved(first, "life")[0]) == ([], (5, 4, "effect-suffered"))
    second = fight(king(PAIR), cards=PAIR, cancel="second")
    assert (moved(second, "fight.attack"), moved(second, "life")) == ([(0, -1, "effect-suffered")], [(5, 1, "struck")])
    assert fight(king(PAIR), cards=PAIR).position == first.position
    assert codes(fight(king(PAIR), cards=PAIR[:1], cancel="first")) == ["not-warded"]


def test_different_requirements_are_met_each_by_its_own_cards() -> None:
    position = king(["heal-strength", "heal-power"], second_requirement=["strength", "power"])
    verdict = fight(position, cards=["heal-strength", "heal-power"])
    assert (moved(verdict, "fight.attack"), moved(verdict, "life")) == (
        [(0, -1, "effect-suffered")],
        [(5, 1, "struck")],
    )


def test_the_lord_at_zero_ends_the_game_without_a_strike_back() -> None:
    verdict = fight(king(FOUR, life=1), attack=6, cards=FOUR)
    assert moved(verdict, "fame") == [(5, 6, "damage-fame"), (6, 8, "defeated")]
    assert moved(verdict, "life") == []
    assert verdict.position.outcome.winners == ("Ana",)
    assert codes(judge(verdict.position, "heal", "Bo")) == ["game-over"]


def test_ruling_as55_lets_the_lord_strike_before_the_end() -> None:
    verdict = fight(king(FOUR, life=1), attack=6, cards=FOUR, by={"AS55": "counter-attack"})
    assert moved(verdict, "life") == [(5, 1, "struck-by-ruling")]
    assert verdict.position.outcome.winners == ("Ana",)


def test_ruling_as71_counts_trade_cards_of_the_turn_in_a_fight() -> None:
    position = table(ana={"hand": ["heal-strength"]}, current=OGRE, traded=["trade-agility"])
    assert moved(fight(position, cards=["heal-strength"]), "fame")[0][2] == "effect-suffered-by-ruling"
    whole = fight(position, cards=["heal-strength"], by={"AS71": "whole-turn"})
    assert moved(whole, "fame") == [(5, 8, "damage-fame")]


def test_every_problem_of_a_fight_that_cannot_begin_is_named() -> None:
    position = table(turn="Bo", ana={"hand": ["heal-power"]})
    assert codes(fight(position, cards=["fame-power"])) == ["not-your-turn", "no-enemy", "not-held"]
