"""The log in: a file's sessions are added, or refused with every fault and nothing changed."""

from __future__ import annotations

from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError
from sqlalchemy import Connection, insert, select, update

from models import log, sessions
from models.database import Database
from models.documents import FORMAT, VERSION, EntryPart, SessionPart, faults_of
from models.faults import StoreFault, Unfit
from models.people import place_named, settle_player
from models.progress import Progress, silent
from models.records import Entry, NewEntry, to_json
from models.stream import NotThisJson, read_list
from models.tables import attachment, entry, note, seat, session

_BATCH = 500  # ids looked up at once
MAX_FAULTS = 1000
"""Once there are as many, the rest of the file is not looked at."""


class ImportRefused(StoreFault):
    """`faults` lists everything that is wrong with the file, each with its place in it."""

    template = "The file {file} cannot be imported: {first}{more}."
    remedy = "Correct the file or export it again; nothing was changed."

    def __init__(self, file: Path, faults: list[str]) -> None:
        self.faults = faults
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        super().__init__(file=file.name, first=faults[0], more=more)


class Imported(NamedTuple):
    """What an import did; sessions that grew had more entries in the file than here."""

    sessions_added: int = 0
    sessions_grown: int = 0
    sessions_known: int = 0
    entries_added: int = 0


class _Refused(Exception):
    """There are so many faults that nobody needs more."""


def import_log(database: Database, file: Path, progress: Progress = silent) -> Imported:
    """Add the sessions of a log file in one transaction. What is here already is not added again.

    `progress` counts bytes. Raises ImportRefused, StoreFault, Cancelled.
    """

    def work(connection: Connection) -> Imported:
        faults: list[str] = []
        done = Imported()
        try:
            for at, part in _parts(file, progress, faults):
                done = _add(connection, at, part, done, faults)
        except (NotThisJson, OSError) as error:
            faults.append(str(error))
        except _Refused:
            pass
        if faults:
            raise ImportRefused(file, faults)
        return done

    return database.write_much(work)


def _parts(file: Path, progress: Progress, faults: list[str]) -> Iterator[tuple[str, SessionPart]]:
    """The sessions of the file that are well formed, each with its place in it; the faults of the others are added."""
    total = file.stat().st_size
    with file.open("rb") as raw, TextIOWrapper(raw, "utf-8-sig", newline="") as text:
        head, items = read_list(text, "sessions")
        if "format" in head:  # as we write it; whoever sorted the members put them behind
            _check_head(head)
        for number, item in enumerate(items):
            progress(raw.tell(), total)
            at = f"sessions.{number}"
            try:
                part = SessionPart.model_validate(item)
            except ValidationError as error:
                faults += faults_of(error, at)
            else:
                yield at, part
            if len(faults) >= MAX_FAULTS:
                raise _Refused
        _check_head(head)


def _check_head(head: dict[str, Any]) -> None:
    """Raises NotThisJson where the document is not of ours or not of a version we read."""
    if head.get("format") != FORMAT:
        raise NotThisJson(f"format: expected {FORMAT!r}, so this is no log of ours")
    if head.get("version") != VERSION:
        raise NotThisJson(f"version: {head.get('version')!r} is not the one that this program reads ({VERSION})")


def _add(connection: Connection, at: str, part: SessionPart, done: Imported, faults: list[str]) -> Imported:
    """Write one session, or what it has more than the one here; nothing once there are faults."""
    try:
        entries = [_entry(part, number, each) for number, each in enumerate(part.entries, start=1)]
        here = sessions.find(connection, part.id)
        known = log.read(connection, part.id) if here else []
        new = _tail(at, entries, known)
        _check_free(connection, at, new)
        if faults:
            return done
        if here is None:
            _create(connection, part)
        if new:
            connection.execute(insert(entry), [log.row(each) for each in new])
        if here is not None and new:
            _update(connection, part, len(entries))
        _attach(connection, part)
    except _Differs as difference:
        faults.append(str(difference))
        return done
    except Unfit as unfit:
        faults.append(f"{at}: {unfit.sentence}")
        return done
    return Imported(
        done.sessions_added + (here is None),
        done.sessions_grown + (here is not None and bool(new)),
        done.sessions_known + (here is not None and not new),
        done.entries_added + len(new),
    )


class _Differs(Exception):
    """The file and the store disagree; the message says where."""


def _entry(part: SessionPart, number: int, each: EntryPart) -> Entry:
    return log.prepare(part.id, number, NewEntry(**dict(each)), each.at)


def _tail(at: str, entries: list[Entry], known: list[Entry]) -> list[Entry]:
    """The entries that come after those here already. Raises _Differs."""
    for number, (ours, theirs) in enumerate(zip(known, entries, strict=False)):
        if ours.id != theirs.id or log.told(ours) != log.told(theirs):
            raise _Differs(f"{at}.entries.{number}: this session is here already with another entry in this place")
    return entries[len(known) :]


def _check_free(connection: Connection, at: str, entries: list[Entry]) -> None:
    """Raises _Differs where an entry's id is used in another session."""
    for start in range(0, len(entries), _BATCH):
        ids = [each.id for each in entries[start : start + _BATCH]]
        taken = connection.execute(select(entry.c.id).where(entry.c.id.in_(ids))).scalar()
        if taken is not None:
            raise _Differs(f"{at}.entries: the id {taken} belongs to an entry of another session")


def _create(connection: Connection, part: SessionPart) -> None:
    connection.execute(
        insert(session),
        {
            "id": part.id,
            "game": part.game,
            "created_at": part.created_at,
            "rules_version": part.rules_version,
            **_changing(part),
            "last_seq": len(part.entries),
            "place_id": place_named(connection, part.place) if part.place else None,
        },
    )
    people = [settle_player(connection, each.player.id, each.player.name) for each in part.seats]
    if len(set(people)) < len(people):
        raise Unfit(what=f"Session {part.id}", problem="two seats have the same person")
    for number, (each, player_id) in enumerate(zip(part.seats, people, strict=True), start=1):
        values = each.model_dump(exclude={"player"})
        connection.execute(insert(seat), {**values, "session_id": part.id, "seat_no": number, "player_id": player_id})


def _changing(part: SessionPart) -> dict[str, object]:
    """What of a session changes as it goes on."""
    return {
        "title": part.title,
        "state": part.state,
        "updated_at": part.updated_at,
        "finished_at": part.finished_at,
        "outcome": None if part.outcome is None else to_json(part.outcome),
        "seconds": part.seconds,
    }


def _update(connection: Connection, part: SessionPart, last_seq: int) -> None:
    values = {**_changing(part), "last_seq": last_seq}
    connection.execute(update(session).where(session.c.id == part.id).values(values))
    for number, each in enumerate(part.seats, start=1):
        result = {"won": each.won, "score": each.score, "rank": each.rank}
        here = (seat.c.session_id == part.id) & (seat.c.seat_no == number)
        connection.execute(update(seat).where(here).values(result))


def _attach(connection: Connection, part: SessionPart) -> None:
    """Notes and files that are not here yet."""
    for each in part.notes:
        if connection.execute(select(note.c.id).where(note.c.id == each.id)).first() is None:
            connection.execute(insert(note), {**dict(each), "session_id": part.id})
    for file in part.attachments:
        if connection.execute(select(attachment.c.id).where(attachment.c.id == file.id)).first() is None:
            data = file.data()
            values = {**dict(file), "session_id": part.id, "size": len(data), "content": data}
            connection.execute(insert(attachment), values)
