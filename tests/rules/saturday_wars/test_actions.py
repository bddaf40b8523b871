"""The four actions, payment from the deck and its triggers (SW-6, SW-3)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.saturday_wars import GAME
from companion.rules.saturday_wars.cards import Box
from companion.rules.saturday_wars.position import Pile
from companion.rules.zones import Zone

from .table import AGREED, ana, bo, codes, done, judge, side, table

RULES = GAME.rulings()


def test_players_alternate_one_action_each(box: Box) -> None:
    position = table(box)
    for turn in ("Bo", "Ana", "Bo", "Ana", "Bo", "Ana", "Bo"):
        position = done(position, "progress", player=position.turn)
        assert position.turn == turn
    position = done(position, "progress", player="Bo")
    assert (position.phase, position.turn) == ("epilogue", None)
    assert (ana(position).markers, bo(position).markers) == (4, 4)


def test_actions_go_clockwise_and_skip_who_has_none(box: Box) -> None:
    position = table(box, bo=side(actions_left=0), names=("Cy",))
    assert done(position, "pass").turn == "Cy"


def test_a_draw_moves_a_card_to_the_hand(box: Box) -> None:
    verdict = judge(table(box), "draw", card="kiln-giant")
    assert (ana(verdict.position).deck, ana(verdict.position).hand) == (Zone(19), Zone(6, ("kiln-giant",)))
    assert [(c.counter, c.before, c.after, c.why) for c in verdict.changes] == [
        ("actions_left", 4, 3, "took an action"),
        ("deck", 20, 19, "drew a card"),
        ("hand", 5, 6, "drew a card"),
    ]


def test_an_unknown_deck_gives_its_card(box: Box) -> None:
    position = GAME.start(("Ana", "Bo"), box, RULES)
    after = done(position, "draw")
    assert (ana(after).deck.size, ana(after).hand.size) == (None, 6)


def test_what_an_unknown_deck_or_pile_can_give_depends_on_it(box: Box) -> None:
    position = GAME.start(("Ana", "Bo"), box, RULES)
    assert judge(position, "retrieve").needs == ("players.Ana.purge_pile",)
    assert judge(position, "retrieve", card="undertow").legal
    assert judge(position, "play", card="ember-runner").needs == ("players.Ana.deck",)
    assert judge(position, "play", card="ember-runner", paid=["undertow"]).legal
    assert judge(position, "play", card="spark-courier").legal


def test_drawing_from_an_empty_deck_loses(box: Box) -> None:
    verdict = judge(table(box, side(deck=0)), "draw")
    assert verdict.legal
    assert verdict.position.outcome == (("Bo",), "deck-ran-out")


def test_the_last_card_may_be_drawn(box: Box) -> None:
    position = done(table(box, side(deck=1)), "draw")
    assert (position.outcome, ana(position).deck.size) == (None, 0)


def test_retrieving_moves_the_top_of_the_pile_under_the_deck(box: Box) -> None:
    position = done(table(box, side(purge_pile=["low-tide", "undertow"])), "retrieve")
    assert ana(position).purge_pile == Pile(1, ("low-tide",))
    assert ana(position).deck == Zone(21, ("undertow",))


def test_an_unseen_top_may_turn_out_to_be_any_card(box: Box) -> None:
    position = done(table(box, side(purge_pile=["low-tide", None])), "retrieve", card="undertow")
    assert ana(position).deck.known == ("undertow",)
    refused = judge(table(box, side(purge_pile=["low-tide"])), "retrieve", card="undertow")
    assert codes(refused) == {"not-on-top"}


# Playing


@pytest.mark.parametrize(
    "payment", [{"paid": ["shout-down", "undertow"]}, {"paid_count": 2}, {}, {"paid": [None, None]}]
)
def test_an_ally_is_paid_from_the_deck_and_enters_the_active_row(box: Box, payment: dict[str, Any]) -> None:
    position = table(box, side(hand=["cinder-twins", None, None, None, None]))
    seat = ana(done(position, "play", card="cinder-twins", **payment))
    assert (seat.deck.size, seat.hand.size, seat.purge_pile.size) == (18, 4, 2)
    assert [piece.key for piece in seat.active] == ["cinder-twins-2"]
    assert GAME.totals(position.with_seat(seat), RULES)["players"]["Ana"]["progress"] == 6


def test_the_last_card_purged_lies_on_top(box: Box) -> None:
    position = done(table(box), "play", card="cinder-twins", paid=["undertow", "shout-down"])
    assert ana(position).purge_pile.top == ("undertow", "shout-down")


def test_purge_abilities_come_in_order_before_the_card_that_was_paid(box: Box) -> None:
    position = done(table(box), "play", card="kiln-giant", paid=["low-tide", "kiln-giant", "undertow"])
    assert ana(position).active == ()
    assert [(task.kind, task.card) for task in position.agenda] == [
        ("trigger", "low-tide"),
        ("trigger", "kiln-giant"),
        ("enter", "kiln-giant"),
        ("turn", None),
    ]
    assert codes(judge(position, "draw", player="Bo")) == {"something-due"}
    position = done(position, "trigger", card="low-tide", take=True)
    assert ana(position).hand.size == 5
    position = done(position, "trigger", take=True)
    assert (ana(position).markers, [piece.key for piece in ana(position).active]) == (1, ["kiln-giant"])
    assert (position.turn, position.agenda) == ("Bo", ())


def test_a_trigger_may_be_skipped(box: Box) -> None:
    position = done(table(box), "play", card="ember-runner", paid=["low-tide"])
    position = done(position, "trigger", take=False)
    assert (ana(position).hand.size, position.turn) == (4, "Bo")


def test_a_trigger_may_run_the_deck_to_nothing_without_a_loss(box: Box) -> None:
    position = done(table(box, side(deck=2)), "play", card="ember-runner", paid=["low-tide"])
    position = done(position, "trigger", take=True)
    assert (ana(position).deck.size, position.outcome) == (0, None)


def test_a_trigger_that_the_deck_cannot_meet_loses(box: Box) -> None:
    position = done(table(box, side(deck=1)), "play", card="ember-runner", paid=["low-tide"])
    assert done(position, "trigger", take=True).outcome == (("Bo",), "deck-ran-out")


def test_an_upgrade_goes_on_a_character_and_counts(box: Box) -> None:
    assert judge(table(box), "play", card="furnace-heart").needs == ("to",)
    position = done(table(box), "play", card="furnace-heart", to="forge-captain")
    host = next(piece for piece in ana(position).pieces if piece.key == "forge-captain")
    assert [upgrade.key for upgrade in host.upgrades] == ["furnace-heart"]
    assert GAME.totals(position, RULES)["players"]["Ana"]["progress"] == 6


def test_the_only_character_needs_no_naming(box: Box) -> None:
    position = done(table(box, side(("deep-singer",))), "play", card="furnace-heart")
    assert ana(position).pieces[0].upgrades[0].key == "furnace-heart"


def test_an_upgrade_whose_character_is_gone_is_purged(box: Box) -> None:
    position = done(table(box), "play", card="anchor-chain", to="forge-captain", paid=["low-tide", None])
    gone = ana(position)._replace(protagonists=ana(position).protagonists[:1])  # type: ignore[index]
    position = done(position.with_seat(gone), "trigger", take=False)
    assert ana(position).purge_pile.top[-1] == "anchor-chain"
    assert [task.card for task in position.agenda if task.kind == "trigger"] == ["anchor-chain"]


def test_an_animated_plot_twist_resolves_and_is_purged(box: Box) -> None:
    position = done(table(box), "play", card="message-bottle")
    assert (ana(position).hand.size, ana(position).deck.size) == (6, 17)
    assert ana(position).purge_pile.top[-1] == "message-bottle"


def test_an_enduring_plot_twist_stays(box: Box) -> None:
    position = done(table(box), "play", card="flood-warning")
    assert [piece.kind for piece in ana(position).active] == ["enduring"]


def test_a_plot_twist_asks_whom_it_is_about(box: Box) -> None:
    assert judge(table(box), "play", card="shout-down").needs == ("targets",)
    position = done(table(box), "play", card="shout-down", targets=["salt-monk"])
    assert [piece.exhausted for piece in bo(position).pieces] == [True, False]


def test_after_triggers_the_plot_twist_asks_again(box: Box) -> None:
    position = done(table(box), "play", card="shout-down", paid=["low-tide", None])
    position = done(position, "trigger", take=False)
    assert [task.kind for task in position.agenda] == ["ability", "enter", "turn"]
    assert codes(judge(position, "trigger", take=False)) == {"must-resolve"}
    position = done(position, "trigger", take=True, targets=["Bo:harbour-twin"])
    assert [piece.exhausted for piece in bo(position).pieces] == [False, True]
    assert (ana(position).purge_pile.top[-1], position.turn) == ("shout-down", "Bo")


def test_quick_costs_no_action_and_waits_for_no_turn(box: Box) -> None:
    position = table(box, turn="Bo")
    seat = ana(done(position, "play", card="moon-pull"))
    assert (seat.actions_left, seat.markers, seat.deck.size) == (4, 1, 19)
    assert codes(judge(position, "play", card="undertow")) == {"not-your-turn"}


def test_an_extra_action_is_an_action_more(box: Box) -> None:
    assert ana(done(table(box), "play", card="second-wind")).actions_left == 5


def test_a_story_arc_knows_its_limit(box: Box) -> None:
    position = done(table(box), "play", card="long-feud")
    assert [(piece.key, piece.kind, piece.markers) for piece in ana(position).active] == [("long-feud", "story-arc", 0)]


def test_a_card_of_no_box_is_told(box: Box) -> None:
    assert judge(table(box), "play", card="Zed").needs == ("kind", "cost")
    position = done(table(box), "play", card="Zed", kind="character", cost=2, progress=3)
    assert GAME.totals(position, RULES)["players"]["Ana"]["progress"] == 7
    told = done(table(box), "play", card="Zap", kind="plot-twist", cost=0, told="draw 2, rival marker -1")
    assert (ana(told).hand.size, ana(told).purge_pile.top) == (6, ("Zap",))


def test_what_a_card_changes_is_recorded_with_its_name(box: Box) -> None:
    verdict = judge(table(box), "play", card="kiln-giant", cost=1, because="Grand Sale")
    assert ana(verdict.position).deck.size == 19
    assert "Kiln Giant: Grand Sale" in [change.why for change in verdict.changes]


def test_a_character_joins_the_protagonists_only_where_its_card_says_so(box: Box) -> None:
    position = done(table(box), "play", card="ember-heir", row="protagonists")
    assert len(ana(position).protagonists or ()) == 3
    assert judge(table(box), "play", card="kiln-giant", row="protagonists", because="Grand Finale").legal


def test_all_that_is_wrong_is_found_at_once(box: Box) -> None:
    position = table(box, side(deck=2, hand=["kiln-giant"]), turn="Bo")
    verdict = judge(position, "play", card="kiln-giant", row="protagonists", paid_count=4)
    assert codes(verdict) == {"nothing-to-play", "not-your-turn", "paid-wrong", "cannot-pay", "row-closed"}


def test_an_agreed_exception_is_applied_and_noted(box: Box) -> None:
    verdict = judge(table(box), "play", card="kiln-giant", paid_count=0, agreed=AGREED)
    assert verdict.legal
    assert [problem.code for problem in verdict.notes] == ["paid-wrong"]
    assert ana(verdict.position).deck.size == 20


def test_a_known_card_leaves_no_false_knowledge_behind(box: Box) -> None:
    position = table(box, side(hand=["kiln-giant", "shout-down"]))
    seat = ana(done(position, "discard", amount=1, because="Storm"))
    assert seat.hand == Zone(1)
