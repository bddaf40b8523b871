from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import flet as ft
import pytest

from companion.app import tables
from companion.app.deck import Deck
from companion.app.main import main
from companion.app.widgets.context import Context
from companion.app.widgets.form import ActionForm

from . import toy_game
from .driver import Driver


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    toy_game.install(monkeypatch, tmp_path)


def scene(play: Callable[[], Any]) -> None:
    asyncio.run(play())


async def at_table(players: list[str], **options: Any) -> tuple[Driver, Any]:
    table = tables.create("toy", players, **options)
    app = await Driver(route=f"/table/{table.id}").start(main)
    await app.until(lambda: "What Ana may do now" in app.texts())
    return app, table


def test_a_new_table_is_set_up_and_opened() -> None:
    async def play() -> None:
        app = await Driver(route="/").start(main)
        await app.tap("Track a game")
        names = app.all(ft.TextField)
        for field, name in zip(names, ("Ana", "Bo"), strict=True):
            await app.fire(field, "change", name, value=name)
        await app.tap("Start the table")
        await app.until(lambda: "What Ana may do now" in app.texts())
        assert {"Ana", "Bo"} <= set(app.texts())
        assert [info.state for info in tables.sessions()] == ["open"]
        assert not app.crashes

    scene(play)


def test_names_typed_faster_than_the_screen_is_drawn_are_all_kept() -> None:
    async def play() -> None:
        app = await Driver(route="/new").start(main)
        typed = list(zip(app.all(ft.TextField), ("Ana", "Bo"), strict=True))
        for field, name in typed:
            app.session.apply_patch(field._i, {"value": name})
        await asyncio.gather(*(app.session.dispatch_event(field._i, "change", name) for field, name in typed))
        await app.settle()
        assert [field.value for field in app.all(ft.TextField)] == ["Ana", "Bo"]

    scene(play)


def test_names_that_will_not_do_are_all_said_and_nothing_is_opened() -> None:
    async def play() -> None:
        app = await Driver(route="/new").start(main)
        for field in app.all(ft.TextField):
            await app.fire(field, "change", "Ana", value="Ana")
        await app.tap("Start the table")
        await app.until(lambda: any("same name" in text for text in app.texts()))
        assert tables.sessions() == []

    scene(play)


def test_a_move_is_entered_judged_and_on_disk_before_the_screen_says_so() -> None:
    async def play() -> None:
        app, table = await at_table(["Ana", "Bo"])
        await app.tap("Take coins")
        await app.tap("3")
        assert "Ana, coins: from 0 to 3, took 3 coins" in app.texts()
        await app.tap("Record")
        await app.until(lambda: "Recorded: Ana: Take coins" in app.texts())
        stored = tables.store().entries(table.id)
        assert stored[-1].payload == {"do": "take", "player": "Ana", "coins": 3}
        assert table.position.seat("Ana").coins == 3

    scene(play)


def test_undo_and_redo_name_their_step() -> None:
    async def play() -> None:
        app, table = await at_table(["Ana", "Bo"])
        table.play({"do": "take", "player": "Ana", "coins": 2})
        await app.until(lambda: "Undo: Ana: Take coins" in app.texts())
        await app.tap("Undo: Ana: Take coins")
        await app.until(lambda: "Redo: Ana: Take coins" in app.texts())
        assert table.position.seat("Ana").coins == 0
        await app.tap("Redo: Ana: Take coins")
        await app.until(lambda: table.position.seat("Ana").coins == 2)

    scene(play)


def test_an_illegal_move_says_why_and_can_be_agreed_to_with_a_reason() -> None:
    async def play() -> None:
        table = tables.create("toy", ["Ana", "Bo"])
        choice = next(choice for choice in table.choices("Bo") if choice.do == "take")
        played: list[Any] = []

        async def play_it(action: Any) -> None:
            played.append(action)

        rules: list[str] = []

        def show(page: ft.Page) -> None:
            page.render(
                lambda: ActionForm(
                    table.game.specs["take"],
                    choice,
                    Context(table, Deck([]), {}, {}),
                    play_it,
                    lambda: None,
                    rules.append,
                )
            )

        app = await Driver().start(show)
        assert {"It is Ana's turn, not Bo's.", "To make it legal: Wait for Ana."} <= set(app.texts())
        await app.tap("2")
        assert "Record" not in app.texts()
        await app.tap("Rule TOY-1.1")
        assert rules == ["TOY-1.1"]
        assert "Record as agreed exception" not in app.texts()  # not without a reason
        reason = next(field for field in app.all(ft.TextField) if field.label == "Why the table agrees")
        await app.fire(reason, "change", value="Bo must leave early")
        await app.tap("Record as agreed exception")
        action = {
            "do": "take",
            "player": "Bo",
            "coins": 2,
            "agreed": {"by": ["Ana", "Bo"], "reason": "Bo must leave early"},
        }
        assert played == [action]
        assert table.ask(action).legal

    scene(play)


def test_a_secret_is_behind_a_cover_until_a_long_press_and_gone_afterwards() -> None:
    async def play() -> None:
        app, table = await at_table(["Ana", "Bo"])
        await app.tap("Seal a number")
        assert "Pass the device to Ana" in app.texts()
        assert not app.all(ft.TextField)
        await app.fire(app.all(ft.GestureDetector)[0], "long_press_start")
        await app.fire(app.all(ft.TextField)[0], "change", value="4711")
        await app.tap("Record")
        await app.until(lambda: "Recorded: Ana: Seal a number" in app.texts())
        await app.tap("Log")
        assert "Ana: Seal a number" in app.texts()
        assert not any("4711" in text for text in app.texts())
        assert table.position.seat("Ana").sealed == 4711

    scene(play)


def test_a_number_tells_where_it_comes_from() -> None:
    async def play() -> None:
        app, table = await at_table(["Ana", "Bo"])
        table.play({"do": "take", "player": "Ana", "coins": 2})
        await app.until(lambda: "Undo: Ana: Take coins" in app.texts())
        number = next(s for s in app.all(ft.Semantics) if s.label == "Coins of Ana: 2")
        await app.fire(number, "tap")
        assert {"Why?", "+2", "took 2 coins", "Together: 2"} <= set(app.texts())

    scene(play)


def test_who_was_looked_at_at_one_table_is_not_looked_for_at_another() -> None:
    async def play() -> None:
        app, _table = await at_table(["Ana", "Bo"])
        (bo,) = (button for button in app.all(ft.OutlinedButton) if button.content == "Bo")
        await app.fire(bo, "click")
        await app.until(lambda: "What Bo may do now" in app.texts())
        other = tables.create("toy", ["Cy", "Dee"])
        await app.page.push_route(f"/table/{other.id}")
        await app.until(lambda: "What Cy may do now" in app.texts())
        assert not app.crashes
        assert "Something unexpected happened" not in " ".join(app.texts())

    scene(play)


def test_after_the_end_one_sentence_stands_for_all_that_is_over() -> None:
    async def play() -> None:
        app, table = await at_table(["Ana", "Bo"])
        for player, coins in [("Ana", 3), ("Bo", 3), ("Ana", 3), ("Bo", 1)]:
            await asyncio.to_thread(table.play, {"do": "take", "player": player, "coins": coins})
        await app.until(lambda: "The game has ended." in app.texts())
        assert "Take coins" not in app.texts()

    scene(play)
