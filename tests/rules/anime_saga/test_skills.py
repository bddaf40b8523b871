"""First skills in secret, skills by hand, the bonuses of the Green track (Training and Skills)."""

from __future__ import annotations

import pytest

from companion.rules.anime_saga import GAME
from companion.rules.anime_saga.cards import Advantages, Effects, Skill, read_box
from tests.rules.anime_saga.table import CARDS, OGRE, VALUES, box, codes, judge, legal, moved, table

NEW = {"skills": None}


def test_first_skills_are_revealed_when_the_last_has_chosen() -> None:
    position = table(stage="skills", ana=NEW, bo=NEW)
    chosen = legal(position, "choose-skills", skills=["fist", "heart"])
    ana = chosen.seat("Ana")
    assert (ana.skills, ana.committed, ana.ready, chosen.stage) == (None, ("fist", "heart"), True, "skills")
    verdict = judge(chosen, "choose-skills", "Bo", skills=["claw"])
    assert moved(verdict, "skills") == [(None, ("fist", "heart"), "first-skills")]
    assert moved(verdict, "max_life") == [(6, 8, "raised")]
    assert (verdict.position.stage, verdict.position.seat("Ana").committed) == ("turn", None)


def test_a_choice_may_be_changed_until_it_is_revealed() -> None:
    position = table(stage="skills", ana=NEW, bo=NEW)
    chosen = legal(position, "choose-skills", skills=["fist", "heart"])
    assert legal(chosen, "choose-skills", skills=["guard", "glory"]).seat("Ana").committed == ("guard", "glory")


def test_nobody_else_sees_what_was_chosen() -> None:
    action = {"do": "choose-skills", "player": "Ana", "skills": ["fist", "heart"]}
    chosen = legal(table(stage="skills", ana=NEW, bo=NEW), "choose-skills", skills=["fist", "heart"])
    for viewer in ("Bo", None):
        seen = GAME.seen_by(chosen, viewer).seat("Ana")
        assert (seen.committed, seen.ready) == (None, True)
        assert "skills" not in GAME.action_seen_by(chosen, action, viewer)
    assert GAME.seen_by(chosen, "Ana").seat("Ana").committed == ("fist", "heart")
    open_ = legal(chosen, "choose-skills", "Bo", skills=["claw"])
    assert GAME.action_seen_by(open_, action, "Bo") == action


def test_when_no_skills_sum_to_the_sheet_the_nearest_sum_below_counts() -> None:
    few, _faults = read_box(
        [card for card in CARDS if not isinstance(card, Skill) or card.id in ("guard", "claw")], VALUES
    )
    assert few.first_sums["hero"] == 2
    assert judge(table(box_=few, ana=NEW), "choose-skills", skills=["guard"]).legal


def test_leaving_may_complete_the_choice() -> None:
    position = table(stage="skills", ana=NEW, bo={**NEW, "hand": []})
    chosen = legal(position, "choose-skills", skills=["fist", "heart"])
    assert legal(chosen, "leave", "Bo").seat("Ana").skills == ("fist", "heart")


def test_a_skill_that_heals() -> None:
    position = table(ana={"skills": ["mend"], "life": 3, "hand": ["fame-power"]})
    after = legal(position, "use-skill", skill="mend", discards=["fame-power"]).seat("Ana")
    assert (after.life, after.hand.size, after.discards.known) == (5, 0, ("fame-power",))


def test_at_zero_life_a_healing_skill_is_refused() -> None:
    position = table(ana={"skills": ["mend"], "life": 0, "hand": ["fame-power"]})
    assert codes(judge(position, "use-skill", skill="mend", discards=["fame-power"])) == ["only-heal"]


def test_ruling_as73_limits_a_skill_to_once_a_turn() -> None:
    position = table(ana={"skills": ["mend"], "life": 1, "hand": ["fame-power", "heal-power"]})
    once = legal(position, "use-skill", skill="mend", discards=["fame-power"])
    assert judge(once, "use-skill", skill="mend", discards=["heal-power"]).legal
    again = judge(once, "use-skill", skill="mend", discards=["heal-power"], by={"AS73": "once-a-turn"})
    assert codes(again) == ["no-usable-skill", "used-skill"]


def test_a_told_skill_is_told_by_the_table() -> None:
    position = table(ana={"skills": ["omen"]})
    assert judge(position, "use-skill", skill="omen").needs == ("told",)
    told = [{"player": "Ana", "counter": "fame", "amount": 1}]
    assert legal(position, "use-skill", skill="omen", told=told).seat("Ana").fame == 6


def test_unknown_skills_are_asked_for() -> None:
    assert judge(table(ana=NEW), "use-skill", skill="omen", told=[]).needs == ("players.Ana.skills",)
    assert judge(table(ana={**NEW, "character": None}), "choose-skills", skills=["fist"]).needs == (
        "players.Ana.character",
    )


# The Green track.


def test_a_bonus_of_the_board_is_entered_once_and_kept_when_fame_falls() -> None:
    position = table(ana={"fame": 22, "reached": 3})
    verdict = judge(position, "bonus", space=3, amount=4)
    assert moved(verdict, "fame") == [(22, 26, "green-bonus")]
    assert codes(judge(verdict.position, "bonus", space=3, amount=4)) == ["bonus-taken"]


def test_bonuses_the_box_knows_come_by_themselves_and_add_up() -> None:
    position = table(
        box_=box(green_bonuses=[[1, 2], [3, 1]]),
        ana={"fame": 20, "hand": ["fame-power", "fame-agility"]},
    )
    verdict = judge(position, "play", cards=["fame-power", "fame-agility"])
    assert moved(verdict, "fame") == [(20, 21, "fame-cards"), (21, 23, "green-bonus"), (23, 24, "green-bonus")]
    assert verdict.position.seat("Ana").bonuses == (1, 3)


def test_green_falls_before_blue() -> None:
    position = table(ana={"fame": 21}, current={**OGRE, "effect": "fame -3"})
    verdict = judge(position, "fight", attack_die=1, defence_die=6)
    totals = GAME.totals(verdict.position, GAME.rulings())["players"]["Ana"]
    assert (totals["fame"], totals["blue"], totals["green"]) == (18, 18, 0)
    before = GAME.totals(position, GAME.rulings())["players"]["Ana"]
    assert (before["blue"], before["green"]) == (20, 1)


# The vocabulary.


@pytest.mark.parametrize(
    "text",
    [
        "",
        "life -2",
        "fame -1; discard half",
        "life -half",
        "attack -1; defence -2",
        "others life -1; others discard 2",
        "others fame -half",
        "told: the words; discard 1",
    ],
)
def test_effects_are_written_as_they_are_read(text: str) -> None:
    assert str(Effects.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "attack +1",
        "defence +2; max-life +1",
        "end-fame +2",
        "discard 1: attack +3",
        "discard 2: reroll",
        "attack +1; discard 1: heal 2",
        "told: look",
        "discard 1: told: look",
    ],
)
def test_advantages_are_written_as_they_are_read(text: str) -> None:
    assert str(Advantages.parse(text)) == text


@pytest.mark.parametrize("text", ["life 2", "luck -1", "others attack -1", "attack -half", "told:", "discard"])
def test_an_effect_nobody_can_read_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"effect|attack"):
        Effects.parse(text)


@pytest.mark.parametrize(
    "text", ["heal 2", "reroll", "discard 0: reroll", "discard 1: max-life +1", "luck +1", "told: a; discard 1: reroll"]
)
def test_an_advantage_nobody_can_read_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"advantage|cost"):
        Advantages.parse(text)
