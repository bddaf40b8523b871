"""Results of finished sessions and their tallies."""

from __future__ import annotations

from models import SeatResult
from models.results import Filter, Tally
from models.store import Store
from tests.models.test_sessions import start


def play(store: Store, *names: str, winner: str | None, game: str = "anime-saga") -> str:
    table = start(store, *names, game=game)
    results = [
        SeatResult(name, None if winner is None else name == winner, 10 * number, None)
        for number, name in enumerate(names)
    ]
    store.finish(table.id, {}, results)
    return table.id


def test_results_are_those_of_finished_sessions(store: Store) -> None:
    first = play(store, "Ana", "Bo", winner="Ana")
    second = play(store, "Bo", "Ana", "Cy", winner="Cy", game="challengers")
    start(store, "Ana", "Bo")
    store.abandon(start(store, "Ana", "Bo").id)
    store.delete(play(store, "Ana", "Bo", winner="Bo"))
    rows = store.results.all()
    assert [(row.session_id, row.players, row.seat_no, row.name, row.won, row.score) for row in rows] == [
        (first, 2, 1, "Ana", True, 0),
        (first, 2, 2, "Bo", False, 10),
        (second, 3, 1, "Bo", False, 0),
        (second, 3, 2, "Ana", False, 10),
        (second, 3, 3, "Cy", True, 20),
    ]
    ana = rows[0].player_id
    assert [row.session_id for row in store.results.all(player_id=ana)] == [first, second]
    assert [row.session_id for row in store.results.all(Filter(game="challengers"), ana)] == [second]
    assert store.results.all(Filter(until=rows[0].finished_at)) == []
    assert len(store.results.all(Filter(since=rows[0].finished_at))) == 5


def test_tallies_keep_the_unknown_apart(store: Store) -> None:
    play(store, "Ana", "Bo", winner="Ana")
    play(store, "Ana", "Bo", winner="Bo")
    play(store, "Ana", "Bo", winner=None)
    last = play(store, "Bo", "Cy", "Ana", winner="Ana")
    ana = store.session(last).seats[2].player_id
    at = {row.session_id: row.finished_at for row in store.results.all(player_id=ana)}
    *early, final = sorted(at.values())
    assert store.results.tallies(ana) == [
        Tally("anime-saga", 2, 1, sessions=3, known=2, won=1, best=0, last_at=early[-1]),
        Tally("anime-saga", 3, 3, sessions=1, known=1, won=1, best=20, last_at=final),
    ]
    assert store.results.tallies(ana, Filter(game="challengers")) == []
    assert store.results.tallies("nobody") == []
