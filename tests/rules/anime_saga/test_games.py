"""Whole random games with the practice set, and what must hold at every step of them."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import report
from companion.rules.anime_saga import GAME
from companion.rules.anime_saga.position import Position
from companion.rules.anime_saga.switches import SWITCHES
from companion.rules.engine import Verdict
from companion.rules.rulings import Rulings
from companion.rules.zones import Zone
from tests.rules.anime_saga.player import BOX, Step, deal, play

RULINGS = st.fixed_dictionaries({id_: st.sampled_from(choices) for id_, choices in SWITCHES.items()})
LISTED = [spec.do for spec in GAME.specs.values() if spec.listed]


def cards_on_the_table(position: Position) -> Counter[str]:
    cards: Counter[str] = Counter()
    for _path, zone in position.zones():
        assert zone.unseen == 0
        cards.update(zone.known)
    return cards


def flat(totals: dict[str, Any]) -> dict[tuple[str, str], Any]:
    return {(name, key): value for name, row in totals["players"].items() for key, value in row.items()}


@settings(max_examples=120, deadline=None)
@given(seed=st.integers(0, 2**32), players=st.integers(2, 5), chosen=RULINGS)
def test_whole_games_hold_what_must_hold(seed: int, players: int, chosen: dict[str, str]) -> None:
    rng = Random(seed)
    table = deal(rng, players, chosen)
    dealt = cards_on_the_table(table.position)
    assert sum(dealt.values()) == 4 * players + 20
    sums: dict[tuple[str | None, str], int] = defaultdict(int)
    position, actions = table.position, []
    for number, step in enumerate(play(rng, table, leaving=seed % 3 == 0)):
        assert step.position == position
        position = step.verdict.position
        actions.append(step.action)
        assert cards_on_the_table(position) == dealt
        add_up(sums, table.position, position, step.verdict)
        if number % 9 == 0:
            check_position(position, table.rulings)
    check_position(position, table.rulings)
    assert position.outcome is not None
    assert GAME.replay(table.position, actions, table.rulings) == position


def add_up(sums: dict[tuple[str | None, str], int], start: Position, position: Position, verdict: Verdict) -> None:
    """The sum of the changes since the start is the counter."""
    for change in verdict.changes:
        if type(change.after) is int:
            sums[change.player, change.counter] += change.after - (change.before or 0)
        assert "{" not in change.why
    for seat in position.players:
        first = start.seat(seat.name)
        assert sums[seat.name, "fame"] == (seat.fame or 0) - (first.fame or 0)
        assert sums[seat.name, "life"] == (seat.life or 0)
        assert sums[seat.name, "max_life"] == (seat.max_life or 0)
        assert sums[seat.name, "hand"] == (seat.hand.size or 0) - 4
        assert sums[seat.name, "discards"] == seat.discards.size
        assert sums[seat.name, "owes"] == seat.owes
    for number, pile in enumerate(position.piles, 1):
        assert sums[None, f"pile-{number}"] == (pile.size or 0) - 4


def check_position(position: Position, rulings: Rulings) -> None:
    document = json.loads(json.dumps(GAME.to_json(position)))
    assert GAME.from_json(document, BOX) == (position, [])
    assert GAME.doubts(position) == []
    totals = GAME.totals(position, rulings)
    assert json.loads(json.dumps(totals)) == totals
    for row in totals["players"].values():
        assert row["blue"] + row["green"] == row["fame"]
        assert row["blue"] <= 20
        assert 0 <= row["life"] <= row["max_life"]
    for viewer in (None, *[seat.name for seat in position.players]):
        check_choices(position, rulings, viewer)
        check_secrets(position, viewer)


def check_choices(position: Position, rulings: Rulings, viewer: str | None) -> None:
    choices = GAME.choices(position, rulings, viewer)
    assert [choice.do for choice in choices] == LISTED
    for choice in choices:
        json.dumps(report.of_choice(choice))
        if choice.problems and position.outcome is None and choice.player is not None:
            # What is greyed is refused, for the same reasons, whatever the fields.
            action = {**any_fields(choice.do), "do": choice.do}
            if any(field.name == "player" for field in GAME.specs[choice.do].fields):
                action["player"] = choice.player
            verdict = GAME.judge(position, action, rulings)
            assert verdict.legal is False
            assert all(problem in verdict.problems for problem in choice.problems)


@cache
def any_fields(do: str) -> dict[str, Any]:
    values: dict[str, Any] = {"int": 1, "card": "heal-power", "cards": ["heal-power"], "text": "x", "records": []}
    return {
        field.name: field.options[0] if field.kind == "choice" else values[field.kind]
        for field in GAME.specs[do].fields
        if field.required and field.kind != "player"
    }


def check_secrets(position: Position, viewer: str | None) -> None:
    seen = GAME.seen_by(position, viewer)
    for seat in seen.players:
        if seat.name != viewer:
            assert (seat.hand.known, seat.committed) == ((), None)
            assert seat.hand.size == position.seat(seat.name).hand.size


# The same games with less seen.


def unseen(position: Position, detail: str) -> Position:
    """The same table, dealt face down."""
    seats = tuple(seat._replace(hand=seat.hand.hidden()) for seat in position.players)
    return position._replace(players=seats, piles=tuple(pile.hidden() for pile in position.piles), detail=detail)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), detail=st.sampled_from(["cards", "moves"]))
def test_a_card_nobody_had_seen_can_always_be_the_card_shown(seed: int, detail: str) -> None:
    rng = Random(seed)
    table = deal(rng, 2 + seed % 4)
    position = unseen(table.position, detail)
    for step in play(rng, table):
        verdict = GAME.judge(position, step.action, table.rulings)
        assert verdict.legal, (step.action, [problem.message for problem in verdict.problems], verdict.needs)
        position = verdict.position
        assert flat(GAME.totals(position, table.rulings)) == flat(GAME.totals(step.verdict.position, table.rulings))
        if detail == "moves":
            assert all(zone.known == () for _path, zone in position.zones())


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_table_may_go_down_to_scores_in_the_middle(seed: int) -> None:
    rng = Random(seed)
    steps = list(play(rng, deal(rng, 3)))
    position = steps[rng.randrange(len(steps))].position
    rulings = GAME.rulings()
    scores = GAME.judge(position, {"do": "detail", "level": "scores"}, rulings).position
    assert all(zone == Zone(None) for path, zone in scores.zones() if "discards" not in path)
    assert GAME.judge(scores, {"do": "score", "player": "Ana", "counter": "fame", "amount": 3}, rulings).legal
    totals = GAME.totals(scores, rulings)["players"]["Ana"]
    assert (totals["hand"], totals["fame"]) == (None, position.seat("Ana").fame)
    again = GAME.judge(scores, {"do": "detail", "level": "cards"}, rulings).position
    assert GAME.from_json(GAME.to_json(again), BOX) == (again, [])


# Actions spoiled on purpose.


@cache
def one_game() -> list[Step]:
    rng = Random(7)
    return list(play(rng, deal(rng, 3)))


ABSURD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(allow_nan=True),
    st.text(max_size=5),
    st.sampled_from(["Ana", "Bo", "heal-power", "attack"]),
    st.lists(st.one_of(st.none(), st.integers(), st.text(max_size=3), st.just("heal-power")), max_size=4),
    st.dictionaries(st.sampled_from(["card", "pile", "player", "x"]), st.one_of(st.none(), st.integers()), max_size=3),
)


@settings(max_examples=250, deadline=None)
@given(data=st.data())
def test_a_spoiled_action_never_crashes_and_its_faults_are_named(data: st.DataObject) -> None:
    step = one_game()[data.draw(st.integers(0, len(one_game()) - 1))]
    action = dict(step.action)
    for _ in range(data.draw(st.integers(1, 3))):
        how = data.draw(st.sampled_from(["drop", "replace", "add", "other"]))
        if how == "drop" and len(action) > 1:
            del action[data.draw(st.sampled_from(sorted(action)))]
        elif how == "replace" and action:
            action[data.draw(st.sampled_from(sorted(action)))] = data.draw(ABSURD)
        elif how == "other":
            action["do"] = data.draw(st.sampled_from(sorted(GAME.specs)))
        else:
            action[data.draw(st.text(max_size=8))] = data.draw(ABSURD)
    if data.draw(st.booleans()):
        action["agreed"] = {"by": ["Ana"], "reason": "for fun"}
    verdict = GAME.judge(step.position, action, GAME.rulings())
    json.dumps(report.of_verdict(verdict), allow_nan=False, default=str)
    for problem in (*verdict.problems, *verdict.notes):
        assert problem.message
        if problem.code == "malformed":
            assert problem.values["path"]
    if verdict.legal:
        document = GAME.to_json(verdict.position)
        assert GAME.from_json(json.loads(json.dumps(document)), BOX) == (verdict.position, [])
    else:
        assert verdict.position is step.position


@pytest.mark.parametrize("do", ["contribute", "fight", "end-turn", "play", "buy"])
def test_missing_and_extra_fields_are_named(do: str) -> None:
    step = next(step for step in one_game() if step.action["do"] == do)
    verdict = GAME.judge(step.position, {"do": do, "colour": "red"}, GAME.rulings())
    paths = {problem.values["path"] for problem in verdict.problems}
    required = {field.name for field in GAME.specs[do].fields if field.required}
    assert paths == required | {"colour"}
