"""A store that cannot be used says so in one sentence with a way out, and stays as it was."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection

from models import (
    Damaged,
    Full,
    Locked,
    Missing,
    Newer,
    NewSession,
    NotADatabase,
    ReadOnly,
    SessionInfo,
    StoreFault,
    open_store,
)
from models import faults as all_faults
from models.faults import CannotOpen
from models.sqlite import open_sqlite
from models.store import Store
from tests.models.conftest import heal

NOBODY = 65534


def content(path: Path) -> dict[str, str]:
    """Every file of a folder with the hash of its content."""
    return {
        str(file.relative_to(path)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(path.rglob("*"))
        if file.is_file()
    }


@pytest.fixture
def filled(path: Path) -> SessionInfo:
    """A closed store of one session with forty entries."""
    with open_store(path) as store:
        table = store.create_session(NewSession("anime-saga", ["Ana", "Bo"], rules_version="1"))
        store.append_all(table.id, [heal() for _ in range(40)], base_seq=0)
        return store.session(table.id)


@pytest.fixture
def shared_path() -> Iterator[Path]:
    """A path that any user can reach, for tests that give up root's rights."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        yield Path(folder) / "data" / "companion.sqlite3"


@pytest.fixture
def drop_root() -> Iterator[None]:
    """Root may write anywhere, so for the time of a test it is nobody."""
    if os.geteuid() != 0:
        yield
        return
    os.setegid(NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


def assert_told(fault: StoreFault, path: Path) -> None:
    assert str(path) in fault.sentence
    assert fault.sentence.endswith(".")
    assert fault.way_out.endswith(".")
    assert fault.detail


@pytest.mark.parametrize("what", ["file", "folder"])
def test_read_only(shared_path: Path, drop_root: None, what: str) -> None:
    with open_store(shared_path) as store:
        table = store.create_session(NewSession("anime-saga", ["Ana"], rules_version="1"))
        store.append(table.id, heal(), base_seq=0)
    before = content(shared_path.parent)
    place = shared_path if what == "file" else shared_path.parent
    rights = place.stat().st_mode
    place.chmod(rights & ~0o222)
    try:
        with pytest.raises(ReadOnly) as fault:
            open_store(shared_path)
    finally:
        place.chmod(rights)
    assert_told(fault.value, shared_path)
    assert content(shared_path.parent) == before
    with open_store(shared_path) as store:
        assert len(store.entries(table.id)) == 1


def test_made_read_only_under_the_running_program(shared_path: Path, drop_root: None) -> None:
    with open_store(shared_path) as store:
        table = store.create_session(NewSession("anime-saga", ["Ana"], rules_version="1"))
        shared_path.chmod(0o444)
        store.append(table.id, heal(), base_seq=0)  # what is open stays writable, and it is on the disk
    shared_path.chmod(0o644)
    with open_store(shared_path) as store:
        assert len(store.entries(table.id)) == 1


def test_a_folder_that_cannot_be_made(shared_path: Path, drop_root: None) -> None:
    shared_path.parent.mkdir(mode=0o555)
    with pytest.raises(ReadOnly) as fault:
        open_store(shared_path.parent / "inner" / "companion.sqlite3")
    assert_told(fault.value, shared_path.parent)


def test_a_folder_instead_of_a_file(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen) as fault:
        open_store(tmp_path)
    assert str(tmp_path) in fault.value.sentence


def test_full_disk(path: Path, filled: SessionInfo) -> None:
    with open_store(path) as store:
        limit_pages(store, extra=0)
        with pytest.raises(Full) as fault:
            append_until_refused(store, filled)
        acknowledged = store.session(filled.id).last_seq
        assert_told(fault.value, path)
        assert [entry.seq for entry in store.entries(filled.id)] == list(range(1, acknowledged + 1))
        limit_pages(store, extra=1000)
        assert store.append(filled.id, heal(label="x" * 5000), base_seq=acknowledged).seq == acknowledged + 1
    with open_store(path) as store:
        assert len(store.entries(filled.id)) == acknowledged + 1


def no_migration(path: Path, revision: str) -> None:
    raise AssertionError(f"{path} at {revision} is to be migrated")


def append_until_refused(store: Store, table: SessionInfo) -> None:
    for base in range(table.last_seq, table.last_seq + 100):
        store.append(table.id, heal(label="x" * 5000), base)


def limit_pages(store: Store, extra: int) -> None:
    """SQLite answers as on a full disk once the file would grow past its present size and `extra` pages."""

    def work(connection: Connection) -> None:
        (pages,) = connection.exec_driver_sql("PRAGMA page_count").one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + extra}")

    store.database.write(work)


def hold(path: Path) -> subprocess.Popen[str]:
    """Another process that holds the write lock until its standard input closes."""
    code = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None); c.execute('BEGIN IMMEDIATE');"
        "print('held', flush=True); sys.stdin.read()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    return holder


def test_locked_by_another_process(path: Path, filled: SessionInfo) -> None:
    with closing(Store(open_sqlite(path, no_migration, busy_seconds=0.05))) as store, hold(path) as holder:
        with pytest.raises(Locked) as fault:
            store.append(filled.id, heal(), base_seq=40)
        assert_told(fault.value, path)
        assert len(store.entries(filled.id)) == 40, "reading goes on"
        holder.communicate()
        assert store.append(filled.id, heal(), base_seq=40).seq == 41


def test_newer_than_the_program(path: Path, filled: SessionInfo) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    before = content(path.parent)
    with pytest.raises(Newer) as fault:
        open_store(path)
    assert str(path) in fault.value.sentence
    assert "9999" in fault.value.sentence
    assert content(path.parent) == before


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")


@pytest.mark.parametrize(
    "make",
    [
        lambda path: path.write_text("Dear diary, " * 200),
        lambda path: path.write_bytes(b"\x89PNG"),
        foreign,
    ],
    ids=["text", "four bytes", "another program's database"],
)
def test_not_a_game_log(path: Path, make: Callable[[Path], object]) -> None:
    make(path)
    before = content(path.parent)
    with pytest.raises(NotADatabase) as fault:
        open_store(path)
    assert_told(fault.value, path)
    assert content(path.parent) == before


def test_an_empty_file_is_a_new_log(path: Path) -> None:
    path.touch()
    with open_store(path) as store:
        assert store.sessions() == []


def test_truncated(path: Path, filled: SessionInfo) -> None:
    os.truncate(path, path.stat().st_size // 2)
    before = content(path.parent)
    with pytest.raises(Damaged) as fault:
        open_store(path)
    assert_told(fault.value, path)
    assert "backup" in fault.value.way_out
    assert content(path.parent) == before


def test_a_flipped_bit_in_an_entry(path: Path, filled: SessionInfo) -> None:
    data = bytearray(path.read_bytes())
    at = data.find(b'"do":"heal"')
    assert at > 0
    data[at + 6] ^= 1  # heal becomes ieal: to SQLite the file is as good as before
    path.write_bytes(data)
    with open_store(path) as store, pytest.raises(Damaged) as fault:
        store.entries(filled.id)
    assert_told(fault.value, path)
    assert bytes(data) == path.read_bytes()


@pytest.mark.parametrize("page", range(1, 8))
def test_a_page_of_rubbish(path: Path, filled: SessionInfo, page: int) -> None:
    data = bytearray(path.read_bytes())
    data[page * 4096 : page * 4096 + 512] = b"\xff" * 512
    path.write_bytes(data)
    with pytest.raises(Damaged) as fault:
        open_store(path)
    assert_told(fault.value, path)


def test_a_snapshot_with_a_flipped_bit_is_not_used(path: Path, filled: SessionInfo) -> None:
    with open_store(path) as store:
        store.save_snapshot(filled.id, 40, {"marker": "snapshot"}, "1")
        assert store.latest_snapshot(filled.id)
    data = bytearray(path.read_bytes())
    data[data.find(b'"snapshot"') + 1] ^= 1
    path.write_bytes(data)
    with open_store(path) as store:
        assert store.latest_snapshot(filled.id) is None


@pytest.mark.parametrize("how", ["removed", "replaced", "its log removed"])
def test_taken_away_under_the_running_program(path: Path, filled: SessionInfo, how: str) -> None:
    store = open_store(path)
    with closing(store):
        store.append(filled.id, heal(), base_seq=40)
        if how == "its log removed":
            Path(f"{path}-wal").unlink()
        else:
            path.unlink()
            if how == "replaced":
                path.write_bytes(b"")
        with pytest.raises(Missing) as fault:
            store.append(filled.id, heal(), base_seq=41)
        assert str(path) in fault.value.sentence


def test_every_fault_fills_in_its_sentence() -> None:
    values = {"where": "W", "found": "F", "what": "X", "id": "I", "name": "N", "problem": "P", "n": 2}
    kinds = [kind for kind in vars(all_faults).values() if isinstance(kind, type) and issubclass(kind, StoreFault)]
    assert len(kinds) > 10
    for kind in kinds:
        text = f"{kind.template} {kind.remedy}".format(**values)
        assert "{" not in text
        assert kind.template[0].isupper() or kind.template[0] == "{"
