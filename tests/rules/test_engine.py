"""The engine, by way of a toy game: verdicts, exceptions, needs, choices, replay, JSON."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import codec, report
from companion.rules.engine import Verdict
from companion.rules.zones import Zone, copies_seen
from tests.rules.toy import GAME, Box, Position

RULINGS = GAME.rulings()


def table(**changes: Any) -> Position:
    return GAME.start(["Ana", "Bo"], Box(10), RULINGS)._replace(**changes)


def judged(position: Position, **action: Any) -> Verdict:
    return GAME.judge(position, action, RULINGS)


def codes(verdict: Verdict) -> list[str]:
    return [problem.code for problem in verdict.problems]


def test_a_legal_action_gives_the_next_position_and_its_changes() -> None:
    verdict = judged(table(), do="take", player="Ana", coins=3)
    assert verdict.legal is True
    assert (verdict.position.heap, verdict.position.turn) == (7, "Bo")
    assert report.of_verdict(verdict)["changes"] == [
        {"player": "Ana", "counter": "coins", "from": 0, "to": 3, "why": "took 3 coins", "rules": ["TOY-1.2"]}
    ]


def test_an_illegal_action_names_every_problem_and_changes_nothing() -> None:
    position = table(heap=2)
    verdict = judged(position, do="take", player="Bo", coins=3)
    assert verdict.legal is False
    assert codes(verdict) == ["not-your-turn", "too-many"]
    assert [problem.message for problem in verdict.problems] == [
        "It is Ana's turn, not Bo's.",
        "The heap has 2 coins, not 3.",
    ]
    assert [problem.fix for problem in verdict.problems] == ["Wait for Ana.", "Take 2 at most."]
    assert verdict.position is position


def test_something_unknown_makes_it_depend() -> None:
    verdict = judged(table(heap=None), do="take", player="Ana", coins=1)
    assert (verdict.legal, verdict.needs) == (None, ("heap",))


def test_an_agreed_exception_applies_the_action_and_keeps_the_problem_as_a_note() -> None:
    agreed = {"by": ["Ana", "Bo"], "reason": "first game"}
    verdict = judged(table(), do="take", player="Bo", coins=1, agreed=agreed)
    assert verdict.legal is True
    assert [note.code for note in verdict.notes] == ["not-your-turn"]
    assert verdict.position.seat("Bo").coins == 1


@pytest.mark.parametrize(
    ("action", "paths"),
    [
        ({"do": "take"}, ["player", "coins"]),
        ({"do": "take", "player": "Ana", "coins": "x", "colour": "red"}, ["coins", "colour"]),
        ({"do": "take", "player": 7, "coins": 4}, ["player", "coins"]),
        ({"do": "take", "player": "Ana", "coins": 1, "cards": ["a", 3]}, ["cards[1]"]),
        ({"do": "take", "player": "Ana", "coins": True}, ["coins"]),
        (
            {"do": "take", "player": "Ana", "coins": 1, "agreed": {"by": [], "reason": ""}},
            ["agreed.reason", "agreed.by"],
        ),
        ({"do": "take", "player": "Ana", "coins": 1, "agreed": "yes"}, ["agreed"]),
        ({"do": "take", "player": None, "coins": 1}, ["player"]),
    ],
)
def test_every_fault_of_a_malformed_action_is_named_by_field(action: dict[str, Any], paths: list[str]) -> None:
    verdict = GAME.judge(table(), action, RULINGS)
    assert set(codes(verdict)) == {"malformed"}
    assert [problem.values["path"] for problem in verdict.problems] == paths
    assert not any(problem.kind.waivable for problem in verdict.problems)


@pytest.mark.parametrize("do", ["fly", "", None, 3, ["take"]])
def test_an_unknown_action_is_refused(do: Any) -> None:
    assert codes(GAME.judge(table(), {"do": do} if do != ["take"] else {"do": "['take']"}, RULINGS)) == [
        "no-such-action"
    ]


def test_a_stranger_is_refused_even_with_agreement() -> None:
    agreed = {"by": ["Ana"], "reason": "why not"}
    assert codes(judged(table(), do="take", player="Cy", coins=1, agreed=agreed)) == ["no-such-player"]


def test_after_the_end_only_the_tables_own_tools_remain() -> None:
    over = judged(table(heap=1), do="take", player="Ana", coins=1).position
    assert over.outcome.winners == ("Ana",)
    assert codes(judged(over, do="take", player="Bo", coins=1)) == ["game-over"]
    assert judged(over, do="score", player="Bo", counter="coins", amount=2).legal is True
    assert [choice.problems[0].code for choice in GAME.choices(over, RULINGS)] == ["game-over", "game-over"]


def test_choices_list_each_kind_once_with_values_or_reasons() -> None:
    take, seal = GAME.choices(table(heap=2), RULINGS)
    assert (take.do, take.player, take.legal, list(take.allowed["coins"])) == ("take", "Ana", True, [1, 2])
    assert (seal.do, seal.legal) == ("seal", True)
    assert [p.code for p in GAME.choices(table(), RULINGS, "Bo")[0].problems] == ["not-your-turn"]


def test_replay_gives_the_same_position_and_names_what_no_longer_stands() -> None:
    moves = [{"do": "take", "player": "Ana", "coins": 2}, {"do": "take", "player": "Bo", "coins": 3}]
    assert GAME.replay(table(), moves, RULINGS).heap == 5
    with pytest.raises(ValueError, match=r"action 2 .* no longer stands"):
        GAME.replay(table(), [moves[0], moves[0]], RULINGS)


def test_secret_fields_are_for_their_own_seat_until_opened() -> None:
    action = {"do": "seal", "player": "Ana", "coins": 4}
    assert "coins" not in GAME.action_seen_by(table(), action, "Bo")
    assert "coins" not in GAME.action_seen_by(table(), action, None)
    assert GAME.action_seen_by(table(), action, "Ana") == action


def test_a_card_seen_in_a_hand_is_for_its_own_seat() -> None:
    action = {"do": "observe", "player": "Ana", "zone": "hand", "card": "ace"}
    assert "card" not in GAME.action_seen_by(table(), action, "Bo")
    assert GAME.action_seen_by(table(), action, "Ana") == action
    move = {"do": "adjust", "from": "hand:Ana", "to": "hand:Bo", "cards": ["ace"], "reason": "swapped"}
    assert "cards" not in GAME.action_seen_by(table(), move, None)


def test_rulings_default_and_are_checked() -> None:
    assert GAME.rulings()["TOY1"] == "yes"
    assert GAME.rulings({"TOY1": "no"}).chosen() == {"TOY1": "no"}
    with pytest.raises(ValueError, match=r"TOY9.*TOY1.*'maybe'"):
        GAME.rulings({"TOY9": "x", "TOY1": "maybe"})


# The table's own tools


def test_score_counts_whatever_the_rules_say_and_starts_unknown_at_zero() -> None:
    verdict = judged(table(), do="score", player="Bo", counter="coins", amount=4)
    assert verdict.position.seat("Bo").coins == 4
    unknown = table().with_seat(table().seat("Bo")._replace(coins=None))
    verdict = judged(unknown, do="score", player="Bo", counter="coins", amount=2)
    assert [(c.before, c.after) for c in verdict.changes] == [(None, 2)]
    assert judged(table(), do="score", counter="heap", amount=500).position.heap == 99
    assert judged(table(), do="score", player="Bo", counter="coins", amount=-4).position.seat("Bo").coins == 0


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"do": "score", "player": "Ana", "counter": "heap", "amount": 1}, "no-such-counter"),
        ({"do": "score", "counter": "gold", "amount": 1}, "no-such-counter"),
        ({"do": "adjust", "counter": "heap", "reason": "r"}, "adjust-unclear"),
        ({"do": "adjust", "counter": "heap", "amount": 1, "set": 2, "reason": "r"}, "adjust-unclear"),
        ({"do": "adjust", "from": "hand:Ana", "reason": "r", "amount": 1}, "adjust-unclear"),
        ({"do": "adjust", "from": "hand:Ana", "to": "moon", "reason": "r", "amount": 1}, "no-such-zone"),
        ({"do": "adjust", "from": "hand:Ana", "to": "hand:Bo", "reason": "r", "amount": 3}, "not-enough-cards"),
        ({"do": "observe", "zone": "hand", "player": "Zoe", "card": "a"}, "no-such-player"),
        ({"do": "observe", "zone": "bag", "player": "Ana", "card": "a"}, "no-such-zone"),
        ({"do": "ruling", "ruling": "TOY1", "choice": "maybe"}, "no-such-ruling"),
    ],
)
def test_the_tools_refuse_what_has_no_meaning(action: dict[str, Any], code: str) -> None:
    assert codes(GAME.judge(table(), action, RULINGS)) == [code]


def test_adjust_needs_a_known_counter_or_a_value_to_set() -> None:
    unknown = table(heap=None)
    assert codes(judged(unknown, do="adjust", counter="heap", amount=1, reason="miscounted")) == ["unknown-counter"]
    verdict = judged(unknown, do="adjust", counter="heap", set=6, reason="counted")
    assert verdict.position.heap == 6
    assert verdict.changes[0].why == "corrected by the table: counted"


def test_cards_move_between_places_and_are_conserved() -> None:
    seen = judged(table(), do="observe", zone="hand", player="Ana", card="ace").position
    assert seen.seat("Ana").hand == Zone(2, ("ace",))
    moved = judged(seen, do="adjust", **{"from": "hand:Ana"}, to="hand:Bo", cards=["ace"], reason="dropped").position
    assert (moved.seat("Ana").hand, moved.seat("Bo").hand) == (Zone(1), Zone(3, ("ace",)))
    full = judged(
        judged(table(), do="observe", zone="hand:Ana", card="a").position, do="observe", zone="hand:Ana", card="b"
    ).position
    assert codes(judged(full, do="observe", zone="hand:Ana", card="c")) == ["not-enough-cards"]


def test_a_ruling_switched_in_play_holds_from_there_on_and_detail_forgets() -> None:
    position = judged(table(), do="ruling", ruling="TOY1", choice="no").position
    assert position.house == (("TOY1", "no"),)
    seen = judged(position, do="observe", zone="hand", player="Ana", card="ace").position
    lowered = judged(seen, do="detail", level="scores").position
    assert (lowered.detail, lowered.seat("Ana").hand) == ("scores", Zone(2))


# JSON

names = st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), min_size=1, max_size=8)
zones = st.lists(st.text("abc", min_size=1, max_size=2), max_size=4).flatmap(
    lambda known: st.one_of(st.none(), st.integers(len(known), 9)).map(lambda size: Zone(size, tuple(known)))
)


@given(st.lists(names, min_size=2, max_size=4, unique=True), zones, st.one_of(st.none(), st.integers(0, 99)))
def test_positions_round_trip_through_json(players: list[str], hand: Zone, heap: int | None) -> None:
    position = GAME.start(players, Box(10), RULINGS)._replace(heap=heap)
    position = position.with_seat(position.players[0]._replace(hand=hand))
    again, faults = GAME.from_json(GAME.to_json(position), Box(10))
    assert faults == []
    assert again == position


def test_every_fault_of_a_position_is_reported_with_its_path() -> None:
    document = GAME.to_json(table())
    document["players"]["Ana"] = {"coins": "many", "hand": {"size": -1, "gold": 2}}
    document["turn"] = None
    document["sun"] = 1
    _position, faults = GAME.from_json(document, Box(10))
    assert [fault.path for fault in faults] == ["players.Ana.coins", "players.Ana.hand.gold", "turn", "sun"]


def test_a_zone_may_be_given_short() -> None:
    assert codec.decode(Zone, 5) == (Zone(5), [])
    assert codec.decode(Zone, ["a", None]) == (Zone(2, ("a",)), [])
    assert codec.decode(Zone, "five")[0] is None


def test_merge_lays_objects_over_and_replaces_lists() -> None:
    assert codec.merge({"a": {"b": 1, "c": [1, 2]}}, {"a": {"c": [3]}, "d": 4}) == {"a": {"b": 1, "c": [3]}, "d": 4}


# Zones


@given(zones, st.lists(st.text("abc", min_size=1, max_size=2), max_size=5))
def test_what_a_zone_does_not_lack_can_be_taken_from_it(zone: Zone, cards: list[str]) -> None:
    lacking = zone.lacks(cards)
    if zone.size is None:
        assert lacking == ()
    elif not lacking:
        left = zone.remove(cards)
        assert left.size == zone.size - len(cards)
        assert left.possible()
    else:
        assert len(cards) - len(lacking) <= zone.size


def test_zones_count_copies() -> None:
    assert copies_seen([Zone(2, ("a", "a")), Zone(1, ("a",))])["a"] == 3
    assert Zone(3).add(["a", None]).known == ("a",)
    assert Zone(3).add(["a"], track=False) == Zone(4)
    assert Zone(None).add(["a"]).size is None
