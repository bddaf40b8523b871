"""A coach for practice games of Challengers!: how likely one deck beats another, by playing many duels.

Not for tournaments: an event leaves it switched off. The duels are played by the kernel that judges a match; only the
shuffles, the cards nobody knows and the choices of the players come from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from companion.rules.challengers.cards import Box, Card
from companion.rules.challengers.duel import MAX_REVEALS, Duel, Side
from companion.rules.challengers.effects import NONE

DUELS = 10_000


class Estimate(NamedTuple):
    """The chance of the first deck to win, with its standard error (both 0 to 1).

    `undecided` duels went on for too long and count half. `ignored` are the cards whose unknown effect was left out.
    """

    chance: float
    error: float
    duels: int
    undecided: int
    ignored: tuple[str, ...]


class Unknown(NamedTuple):
    """A card of a deck nobody has seen: any card of these levels."""

    levels: tuple[str, ...] = ("A", "B", "C")


def estimate(
    box: Box,
    first: Sequence[str | None],
    second: Sequence[str | None],
    *,
    rng: Random,
    starter: int | None = None,
    duels: int = DUELS,
    unknown: Unknown = Unknown(),  # noqa: B008 - an immutable value
) -> Estimate:
    """The chance of `first` to beat `second`: ids of the whole decks, None for a card nobody knows.

    `starter` is the deck that starts (0 or 1), None where it is not known. ValueError for a card the box does not
    have, an empty deck or fewer than one duel.
    """
    strange = [id_ for id_ in (*first, *second) if id_ is not None and id_ not in box.cards]
    if strange:
        raise ValueError(f"no such card: {', '.join(dict.fromkeys(strange))}")
    if not first or not second or duels < 1:
        raise ValueError("expected two decks of at least one card, and at least one duel")
    decks = tuple([None if id_ is None else _playable(box.cards[id_]) for id_ in ids] for ids in (first, second))
    pool = [_playable(card) for level in unknown.levels for card in box.by_level[level] for _ in range(card.copies)]
    tray = {
        level: [_playable(card) for card in cards for _ in range(card.copies)] for level, cards in box.by_level.items()
    }
    won = undecided = 0
    for number in range(duels):
        begins = number % 2 if starter is None else starter
        duel = play(_shuffled(decks[0], pool, rng), _shuffled(decks[1], pool, rng), begins, tray, rng)
        if duel.winner is None:
            undecided += 1
        else:
            won += duel.winner == 0
    chance = (won + undecided / 2) / duels
    ignored = tuple(sorted({id_ for id_ in (*first, *second) if id_ is not None and box.cards[id_].effect.told}))
    return Estimate(chance, sqrt(max(chance * (1 - chance), 1 / duels) / duels), duels, undecided, ignored)


def _playable(card: Card) -> Card:
    """The card without an effect nobody knows."""
    return card._replace(effect=NONE) if card.effect.told else card


def _shuffled(deck: Sequence[Card | None], pool: Sequence[Card], rng: Random) -> list[Card | None]:
    cards: list[Card | None] = (
        [rng.choice(pool) if card is None else card for card in deck] if None in deck else [*deck]
    )
    rng.shuffle(cards)
    return cards


def play(
    first: list[Card | None], second: list[Card | None], starter: int, tray: dict[str, list[Card]], rng: Random
) -> Duel:
    """One duel of two shuffled decks to its end (or until it has gone on for too long)."""
    duel = Duel((Side(first), Side(second)), starter)
    sides = duel.sides
    while duel.winner is None and duel.reveals < MAX_REVEALS:
        if duel.asked:
            duel.answer(choice(duel, tray, rng))
        else:
            # Until somebody has won, whoever reveals next has a card, and it is known.
            duel.reveal(sides[duel.turn].deck.pop())  # type: ignore[union-attr, arg-type]
    return duel


def choice(duel: Duel, tray: dict[str, list[Card]], rng: Random) -> list[Card | None]:
    """What a sensible player answers: keep the bench free, keep its helpers, bring strong cards early."""
    at, _card, clause = duel.asked[0]
    side = duel.sides[duel.whose(at, clause)]
    if clause.verb == "add":
        return [rng.choice(tray[clause.of.value]) for _ in range(clause.n)]
    if clause.verb == "look":
        return sorted((side.deck or [])[-clause.n :], key=_power)
    if clause.verb == "search":
        return [max(side.deck or [None], key=_power)]
    fitting = [card for card in side.bench if clause.of.fits(card)]
    if clause.verb == "return":
        return [*sorted(fitting, key=_power)[-clause.n :]]
    if clause.theirs:
        return [*sorted(fitting, key=lambda card: sum(aura.n for aura in card.effect.bench))[-clause.n :]]
    # A card alone in its slot frees it; one that helps from the bench stays, unless one must go.
    spare = [card for card in fitting if side.names[card.name] == 1 and not card.effect.bench]
    if clause.optional:
        return [*spare[: clause.n]]
    return [*(spare or sorted(fitting, key=lambda card: len(card.effect.bench)))[: clause.n]]


def _power(card: Card | None) -> int:
    return 0 if card is None else card.power
