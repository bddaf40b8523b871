"""Each problem code by an action that meets it; together they are all the room has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.rules.challengers.position import FINAL, Match, Position, Side, Trophy
from companion.rules.challengers.problems import PROBLEMS
from companion.rules.zones import Zone
from tests.rules.challengers.table import GAME, RULINGS, codes, judge, match, play, side, start

Case = tuple[Callable[[], Position], dict[str, Any]]


def trophies(position: Position, **rounds: list[tuple[int, int | None]]) -> Position:
    """With these trophies (round and fans) in the seats' hands."""
    for name, won in rounds.items():
        seat = position.seat(name)
        position = position.with_seat(seat._replace(trophies=tuple(Trophy(*trophy) for trophy in won)))
    return position


def declined(players: int = 4, detail: str = "cards") -> Position:
    position = start(players, detail=detail)
    for seat in position.people:
        position = play(position, {"do": "decline", "player": seat.name})
    return position


def at_end(**rounds: list[tuple[int, int | None]]) -> Position:
    """Four players after the last round."""
    return trophies(start(4, part="opening", round=7, matches=()), **rounds)


def in_final() -> Position:
    return at_end()._replace(
        part="final", finalists=("Ana", "Bo"), trophies_open=True, matches=(Match(FINAL, (Side("Ana"), Side("Bo"))),)
    )


def waits(card: str, **setup: Any) -> Position:
    """Bo's `card`, just revealed, waits for an answer."""
    position = match(side("Ana", stack=["wall"]), side("Bo", **setup))
    return play(position, {"do": "reveal", "player": "Bo", "card": card})


def under_way() -> Position:
    return match(side("Ana", stack=["pig"]), side("Bo"))


def small(**changes: Any) -> Position:
    """Ana is eight fans ahead with a trophy nobody has entered."""
    position = trophies(start(2, round=2, **changes), Ana=[(1, None)])
    return position.with_seat(position.seat("Ana")._replace(fan_tokens=8))


CASES: dict[str, Case] = {
    "already-begun": (lambda: declined(), {"do": "setup", "robot_level": 1}),
    "seats-wrong": (lambda: start(2), {"do": "setup", "seats": ["Ana", "Ana"]}),
    "sets-wrong": (lambda: start(2), {"do": "setup", "sets": ["castle", "funfair"]}),
    "no-robot": (lambda: start(2), {"do": "setup", "robot_level": 2}),
    "not-in-rounds": (lambda: at_end(), {"do": "redraw", "player": "Ana"}),
    "robot-seat": (lambda: start(3), {"do": "decline", "player": "Robot"}),
    "has-left": (
        lambda: play(start(4), {"do": "leave", "player": "Ana"}, {"do": "match-result", "player": "Bo"}),
        {"do": "decline", "player": "Ana"},
    ),
    "match-begun": (lambda: under_way(), {"do": "redraw", "player": "Ana"}),
    "picks-done": (lambda: declined(), {"do": "pick", "player": "Ana", "cards": ["pig"]}),
    "picks-open": (lambda: start(2), {"do": "trim", "player": "Ana", "cards": ["dog-s"]}),
    "level-not-offered": (lambda: start(2), {"do": "pick", "player": "Ana", "level": "C", "cards": ["dragon"]}),
    "level-unclear": (lambda: start(2, round=3), {"do": "pick", "player": "Ana", "cards": [None]}),
    "one-level": (
        lambda: play(start(2, round=4), {"do": "pick", "player": "Ana", "cards": ["pig"]}),
        {"do": "pick", "player": "Ana", "level": "B", "cards": ["horse"]},
    ),
    "too-many-picks": (lambda: start(2), {"do": "pick", "player": "Ana", "cards": ["pig", "cat", "cow"]}),
    "no-such-card": (lambda: start(2), {"do": "pick", "player": "Ana", "cards": ["unicorn"]}),
    "wrong-level": (lambda: start(2), {"do": "pick", "player": "Ana", "level": "A", "cards": ["horse"]}),
    "set-not-in-play": (
        lambda: start(2, sets=("city", "castle")),
        {"do": "pick", "player": "Ana", "cards": ["cow"]},
    ),
    "too-many-copies": (
        lambda: play(start(4), {"do": "pick", "player": "Ana", "cards": ["pig", "pig"]}),
        {"do": "pick", "player": "Bo", "cards": ["pig", "pig"]},
    ),
    "redrawn": (
        lambda: play(start(2), {"do": "redraw", "player": "Ana"}),
        {"do": "redraw", "player": "Ana"},
    ),
    "not-in-deck": (lambda: declined(2), {"do": "trim", "player": "Ana", "cards": ["dragon"]}),
    "empty-deck": (
        lambda: declined(2),
        {"do": "trim", "player": "Ana", "cards": ["newcomer"] * 3 + ["talent-s", "dog-s", "champion-s"]},
    ),
    "effect-open": (lambda: waits("reporter"), {"do": "reveal", "player": "Bo", "card": "pig"}),
    "no-match": (lambda: in_final(), {"do": "reveal", "player": "Cy", "card": "pig"}),
    "match-over": (
        lambda: play(declined(), {"do": "match-result", "player": "Ana"}),
        {"do": "match-result", "player": "Ana"},
    ),
    "not-started": (lambda: declined(), {"do": "reveal", "player": "Ana", "card": "dog-s"}),
    "already-started": (lambda: under_way(), {"do": "start-match", "player": "Ana"}),
    "not-the-starter": (
        lambda: trophies(declined(), Dee=[(1, None)]),
        {"do": "start-match", "player": "Ana"},
    ),
    "both-empty": (
        lambda: declined()._replace(
            players=tuple(seat._replace(deck=Zone(0), done=True) for seat in start(4).players),
        ),
        {"do": "start-match", "player": "Ana"},
    ),
    "not-your-reveal": (lambda: under_way(), {"do": "reveal", "player": "Ana", "card": "pig"}),
    "no-cards-left": (
        lambda: match(side("Ana", stack=["pig"]), side("Bo", pile=0)),
        {"do": "reveal", "player": "Bo", "card": "pig"},
    ),
    "not-on-top": (
        lambda: match(side("Ana", stack=["wall"]), side("Bo", pile=[None, "pig"])),
        {"do": "reveal", "player": "Bo", "card": "cat"},
    ),
    "cards-left": (lambda: under_way(), {"do": "cannot-reveal", "player": "Bo"}),
    "too-long": (
        lambda: under_way().with_match(under_way().match_of("Bo")._replace(reveals=500)),
        {"do": "reveal", "player": "Bo", "card": "pig"},
    ),
    "untracked": (lambda: start(2, detail="scores"), {"do": "decline", "player": "Ana"}),
    "nothing-asked": (lambda: under_way(), {"do": "effect", "player": "Bo", "cards": []}),
    "other-effect": (lambda: waits("reporter"), {"do": "effect", "player": "Bo", "card": "sailor", "told": []}),
    "wrong-cards": (lambda: waits("villain"), {"do": "effect", "player": "Bo", "cards": ["horse"]}),
    "wrong-number": (lambda: waits("villain"), {"do": "effect", "player": "Bo", "cards": []}),
    "not-told": (lambda: waits("villain"), {"do": "effect", "player": "Bo", "told": []}),
    "says-wrong": (lambda: waits("reporter"), {"do": "effect", "player": "Bo", "says": "win"}),
    "told-wrong": (lambda: waits("reporter"), {"do": "effect", "player": "Bo", "told": [{"what": "fans"}]}),
    "not-a-pair": (lambda: start(4), {"do": "match-result", "player": "Ana", "loser": "Bo"}),
    "no-trophy": (lambda: start(4), {"do": "trophy", "player": "Ana", "fans": 2}),
    "trophy-known": (
        lambda: trophies(start(4), Ana=[(1, 2)]),
        {"do": "trophy", "player": "Ana", "fans": 2},
    ),
    "no-such-trophy": (
        lambda: trophies(start(4), Ana=[(1, None)]),
        {"do": "trophy", "player": "Ana", "fans": 7},
    ),
    "trophy-missing": (lambda: small(), {"do": "pick", "player": "Bo", "cards": ["pig"]}),
    "no-change": (lambda: start(2), {"do": "fans", "player": "Ana", "amount": 0}),
    "not-at-end": (lambda: start(4), {"do": "open-trophies"}),
    "open-already": (lambda: start(2), {"do": "open-trophies"}),
    "no-final": (lambda: start(2), {"do": "final"}),
    "final-set": (lambda: in_final(), {"do": "final"}),
    "trophies-closed": (lambda: at_end(), {"do": "final"}),
    "draw-needed": (lambda: at_end()._replace(trophies_open=True), {"do": "final"}),
    "draw-wrong": (
        lambda: at_end()._replace(trophies_open=True),
        {"do": "final", "draw": ["Ana", "Bo"]},
    ),
    "not-a-finalist": (lambda: in_final(), {"do": "trim", "player": "Cy", "cards": ["dog-s"]}),
    "last-player": (
        lambda: play(start(2), {"do": "leave", "player": "Ana"}),
        {"do": "leave", "player": "Bo"},
    ),
}


@pytest.mark.parametrize("code", CASES)
def test_a_problem_is_found(code: str) -> None:
    make, action = CASES[code]
    position = make()
    verdict = GAME.judge(position, action, RULINGS)
    assert code in codes(verdict), verdict
    assert verdict.position is position
    problem = next(problem for problem in verdict.problems if problem.code == code)
    assert "{" not in problem.message + problem.fix
    assert problem.rules


def test_every_problem_has_a_case() -> None:
    assert {kind.code for kind in PROBLEMS} == set(CASES)


@pytest.mark.parametrize("code", [kind.code for kind in PROBLEMS if kind.waivable])
def test_a_table_may_agree_to_an_exception(code: str) -> None:
    make, action = CASES[code]
    position = make()
    agreed = {**action, "agreed": {"by": ["Ana", "Bo"], "reason": "our way"}}
    verdict = GAME.judge(position, agreed, RULINGS)
    assert code in [note.code for note in verdict.notes]
    assert code not in codes(verdict)


def test_all_problems_come_at_once() -> None:
    position = start(4, sets=("city", "castle"))
    verdict = judge(position, do="pick", player="Ana", level="A", cards=["cow", "horse", "unicorn"])
    assert codes(verdict) == ["set-not-in-play", "no-such-card", "too-many-picks", "wrong-level"]


@pytest.mark.parametrize(
    ("players", "legal"),
    [(8, True), (9, False)],
)
def test_a_ninth_player_has_no_seat(players: int, legal: bool) -> None:
    assert (players in GAME.seats) == legal
