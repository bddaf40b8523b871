"""The append-only log: what is acknowledged is there, once, in order."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models import EntryConflict, NewSession, NoSuch, SessionInfo, Stale, Unfit, new_id
from models.records import from_json, to_json
from models.store import Store
from tests.models.conftest import Place, heal, open_place


def test_an_entry_comes_back_as_it_went_in(store: Store, table: SessionInfo) -> None:
    new = heal(
        payload={"do": "heal", "player": "Ana", "cards": ["ação", None, 3], "zum": {"b": 1, "a": 2}},
        verdict={"legal": True, "notes": []},
        agreed={"by": ["Ana", "Bo"], "reason": "house rule"},
        at="2026-12-01T20:00:00.000Z",
    )
    written = store.append(table.id, new, base_seq=0)
    (read,) = store.entries(table.id)
    assert read == written
    assert (read.seq, read.session_id, read.at, read.label) == (1, table.id, new.at, "Ana heals")
    assert (read.payload, read.verdict, read.agreed) == (new.payload, new.verdict, new.agreed)
    assert list(read.payload["zum"]) == ["b", "a"], "the order of an object can be the turn order"
    assert read.changes == list(new.changes)


def test_a_session_and_its_first_entry_are_written_together(store: Store) -> None:
    new = NewSession("anime-saga", ["Ana"], rules_version="1", id=new_id())
    first = heal()
    assert store.create_session(new, first).last_seq == 1
    assert [entry.id for entry in store.entries(str(new.id))] == [first.id]
    assert store.create_session(new, first).last_seq == 1
    with pytest.raises(Unfit):
        store.create_session(new._replace(id=new_id()), first._replace(id="", payload={}))
    assert len(store.sessions()) == 1


def test_entries_are_numbered_and_read_from_any_point(store: Store, table: SessionInfo) -> None:
    for base in range(5):
        assert store.append(table.id, heal(), base).seq == base + 1
    assert [entry.seq for entry in store.entries(table.id)] == [1, 2, 3, 4, 5]
    assert [entry.seq for entry in store.entries(table.id, after=3)] == [4, 5]
    assert store.session(table.id).last_seq == 5


def test_a_retry_is_the_same_entry(store: Store, table: SessionInfo) -> None:
    new = heal()
    first = store.append(table.id, new, base_seq=0)
    store.append(table.id, heal("Bo"), base_seq=1)
    judged_again = new._replace(changes=[], label="said otherwise")
    assert store.append(table.id, judged_again, base_seq=0) == first
    assert store.append(table.id, new, base_seq=2) == first
    assert len(store.entries(table.id)) == 2


@pytest.mark.parametrize(
    "difference",
    [
        {"payload": {"do": "heal", "player": "Bo"}},
        {"kind": "score"},
        {"actor": "Bo"},
        {"undoes": "x"},
        {"agreed": {"by": ["Bo"], "reason": "r"}},
    ],
)
@pytest.mark.parametrize("base_seq", [0, 1])
def test_an_id_cannot_stand_for_two_things(
    store: Store, table: SessionInfo, difference: dict[str, object], base_seq: int
) -> None:
    new = heal()
    store.append(table.id, new, base_seq=0)
    with pytest.raises(EntryConflict, match="other content"):
        store.append(table.id, new._replace(**difference), base_seq)
    assert len(store.entries(table.id)) == 1


def test_an_id_used_in_another_session_is_a_conflict(store: Store, table: SessionInfo) -> None:
    other = store.create_session(NewSession("challengers", ["Ana", "Bo"], rules_version="1"))
    new = heal()
    store.append(table.id, new, base_seq=0)
    with pytest.raises(EntryConflict):
        store.append(other.id, new, base_seq=0)
    assert store.entries(other.id) == []
    assert store.session(other.id).last_seq == 0


def test_who_is_behind_is_told_what_is_new(store: Store, table: SessionInfo) -> None:
    unseen = [store.append(table.id, heal(), base) for base in range(3)][1:]
    with pytest.raises(Stale) as fault:
        store.append(table.id, heal("Bo"), base_seq=1)
    assert fault.value.entries == unseen
    assert "2 new" in fault.value.sentence
    assert len(store.entries(table.id)) == 3


def test_ahead_of_the_log_is_behind_too(store: Store, table: SessionInfo) -> None:
    with pytest.raises(Stale) as fault:
        store.append(table.id, heal(), base_seq=4)
    assert fault.value.entries == []
    assert store.entries(table.id) == []


def test_several_entries_go_in_together_or_not_at_all(store: Store, table: SessionInfo) -> None:
    first = store.append(table.id, heal(), base_seq=0)
    correction = [heal(undoes=first.id), heal("Bo")]
    written = store.append_all(table.id, correction, base_seq=1)
    assert [entry.seq for entry in written] == [2, 3]
    assert store.append_all(table.id, correction, base_seq=1) == written
    fresh = heal()
    with pytest.raises(EntryConflict):
        store.append_all(table.id, [fresh, correction[0]._replace(kind="score")], base_seq=3)
    with pytest.raises(EntryConflict):
        store.append_all(table.id, [fresh, correction[0]], base_seq=3)
    assert store.entries(table.id) == [first, *written]


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"payload": {"x": float("nan")}}, "JSON"),
        ({"payload": {"x": object()}}, "JSON"),
        ({"label": "a\0b"}, "cannot be stored"),
        ({"actor": "\ud800"}, "cannot be stored"),
        ({"id": ""}, "id and a kind"),
        ({"kind": ""}, "id and a kind"),
    ],
)
def test_what_cannot_be_stored_is_refused(
    store: Store, table: SessionInfo, fields: dict[str, object], word: str
) -> None:
    with pytest.raises(Unfit, match=word):
        store.append(table.id, heal(**fields), base_seq=0)
    assert store.entries(table.id) == []


def test_no_log_without_a_session(store: Store, table: SessionInfo) -> None:
    with pytest.raises(NoSuch):
        store.append(new_id(), heal(), base_seq=0)
    store.delete(table.id)
    with pytest.raises(NoSuch):
        store.append(table.id, heal(), base_seq=0)


def test_reopening_resumes(store: Store, table: SessionInfo, place: Place) -> None:
    written = [store.append(table.id, heal(), base) for base in range(3)]
    store.close()
    with open_place(place) as again:
        assert again.sessions("open") == [again.session(table.id)]
        assert again.entries(table.id) == written
        assert again.append(table.id, heal(), base_seq=3).seq == 4


def test_threads_take_turns(store: Store, table: SessionInfo) -> None:
    def write(actor: str) -> None:
        base = 0
        for number in range(20):
            new = heal(actor, payload={"n": number})
            while True:
                try:
                    base = store.append(table.id, new, base).seq
                    break
                except Stale as behind:
                    base = behind.entries[-1].seq

    threads = [threading.Thread(target=write, args=(name,)) for name in ("Ana", "Bo", "Cy")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    log = store.entries(table.id)
    assert [entry.seq for entry in log] == list(range(1, 61))
    for name in ("Ana", "Bo", "Cy"):
        assert [entry.payload["n"] for entry in log if entry.actor == name] == list(range(20))


def test_snapshots_are_a_cache(store: Store, table: SessionInfo) -> None:
    for base in range(4):
        store.append(table.id, heal(), base)
    assert store.latest_snapshot(table.id) is None
    store.save_snapshot(table.id, 2, {"players": {"Bo": 1, "Ana": 2}}, "1")
    store.save_snapshot(table.id, 4, {"players": {}}, "1")
    store.save_snapshot(table.id, 2, {"players": {"Bo": 1, "Ana": 3}}, "2")
    newest, older = store.latest_snapshot(table.id), store.latest_snapshot(table.id, upto=3)
    assert newest is not None
    assert newest.seq == 4
    assert older is not None
    assert (older.seq, older.rules_version, older.position) == (2, "2", {"players": {"Bo": 1, "Ana": 3}})
    assert list(older.position["players"]) == ["Bo", "Ana"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_json_survives_and_can_always_be_written(value: object) -> None:
    text = to_json(value)
    assert from_json(text) == value
    text.encode()


@given(st.text(st.characters(min_codepoint=0xD800, max_codepoint=0xDBFF, categories=["Cs"]), min_size=1))
def test_half_a_character_survives_too(text: str) -> None:
    assert from_json(to_json({text: text})) == {text: text}
    to_json(text).encode()
