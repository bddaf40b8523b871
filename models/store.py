"""The store: sessions and their append-only logs, and what hangs on them."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TextIO

from sqlalchemy import Connection, delete, insert, select, update

from models import log, sessions
from models.attached import Attachments, Notes
from models.backups import Backup, back_up, is_due
from models.check import check
from models.database import Altered, Claim, Database, Taken
from models.exporting import SessionDocument, documents, write_log
from models.faults import Damaged, check_texts
from models.importing import Imported, import_log
from models.people import People, Places, place_named, seat_players
from models.progress import Progress, silent
from models.records import (
    Entry,
    NewEntry,
    NewSeat,
    NewSession,
    SeatResult,
    SessionInfo,
    Snapshot,
    State,
    new_id,
    now,
    stamp,
    to_json,
)
from models.results import Results
from models.sqlite import SqliteDatabase
from models.tables import entry, seat, session, snapshot

GRACE = timedelta(days=30)
"""How long a deleted session can be brought back."""


class Store:
    """Everything the program remembers. Safe to call from several threads; every method raises StoreFault.

    A method that writes returns only after the database has it on the disk.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.people = People(database)
        self.places = Places(database)
        self.notes = Notes(database)
        self.attachments = Attachments(database)
        self.results = Results(database)

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

    def check(self, progress: Progress = silent) -> list[str]:
        """Read everything and give every fault found, none if all is well. Raises Cancelled."""
        return self.database.read(lambda connection: check(connection, progress))

    def back_up(self, reason: str, progress: Progress = silent) -> Backup | None:
        """A backup of the file (see `models.backups`); None where a server keeps its own. Raises Cancelled."""
        return back_up(self.database.path, reason, progress) if isinstance(self.database, SqliteDatabase) else None

    def back_up_daily(self, progress: Progress = silent) -> Backup | None:
        """`back_up`, if the last one is a day old: for the program to call, in a thread, when it has started.

        Raises Damaged where the file is not sound any more, so that it is noticed while there are good backups.
        """
        if isinstance(self.database, SqliteDatabase) and is_due(self.database.path):
            return self.back_up("daily", progress)
        return None

    def export_log(self, out: TextIO, session_ids: Iterable[str] | None = None, progress: Progress = silent) -> int:
        """Write the sessions named, or all but the deleted, as our JSON; how many. Raises Cancelled."""
        return write_log(out, self.documents(session_ids, progress))

    def documents(
        self, session_ids: Iterable[str] | None = None, progress: Progress = silent
    ) -> Iterator[SessionDocument]:
        """The same, one by one, for who cuts out what a reader may not see and calls `write_log`."""
        return documents(self.database, session_ids, progress)

    def import_log(self, file: Path, progress: Progress = silent) -> Imported:
        """Add the sessions of a log file, after a backup. Raises ImportRefused with every fault, Cancelled."""
        self.back_up("import")
        return import_log(self.database, file, progress)

    # Sessions

    def create_session(self, new: NewSession, first: NewEntry | None = None) -> SessionInfo:
        """Open a session, with its `first` entry in the same transaction.

        People not known by name or id become players. The same id again is the same session.
        """
        seats = [each if isinstance(each, NewSeat) else NewSeat(each) for each in new.seats]
        session_id, at = new.id or new_id(), now()
        check_texts("The session", session_id, new.game, new.title, new.rules_version)
        opening = None if first is None else log.prepare(session_id, 1, first, at)
        row = {
            "id": session_id,
            "game": new.game,
            "title": new.title,
            "state": "open",
            "created_at": at,
            "updated_at": at,
            "rules_version": new.rules_version,
            "last_seq": 0 if opening is None else 1,
        }

        def work(connection: Connection) -> SessionInfo:
            if sessions.find(connection, session_id) is None:
                place_id = place_named(connection, new.place) if new.place else None
                connection.execute(insert(session), {**row, "place_id": place_id})
                if opening is not None:
                    connection.execute(insert(entry), log.row(opening))
                _sit(connection, session_id, seats)
            return sessions.known(connection, session_id)

        return self.database.write(work)

    def session(self, session_id: str) -> SessionInfo:
        return self.database.read(lambda connection: sessions.known(connection, session_id))

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
        query, values = sessions.page(state, game, player_id, limit, before)
        return sessions.gather(self.database.rows(query, **values))

    def rename(self, session_id: str, title: str) -> SessionInfo:
        check_texts("The title", title)
        return self._change(session_id, title=title)

    def move(self, session_id: str, place: str | None) -> SessionInfo:
        """The session took place there."""

        def work(connection: Connection) -> SessionInfo:
            place_id = place_named(connection, place) if place else None
            connection.execute(update(session).where(session.c.id == session_id).values(place_id=place_id))
            return sessions.known(connection, session_id)

        return self.database.write(work)

    def finish(
        self,
        session_id: str,
        outcome: Mapping[str, Any] | None,
        results: Sequence[SeatResult] = (),
        seconds: int | None = None,
    ) -> SessionInfo:
        """The session is over with this outcome; again, with another outcome, corrects it.

        Without `results`, the seats that the outcome's `winners` name have won and the others have not.
        """
        at = now()
        values: dict[str, object] = {
            "state": "finished",
            "outcome": to_json(outcome),
            "finished_at": at,
            "updated_at": at,
        }
        if seconds is not None:
            values["seconds"] = seconds
        winners = (outcome or {}).get("winners")

        def work(connection: Connection) -> SessionInfo:
            connection.execute(update(session).where(session.c.id == session_id).values(**values))
            info = sessions.known(connection, session_id)
            given = {each.name: each for each in results}
            for each in info.seats:
                won = None if winners is None else each.name in winners
                result = given.get(each.name, SeatResult(each.name, won))
                _record(connection, info, each.seat_no, result)
            return sessions.known(connection, session_id)

        return self.database.write(work)

    def abandon(self, session_id: str) -> SessionInfo:
        """The session ends without a result."""
        at = now()
        return self._change(session_id, state="abandoned", outcome=None, finished_at=at, updated_at=at)

    def reopen(self, session_id: str) -> SessionInfo:
        """Play on after the end, for instance because the last entry was undone; the results go."""

        def work(connection: Connection) -> SessionInfo:
            values = {"state": "open", "outcome": None, "finished_at": None, "updated_at": now()}
            connection.execute(update(session).where(session.c.id == session_id).values(**values))
            connection.execute(
                update(seat).where(seat.c.session_id == session_id).values(won=None, score=None, rank=None)
            )
            return sessions.known(connection, session_id)

        return self.database.write(work)

    def delete(self, session_id: str) -> SessionInfo:
        """Put the session away; `undelete` brings it back as it was until `purge` removes it for good."""
        return self._change(session_id, deleted_at=now())

    def undelete(self, session_id: str) -> SessionInfo:
        return self._change(session_id, deleted_at=None)

    def purge(self, deleted_before: str | None = None) -> int:
        """Remove for good what was deleted before that time, 30 days ago if not told; how many sessions went."""
        limit = deleted_before or stamp(datetime.now(UTC) - GRACE)
        gone = delete(session).where(session.c.deleted_at < limit)
        return self.database.write(lambda connection: connection.execute(gone).rowcount)

    def _change(self, session_id: str, **values: object) -> SessionInfo:
        def work(connection: Connection) -> SessionInfo:
            connection.execute(update(session).where(session.c.id == session_id).values(**values))
            return sessions.known(connection, session_id)

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
        entries = [log.prepare(session_id, base_seq + n, each, at) for n, each in enumerate(new, start=1)]
        if not entries:
            return []

        claim = Claim(base_seq + len(entries), at, session_id, base_seq)
        try:
            written = self.database.append(claim, [log.row(each) for each in entries])
        except Taken:
            written = False
        if written:
            return entries
        return self.database.read(lambda connection: log.already(connection, session_id, entries, base_seq))

    def entries(self, session_id: str, after: int = 0) -> list[Entry]:
        """The log from the entry after `after` on, oldest first. Raises Damaged where a stored entry was altered."""
        rows = self.database.rows(log.ENTRIES, session=session_id, after=after)
        try:
            return log.checked(rows)
        except Altered as error:
            raise Damaged(where=self.where, detail=str(error)) from error

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


def _sit(connection: Connection, session_id: str, seats: Sequence[NewSeat]) -> None:
    players = seat_players(connection, seats)
    for number, (each, player_id) in enumerate(zip(seats, players, strict=True), start=1):
        here = {"session_id": session_id, "seat_no": number, "player_id": player_id, "name": each.name.strip()}
        connection.execute(insert(seat), {**each._asdict(), **here})


def _record(connection: Connection, info: SessionInfo, seat_no: int, result: SeatResult) -> None:
    here = (seat.c.session_id == info.id) & (seat.c.seat_no == seat_no)
    connection.execute(update(seat).where(here).values(won=result.won, score=result.score, rank=result.rank))
