"""Decks, Protagonists, mulligan, bids and the first Chapter (SW-2)."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.rules.saturday_wars import GAME
from companion.rules.saturday_wars.cards import Box
from companion.rules.saturday_wars.deckcheck import check_decks, reaches, split
from companion.rules.saturday_wars.position import Position

from .player import Decks
from .table import ana, bo, codes, done, judge

RULES = GAME.rulings()


def fresh(box: Box, *names: str) -> Position:
    start: Position = GAME.start(names or ("Ana", "Bo"), box, RULES)
    return done(start, "setup", player=None, step_by_step=True)


def with_hands(box: Box, *names: str) -> Position:
    """Everybody has chosen Protagonists and kept the hand."""
    position = fresh(box, *names)
    for seat in position.players:
        position = done(position, "protagonists", player=seat.name, cards=["cinder-twins", "forge-captain"])
        position = done(position, "mulligan", player=seat.name, amount=0)
    return position


def test_after_set_up_only_what_the_rules_decide_is_known(box: Box) -> None:
    start = GAME.start(("Ana", "Bo"), box, RULES)
    totals = GAME.totals(start, RULES)
    assert totals["players"]["Ana"] == {
        "deck": None,
        "hand": 5,
        "purge_pile": None,
        "progress": None,
        "chapters_won": 0,
        "actions_left": 4,
        "protagonists": None,
    }
    assert (totals["chapter"], totals["phase"], totals["turn"]) == (None, "actions", "Ana")
    assert (ana(start).story.size, bo(start).story.size) == (4, 5)


def test_the_practice_decks_are_legal(box: Box, decks: tuple[Decks, Decks]) -> None:
    for shonen, story in decks:
        assert check_decks(Counter(shonen).items(), Counter(story).items(), box) == []


def test_all_faults_of_a_deck_at_once(box: Box) -> None:
    found = check_decks([("kiln-giant", 4), ("nobody", 1), ("old-debt", 1)], [("old-debt", 2), ("kiln-giant", 1)], box)
    assert Counter(problem.code for problem in found) == Counter(
        ["deck-size", "story-size", "too-many-copies", "chapter-twice", "unknown-card", "wrong-deck", "wrong-deck"]
    )


def test_one_list_of_both_decks_is_parted(box: Box) -> None:
    assert split([("old-debt", 1), ("kiln-giant", 3), ("nobody", 2)], box) == (
        [("kiln-giant", 3), ("nobody", 2)],
        [("old-debt", 1)],
    )


def test_another_printing_is_the_same_card(box: Box) -> None:
    twin = box.cards["kiln-giant"]._replace(id="kiln-giant-foil")
    both = box._replace(cards={**box.cards, twin.id: twin})
    found = check_decks([("kiln-giant", 2), ("kiln-giant-foil", 2)], [], both)
    assert [problem.values["have"] for problem in found if problem.code == "too-many-copies"] == [4]


@pytest.mark.parametrize(
    ("costs", "reached"), [([4], True), ([1, 3], True), ([3, 3], False), ([2, 2, 0], True), ([5], False), ([], False)]
)
def test_characters_that_come_to_four(costs: list[int], reached: bool) -> None:
    assert reaches(costs, 4) is reached


def test_the_deck_is_registered_once_play_begins(box: Box, decks: tuple[Decks, Decks]) -> None:
    shonen, story = decks[0]
    position = done(fresh(box), "deck", shonen=list(shonen), story=list(story))
    assert ana(position).deck_list == shonen
    position = done(position, "deck", shonen=list(shonen), story=list(story))
    late = position._replace(phase="actions")
    assert codes(judge(late, "deck", shonen=list(shonen), story=list(story))) == {"set-up-over"}


def test_protagonists_come_out_of_the_deck_and_the_hand_is_drawn(box: Box) -> None:
    verdict = judge(fresh(box), "protagonists", cards=["cinder-twins", "cinder-twins"])
    seat = ana(verdict.position)
    assert [piece.key for piece in seat.protagonists or ()] == ["cinder-twins", "cinder-twins-2"]
    assert (seat.deck.size, seat.hand.size) == (38, 5)
    assert [(c.counter, c.before, c.after) for c in verdict.changes] == [
        ("deck", 45, 43),
        ("progress", None, 4),
        ("protagonists", None, 2),
        ("deck", 43, 38),
        ("hand", 0, 5),
    ]


@pytest.mark.parametrize("cards", [["kiln-giant"], ["deep-singer", "ember-runner"], ["spark-courier"]])
def test_protagonists_cost_exactly_four(box: Box, cards: list[str]) -> None:
    assert codes(judge(fresh(box), "protagonists", cards=cards)) == {"cast-cost"}


def test_a_free_character_may_join_the_protagonists(box: Box) -> None:
    assert judge(fresh(box), "protagonists", cards=["deep-singer", "spark-courier"]).legal


def test_a_card_of_no_box_needs_its_cost(box: Box) -> None:
    assert judge(fresh(box), "protagonists", cards=["Zed"]).needs == ("told.Zed.cost",)
    told = [{"card": "Zed", "cost": 4, "progress": 3}]
    position = done(fresh(box), "protagonists", cards=["Zed"], told=told)
    assert GAME.totals(position, RULES)["players"]["Ana"]["progress"] == 3


def test_protagonists_unknown_after_set_up_can_be_told(box: Box) -> None:
    start = GAME.start(("Ana", "Bo"), box, RULES)
    position = done(start, "protagonists", cards=["deep-singer"])
    assert (len(ana(position).protagonists or ()), ana(position).hand.size) == (1, 5)


def test_the_mulligan_costs_two_cards_and_triggers_nothing(box: Box) -> None:
    position = done(fresh(box), "protagonists", cards=["deep-singer"])
    verdict = judge(position, "mulligan", bottom=["low-tide", None], drawn=["undertow"], purged=["low-tide", None])
    seat = ana(verdict.position)
    assert (seat.deck.size, seat.hand.size, seat.purge_pile.size) == (37, 5, 2)
    assert seat.purge_pile.top == ("low-tide", None)
    assert verdict.position.agenda == ()
    assert codes(judge(verdict.position, "mulligan", amount=1)) == {"mulligan-taken"}


def test_keeping_the_hand_is_no_mulligan(box: Box) -> None:
    position = done(fresh(box), "protagonists", cards=["deep-singer"])
    seat = ana(done(position, "mulligan", amount=0))
    assert (seat.deck.size, seat.purge_pile.size, seat.hand_settled) == (39, 0, True)


def test_bids_stay_hidden_until_all_are_in(box: Box) -> None:
    position = done(with_hands(box), "bid", markers=3)
    assert ana(GAME.seen_by(position, "Bo")).bid is None
    assert ana(GAME.seen_by(position, "Ana")).bid == 3
    assert GAME.action_seen_by(position, {"do": "bid", "player": "Ana", "markers": 3}, "Bo") == {
        "do": "bid",
        "player": "Ana",
    }
    verdict = judge(position, "bid", player="Bo", markers=1)
    assert [(c.player, c.after) for c in verdict.changes if c.counter == "bid"] == [("Ana", 3), ("Bo", 1)]
    assert (verdict.position.first, verdict.position.phase, verdict.position.turn) == ("Ana", "chapter", "Ana")


def test_the_winner_of_the_bid_purges_and_places_the_first_chapter(box: Box) -> None:
    position = done(done(with_hands(box), "bid", markers=3), "bid", player="Bo", markers=1)
    assert codes(judge(position, "chapter", card="old-debt")) == {"something-due"}
    position = done(position, "pay", cards=["kiln-giant", None, "low-tide"])
    assert (ana(position).deck.size, bo(position).deck.size) == (35, 38)
    assert [task.card for task in position.agenda] == ["kiln-giant", "low-tide"]
    position = done(position, "trigger", take=True)
    assert ana(position).markers == 1
    position = done(position, "trigger", take=False)
    position = done(position, "chapter", card="old-debt")
    assert (position.phase, position.turn, position.number, position.chapter) == ("prologue", "Ana", 1, "old-debt")


def test_ties_are_bid_again_by_those_tied(box: Box) -> None:
    position = with_hands(box, "Ana", "Bo", "Cy")
    for name, markers in (("Ana", 2), ("Bo", 1), ("Cy", 2)):
        position = done(position, "bid", player=name, markers=markers)
    assert [seat.bidding for seat in position.players] == [True, False, True]
    assert codes(judge(position, "bid", player="Bo", markers=9)) == {"not-bidding"}
    position = done(done(position, "bid", markers=0), "bid", player="Cy", markers=1)
    assert position.first == "Cy"


def test_chance_decides_after_five_ties(box: Box) -> None:
    position = with_hands(box)
    for _tie in range(5):
        position = done(done(position, "bid", markers=2), "bid", player="Bo", markers=2)
    assert codes(judge(position, "bid", markers=2)) == {"not-bidding"}
    assert ana(GAME.seen_by(position, "Bo")).bid == 2
    position = done(position, "lots", player=None, first="Bo")
    assert (position.first, bo(done(position, "pay", player="Bo")).deck.size) == ("Bo", 36)


def test_a_bid_of_the_whole_deck_is_legal(box: Box) -> None:
    position = with_hands(box)
    assert judge(position, "bid", markers=38).legal
    assert codes(judge(position, "bid", markers=39)) == {"bid-too-high"}


def test_the_set_up_made_at_the_table_can_be_told(box: Box) -> None:
    start = GAME.start(("Ana", "Bo"), box, RULES)
    sheets = [{"player": "Ana", "deck": 38, "purge_pile": 0}, {"player": "Bo", "deck": 36, "hand": 5, "purge_pile": 2}]
    position = done(start, "setup", player=None, first="Bo", seats=sheets)
    assert (position.turn, position.chapter_by, position.first) == ("Bo", "Bo", "Bo")
    assert (bo(position).deck.size, bo(position).purge_pile.size) == (36, 2)
    assert (ana(position).story.size, bo(position).story.size) == (5, 4)
    assert not judge(start, "setup", player=None, seats=[{"player": "Zoe", "deck": 1}]).legal


def test_who_leaves_in_the_set_up_is_not_waited_for(box: Box) -> None:
    position = with_hands(box, "Ana", "Bo", "Cy")
    position = done(done(position, "bid", markers=2), "bid", player="Bo", markers=1)
    position = done(position, "leave", player="Cy")
    assert (position.phase, position.first) == ("chapter", "Ana")


def test_the_chapter_of_a_start_can_be_told(box: Box) -> None:
    start = GAME.start(("Ana", "Bo"), box, RULES)
    position = done(start, "chapter", card="old-debt")
    assert (position.chapter, position.phase, ana(position).story.size) == ("old-debt", "actions", 4)
