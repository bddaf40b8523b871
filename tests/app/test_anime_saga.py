"""Anime Saga's own inputs, and its table on the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import flet as ft
import pytest

from companion import catalog
from companion.app import tables
from companion.app.games.anime_saga_forms import Return, lay_all, smallest
from companion.app.main import main
from models import open_store

from .driver import Driver


@pytest.fixture(autouse=True)
def _store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr(tables, "_open", {})
    with open_store(tmp_path / "companion.sqlite3") as store:
        monkeypatch.setattr(tables, "store", lambda: store)
        yield


def test_cards_go_back_on_the_lowest_of_the_smallest_piles_one_by_one() -> None:
    assert smallest([4, 3, 5, 3, 4]) == [2, 4]
    laid = lay_all(["a", "b", None, "d"], [4, 3, 5, 3, 4])
    assert laid == [Return("a", 2), Return("b", 4), Return(None, 1), Return("d", 2)]


def test_where_a_pile_is_unknown_every_pile_may_take_the_card() -> None:
    assert smallest([4, None, 5, 3, 4]) == [1, 2, 3, 4, 5]


def ready(players: tuple[str, ...] = ("Ana", "Bo")) -> Any:
    """A table whose characters and first skills are told."""
    pack = catalog.load_pack("anime-saga", "practice")
    table = tables.create("anime-saga", list(players))
    heroes = [card for card in pack.cards if hasattr(card, "skill_points")]
    sheets = [{"player": name, "character": hero.id} for name, hero in zip(players, heroes, strict=False)]
    played = [{"do": "setup", "sheets": sheets}]
    for name, hero in zip(players, heroes, strict=False):
        own = [card for card in pack.cards if getattr(card, "character", None) == hero.id]
        sets = (chosen for n in range(1, 5) for chosen in combinations(own, n))
        fitting = next(chosen for chosen in sets if sum(card.cost for card in chosen) == hero.skill_points)
        played.append({"do": "choose-skills", "player": name, "skills": [card.id for card in fitting]})
    challenge = next(card for card in pack.cards if hasattr(card, "strength"))
    played.append({"do": "reveal-episode", "card": challenge.id})
    for action in played:
        assert table.play(action).entry is not None
    return table


def test_first_skills_say_what_they_may_cost_before_anything_is_chosen() -> None:
    async def play() -> None:
        pack = catalog.load_pack("anime-saga", "practice")
        hero, other, *_rest = [card for card in pack.cards if hasattr(card, "skill_points")]
        table = tables.create("anime-saga", ["Ana", "Bo"])
        sheets = [{"player": "Ana", "character": hero.id}, {"player": "Bo", "character": other.id}]
        table.play({"do": "setup", "sheets": sheets})
        app = await Driver(route=f"/table/{table.id}").start(main)
        await app.until(lambda: "Choose first skills in secret" in app.texts())
        await app.tap("Choose first skills in secret")
        await app.fire(app.all(ft.GestureDetector)[0], "long_press_start")
        said = f"Ana has {hero.skill_points} Skill Points to spend; the skills chosen cost 0."
        await app.until(lambda: said in app.texts())
        assert not app.crashes

    asyncio.run(play())


def test_the_end_of_a_turn_lays_the_used_cards_back_in_three_taps() -> None:
    async def play() -> None:
        table = ready()
        table.play({"do": "contribute", "player": "Ana", "cards": ["training-strength", "heal-agility"]})
        app = await Driver(route=f"/table/{table.id}").start(main)
        await app.until(lambda: "End the turn" in app.texts())
        await app.tap("End the turn")
        assert "2 cards go back to the piles, not 0." in app.texts()
        await app.tap("Lay all, lowest pile first")
        await app.tap("Record")
        await app.until(lambda: table.position.turn == "Bo")
        assert table.totals()["piles"] == [5, 5, 4, 4, 4]
        assert not app.crashes

    asyncio.run(play())


def test_the_board_says_what_the_challenge_still_needs_and_each_number_why() -> None:
    async def play() -> None:
        table = ready()
        table.play({"do": "contribute", "player": "Ana", "cards": ["training-strength"]})
        app = await Driver(route=f"/table/{table.id}").start(main)
        await app.until(lambda: bool(labelled(app, "Fame of Ana: 2")))
        assert labelled(app, "Strength: 1")
        await app.fire(labelled(app, "Fame of Ana: 2")[0], "tap")
        assert {"+1", "Together: 2", "Rule AS-4.27"} <= set(app.texts())

    asyncio.run(play())


def test_a_number_that_never_moved_says_where_it_started() -> None:
    async def play() -> None:
        table = ready()
        app = await Driver(route=f"/table/{table.id}").start(main)
        await app.until(lambda: bool(labelled(app, "Pile 3: 4")))
        await app.fire(labelled(app, "Pile 3: 4")[0], "tap")
        assert {"as the game is set up", "Together: 4"} <= set(app.texts())

    asyncio.run(play())


def test_what_may_not_be_done_is_greyed_with_its_reason() -> None:
    async def play() -> None:
        table = ready()
        app = await Driver(route=f"/table/{table.id}").start(main)
        await app.until(lambda: "What Ana may do now" in app.texts())
        assert "Not now: The Current Episode is no Enemy and no Lord of Darkness." in app.texts()
        await app.tap("Bo", last=True)
        assert "What Bo may do now" in app.texts()
        assert any("It is Ana's turn" in text for text in app.texts())

    asyncio.run(play())


def test_at_the_level_scores_only_a_counter_takes_two_taps_and_unknown_is_no_zero() -> None:
    async def play() -> None:
        table = tables.create("anime-saga", ["Ana", "Bo"], detail="scores")
        app = await Driver(route=f"/table/{table.id}").start(main)
        await app.until(lambda: bool(labelled(app, "Fame Points of Ana: 1")))
        assert labelled(app, "Life of Ana: unknown")
        await app.tap("Fame Points of Ana: one more")
        await app.fire(labelled(app, "Fame Points of Ana: record +1")[0], "tap")
        await app.until(lambda: bool(labelled(app, "Fame Points of Ana: 2")))
        assert tables.store().entries(table.id)[-1].payload["do"] == "score"

    asyncio.run(play())


def labelled(app: Driver, label: str) -> list[ft.Semantics]:
    return [control for control in app.all(ft.Semantics) if control.label == label]
