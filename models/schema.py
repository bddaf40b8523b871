"""The schema's revision: create it in a new database, or bring an older one up to date.

Alembic is imported only for a database that is not at `HEAD`; a test holds that a created and a migrated database are
the same.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, PrimaryKeyConstraint, String, Table, insert, inspect, select

from models import tables

HEAD = "0002"
SCRIPTS = Path(__file__).parent / "migrations"

_version = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)


def revision(connection: Connection) -> str | None:
    """The revision the database is at, or None when it holds no schema of ours."""
    if not inspect(connection).has_table(_version.name):
        return None
    return connection.execute(select(_version.c.version_num)).scalar()


def create(connection: Connection) -> None:
    """The whole schema at `HEAD`, in an empty database, inside the caller's transaction."""
    tables.metadata.create_all(connection, checkfirst=False)
    _version.create(connection, checkfirst=False)
    connection.execute(insert(_version).values(version_num=HEAD))


def is_older(found: str) -> bool:
    """Whether `found` is a revision this program can bring up to date; what it does not know is newer."""
    from alembic.script import ScriptDirectory

    return found in {script.revision for script in ScriptDirectory(str(SCRIPTS)).walk_revisions()}


def upgrade(connection: Connection, to: str = HEAD) -> None:
    """Run the migrations up to `to`, inside the caller's transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    command.upgrade(config, to)
