"""Sessions from opening to purging, and the lists of them."""

from __future__ import annotations

import pytest

from models import NewSeat, NewSession, NoSuch, SeatResult, SessionInfo, Unfit, new_id
from models.store import Store
from tests.models.conftest import heal


def start(store: Store, *names: str, game: str = "anime-saga", **fields: object) -> SessionInfo:
    return store.create_session(NewSession(game, names or ("Ana", "Bo"), rules_version="1", **fields))


def test_a_session_remembers_who_sits_where(store: Store) -> None:
    seats = [NewSeat("Ana", team="Red", starts=True), NewSeat(" Bo ", role="scorer", new_to_game=True)]
    made = store.create_session(NewSession("anime-saga", seats, rules_version="7", title="Friday", place="Club"))
    assert store.session(made.id) == made
    assert (made.game, made.title, made.state, made.rules_version) == ("anime-saga", "Friday", "open", "7")
    assert [(seat.seat_no, seat.name) for seat in made.seats] == [(1, "Ana"), (2, "Bo")]
    assert (made.seats[0].team, made.seats[0].starts, made.seats[0].new_to_game) == ("Red", True, None)
    assert (made.seats[1].role, made.seats[1].new_to_game) == ("scorer", True)
    assert [place.name for place in store.places.all()] == ["Club"]
    assert made.place_id == store.places.all()[0].id


def test_the_same_id_is_the_same_session(store: Store) -> None:
    new = NewSession("anime-saga", ["Ana", "Bo"], rules_version="1", id=new_id())
    assert store.create_session(new) == store.create_session(new)
    assert len(store.sessions()) == 1


@pytest.mark.parametrize(
    ("seats", "word"),
    [
        (["Ana", "ana"], "same name"),
        (["Ana", " "], "needs a name"),
        (["Ana", "B\0"], "cannot be stored"),
    ],
)
def test_seats_that_cannot_be(store: Store, seats: list[str], word: str) -> None:
    with pytest.raises(Unfit, match=word):
        store.create_session(NewSession("anime-saga", seats, rules_version="1"))
    assert store.sessions() == []
    assert store.people.all() == []


def test_one_person_cannot_have_two_seats(store: Store) -> None:
    ana = start(store).seats[0].player_id
    with pytest.raises(Unfit, match="same person"):
        store.create_session(NewSession("anime-saga", ["Ana", NewSeat("Annie", player_id=ana)], rules_version="1"))
    with pytest.raises(NoSuch, match="player"):
        store.create_session(NewSession("anime-saga", [NewSeat("Cy", player_id="nobody")], rules_version="1"))


def test_finish_reopen_abandon(store: Store) -> None:
    table = start(store, "Ana", "Bo", "Cy")
    done = store.finish(table.id, {"winners": ["Bo"], "reason": "fame"}, seconds=3600)
    assert (done.state, done.outcome["winners"], done.seconds) == ("finished", ["Bo"], 3600)
    assert done.finished_at
    assert [seat.won for seat in done.seats] == [False, True, False]
    corrected = store.finish(
        table.id,
        {"winners": ["Ana"]},
        [SeatResult("Ana", True, 30, 1), SeatResult("Bo", False, 28, 2), SeatResult("Cy", None)],
    )
    assert [(seat.won, seat.score, seat.rank) for seat in corrected.seats] == [
        (True, 30, 1),
        (False, 28, 2),
        (None, None, None),
    ]
    again = store.reopen(table.id)
    assert (again.state, again.outcome, again.finished_at) == ("open", None, None)
    assert {(seat.won, seat.score, seat.rank) for seat in again.seats} == {(None, None, None)}
    left = store.abandon(table.id)
    assert (left.state, left.outcome) == ("abandoned", None)


def test_a_result_nobody_knows_is_not_a_loss(store: Store) -> None:
    assert [seat.won for seat in store.finish(start(store).id, None).seats] == [None, None]


def test_deleting_waits_before_it_is_for_good(store: Store) -> None:
    kept, table = start(store), start(store)
    entry = store.append(table.id, heal(), base_seq=0)
    store.notes.add(table.id, "a note", entry_id=entry.id)
    store.save_snapshot(table.id, 1, {}, "1")
    store.finish(table.id, {"winners": []})
    deleted = store.delete(table.id)
    assert deleted.state == "deleted"
    assert store.sessions() == [kept]
    assert store.sessions("finished") == []
    assert store.sessions("deleted") == [deleted]
    assert store.undelete(table.id).state == "finished"
    assert len(store.entries(table.id)) == 1

    deleted = store.delete(table.id)
    assert store.purge(deleted_before=str(deleted.deleted_at)) == 0
    assert store.purge() == 0, "its grace period has only begun"
    assert store.purge(deleted_before="9999") == 1
    with pytest.raises(NoSuch):
        store.session(table.id)
    assert store.entries(table.id) == []
    assert store.notes.of(table.id) == []
    assert store.sessions() == [kept]


@pytest.mark.parametrize("call", ["session", "abandon", "reopen", "delete", "undelete"])
def test_no_such_session(store: Store, call: str) -> None:
    with pytest.raises(NoSuch, match="session gone"):
        getattr(store, call)("gone")


def test_lists_the_last_touched_first(store: Store) -> None:
    first, second, third = start(store), start(store, game="challengers"), start(store, "Ana", "Cy")
    store.append(first.id, heal(at="2001-01-01T00:00:00.000Z"), base_seq=0)
    ids = [session.id for session in store.sessions()]
    assert set(ids) == {first.id, second.id, third.id}
    assert all(session.updated_at > "2026" for session in store.sessions()), "the store's clock, not the device's"
    stamps = [session.updated_at for session in store.sessions()]
    assert stamps == sorted(stamps, reverse=True)
    assert [session.id for session in store.sessions(game="challengers")] == [second.id]
    bo = first.seats[1].player_id
    assert {session.id for session in store.sessions(player_id=bo)} == {first.id, second.id}
    assert store.sessions("finished") == []


def test_pages_hold_every_session_once(store: Store) -> None:
    made = {start(store).id for _ in range(7)}
    seen: list[str] = []
    page = store.sessions(limit=3)
    while page:
        assert all(len(session.seats) == 2 for session in page)
        seen += [session.id for session in page]
        page = store.sessions(limit=3, before=page[-1])
    assert len(seen) == 7
    assert set(seen) == made


def test_rename_and_move(store: Store) -> None:
    table = start(store)
    assert store.rename(table.id, "Saturday").title == "Saturday"
    moved = store.move(table.id, "Library")
    assert moved.place_id == store.places.all()[0].id
    assert store.move(table.id, None).place_id is None
