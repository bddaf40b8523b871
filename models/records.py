"""Plain immutable values that go into the store and come out of it.

Ids are uuid4 hex strings; times are UTC, ISO 8601 with milliseconds and "Z". JSON travels as text and is decoded when
somebody looks, because opening a long session needs few of its payloads.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple
from uuid import uuid4

State = Literal["open", "finished", "abandoned", "deleted"]


def new_id() -> str:
    return uuid4().hex


def now() -> str:
    """This moment, as it is stored."""
    return stamp(datetime.now(UTC))


def stamp(moment: datetime) -> str:
    """An aware moment as it is stored; equal widths, so texts sort as times do."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


_UTF_8 = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_ASCII = json.JSONEncoder(allow_nan=False, separators=(",", ":"))
_HALF = re.compile("[\ud800-\udfff]")  # half a character has no UTF-8 form, but an escape


def to_json(value: Any) -> str:
    """Compact JSON. Keys keep their order, because the order of an object can be the turn order.

    Raises ValueError for NaN and infinities, TypeError for what JSON cannot hold.
    """
    text = _UTF_8.encode(value)
    return _ASCII.encode(value) if _HALF.search(text) else text


def from_json(text: str | None) -> Any:
    return None if text is None else json.loads(text)


class NewSeat(NamedTuple):
    """Who sits down: `name` as shown at the table; `player_id` when it is somebody known under another name."""

    name: str
    player_id: str | None = None
    team: str | None = None
    role: str | None = None
    new_to_game: bool | None = None
    starts: bool | None = None


class SeatInfo(NamedTuple):
    """One seat, with its result once the session is finished. None is unknown."""

    seat_no: int
    player_id: str
    name: str
    team: str | None
    role: str | None
    new_to_game: bool | None
    starts: bool | None
    won: bool | None
    score: int | None
    rank: int | None


class SeatResult(NamedTuple):
    """What a seat ends with: `score` in what the game counts, `rank` from 1, equal for a tie."""

    name: str
    won: bool | None
    score: int | None = None
    rank: int | None = None


class NewSession(NamedTuple):
    """A table about to start; seats in turn order. The id is the device's own, so a retry is the same session.

    `place` is the name of where people play.
    """

    game: str
    seats: Sequence[NewSeat | str]
    rules_version: str
    title: str = ""
    id: str | None = None
    place: str | None = None


class SessionInfo(NamedTuple):
    id: str
    game: str
    title: str
    state: State
    created_at: str
    updated_at: str
    finished_at: str | None
    deleted_at: str | None
    rules_version: str
    last_seq: int
    outcome_json: str | None
    place_id: str | None
    seconds: int | None
    seats: tuple[SeatInfo, ...] = ()

    @property
    def outcome(self) -> Any:
        return from_json(self.outcome_json)


class NewEntry(NamedTuple):
    """One entry to append. `id` is made by the device that writes it; `at` is now unless the device says otherwise."""

    id: str
    kind: str
    payload: Mapping[str, Any]
    device: str = ""
    actor: str = ""
    changes: Sequence[Any] = ()
    verdict: Mapping[str, Any] | None = None
    agreed: Mapping[str, Any] | None = None
    undoes: str | None = None
    label: str = ""
    at: str | None = None


class Entry(NamedTuple):
    """One entry of a log, as stored. `seq` counts from 1 in its session without gaps."""

    id: str
    session_id: str
    seq: int
    at: str
    device: str
    actor: str
    kind: str
    payload_json: str
    changes_json: str
    verdict_json: str | None
    agreed_json: str | None
    undoes: str | None
    label: str

    @property
    def payload(self) -> Any:
        return json.loads(self.payload_json)

    @property
    def changes(self) -> Any:
        return json.loads(self.changes_json)

    @property
    def verdict(self) -> Any:
        return from_json(self.verdict_json)

    @property
    def agreed(self) -> Any:
        return from_json(self.agreed_json)


class Snapshot(NamedTuple):
    """The position after entry `seq`: a cache, never the truth."""

    session_id: str
    seq: int
    rules_version: str
    position_json: str

    @property
    def position(self) -> Any:
        return json.loads(self.position_json)
