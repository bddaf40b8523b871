"""The log as it travels: version 1 of our own JSON. `models/log.schema.json` is its JSON Schema.

One document holds sessions with everything that hangs on them. It is written with one session a line, so that a file
of any length can be read and written with little memory, but any layout of the same JSON is read.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

FORMAT = "table-companion-log"
VERSION = 1
MAX_ENTRIES = 100_000
_INT32 = 2**31 - 1

Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[!-~]+$")]
Text = Annotated[str, Field(max_length=10_000, pattern=r"^[^\x00]*$")]
Name = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[^\x00]*$")]
Time = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")]
Number = Annotated[int, Field(ge=-_INT32, le=_INT32)]


class Part(BaseModel):
    """Strict: "3" is no number, and what we do not know is a fault rather than lost."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class PlayerPart(Part):
    """Who somebody is, whatever the name at this table."""

    id: Id
    name: Name


class SeatPart(Part):
    """A seat, in turn order; null is unknown."""

    name: Name
    player: PlayerPart
    team: Text | None = None
    role: Text | None = None
    new_to_game: bool | None = None
    starts: bool | None = None
    won: bool | None = None
    score: Number | None = None
    rank: Number | None = None


class EntryPart(Part):
    """A line of the log; its number is its place in the list, from 1."""

    id: Id
    at: Time
    device: Text
    actor: Text
    kind: Name
    payload: dict[str, Any]
    changes: list[Any]
    verdict: dict[str, Any] | None = None
    agreed: dict[str, Any] | None = None
    undoes: Id | None = None
    label: Text


class NotePart(Part):
    id: Id
    entry_id: Id | None = None
    at: Time
    author: Text
    text: Text


class AttachmentPart(Part):
    """A file, its content in base 64."""

    id: Id
    entry_id: Id | None = None
    at: Time
    name: Name
    media_type: Name
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    content: Annotated[str, Field(min_length=1, max_length=24 * 2**20)]

    def data(self) -> bytes:
        """Raises ValueError where it is not base 64 or not what was attached."""
        data = base64.b64decode(self.content, validate=True)
        if hashlib.sha256(data).hexdigest() != self.sha256:
            raise ValueError("the content is not what its sha256 says")
        return data


class SessionPart(Part):
    id: Id
    game: Name
    title: Text
    state: Literal["open", "finished", "abandoned"]
    created_at: Time
    updated_at: Time
    finished_at: Time | None = None
    rules_version: Name
    outcome: Any = None
    place: Name | None = None
    seconds: Annotated[int, Field(ge=0, le=_INT32)] | None = None
    seats: Annotated[list[SeatPart], Field(max_length=200)]
    entries: Annotated[list[EntryPart], Field(max_length=MAX_ENTRIES)]
    notes: list[NotePart] = []
    attachments: list[AttachmentPart] = []

    @model_validator(mode="after")
    def hangs_together(self) -> SessionPart:
        """Raises ValueError with everything that does not fit."""
        faults = []
        places = {entry.id: number for number, entry in enumerate(self.entries)}
        if len({seat.name for seat in self.seats}) < len(self.seats):
            faults.append("two seats have the same name")
        if len(places) < len(self.entries):
            faults.append("two entries have the same id")
        for number, entry in enumerate(self.entries):
            if entry.undoes is not None and places.get(entry.undoes, number) >= number:
                faults.append(f"entries.{number} undoes {entry.undoes}, which is no earlier entry")
        hanging: dict[str, Sequence[NotePart | AttachmentPart]] = {"notes": self.notes, "attachments": self.attachments}
        for name, parts in hanging.items():
            for number, part in enumerate(parts):
                if part.entry_id is not None and part.entry_id not in places:
                    faults.append(f"{name}.{number} hangs on {part.entry_id}, which is no entry of this session")
        for number, attachment in enumerate(self.attachments):
            try:
                attachment.data()
            except ValueError as error:
                faults.append(f"attachments.{number}: {error}")
        if faults:
            raise ValueError("; ".join(faults))
        return self


class LogDocument(Part):
    """A Table Companion log, version 1."""

    format: Literal["table-companion-log"]
    version: Literal[1]
    exported_at: Time
    sessions: list[SessionPart]


def faults_of(error: ValidationError, at: str) -> list[str]:
    """Every fault with its path and what was expected."""
    return [
        f"{'.'.join([at, *(str(step) for step in fault['loc'])])}: {fault['msg'].removeprefix('Value error, ')}"
        for fault in error.errors(include_url=False, include_input=False)
    ]


def json_schema() -> dict[str, Any]:
    """The JSON Schema of the whole document."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **LogDocument.model_json_schema()}
