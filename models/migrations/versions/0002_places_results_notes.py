"""Places, what a seat brought and won, notes and attachments."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "place",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_place"),
        sa.UniqueConstraint("name_key", name="uq_place_name_key"),
    )
    with op.batch_alter_table("session") as changes:
        changes.add_column(sa.Column("place_id", sa.String(), nullable=True))
        changes.add_column(sa.Column("seconds", sa.Integer(), nullable=True))
        changes.create_foreign_key("fk_session_place_id", "place", ["place_id"], ["id"])
    for name in ("team", "role"):
        op.add_column("seat", sa.Column(name, sa.String(), nullable=True))
    for name in ("new_to_game", "starts", "won"):
        op.add_column("seat", sa.Column(name, sa.Boolean(), nullable=True))
    for name in ("score", "rank"):
        op.add_column("seat", sa.Column(name, sa.Integer(), nullable=True))
    op.create_table(
        "note",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("session_id", sa.String(), nullable=False),
        sa.Column("entry_id", sa.String(), nullable=True),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("author", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_note"),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], ondelete="CASCADE", name="fk_note_session_id"),
        sa.ForeignKeyConstraint(["entry_id"], ["entry.id"], ondelete="CASCADE", name="fk_note_entry_id"),
    )
    op.create_index("ix_note_session_id", "note", ["session_id"])
    op.create_table(
        "attachment",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("session_id", sa.String(), nullable=False),
        sa.Column("entry_id", sa.String(), nullable=True),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("media_type", sa.String(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_attachment"),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], ondelete="CASCADE", name="fk_attachment_session_id"),
        sa.ForeignKeyConstraint(["entry_id"], ["entry.id"], ondelete="CASCADE", name="fk_attachment_entry_id"),
    )
    op.create_index("ix_attachment_session_id", "attachment", ["session_id"])
    # Sessions finished before results were kept: who the outcome names has won.
    connection = op.get_bind()
    session = sa.table("session", sa.column("id"), sa.column("outcome"))
    seat = sa.table("seat", sa.column("session_id"), sa.column("name"), sa.column("won"))
    finished = connection.execute(sa.select(session).where(session.c.outcome.is_not(None))).all()
    for session_id, outcome in finished:
        winners = (json.loads(outcome) or {}).get("winners", [])
        connection.execute(sa.update(seat).where(seat.c.session_id == session_id).values(won=seat.c.name.in_(winners)))
