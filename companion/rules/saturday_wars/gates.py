"""Whether it is the time for a kind of action at all, and whether the cards it shows can lie where it says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.rules.engine import Problem, ProblemKind
from companion.rules.saturday_wars import problems as p
from companion.rules.saturday_wars.deckcheck import MAX_COPIES
from companion.rules.saturday_wars.flow import waiting
from companion.rules.saturday_wars.moves import SETTING_UP, named
from companion.rules.saturday_wars.position import Position, Seat, card_of, parts
from companion.rules.zones import Zone, copies_seen

Problems = tuple[Problem, ...]


def out(position: Position, player: str | None) -> Problems:
    """The problem of a player who is out of the game, or of nobody."""
    if player is None:
        return p.NOBODY
    return () if position.seat(player).out is None else p.about(p.PLAYER_OUT, player)


def closed(position: Position, player: str | None, kind: ProblemKind) -> Problems:
    """That something is closed to `player`; also that the player is out, where that is so."""
    if player is None:
        return p.NOBODY
    if position.seat(player).out is None:
        return p.about(kind, player)
    return p.about(p.PLAYER_OUT, player) + p.about(kind, player)


def costs_action(position: Position, player: str | None) -> Problems:
    """All that speaks against `player` taking one of the four actions now."""
    if position.phase == "actions" and not position.agenda and position.turn == player and position.challenge is None:
        return ()
    if player is None:
        return p.NOBODY
    if position.detail == "scores":
        return ()
    found = [*out(position, player), *waiting(position)]
    if position.challenge is not None:
        found += p.CHALLENGE_OPENED
    if position.phase != "actions":
        found += p.ACTIONS_CLOSED
    elif position.turn not in (player, None) and not found:
        if position.seat(player).actions_left == 0:
            found += p.about(p.NO_ACTIONS_LEFT, player)
        else:
            found.append(Problem(p.NOT_YOUR_TURN, {"turn": position.turn, "player": player}))
    return tuple(found)


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
    found = out(position, player) + waiting(position)
    return found if position.challenge is None else (*found, *p.CHALLENGE_OPENED)


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


def _copies(position: Position, seat: Seat, zone: Zone, cards: Iterable[str]) -> Iterable[Problem]:
    """What speaks against cards that nobody has seen in this zone: not on the list, or every copy lies elsewhere."""
    known = list(zone.known)
    strange = []
    for card in cards:
        if card in known:
            known.remove(card)
        else:
            strange.append(card)
    if not strange:
        return
    seen = copies_seen((seat.deck, seat.hand, seat.purge_pile.zone))
    seen.update(named([card_of(part) for piece in seat.pieces for part in parts(piece)]))
    for card in strange:
        if seat.deck_list is not None and card not in seat.deck_list:
            yield Problem(p.NOT_ON_DECK_LIST, {"card": position.box.name(card), "player": seat.name})
        else:
            copies = MAX_COPIES if seat.deck_list is None else seat.deck_list.count(card)
            seen[card] += 1
            if seen[card] > copies:
                values = {"card": position.box.name(card), "player": seat.name, "count": seen[card] - 1}
                yield Problem(p.COPIES_ELSEWHERE, values)
