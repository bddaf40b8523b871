"""The log out and in again: lossless, idempotent, and refused with every fault."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models import NewSeat, NewSession, SeatResult, SessionInfo, new_id, stream
from models.backups import backups
from models.documents import json_schema
from models.exporting import write_log
from models.importing import Imported, ImportRefused
from models.progress import Cancelled
from models.records import to_json
from models.store import Store
from models.stream import NotThisJson, read_list
from tests.models.conftest import Place, heal, open_place

SCHEMA = Path(stream.__file__).parent / "log.schema.json"


@pytest.fixture
def full(store: Store) -> SessionInfo:
    """A finished session with everything that can hang on one, and an open one."""
    seats = [NewSeat("Ana", team="Red", starts=True), NewSeat("Zoë", role="scorer", new_to_game=True)]
    table = store.create_session(NewSession("anime-saga", seats, rules_version="1", title="Friday", place="Club"))
    first = store.append(table.id, heal(payload={"do": "heal", "zum": {"b": 1, "a": [None, 1.5, "\ud800"]}}), 0)
    agreed = {"by": ["Ana"], "reason": "house rule"}
    store.append(table.id, heal("Zoë", agreed=agreed, verdict={"notes": []}), 1)
    store.append(table.id, heal(kind="undo", payload={}, undoes=first.id), 2)
    store.notes.add(table.id, "Great\ngame", author="Zoë", entry_id=first.id)
    store.attachments.add(table.id, "board.jpg", "image/jpeg", bytes(range(256)), entry_id=first.id)
    store.create_session(NewSession("challengers", ["Ana"], rules_version="1"))
    results = [SeatResult("Ana", True, 30, 1), SeatResult("Zoë", False, 28, 2)]
    return store.finish(table.id, {"winners": ["Ana"], "reason": "fame"}, results, seconds=3600)


@pytest.fixture
def other(new_place: Callable[[], Place]) -> Any:
    """Another store of the same kind."""
    with open_place(new_place()) as opened:
        yield opened


def exported(store: Store) -> dict[str, Any]:
    out = io.StringIO()
    store.export_log(out)
    document = json.loads(out.getvalue())
    del document["exported_at"]
    return document


def write(store: Store, file: Path) -> Path:
    with file.open("w", encoding="utf-8") as out:
        store.export_log(out)
    return file


def write_document(document: dict[str, Any], file: Path) -> Path:
    file.write_text(json.dumps({**document, "exported_at": "2026-12-01T00:00:00.000Z"}, indent=1))
    return file


def test_out_and_in_loses_nothing(store: Store, full: SessionInfo, other: Store, tmp_path: Path) -> None:
    file = write(store, tmp_path / "log.json")
    assert other.import_log(file) == Imported(sessions_added=2, entries_added=3)
    assert exported(other) == exported(store)
    assert other.entries(full.id) == store.entries(full.id)
    copied = other.session(full.id)
    assert copied._replace(place_id=None) == full._replace(place_id=None)
    assert [place.name for place in other.places.all()] == ["Club"]
    (attached,) = other.attachments.of(full.id)
    assert other.attachments.content(attached.id) == bytes(range(256))
    assert other.check() == []


def test_the_same_file_twice_adds_nothing(store: Store, full: SessionInfo, other: Store, tmp_path: Path) -> None:
    file = write(store, tmp_path / "log.json")
    other.import_log(file)
    once = exported(other)
    assert other.import_log(file) == Imported(sessions_known=2)
    assert store.import_log(file) == Imported(sessions_known=2)
    assert exported(other) == once


def test_a_session_that_went_on_elsewhere_grows(store: Store, table: SessionInfo, other: Store, tmp_path: Path) -> None:
    store.append(table.id, heal(), 0)
    other.import_log(write(store, tmp_path / "early.json"))
    store.append(table.id, heal("Bo"), 1)
    store.finish(table.id, {"winners": ["Bo"]})
    late = write(store, tmp_path / "late.json")
    assert other.import_log(late) == Imported(sessions_grown=1, entries_added=1)
    assert exported(other) == exported(store)
    assert other.import_log(tmp_path / "early.json") == Imported(sessions_known=1)
    assert exported(other) == exported(store)


def test_two_that_went_on_apart_are_refused(store: Store, table: SessionInfo, other: Store, tmp_path: Path) -> None:
    other.import_log(write(store, tmp_path / "start.json"))
    store.append(table.id, heal(), 0)
    other.append(table.id, heal("Bo"), 0)
    before = exported(other)
    with pytest.raises(ImportRefused) as refused:
        other.import_log(write(store, tmp_path / "log.json"))
    assert refused.value.faults == [
        "sessions.0.entries.0: this session is here already with another entry in this place"
    ]
    assert exported(other) == before


def test_people_are_found_by_name(store: Store, table: SessionInfo, other: Store, tmp_path: Path) -> None:
    mine = other.create_session(NewSession("challengers", ["ANA"], rules_version="1"))
    other.import_log(write(store, tmp_path / "log.json"))
    assert {person.name: person.sessions for person in other.people.all()} == {"ANA": 2, "Bo": 1}
    assert other.session(table.id).seats[0].player_id == mine.seats[0].player_id
    assert other.session(table.id).seats[0].name == "Ana"


def broken(full: dict[str, Any]) -> dict[str, Any]:
    """A document with one fault of each kind."""
    session = next(each for each in full["sessions"] if each["entries"])
    session["game"] = ""
    session["seats"][0]["score"] = "30"
    session["entries"][0]["surprise"] = 1
    session["entries"][1]["at"] = "yesterday"
    del session["entries"][2]["kind"]
    return full


def test_every_fault_at_once_and_nothing_changed(store: Store, full: SessionInfo, other: Store, tmp_path: Path) -> None:
    file = write_document(broken(exported(store)), tmp_path / "log.json")
    with pytest.raises(ImportRefused) as refused:
        other.import_log(file)
    paths = [fault.split(": ")[0] for fault in refused.value.faults]
    assert paths == [
        "sessions.0.game",
        "sessions.0.seats.0.score",
        "sessions.0.entries.0.surprise",
        "sessions.0.entries.1.at",
        "sessions.0.entries.2.kind",
    ]
    assert "log.json" in refused.value.sentence
    assert "4 more" in refused.value.sentence
    assert other.sessions() == []
    assert other.people.all() == []


def change(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def apply(session: dict[str, Any]) -> None:
        *way, last = path.split(".")
        target: Any = session
        for step in way:
            target = target[int(step)] if step.isdigit() else target[step]
        target[last] = value

    return apply


def twice(session: dict[str, Any]) -> None:
    session["entries"].append(session["entries"][0])


@pytest.mark.parametrize(
    ("spoil", "word"),
    [
        (twice, "two entries have the same id"),
        (change("entries.2.undoes", "nothing"), "no earlier entry"),
        (change("entries.0.undoes", "itself"), "no earlier entry"),
        (change("notes.0.entry_id", "nothing"), "no entry of this session"),
        (change("attachments.0.content", "AAAA"), "sha256"),
        (change("attachments.0.content", "not base 64!"), "attachments.0"),
        (change("seats.1.name", "Ana"), "same name"),
        (change("seats.1.player", {"id": "x", "name": "ANA"}), "same person"),
        (change("seats.1.player.name", " "), "it is empty"),
        (change("title", "a\0b"), "title"),
        (change("state", "lost"), "state"),
        (change("entries.0.payload", []), "entries.0.payload"),
        (change("seats.0.rank", 2**40), "rank"),
    ],
)
def test_what_does_not_hang_together(
    store: Store, full: SessionInfo, other: Store, tmp_path: Path, spoil: Callable[[dict[str, Any]], None], word: str
) -> None:
    document = exported(store)
    spoil(document["sessions"][0])
    file = write_document(document, tmp_path / "log.json")
    with pytest.raises(ImportRefused) as refused:
        other.import_log(file)
    (fault,) = refused.value.faults
    assert fault.startswith("sessions.0")
    assert word in fault
    assert other.sessions() == []


def test_an_entry_of_another_session(store: Store, full: SessionInfo, other: Store, tmp_path: Path) -> None:
    document = exported(store)
    copy = json.loads(json.dumps(document["sessions"][0])) | {"id": new_id(), "notes": [], "attachments": []}
    document["sessions"].append(copy)
    with pytest.raises(ImportRefused, match="another session"):
        other.import_log(write_document(document, tmp_path / "log.json"))
    assert other.sessions() == []


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "character 1"),
        ("Dear diary", "character 1"),
        ("[]", "“{”"),
        ("{}", "name of a member|JSON"),
        ('{"format": "bgstats", "version": 1, "sessions": []}', "no log of ours"),
        ('{"format": "table-companion-log", "version": 2, "sessions": []}', "not the one"),
        ('{"format": "table-companion-log", "version": 1, "sessions": [', "JSON"),
        ('{"format": "table-companion-log", "version": 1, "sessions": [{"id"', "JSON"),
        ('{"format": "table-companion-log", "version": 1, "sessions": []} more', "end of the file"),
        ('{"format": "table-companion-log", "version": 1, "sessions": [NaN]}', "NaN"),
        ('{"format": "table-companion-log", "version": 1, "sessions": [' + "[" * 200_000, "levels|JSON"),
    ],
)
def test_no_log_at_all(store: Store, tmp_path: Path, text: str, word: str) -> None:
    file = tmp_path / "log.json"
    file.write_text(text)
    with pytest.raises(ImportRefused, match=word) as refused:
        store.import_log(file)
    assert len(refused.value.faults) == 1
    assert store.sessions() == []


def test_bytes_that_are_no_text(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "log.json"
    file.write_bytes(b'{"format": "\xff\xfe"}')
    with pytest.raises(ImportRefused, match="UTF-8"):
        store.import_log(file)
    with pytest.raises(ImportRefused, match=r"gone\.json"):
        store.import_log(tmp_path / "gone.json")


def test_an_import_backs_up_first(store: Store, table: SessionInfo, place: Place, tmp_path: Path) -> None:
    store.import_log(write(store, tmp_path / "log.json"))
    if isinstance(place, Path):
        assert [backup.reason for backup in backups(place)] == ["import"]


def test_stopping_changes_nothing(store: Store, full: SessionInfo, other: Store, tmp_path: Path) -> None:
    file = write(store, tmp_path / "log.json")
    told: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        told.append((done, total))
        if len(told) == 2:
            raise Cancelled

    with pytest.raises(Cancelled):
        other.import_log(file, stop)
    assert other.sessions() == []
    assert told[-1][1] == file.stat().st_size
    told.clear()
    with pytest.raises(Cancelled):
        store.export_log(io.StringIO(), progress=stop)


def test_only_the_sessions_named_and_never_the_deleted(store: Store, full: SessionInfo) -> None:
    out = io.StringIO()
    assert store.export_log(out, [full.id]) == 1
    assert [session["id"] for session in json.loads(out.getvalue())["sessions"]] == [full.id]
    store.delete(full.id)
    assert [session["game"] for session in exported(store)["sessions"]] == ["challengers"]


def test_secrets_can_be_cut_out_on_the_way(store: Store, full: SessionInfo) -> None:
    def without_cards(document: Any) -> Any:
        return document._replace(entries=[each._replace(payload_json=to_json({})) for each in document.entries])

    out = io.StringIO()
    write_log(out, map(without_cards, store.documents()))
    assert "zum" not in out.getvalue()


def test_what_is_written_fits_the_schema_in_the_repository(store: Store, full: SessionInfo) -> None:
    assert json.loads(SCHEMA.read_text()) == json_schema()
    out = io.StringIO()
    store.export_log(out)
    jsonschema.validate(json.loads(out.getvalue()), json_schema())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(broken(exported(store)), json_schema())


ITEMS = st.lists(
    st.recursive(
        st.none() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=6,
    ),
    max_size=8,
)


@given(ITEMS, st.integers(1, 40), st.sampled_from([None, 0, 2]))
def test_a_list_is_read_in_pieces_of_any_size(items: list[Any], chunk: int, indent: int | None) -> None:
    document = {"a": 1, "b": {"sessions": []}, "sessions": items, "c": [2]}
    text = json.dumps(document, indent=indent)
    stream.CHUNK, usual = chunk, stream.CHUNK
    try:
        others, found = read_list(io.StringIO(text), "sessions")
        assert list(found) == items
        assert others == {"a": 1, "b": {"sessions": []}, "c": [2]}
        cut = random.Random(chunk).randrange(len(text))
        with pytest.raises(NotThisJson):
            list(read_list(io.StringIO(text[:cut]), "sessions")[1])
    finally:
        stream.CHUNK = usual
