"""Backups made, kept, chosen and restored; what is damaged is found."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from models import Damaged, NewSession, NoSuch, ReadOnly, SessionInfo, open_store
from models.backups import KEEP, back_up, backups, is_due, restore
from models.faults import CannotOpen, StoreFault
from models.progress import Cancelled
from models.store import Store
from tests.models.conftest import heal
from tests.models.test_faults import content, drop_root, shared_path  # noqa: F401 - fixtures


@pytest.fixture
def filled(path: Path) -> SessionInfo:
    """A closed store of one session with three entries."""
    with open_store(path) as store:
        table = store.create_session(NewSession("anime-saga", ["Ana", "Bo"], rules_version="1"))
        store.append_all(table.id, [heal() for _ in range(3)], base_seq=0)
        return store.session(table.id)


def damage(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096 : 4096 + 512] = b"\xff" * 512
    path.write_bytes(data)


def test_a_backup_of_a_store_in_use_is_whole(path: Path, filled: SessionInfo) -> None:
    with open_store(path) as store:
        store.append(filled.id, heal(), base_seq=3)  # still in the write-ahead log
        backup = store.back_up("daily")
        assert backup is not None
        assert (backup.reason, backup.size) == ("daily", backup.path.stat().st_size)
        assert datetime.now(UTC) - backup.at < timedelta(minutes=1)
    assert [file.name for file in backup.path.parent.iterdir()] == [backup.path.name]
    with open_store(backup.path) as copy:
        assert len(copy.entries(filled.id)) == 4
        assert copy.check() == []


def test_fourteen_are_kept(path: Path, filled: SessionInfo) -> None:
    made = [back_up(path, f"n{number}") for number in range(KEEP + 3)]
    assert [backup.reason for backup in backups(path)] == [backup.reason for backup in reversed(made[-KEEP:])]
    assert len(list(path.parent.joinpath("backups").iterdir())) == KEEP


def test_once_a_day(path: Path, filled: SessionInfo) -> None:
    assert is_due(path)
    backup = back_up(path, "daily")
    assert not is_due(path)
    assert not is_due(path, backup.at + timedelta(hours=23))
    assert is_due(path, backup.at + timedelta(hours=24))
    with open_store(path) as store:
        assert store.back_up_daily() is None
        backup.path.unlink()
        made = store.back_up_daily()
        assert made is not None
        assert backups(path) == [made]


def test_a_damaged_file_is_not_backed_up_and_pushes_no_good_backup_out(path: Path, filled: SessionInfo) -> None:
    for _ in range(KEEP):
        back_up(path, "daily")
    before = content(path.parent / "backups")
    damage(path)
    with pytest.raises(Damaged):
        back_up(path, "daily")
    assert content(path.parent / "backups") == before


def test_restoring_a_chosen_backup(path: Path, filled: SessionInfo) -> None:
    chosen = back_up(path, "daily")
    with open_store(path) as store:
        store.append(filled.id, heal(), base_seq=3)
    back_up(path, "daily")
    restore(path, chosen.path)
    with open_store(path) as store:
        assert len(store.entries(filled.id)) == 3
        assert store.append(filled.id, heal(), base_seq=3).seq == 4


def test_a_damaged_file_gives_way_to_the_last_good_backup_and_is_kept(path: Path, filled: SessionInfo) -> None:
    back_up(path, "daily")
    damage(path)
    broken = path.read_bytes()
    with pytest.raises(Damaged, match="last good backup"):
        open_store(path)
    kept = restore(path, backups(path)[0].path)
    assert kept is not None
    assert kept.read_bytes() == broken
    assert kept.parent == path.parent
    with open_store(path) as store:
        assert store.check() == []
        assert len(store.entries(filled.id)) == 3


def test_an_old_write_ahead_log_is_not_applied_to_the_restored_file(path: Path, filled: SessionInfo) -> None:
    backup = back_up(path, "daily")
    store = open_store(path)
    for base in range(3, 30):
        store.append(filled.id, heal(label="x" * 3000), base)
    wal = Path(f"{path}-wal").read_bytes()
    main = path.read_bytes()
    store.close()
    path.write_bytes(main)
    Path(f"{path}-wal").write_bytes(wal)  # as after a crash
    kept = restore(path, backup.path)
    with open_store(path) as store:
        assert len(store.entries(filled.id)) == 3
        assert store.check() == []
    with open_store(kept) as store:
        assert len(store.entries(filled.id)) == 30


def test_restoring_where_the_file_is_gone(path: Path, filled: SessionInfo) -> None:
    backup = back_up(path, "daily")
    path.unlink()
    assert restore(path, backup.path) is None
    with open_store(path) as store:
        assert len(store.entries(filled.id)) == 3


@pytest.mark.parametrize("what", ["gone", "damaged", "text"])
def test_a_backup_that_is_none_changes_nothing(path: Path, filled: SessionInfo, what: str) -> None:
    backup = back_up(path, "daily").path
    if what == "gone":
        backup.unlink()
    elif what == "damaged":
        damage(backup)
    else:
        backup.write_text("Dear diary, " * 1000)
    before = content(path.parent)
    with pytest.raises((NoSuch, StoreFault)) as fault:
        restore(path, backup)
    assert backup.name in fault.value.sentence
    assert content(path.parent) == before


def test_stopping_leaves_nothing_behind(path: Path, filled: SessionInfo) -> None:
    backup = back_up(path, "daily").path
    before = content(path.parent)
    told = []

    def stop(done: int, total: int) -> None:
        told.append((done, total))
        raise Cancelled

    with pytest.raises(Cancelled):
        back_up(path, "daily", stop)
    with pytest.raises(Cancelled):
        restore(path, backup, stop)
    assert content(path.parent) == before
    assert all(0 <= done <= total for done, total in told)


def test_a_folder_that_cannot_be_written(shared_path: Path, drop_root: None) -> None:  # noqa: F811
    open_store(shared_path).close()
    shared_path.parent.chmod(0o555)
    try:
        with pytest.raises(ReadOnly):
            back_up(shared_path, "daily")
    finally:
        shared_path.parent.chmod(0o755)


def test_no_file_no_backup(path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    with pytest.raises(CannotOpen):
        back_up(path, "daily")
    assert backups(path) == []


def test_a_check_finds_every_fault(path: Path, filled: SessionInfo) -> None:
    with open_store(path) as store:
        assert store.check() == []
        other = store.create_session(NewSession("anime-saga", ["Ana"], rules_version="1"))
        third = store.create_session(NewSession("anime-saga", ["Ana"], rules_version="1"))
        for table in (other, third):
            store.append_all(table.id, [heal() for _ in range(3)], base_seq=0)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE entry SET label = 'x' WHERE seq = 2 AND session_id = ?", (filled.id,))
        connection.execute("DELETE FROM entry WHERE seq = 2 AND session_id = ?", (other.id,))
        connection.execute("DELETE FROM player WHERE name = 'Bo'")
        connection.commit()
    with open_store(path) as store:
        faults = store.check()
    assert len(faults) == 3
    assert any(f"entry 2 of session {filled.id}" in fault for fault in faults)
    assert any(other.id in fault and "it has 2" in fault for fault in faults)
    assert any("row without its player" in fault for fault in faults)


def test_a_check_on_either_database(store: Store, table: SessionInfo) -> None:
    store.append(table.id, heal(), base_seq=0)
    told: list[tuple[int, int]] = []
    assert store.check(lambda done, total: told.append((done, total))) == []
    assert told == [(1, 1)]
