"""What statistics start from: the results of finished sessions, one seat a row, and their tallies."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Select, bindparam, case, func, select

from models.database import Database
from models.query import TRUTH, Query
from models.tables import seat, session


class Result(NamedTuple):
    """One seat of one finished session; `players` is the number of seats. None is unknown."""

    session_id: str
    game: str
    finished_at: str
    seconds: int | None
    players: int
    seat_no: int
    player_id: str
    name: str
    new_to_game: bool | None
    won: bool | None
    score: int | None
    rank: int | None


class Tally(NamedTuple):
    """How often one player sat on that seat among that many: `known` sessions have a result, `won` of them were won."""

    game: str
    players: int
    seat_no: int
    sessions: int
    known: int
    won: int
    best: int | None
    last_at: str


class Filter(NamedTuple):
    """Which finished sessions count: `since` and `until` bound `finished_at`; None is no bound."""

    game: str | None = None
    since: str | None = None
    until: str | None = None


EVERYTHING = Filter()

_others = seat.alias("others")
_PLAYERS = select(func.count()).select_from(_others).where(_others.c.session_id == session.c.id).scalar_subquery()


class Results:
    """Of sessions that are finished and not deleted."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, which: Filter = EVERYTHING, player_id: str | None = None) -> list[Result]:
        """Every seat's result, or one player's, the oldest session first."""
        query = _all(*(bound is not None for bound in which), player_id is not None)
        rows = self._database.rows(query, **which._asdict(), player=player_id)
        return [Result._make((*row[:8], TRUTH[row[8]], TRUTH[row[9]], *row[10:])) for row in rows]

    def tallies(self, player_id: str, which: Filter = EVERYTHING) -> list[Tally]:
        """One player's sessions counted by game, number of players and seat."""
        query = _tallies(*(bound is not None for bound in which))
        rows = self._database.rows(query, **which._asdict(), player=player_id)
        return [Tally._make(row) for row in rows]


@cache
def _all(by_game: bool, since: bool, until: bool, by_player: bool) -> Query:
    columns = (session.c.id, session.c.game, session.c.finished_at, session.c.seconds, _PLAYERS)
    result = (seat.c[name] for name in ("seat_no", "player_id", "name", "new_to_game", "won", "score", "rank"))
    query = select(*columns, *result).join_from(seat, session, session.c.id == seat.c.session_id)
    query = _finished(query, by_game, since, until)
    if by_player:
        query = query.where(seat.c.player_id == bindparam("player"))
    return Query(query.order_by(session.c.finished_at, session.c.id, seat.c.seat_no))


@cache
def _tallies(by_game: bool, since: bool, until: bool) -> Query:
    columns = (session.c.game, _PLAYERS.label("players"), seat.c.seat_no, seat.c.won, seat.c.score)
    played = select(*columns, session.c.finished_at).join_from(seat, session, session.c.id == seat.c.session_id)
    played = _finished(played, by_game, since, until).where(seat.c.player_id == bindparam("player"))
    rows = played.subquery()
    key = (rows.c.game, rows.c.players, rows.c.seat_no)
    wins = func.sum(case((rows.c.won, 1), else_=0))
    counted = (func.count(), func.count(rows.c.won), wins, func.max(rows.c.score), func.max(rows.c.finished_at))
    return Query(select(*key, *counted).group_by(*key).order_by(*key))


def _finished(query: Select[Any], by_game: bool, since: bool, until: bool) -> Select[Any]:
    query = query.where(session.c.state == "finished", session.c.deleted_at.is_(None))
    if by_game:
        query = query.where(session.c.game == bindparam("game"))
    if since:
        query = query.where(session.c.finished_at >= bindparam("since"))
    if until:
        query = query.where(session.c.finished_at < bindparam("until"))
    return query
