"""The counters and the places for cards that the table may correct by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.rules.challengers.position import Match, Pile, Position, Side
from companion.rules.challengers.rounds import pairs
from companion.rules.common import ZoneSpec
from companion.rules.engine import Counter
from companion.rules.zones import Zone


def _tokens(position: Any, player: str | None) -> int | None:
    tokens: int | None = position.seat(player or "").fan_tokens
    return tokens


def _put_tokens(position: Any, player: str | None, value: int | None) -> Any:
    return position.with_seat(position.seat(player or "")._replace(fan_tokens=value))


def _put_round(position: Any, _player: str | None, value: int | None) -> Any:
    """Another round: its pairs wait, and its deck phase begins."""
    moved: Position = position._replace(round=min(value or 1, position.box.rounds), part="rounds", finalists=None)
    moved = moved._replace(players=tuple(seat.in_phase() for seat in moved.players), outcome=None)
    return moved._replace(matches=pairs(moved))


COUNTERS = (
    Counter("fan_tokens", "fan tokens", _tokens, _put_tokens),
    Counter("round", "the round", lambda position, _player: int(position.round), _put_round, own=False, low=1, high=7),
)


def _deck(position: Any, player: str | None) -> Zone:
    zone: Zone = position.seat(player or "").deck
    return zone


def _put_deck(position: Any, player: str | None, zone: Zone) -> Any:
    return position.with_seat(position.seat(player or "")._replace(deck=zone))


def _side(position: Any, player: str | None) -> tuple[Match | None, Side]:
    match = position.match_of(player)
    return match, match.side(player) if match is not None else Side(player or "")


def _pile(position: Any, player: str | None) -> Zone:
    pile = _side(position, player)[1].pile
    return Zone(pile.size, tuple(id_ for id_ in pile.cards or () if id_ is not None))


def _put_pile(position: Any, player: str | None, zone: Zone) -> Any:
    """A corrected pile has no order: what is known to be in it may lie anywhere."""
    return _with_side(position, player, pile=Pile(None if zone.size is None else (None,) * zone.size))


def _bench(position: Any, player: str | None) -> Zone:
    bench = _side(position, player)[1].bench
    return Zone(len(bench), bench)


def _exhaust(position: Any, player: str | None) -> Zone:
    exhaust = _side(position, player)[1].exhaust
    return Zone(len(exhaust), exhaust)


def _open(field: str) -> Callable[[Any, str | None, Zone], Any]:
    """Cards lie open there: only named ones that exist can be put."""

    def put(position: Any, player: str | None, zone: Zone) -> Any:
        there = tuple(id_ for id_ in zone.known if position.card(id_) is not None)
        return _with_side(position, player, **{field: there})

    return put


def _with_side(position: Any, player: str | None, **fields: Any) -> Any:
    match, side = _side(position, player)
    return position if match is None else position.with_match(match.with_side(side._replace(**fields)))


ZONES = (
    ZoneSpec("deck", "the deck", _deck, _put_deck, secret=True),
    ZoneSpec("pile", "the cards left to reveal", _pile, _put_pile, secret=True),
    ZoneSpec("bench", "the bench", _bench, _open("bench"), open=True),
    ZoneSpec("exhaust", "the exhaust pile", _exhaust, _open("exhaust"), open=True),
)
