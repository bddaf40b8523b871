"""Taking a person's name out of the logs: the one time that a stored entry changes."""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import Connection, delete, select, update

from models import log
from models.records import from_json, to_json
from models.tables import entry, note, seat, session, snapshot

_NO_NAMES = frozenset({"do", "cards", "rules", "rulings"})
"""Keys of a payload whose values are words of the game, which a name may equal by chance."""


def rewrite_logs(connection: Connection, player_id: str, alias: str) -> None:
    """Put `alias` for the name that each of the player's tables shows, in entries, outcomes and notes."""
    seats = connection.execute(select(seat.c.session_id, seat.c.name).where(seat.c.player_id == player_id)).all()
    for session_id, name in seats:
        renamed = _Renamed(name, alias)
        for each in log.read(connection, session_id):
            changed = each._replace(
                actor=renamed.text(each.actor),
                label=renamed.text(each.label),
                payload_json=renamed.json(each.payload_json) or "",
                changes_json=renamed.json(each.changes_json) or "",
                verdict_json=renamed.json(each.verdict_json),
                agreed_json=renamed.json(each.agreed_json),
            )
            if changed != each:
                connection.execute(update(entry).where(entry.c.id == each.id).values(log.row(changed)))
        outcome = connection.execute(select(session.c.outcome).where(session.c.id == session_id)).scalar()
        values = {"outcome": renamed.json(outcome)}
        connection.execute(update(session).where(session.c.id == session_id).values(values))
        for note_id, author, text in connection.execute(
            select(note.c.id, note.c.author, note.c.text).where(note.c.session_id == session_id)
        ).all():
            told = {"author": renamed.text(author), "text": renamed.text(text)}
            connection.execute(update(note).where(note.c.id == note_id).values(told))
        connection.execute(delete(snapshot).where(snapshot.c.session_id == session_id))


class _Renamed:
    def __init__(self, name: str, alias: str) -> None:
        self._name = name
        self._alias = alias
        self._word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")

    def text(self, text: str) -> str:
        """A sentence."""
        return self._word.sub(lambda _match: self._alias, text)

    def json(self, text: str | None) -> str | None:
        return None if text is None else to_json(self._value(from_json(text)))

    def _value(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._string(value)
        if isinstance(value, list):
            return [self._value(each) for each in value]
        if isinstance(value, dict):
            return {self._string(key): each if key in _NO_NAMES else self._value(each) for key, each in value.items()}
        return value

    def _string(self, text: str) -> str:
        """A name, a path that leads through it ("players.Ana.life"), or a sentence; ids of cards stay as they are."""
        if " " in text:
            return self.text(text)
        return ".".join(self._alias if part == self._name else part for part in text.split("."))
