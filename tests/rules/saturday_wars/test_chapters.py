"""A Chapter from its Prologue to its claim, and how games end (SW-5, SW-8, SW-9)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.saturday_wars import GAME
from companion.rules.saturday_wars.cards import Box
from companion.rules.saturday_wars.position import Position

from .table import ana, bo, codes, done, judge, side, table

RULES = GAME.rulings()


def prologue(box: Box, ana_: dict[str, Any] | None = None, **more: Any) -> Position:
    return table(box, ana_, **{"phase": "prologue", "number": 2, **more})


def epilogue(box: Box, ana_: dict[str, Any] | None = None, bo_: dict[str, Any] | None = None, **more: Any) -> Position:
    return table(box, ana_, bo_, **{"phase": "epilogue", "turn": None, **more})


# Prologue


def test_the_prologue_readies_draws_to_five_and_goes_on_to_the_next_player(box: Box) -> None:
    cast = {"cinder-twins": {"exhausted": True}, "forge-captain": {}}
    position = done(prologue(box, side(protagonists=cast, hand=3)), "prologue", drawn=["kiln-giant"])
    assert [piece.exhausted for piece in ana(position).pieces] == [False, False]
    assert (ana(position).hand.size, ana(position).hand.known, ana(position).deck.size) == (5, ("kiln-giant",), 18)
    assert (position.phase, position.turn) == ("prologue", "Bo")
    position = done(position, "prologue", player="Bo")
    assert (position.phase, position.turn, ana(position).actions_left) == ("actions", "Ana", 4)


def test_what_is_more_than_five_is_purged_and_triggers(box: Box) -> None:
    position = done(prologue(box, side(hand=7)), "prologue", purged=["low-tide", None])
    assert (ana(position).hand.size, ana(position).purge_pile.size) == (5, 2)
    assert [(task.kind, task.card) for task in position.agenda] == [("trigger", "low-tide"), ("prologue", None)]
    assert done(position, "trigger", take=False).turn == "Bo"


def test_the_prologue_of_an_unknown_hand_depends_on_it(box: Box) -> None:
    assert judge(prologue(box, side(hand=None)), "prologue").needs == ("players.Ana.hand",)


def test_a_draw_to_five_that_the_deck_cannot_meet_loses(box: Box) -> None:
    position = done(prologue(box, side(hand=2, deck=2)), "prologue")
    assert (ana(position).hand.size, position.outcome) == (4, (("Bo",), "deck-ran-out"))


def test_the_chapters_prologue_ability_is_applied_by_each_player(box: Box) -> None:
    position = prologue(box, chapter="lost-letter")
    position = done(done(position, "prologue"), "prologue", player="Bo")
    assert (ana(position).markers, bo(position).markers) == (1, 1)


def test_own_cards_have_prologue_abilities_too(box: Box) -> None:
    position = done(prologue(box, side(purge_pile=3, active={"slow-current": {}})), "prologue")
    assert (ana(position).purge_pile.size, ana(position).deck.size) == (2, 21)


def test_the_first_hand_needs_no_order(box: Box) -> None:
    assert codes(judge(prologue(box), "prologue", player="Bo")) == {"not-prologue"}


# Unwanted cards


def test_unwanted_cards_go_before_the_first_prologue(box: Box) -> None:
    position = prologue(box, turn="Ana")
    assert ana(done(position, "discard", cards=["undertow", None])).hand.size == 3
    assert bo(done(position, "discard", player="Bo", amount=2)).purge_pile.size == 2
    assert codes(judge(done(position, "prologue"), "discard", amount=1)) == {"not-discarding"}
    assert codes(judge(prologue(box, number=1), "discard", amount=1)) == {"not-discarding"}


# Epilogue


def test_the_most_progress_claims_markers_and_cards_together(box: Box) -> None:
    # Ana: markers 1 + 2 + 2 = 5; Bo: markers 0 + 2 + 2 + an exhausted Ally of 3 = 7.
    rival = side(("salt-monk", "harbour-twin"), active={"reef-keeper": {"exhausted": True}})
    verdict = judge(epilogue(box, side(markers=1), rival), "epilogue", player=None)
    position = verdict.position
    assert (bo(position).won.size, bo(position).won.known, position.claimer) == (1, ("silent-hall",), "Bo")
    assert (ana(position).markers, position.chapter) == (0, None)
    assert (position.phase, position.turn) == ("chapter", "Ana")


def test_allies_and_enduring_twists_go_and_arcs_advance(box: Box) -> None:
    active = {"kiln-giant": {}, "flood-warning": {}, "march-of-embers": {"markers": 1}, "long-feud": {"markers": 1}}
    position = done(epilogue(box, side(active=active)), "epilogue", player=None)
    # The Purge ability of Kiln Giant comes before the arcs advance.
    assert [(task.kind, task.card) for task in position.agenda[:2]] == [("trigger", "kiln-giant"), ("arcs", None)]
    position = done(position, "trigger", take=True)
    assert [(piece.key, piece.markers) for piece in ana(position).active] == [("march-of-embers", 2)]
    assert ana(position).purge_pile.known == ("kiln-giant", "flood-warning", "long-feud")


def test_upgrades_on_protagonists_stay_and_those_on_allies_go(box: Box) -> None:
    cast = {"cinder-twins": {"upgrades": {"coal-gauntlets": {}}}}
    allies = {"kiln-giant": {"upgrades": {"furnace-heart": {}}}}
    position = done(epilogue(box, side(protagonists=cast, active=allies)), "epilogue", player=None)
    assert [part.key for part in ana(position).pieces[0].upgrades] == ["coal-gauntlets"]
    assert ana(position).purge_pile.known == ("furnace-heart", "kiln-giant")


def test_what_held_for_the_chapter_ends_with_it(box: Box) -> None:
    position = done(epilogue(box, side(protagonists={"cinder-twins": {"bonus": 3}})), "epilogue", player=None)
    assert ana(position).pieces[0].bonus == 0


def test_an_arc_marked_by_hand_is_not_marked_twice(box: Box) -> None:
    position = epilogue(box, side(active={"march-of-embers": {}}))
    position = done(position, "mark-arc", card="march-of-embers")
    assert codes(judge(position, "mark-arc", card="march-of-embers")) == {"arc-not-due"}
    position = done(position, "epilogue", player=None)
    assert [(piece.markers, piece.advanced) for piece in ana(position).active] == [(1, False)]


def test_a_card_may_mark_an_arc_at_any_time(box: Box) -> None:
    position = done(table(box, side(active={"long-feud": {"markers": 1}})), "mark-arc", card="long-feud", because="Zap")
    assert ana(position).active == ()


def test_epilogue_abilities_come_first_in_turn_order(box: Box) -> None:
    position = done(epilogue(box, chapter="festival-night"), "epilogue", player=None)
    assert (ana(position).hand.size, bo(position).hand.size) == (6, 6)


def test_unknown_progress_asks_who_claims(box: Box) -> None:
    position = epilogue(box, side(protagonists={"Zed": {"kind": "character"}}))
    assert judge(position, "epilogue", player=None).needs == ("players.Ana.protagonists.Zed.progress",)
    assert ana(done(position, "epilogue", player=None, claims="Ana")).won.size == 1


def test_who_claimed_does_not_place_the_next_chapter(box: Box) -> None:
    position = epilogue(box, side(markers=9), names=("Cy",))
    position = done(position, "epilogue", player=None)
    assert (position.phase, position.turn) == ("chapter", "Bo")
    position = done(position, "chapter", player="Bo", card="old-debt")
    assert (position.number, position.chapter_by, position.turn, bo(position).story.size) == (2, "Bo", "Bo", 4)


def test_who_has_no_chapters_left_places_none(box: Box) -> None:
    position = epilogue(box, side(markers=9), side(("salt-monk",), story=0), names=("Cy",))
    assert done(position, "epilogue", player=None).turn == "Cy"


def test_a_tie_puts_the_chapter_back_and_the_next_player_places_one(box: Box) -> None:
    position = done(epilogue(box), "epilogue", player=None)
    assert (ana(position).won.size, ana(position).story, position.claimer) == (0, (5, ("silent-hall",)), None)
    assert (position.phase, position.turn) == ("chapter", "Bo")


# How games end


def test_the_third_chapter_wins_before_the_clean_up(box: Box) -> None:
    position = done(epilogue(box, side(markers=9, won=2, active={"kiln-giant": {}})), "epilogue", player=None)
    assert position.outcome == (("Ana",), "three-chapters")
    assert [piece.key for piece in ana(position).active] == ["kiln-giant"]
    assert codes(judge(position, "draw")) == {"game-over"}


@pytest.mark.parametrize(("won", "outcome"), [(2, (("Bo",), "most-chapters")), (1, ((), "draw"))])
def test_without_chapters_left_most_chapters_won_win(box: Box, won: int, outcome: tuple[Any, str]) -> None:
    position = epilogue(box, side(markers=9, story=0), side(("salt-monk",), story=0, won=won))
    assert done(position, "epilogue", player=None).outcome == outcome


def test_both_without_protagonists_at_once_is_a_draw(box: Box) -> None:
    sides = [side(protagonists={name: {}}) for name in ("cinder-twins", "salt-monk")]
    position = table(box, {**sides[0], "active": {"Zed": {"kind": "character"}}}, sides[1])
    gone = position.with_seat(bo(position)._replace(protagonists=()))
    gone = gone.with_seat(ana(gone)._replace(protagonists=()))
    assert done(gone, "progress").outcome == ((), "draw")


def test_with_three_the_others_play_on_without_the_loser(box: Box) -> None:
    position = table(box, side(deck=0, won=2, markers=3), names=("Cy",))
    position = done(position, "draw")
    assert (position.outcome, ana(position).out, position.turn) == (None, "deck", "Bo")
    totals = GAME.totals(position, RULES)["players"]["Ana"]
    assert totals == {
        "deck": 0,
        "hand": 0,
        "purge_pile": 0,
        "progress": 0,
        "chapters_won": 0,
        "actions_left": 0,
        "protagonists": 0,
    }
    assert position.chapter == "silent-hall"
    assert codes(judge(position, "draw")) >= {"player-out"}
    position = done(position, "concede", player="Cy")
    assert position.outcome == (("Bo",), "last-standing")


def test_conceding_with_two_ends_the_game(box: Box) -> None:
    assert done(table(box), "concede").outcome == (("Bo",), "gave-up")


@pytest.mark.parametrize("phase", ["prologue", "actions", "chapter", "epilogue"])
def test_who_leaves_is_passed_over(box: Box, phase: str) -> None:
    turn = None if phase == "epilogue" else "Ana"
    position = done(table(box, phase=phase, turn=turn, names=("Cy",)), "leave")
    assert position.turn == (None if phase == "epilogue" else "Bo")


def test_an_eliminated_player_claims_nothing(box: Box) -> None:
    # Ana would claim a third Chapter, but her Epilogue draw is more than her deck can give.
    position = epilogue(box, side(markers=9, won=2, deck=0), chapter="festival-night")
    assert done(position, "epilogue", player=None).outcome == (("Bo",), "deck-ran-out")
