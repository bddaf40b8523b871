"""Reading sessions with their seats."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from sqlalchemy import Connection, bindparam, select, tuple_

from models.faults import NoSuch
from models.query import TRUTH, Query
from models.records import SeatInfo, SessionInfo, State
from models.tables import seat, session

_SEAT_COLUMNS = tuple(seat.c[name] for name in SeatInfo._fields)
_WIDTH = len(session.c)
_NO_LIMIT = 2**62

_ONE = Query(
    select(session, *_SEAT_COLUMNS)
    .outerjoin_from(session, seat, seat.c.session_id == session.c.id)
    .where(session.c.id == bindparam("session"))
    .order_by(seat.c.seat_no)
)


def find(connection: Connection, session_id: str) -> SessionInfo | None:
    found = gather(_ONE.rows(connection, session=session_id))
    return found[0] if found else None


def known(connection: Connection, session_id: str) -> SessionInfo:
    """The session. Raises NoSuch."""
    found = find(connection, session_id)
    if found is None:
        raise NoSuch(what="session", id=session_id)
    return found


def page(
    state: State | None, game: str | None, player_id: str | None, limit: int | None, before: SessionInfo | None
) -> tuple[Query, dict[str, Any]]:
    """The query of `Store.sessions` and its values; its rows are for `gather`."""
    query = _page(state, game is not None, player_id is not None, before is not None)
    values: dict[str, Any] = {"limit": _NO_LIMIT if limit is None else limit, "game": game, "player": player_id}
    if before is not None:
        values |= {"before": before.updated_at, "before_id": before.id}
    return query, values


@cache
def _page(state: State | None, by_game: bool, by_player: bool, goes_on: bool) -> Query:
    chosen = select(session)
    if state == "deleted":
        chosen = chosen.where(session.c.deleted_at.is_not(None))
    else:
        chosen = chosen.where(session.c.deleted_at.is_(None))
        if state is not None:
            chosen = chosen.where(session.c.state == state)
    if by_game:
        chosen = chosen.where(session.c.game == bindparam("game"))
    if by_player:
        mine = select(seat.c.session_id).where(seat.c.player_id == bindparam("player"))
        chosen = chosen.where(session.c.id.in_(mine))
    if goes_on:
        here = tuple_(session.c.updated_at, session.c.id)
        chosen = chosen.where(here < tuple_(bindparam("before"), bindparam("before_id")))
    chosen = chosen.order_by(session.c.updated_at.desc(), session.c.id.desc()).limit(bindparam("limit"))
    rows = chosen.subquery()
    return Query(
        select(rows, *_SEAT_COLUMNS)
        .outerjoin_from(rows, seat, seat.c.session_id == rows.c.id)
        .order_by(rows.c.updated_at.desc(), rows.c.id.desc(), seat.c.seat_no)
    )


def gather(rows: Iterable[tuple[Any, ...]]) -> list[SessionInfo]:
    """Rows of a session's columns and one seat's columns, a session's rows together, as sessions with their seats."""
    seats: dict[str, list[SeatInfo]] = {}
    sessions: dict[str, tuple[Any, ...]] = {}
    for row in rows:
        session_id = row[0]
        if session_id not in sessions:
            sessions[session_id] = row[:_WIDTH]
            seats[session_id] = []
        if row[_WIDTH] is not None:
            number, player, name, team, role, new, starts, won, score, rank = row[_WIDTH:]
            fields = (number, player, name, team, role, TRUTH[new], TRUTH[starts], TRUTH[won], score, rank)
            seats[session_id].append(SeatInfo._make(fields))
    found = [SessionInfo._make([*fields, tuple(seats[fields[0]])]) for fields in sessions.values()]
    return [info._replace(state="deleted") if info.deleted_at else info for info in found]
