"""People and places over time."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from models import NameTaken, NewSeat, NoSuch, SessionInfo, Unfit
from models.store import Store
from tests.models.conftest import heal
from tests.models.test_sessions import start


def names(store: Store) -> dict[str, int]:
    return {person.name: person.sessions for person in store.people.all()}


def id_of(store: Store, name: str) -> str:
    return next(person.id for person in store.people.all() if person.name == name)


def test_a_name_is_one_person_however_it_is_typed(store: Store) -> None:
    start(store, "Zoë", "Bo")
    start(store, "ZOE\u0308", " bo")
    assert names(store) == {"Bo": 2, "Zoë": 2}


def test_deleted_sessions_do_not_count(store: Store) -> None:
    store.delete(start(store).id)
    assert names(store) == {"Ana": 0, "Bo": 0}


def test_rename(store: Store) -> None:
    table = start(store)
    store.people.rename(id_of(store, "Ana"), "Ana Lima")
    assert set(names(store)) == {"Ana Lima", "Bo"}
    assert store.session(table.id).seats[0].name == "Ana", "the log of that table says Ana"
    store.people.rename(id_of(store, "Ana Lima"), "ana lima")
    with pytest.raises(NameTaken, match="bo"):
        store.people.rename(id_of(store, "ana lima"), "bo")
    with pytest.raises(Unfit):
        store.people.rename(id_of(store, "Bo"), " ")
    with pytest.raises(NoSuch):
        store.people.rename("nobody", "Somebody")


def test_merge(store: Store) -> None:
    start(store, "Ana", "Bo")
    start(store, "Annie", "Bo")
    ana, annie, bo = (id_of(store, name) for name in ("Ana", "Annie", "Bo"))
    with pytest.raises(Unfit, match="same table"):
        store.people.merge(ana, bo)
    store.people.merge(ana, annie)
    store.people.merge(ana, ana)
    assert names(store) == {"Ana": 2, "Bo": 2}
    assert len(store.sessions(player_id=ana)) == 2
    with pytest.raises(NoSuch):
        store.people.merge(ana, annie)


def everything(store: Store) -> str:
    """All that the database holds, as one text."""
    with store.database.engine.connect() as connection:
        tables = ("player", "session", "seat", "entry", "snapshot", "note")
        return "\n".join(
            str(tuple(row)) for table in tables for row in connection.execute(text(f"SELECT * FROM {table}"))
        )


def test_anonymise_leaves_no_name_and_every_result(store: Store) -> None:
    table = start(store, "Joana", "Bo", "heal")
    payload = {
        "do": "heal",
        "player": "Joana",
        "gives": {"Joana": 1, "Bo": 2},
        "note": "Joana heals",
        "cards": ["Joana"],
    }
    store.append(table.id, heal("Joana", payload=payload, verdict={"needs": ["players.Joana.life"]}), base_seq=0)
    store.append(table.id, heal("Bo", agreed={"by": ["Joana", "Bo"], "reason": "Joana's birthday"}), base_seq=1)
    store.save_snapshot(table.id, 2, {"players": {"Joana": {}}}, "1")
    store.notes.add(table.id, "Joana was ill", author="Joana")
    store.finish(table.id, {"winners": ["Joana"]})
    before = store.entries(table.id)

    alias = store.people.anonymise(id_of(store, "Joana"))

    log = store.entries(table.id)
    first = log[0].payload
    assert first.pop("cards") == ["Joana"], "a card keeps its name"
    assert first == {"do": "heal", "player": alias, "gives": {alias: 1, "Bo": 2}, "note": f"{alias} heals"}
    assert log[0].verdict == {"needs": [f"players.{alias}.life"]}
    assert log[0].changes[0]["player"] == alias
    assert log[1].agreed == {"by": [alias, "Bo"], "reason": f"{alias}'s birthday"}
    assert [(entry.id, entry.seq, entry.at) for entry in log] == [(entry.id, entry.seq, entry.at) for entry in before]
    done = store.session(table.id)
    assert done.outcome == {"winners": [alias]}
    assert [(seat.name, seat.won) for seat in done.seats] == [(alias, True), ("Bo", False), ("heal", False)]
    assert store.latest_snapshot(table.id) is None
    assert everything(store).replace('"cards":["Joana"]', "").count("Joana") == 0

    alias = store.people.anonymise(id_of(store, "heal"))
    assert store.entries(table.id)[0].payload["do"] == "heal", "a word of the game is not a name"


def test_anonymise_does_not_touch_other_tables(store: Store) -> None:
    start(store, "Joana", "Bo")
    other = start(store, "Bo", "Cy")
    store.append(other.id, heal("Bo", label="Bo thanks Joana"), base_seq=0)
    store.people.anonymise(id_of(store, "Joana"))
    assert store.entries(other.id)[0].label == "Bo thanks Joana"


def test_delete_forgets_who_never_played_and_hides_who_did(store: Store) -> None:
    table = start(store, "Ana", "Bo")
    lonely = start(store, "Cy")
    store.delete(lonely.id)
    store.purge("9999")
    store.people.delete(id_of(store, "Cy"))
    assert set(names(store)) == {"Ana", "Bo"}
    store.people.delete(id_of(store, "Ana"))
    assert len(names(store)) == 2
    assert "Ana" not in names(store)
    assert store.session(table.id).seats[0].name.startswith("Player ")


def test_known_under_another_name(store: Store) -> None:
    ana = start(store).seats[0].player_id
    table = start(store, NewSeat("Annie", player_id=ana), "Bo")
    assert (table.seats[0].name, table.seats[0].player_id) == ("Annie", ana)
    assert names(store) == {"Ana": 2, "Bo": 2}


def test_places(store: Store) -> None:
    start(store, place="Club")
    table = start(store, place="club ")
    start(store, place="Home")
    assert [(place.name, place.sessions) for place in store.places.all()] == [("Club", 2), ("Home", 1)]
    club, home = store.places.all()
    with pytest.raises(NameTaken):
        store.places.rename(club.id, "HOME")
    store.places.rename(club.id, "Chess club")
    store.places.delete(club.id)
    assert store.session(table.id).place_id is None
    assert [place.id for place in store.places.all()] == [home.id]


def test_notes(store: Store, table: SessionInfo) -> None:
    entry = store.append(table.id, heal(), base_seq=0)
    first = store.notes.add(table.id, "Great game", author="Bo")
    second = store.notes.add(table.id, "The die fell off the table", entry_id=entry.id)
    assert store.notes.add(table.id, "again", note_id=first.id) == first
    assert {note.id for note in store.notes.of(table.id)} == {first.id, second.id}
    store.notes.edit(first.id, "Great game!")
    assert {note.text for note in store.notes.of(table.id)} == {"Great game!", "The die fell off the table"}
    store.notes.delete(second.id)
    assert [note.id for note in store.notes.of(table.id)] == [first.id]
    for bad in (" ", "\0"):
        with pytest.raises(Unfit):
            store.notes.add(table.id, bad)
    with pytest.raises(NoSuch, match="entry"):
        store.notes.add(table.id, "x", entry_id="gone")
    with pytest.raises(NoSuch, match="note"):
        store.notes.edit("gone", "x")


def test_attachments(store: Store, table: SessionInfo) -> None:
    content = bytes(range(256)) * 40
    added = store.attachments.add(table.id, "board.jpg", "image/jpeg", content)
    assert store.attachments.add(table.id, "board.jpg", "image/jpeg", b"other", attachment_id=added.id) == added
    assert store.attachments.of(table.id) == [added]
    assert added.size == len(content)
    assert store.attachments.content(added.id) == content
    store.attachments.delete(added.id)
    assert store.attachments.of(table.id) == []
    with pytest.raises(NoSuch, match="file"):
        store.attachments.content(added.id)
    for bad in (b"", b"x" * (16 * 2**20 + 1)):
        with pytest.raises(Unfit, match=r"board\.jpg"):
            store.attachments.add(table.id, "board.jpg", "image/jpeg", bad)
