"""The three levels of detail, the table's own tools, and what a screen shows beside the totals."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.saturday_wars import GAME, outlook
from companion.rules.saturday_wars.cards import Box
from companion.rules.saturday_wars.position import Duel, Pile, Position
from companion.rules.zones import Zone

from .table import ana, bo, codes, done, judge, side, table

RULES = GAME.rulings()


def scores(box: Box, *names: str) -> Position:
    start = GAME.start(names or ("Ana", "Bo"), box, RULES)
    made: Position = start._replace(detail="scores")
    return made


# Scores only


def test_scores_show_only_what_is_tallied(box: Box) -> None:
    assert GAME.totals(scores(box), RULES)["players"]["Ana"] == {
        "deck": None,
        "hand": None,
        "purge_pile": None,
        "progress": 0,
        "chapters_won": 0,
        "actions_left": None,
        "protagonists": None,
    }
    assert (GAME.totals(scores(box), RULES)["turn"], GAME.totals(scores(box), RULES)["phase"]) == (None, None)


def test_a_tally_of_chapters_ends_the_game(box: Box) -> None:
    position = scores(box)
    for _chapter in range(3):
        assert position.outcome is None
        position = done(position, "score", player="Bo", counter="chapters_won", amount=1)
    assert position.outcome == (("Bo",), "three-chapters")
    position = done(position, "score", player="Bo", counter="chapters_won", amount=-1)
    assert position.outcome is None


def test_scores_know_who_claims_only_when_told(box: Box) -> None:
    position = done(scores(box), "score", counter="progress", amount=4)
    assert judge(position, "epilogue", player=None).needs == ("claims",)
    position = done(position, "epilogue", player=None, claims="Ana")
    assert (ana(position).won.size, ana(position).markers) == (1, 0)
    assert done(position, "epilogue", player=None, claims=None).outcome is None


def test_scores_still_judge_who_is_left(box: Box) -> None:
    position = done(scores(box, "Ana", "Bo", "Cy"), "concede")
    assert position.outcome is None
    assert done(position, "leave", player="Bo").outcome == (("Cy",), "last-standing")


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("draw", {}),
        ("retrieve", {}),
        ("progress", {}),
        ("pass", {}),
        ("prologue", {}),
        ("play", {"card": "kiln-giant"}),
        ("ability", {"card": "kiln-giant"}),
        ("trigger", {"take": True}),
        ("challenge", {"attacker": "a", "defender": "b"}),
        ("flip", {}),
        ("discard", {"amount": 2}),
        ("mark-arc", {"card": "long-feud"}),
        ("chapter", {}),
    ],
)
def test_what_scores_do_not_track_raises_no_problem(box: Box, do: str, fields: dict[str, Any]) -> None:
    position = scores(box)
    verdict = judge(position, do, player="Bo", **fields)
    assert (verdict.legal, verdict.position) == (True, position)


# Moves


def test_moves_keep_counts_and_forget_cards(box: Box) -> None:
    position = table(box, side(hand=["kiln-giant", "low-tide"], purge_pile=["undertow"]))
    position = done(position, "detail", player=None, level="moves")
    seat = ana(position)
    assert (seat.hand, seat.purge_pile, seat.deck) == (Zone(2), Pile(1), Zone(20))
    position = done(position, "play", card="kiln-giant", paid=["low-tide", "undertow", None])
    assert ana(position).purge_pile == Pile(4)
    assert [task.kind for task in position.agenda] == ["trigger", "enter", "turn"]


def test_moves_do_not_ask_for_the_cost_of_unknown_protagonists(box: Box) -> None:
    start = GAME.start(("Ana", "Bo"), box, RULES)._replace(detail="moves")
    assert judge(start, "protagonists", cards=["Zed", "Zoe"]).legal


def test_from_cards_to_scores_the_progress_stays_as_a_tally(box: Box) -> None:
    position = done(table(box, side(markers=2)), "detail", player=None, level="scores")
    totals = GAME.totals(position, RULES)["players"]["Ana"]
    assert (totals["progress"], totals["deck"], totals["protagonists"]) == (6, None, None)


# Corrections


@pytest.mark.parametrize(
    "counter", ["deck", "hand", "purge_pile", "progress", "chapters_won", "actions_left", "protagonists"]
)
def test_every_counter_can_be_corrected(box: Box, counter: str) -> None:
    position = table(box, side(purge_pile=3, won=1))
    before = GAME.totals(position, RULES)["players"]["Ana"][counter]
    verdict = judge(position, "adjust", counter=counter, amount=1, reason="miscounted")
    after = GAME.totals(verdict.position, RULES)["players"]["Ana"][counter]
    # Protagonists that nobody named have unknown progress; the count is what was corrected.
    assert after == before + 1
    assert [(c.counter, c.before, c.after) for c in verdict.changes] == [(counter, before, after)]


def test_corrections_judge_the_end_again(box: Box) -> None:
    position = done(table(box), "adjust", counter="protagonists", set=0, reason="fell off the table")
    assert position.outcome == (("Bo",), "no-protagonists")
    assert done(position, "adjust", counter="protagonists", set=1, reason="found it").outcome is None


def test_cards_can_be_moved_and_seen_by_hand(box: Box) -> None:
    position = table(box, side(purge_pile=["low-tide", None, "undertow"]))
    position = done(position, "adjust", **{"from": "purge_pile", "to": "hand", "cards": ["low-tide"], "reason": "oops"})
    assert (ana(position).purge_pile, ana(position).hand) == (Pile(2, ("undertow",)), Zone(6, ("low-tide",)))
    position = done(position, "observe", zone="purge_pile", card="shout-down")
    assert ana(position).purge_pile.size == 2


@pytest.mark.parametrize(
    ("pile", "zone", "corrected"),
    [
        (Pile(3, ("a", None, "b")), Zone(4, ("a", "b", "c")), Pile(4, ("a", None, "b", "c"))),
        (Pile(3, ("a", None, "b")), Zone(4, ("a", "b")), Pile(4, ("a", None, "b", None))),
        (Pile(3, ("a", None, "b")), Zone(2, ("a", "b")), Pile(2, ("a", "b"))),
        (Pile(3, ("a", None, "b")), Zone(2, ("b",)), Pile(2, ("b",))),
        (Pile(None), Zone(None, ("a",)), Pile(None, ("a",))),
    ],
)
def test_a_corrected_pile_keeps_the_order_of_what_stayed(pile: Pile, zone: Zone, corrected: Pile) -> None:
    assert pile.corrected(zone) == corrected


# Doubts


@pytest.mark.parametrize(
    ("patch", "path"),
    [
        ({"turn": "Zoe"}, "turn"),
        ({"number": 0}, "number"),
        ({"detail": "some"}, "detail"),
        ({"house": [["SW28", "none"]]}, "house"),
        (
            {"challenge": {"player": "Ana", "attacker": "x", "rival": "Bo", "defender": "salt-monk"}},
            "challenge.attacker",
        ),
        ({"agenda": [{"kind": "trigger", "player": "Ana", "card": "low-tide"}]}, "agenda[0].effects"),
        ({"agenda": [{"kind": "attach", "player": "Ana", "card": "anchor-chain"}]}, "agenda[0]"),
        ({"players": {"Ana": {"deck": {"size": 1, "known": ["a", "b"]}}}}, "players.Ana.deck"),
        ({"players": {"Ana": {"purge_pile": {"size": 1, "top": ["a", "b"]}}}}, "players.Ana.purge_pile"),
        ({"players": {"Ana": {"actions_left": -1}}}, "players.Ana.actions_left"),
        ({"players": {"Ana": {"active": {"cinder-twins": {}}}}}, "players.Ana.cinder-twins"),
        ({"players": {"Ana": {"out": "deck"}}}, "turn"),
    ],
)
def test_what_cannot_occur_is_said(box: Box, patch: dict[str, Any], path: str) -> None:
    position, faults = GAME.from_json(_merged(GAME.to_json(table(box)), patch), box)
    assert not faults
    assert path in {fault.path for fault in GAME.doubts(position)}


def _merged(document: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    return {**document, **patch} if "players" not in patch else {
        **document,
        "players": {name: {**row, **patch["players"].get(name, {})} for name, row in document["players"].items()},
    }  # fmt: skip


# Beside the totals


def test_what_markers_alone_can_reach(box: Box) -> None:
    position = table(box, side(markers=1, actions_left=3))
    assert outlook.reach(position, "Ana") == 8
    assert outlook.reach(GAME.start(("Ana", "Bo"), box, RULES), "Ana") is None


def test_a_deck_that_may_not_meet_the_next_draw(box: Box) -> None:
    position = table(box, side(deck=2, hand=2), side(("salt-monk",), deck=3, hand=5))
    assert outlook.forced(position, "Ana") == (2, 3, 1)
    assert outlook.forced(position, "Ana").short
    assert not outlook.forced(position, "Bo").short


def test_the_odds_of_a_challenge(box: Box) -> None:
    position = table(box, chapter="mountain-trial")
    odds = outlook.odds(position, Duel("Ana", "forge-captain", "Bo", "salt-monk", 1))
    assert odds == (6, 4)
    assert odds is not None
    assert odds.lead == 2
    assert outlook.odds(position, Duel("Ana", "nobody", "Bo", "salt-monk")) is None


def test_a_player_who_sees_nothing_hidden(box: Box) -> None:
    position = table(box, side(hand=["kiln-giant"], deck_list=["kiln-giant"], story={"size": 4, "known": ["old-debt"]}))
    seen = ana(GAME.seen_by(position, "Bo"))
    assert (seen.hand, seen.story, seen.deck_list) == (Zone(1), Zone(4), None)
    assert ana(GAME.seen_by(position, "Ana")) == ana(position)
    assert bo(GAME.seen_by(position, "Bo")) == bo(position)


def test_codes_of_an_unfinished_set_up(box: Box) -> None:
    position = table(box, phase="protagonists", turn=None)
    assert codes(judge(position, "play", card="moon-pull")) == {"not-actions"}
