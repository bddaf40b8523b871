"""Reading sessions with their seats."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Row, Select, bindparam, select

from models.faults import NoSuch
from models.records import SeatInfo, SessionInfo, State
from models.tables import seat, session

_SEAT_COLUMNS = tuple(seat.c[name] for name in SeatInfo._fields)
_WIDTH = len(session.c)

_ONE = (
    select(session, *_SEAT_COLUMNS)
    .outerjoin_from(session, seat, seat.c.session_id == session.c.id)
    .where(session.c.id == bindparam("session"))
    .order_by(seat.c.seat_no)
)


def find(connection: Connection, session_id: str) -> SessionInfo | None:
    found = gather(connection.execute(_ONE, {"session": session_id}))
    return found[0] if found else None


def known(connection: Connection, session_id: str) -> SessionInfo:
    """The session. Raises NoSuch."""
    found = find(connection, session_id)
    if found is None:
        raise NoSuch(what="session", id=session_id)
    return found


def page(
    state: State | None, game: str | None, player_id: str | None, limit: int | None, before: SessionInfo | None
) -> Select[Any]:
    """The query of `Store.sessions`, for `gather`."""
    chosen = select(session)
    if state == "deleted":
        chosen = chosen.where(session.c.deleted_at.is_not(None))
    else:
        chosen = chosen.where(session.c.deleted_at.is_(None))
        if state is not None:
            chosen = chosen.where(session.c.state == state)
    if game is not None:
        chosen = chosen.where(session.c.game == game)
    if player_id is not None:
        chosen = chosen.where(session.c.id.in_(select(seat.c.session_id).where(seat.c.player_id == player_id)))
    if before is not None:
        older = session.c.updated_at < before.updated_at
        chosen = chosen.where(older | ((session.c.updated_at == before.updated_at) & (session.c.id < before.id)))
    rows = chosen.order_by(session.c.updated_at.desc(), session.c.id.desc()).limit(limit).subquery()
    return (
        select(rows, *_SEAT_COLUMNS)
        .outerjoin_from(rows, seat, seat.c.session_id == rows.c.id)
        .order_by(rows.c.updated_at.desc(), rows.c.id.desc(), seat.c.seat_no)
    )


def gather(rows: Iterable[Row[Any]]) -> list[SessionInfo]:
    """Rows of a session's columns and one seat's columns, a session's rows together, as sessions with their seats."""
    seats: dict[str, list[SeatInfo]] = {}
    sessions: dict[str, Any] = {}
    for row in rows:
        session_id = row[0]
        if session_id not in sessions:
            sessions[session_id] = row[:_WIDTH]
            seats[session_id] = []
        if row[_WIDTH] is not None:
            seats[session_id].append(SeatInfo._make(row[_WIDTH:]))
    found = [SessionInfo._make([*fields, tuple(seats[fields[0]])]) for fields in sessions.values()]
    return [info._replace(state="deleted") if info.deleted_at else info for info in found]
