"""Which card can lie where: what the table has seen of the decks, and how many copies there are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from companion.rules.challengers import problems as p
from companion.rules.challengers.cards import ROBOT, Card, Level
from companion.rules.challengers.position import UNKNOWN, Position, Side
from companion.rules.engine import Problem
from companion.rules.zones import copies_seen


def lookup(position: Position, id_: str) -> Card:
    """The card of an id; one that neither the box nor the table knows has power 0 and an effect to be told."""
    return position.card(id_) or Card(id_, "", id_, 1, ROBOT, "R", 0, UNKNOWN)


def named(position: Position, cards: Iterable[str | None]) -> str:
    """Cards for a sentence."""
    return ", ".join("an unnamed card" if id_ is None else lookup(position, id_).name for id_ in cards)


def copies_known(position: Position, id_: str) -> int:
    """How many copies of a card are known to be in decks, or brought from the tray into a match."""
    found = sum(seat.deck.known.count(id_) for seat in position.players)
    return found + sum(side.added.count(id_) for match in position.matches if match.going for side in match.sides)


def obtainable(position: Position, levels: Iterable[str] = get_args(Level)) -> tuple[str, ...]:
    """The cards of these levels that can still come from a tray."""
    known = copies_seen([seat.deck for seat in position.players])
    for match in position.matches:
        if match.going:
            for side in match.sides:
                known.update(card for card in side.added if card is not None)
    sets = position.sets
    return tuple(
        [
            card.id
            for level in levels
            for card in position.box.by_level.get(level, ())
            if (sets is None or card.set in sets) and known[card.id] < card.copies
        ]
    )


def strange_cards(
    position: Position, cards: Iterable[str | None], fresh: bool = True
) -> tuple[list[Card | None], list[Problem]]:
    """The cards of ids (None: unseen), and why they cannot be: unknown, or `fresh` from a tray that has none left."""
    found: list[Card | None] = []
    problems = []
    met: dict[str, int] = {}
    for id_ in cards:
        card = None if id_ is None else position.card(id_)
        if id_ is None:
            found.append(None)
        elif card is None:
            problems.append(Problem(p.NO_SUCH_CARD, {"card": id_}))
        else:
            found.append(card)
            if fresh:
                met[id_] = met.get(id_, 0) + 1
                problems += _tray_problems(position, card, met[id_])
    return found, problems


def _tray_problems(position: Position, card: Card, n: int = 1) -> list[Problem]:
    """Why `n` copies of a card cannot come from where nobody saw them."""
    problems = []
    if not position.in_play(card):
        problems.append(Problem(p.SET_NOT_IN_PLAY, {"card": card.name, "set": card.set}))
    if position.tracks_decks and card.id in position.box.cards and copies_known(position, card.id) + n > card.copies:
        problems.append(Problem(p.TOO_MANY_COPIES, {"card": card.name, "copies": card.copies}))
    return problems


def laid_open(side: Side) -> list[str]:
    """The cards of a side that lie open."""
    return [*side.bench, *[shown.card for shown in side.stack], *side.exhaust]


def left_to_see(position: Position, side: Side) -> tuple[list[str], int | None]:
    """Of a side's deck in a match: the known cards that nobody has seen in it yet, and how many further ones it has."""
    deck = position.seat(side.name).deck
    if side.added:
        deck = deck.add(side.added)
    left, unseen = list(deck.known), deck.unseen
    for id_ in (*laid_open(side), *(side.pile.cards or ())):
        if id_ in left:
            left.remove(id_)
        elif id_ is not None and unseen:
            unseen -= 1
    return left, unseen


def card_problems(position: Position, side: Side, card: Card) -> list[Problem]:
    """Why `card` cannot be the next one of a side's deck."""
    top = side.pile.cards[-1] if side.pile.cards else None
    if top is None:
        return deck_problems(position, side, card)
    if top != card.id:
        return [Problem(p.NOT_ON_TOP, {"top": lookup(position, top).name, "player": side.name})]
    return []


def deck_problems(position: Position, side: Side, card: Card) -> list[Problem]:
    """Why `card` cannot be among the unseen cards of a side's deck."""
    if position.tracks_decks:
        seen = laid_open(side).count(card.id) + (side.pile.cards or ()).count(card.id)
        if position.seat(side.name).deck.known.count(card.id) > seen:
            return []
        left, unseen = left_to_see(position, side)
        if card.id in left:
            return []
        if unseen == 0:
            return [Problem(p.NOT_IN_DECK, {"player": side.name, "card": card.name})]
    problems = _tray_problems(position, card)
    copies = position.box.starter.count(card.id)
    if card.level == "S" and laid_open(side).count(card.id) >= copies:
        problems.append(Problem(p.TOO_MANY_COPIES, {"card": card.name, "copies": copies}))
    return problems


def found_problems(position: Position, side: Side, card: Card) -> list[Problem]:
    """Why `card` cannot be found anywhere among the cards a side has still to reveal."""
    pile = side.pile.cards
    if pile is None or None in pile:
        return [] if pile and card.id in pile else deck_problems(position, side, card)
    return [] if card.id in pile else [Problem(p.NOT_IN_DECK, {"player": side.name, "card": card.name})]


def possible(position: Position, side: Side) -> tuple[str, ...]:
    """The cards a side can reveal next: `card_problems` has nothing against them."""
    if side.pile.cards and side.pile.cards[-1] is not None:
        return (side.pile.cards[-1],)
    known: tuple[str, ...] = ()
    if position.tracks_decks:
        left, unseen = left_to_see(position, side)
        known = tuple(dict.fromkeys(left))
        if unseen == 0:
            return known
        others = obtainable(position)
    else:
        sets = position.sets
        others = tuple([card.id for card in position.box.cards.values() if sets is None or card.set in sets])
    opened = laid_open(side)
    used_up = {id_ for id_ in position.box.starter if opened.count(id_) >= position.box.starter.count(id_)}
    return tuple(dict.fromkeys((*known, *[id_ for id_ in others if id_ not in used_up])))


def note_seen(position: Position, side: Side, card: Card, top: bool = True) -> Position:
    """With a card that nobody knew to be in this deck written down there, or among what came in from the tray.

    `top`: it was the next card; otherwise it was found anywhere in the deck.
    """
    seat = position.seat(side.name)
    if not position.tracks_decks or (seat.deck.unseen == 0 and None not in side.added):
        return position
    left, _unseen = left_to_see(position, side)
    match = position.match_of(side.name)
    if match is None or card.id in left or card.id in (side.pile.cards or ())[-1 if top else 0 :]:
        return position
    if seat.deck.unseen != 0:
        return position.with_seat(seat._replace(deck=seat.deck.see(card.id)))
    if None not in side.added:
        return position
    at = side.added.index(None)
    added = (*side.added[:at], card.id, *side.added[at + 1 :])
    return position.with_match(match.with_side(side._replace(added=added)))
