"""Set-up: who begins with what, episodes, sheets, and the box of cards."""

from __future__ import annotations

import pytest

from companion.rules.anime_saga import GAME
from companion.rules.anime_saga.cards import Effects, Skill, read_box
from tests.rules.anime_saga.table import CARDS, VALUES, box, codes, judge, legal, moved, table

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli")


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_the_start(n: int) -> None:
    position = GAME.start(NAMES[:n], box(), GAME.rulings())
    assert [seat.fame for seat in position.players] == [1, 1, 2, 2, 3][:n]
    assert [seat.hand.size for seat in position.players] == [4] * n
    assert [pile.size for pile in position.piles] == [4] * 5
    assert all((seat.life, seat.skills, seat.character) == (None, None, None) for seat in position.players)
    kinds = [slot.kind for slot in (position.current, position.next, position.spoiler) if slot]
    assert (kinds, position.deck) == (["challenge", "enemy", "challenge"], (n + 1) + n + 1 - 3)
    assert judge(position, "buy", pile=1).legal


def test_ruling_as1_starts_as_the_quick_setup_says() -> None:
    position = GAME.start(NAMES, box(), GAME.rulings({"AS1": "quick-setup"}))
    assert [seat.fame for seat in position.players] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(("n", "copies"), [(2, 1), (3, 2)])
def test_cards_marked_for_more_players_are_not_in_the_game(n: int, copies: int) -> None:
    position = table(names=NAMES[:n])
    assert position.box.in_play("training-strength", n) == copies
    two = judge(position, "buy", pile=1, cards=["training-strength", "training-strength", None, None])
    assert codes(two) == ([] if copies == 2 else ["all-elsewhere"])


def test_setup_gives_sheets_and_the_first_player() -> None:
    position = GAME.start(NAMES[:3], box(), GAME.rulings())
    sheets = [
        {"player": "Ana", "character": "hero"},
        {"player": "Bo", "character": "rival"},
        {"player": "Cy", "character": "somebody", "attack": 3, "defence": 0, "max_life": 4},
    ]
    verdict = judge(position, "setup", None, first="Cy", sheets=sheets, challenges=3, episodes=["desert", "ogre"])
    after = verdict.position
    assert [(seat.name, seat.fame, seat.life) for seat in after.players] == [("Cy", 1, 4), ("Ana", 1, 6), ("Bo", 2, 5)]
    assert (after.turn, after.deck, after.current.name, after.next.name) == ("Cy", 3, "Desert", "Ogre")
    assert moved(verdict, "fame", "Cy") == [(2, 1, "place")]
    # Cy's sheet is not of the box: nobody can say which skills it has, so nobody waits for them.
    assert after.stage == "turn"


def test_setup_with_sheets_of_the_box_asks_for_first_skills() -> None:
    sheets = [{"player": "Ana", "character": "hero"}, {"player": "Bo", "character": "rival"}]
    after = legal(GAME.start(NAMES[:2], box(), GAME.rulings()), "setup", None, sheets=sheets)
    assert (after.stage, GAME.actor(after)) == ("skills", "Ana")
    chosen = legal(after, "choose-skills", skills=["fist", "guard"])
    assert GAME.actor(chosen) == "Bo"
    assert codes(judge(chosen, "heal")) == ["skills-first"]


def test_setup_can_be_corrected_until_somebody_acts() -> None:
    first = legal(table(), "setup", None, first="Bo")
    assert legal(first, "setup", None, first="Ana").turn == "Ana"


def test_a_box_that_does_not_fit_together_has_all_its_faults_told() -> None:
    skill = next(card for card in CARDS if isinstance(card, Skill))
    desert = next(card for card in CARDS if card.id == "desert")
    action = CARDS[0]
    broken = [
        skill._replace(character="nobody", cost=-1),
        desert._replace(strength=5, effect=Effects.parse("attack -1")),
        action,
        action._replace(marks=(1, 9)),
    ]
    _box, faults = read_box(broken, {"combat_bonus": [1], "green_bonuses": 7, "luck": 1})
    assert {fault.path for fault in faults} == {
        "training-strength.id",
        "training-strength.code",
        "training-strength.marks",
        "fist.character",
        "fist.cost",
        "desert",
        "desert.effect",
        "values.combat_bonus",
        "values.green_bonuses",
        "values.luck",
    }


def test_the_box_of_these_tests_is_whole() -> None:
    assert read_box(CARDS, VALUES)[1] == []
