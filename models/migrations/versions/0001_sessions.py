"""Sessions, players, seats, entries, snapshots."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "player",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("created_at", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_player"),
        sa.UniqueConstraint("name_key", name="uq_player_name_key"),
    )
    op.create_table(
        "session",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("created_at", sa.String(), nullable=False),
        sa.Column("updated_at", sa.String(), nullable=False),
        sa.Column("finished_at", sa.String(), nullable=True),
        sa.Column("deleted_at", sa.String(), nullable=True),
        sa.Column("rules_version", sa.String(), nullable=False),
        sa.Column("last_seq", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_session"),
    )
    op.create_index("ix_session_updated_at", "session", ["updated_at"])
    op.create_table(
        "entry",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("session_id", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("actor", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("payload", sa.String(), nullable=False),
        sa.Column("changes", sa.String(), nullable=False),
        sa.Column("verdict", sa.String(), nullable=True),
        sa.Column("agreed", sa.String(), nullable=True),
        sa.Column("undoes", sa.String(), nullable=True),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("crc", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_entry"),
        sa.UniqueConstraint("session_id", "seq", name="uq_entry_session_id_seq"),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], ondelete="CASCADE", name="fk_entry_session_id"),
    )
    op.create_table(
        "seat",
        sa.Column("session_id", sa.String(), nullable=False),
        sa.Column("seat_no", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "seat_no", name="pk_seat"),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], ondelete="CASCADE", name="fk_seat_session_id"),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name="fk_seat_player_id"),
    )
    op.create_index("ix_seat_player_id", "seat", ["player_id"])
    op.create_table(
        "snapshot",
        sa.Column("session_id", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("rules_version", sa.String(), nullable=False),
        sa.Column("position", sa.String(), nullable=False),
        sa.Column("crc", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "seq", name="pk_snapshot"),
        sa.ForeignKeyConstraint(["session_id"], ["session.id"], ondelete="CASCADE", name="fk_snapshot_session_id"),
    )
