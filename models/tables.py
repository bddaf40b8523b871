"""The tables, as SQLModel classes. A change here needs a migration in `models/migrations/versions`."""

from __future__ import annotations

from typing import ClassVar, cast

from sqlalchemy import BigInteger, Index, MetaData, Table, UniqueConstraint
from sqlmodel import Field, SQLModel

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Row(SQLModel):
    """What all tables share: one metadata with named constraints, so that migrations can name them too."""

    metadata: ClassVar[MetaData] = metadata


class PlayerRow(Row, table=True):
    """A person over time."""

    __tablename__ = "player"

    id: str = Field(primary_key=True)
    name: str
    name_key: str = Field(unique=True)  # the name case-folded, so that "ana" and "Ana" are one person
    created_at: str


class PlaceRow(Row, table=True):
    """Where people play."""

    __tablename__ = "place"

    id: str = Field(primary_key=True)
    name: str
    name_key: str = Field(unique=True)


class SessionRow(Row, table=True):
    """One table of people playing one game."""

    __tablename__ = "session"
    __table_args__ = (Index("ix_session_updated_at", "updated_at"),)

    id: str = Field(primary_key=True)
    game: str
    title: str
    state: str  # open | finished | abandoned
    created_at: str
    updated_at: str
    finished_at: str | None
    deleted_at: str | None  # set while the session waits out its grace period
    rules_version: str
    last_seq: int  # the number of its last entry, so that an append is one guarded update and one insert
    outcome: str | None
    place_id: str | None = Field(foreign_key="place.id")
    seconds: int | None  # how long it was played, where somebody or something measured it


class SeatRow(Row, table=True):
    __tablename__ = "seat"

    session_id: str = Field(primary_key=True, foreign_key="session.id", ondelete="CASCADE")
    seat_no: int = Field(primary_key=True)
    player_id: str = Field(index=True, foreign_key="player.id")
    name: str  # as shown at this table, and as its log says
    team: str | None
    role: str | None
    new_to_game: bool | None
    starts: bool | None
    won: bool | None  # null until the session is finished
    score: int | None  # what the game counts: fame, chapters, fans
    rank: int | None  # 1 is first; equal for a tie


class EntryRow(Row, table=True):
    """One line of a session's append-only log."""

    __tablename__ = "entry"
    __table_args__ = (UniqueConstraint("session_id", "seq"),)

    id: str = Field(primary_key=True)
    session_id: str = Field(foreign_key="session.id", ondelete="CASCADE")
    seq: int
    at: str
    device: str
    actor: str
    kind: str
    payload: str
    changes: str
    verdict: str | None
    agreed: str | None
    undoes: str | None
    label: str
    crc: int = Field(
        sa_type=BigInteger
    )  # CRC-32 of the columns before it, so that a flipped bit on the disk is noticed


class SnapshotRow(Row, table=True):
    """A cache of positions; deleting it loses nothing."""

    __tablename__ = "snapshot"

    session_id: str = Field(primary_key=True, foreign_key="session.id", ondelete="CASCADE")
    seq: int = Field(primary_key=True)
    rules_version: str
    position: str
    crc: int = Field(sa_type=BigInteger)


class NoteRow(Row, table=True):
    """What somebody wrote about a session or about one of its entries."""

    __tablename__ = "note"

    id: str = Field(primary_key=True)
    session_id: str = Field(index=True, foreign_key="session.id", ondelete="CASCADE")
    entry_id: str | None = Field(foreign_key="entry.id", ondelete="CASCADE")
    at: str
    author: str
    text: str


class AttachmentRow(Row, table=True):
    """A photograph or another file that belongs to a session or to one of its entries."""

    __tablename__ = "attachment"

    id: str = Field(primary_key=True)
    session_id: str = Field(index=True, foreign_key="session.id", ondelete="CASCADE")
    entry_id: str | None = Field(foreign_key="entry.id", ondelete="CASCADE")
    at: str
    name: str
    media_type: str
    size: int  # bytes
    sha256: str
    content: bytes


def _table(row: type[Row]) -> Table:
    return cast(Table, row.__table__)  # type: ignore[attr-defined]


player = _table(PlayerRow)
session = _table(SessionRow)
seat = _table(SeatRow)
entry = _table(EntryRow)
snapshot = _table(SnapshotRow)
place = _table(PlaceRow)
note = _table(NoteRow)
attachment = _table(AttachmentRow)
