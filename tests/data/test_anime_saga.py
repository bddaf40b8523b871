"""The practice set of Anime Saga: the counts of the printed box, and a game that can be played to its end."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations

import pytest

from companion import catalog
from companion.catalog.rows import kind_of
from companion.rules.anime_saga.cards import ATTRIBUTES, TYPES, ActionCard, Challenge, Character, Enemy, Lord, Skill

GAME = "anime-saga"
CARDS = catalog.load_pack(GAME, "practice").cards


def of(kind: type) -> list:
    return [card for card in CARDS if isinstance(card, kind)]


def test_the_counts_are_those_of_the_box() -> None:
    counts = Counter(kind_of(GAME, card) for card in CARDS for _copy in range(card.copies))
    assert counts == {"action": 40, "character": 9, "skill": 72, "challenge": 24, "enemy": 16, "lord": 6}


def test_action_cards_are_two_of_each_type_and_attribute() -> None:
    pairs = Counter((card.type, card.attribute) for card in of(ActionCard) for _copy in range(card.copies))
    assert pairs == {(type_, attribute): 2 for type_ in TYPES for attribute in ATTRIBUTES}


@pytest.mark.parametrize(("players", "cards"), [(2, 28), (3, 32), (4, 36), (5, 40)])
def test_enough_action_cards_stay_for_hands_and_piles_of_four(players: int, cards: int) -> None:
    box = catalog.box(GAME)
    assert sum(box.in_play(card.id, players) for card in of(ActionCard)) == cards == 4 * players + 20
    each = Counter(card.attribute for card in of(ActionCard) for _n in range(box.in_play(card.id, players)))
    assert len(set(each.values())) == 1


@pytest.mark.parametrize("character", of(Character), ids=lambda card: card.id)
def test_every_character_has_eight_skills_some_of_which_fit_exactly(character: Character) -> None:
    costs = [skill.cost for skill in of(Skill) if skill.character == character.id]
    assert len(costs) == 8
    sums = {sum(some) for some in chain.from_iterable(combinations(costs, n) for n in range(9))}
    assert character.skill_points in sums


def test_challenges_need_eight_attributes_and_two_types() -> None:
    for card in of(Challenge):
        assert sum(getattr(card, attribute) for attribute in ATTRIBUTES) == 8, card.id
        assert len(card.requirement) == 2, card.id
        # No more of an attribute than the two-player game has of it.
        assert max(getattr(card, attribute) for attribute in ATTRIBUTES) <= 7, card.id


def test_enemies_can_be_hurt_by_everybody_and_hurt_everybody() -> None:
    weakest, strongest = min(card.attack for card in of(Character)), max(card.defence for card in of(Character))
    for card in of(Enemy) + of(Lord):
        assert weakest + 6 > card.defence, card.id
        assert card.damage > strongest + 1, card.id
        assert len(card.requirement) == 2, card.id


def test_lords_are_tougher_than_any_enemy_and_have_two_effects() -> None:
    for card in of(Lord):
        assert card.life > max(enemy.life for enemy in of(Enemy)), card.id
        assert str(card.effect), card.id
        assert str(card.second_effect), card.id
        assert len(card.second_requirement) == 2, card.id


def test_the_cards_use_the_whole_vocabulary() -> None:
    effects = {
        (effect.what, effect.others)
        for card in of(Challenge) + of(Enemy) + of(Lord)
        for effect in (*card.effect.items, *getattr(card, "second_effect", card.effect).items)
    }
    own = {(what, False) for what in ("life", "fame", "attack", "defence", "discard", "told")}
    assert effects >= own | {("life", True), ("fame", True), ("discard", True)}
    advantages = {(item.what, item.cost > 0) for card in of(Skill) for item in card.advantage.items}
    standing = {("attack", False), ("defence", False), ("max-life", False), ("end-fame", False), ("told", False)}
    assert advantages >= standing | {
        ("attack", True),
        ("defence", True),
        ("heal", True),
        ("reroll", True),
        ("told", True),
    }
