"""Heal, buying, playing sets, Trades (the rulebook's Turn Actions)."""

from __future__ import annotations

import pytest

from tests.rules.anime_saga.table import OGRE, codes, judge, legal, moved, table


def test_heal_gives_one_life_and_uses_the_action() -> None:
    verdict = judge(table(), "heal")
    assert moved(verdict, "life") == [(5, 6, "healed")]
    assert verdict.position.acted


def test_heal_at_full_life_is_how_a_turn_is_passed() -> None:
    verdict = judge(table(ana={"life": 6}), "heal")
    assert verdict.legal
    assert moved(verdict, "life") == []


def test_heal_of_an_unknown_life_stays_unknown_and_an_unknown_maximum_is_asked_for() -> None:
    unknown = {"character": None, "max_life": None}
    assert judge(table(ana={"life": None}), "heal").position.seat("Ana").life is None
    assert judge(table(ana=unknown), "heal").needs == ("players.Ana.max_life",)


def test_at_zero_life_only_the_heal_action_and_then_the_end_of_the_turn() -> None:
    down = table(ana={"life": 0, "hand": ["heal-power", "trade-power"]})
    for do, fields in (
        ("buy", {"pile": 1}),
        ("play", {"cards": ["heal-power"]}),
        ("trade", {"card": "trade-power", "pile": 1, "take": None}),
    ):
        assert codes(judge(down, do, **fields)) == ["only-heal"]
    healed = legal(down, "heal")
    assert healed.seat("Ana").life == 1
    assert "only-heal" in codes(judge(healed, "trade", card="trade-power", pile=1, take=None))
    assert legal(healed, "end-turn").turn == "Bo"


def test_zero_life_reached_during_the_turn_does_not_stop_it() -> None:
    weak = table(current={**OGRE, "damage": 9}, ana={"life": 1, "hand": ["heal-power"]})
    fought = legal(weak, "fight", attack_die=1, defence_die=1)
    assert (fought.seat("Ana").life, fought.is_down) == (0, False)
    later = legal(legal(fought, "end-turn"), "heal", "Bo")
    assert codes(judge(legal(later, "end-turn", "Bo"), "buy", pile=1)) == ["only-heal"]


def test_one_action_a_turn() -> None:
    assert codes(judge(legal(table(), "heal"), "buy", pile=1)) == ["acted"]


def test_buying_takes_the_whole_pile() -> None:
    position = table(ana={"hand": ["heal-power"]}, piles=[["fame-power", None, None], 4, 4, 4, 4])
    verdict = judge(position, "buy", pile=1)
    seat = verdict.position.seat("Ana")
    assert (seat.hand.size, seat.hand.known) == (4, ("heal-power", "fame-power"))
    assert verdict.position.piles[0].size == 0
    assert moved(verdict, "pile-1", None) == [(3, 0, "bought")]


def test_a_bought_pile_may_be_named_card_by_card() -> None:
    cards = ["fame-power", "heal-power", "trade-power", None]
    assert legal(table(), "buy", pile=2, cards=cards).seat("Ana").hand.known == (
        "fame-power",
        "heal-power",
        "trade-power",
    )


def test_buying_an_unknown_pile_is_asked_for() -> None:
    assert judge(table(piles=[{"size": None}, 4, 4, 4, 4]), "buy", pile=1).needs == ("piles[0]",)


@pytest.mark.parametrize(("n", "amount"), [(1, 0), (2, 1), (3, 3), (4, 5)])
def test_fame_cards(n: int, amount: int) -> None:
    cards = [f"fame-{attribute}" for attribute in ("strength", "agility", "power", "intelligence")[:n]]
    after = legal(table(ana={"hand": cards}), "play", cards=cards).seat("Ana")
    assert (after.fame, after.hand.size, after.discards.size) == (5 + amount, 0, n)


@pytest.mark.parametrize(("n", "amount"), [(1, 2), (2, 4), (3, 6), (4, 10)])
def test_heal_cards_up_to_the_maximum(n: int, amount: int) -> None:
    cards = [f"heal-{attribute}" for attribute in ("strength", "agility", "power", "intelligence")[:n]]
    after = legal(table(ana={"hand": cards, "life": 1, "max_life": 9}), "play", cards=cards).seat("Ana")
    assert after.life == min(1 + amount, 9)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_training_cards_bring_skills_at_once_and_the_rest_is_lost(n: int) -> None:
    cards = [f"training-{attribute}" for attribute in ("agility", "power", "intelligence", "strength")[:n]]
    skills = ["fist", "glory", "mend", "burst"][:n]
    position = table(ana={"hand": cards})
    assert legal(position, "play", cards=cards, skills=skills).seat("Ana").skills == tuple(skills)
    assert legal(position, "play", cards=cards).seat("Ana").skills == ()
    assert codes(judge(position, "play", cards=cards, skills=[*skills, "guard"])) == ["too-costly"]


def test_a_skill_that_raises_the_maximum_does_not_heal() -> None:
    cards = ["training-agility", "training-power"]
    after = legal(table(ana={"hand": cards}), "play", cards=cards, skills=["heart"]).seat("Ana")
    assert (after.max_life, after.life) == (8, 5)


def test_skills_of_an_unknown_character_are_asked_for() -> None:
    position = table(ana={"hand": ["training-agility"], "character": None, "skills": None})
    verdict = judge(position, "play", cards=["training-agility"], skills=["fist"])
    assert verdict.needs == ("players.Ana.character", "players.Ana.skills")


def test_a_trade_card_takes_the_place_of_the_card() -> None:
    position = table(ana={"hand": ["trade-power", "heal-power"]}, piles=[["fame-power"], 4, 4, 4, 4])
    after = legal(position, "trade", card="trade-power", pile=1, take="fame-power")
    assert after.seat("Ana").hand.known == ("heal-power", "fame-power")
    assert after.piles[0].known == ("trade-power",)
    assert (after.seat("Ana").discards.size, after.acted, after.traded) == (0, False, ("trade-power",))


def test_several_trades_in_a_turn_even_with_a_card_just_taken() -> None:
    position = table(ana={"hand": ["trade-power"]}, piles=[["trade-agility"], ["fame-power"], 4, 4, 4])
    taken = legal(position, "trade", card="trade-power", pile=1, take="trade-agility")
    assert legal(taken, "trade", card="trade-agility", pile=2, take="fame-power").seat("Ana").hand.known == (
        "fame-power",
    )


def test_ruling_as27_sends_the_trade_card_to_the_discards() -> None:
    by = {"AS27": "to-discards"}
    position = table(ana={"hand": ["trade-power", "heal-power"]}, piles=[["fame-power"], 4, 4, 4, 4])
    after = legal(position, "trade", card="trade-power", pile=1, take="fame-power", give="heal-power", by=by)
    assert after.seat("Ana").hand.known == ("fame-power",)
    assert after.seat("Ana").discards.known == ("trade-power",)
    assert after.piles[0].known == ("heal-power",)


def test_at_moves_cards_are_counted_and_forgotten() -> None:
    after = legal(table(detail="moves", ana={"hand": 4}), "play", cards=["fame-power", "fame-agility"])
    seat = after.seat("Ana")
    assert (seat.fame, seat.hand.size, seat.discards.size, seat.discards.known) == (6, 2, 2, ())


def test_at_scores_nothing_untracked_stands_in_the_way() -> None:
    scores = legal(table(), "detail", None, level="scores")
    assert (scores.turn, scores.seat("Ana").hand.size, scores.piles[0].size) == (None, None, None)
    for do, player, fields in (
        ("heal", "Bo", {}),
        ("buy", "Ana", {"pile": 2}),
        ("play", "Bo", {"cards": ["fame-power", "fame-agility"]}),
        ("end-turn", "Ana", {}),
    ):
        scores = legal(scores, do, player, **fields)
    assert scores.seat("Bo").fame == 6
