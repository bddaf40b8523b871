"""Whether it is the time for a kind of action at all, and whether the cards it shows can lie where it says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.rules.engine import Problem, ProblemKind
from companion.rules.saturday_wars import problems as p
from companion.rules.saturday_wars.deckcheck import MAX_COPIES
from companion.rules.saturday_wars.flow import waiting
from companion.rules.saturday_wars.moves import SETTING_UP, named
from companion.rules.saturday_wars.position import Position, Seat, card_of, parts
from companion.rules.zones import Zone

Problems = tuple[Problem, ...]


def out(position: Position, player: str | None) -> Problems:
    """The problem of a player who is out of the game, or of nobody."""
    if player is None:
        return p.NOBODY
    # Whoever is on turn is in the game: the quick answer.
    if position.turn == player or position.seat(player).out is None:
        return ()
    return p.about(p.PLAYER_OUT, player)


def closed(position: Position, player: str | None, kind: ProblemKind) -> Problems:
    """That something is closed to `player`; also that the player is out, where that is so."""
    if player is None:
        return p.NOBODY
    return out(position, player) + p.about(kind, player)


def costs_action(position: Position, player: str | None) -> Problems:
    """All that speaks against `player` taking one of the four actions now."""
    if position.phase == "actions" and not position.agenda and position.turn == player and position.challenge is None:
        return ()
    if player is None:
        return p.NOBODY
    if position.detail == "scores":
        return ()
    found = between(position, player)
    if position.phase != "actions":
        return found + p.ACTIONS_CLOSED
    if found or position.turn in (player, None):
        return found
    if position.seat(player).actions_left == 0:
        return p.about(p.NO_ACTIONS_LEFT, player)
    return (Problem(p.NOT_YOUR_TURN, {"turn": position.turn, "player": player}),)


def any_time(position: Position, player: str | None) -> Problems:
    """All that speaks against something Quick now."""
    if position.detail == "scores" and player is not None:
        return ()
    if position.phase in SETTING_UP:
        return (*out(position, player), *p.ACTIONS_CLOSED)
    return out(position, player)


def between(position: Position, player: str | None) -> Problems:
    """All that speaks against a step between actions: somebody out, something due, an open Challenge."""
    if position.scores:
        return ()
    found = out(position, player)
    if position.agenda:
        found += waiting(position)
    return found if position.challenge is None else found + p.CHALLENGE_OPENED


def may_show(position: Position, seat: Seat, zone: Zone, cards: Sequence[str | None], place: str) -> list[Problem]:
    """What speaks against `cards` having been shown from a zone of `seat`."""
    seen = named(cards)
    if not seen:
        return []
    lacking = zone.lacks(seen)
    found = [Problem(p.CARD_NOT_HERE, {"card": position.box.name(card), "place": place}) for card in lacking]
    if position.tracks:
        found += _copies(position, seat, zone, [card for card in seen if card not in lacking])
    return found


def _copies(position: Position, seat: Seat, zone: Zone, cards: Sequence[str]) -> Iterable[Problem]:
    """What speaks against cards that nobody has seen in this zone: not on the list, or every copy lies elsewhere."""
    for card in dict.fromkeys(cards):
        further = cards.count(card) - zone.known.count(card)
        if further <= 0:
            continue
        if seat.deck_list is not None and card not in seat.deck_list:
            yield Problem(p.NOT_ON_DECK_LIST, {"card": position.box.name(card), "player": seat.name})
            continue
        seen = seat.deck.known.count(card) + seat.hand.known.count(card) + seat.purge_pile.top.count(card)
        seen += sum([card_of(part) == card for piece in seat.pieces for part in parts(piece)])
        if seen + further > (MAX_COPIES if seat.deck_list is None else seat.deck_list.count(card)):
            yield Problem(p.COPIES_ELSEWHERE, {"card": position.box.name(card), "player": seat.name, "count": seen})
