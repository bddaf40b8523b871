"""Whole evenings at random: what always holds, at every level of detail."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.challengers.match import tallies, thaw
from companion.rules.challengers.position import Position
from tests.rules.challengers.player import BOX, NAMES, Step, evening, move
from tests.rules.challengers.table import GAME, RULINGS

evenings = st.tuples(
    st.integers(0, 10**6), st.integers(1, 8), st.sampled_from(["cards", "cards", "moves", "scores"]), st.booleans()
)


def played(seed: int, players: int, detail: str, other_rulings: bool) -> list[Step]:
    chosen = {id_: options[-1] for id_, options in GAME.switches.items()} if other_rulings else {}
    return list(evening(Random(seed), players, detail, chosen))


@settings(max_examples=40, deadline=None)
@given(evenings)
def test_an_evening_ends_and_replays(given_: tuple[int, int, str, bool]) -> None:
    steps = played(*given_)
    first, last = steps[0].position, steps[-1].verdict.position
    assert last.outcome is not None
    assert last.outcome.reason in GAME.endings
    rulings = GAME.rulings({id_: options[-1] for id_, options in GAME.switches.items()} if given_[3] else {})
    assert GAME.replay(first, [step.action for step in steps], rulings) == last
    assert all(choice.problems for choice in GAME.choices(last, rulings) if choice.do not in ("score", "adjust"))


@settings(max_examples=25, deadline=None)
@given(evenings)
def test_every_position_goes_to_json_and_back(given_: tuple[int, int, str, bool]) -> None:
    for step in played(*given_)[::5]:
        position = step.verdict.position
        read, faults = GAME.from_json(json.loads(json.dumps(GAME.to_json(position))), BOX)
        assert not faults
        assert read == position
        assert GAME.doubts(position) == []


def counters(position: Position) -> dict[tuple[str | None, str], Any]:
    """The counters that changes speak of, as they stand."""
    found: dict[tuple[str | None, str], Any] = {(None, "round"): position.round}
    for seat in position.players:
        found[seat.name, "fan_tokens"] = seat.fan_tokens
        found[seat.name, "trophies"] = len(seat.trophies)
        found[seat.name, "deck"] = seat.deck.size
        match = position.match_of(seat.name)
        going = match is not None and match.going
        if match is not None and going:
            tally = tallies(thaw(position, match, RULINGS))[0 if match.sides[0].name == seat.name else 1]
        for name in ("pile", "bench", "exhaust", "attack", "defence"):
            found[seat.name, name] = getattr(tally, name) if going else 0
    return found


@settings(max_examples=30, deadline=None)
@given(evenings.filter(lambda given_: given_[2] != "scores"))
def test_the_changes_add_up_to_the_counters(given_: tuple[int, int, str, bool]) -> None:
    steps = played(*given_)
    standing = counters(steps[0].position)
    for step in steps:
        for change in step.verdict.changes:
            key = change.player, change.counter
            if key in standing:
                assert change.before == standing[key], (step.action, change)
                standing[key] = change.after
            assert change.why
            assert json.loads(json.dumps(change.values)) == change.values
            assert change.reason.code in GAME.reasons
        assert standing == counters(step.verdict.position), step.action


@settings(max_examples=30, deadline=None)
@given(evenings.filter(lambda given_: given_[2] != "scores"))
def test_no_card_appears_or_vanishes_in_a_match(given_: tuple[int, int, str, bool]) -> None:
    for step in played(*given_):
        position = step.verdict.position
        for match in position.matches:
            if not match.going:
                continue
            for side in match.sides:
                if side.pile.size is None:
                    continue  # a robot whose deck nobody entered
                lying = (side.pile.size or 0) + len(side.bench) + len(side.stack) + len(side.exhaust)
                assert lying == (position.seat(side.name).deck.size or 0) + len(side.added)
            if match.holder is not None and match.stage == "attack":
                assert match.side(match.holder).stack
                assert match.turn == match.other(match.holder)


PLAIN: dict[str, Any] = {
    "player": "Ana",
    "level": "A",
    "cards": ["pig"],
    "card": "pig",
    "amount": 1,
    "fans": 2,
    "loser": "Bo",
}


def some_action(do: str, player: str) -> dict[str, Any]:
    """An action of a kind with the fields it must have."""
    fields = {field.name: PLAIN[field.name] for field in GAME.specs[do].fields if field.required}
    return {"do": do, **fields, **({"player": player} if "player" in fields else {})}


@settings(max_examples=25, deadline=None)
@given(evenings)
def test_what_is_greyed_is_refused_for_the_same_reasons(given_: tuple[int, int, str, bool]) -> None:
    for step in played(*given_)[::4]:
        for seat in step.position.players:
            for choice in GAME.choices(step.position, RULINGS, seat.name):
                if choice.problems:
                    verdict = GAME.judge(step.position, some_action(choice.do, seat.name), RULINGS)
                    assert verdict.legal is False
                    assert {p.code for p in choice.problems} <= {p.code for p in verdict.problems}


@settings(max_examples=60, deadline=None)
@given(evenings, st.data())
def test_a_spoilt_action_is_answered_and_never_crashes(given_: tuple[int, int, str, bool], data: st.DataObject) -> None:
    steps = played(*given_)
    odd = st.one_of(
        st.none(),
        st.integers(-5, 10**9),
        st.text(max_size=5),
        st.booleans(),
        st.lists(st.one_of(st.none(), st.text(max_size=3), st.sampled_from(["pig", "horse", "Ana"])), max_size=3),
        st.sampled_from([*NAMES, "Robot", "pig", "dragon", "newcomer", "director", {"what": "power"}]),
    )
    for _ in range(12):
        step = data.draw(st.sampled_from(steps))
        action = dict(step.action)
        field = data.draw(st.sampled_from([*action, "extra", "told", "says", "agreed", "round"]))
        if data.draw(st.booleans()):
            action.pop(field, None)
        else:
            action[field] = data.draw(odd)
        if data.draw(st.booleans()):
            action["agreed"] = {"by": ["Ana"], "reason": "we say so"}
        verdict = GAME.judge(step.position, action, RULINGS)
        if verdict.legal:
            GAME.totals(verdict.position, RULINGS)
            GAME.choices(verdict.position, RULINGS)
        elif verdict.legal is False:
            for problem in verdict.problems:
                assert problem.message
                assert problem.fix
                assert json.loads(json.dumps(problem.values)) == problem.values


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.data())
def test_play_goes_on_after_agreed_exceptions(seed: int, data: st.DataObject) -> None:
    """Whatever a table agrees to, the position stays one that can be played on."""
    rng = Random(seed)
    position = GAME.start(NAMES[:3], BOX, RULINGS)
    agreed = {"by": ["Ana", "Bo"], "reason": "our way"}
    for _ in range(60):
        do = rng.choice(list(GAME.specs))
        if GAME.specs[do].listed:
            action = {**some_action(do, rng.choice(position.players).name), "agreed": agreed}
            verdict = GAME.judge(position, action, RULINGS)
            if verdict.legal:
                position = verdict.position
                GAME.totals(position, RULINGS)
        if position.outcome is None:
            position = move(rng, position, RULINGS).verdict.position


def test_what_others_may_not_see() -> None:
    for seed in range(4):
        for step in evening(Random(seed), 4):
            position = step.position
            seen = GAME.seen_by(position, "Ana")
            for seat in seen.players:
                if seat.name == "Ana":
                    assert seat == position.seat("Ana")
                    continue
                assert seat.deck.known == ()
                if not position.trophies_open:
                    assert all(trophy.fans is None for trophy in seat.trophies)
            if step.action["do"] in ("pick", "trim", "trophy") and step.action["player"] != "Ana":
                hidden = GAME.action_seen_by(position, step.action, "Ana")
                assert "cards" not in hidden
                assert ("fans" in hidden) == (step.action["do"] == "trophy" and position.trophies_open)
