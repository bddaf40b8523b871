"""The vocabulary of abilities, and using them (SW-6.7, SW-5.5)."""

from __future__ import annotations

import pytest

from companion.rules.saturday_wars import GAME
from companion.rules.saturday_wars.cards import Abilities, Box, Effects, read_box

from .table import ana, bo, codes, done, judge, side, table

RULES = GAME.rulings()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "action: exhaust, challenge +1",
        "quick: exhaust, progress own character +1 | purge: draw 1",
        "enduring: challenge +1 | prologue: return 1",
        "action: rival purge 2, each draw 1, marker -1, action +1, ready rival character",
        "epilogue: purge rival character, told: choose a number, then a colour",
        "while: told: Allies enter play ready.",
    ],
)
def test_abilities_read_back_as_they_were_written(text: str) -> None:
    assert str(Abilities.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "draw 1",
        "sometimes: draw 1",
        "action:",
        "action: draw 0",
        "action: draw -1",
        "action: win",
        "action: progress own character",
        "action: exhaust own character +1",
        "while: draw 1",
        "action: draw 1 | action: draw 2",
        "told:",
    ],
)
def test_what_is_no_ability_is_said(text: str) -> None:
    with pytest.raises(ValueError, match=r"effect|timing|needs|holds|twice"):
        Abilities.parse(text)


def test_a_box_says_all_that_does_not_fit(box: Box) -> None:
    card = box.cards["long-feud"]
    cards = [card._replace(limit=0), card._replace(code="XX01", cost=-1), card._replace(id="a:b")]  # type: ignore[call-arg]
    _box, faults = read_box(cards, {"speed": 1})
    assert {fault.path for fault in faults} == {
        "values.speed",
        "long-feud.id",
        "long-feud.code",
        "a:b.code",
        "long-feud.cost",
        "a:b.id",
        "long-feud.limit",
    }


def with_(card: str, **more: object) -> dict[str, object]:
    return side(active={card: more})


@pytest.mark.parametrize(
    ("effects", "expected"),
    [
        ("draw 2", {"deck": 17, "hand": 7}),
        ("purge 2", {"deck": 17, "purge_pile": 5}),
        ("return 2", {"deck": 21, "purge_pile": 1}),
        ("return 9", {"deck": 22, "purge_pile": 0}),
        ("marker +2", {"progress": 7}),
        ("marker -2", {"progress": 5}),
        ("action +1", {"actions_left": 4}),
        ("rival purge 2", {"Bo deck": 18}),
        ("rival draw 1", {"Bo hand": 6, "Bo deck": 19}),
        ("each purge 1", {"deck": 18, "purge_pile": 4, "Bo deck": 19}),
        ("exhaust rival character", {}),
        ("purge rival character", {"Bo protagonists": 1}),
        ("progress own character +2", {"progress": 7}),
    ],
)
def test_each_effect_of_the_vocabulary(box: Box, effects: str, expected: dict[str, int]) -> None:
    start = table(box, side(deck=19, purge_pile=3, active={"Zed": {"kind": "character", "progress": 1}}))
    position = done(start, "ability", card="Zed", told=effects, targets=_targets(effects))
    totals = GAME.totals(position, RULES)["players"]
    before = {"deck": 19, "hand": 5, "purge_pile": 3, "progress": 5, "actions_left": 3, "protagonists": 2}
    assert {name: totals["Ana"][name] for name in before} == {
        name: expected.get(name, value) for name, value in before.items()
    }
    rival = {"deck": 20, "hand": 5, "protagonists": 2}
    assert {name: totals["Bo"][name] for name in rival} == {
        name: expected.get(f"Bo {name}", value) for name, value in rival.items()
    }


def _targets(effects: str) -> list[str]:
    return ["Bo:salt-monk"] if "rival character" in effects else ["cinder-twins"] if "own character" in effects else []


def test_the_table_tells_what_the_vocabulary_cannot_say(box: Box) -> None:
    position = table(box, with_("wandering-judge"))
    assert judge(position, "ability", card="wandering-judge").needs == ("told",)
    after = done(position, "ability", card="wandering-judge", told="marker +1")
    assert (ana(after).markers, ana(after).active[0].exhausted) == (1, True)
    assert ana(done(position, "ability", card="wandering-judge", told="nothing")).markers == 0
    assert codes(judge(position, "ability", card="wandering-judge", told="told: more")) == {"bad-effects"}


def test_an_exhausted_character_is_purged_and_its_ability_still_resolves(box: Box) -> None:
    position = done(table(box, with_("deep-singer", exhausted=True)), "ability", card="deep-singer")
    assert (ana(position).active, ana(position).purge_pile.top, bo(position).deck.size) == ((), ("deep-singer",), 18)


def test_an_action_ability_takes_an_action_and_a_quick_one_none(box: Box) -> None:
    assert ana(done(table(box, with_("deep-singer")), "ability", card="deep-singer")).actions_left == 3
    position = table(box, with_("salt-monk"), turn="Bo")
    assert ana(done(position, "ability", card="salt-monk")).actions_left == 4
    assert codes(judge(table(box, with_("deep-singer"), turn="Bo"), "ability", card="deep-singer")) >= {"not-your-turn"}


def test_a_purge_ability_is_used_by_purging_its_card(box: Box) -> None:
    position = done(table(box, with_("harbour-twin")), "ability", card="harbour-twin")
    assert (ana(position).markers, ana(position).active, ana(position).purge_pile.size) == (1, (), 1)
    assert position.agenda == ()


def test_an_upgrade_is_used_on_its_character(box: Box) -> None:
    cast = {"cinder-twins": {"upgrades": {"furnace-heart": {}}}, "forge-captain": {}}
    position = done(table(box, side(protagonists=cast)), "ability", card="furnace-heart")
    assert [piece.bonus for piece in ana(position).pieces] == [1, 0]


def test_an_upgrade_alone_is_purged_for_its_purge_ability(box: Box) -> None:
    cast = {"cinder-twins": {"upgrades": {"anchor-chain": {}}}, "forge-captain": {}}
    position = done(table(box, side(protagonists=cast)), "ability", card="anchor-chain")
    assert (ana(position).pieces[0].upgrades, ana(position).hand.size) == ((), 6)


def test_the_rival_chosen_among_several(box: Box) -> None:
    position = table(box, with_("deep-singer"), names=("Cy",))
    assert judge(position, "ability", card="deep-singer").needs == ("rival",)
    assert done(position, "ability", card="deep-singer", rival="Cy").seat("Cy").deck.size == 18


def test_a_forced_purge_that_the_deck_cannot_meet_loses(box: Box) -> None:
    position = table(box, with_("deep-singer"), side(("salt-monk", "harbour-twin"), deck=1))
    after = done(position, "ability", card="deep-singer")
    assert after.outcome == (("Ana",), "deck-ran-out")
    assert (bo(after).deck.size, bo(after).purge_pile.size) == (0, 1)


def test_a_card_of_no_box_that_was_purged_may_have_an_ability(box: Box) -> None:
    position = table(box, side(purge_pile=["Zed"]))
    assert judge(position, "trigger", take=True).needs == ("told",)
    assert ana(done(position, "trigger", take=True, told="draw 1")).hand.size == 6
    assert judge(position, "trigger", take=False).legal


def test_what_is_told_names_itself_in_the_log(box: Box) -> None:
    verdict = judge(table(box, side(purge_pile=["Zed"])), "trigger", take=True, told="draw 1")
    assert {change.why for change in verdict.changes} == {"told by the table for Zed"}


def test_effects_read_words_with_commas() -> None:
    assert str(Effects.parse("draw 1, told: a, b and c")) == "draw 1, told: a, b and c"
