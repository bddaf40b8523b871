"""The typed changes by which a table tells what came of an effect the data does not know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.rules.challengers.cards import Card
from companion.rules.challengers.duel import Duel, Side

Told = Mapping[str, Any]
"""One typed change told by the table: `what`, and the `player`, `cards` (null: unseen) and `amount` it takes."""

Cards = Sequence[Card | None]
Step = Callable[[Duel, int, Cards, int], str | None]
"""Does one change to a side of a duel; answers with a sentence where that cannot be."""

NO_AMOUNT = "expected amount, other than 0"


def apply(duel: Duel, at: int, what: str, cards: Cards, amount: int) -> str | None:
    """Do one told change to side `at`; a sentence where it cannot be. A bench too full for it loses the duel."""
    fault = STEPS[what](duel, at, cards, amount)
    if fault is None and duel.winner is None:
        duel.test_bench(at)
    return fault


def _power(duel: Duel, at: int, cards: Cards, amount: int) -> str | None:
    side = duel.sides[at]
    if not side.stack:
        return "no card lies in front of that player"
    side.kept[-1] += amount
    side.base += amount
    return None if amount else NO_AMOUNT


def _flag_power(duel: Duel, at: int, cards: Cards, amount: int) -> str | None:
    return "nobody holds the flag" if duel.holder is None else _power(duel, duel.holder, cards, amount)


def _next_power(duel: Duel, at: int, cards: Cards, amount: int) -> str | None:
    duel.sides[at].next += amount
    return None if amount else NO_AMOUNT


def _fans(duel: Duel, at: int, cards: Cards, amount: int) -> str | None:
    duel.sides[at].fans += amount
    return None if amount else NO_AMOUNT


def _from_bench(to: str) -> Step:
    def step(duel: Duel, at: int, cards: Cards, amount: int) -> str | None:
        side = duel.sides[at]
        for card in cards:
            if card is None or card not in side.bench:
                return f"{card.name if card else 'an unseen card'} is not on that bench"
            side.off_bench(card)
            if to == "exhaust":
                side.exhaust.append(card)
            else:
                side.put_in_deck((card,), top=to == "top")
        return None if cards else "expected cards of the bench"

    return step


def _from_deck(to: str) -> Step:
    def step(duel: Duel, at: int, cards: Cards, amount: int) -> str | None:
        side = duel.sides[at]
        for card in cards:
            if card is None or not _leave_deck(side, card):
                return f"{card.name if card else 'an unseen card'} cannot come from that deck"
            if to == "exhaust":
                side.exhaust.append(card)
            else:
                duel.onto_bench(at, (card,))
        return None if cards else "expected cards of the deck"

    return step


def _leave_deck(side: Side, card: Card) -> bool:
    """Take a card out of a deck, wherever it lies: the known one, else the top unseen one; whether it can be there."""
    deck = side.deck
    if deck is None:
        return True
    for wanted in (card, None):
        if wanted in deck:
            del deck[len(deck) - 1 - deck[::-1].index(wanted)]
            return True
    return False


def _from_tray(top: bool) -> Step:
    def step(duel: Duel, at: int, cards: Cards, amount: int) -> str | None:
        duel.sides[at].put_in_deck(cards, top)
        duel.sides[at].added.extend(cards)
        return None if cards else "expected cards, null for one nobody saw"

    return step


STEPS: Mapping[str, Step] = {
    "power": _power,
    "flag-power": _flag_power,
    "next-power": _next_power,
    "fans": _fans,
    "bench-to-exhaust": _from_bench("exhaust"),
    "bench-to-top": _from_bench("top"),
    "bench-to-bottom": _from_bench("bottom"),
    "deck-to-bench": _from_deck("bench"),
    "deck-to-exhaust": _from_deck("exhaust"),
    "tray-to-top": _from_tray(top=True),
    "tray-to-bottom": _from_tray(top=False),
}
"""What can be told during a match."""
