"""Processes that die, and processes that write at the same time."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from models import NewSession, SessionInfo, open_store
from models.faults import Unreachable
from models.opening import open_postgresql
from models.store import Store
from tests.models.conftest import POSTGRESQL, Place, heal
from tests.postgres import PostgresServer

ROOT = Path(__file__).parents[2]


class Appender:
    """See `tests.models.appender`."""

    def __init__(self, place: Place, table: SessionInfo, actor: str, entries: int = 0) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.models.appender", str(place), table.id, actor, str(entries)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        assert self.process.stdin is not None
        assert self.process.stdout.readline() == "ready\n"

    def go(self) -> None:
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def acknowledged(self, at_least: int = 0) -> list[str]:
        """The ids it printed: the first `at_least`, or all until it ends."""
        lines = self.process.stdout
        return [lines.readline().strip() for _ in range(at_least)] if at_least else lines.read().split()


@pytest.mark.parametrize("after", range(1, 21))
def test_killed_while_appending(path: Path, after: int) -> None:
    with open_store(path) as store:
        table = store.create_session(NewSession("anime-saga", ["Ana"], rules_version="1"))
        appender = Appender(path, table, "Ana")
        with appender.process:
            appender.go()
            acknowledged = appender.acknowledged(at_least=after)
            appender.process.kill()
            acknowledged += appender.acknowledged()
    with open_store(path) as store:
        log = store.entries(table.id)
    assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
    assert [entry.payload["n"] for entry in log] == list(range(len(log)))
    whole = [each for each in acknowledged if len(each) == 32]  # the last line may be cut
    assert [entry.id for entry in log][: len(whole)] == whole
    assert len(log) <= len(whole) + 1, "at most one was written and not yet told"


def test_two_processes_one_session(store: Store, table: SessionInfo, place: Place) -> None:
    appenders = {actor: Appender(place, table, actor, entries=40) for actor in ("Ana", "Bo")}
    for appender in appenders.values():
        appender.go()
    told = {}
    for actor, appender in appenders.items():
        with appender.process:
            told[actor] = appender.acknowledged()
    log = store.entries(table.id)
    assert [entry.seq for entry in log] == list(range(1, 81))
    for actor, ids in told.items():
        assert [entry.id for entry in log if entry.actor == actor] == ids
        assert len(ids) == 40


@pytest.fixture(params=[POSTGRESQL])
def own_server() -> Iterator[PostgresServer]:
    with PostgresServer() as running:
        yield running


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_the_server_restarts_in_the_middle(own_server: PostgresServer, mode: str) -> None:
    store = Store(open_postgresql(own_server.new_database()))
    with store:
        table = store.create_session(NewSession("anime-saga", ["Ana"], rules_version="1"))
        written: list[str] = []

        def write() -> None:
            for base in range(400):
                entry = store.append(table.id, heal(), base)
                written.append(entry.id)

        writer = threading.Thread(target=write)
        writer.start()
        while len(written) < 20:
            time.sleep(0.01)
        own_server.stop(mode)
        own_server.start()
        writer.join()
        assert len(written) == 400
        assert [entry.id for entry in store.entries(table.id)] == written


def test_a_server_that_stays_away(own_server: PostgresServer) -> None:
    store = Store(open_postgresql(own_server.new_database(), patience=0.2))
    with store:
        table = store.create_session(NewSession("anime-saga", ["Ana"], rules_version="1"))
        new = heal()
        own_server.stop()
        with pytest.raises(Unreachable) as fault:
            store.append(table.id, new, base_seq=0)
        assert "127.0.0.1" in fault.value.sentence
        assert "never counted twice" in fault.value.way_out
        own_server.start()
        assert store.append(table.id, new, base_seq=0).seq == 1
