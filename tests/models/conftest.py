"""A store to test on: a SQLite file, and a PostgreSQL server where one can be started."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from models import NewEntry, NewSession, SessionInfo, new_id, open_store
from models.opening import open_postgresql
from models.store import Store
from tests.postgres import PostgresServer, binaries

Place = Path | str
"""A SQLite file, or the address of a PostgreSQL database."""

REQUIRED = os.environ.get("COMPANION_POSTGRES_TESTS") == "required"
POSTGRESQL = pytest.param(
    "postgresql",
    marks=[
        pytest.mark.postgresql,
        pytest.mark.skipif(
            binaries() is None and not REQUIRED,
            reason="no PostgreSQL here: apt-get install postgresql runs these tests",
        ),
    ],
)


def open_place(place: Place) -> Store:
    return open_store(place) if isinstance(place, Path) else Store(open_postgresql(place))


@pytest.fixture(scope="session")
def server() -> Iterator[PostgresServer]:
    with PostgresServer(durable=False) as running:
        yield running


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "companion.sqlite3"


@pytest.fixture(params=["sqlite", POSTGRESQL])
def new_place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], Place]]:
    """Makes places for stores, nothing in them yet."""
    if request.param == "sqlite":
        yield lambda: tmp_path / new_id() / "companion.sqlite3"
        return
    server: PostgresServer = request.getfixturevalue("server")
    made: list[str] = []

    def make() -> str:
        made.append(server.new_database())
        return made[-1]

    yield make
    for address in made:
        server.drop_database(address)


@pytest.fixture
def place(new_place: Callable[[], Place]) -> Place:
    return new_place()


@pytest.fixture
def store(place: Place) -> Iterator[Store]:
    with open_place(place) as opened:
        yield opened


@pytest.fixture
def table(store: Store) -> SessionInfo:
    """A session of Ana and Bo, nothing in its log yet."""
    return store.create_session(NewSession("anime-saga", ["Ana", "Bo"], rules_version="1", title="Friday"))


def heal(player: str = "Ana", **fields: object) -> NewEntry:
    """An entry as a table writes it."""
    change = {"player": player, "counter": "life", "from": 3, "to": 4, "why": "heal", "rules": ["AS-3.1"]}
    payload = {"do": "heal", "player": player}
    made = NewEntry(new_id(), "heal", payload, device="phone", actor=player, changes=[change], label=f"{player} heals")
    return made._replace(**fields)
