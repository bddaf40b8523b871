"""Every released schema comes up to date, with nothing lost; a new database is the same as a migrated one."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, text

from models import Newer, NewSession, open_store, schema, tables
from models.faults import StoreFault
from models.opening import open_postgresql
from models.store import Store
from tests.models.conftest import POSTGRESQL, heal
from tests.postgres import PostgresServer

STORED = sorted((Path(__file__).parent / "schemas").glob("*.sqlite3"))
REVISIONS = [script.revision for script in ScriptDirectory(str(schema.SCRIPTS)).walk_revisions()]


def shape(connection: Connection) -> dict[str, Any]:
    """Everything the database says about its tables, in an order of its own where the order means nothing."""
    found = inspect(connection)

    def plain(items: list[Any]) -> list[Any]:
        return sorted(({**item, "type": str(item.get("type"))} for item in items), key=str)

    return {
        name: {
            "columns": [
                (column["name"], str(column["type"]), column["nullable"]) for column in found.get_columns(name)
            ],
            "primary key": found.get_pk_constraint(name),
            "foreign keys": plain(found.get_foreign_keys(name)),
            "unique": plain(found.get_unique_constraints(name)),
            "indexes": plain(found.get_indexes(name)),
        }
        for name in sorted(found.get_table_names())
    }


def test_the_newest_migration_is_the_head() -> None:
    assert ScriptDirectory(str(schema.SCRIPTS)).get_current_head() == schema.HEAD


def test_every_schema_before_the_head_is_stored() -> None:
    assert {stored.stem for stored in STORED} == set(REVISIONS) - {schema.HEAD}


@pytest.mark.parametrize("kind", ["sqlite", POSTGRESQL])
def test_created_is_migrated(kind: str, request: pytest.FixtureRequest) -> None:
    shapes = []
    for build in (schema.create, schema.upgrade):
        if kind == "sqlite":
            engine = create_engine("sqlite://")
        else:
            server: PostgresServer = request.getfixturevalue("server")
            engine = create_engine(server.new_database().replace("postgresql", "postgresql+psycopg", 1))
        with engine.begin() as connection:
            build(connection)
            assert schema.revision(connection) == schema.HEAD
            assert compare_metadata(MigrationContext.configure(connection), tables.metadata) == []
            shapes.append(shape(connection))
        engine.dispose()
    assert shapes[0] == shapes[1]
    assert set(shapes[0]) == {table.name for table in tables.metadata.sorted_tables} | {"alembic_version"}


@pytest.mark.parametrize("stored", STORED, ids=lambda stored: stored.stem)
def test_a_stored_schema_comes_up_to_date(stored: Path, path: Path) -> None:
    shutil.copy(stored, path)
    before = stored.read_bytes()
    with open_store(path) as store:
        friday, deleted, challengers = (
            next(session for session in store.sessions(state) if session.game == game)
            for state, game in (("finished", "anime-saga"), ("deleted", "saturday-wars"), ("open", "challengers"))
        )
        assert [seat.name for seat in friday.seats] == ["Ana", "Bo", "Zoë"]
        assert [seat.won for seat in friday.seats] == [False, True, False]
        assert [seat.won for seat in challengers.seats] == [None, None]
        assert [seat.player_id for seat in deleted.seats][1] == friday.seats[0].player_id
        log = store.entries(friday.id)
        assert [entry.kind for entry in log] == ["heal", "heal", "undo"]
        assert log[1].agreed == {"by": ["Ana", "Bo"], "reason": "house rule"}
        assert store.latest_snapshot(friday.id).seq == 3
        assert store.append(challengers.id, heal(), base_seq=0).seq == 1
    (backup,) = (path.parent / "backups").iterdir()
    assert f"schema-{stored.stem}" in backup.name
    with closing(sqlite3.connect(backup)) as kept, closing(sqlite3.connect(stored)) as original:
        assert list(kept.iterdump()) == list(original.iterdump())
    assert stored.read_bytes() == before


def test_a_migration_that_fails_changes_nothing(path: Path) -> None:
    shutil.copy(STORED[0], path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE note (in_the_way TEXT)")
        before = list(connection.iterdump())
    with pytest.raises(StoreFault):
        open_store(path)
    with closing(sqlite3.connect(path)) as connection:
        assert list(connection.iterdump()) == before


@pytest.mark.postgresql
@pytest.mark.parametrize("kind", [POSTGRESQL])
def test_a_server_keeps_a_copy_before_it_migrates(kind: str, server: PostgresServer) -> None:
    address = server.new_database()
    engine = create_engine(address.replace("postgresql", "postgresql+psycopg", 1))
    with engine.begin() as connection:
        schema.upgrade(connection, REVISIONS[-1])
        connection.execute(text("INSERT INTO player VALUES ('1', 'Ana', 'ana', '2026-12-01T00:00:00.000Z')"))
    with Store(open_postgresql(address)) as store:
        table = store.create_session(NewSession("anime-saga", ["Ana"], rules_version="1"))
        assert table.seats[0].player_id == "1"
    with engine.begin() as connection:
        rows = connection.execute(text("SELECT name FROM before_migration_from_0001.player")).scalars().all()
        assert rows == ["Ana"]
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(Newer, match="9999"):
        open_postgresql(address)


def test_a_current_store_opens_without_alembic_and_models_imports_without_sqlalchemy(path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; import models; assert 'sqlalchemy' not in sys.modules;"
        "models.open_store(Path(sys.argv[1])).close();"
        "assert 'sqlmodel' in sys.modules; assert 'alembic' not in sys.modules; assert 'psycopg' not in sys.modules"
    )
    for _new_then_current in range(2):
        subprocess.run([sys.executable, "-c", code, str(path)], check=True)
