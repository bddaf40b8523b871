"""Notes and photographs that people attach to a session or to one of its entries."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from sqlalchemy import Connection, Table, delete, insert, select, update

from models import sessions
from models.database import Altered, Database
from models.faults import NoSuch, Unfit, check_texts
from models.records import new_id, now
from models.tables import attachment, entry, note

MAX_ATTACHMENT = 16 * 2**20
"""Bytes."""


class Note(NamedTuple):
    id: str
    session_id: str
    entry_id: str | None
    at: str
    author: str
    text: str


class Attachment(NamedTuple):
    """What is known about an attached file, without its content; `size` in bytes."""

    id: str
    session_id: str
    entry_id: str | None
    at: str
    name: str
    media_type: str
    size: int
    sha256: str


class Notes:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self, session_id: str, text: str, *, author: str = "", entry_id: str | None = None, note_id: str | None = None
    ) -> Note:
        """Raises NoSuch, Unfit. The same `note_id` again is the same note."""
        check_texts("The note", text, author)
        if not text.strip():
            raise Unfit(what="The note", problem="it is empty")
        new = Note(note_id or new_id(), session_id, entry_id, now(), author, text)

        def work(connection: Connection) -> Note:
            _check_target(connection, session_id, entry_id)
            stored = connection.execute(select(note).where(note.c.id == new.id)).one_or_none()
            if stored is not None:
                return Note._make(stored)
            connection.execute(insert(note), new._asdict())
            return new

        return self._database.write(work)

    def of(self, session_id: str) -> list[Note]:
        """A session's notes, oldest first."""
        query = select(note).where(note.c.session_id == session_id).order_by(note.c.at, note.c.id)
        return self._database.read(lambda connection: [Note._make(row) for row in connection.execute(query)])

    def edit(self, note_id: str, text: str) -> None:
        """Raises NoSuch, Unfit."""
        check_texts("The note", text)

        def work(connection: Connection) -> None:
            if not connection.execute(update(note).where(note.c.id == note_id).values(text=text)).rowcount:
                raise NoSuch(what="note", id=note_id)

        self._database.write(work)

    def delete(self, note_id: str) -> None:
        _remove(self._database, note, note_id)


class Attachments:
    """Files live in the database, so that a backup holds them and a deleted session takes them along."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self,
        session_id: str,
        name: str,
        media_type: str,
        content: bytes,
        *,
        entry_id: str | None = None,
        attachment_id: str | None = None,
    ) -> Attachment:
        """Raises NoSuch, Unfit for a file that is empty or over 16 MiB. The same id again is the same file."""
        check_texts("The file", name, media_type)
        if not 0 < len(content) <= MAX_ATTACHMENT:
            limit = f"{MAX_ATTACHMENT // 2**20} MiB"
            raise Unfit(what=f"The file {name!r}", problem=f"it is empty or larger than {limit}")
        digest = hashlib.sha256(content).hexdigest()
        new = Attachment(attachment_id or new_id(), session_id, entry_id, now(), name, media_type, len(content), digest)

        def work(connection: Connection) -> Attachment:
            _check_target(connection, session_id, entry_id)
            stored = connection.execute(select(*_ATTACHMENT).where(attachment.c.id == new.id)).one_or_none()
            if stored is not None:
                return Attachment._make(stored)
            connection.execute(insert(attachment), {**new._asdict(), "content": content})
            return new

        return self._database.write(work)

    def of(self, session_id: str) -> list[Attachment]:
        """A session's files, oldest first."""
        query = (
            select(*_ATTACHMENT).where(attachment.c.session_id == session_id).order_by(attachment.c.at, attachment.c.id)
        )
        return self._database.read(lambda connection: [Attachment._make(row) for row in connection.execute(query)])

    def content(self, attachment_id: str) -> bytes:
        """Raises NoSuch, Damaged where the content is not what was attached."""
        query = select(attachment.c.content, attachment.c.sha256).where(attachment.c.id == attachment_id)

        def work(connection: Connection) -> bytes:
            row = connection.execute(query).one_or_none()
            if row is None:
                raise NoSuch(what="file", id=attachment_id)
            content = bytes(row.content)
            if hashlib.sha256(content).hexdigest() != row.sha256:
                raise Altered(f"attachment {attachment_id}")
            return content

        return self._database.read(work)

    def delete(self, attachment_id: str) -> None:
        _remove(self._database, attachment, attachment_id)


_ATTACHMENT = tuple(attachment.c[name] for name in Attachment._fields)


def _check_target(connection: Connection, session_id: str, entry_id: str | None) -> None:
    sessions.known(connection, session_id)
    if entry_id is not None:
        there = select(entry.c.id).where(entry.c.id == entry_id, entry.c.session_id == session_id)
        if connection.execute(there).first() is None:
            raise NoSuch(what="entry", id=entry_id)


def _remove(database: Database, table: Table, row_id: str) -> None:
    database.write(lambda connection: connection.execute(delete(table).where(table.c.id == row_id)).rowcount)
