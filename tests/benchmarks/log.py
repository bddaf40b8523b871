"""The session log, beside the best hand-written SQL on the same database in the same run.

10,000 sessions of 200 entries are imported, then: the history's first page, one player's tallies, reading a session of
500 entries, appending an entry beside a bare durable insert. Ours and the peer's calls take turns, one by one, so that
both meet the same disk; the best of the reads counts and the median of the appends. Then processes are killed while
they append, and what they were told is looked for.

    python tests/benchmarks/log.py [--sessions N] [--entries N] [--kills N] [--only sqlite|postgresql] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from models import NewEntry, NewSession, SeatInfo, SessionInfo, new_id, open_store
from models.exporting import SessionDocument, write_log
from models.opening import open_postgresql
from models.records import Entry, to_json
from models.store import Store
from tests.postgres import PostgresServer, binaries

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("anime-saga", "challengers", "saturday-wars")
PEOPLE = [(new_id(), f"Player {number}") for number in range(200)]
PAYLOAD = {"do": "contribute", "player": "Ana", "cards": ["action-blue-1", "action-green-3"], "to": "episode"}
CHANGE = {
    "player": "Ana",
    "counter": "blue",
    "from": 3,
    "to": 5,
    "why": "contribution",
    "values": {},
    "rules": ["AS-3.1"],
}
PAGE = 50
IMPORTER = (
    "import sys; sys.path.insert(0, {root!r});"
    " from tests.benchmarks.log import import_here; import_here({place!r}, {file!r})"
)

HISTORY = (
    "SELECT s.*, t.seat_no, t.player_id, t.name, t.team, t.role, t.new_to_game, t.starts, t.won, t.score, t.rank"
    " FROM (SELECT * FROM session WHERE deleted_at IS NULL ORDER BY updated_at DESC, id DESC LIMIT {page}) s"
    " LEFT JOIN seat t ON t.session_id = s.id ORDER BY s.updated_at DESC, s.id DESC, t.seat_no"
)
TALLIES = (
    "SELECT game, players, seat_no, count(*), count(won), sum(CASE WHEN won THEN 1 ELSE 0 END), max(score), max(at)"
    " FROM (SELECT s.game, t.seat_no, t.won, t.score, s.finished_at AS at,"
    " (SELECT count(*) FROM seat o WHERE o.session_id = s.id) AS players"
    " FROM seat t JOIN session s ON s.id = t.session_id"
    " WHERE t.player_id = '{player}' AND s.state = 'finished' AND s.deleted_at IS NULL) r"
    " GROUP BY game, players, seat_no ORDER BY game, players, seat_no"
)
ENTRIES = "SELECT * FROM entry WHERE session_id = '{session}' ORDER BY seq"
COLUMNS = 14


def sessions(count: int, entries: int) -> Iterator[SessionDocument]:
    """Made-up sessions, the same ones every time."""
    dice = random.Random(1)
    payload, changes = to_json(PAYLOAD), to_json([CHANGE, CHANGE])
    for number in range(count):
        at = (
            f"20{10 + number % 16}-{1 + number % 12:02}-{1 + number % 28:02}T20:{number % 60:02}:00.{number % 1000:03}Z"
        )
        session_id = new_id()
        people = dice.sample(PEOPLE, dice.randint(2, 5))
        winner = dice.randrange(len(people))
        seats = tuple(
            SeatInfo(n + 1, person, name, None, None, None, None, n == winner, dice.randint(0, 40), None)
            for n, (person, name) in enumerate(people)
        )
        info = SessionInfo(
            session_id, GAMES[number % 3], "", "finished", at, at, at, None, "1", entries, None, None, 3600, seats
        )
        log = [
            Entry(
                new_id(), session_id, n, at, "phone", "Ana", "action", payload, changes, None, None, None, "Ana: heal"
            )
            for n in range(1, entries + 1)
        ]
        yield SessionDocument(info, None, dict(people), log, [], [])


def open_place(place: str) -> Store:
    return Store(open_postgresql(place)) if "://" in place else open_store(Path(place))


def import_here(place: str, file: str) -> None:
    """In a process of its own, so that its memory is the import's."""
    with open_place(place) as store:
        start = perf_counter()
        done = store.import_log(Path(file))
        seconds = perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"entries": done.entries_added, "seconds": round(seconds, 1), "peak_mb": round(peak)}))


def import_file(place: str, file: Path) -> dict[str, Any]:
    code = IMPORTER.format(root=str(ROOT), place=place, file=str(file))
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    measured: dict[str, Any] = json.loads(done.stdout)
    return {**measured, "entries_per_s": round(measured["entries"] / measured["seconds"])}


class Peer:
    """The driver by itself, on the same database."""

    def __init__(self, place: str) -> None:
        if "://" in place:
            import psycopg

            self._connection: Any = psycopg.connect(place, autocommit=True)
            self._begin, mark = "BEGIN", "%s"
        else:
            self._connection = sqlite3.connect(place, isolation_level=None)
            self._connection.execute("PRAGMA synchronous = FULL")
            self._connection.execute("PRAGMA foreign_keys = ON")
            self._begin, mark = "BEGIN IMMEDIATE", "?"
        self._insert = f"INSERT INTO entry VALUES ({', '.join([mark] * COLUMNS)})"
        self._wrapped = "://" not in place

    def rows(self, query: str) -> list[Any]:
        return list(self._connection.execute(query).fetchall())

    def insert(self, row: tuple[Any, ...]) -> None:
        if self._wrapped:
            self._connection.execute(self._begin)
        self._connection.execute(self._insert, row)
        if self._wrapped:
            self._connection.execute("COMMIT")

    def close(self) -> None:
        self._connection.close()


def compare(
    ours: Callable[[], object], peer: Callable[[], object], rounds: int, typical: Callable[[list[float]], float] = min
) -> dict[str, float]:
    """Microseconds and their ratio; the two take turns."""
    times: tuple[list[float], list[float]] = [], []
    for round_ in range(rounds + 5):
        for call, taken in zip((ours, peer), times, strict=True):
            start = perf_counter()
            call()
            if round_ >= 5:
                taken.append((perf_counter() - start) * 1e6)
    ours_us, peer_us = (typical(taken) for taken in times)
    return {"us": round(ours_us, 1), "peer_us": round(peer_us, 1), "ratio": round(ours_us / peer_us, 2)}


def measure(place: str) -> dict[str, Any]:
    store, peer = open_place(place), Peer(place)
    player = store.sessions(limit=1)[0].seats[0].player_id
    long = store.create_session(NewSession("anime-saga", ["Ana", "Bo"], rules_version="1"))
    store.append_all(long.id, [new_entry() for _ in range(500)], base_seq=0)
    ours, theirs = (store.create_session(NewSession("anime-saga", ["Ana", "Bo"], rules_version="1")) for _ in range(2))
    written = iter(range(10**6))
    rows = iter([(new_id(), theirs.id, number, *peer_row(long, store)[3:]) for number in range(1, 1006)])
    results = {
        "history": compare(lambda: store.sessions(limit=PAGE), lambda: peer.rows(HISTORY.format(page=PAGE)), 200),
        "tallies": compare(
            lambda: store.results.tallies(player), lambda: peer.rows(TALLIES.format(player=player)), 200
        ),
        "open": compare(lambda: store.entries(long.id), lambda: peer.rows(ENTRIES.format(session=long.id)), 200),
        "append": compare(
            lambda: store.append(ours.id, new_entry(), next(written)),
            lambda: peer.insert(next(rows)),
            1000,
            statistics.median,
        ),
    }
    peer.close()
    store.close()
    return results


def new_entry() -> NewEntry:
    return NewEntry(new_id(), "action", PAYLOAD, "phone", "Ana", [CHANGE, CHANGE], label="Ana: heal")


def peer_row(table: SessionInfo, store: Store) -> tuple[Any, ...]:
    """The columns of an entry like ours, made beforehand."""
    return (*store.entries(table.id)[0], 0)


def killed(folder: Path, runs: int) -> dict[str, int]:
    """Kill a process at a random moment while it appends; count what it was told and is not there."""
    dice = random.Random(2)
    counts = {"runs": runs, "acknowledged": 0, "lost": 0, "gaps": 0, "damaged": 0}
    path = folder / "killed.sqlite3"
    for _ in range(runs):
        with open_store(path) as store:
            table = store.create_session(NewSession("anime-saga", ["Ana"], rules_version="1"))
        told = append_until_killed(path, table.id, dice.uniform(0.0, 0.08))
        with open_store(path) as store:
            log = store.entries(table.id)
            ids = [entry.id for entry in log]
            counts["acknowledged"] += len(told)
            counts["lost"] += told != ids[: len(told)]
            counts["gaps"] += [entry.seq for entry in log] != list(range(1, len(log) + 1))
    with open_store(path) as store:
        counts["damaged"] = len(store.check())
    return counts


def append_until_killed(path: Path, session_id: str, seconds: float) -> list[str]:
    """The ids that a forked process was told are safe, until it is killed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        store = open_store(path)
        for base in range(10**6):
            new = new_entry()
            store.append(session_id, new, base)
            os.write(writing, new.id.encode())
    os.close(writing)
    with os.fdopen(reading) as pipe:
        first = pipe.read(32)  # it runs
        sleep(seconds)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        told = first + pipe.read()
    return [told[at : at + 32] for at in range(0, len(told) - 31, 32)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sessions", type=int, default=10_000)
    parser.add_argument("--entries", type=int, default=200)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--only", choices=["sqlite", "postgresql"])
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    result: dict[str, Any] = {"sessions": given.sessions, "entries": given.entries}
    with tempfile.TemporaryDirectory(prefix="companion-log-") as name:
        folder = Path(name)
        file = folder / "log.json"
        with file.open("w") as out:
            write_log(out, sessions(given.sessions, given.entries))
        result["file_mb"] = file.stat().st_size // 2**20
        if given.only != "postgresql":
            place = str(folder / "bench.sqlite3")
            result["sqlite"] = {"import": import_file(place, file), **measure(place)}
            result["kill"] = killed(folder, given.kills)
        if given.only != "sqlite" and binaries():
            with PostgresServer() as server:
                place = server.new_database()
                result["postgresql"] = {"import": import_file(place, file), **measure(place)}
    if not given.json:
        print(json.dumps(result, indent=1))
    print(json.dumps(result))


if __name__ == "__main__":
    main()
