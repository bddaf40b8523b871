"""The log out: sessions as documents, one at a time."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TextIO

from sqlalchemy import Connection, select

from models import log, sessions
from models.attached import Attachment, Note
from models.database import Database
from models.documents import FORMAT, VERSION
from models.progress import Progress, silent
from models.records import Entry, SessionInfo, now, to_json
from models.tables import attachment, note, place, player, seat, session


class SessionDocument(NamedTuple):
    """One session with all that hangs on it. Whoever may not see everything gets one with other `entries`."""

    session: SessionInfo
    place: str | None
    people: dict[str, str]  # player id -> name
    entries: list[Entry]
    notes: list[Note]
    attachments: list[tuple[Attachment, bytes]]


def documents(
    database: Database, session_ids: Iterable[str] | None = None, progress: Progress = silent
) -> Iterator[SessionDocument]:
    """The sessions named, or all but the deleted from the oldest on. Raises NoSuch, StoreFault, Cancelled."""
    chosen = list(session_ids) if session_ids is not None else database.read(_all)
    for done, session_id in enumerate(chosen):
        progress(done, len(chosen))
        yield database.read(lambda connection, wanted=session_id: _document(connection, wanted))  # type: ignore[misc]
    progress(len(chosen), len(chosen))


def write_log(out: TextIO, found: Iterable[SessionDocument]) -> int:
    """Write them as one JSON document, a session a line; how many."""
    out.write(f'{{"format":"{FORMAT}","version":{VERSION},"exported_at":"{now()}","sessions":[')
    count = 0
    for count, document in enumerate(found, start=1):
        out.write(",\n" if count > 1 else "\n")
        out.write(_session_json(document))
    out.write("\n]}\n")
    return count


def _all(connection: Connection) -> list[str]:
    kept = select(session.c.id).where(session.c.deleted_at.is_(None)).order_by(session.c.created_at, session.c.id)
    return list(connection.execute(kept).scalars())


def _document(connection: Connection, session_id: str) -> SessionDocument:
    info = sessions.known(connection, session_id)
    names = select(player.c.id, player.c.name).join_from(player, seat).where(seat.c.session_id == session_id)
    notes = select(note).where(note.c.session_id == session_id).order_by(note.c.at, note.c.id)
    files = select(attachment).where(attachment.c.session_id == session_id).order_by(attachment.c.at, attachment.c.id)
    return SessionDocument(
        info,
        connection.execute(select(place.c.name).where(place.c.id == info.place_id)).scalar(),
        {row[0]: row[1] for row in connection.execute(names)},
        log.read(connection, session_id),
        [Note._make(row) for row in connection.execute(notes)],
        [(Attachment._make(row[:-1]), bytes(row[-1])) for row in connection.execute(files)],
    )


def _session_json(document: SessionDocument) -> str:
    info = document.session
    state = info.state if info.state != "deleted" else "finished" if info.finished_at else "open"
    plain = {
        "id": info.id,
        "game": info.game,
        "title": info.title,
        "state": state,
        "created_at": info.created_at,
        "updated_at": info.updated_at,
        "finished_at": info.finished_at,
        "rules_version": info.rules_version,
        "outcome": info.outcome,
        "place": document.place,
        "seconds": info.seconds,
        "seats": [_seat(each, document.people) for each in info.seats],
        "notes": [_without_session(each) for each in document.notes],
        "attachments": [
            {**_without_session(each, "size"), "content": base64.b64encode(content).decode()}
            for each, content in document.attachments
        ],
    }
    entries = ",".join(_entry_json(each) for each in document.entries)
    return f'{to_json(plain)[:-1]},"entries":[{entries}]}}'


def _seat(each: Any, people: dict[str, str]) -> dict[str, Any]:
    fields = each._asdict()
    del fields["seat_no"], fields["player_id"]
    return {**fields, "player": {"id": each.player_id, "name": people[each.player_id]}}


def _without_session(each: Note | Attachment, *others: str) -> dict[str, Any]:
    return {name: value for name, value in each._asdict().items() if name not in ("session_id", *others)}


def _entry_json(each: Entry) -> str:
    """The stored JSON goes out as it is: reading and writing it again would be most of the time of an export."""
    plain = {
        "id": each.id,
        "at": each.at,
        "device": each.device,
        "actor": each.actor,
        "kind": each.kind,
        "undoes": each.undoes,
        "label": each.label,
    }
    return (
        f'{to_json(plain)[:-1]},"payload":{each.payload_json},"changes":{each.changes_json},'
        f'"verdict":{each.verdict_json or "null"},"agreed":{each.agreed_json or "null"}}}'
    )
