"""The store: sessions and their append-only logs."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from models.database import Database
from models.faults import Damaged, EntryConflict, NoSuch, Stale, Unfit, check_texts
from models.people import seat_players
from models.records import (
    Entry,
    NewEntry,
    NewSeat,
    NewSession,
    SeatInfo,
    SessionInfo,
    Snapshot,
    State,
    from_json,
    new_id,
    now,
    to_json,
)
from models.tables import entry, seat, session, snapshot

_ENTRY_COLUMNS = tuple(column for column in entry.c if column.name != "crc")

# Built once: SQLAlchemy then finds their compiled form by identity.
_CLAIM = (  # the next numbers of a log, if nobody wrote since `base`
    update(session)
    .where(
        session.c.id == bindparam("session"), session.c.last_seq == bindparam("base"), session.c.deleted_at.is_(None)
    )
    .values(last_seq=bindparam("last"), updated_at=bindparam("at"))
)
_INSERT_ENTRY = insert(entry)
_ENTRIES = (
    select(*_ENTRY_COLUMNS, entry.c.crc)
    .where(entry.c.session_id == bindparam("session"), entry.c.seq > bindparam("after"))
    .order_by(entry.c.seq)
)


class Store:
    """Everything the program remembers. Safe to call from several threads; every method raises StoreFault.

    A method that writes returns only after the database has it on the disk.
    """

    def __init__(self, database: Database) -> None:
        self.database = database

    @property
    def where(self) -> str:
        """The path of the file or the name of the server."""
        return self.database.where

    def close(self) -> None:
        self.database.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    # Sessions

    def create_session(self, new: NewSession, first: NewEntry | None = None) -> SessionInfo:
        """Open a session, with its `first` entry in the same transaction.

        People not known by name or id become players. The same id again is the same session.
        """
        seats = [seat_ if isinstance(seat_, NewSeat) else NewSeat(seat_) for seat_ in new.seats]
        at = now()
        session_id = new.id or new_id()
        check_texts("The session", session_id, new.game, new.title, new.rules_version, *(each.name for each in seats))
        row = {
            "id": session_id,
            "game": new.game,
            "title": new.title,
            "state": "open",
            "created_at": at,
            "updated_at": at,
            "rules_version": new.rules_version,
            "last_seq": 0 if first is None else 1,
        }

        opening = None if first is None else _entry(session_id, 1, first, at)

        def work(connection: Connection) -> SessionInfo:
            if _session(connection, session_id) is None:
                connection.execute(insert(session), row)
                if opening is not None:
                    connection.execute(_INSERT_ENTRY, [_row(opening)])
                players = seat_players(connection, seats)
                rows = [
                    {"session_id": session_id, "seat_no": number, "player_id": player_id, "name": seat_.name.strip()}
                    for number, (seat_, player_id) in enumerate(zip(seats, players, strict=True), start=1)
                ]
                if rows:
                    connection.execute(insert(seat), rows)
            return _known(connection, session_id)

        return self.database.write(work)

    def session(self, session_id: str) -> SessionInfo:
        return self.database.read(lambda connection: _known(connection, session_id))

    def sessions(
        self,
        state: State | None = None,
        *,
        game: str | None = None,
        player_id: str | None = None,
        limit: int | None = None,
        before: SessionInfo | None = None,
    ) -> list[SessionInfo]:
        """Sessions, the last touched first; without `state`, all but the deleted.

        `limit` with `before`, the last session of the page above, gives page after page.
        """
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
        chosen = chosen.order_by(session.c.updated_at.desc(), session.c.id.desc()).limit(limit)
        page = chosen.subquery()
        listed = (
            select(page, seat.c.seat_no, seat.c.player_id, seat.c.name)
            .outerjoin_from(page, seat, seat.c.session_id == page.c.id)
            .order_by(page.c.updated_at.desc(), page.c.id.desc(), seat.c.seat_no)
        )
        return self.database.read(lambda connection: _gathered(connection.execute(listed)))

    def rename(self, session_id: str, title: str) -> SessionInfo:
        check_texts("The title", title)
        return self._change(session_id, title=title)

    def finish(self, session_id: str, outcome: Mapping[str, Any] | None) -> SessionInfo:
        """The session is over with this outcome; again, with another outcome, corrects it."""
        at = now()
        return self._change(session_id, state="finished", outcome=to_json(outcome), finished_at=at, updated_at=at)

    def abandon(self, session_id: str) -> SessionInfo:
        at = now()
        return self._change(session_id, state="abandoned", outcome=None, finished_at=at, updated_at=at)

    def reopen(self, session_id: str) -> SessionInfo:
        """Play on after the end, for instance because the last entry was undone."""
        return self._change(session_id, state="open", outcome=None, finished_at=None, updated_at=now())

    def delete(self, session_id: str) -> SessionInfo:
        """Put the session away; `undelete` brings it back as it was until `purge` removes it for good."""
        return self._change(session_id, deleted_at=now())

    def undelete(self, session_id: str) -> SessionInfo:
        return self._change(session_id, deleted_at=None)

    def _change(self, session_id: str, **values: object) -> SessionInfo:
        def work(connection: Connection) -> SessionInfo:
            connection.execute(update(session).where(session.c.id == session_id).values(**values))
            return _known(connection, session_id)

        return self.database.write(work)

    # The log

    def append(self, session_id: str, new: NewEntry, base_seq: int) -> Entry:
        """Write one entry after `base_seq`, the last the caller has seen. See `append_all`."""
        return self.append_all(session_id, [new], base_seq)[0]

    def append_all(self, session_id: str, new: Sequence[NewEntry], base_seq: int) -> list[Entry]:
        """Write entries one after another, all or none (a correction is several entries).

        The same entries again give the stored ones, so a retry is safe. Raises Stale with what the caller has not
        seen, EntryConflict where an id stands for something else, NoSuch, Unfit.
        """
        at = now()
        entries = [_entry(session_id, base_seq + n, each, at) for n, each in enumerate(new, start=1)]
        rows = [_row(each) for each in entries]
        claim = {"session": session_id, "base": base_seq, "last": base_seq + len(rows), "at": at}

        def work(connection: Connection) -> list[Entry]:
            if not connection.execute(_CLAIM, claim).rowcount:
                return _already(connection, session_id, entries, base_seq)
            connection.execute(_INSERT_ENTRY, rows)
            return entries

        try:
            return self.database.write(work)
        except IntegrityError:  # one of the ids is taken
            return self.database.read(lambda connection: _already(connection, session_id, entries, base_seq))

    def entries(self, session_id: str, after: int = 0) -> list[Entry]:
        """The log from the entry after `after` on, oldest first. Raises Damaged where a stored entry was altered."""
        return self.database.read(lambda connection: self._log(connection, session_id, after))

    def _log(self, connection: Connection, session_id: str, after: int) -> list[Entry]:
        rows = connection.execute(_ENTRIES, {"session": session_id, "after": after}).fetchall()
        log = [Entry._make(row[:-1]) for row in rows]
        for each, row in zip(log, rows, strict=True):
            if _crc(each) != row[-1]:
                raise Damaged(where=self.where, detail=f"entry {each.seq} of session {session_id}")
        return log

    # Snapshots

    def save_snapshot(self, session_id: str, seq: int, position: Any, rules_version: str) -> None:
        """Keep the position after entry `seq`, to open the session faster."""
        text = to_json(position)
        values = {"rules_version": rules_version, "position": text, "crc": zlib.crc32(text.encode())}
        key = (snapshot.c.session_id == session_id) & (snapshot.c.seq == seq)

        def work(connection: Connection) -> None:
            if not connection.execute(update(snapshot).where(key).values(**values)).rowcount:
                connection.execute(insert(snapshot), {"session_id": session_id, "seq": seq, **values})

        self.database.write(work)

    def latest_snapshot(self, session_id: str, upto: int | None = None) -> Snapshot | None:
        """The newest snapshot, at or before entry `upto`; None where there is none or it was altered on the disk."""
        wanted = select(snapshot).where(snapshot.c.session_id == session_id).order_by(snapshot.c.seq.desc()).limit(1)
        if upto is not None:
            wanted = wanted.where(snapshot.c.seq <= upto)
        row = self.database.read(lambda connection: connection.execute(wanted).one_or_none())
        if row is None or zlib.crc32(row.position.encode()) != row.crc:
            return None
        return Snapshot(row.session_id, row.seq, row.rules_version, row.position)


_SESSION = (
    select(session, seat.c.seat_no, seat.c.player_id, seat.c.name)
    .outerjoin_from(session, seat, seat.c.session_id == session.c.id)
    .where(session.c.id == bindparam("session"))
    .order_by(seat.c.seat_no)
)


def _session(connection: Connection, session_id: str) -> SessionInfo | None:
    found = _gathered(connection.execute(_SESSION, {"session": session_id}))
    return found[0] if found else None


def _known(connection: Connection, session_id: str) -> SessionInfo:
    found = _session(connection, session_id)
    if found is None:
        raise NoSuch(what="session", id=session_id)
    return found


def _gathered(rows: Iterable[Row[Any]]) -> list[SessionInfo]:
    """Rows of session columns and one seat's columns, a session's rows together, as sessions with their seats."""
    found: list[SessionInfo] = []
    seats: list[SeatInfo] = []
    for row in rows:
        *fields, seat_no, player_id, name = tuple(row)
        if not found or found[-1].id != fields[0]:
            if found:
                found[-1] = found[-1]._replace(seats=tuple(seats))
            info = SessionInfo._make([*fields, ()])
            found.append(info._replace(state="deleted") if info.deleted_at else info)
            seats = []
        if seat_no is not None:
            seats.append(SeatInfo(seat_no, player_id, name))
    if found:
        found[-1] = found[-1]._replace(seats=tuple(seats))
    return found


def _entry(session_id: str, seq: int, new: NewEntry, at: str) -> Entry:
    """The entry as it will be stored. Raises Unfit."""
    if not new.id or not new.kind:
        raise Unfit(what=f"Entry {new.id or seq}", problem="an entry needs an id and a kind")
    check_texts(f"Entry {new.id!a}", new.id, new.at, new.device, new.actor, new.kind, new.undoes, new.label)
    try:
        return Entry(
            new.id,
            session_id,
            seq,
            new.at or at,
            new.device,
            new.actor,
            new.kind,
            to_json(new.payload),
            to_json(new.changes),
            None if new.verdict is None else to_json(new.verdict),
            None if new.agreed is None else to_json(new.agreed),
            new.undoes,
            new.label,
        )
    except (TypeError, ValueError) as error:
        raise Unfit(what=f"Entry {new.id}", problem=str(error)) from error


def _crc(each: Entry) -> int:
    return zlib.crc32(repr(tuple(each)).encode())


def _row(each: Entry) -> dict[str, Any]:
    return {**dict(zip((column.name for column in _ENTRY_COLUMNS), each, strict=True)), "crc": _crc(each)}


def _already(connection: Connection, session_id: str, entries: list[Entry], base_seq: int) -> list[Entry]:
    """Why entries could not be written: they are there already (a retry), or the fault that says what is."""
    wanted = {each.id: each for each in entries}
    rows = connection.execute(
        select(*_ENTRY_COLUMNS).where(entry.c.id.in_(wanted)).order_by(entry.c.session_id, entry.c.seq)
    )
    stored = [Entry._make(row) for row in rows]
    for each in stored:
        if _told(each) != _told(wanted[each.id]):
            raise EntryConflict(id=each.id)
    if len(stored) == len(entries):
        return stored
    if stored:
        raise EntryConflict(id=stored[0].id)  # half of them: written together with something else
    info = _session(connection, session_id)
    if info is None or info.deleted_at:
        raise NoSuch(what="session", id=session_id)
    newer = connection.execute(_ENTRIES, {"session": session_id, "after": base_seq})
    raise Stale([Entry._make(row[:-1]) for row in newer])


def _told(each: Entry) -> tuple[object, ...]:
    """What a device told: the rest of an entry follows from where in the log it came to stand."""
    agreed, payload = from_json(each.agreed_json), from_json(each.payload_json)
    return each.session_id, each.device, each.actor, each.kind, payload, agreed, each.undoes
