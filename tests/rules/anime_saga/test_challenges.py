"""Contributing to a Challenge (Facing Challenges), and the episodes that move up."""

from __future__ import annotations

from typing import Any

from companion.rules.anime_saga.position import Episode
from tests.rules.anime_saga.table import DESERT, codes, judge, legal, moved, table

BOTH = ["training-strength", "heal-strength"]


def desert(hand: list[str], **episode: Any) -> Any:
    return table(ana={"hand": hand}, current={**DESERT, **episode})


def test_a_fame_point_for_each_attribute() -> None:
    verdict = judge(desert(BOTH), "contribute", cards=BOTH)
    assert moved(verdict, "fame") == [(5, 7, "contributed")]
    assert moved(verdict, "contributed.strength", None) == [(0, 2, "contributed")]
    assert verdict.position.seat("Ana").discards.known == tuple(BOTH)
    assert verdict.position.acted


def test_excess_is_disregarded_but_the_card_is_spent_and_meets_the_requirement() -> None:
    verdict = judge(desert(BOTH, contributed={"strength": 5}), "contribute", cards=BOTH)
    assert moved(verdict, "fame") == [(5, 6, "contributed")]
    assert moved(verdict, "life") == []
    assert verdict.position.seat("Ana").hand.size == 0


def test_a_card_may_serve_the_requirement_only() -> None:
    cards = ["training-strength", "heal-power"]
    verdict = judge(desert(cards), "contribute", cards=cards)
    assert (moved(verdict, "fame"), moved(verdict, "life")) == ([(5, 6, "contributed")], [])


def test_the_effect_is_suffered_without_both_types() -> None:
    verdict = judge(desert(BOTH), "contribute", cards=["heal-strength"])
    assert moved(verdict, "life") == [(5, 3, "effect-suffered")]


def test_the_effect_is_suffered_on_the_play_that_completes_before_the_episodes_move_up() -> None:
    position = desert(["fame-strength"], contributed={"strength": 5, "intelligence": 2})
    verdict = judge(position, "contribute", cards=["fame-strength"])
    assert moved(verdict, "life") == [(5, 3, "effect-suffered")]
    assert verdict.position.current == position.next
    assert [change.counter for change in verdict.changes][-2:] == ["episode", "deck"]


def test_two_equal_symbols_take_two_cards() -> None:
    need = {"requirement": ["fame", "fame"]}
    cards = ["fame-strength", "fame-strength"]
    assert moved(judge(desert(cards, **need), "contribute", cards=cards[:1]), "life") != []
    assert moved(judge(desert(cards, **need), "contribute", cards=cards), "life") == []


def test_discards_of_the_effect_as_many_as_there_are() -> None:
    position = desert(["fame-strength", "fame-power"], effect="discard 3")
    assert codes(judge(position, "contribute", cards=["fame-strength"])) == ["wrong-discards"]
    after = legal(position, "contribute", cards=["fame-strength"], discards=["fame-power"])
    assert (after.seat("Ana").hand.size, after.seat("Ana").discards.size) == (0, 2)


def test_half_is_rounded_down() -> None:
    hand = ["fame-strength", "fame-power", "heal-power", "combat-power"]
    position = desert(hand, effect="discard half; life -half; fame -half")
    verdict = judge(position, "contribute", cards=["fame-strength"], discards=["heal-power"])
    assert moved(verdict, "hand") == [(4, 3, "played"), (3, 2, "effect-suffered")]
    assert moved(verdict, "life") == [(5, 3, "effect-suffered")]
    assert moved(verdict, "fame") == [(5, 6, "contributed"), (6, 3, "effect-suffered")]


def test_effects_on_the_others() -> None:
    position = desert(["fame-strength"], effect="others life -1; others fame -2; others discard 2; others discard half")
    verdict = judge(position, "contribute", cards=["fame-strength"])
    bo = verdict.position.seat("Bo")
    assert (bo.life, bo.fame, bo.owes) == (4, 3, 3)
    paid = legal(verdict.position, "discard", "Bo", cards=[None, None, None])
    assert (paid.seat("Bo").owes, paid.seat("Bo").hand.size, paid.seat("Bo").discards.size) == (0, 1, 3)


def test_what_the_vocabulary_cannot_say_is_told_by_the_table() -> None:
    position = desert(["fame-strength"], effect="told: the youngest decides")
    assert judge(position, "contribute", cards=["fame-strength"]).needs == ("told",)
    told = [
        {"player": "Bo", "counter": "life", "amount": -6},
        {"player": "Bo", "counter": "max_life", "amount": -1},
        {"player": "Ana", "counter": "fame", "amount": 2},
        {"player": "Bo", "counter": "discards", "amount": 1},
    ]
    after = legal(position, "contribute", cards=["fame-strength"], told=told)
    bo = after.seat("Bo")
    assert (bo.life, bo.fame, bo.max_life, bo.owes, after.seat("Ana").fame) == (0, 4, 4, 1, 8)


def test_unknown_facts_are_asked_for() -> None:
    hand = ["fame-strength"]
    for path, episode in (
        ("current.kind", {"kind": None}),
        ("current.needs", {"needs": None}),
        ("current.contributed", {"contributed": None}),
        ("current.requirement", {"requirement": None}),
        ("current.effect", {"effect": None}),
    ):
        assert path in judge(desert(hand, **episode), "contribute", cards=hand).needs


def test_an_unknown_effect_can_be_told() -> None:
    after = legal(desert(["fame-strength"], effect=None), "contribute", cards=["fame-strength"], told=[])
    assert after.seat("Ana").life == 5
    lost = [{"player": "Ana", "counter": "life", "amount": -1}]
    position = desert(["fame-strength"], effect=None, requirement=None)
    assert legal(position, "contribute", cards=["fame-strength"], told=lost).seat("Ana").life == 4


def test_ruling_as71_counts_the_trade_cards_of_the_turn() -> None:
    need = {"requirement": ["trade", "fame"]}
    position = table(ana={"hand": ["fame-strength"]}, current={**DESERT, **need}, traded=["trade-power"])
    assert moved(judge(position, "contribute", cards=["fame-strength"]), "life") == [
        (5, 3, "effect-suffered-by-ruling")
    ]
    assert moved(judge(position, "contribute", cards=["fame-strength"], by={"AS71": "whole-turn"}), "life") == []


def test_episodes_move_up_challenge_and_enemy_in_turn_and_the_lord_last() -> None:
    position = table(names=("Ana", "Bo"))
    kinds = [position.current, position.next, position.spoiler]
    assert [episode.kind if episode else None for episode in kinds] == ["challenge", "enemy", "challenge"]
    assert position.deck == 3
    seen = []
    for _ in range(6):
        done = {**DESERT, "contributed": {"strength": 5, "intelligence": 2}}
        given = table(
            ana={"hand": ["fame-strength"]},
            current=done,
            next=None if position.next is None else {"kind": position.next.kind},
            spoiler=None if position.spoiler is None else {"kind": position.spoiler.kind},
            deck=position.deck,
        )
        position = legal(given, "contribute", cards=["fame-strength"])
        seen.append(position.current.kind if position.current else None)
    assert seen == ["enemy", "challenge", "enemy", "challenge", "lord", None]
    assert position.deck == 0


def test_a_card_of_the_box_is_turned_over() -> None:
    after = legal(table(), "reveal-episode", None, card="desert")
    assert after.current is not None
    assert (after.current.name, after.current.card, after.current.needs) == ("Desert", "desert", (6, 0, 0, 2))


def test_a_card_the_box_has_not_is_told_by_its_facts() -> None:
    facts = {
        "name": "Pit",
        "strength": 8,
        "requirement": ["fame", "fame"],
        "effect": "life -1",
    }
    after = legal(table(), "reveal-episode", None, slot="current", facts=facts)
    assert after.current is not None
    assert (after.current.kind, after.current.needs, str(after.current.effect)) == (
        "challenge",
        (8, 0, 0, 0),
        "life -1",
    )
    enemy = legal(table(), "reveal-episode", None, slot="next", facts={"name": "Rat", "life": 3, "damage": 1})
    assert enemy.next == Episode("enemy", "Rat", life=3, damage=1)
