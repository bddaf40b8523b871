"""Challenges (SW-7): who may issue one, what is compared, and what becomes of the loser and the cards."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.saturday_wars import GAME
from companion.rules.saturday_wars.cards import Box
from companion.rules.saturday_wars.position import Position

from .table import ana, bo, codes, done, judge, side, table

RULES = GAME.rulings()


def declared(box: Box, ana_: dict[str, Any] | None = None, bo_: dict[str, Any] | None = None, **more: Any) -> Position:
    """Ana's Cinder Twins (2) challenge Bo's Salt Monk (2) with their own ability."""
    position = done(table(box, ana_, bo_, **more), "ability", card="cinder-twins")
    return done(position, "challenge", attacker="cinder-twins", defender="Bo:salt-monk")


def exhausted(position: Position) -> dict[str, bool]:
    return {piece.key: piece.exhausted for seat in position.players for piece in seat.pieces}


def test_a_card_issues_a_challenge_and_may_let_it_be(box: Box) -> None:
    position = done(table(box), "ability", card="cinder-twins")
    assert [task.kind for task in position.agenda] == ["challenge", "turn"]
    assert done(position, "trigger", take=False).turn == "Bo"
    position = done(position, "challenge", attacker="cinder-twins", defender="salt-monk")
    assert (ana(position).actions_left, position.turn) == (3, "Ana")


def test_the_higher_total_wins_and_the_loser_is_exhausted(box: Box) -> None:
    verdict = judge(declared(box), "flip", attack_cost=3, defence_card="salt-monk")
    position = verdict.position
    assert exhausted(position)["salt-monk"] is True
    assert (ana(position).deck.size, bo(position).hand.known, position.turn) == (19, ("salt-monk",), "Bo")
    assert "Cinder Twins 2, flipped card 3, modifiers 0" in [change.why for change in verdict.changes]


def test_an_exhausted_loser_is_purged_and_triggers(box: Box) -> None:
    rival = side(protagonists={"harbour-twin": {"exhausted": True}, "salt-monk": {}})
    position = done(table(box, bo=rival), "ability", card="cinder-twins")
    position = done(
        position, "challenge", attacker="cinder-twins", defender="harbour-twin", attack_cost=4, defence_cost=0
    )
    assert [piece.key for piece in bo(position).pieces] == ["salt-monk"]
    assert [(task.kind, task.player) for task in position.agenda] == [("trigger", "Bo"), ("turn", "Ana")]
    position = done(position, "trigger", player="Bo", take=True)
    assert (bo(position).markers, position.turn) == (1, "Bo")


def test_losing_the_last_protagonist_loses_at_once(box: Box) -> None:
    rival = side(protagonists={"salt-monk": {"exhausted": True}})
    position = done(declared(box, bo_=rival), "flip", attack_cost=4, defence_cost=0)
    assert position.outcome == (("Ana",), "no-protagonists")


def test_equal_totals_have_no_loser(box: Box) -> None:
    before = declared(box)
    assert exhausted(done(before, "flip", attack_cost=2, defence_cost=2)) == exhausted(before)


def test_exhausted_characters_may_attack_and_defend(box: Box) -> None:
    cast = {"cinder-twins": {"exhausted": True}, "forge-captain": {"exhausted": True}}
    position = table(box, side(protagonists=cast))
    verdict = judge(position, "challenge", attacker="forge-captain", defender="salt-monk", because="Old Grudge")
    assert verdict.legal


def test_a_challenge_takes_an_action_unless_it_is_quick(box: Box) -> None:
    fields = {"attacker": "cinder-twins", "defender": "salt-monk", "because": "Old Grudge"}
    assert ana(done(table(box), "challenge", **fields)).actions_left == 3
    off_turn = table(box, turn="Bo")
    assert codes(judge(off_turn, "challenge", **fields)) == {"not-your-turn"}
    assert ana(done(off_turn, "challenge", quick=True, **fields)).actions_left == 4


@pytest.mark.parametrize(
    ("ana_", "chapter", "modifier"),
    [
        (side(protagonists={"cinder-twins": {"upgrades": {"coal-gauntlets": {"progress": 0}}}}), "silent-hall", 2),
        (side(("cinder-twins", "forge-captain"), active={"long-feud": {}}), "silent-hall", 1),
        (side(active={"flood-warning": {}, "march-of-embers": {}}), "silent-hall", 1),
        (side(active={"forge-captain": {}}), "silent-hall", 0),
        (side(), "mountain-trial", 2),
    ],
)
def test_standing_abilities_modify(box: Box, ana_: dict[str, Any], chapter: str, modifier: int) -> None:
    ana_ = {
        **ana_,
        "protagonists": {key: value for key, value in ana_["protagonists"].items() if key == "cinder-twins"},
    }
    position = declared(box, ana_, chapter=chapter)
    verdict = judge(position, "flip", attack_cost=0, defence_cost=0)
    attack = next(change for change in verdict.changes if change.counter == "challenge.attack")
    assert attack.values["modifier"] == modifier


def test_the_source_adds_its_own_modifier(box: Box) -> None:
    position = done(table(box, side(active={"ember-runner": {}})), "ability", card="ember-runner")
    assert position.agenda[0].amount == 1
    position = done(position, "challenge", attacker="cinder-twins", defender="salt-monk")
    verdict = judge(position, "flip", attack_cost=2, defence_cost=2)
    assert exhausted(verdict.position)["salt-monk"] is True


@pytest.mark.parametrize(
    ("told", "total"),
    [
        ([{"add": 3}], 7),
        ([{"add": -9}], -5),
        ([{"add": 1}, {"times": 2}], 10),
        ([{"times": 2}, {"add": 1}], 10),
        ([{"add": 1}, {"halve": True}], 2),
        ([{"add": -7}, {"halve": True}], -1),
    ],
)
def test_told_modifiers_add_then_multiply_or_halve(box: Box, told: list[dict[str, Any]], total: int) -> None:
    modifiers = [{"side": "attack", "because": "Zap", **one} for one in told]
    verdict = judge(declared(box), "flip", attack_cost=2, defence_cost=0, modifiers=modifiers)
    assert [c.after for c in verdict.changes if c.counter == "challenge.attack"] == [total]


def test_it_depends_on_cards_nobody_saw(box: Box) -> None:
    assert judge(declared(box), "flip").needs == ("attack_cost", "defence_cost")
    cast = {"cinder-twins": {}, "Zed": {"kind": "character"}}
    position = done(table(box, side(protagonists=cast)), "ability", card="cinder-twins")
    position = done(position, "challenge", attacker="Zed", defender="salt-monk")
    assert judge(position, "flip", attack_cost=1, defence_cost=1).needs == ("attack_progress",)
    assert judge(position, "flip", attack_cost=1, defence_cost=1, attack_progress=4).legal


def test_only_quick_cards_come_between(box: Box) -> None:
    position = declared(box)
    assert codes(judge(position, "draw")) == {"challenge-open"}
    assert codes(judge(position, "challenge", attacker="cinder-twins", defender="salt-monk")) >= {"challenge-open"}
    assert ana(done(position, "play", card="moon-pull")).markers == 1


def test_a_challenge_ends_when_its_character_is_gone(box: Box) -> None:
    verdict = judge(declared(box), "play", player="Bo", card="Gone", kind="plot-twist", quick=True, cost=0,
                    told="purge own character", targets=["salt-monk"])  # fmt: skip
    assert (verdict.position.challenge, verdict.position.turn) == (None, "Bo")
    assert ana(verdict.position).deck.size == 20


def test_a_deck_that_gives_no_card_loses(box: Box) -> None:
    assert done(declared(box, side(deck=0)), "flip").outcome == (("Bo",), "deck-ran-out")
    assert done(declared(box, bo_=side(("salt-monk",), deck=0)), "flip").outcome == (("Ana",), "deck-ran-out")


def test_the_calculator_needs_both_characters(box: Box) -> None:
    position = table(box, side(active={"long-feud": {}}))
    fields = {"because": "Old Grudge"}
    assert codes(judge(position, "challenge", attacker="cinder-twins", defender="Ana:long-feud", **fields)) == {"yours"}
    assert codes(judge(position, "challenge", attacker="nobody", defender="nobody", **fields)) == {
        "not-yours",
        "no-such-piece",
    }
