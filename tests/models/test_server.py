"""A server's address and a server's refusals."""

from __future__ import annotations

import sys

import pytest
from sqlalchemy import text

from models import NewSession, ReadOnly, open_store
from models.faults import BadAddress, CannotOpen, NoDriver, Unreachable
from models.opening import open_postgresql
from models.store import Store
from tests.models.conftest import POSTGRESQL, heal
from tests.postgres import PostgresServer

SECRET = "s3cret"


@pytest.mark.parametrize(
    "address",
    ["club", "mysql://u:s3cret@host/club", "postgresql://u:s3cret@host", "postgresql://u:s3cret@host:port/club"],
)
def test_no_address(address: str) -> None:
    with pytest.raises(BadAddress) as fault:
        open_postgresql(address)
    assert "COMPANION_DATABASE_URL" in fault.value.sentence
    assert SECRET not in f"{fault.value} {fault.value.detail} {fault.value.__cause__}"


def test_without_the_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(NoDriver, match=r"table-companion\[postgresql\]") as fault:
        open_postgresql(f"postgresql://u:{SECRET}@club.example/games")
    assert "club.example:5432/games" in fault.value.sentence
    assert SECRET not in str(fault.value)


def test_nobody_answers() -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(Unreachable) as fault:
        open_postgresql(f"postgresql://u:{SECRET}@127.0.0.1:1/games", patience=0)
    assert "127.0.0.1:1/games" in fault.value.sentence
    assert SECRET not in f"{fault.value} {fault.value.detail}"


@pytest.fixture(params=[POSTGRESQL])
def address(request: pytest.FixtureRequest) -> str:
    server: PostgresServer = request.getfixturevalue("server")
    return server.new_database()


def test_the_environment_names_the_server(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATABASE_URL", address)
    with open_store() as store:
        assert store.where == address.split("@")[1]
        table = store.create_session(NewSession("anime-saga", ["Ana"], rules_version="1"))
        assert store.back_up("daily") is None
    with Store(open_postgresql(address)) as store:
        assert store.session(table.id) == table


def test_a_server_that_only_reads(address: str) -> None:
    with Store(open_postgresql(address)) as store:
        table = store.create_session(NewSession("anime-saga", ["Ana"], rules_version="1"))
        with store.database.engine.begin() as connection:
            name = address.rsplit("/", 1)[-1]
            connection.execute(text(f"ALTER DATABASE {name} SET default_transaction_read_only = on"))
    with Store(open_postgresql(address)) as store:
        with pytest.raises(ReadOnly) as fault:
            store.append(table.id, heal(), base_seq=0)
        assert store.where in fault.value.sentence
        assert store.entries(table.id) == []


def test_a_database_that_is_not_there(address: str) -> None:
    with pytest.raises((CannotOpen, Unreachable), match="nowhere"):
        open_postgresql(address.rsplit("/", 1)[0] + "/nowhere", patience=0)
