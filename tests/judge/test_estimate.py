"""The estimator of Challengers! duels: exact where everything can be counted, and honest about its error."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from companion import catalog
from companion.judge.estimate import estimate, play

BOX = catalog.box("challengers", ["printed"])
STARTER = list(BOX.starter)


def test_the_estimate_meets_the_exact_chance() -> None:
    """Small decks in every order: the share of won duels is the chance."""
    first, second = ["talent-s", "dog-s", "knight"], ["newcomer", "champion-s", "treasure"]
    cards = BOX.cards
    winners = [
        play([cards[id_] for id_ in mine], [cards[id_] for id_ in theirs], starter, {}, Random(0)).winner
        for mine in permutations(first)
        for theirs in permutations(second)
        for starter in (0, 1)
    ]
    exact = winners.count(0) / len(winners)
    assert 0.1 < exact < 0.9
    found = estimate(BOX, first, second, rng=Random(1), duels=4000)
    assert abs(found.chance - exact) < 4 * found.error
    assert 0.005 < found.error < 0.01


def test_equal_decks_are_even_and_stronger_ones_are_ahead() -> None:
    even = estimate(BOX, STARTER, STARTER, rng=Random(2), duels=2000)
    assert abs(even.chance - 0.5) < 4 * even.error
    strong = estimate(BOX, [*STARTER, "dragon", "kraken", "t-rex"], STARTER, rng=Random(2), duels=500)
    assert strong.chance > 0.8


def test_who_starts_matters_and_can_be_said() -> None:
    first = estimate(BOX, ["newcomer"], ["newcomer"], rng=Random(3), starter=0, duels=50)
    second = estimate(BOX, ["newcomer"], ["newcomer"], rng=Random(3), starter=1, duels=50)
    assert (first.chance, second.chance) == (0, 1)


def test_unknown_cards_are_drawn_and_unknown_effects_named() -> None:
    found = estimate(BOX, [*STARTER, None, None], [*STARTER, "reporter", "director"], rng=Random(4), duels=300)
    assert found.ignored == ("director", "reporter")
    assert 0 < found.chance < 1


def test_the_same_chance_comes_of_the_same_seed() -> None:
    decks = [*STARTER, "juggler", "butler", "villain"], [*STARTER, "clairvoyant", "siren", "hologram"]
    assert estimate(BOX, *decks, rng=Random(5), duels=200) == estimate(BOX, *decks, rng=Random(5), duels=200)


@pytest.mark.parametrize(
    ("first", "second", "duels"), [(["unicorn"], ["pig"], 10), ([], ["pig"], 10), (["pig"], ["pig"], 0)]
)
def test_what_cannot_be_played_is_refused(first: list[str], second: list[str], duels: int) -> None:
    with pytest.raises(ValueError, match=r"no such card|expected"):
        estimate(BOX, first, second, rng=Random(6), duels=duels)
