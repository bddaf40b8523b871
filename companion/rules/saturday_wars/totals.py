"""What a scoreboard shows, what a viewer may know, whose turn it is, and what cannot occur in a position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.rules.common import DETAILS, ZoneSpec
from companion.rules.engine import Counter
from companion.rules.fields import Fault
from companion.rules.rulings import Rulings
from companion.rules.saturday_wars import flow
from companion.rules.saturday_wars.moves import count_cast, outcome_of, shown_progress
from companion.rules.saturday_wars.position import (
    MAX_TIES,
    Piece,
    Pile,
    Position,
    Seat,
    find,
    parts,
    total_progress,
)
from companion.rules.saturday_wars.switches import SWITCHES
from companion.rules.zones import Zone


def totals(position: Position, rulings: Rulings) -> dict[str, Any]:
    """The scoreboard of the contract; what the table's level of detail does not track is null."""
    scores = position.scores
    return {
        "players": {
            seat.name: {
                "deck": seat.deck.size,
                "hand": None if scores else seat.hand.size,
                "purge_pile": seat.purge_pile.size,
                "progress": shown_progress(position, seat),
                "chapters_won": seat.won.size,
                "actions_left": None if scores else seat.actions_left,
                "protagonists": None if scores else count_cast(seat),
            }
            for seat in position.players
        },
        "chapter": position.chapter,
        "phase": None if scores else position.phase,
        "turn": None if scores else position.turn,
    }


def seen_by(position: Position, viewer: str | None) -> Position:
    """The position with other hands, face-down Chapters, deck lists and bids not yet revealed taken out."""
    secret_bids = position.phase == "bid" and position.ties < MAX_TIES
    return position._replace(
        players=tuple(seat if seat.name == viewer else _outside(seat, secret_bids) for seat in position.players)
    )


def _outside(seat: Seat, secret_bids: bool) -> Seat:
    return seat._replace(
        deck=seat.deck.hidden(),
        hand=seat.hand.hidden(),
        story=seat.story.hidden(),
        deck_list=None,
        bid=None if secret_bids else seat.bid,
    )


def forget(position: Position) -> Position:
    """The position of a table that stops tracking cards; at “scores only” what is not tallied becomes unknown."""
    seats = []
    for seat in position.players:
        new = seat._replace(
            deck=seat.deck.hidden(),
            hand=seat.hand.hidden(),
            purge_pile=Pile(seat.purge_pile.size),
            story=seat.story.hidden(),
            deck_list=None,
        )
        if position.scores:
            progress = total_progress(seat, position.box)
            new = new._replace(
                deck=Zone(None), hand=Zone(None), purge_pile=Pile(None), protagonists=None, active=(), markers=progress
            )
        seats.append(new)
    if position.scores:
        return position._replace(players=tuple(seats), agenda=(), challenge=None, phase="actions")
    return position._replace(players=tuple(seats))


def actor(position: Position) -> str | None:
    """Whose step it is; None where it is nobody's in particular."""
    if position.outcome is not None or position.scores:
        return None
    task = flow.due(position)
    if task is not None:
        return task.player
    if position.challenge is not None:
        return position.challenge.player
    if position.phase == "protagonists":
        return next((seat.name for seat in position.alive if not seat.hand_settled), None)
    if position.phase == "bid":
        return next((seat.name for seat in position.alive if seat.bidding and seat.bid is None), None)
    return position.turn or next((seat.name for seat in position.around(position.chapter_by)), None)


# Counters and zones for the table's own tools


def _resized(zone: Zone, value: int | None) -> Zone:
    """The zone with another count; what was known of it stays where it fits."""
    return Zone(value, zone.known if value is None or len(zone.known) <= value else ())


def _put_deck(position: Position, player: str | None, value: int | None) -> Position:
    seat = position.seat(player or "")
    return position.with_seat(seat._replace(deck=_resized(seat.deck, value)))


def _put_hand(position: Position, player: str | None, value: int | None) -> Position:
    seat = position.seat(player or "")
    return position.with_seat(seat._replace(hand=_resized(seat.hand, value)))


def _put_pile(position: Position, player: str | None, value: int | None) -> Position:
    return position.with_seat(position.seat(player or "")._replace(purge_pile=Pile(value)))


def _put_won(position: Position, player: str | None, value: int | None) -> Position:
    seat = position.seat(player or "")
    return _judged(position.with_seat(seat._replace(won=_resized(seat.won, value))))


def _judged(position: Position) -> Position:
    """With the end of the game as the corrected counters have it."""
    seats = []
    for seat in position.players:
        if seat.protagonists == () and seat.out is None and position.phase not in ("protagonists", "bid"):
            seat = seat._replace(out="protagonists")
        elif seat.protagonists and seat.out == "protagonists":
            seat = seat._replace(out=None)
        seats.append(seat)
    position = position._replace(players=tuple(seats))
    return position._replace(outcome=outcome_of(position))


def _put_progress(position: Position, player: str | None, value: int | None) -> Position:
    seat = position.seat(player or "")
    shown, markers = shown_progress(position, seat), seat.markers
    if value is not None and shown is not None and markers is not None:
        value = markers + value - shown
    return position.with_seat(seat._replace(markers=value))


def _put_actions(position: Position, player: str | None, value: int | None) -> Position:
    return position.with_seat(position.seat(player or "")._replace(actions_left=value))


def _put_cast(position: Position, player: str | None, value: int | None) -> Position:
    """As many Protagonists: further ones that nobody named, or without the last ones."""
    seat = position.seat(player or "")
    if value is None:
        return position.with_seat(seat._replace(protagonists=None))
    cast = list((seat.protagonists or ())[:value])
    number = 0
    while len(cast) < value:
        number += 1
        key = f"protagonist-{number}"
        if not any(piece.key == key for piece in (*cast, *seat.active)):
            cast.append(Piece(key, kind="character"))
    return _judged(position.with_seat(seat._replace(protagonists=tuple(cast))))


COUNTERS = (
    Counter("deck", "the deck", lambda at, name: at.seat(name).deck.size, _put_deck, high=400),
    Counter("hand", "the hand", lambda at, name: at.seat(name).hand.size, _put_hand, high=400),
    Counter("purge_pile", "the Purge Pile", lambda at, name: at.seat(name).purge_pile.size, _put_pile, high=400),
    Counter(
        "progress", "progress", lambda at, name: shown_progress(at, at.seat(name)), _put_progress, low=-999, high=999
    ),
    Counter("chapters_won", "Chapters won", lambda at, name: at.seat(name).won.size, _put_won, high=5),
    Counter("actions_left", "actions left", lambda at, name: at.seat(name).actions_left, _put_actions, high=99),
    Counter("protagonists", "Protagonists", lambda at, name: count_cast(at.seat(name)), _put_cast, high=20),
)


ZONES = (
    ZoneSpec(
        "deck",
        "the deck",
        lambda at, name: at.seat(name).deck,
        lambda at, name, zone: at.with_seat(at.seat(name)._replace(deck=zone)),
        secret=True,
    ),
    ZoneSpec(
        "hand",
        "the hand",
        lambda at, name: at.seat(name).hand,
        lambda at, name, zone: at.with_seat(at.seat(name)._replace(hand=zone)),
        secret=True,
    ),
    ZoneSpec(
        "purge_pile",
        "the Purge Pile",
        lambda at, name: at.seat(name).purge_pile.zone,
        lambda at, name, zone: at.with_seat(
            at.seat(name)._replace(purge_pile=at.seat(name).purge_pile.corrected(zone))
        ),
    ),
    ZoneSpec(
        "story",
        "the Story Deck",
        lambda at, name: at.seat(name).story,
        lambda at, name, zone: at.with_seat(at.seat(name)._replace(story=zone)),
        secret=True,
    ),
)


# What cannot occur


def doubts(position: Position) -> list[Fault]:
    """Everything in a position that contradicts itself or names what is not there."""
    return [*_doubts_of_table(position), *(fault for seat in position.players for fault in _doubts_of_seat(seat))]


def _doubts_of_table(position: Position) -> Iterator[Fault]:
    names = [seat.name for seat in position.players]
    expected = f"expected one of: {', '.join(names)}"
    if position.turn in names and position.seat(position.turn or "").out is not None and position.outcome is None:
        yield Fault("turn", f"{position.turn} is out of the game; expected somebody who is in it")
    named = {name: getattr(position, name) for name in ("first", "turn", "chapter_by", "claimer")}
    named |= {f"agenda[{at}].player": task.player for at, task in enumerate(position.agenda)}
    for path, name in named.items():
        if name is not None and name not in names:
            yield Fault(path, f"{name!r} sits at no seat; {expected}")
    if position.detail not in DETAILS:
        yield Fault("detail", f"{position.detail!r}; expected one of: {', '.join(DETAILS)}")
    if position.number < 1 or position.ties < 0:
        yield Fault("number" if position.number < 1 else "ties", "below what can be counted")
    for id_, choice in position.house:
        if choice not in SWITCHES.get(id_, ()):
            yield Fault("house", f"{id_} has no choice {choice!r}")
    if position.outcome is None and not position.alive:
        yield Fault("players", "everybody is out, and the game has not ended")
    duel = position.challenge
    if duel is not None:
        for path, name, key in (("attacker", duel.player, duel.attacker), ("defender", duel.rival, duel.defender)):
            if name not in names or find(position.seat(name), key) is None:
                yield Fault(f"challenge.{path}", f"{name}'s {key} is not in play; expected a card in play")
    for at, task in enumerate(position.agenda):
        if task.kind in ("trigger", "ability") and task.effects is None:
            yield Fault(f"agenda[{at}].effects", "missing; expected what the ability does")
        if task.kind == "attach" and (task.piece is None or task.to is None):
            yield Fault(f"agenda[{at}]", "an Upgrade without its Character; expected piece and to")


def _doubts_of_seat(seat: Seat) -> Iterator[Fault]:
    at = f"players.{seat.name}"
    for name in ("deck", "hand", "story", "won"):
        zone: Zone = getattr(seat, name)
        if not zone.possible():
            yield Fault(f"{at}.{name}", f"{zone.size} cards cannot hold the {len(zone.known)} known ones")
    pile = seat.purge_pile
    if pile.size is not None and not len(pile.top) <= pile.size:
        yield Fault(f"{at}.purge_pile", f"{pile.size} cards cannot hold the {len(pile.top)} of its top")
    for name in ("markers", "actions_left", "bid"):
        value = getattr(seat, name)
        if value is not None and value < 0:
            yield Fault(f"{at}.{name}", f"{value}; expected at least 0")
    keys = [part.key for piece in seat.pieces for part in parts(piece)]
    for key in sorted({key for key in keys if keys.count(key) > 1}):
        yield Fault(f"{at}.{key}", "two cards in play by this name; expected a name of its own for each")
