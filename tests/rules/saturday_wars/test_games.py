"""Whole random games for two, three and four players, and what holds all along them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.rules import codec
from companion.rules.engine import MALFORMED
from companion.rules.saturday_wars import GAME
from companion.rules.saturday_wars.cards import Box
from companion.rules.saturday_wars.position import DECK, STORY, Position, Seat, card_of, parts

from . import player
from .player import Decks, Move

NAMES = ("Ana", "Bo", "Cy", "Di")
RULINGS = [
    {},
    {"SW34": "purge-pile", "SW41": "stays", "SW24": "claimer"},
    {"SW34": "deck-bottom", "SW41": "other-player"},
]
whole_games = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
tables = given(seed=st.integers(0, 10**9), seats=st.integers(2, 4), ruling=st.sampled_from(RULINGS))


def play(
    box: Box, decks: Sequence[Decks], seed: int, seats: int, ruling: dict[str, str], detail: str = "cards"
) -> list[Move]:
    rulings = GAME.rulings(ruling)
    return list(player.game(NAMES[:seats], box, decks, rulings, Random(seed), detail))


def held(position: Position, seat: Seat) -> int:
    """The cards of a player's Shonen Deck, wherever they are."""
    in_play = sum(len(parts(piece)) for piece in seat.pieces)
    paid = sum(1 for task in position.agenda if task.player == seat.name and task.kind in ("enter", "attach"))
    zones = (seat.deck.size, seat.hand.size, seat.purge_pile.size)
    assert None not in zones
    return sum(size or 0 for size in zones) + in_play + paid


def chapters(position: Position) -> int:
    """The Chapters of everybody still in the game, wherever they are."""
    placed = sum((seat.story.size or 0) + (seat.won.size or 0) for seat in position.alive)
    contested = position.phase in ("prologue", "actions", "epilogue") and not (
        position.agenda and position.agenda[0].kind in ("clean-up", "arcs", "next")
    )
    return placed + contested


@whole_games
@tables
def test_no_card_appears_or_vanishes(
    box: Box, decks: tuple[Decks, Decks], seed: int, seats: int, ruling: dict[str, str]
) -> None:
    for move in play(box, decks, seed, seats, ruling):
        position: Position = move.verdict.position
        for seat in position.players:
            assert held(position, seat) in ((DECK,) if seat.out is None else (0, DECK)), (move.action, seat)
            assert seat.deck.possible()
            assert seat.hand.possible()
            assert len(seat.purge_pile.top) <= (seat.purge_pile.size or 0)
            if seat.deck_list is not None:
                seen = Counter(card for zone in (seat.deck, seat.hand, seat.purge_pile.zone) for card in zone.known)
                seen.update(card for piece in seat.pieces for part in parts(piece) if (card := card_of(part)))
                assert not seen - Counter(seat.deck_list) or not seat.out
        if all(seat.out is None for seat in position.players) and not position.agenda and position.outcome is None:
            assert chapters(position) == STORY * seats
        assert not GAME.doubts(position), move.action


@whole_games
@tables
def test_changes_add_up_to_the_counters(
    box: Box, decks: tuple[Decks, Decks], seed: int, seats: int, ruling: dict[str, str]
) -> None:
    rulings = GAME.rulings(ruling)
    shown: dict[tuple[str, str], Any] = {}
    for move in play(box, decks, seed, seats, ruling):
        if not shown:
            first = GAME.totals(move.before, rulings)["players"]
            shown = {(name, counter): value for name, row in first.items() for counter, value in row.items()}
        for change in move.verdict.changes:
            if change.player is not None and (change.player, change.counter) in shown:
                assert shown[change.player, change.counter] == change.before, (move.action, change)
                shown[change.player, change.counter] = change.after
        for name, row in GAME.totals(move.verdict.position, rulings)["players"].items():
            for counter, value in row.items():
                assert shown[name, counter] == value, (move.action, name, counter)


@whole_games
@tables
def test_a_log_replays_to_the_same_position_and_survives_json(
    box: Box, decks: tuple[Decks, Decks], seed: int, seats: int, ruling: dict[str, str]
) -> None:
    moves = play(box, decks, seed, seats, ruling)
    actions = json.loads(json.dumps([move.action for move in moves]))
    assert GAME.replay(moves[0].before, actions, GAME.rulings(ruling)) == moves[-1].verdict.position
    for move in moves[:: max(len(moves) // 10, 1)]:
        document = json.loads(json.dumps(GAME.to_json(move.verdict.position)))
        position, faults = GAME.from_json(document, box)
        assert (position, faults) == (move.verdict.position, [])


@whole_games
@tables
def test_choices_and_judge_agree(
    box: Box, decks: tuple[Decks, Decks], seed: int, seats: int, ruling: dict[str, str]
) -> None:
    rulings, random = GAME.rulings(ruling), Random(seed)
    for move in play(box, decks, seed, seats, ruling)[::3]:
        viewer = random.choice([seat.name for seat in move.before.alive])
        for choice in GAME.choices(move.before, rulings, viewer):
            if choice.legal:
                action = player.fill(move.before, choice, decks, random)
                if action is not None:
                    verdict = GAME.judge(move.before, action, rulings)
                    assert verdict.legal is not False, (action, verdict.problems)
            else:
                spec = GAME.specs[choice.do]
                action = {"do": choice.do, **_anything(spec, viewer)}
                verdict = GAME.judge(move.before, action, rulings)
                assert verdict.legal is False
                assert set(map(repr, choice.problems)) <= set(map(repr, verdict.problems)), action


def _anything(spec: Any, name: str) -> dict[str, Any]:
    """The required fields of an action, filled with something of the right kind."""
    values = {
        "player": name,
        "int": 1,
        "bool": True,
        "text": "kiln-giant",
        "card": "kiln-giant",
        "cards": ["kiln-giant"],
    }
    return {field.name: values[field.kind] for field in spec.fields if field.required or field.name == "player"}


@whole_games
@tables
def test_nobody_sees_what_is_hidden(
    box: Box, decks: tuple[Decks, Decks], seed: int, seats: int, ruling: dict[str, str]
) -> None:
    for move in play(box, decks, seed, seats, ruling)[::5]:
        for viewer in (None, "Bo"):
            seen = GAME.seen_by(move.verdict.position, viewer)
            for seat in seen.players:
                if seat.name != viewer:
                    assert (seat.hand.known, seat.deck.known, seat.story.known, seat.deck_list) == ((), (), (), None)
                    assert seat.bid is None or seen.phase != "bid" or seen.ties >= 5
            hidden = GAME.action_seen_by(move.verdict.position, move.action, viewer)
            if move.action["do"] in ("draw", "prologue") and move.verdict.position.outcome is None and viewer is None:
                assert "card" not in hidden
                assert "drawn" not in hidden


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**9), seats=st.integers(2, 4), data=st.data())
def test_twisted_actions_are_answered_not_crashed_on(
    box: Box, decks: tuple[Decks, Decks], seed: int, seats: int, data: st.DataObject
) -> None:
    rulings = GAME.rulings()
    moves = play(box, decks, seed, seats, {})
    absurd = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**9), 10**9),
        st.text(max_size=8),
        st.just([]),
        st.lists(st.one_of(st.none(), st.sampled_from(sorted(box.cards)), st.integers()), max_size=4),
        st.just({"a": {}}),
        st.sampled_from(["kiln-giant", "Bo:salt-monk", "Ana:", "draw 1", "purge rival character", *NAMES]),
    )
    for _twist in range(10):
        move = data.draw(st.sampled_from(moves))
        position = data.draw(st.sampled_from(moves)).verdict.position
        action = dict(move.action)
        names = [field.name for field in GAME.specs[action["do"]].fields] + ["nonsense"]
        for name in data.draw(st.lists(st.sampled_from(names), max_size=3)):
            if data.draw(st.booleans()):
                action.pop(name, None)
            else:
                action[name] = data.draw(absurd)
        verdict = GAME.judge(position, action, rulings)
        assert all(problem.message and problem.fix for problem in verdict.problems)
        if verdict.legal:
            assert not GAME.doubts(verdict.position), action
        if any(problem.kind is MALFORMED for problem in verdict.problems):
            assert all(problem.values["path"] for problem in verdict.problems)


@pytest.mark.parametrize("detail", ["moves", "scores"])
def test_other_levels_of_detail_hold_no_cards(box: Box, decks: tuple[Decks, Decks], detail: str) -> None:
    if detail == "moves":
        for seed in range(6):
            for move in play(box, decks, seed, 2 + seed % 3, {}, detail):
                for seat in move.verdict.position.players:
                    assert (seat.hand.known, seat.deck.known, seat.purge_pile.top) == ((), (), ())


def test_positions_and_actions_of_games_fit_their_schemas(box: Box, decks: tuple[Decks, Decks]) -> None:
    validator = jsonschema.Draft202012Validator(codec.schema(Position))
    for seed in range(3):
        for move in play(box, decks, seed, 2 + seed, {})[::7]:
            validator.validate(json.loads(json.dumps(GAME.to_json(move.verdict.position))))


def test_games_end_in_every_way(box: Box, decks: tuple[Decks, Decks]) -> None:
    ends = {play(box, decks, seed, 2 + seed % 3, {})[-1].verdict.position.outcome.reason for seed in range(60)}
    assert ends >= {"three-chapters", "deck-ran-out", "no-protagonists", "last-standing"}
    assert ends <= set(GAME.endings)
