"""The end of a turn: hand limit and cards that go back; players who leave (Picking Up and Discarding Cards)."""

from __future__ import annotations

from tests.rules.anime_saga.table import codes, judge, lay, legal, moved, table

ELEVEN = [
    *["heal-power"] * 2,
    *["fame-power"] * 2,
    *["trade-power"] * 2,
    *["combat-power"] * 2,
    *["training-power"] * 2,
    "heal-agility",
]


def test_the_hand_limit_is_looked_at_when_the_turn_ends() -> None:
    position = table(ana={"hand": ELEVEN}, acted=True)
    assert codes(judge(position, "end-turn")) == ["over-limit"]
    after = legal(position, "end-turn", discards=["heal-agility"], returns=lay("heal-agility"))
    assert (after.seat("Ana").hand.size, after.seat("Ana").discards.size, after.piles[0].size) == (10, 0, 5)


def test_no_more_than_the_excess_is_discarded() -> None:
    assert codes(judge(table(acted=True), "end-turn", discards=[None], returns=lay(None))) == ["over-limit"]


def test_each_card_goes_to_a_smallest_pile_one_by_one() -> None:
    position = table(acted=True, ana={"discards": ["heal-power", "fame-power", "trade-power"]}, piles=[1, 2, 4, 4, 4])
    cards = ("heal-power", "fame-power", "trade-power")
    after = legal(position, "end-turn", returns=lay(*cards, piles=[1, 2, 1]))
    assert [pile.size for pile in after.piles] == [3, 3, 4, 4, 4]
    assert after.piles[0].known == ("heal-power", "trade-power")
    assert codes(judge(position, "end-turn", returns=lay(*cards, piles=[1, 1, 1]))) == ["not-smallest"]


def test_an_empty_pile_is_the_smallest() -> None:
    position = table(acted=True, ana={"discards": 1}, piles=[4, 0, 4, 4, 4])
    assert legal(position, "end-turn", returns=lay(None, piles=[2])).piles[1].size == 1


def test_only_the_own_discards_go_back() -> None:
    position = table(acted=True, ana={"discards": ["heal-power"]})
    assert codes(judge(position, "end-turn", returns=lay("fame-power"))) == ["not-held"]
    assert codes(judge(position, "end-turn", returns=lay(None))) == ["name-cards"]


def test_ruling_as26_takes_the_lowest_number() -> None:
    position = table(acted=True, ana={"discards": 2}, piles=[4, 3, 3, 4, 4])
    by = {"AS26": "lowest-number"}
    assert codes(judge(position, "end-turn", returns=lay(None, None, piles=[3, 2]), by=by)) == ["not-lowest"]
    assert judge(position, "end-turn", returns=lay(None, None, piles=[2, 3]), by=by).legal
    assert judge(position, "end-turn", returns=lay(None, None, piles=[3, 2])).legal


def test_an_unknown_hand_or_pile_is_asked_for() -> None:
    assert judge(table(acted=True, ana={"hand": {"size": None}}), "end-turn").needs == ("players.Ana.hand",)
    position = table(acted=True, ana={"discards": 1}, piles=[{"size": None}, 4, 4, 4, 4])
    assert judge(position, "end-turn", returns=lay(None)).needs == ("piles[0]",)


def test_the_turn_passes_clockwise_over_those_who_left() -> None:
    names = ("Ana", "Bo", "Cy")
    position = table(names=names, acted=True, bo={"left": True})
    assert legal(position, "end-turn").turn == "Cy"
    assert legal(position._replace(turn="Cy"), "end-turn", "Cy").turn == "Ana"


def test_discards_of_others_effects_wait_for_the_own_turn() -> None:
    paid = legal(table(bo={"owes": 2}), "discard", "Bo", cards=["heal-power", None])
    bo = paid.seat("Bo")
    assert (bo.hand.size, bo.discards.size, bo.discards.known, bo.owes) == (2, 2, ("heal-power",), 0)


def test_a_player_who_leaves_gives_the_cards_back() -> None:
    position = table(names=("Ana", "Bo", "Cy"), ana={"hand": ["heal-power"], "discards": ["fame-power"]})
    verdict = judge(position, "leave", returns=lay("heal-power", "fame-power", piles=[3, 1]))
    seat = verdict.position.seat("Ana")
    assert (seat.left, seat.hand.size, seat.discards.size, seat.fame) == (True, 0, 0, 5)
    assert verdict.position.turn == "Bo"
    assert moved(verdict, "pile-3", None) == [(4, 5, "left-returned")]
    assert codes(judge(verdict.position, "concede")) == ["has-left"]


def test_ruling_as72_puts_the_hand_aside() -> None:
    position = table(names=("Ana", "Bo", "Cy"), ana={"hand": ["heal-power"], "discards": ["fame-power"]})
    after = legal(position, "leave", returns=lay("fame-power"), by={"AS72": "hand-aside"})
    assert (after.aside.known, after.piles[0].known) == (("heal-power",), ("fame-power",))


def test_when_everybody_left_nobody_wins() -> None:
    position = table(ana={"hand": []}, bo={"hand": []})
    after = legal(legal(position, "leave"), "concede", "Bo")
    assert after.outcome is not None
    assert (after.outcome.winners, after.outcome.reason) == ((), "abandoned")
