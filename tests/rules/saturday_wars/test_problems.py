"""Every problem of the room is reached, explains itself, and rests on a rule."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.common import COMMON_PROBLEMS
from companion.rules.saturday_wars import GAME
from companion.rules.saturday_wars.cards import Box
from companion.rules.saturday_wars.problems import PROBLEMS

from .table import AGREED, judge, side, table

SETTING_UP = {"hand_settled": False, "deck": 45, "hand": 0, "purge_pile": 0, "protagonists": None}
TRIGGER = {"kind": "trigger", "player": "Ana", "card": "spark-courier", "effects": "draw 1"}
ABILITY = {"kind": "ability", "player": "Ana", "card": "dawn-on-the-roof", "effects": "told: something"}
DUEL = {"player": "Ana", "attacker": "cinder-twins", "rival": "Bo", "defender": "salt-monk"}
CHALLENGE = {"kind": "challenge", "player": "Ana", "card": "cinder-twins"}
ARC = {"active": {"long-feud": {}}}
EMBER = [card for card in ("ember-runner", "ash-drummer", "cinder-twins") for _copy in range(3)]

# code -> what differs from the middle of a Chapter, and the action that meets it
CASES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "set-up-over": ({"number": 2}, {"do": "setup", "player": None}),
    "not-bidding": ({}, {"do": "bid", "markers": 1}),
    "no-chapter-due": ({}, {"do": "chapter", "card": "old-debt"}),
    "not-prologue": ({}, {"do": "prologue"}),
    "not-actions": ({"phase": "prologue"}, {"do": "draw"}),
    "not-epilogue": ({}, {"do": "epilogue"}),
    "not-your-turn": ({"turn": "Bo"}, {"do": "draw"}),
    "no-actions-left": ({"turn": "Bo", "ana": {"actions_left": 0}}, {"do": "draw"}),
    "something-due": ({"agenda": [TRIGGER]}, {"do": "draw"}),
    "challenge-open": ({"challenge": DUEL}, {"do": "draw"}),
    "player-out": ({"names": ["Cy"], "turn": "Bo", "ana": {"out": "deck"}}, {"do": "concede"}),
    "card-not-here": ({"ana": {"hand": ["shout-down"]}}, {"do": "play", "card": "kiln-giant"}),
    "copies-elsewhere": (
        {"ana": {"purge_pile": ["kiln-giant"] * 3}},
        {"do": "play", "card": "kiln-giant", "paid_count": 3},
    ),
    "not-on-deck-list": ({"ana": {"deck_list": EMBER}}, {"do": "play", "card": "kiln-giant"}),
    "wrong-count": ({}, {"do": "play", "card": "ember-runner", "paid": ["a", "b"], "paid_count": 1}),
    "no-such-piece": ({}, {"do": "ability", "card": "kiln-giant"}),
    "not-a-character": ({"ana": ARC}, {"do": "challenge", "attacker": "long-feud", "defender": "salt-monk"}),
    "deck-size": ({"phase": "protagonists"}, {"do": "deck", "shonen": EMBER, "story": []}),
    "story-size": ({"phase": "protagonists"}, {"do": "deck", "shonen": EMBER, "story": []}),
    "too-many-copies": ({"phase": "protagonists"}, {"do": "deck", "shonen": ["ash-drummer"] * 4, "story": []}),
    "chapter-twice": ({"phase": "protagonists"}, {"do": "deck", "shonen": EMBER, "story": ["old-debt"] * 2}),
    "wrong-deck": ({"phase": "protagonists"}, {"do": "deck", "shonen": ["old-debt"], "story": []}),
    "unknown-card": ({"phase": "protagonists"}, {"do": "deck", "shonen": ["nobody"], "story": []}),
    "no-cast": ({"phase": "protagonists"}, {"do": "deck", "shonen": ["kiln-giant"], "story": []}),
    "cast-chosen": ({}, {"do": "protagonists", "cards": ["deep-singer"]}),
    "cast-cost": ({"phase": "protagonists", "ana": SETTING_UP}, {"do": "protagonists", "cards": ["kiln-giant"]}),
    "mulligan-taken": ({}, {"do": "mulligan", "amount": 2}),
    "mulligan-first": ({"phase": "protagonists", "ana": SETTING_UP}, {"do": "mulligan", "amount": 2}),
    "bid-too-high": ({"phase": "bid", "ana": {"bidding": True}}, {"do": "bid", "markers": 21}),
    "no-lots": ({}, {"do": "lots", "player": None, "first": "Ana"}),
    "not-tied": ({"phase": "bid", "ties": 5}, {"do": "lots", "player": None, "first": "Ana"}),
    "not-a-chapter": ({"phase": "chapter"}, {"do": "chapter", "card": "kiln-giant"}),
    "hand-empty": ({"ana": {"hand": 0}}, {"do": "play", "card": "kiln-giant"}),
    "nothing-to-play": ({"ana": {"hand": ["kiln-giant"], "deck": 2}}, {"do": "play", "card": "kiln-giant"}),
    "cannot-pay": ({"ana": {"deck": 2}}, {"do": "play", "card": "kiln-giant"}),
    "paid-wrong": ({}, {"do": "play", "card": "kiln-giant", "paid_count": 2}),
    "cost-differs": ({}, {"do": "play", "card": "kiln-giant", "cost": 1}),
    "row-closed": ({}, {"do": "play", "card": "kiln-giant", "row": "protagonists"}),
    "no-character": ({}, {"do": "play", "card": "coal-gauntlets", "to": "salt-monk"}),
    "pile-empty": ({}, {"do": "retrieve"}),
    "not-on-top": ({"ana": {"purge_pile": ["low-tide", "undertow"]}}, {"do": "retrieve", "card": "low-tide"}),
    "no-such-ability": ({}, {"do": "ability", "card": "cinder-twins", "as": "purge"}),
    "nothing-to-use": ({"ana": side(("forge-captain",))}, {"do": "ability", "card": "forge-captain"}),
    "not-active-row": ({"rulings": {"SW28": "active-row"}}, {"do": "ability", "card": "cinder-twins"}),
    "no-trigger": ({}, {"do": "trigger", "take": True}),
    "wrong-trigger": ({"agenda": [TRIGGER]}, {"do": "trigger", "take": True, "card": "kiln-giant"}),
    "must-resolve": ({"agenda": [ABILITY]}, {"do": "trigger", "take": False}),
    "declare-challenge": ({"agenda": [CHALLENGE]}, {"do": "trigger", "take": True}),
    "bad-effects": ({"agenda": [ABILITY]}, {"do": "trigger", "take": True, "told": "win the game"}),
    "wrong-target": ({}, {"do": "play", "card": "shout-down", "targets": ["cinder-twins"]}),
    "not-a-rival": ({"ana": {"active": {"deep-singer": {}}}}, {"do": "ability", "card": "deep-singer", "rival": "Ana"}),
    "no-source": ({}, {"do": "challenge", "attacker": "cinder-twins", "defender": "salt-monk"}),
    "not-yours": ({}, {"do": "challenge", "attacker": "salt-monk", "defender": "salt-monk"}),
    "yours": ({}, {"do": "challenge", "attacker": "cinder-twins", "defender": "Ana:forge-captain"}),
    "no-challenge": ({}, {"do": "flip"}),
    "claim-wrong": ({"phase": "epilogue", "turn": None, "ana": {"markers": 3}}, {"do": "epilogue", "claims": "Bo"}),
    "hand-too-small": ({}, {"do": "discard", "amount": 6, "because": "a card"}),
    "not-discarding": ({}, {"do": "discard", "amount": 1}),
    "no-arc": ({}, {"do": "mark-arc", "card": "cinder-twins"}),
    "not-an-arc": ({"ana": ARC}, {"do": "mark-arc", "card": "cinder-twins"}),
    "arc-not-due": ({"ana": ARC}, {"do": "mark-arc", "card": "long-feud"}),
}
ONLY_IN_CHOICES = {"name-a-player"}


def met(box: Box, code: str, **more: Any) -> Any:
    patch, action = CASES[code]
    patch = dict(patch)
    ana = side() | patch.pop("ana", {})
    rulings = patch.pop("rulings", None)
    return judge(table(box, ana, names=patch.pop("names", ()), **patch), rulings=rulings, **{**action, **more})


@pytest.mark.parametrize("code", CASES)
def test_the_problem_is_found_and_explains_itself(box: Box, code: str) -> None:
    verdict = met(box, code)
    assert verdict.legal is False
    found = [problem for problem in verdict.problems if problem.code == code]
    assert len(found) == 1, [problem.code for problem in verdict.problems]
    assert found[0].message.endswith((".", "”"))
    assert found[0].fix.endswith(".")
    assert found[0].rules
    assert verdict.changes == ()


@pytest.mark.parametrize("code", [code for code in CASES if not GAME.problems[code].waivable])
def test_what_leaves_an_action_without_meaning_is_not_waived(box: Box, code: str) -> None:
    verdict = met(box, code, agreed=AGREED)
    assert verdict.legal is False
    assert code in {problem.code for problem in verdict.problems}


@pytest.mark.parametrize("code", [code for code in CASES if GAME.problems[code].waivable])
def test_what_the_table_agrees_to_becomes_a_note(box: Box, code: str) -> None:
    verdict = met(box, code, agreed=AGREED)
    assert code in {problem.code for problem in verdict.notes}
    assert code not in {problem.code for problem in verdict.problems}


def test_every_problem_of_the_room_is_reached() -> None:
    assert {*CASES} | ONLY_IN_CHOICES == {kind.code for kind in PROBLEMS}
    assert len({kind.code for kind in PROBLEMS}) == len(PROBLEMS)
    assert {kind.code for kind in COMMON_PROBLEMS} <= set(GAME.problems)


def test_choices_of_nobody_ask_for_a_name(box: Box) -> None:
    position = table(box)._replace(detail="scores")
    choices = {choice.do: choice for choice in GAME.choices(position, GAME.rulings())}
    assert [problem.code for problem in choices["draw"].problems] == ["name-a-player"]
