"""Each choice of each ruling that a table may switch makes its difference."""

from __future__ import annotations

from companion import catalog
from companion.rules.saturday_wars import GAME
from companion.rules.saturday_wars.cards import Box
from companion.rules.saturday_wars.position import Position
from companion.rules.saturday_wars.switches import SWITCHES

from .table import ana, bo, codes, done, judge, side, table

RULES = GAME.rulings()


def test_the_switches_are_those_of_the_book_of_rulings() -> None:
    book = catalog.ruling_book("saturday-wars")
    switched = {id_: tuple(choice.id for choice in ruling.choice) for id_, ruling in book.items() if ruling.table}
    assert switched == SWITCHES
    assert len(book) == 56


def test_sw8_triggers_of_the_bid(box: Box) -> None:
    seen = {}
    for choice in SWITCHES["SW8"]:
        pay = {"kind": "pay", "player": "Ana", "amount": 2}
        position = table(box, phase="chapter", agenda=[pay])
        seen[choice] = len(done(position, "pay", {"SW8": choice}, cards=["low-tide", None]).agenda)
    assert seen == {"triggers": 1, "no-triggers": 0}


def test_sw10_who_bids_again(box: Box) -> None:
    seen = {}
    for choice in SWITCHES["SW10"]:
        position = table(box, side(bidding=True), side(("salt-monk",), bidding=True, bid=2), names=("Cy",), phase="bid")
        position = position.with_seat(position.seat("Cy")._replace(bidding=True, bid=1))
        seen[choice] = [seat.bidding for seat in done(position, "bid", {"SW10": choice}, markers=2).players]
    assert seen == {"tied-only": [True, True, False], "everyone": [True, True, True]}


def test_sw13_triggers_of_cards_purged_from_the_hand(box: Box) -> None:
    position = table(box, side(hand=6), phase="prologue", number=2)
    to_five, unwanted = {}, {}
    for choice in SWITCHES["SW13"]:
        to_five[choice] = len(done(position, "prologue", {"SW13": choice}, purged=["low-tide"]).agenda)
        unwanted[choice] = len(done(position, "discard", {"SW13": choice}, cards=["low-tide"]).agenda)
    assert to_five == {"triggers": 2, "no-triggers": 0}
    assert unwanted == {"triggers": 1, "no-triggers": 0}


def test_sw15_who_applies_the_prologue_ability(box: Box) -> None:
    seen = {}
    for choice in SWITCHES["SW15"]:
        position = done(table(box, phase="prologue", chapter="lost-letter"), "prologue", {"SW15": choice})
        position = done(position, "prologue", {"SW15": choice}, player="Bo")
        seen[choice] = (ana(position).markers, bo(position).markers)
    assert seen == {"each-player": (1, 1), "once": (1, 0)}


def test_sw24_who_takes_the_first_action(box: Box) -> None:
    seen = {}
    for choice in SWITCHES["SW24"]:
        start = table(box, phase="prologue", number=2, chapter_by="Ana", claimer="Bo", first="Cy", names=("Cy",))
        position = start
        for name in ("Ana", "Bo", "Cy"):
            position = done(position, "prologue", {"SW24": choice}, player=name)
        seen[choice] = position.turn
    assert seen == {"chapter-player": "Ana", "claimer": "Bo", "starting-player": "Cy"}


def test_sw28_whose_abilities_are_actions(box: Box) -> None:
    position = table(box, side(active={"kiln-giant": {}}))
    strict = {"SW28": "active-row"}
    assert judge(position, "ability", card="cinder-twins").legal
    assert codes(judge(position, "ability", strict, card="cinder-twins")) == {"not-active-row"}
    assert judge(position, "ability", strict, card="kiln-giant").legal
    offered = {c.do: c.allowed for c in GAME.choices(position, GAME.rulings(strict))}["ability"]
    assert offered["card"] == ("kiln-giant",)


def test_sw34_where_flipped_cards_go(box: Box) -> None:
    duel = {"player": "Ana", "attacker": "cinder-twins", "rival": "Bo", "defender": "salt-monk"}
    seen = {}
    for choice in SWITCHES["SW34"]:
        position = done(table(box, challenge=duel), "flip", {"SW34": choice}, attack_card="low-tide", defence_cost=0)
        seat = ana(position)
        seen[choice] = (seat.deck.size, seat.hand.size, seat.purge_pile.size, len(position.agenda))
    assert seen == {"hand": (19, 6, 0, 0), "purge-pile": (19, 5, 1, 0), "deck-bottom": (20, 5, 0, 0)}


def test_sw37_neither_deck_can_give_a_card(box: Box) -> None:
    duel = {"player": "Ana", "attacker": "cinder-twins", "rival": "Bo", "defender": "salt-monk"}
    position = table(box, side(deck=0), side(("salt-monk",), deck=0), challenge=duel)
    seen = {choice: done(position, "flip", {"SW37": choice}).outcome for choice in SWITCHES["SW37"]}
    assert seen == {"attacker-first": (("Bo",), "deck-ran-out"), "draw": ((), "draw")}


def test_sw41_a_tie_for_the_most_progress(box: Box) -> None:
    seen = {}
    for choice in SWITCHES["SW41"]:
        tied = table(box, side(markers=1), side(("salt-monk", "harbour-twin"), markers=1), phase="epilogue", turn=None)
        after: Position = done(tied, "epilogue", {"SW41": choice}, player=None)
        seen[choice] = (after.claimer, after.chapter, after.phase, after.turn, ana(after).markers)
    assert seen == {
        "nobody": (None, None, "chapter", "Bo", 0),
        "chapter-player": ("Ana", None, "chapter", "Bo", 0),
        "other-player": ("Bo", None, "chapter", "Ana", 0),
        "stays": (None, "silent-hall", "prologue", "Ana", 1),
    }


def test_a_ruling_switched_in_play_holds_from_there(box: Box) -> None:
    position = done(table(box), "ruling", player=None, ruling="SW28", choice="active-row")
    assert codes(judge(position, "ability", card="cinder-twins")) == {"nothing-to-use", "not-active-row"}


def test_reasons_name_the_rulings_that_decided() -> None:
    named = {id_ for reason in GAME.reasons.values() for id_ in reason.rulings}
    assert named == set(SWITCHES)
