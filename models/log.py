"""Entries as rows: what is stored, how it is checked, and why some could not be written."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, select

from models import sessions
from models.database import Altered
from models.faults import EntryConflict, NoSuch, Stale, Unfit, check_texts
from models.query import Query
from models.records import Entry, NewEntry, from_json, to_json
from models.tables import entry

_COLUMNS = tuple(column for column in entry.c if column.name != "crc")
_NAMES = tuple(entry.c.keys())

ENTRIES = Query(
    select(entry)
    .where(entry.c.session_id == bindparam("session"), entry.c.seq > bindparam("after"))
    .order_by(entry.c.seq)
)


def prepare(session_id: str, seq: int, new: NewEntry, at: str) -> Entry:
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


def read(connection: Connection, session_id: str, after: int = 0) -> list[Entry]:
    """The entries after number `after`, oldest first. Raises Altered."""
    return checked(ENTRIES.rows(connection, session=session_id, after=after))


def checked(rows: Sequence[tuple[Any, ...]]) -> list[Entry]:
    """The rows of `ENTRIES` as entries. Raises Altered where one is not what was written."""
    found = [Entry._make(each[:-1]) for each in rows]
    for each, stored in zip(found, rows, strict=True):
        if crc(each) != stored[-1]:
            raise Altered(f"entry {each.seq} of session {each.session_id}")
    return found


def crc(each: Entry) -> int:
    """CRC-32 over all columns as text, with a separator that JSON escapes; NULL counts as empty."""
    identity, session_id, seq, *texts = each
    return zlib.crc32("\x1f".join([identity, session_id, str(seq), *[text or "" for text in texts]]).encode())


def row(each: Entry) -> dict[str, Any]:
    return dict(zip(_NAMES, (*each, crc(each)), strict=True))


def already(connection: Connection, session_id: str, entries: Sequence[Entry], base_seq: int) -> list[Entry]:
    """Why entries could not be written: they are there already (a retry), or the fault that says what is."""
    wanted = {each.id: each for each in entries}
    rows = connection.execute(select(*_COLUMNS).where(entry.c.id.in_(wanted)).order_by(entry.c.seq))
    stored = [Entry._make(each) for each in rows]
    for each in stored:
        if told(each) != told(wanted[each.id]):
            raise EntryConflict(id=each.id)
    if len(stored) == len(entries):
        return stored
    if stored:
        raise EntryConflict(id=stored[0].id)  # some of them: they were written together with something else
    info = sessions.known(connection, session_id)
    if info.deleted_at:
        raise NoSuch(what="session", id=session_id)
    raise Stale(read(connection, session_id, after=base_seq))


def told(each: Entry) -> tuple[object, ...]:
    """What a device told: the rest of an entry follows from where in the log it came to stand."""
    agreed, payload = from_json(each.agreed_json), from_json(each.payload_json)
    return each.session_id, each.device, each.actor, each.kind, payload, agreed, each.undoes
