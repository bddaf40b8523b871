"""The live table over a real SQLite file, with the toy game: writing, undo, other devices, why, secrets, old logs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import catalog, rules
from companion.table import Table, new_table, open_table
from models import open_store
from models.store import Store
from tests.rules import toy

AGREED = {"by": ["Ana", "Bo"], "reason": "first game"}


@pytest.fixture(autouse=True)
def toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy is the only game, and its cards need no data."""
    monkeypatch.setattr(rules, "ROOMS", {"toy": ("toy", "Toy")})
    monkeypatch.setitem(sys.modules, "companion.rules.toy", toy)
    monkeypatch.setattr(catalog, "document", lambda game, packs=None: {"game": "toy", "invented": True, "hash": "0"})
    monkeypatch.setattr(catalog, "box_from_document", lambda game, document: toy.Box(10))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "companion.sqlite3") as opened:
        yield opened


@pytest.fixture
def table(store: Store) -> Table:
    return new_table(store, "toy", ["Ana", "Bo"])


def take(player: str, coins: int = 1, **more: object) -> dict[str, object]:
    return {"do": "take", "player": player, "coins": coins, **more}


def coins(table: Table) -> dict[str, int]:
    return {name: totals["coins"] for name, totals in table.totals()["players"].items()}


def test_the_first_entry_keeps_what_the_session_stands_on(table: Table) -> None:
    (opening,) = table.store.entries(table.id)
    assert opening.kind == "open"
    assert opening.payload == {
        "game": "toy",
        "players": ["Ana", "Bo"],
        "detail": "cards",
        "rulings": {},
        "rules_version": 1,
        "cards": {"game": "toy", "invented": True, "hash": "0"},
    }


def test_a_legal_action_is_on_disk_with_its_changes_and_resumes(table: Table, store: Store) -> None:
    receipt = table.play(take("Ana", 3))
    assert receipt.entry is not None
    entry = store.entries(table.id)[-1]
    assert (entry.id, entry.actor, entry.label) == (receipt.entry.id, "Ana", "Ana: Take coins")
    assert entry.changes == [
        {"player": "Ana", "counter": "coins", "from": 0, "to": 3, "why": "took", "values": {"n": 3}}
    ]
    assert open_table(store, table.id).position == table.position


def test_an_illegal_action_writes_nothing(table: Table, store: Store) -> None:
    receipt = table.play(take("Bo"))
    assert (receipt.entry, receipt.verdict.legal) == (None, False)
    assert len(store.entries(table.id)) == 1


def test_undo_and_redo_are_entries_that_name_the_step(table: Table, store: Store) -> None:
    table.play(take("Ana", 2))
    table.play(take("Bo", 3))
    assert table.next_undo is not None
    assert (table.next_undo.label, table.next_redo) == ("Bo: Take coins", None)
    table.undo()
    table.undo()
    assert coins(table) == {"Ana": 0, "Bo": 0}
    assert table.undo() is None
    assert table.next_redo is not None
    assert table.next_redo.label == "Ana: Take coins"
    table.redo()
    assert coins(table) == {"Ana": 2, "Bo": 0}
    table.redo()
    assert coins(table) == {"Ana": 2, "Bo": 3}
    assert table.redo() is None
    assert [entry.label for entry in store.entries(table.id)][3:] == [
        "Undo: Bo: Take coins",
        "Undo: Ana: Take coins",
        "Redo: Ana: Take coins",
        "Redo: Bo: Take coins",
    ]
    assert open_table(store, table.id).position == table.position
    assert [line.stands for line in table.log()] == [True, True, False, False, True, True]


def test_a_new_action_after_undo_ends_redo(table: Table) -> None:
    table.play(take("Ana", 2))
    table.undo()
    table.play(take("Ana", 1))
    assert table.next_redo is None
    table.undo()
    assert coins(table) == {"Ana": 0, "Bo": 0}


def test_undo_of_a_step_that_is_no_longer_the_last_does_nothing(table: Table) -> None:
    first = table.play(take("Ana")).entry
    table.play(take("Bo"))
    assert first is not None
    assert table.undo(expected=first.id) is None
    assert coins(table) == {"Ana": 1, "Bo": 1}


def test_a_retry_with_the_same_id_is_the_same_entry(table: Table, store: Store) -> None:
    table.play(take("Ana", 2), entry_id="a" * 32)
    again = table.play(take("Ana", 2), entry_id="a" * 32)
    assert again.entry is not None
    assert coins(table) == {"Ana": 2, "Bo": 0}
    assert len(store.entries(table.id)) == 2


def test_two_devices_that_write_at_once_are_judged_in_order(table: Table, store: Store) -> None:
    other = open_table(store, table.id)
    table.play(take("Ana", 2))
    stale = other.play(take("Ana", 3))
    assert stale.entry is None
    assert [problem.code for problem in stale.verdict.problems] == ["not-your-turn"]
    assert other.play(take("Bo", 3)).entry is not None
    assert table.refresh() is True
    assert coins(table) == coins(other) == {"Ana": 2, "Bo": 3}


def test_listeners_hear_of_each_entry_until_they_stop(table: Table) -> None:
    heard: list[int] = []
    stop = table.subscribe(heard.append)
    table.play(take("Ana"))
    table.undo()
    stop()
    table.redo()
    assert heard == [2, 3]


def test_why_gives_lines_that_add_up(table: Table) -> None:
    table.play(take("Ana", 2))
    table.play(take("Bo"))
    table.play({"do": "score", "player": "Ana", "counter": "coins", "amount": 4})
    table.play(take("Bo", 3, agreed=AGREED))
    table.play(take("Ana", 3))
    lines = table.why("Ana", "coins")
    assert [line.amount for line in lines] == [0, 2, 4, 3]
    assert sum(line.amount or 0 for line in lines) == coins(table)["Ana"]
    assert [line.why for line in lines[1:]] == ["took 2 coins", "counted by the table", "took 3 coins"]
    assert lines[1].rules == ("TOY-1.2",)


def test_a_number_that_is_not_open_yet_tells_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.play(take("Ana", 2))

    def blind(position: toy.Position, viewer: str | None) -> toy.Position:
        return position if viewer == "Ana" else position.with_seat(position.seat("Ana")._replace(coins=None))

    monkeypatch.setattr(toy.GAME, "seen_by", blind)
    assert table.totals()["players"]["Ana"]["coins"] is None
    assert [(line.amount, line.after) for line in table.why("Ana", "coins")] == [(None, None)]
    assert table.totals("Ana")["players"]["Ana"]["coins"] == 2
    assert [line.amount for line in table.why("Ana", "coins", "Ana")] == [0, 2]


def test_an_agreed_exception_stays_visible(table: Table) -> None:
    table.play(take("Bo", 2, agreed=AGREED))
    ((entry, problems),) = table.exceptions()
    assert (entry.agreed, [problem.code for problem in problems]) == (AGREED, ["not-your-turn"])
    assert table.why("Bo", "coins")[1].exception == "first game"
    assert table.log()[0].exception == "first game"


def test_a_secret_is_in_nobody_elses_log_until_it_is_open(table: Table) -> None:
    table.play({"do": "seal", "player": "Ana", "coins": 7})
    assert "coins" not in table.log(None)[0].action
    assert "coins" not in table.log("Bo")[0].action
    assert table.log("Ana")[0].action["coins"] == 7


def test_the_end_of_the_game_closes_the_session_and_undo_opens_it(table: Table, store: Store) -> None:
    for player, n in [("Ana", 3), ("Bo", 3), ("Ana", 3), ("Bo", 1)]:
        table.play(take(player, n))
    assert (store.session(table.id).state, store.session(table.id).outcome["winners"]) == ("finished", ["Bo"])
    table.undo()
    assert store.session(table.id).state == "open"


def test_an_old_log_that_newer_rules_judge_otherwise_keeps_what_was_stored(
    table: Table, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.play(take("Ana", 2))

    def take_double(draft: object, action: dict[str, object]) -> None:
        toy.take(draft, {**action, "coins": 3})  # type: ignore[arg-type]

    spec = toy.GAME.specs["take"]
    monkeypatch.setitem(toy.GAME.specs, "take", spec._replace(perform=take_double))
    again = open_table(store, table.id)
    (difference,) = again.differences
    assert (difference.seq, difference.stored, difference.today) == (
        2,
        ("Ana, coins: 0 to 2",),
        ("Ana, coins: 0 to 3",),
    )
    assert [line.amount for line in again.why("Ana", "coins")] == [0, 2]
    assert coins(again) == {"Ana": 2, "Bo": 0}


@pytest.mark.parametrize(
    ("players", "detail", "rulings", "words"),
    [
        (["Ana"], "cards", {}, "2 to 4 players, not 1"),
        (["Ana", "ana "], "cards", {}, "same name"),
        (["Ana", " "], "cards", {}, "needs a name"),
        (["Ana", "x" * 61], "cards", {}, "at most 60"),
        (["Ana", "Bo"], "some", {}, "level of detail"),
        (["Ana", "Bo"], "cards", {"TOY1": "maybe"}, "TOY1"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_the_reason(
    store: Store, players: list[str], detail: str, rulings: dict[str, str], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        new_table(store, "toy", players, detail=detail, rulings=rulings)
    assert store.sessions() == []
