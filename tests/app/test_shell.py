from __future__ import annotations

import asyncio
from functools import partial

import flet as ft

from companion.app import theme
from companion.app.handlers import in_thread, safe, screen
from companion.app.main import main
from companion.app.widgets.loading import use_loaded

from .driver import Driver


def test_a_phone_has_its_places_at_the_foot_and_a_wide_window_at_the_side() -> None:
    async def scene() -> None:
        phone = await Driver(width=390).start(main)
        assert phone.all(ft.NavigationBar)
        assert not phone.all(ft.NavigationRail)
        desk = await Driver(width=1280).start(main)
        assert desk.all(ft.NavigationRail)
        assert not desk.all(ft.NavigationBar)

    asyncio.run(scene())


def test_the_saved_look_is_put_on_and_a_new_choice_is_saved() -> None:
    async def scene() -> None:
        saved = theme.Look(mode="dark", high_contrast=True, scale=1.5).to_json()
        app = await Driver(route="/settings", get=saved).start(main)
        assert app.page.theme_mode is ft.ThemeMode.DARK
        await app.fire(app.all(ft.Switch)[0], "change", value=False)
        calls = [m.body for m in app.connection.sent if m.action.name == "INVOKE_METHOD"]
        assert [theme.Look.from_json(c.args["value"]) for c in calls if c.name == "set"] == [
            theme.Look(mode="dark", high_contrast=False, scale=1.5)
        ]
        assert not app.crashes

    asyncio.run(scene())


class Refusal(Exception):
    sentence = "The cupboard is locked."
    way_out = "Find the key."


def test_a_fault_in_a_handler_or_in_a_screen_becomes_a_sentence_and_the_session_goes_on() -> None:
    def refuse() -> None:
        raise Refusal

    @screen
    def broken_room() -> ft.Control:
        raise Refusal

    @screen
    def room() -> ft.Control:
        broken, set_broken = ft.use_state(False)
        return ft.Column(
            controls=[
                ft.Button(content="refuse", on_click=safe(refuse)),
                ft.TextButton(content="break", on_click=safe(lambda: set_broken(True))),
                *([broken_room()] if broken else []),
            ]
        )

    async def scene() -> None:
        app = await Driver().start(lambda page: page.render(room))
        await app.fire(app.all(ft.Button)[0], "click")
        assert [bar.content.value for bar in app.all(ft.SnackBar)] == ["The cupboard is locked. Find the key."]
        await app.fire(app.all(ft.TextButton)[0], "click")
        assert app.texts().count("The cupboard is locked. Find the key.") == 2
        assert not app.crashes

    asyncio.run(scene())


def test_slow_work_shows_what_is_going_on_and_quick_work_does_not(monkeypatch) -> None:
    monkeypatch.setattr("companion.app.handlers.SLOW", 0.01)

    async def scene() -> None:
        app = await Driver().start(main)
        assert await in_thread(app.page, "Adding", sum, [1, 2]) == 3
        assert not app.all(ft.AlertDialog)
        release = asyncio.Event()
        loop = asyncio.get_running_loop()

        def wait() -> str:
            asyncio.run_coroutine_threadsafe(release.wait(), loop).result()
            return "done"

        work = asyncio.ensure_future(in_thread(app.page, "Reading the picture", wait))
        while not app.all(ft.AlertDialog):
            await asyncio.sleep(0.01)
        dialog = app.all(ft.AlertDialog)[0]
        assert dialog.open
        assert "Reading the picture" in app.texts()
        release.set()
        assert await work == "done"
        assert not dialog.open

    asyncio.run(scene())


def test_what_was_loaded_for_another_key_is_never_shown() -> None:
    first = asyncio.Event()

    @screen
    def room() -> ft.Control:
        key, set_key = ft.use_state("slow")
        loop = asyncio.get_running_loop()

        def work() -> str:
            if key == "slow":
                asyncio.run_coroutine_threadsafe(first.wait(), loop).result()
            return f"loaded {key}"

        loaded, _again = use_loaded(work, key)
        return ft.Column(
            controls=[
                ft.Text(value=f"{key}: {loaded.value or 'busy'}"),
                *(ft.Button(content=each, on_click=safe(partial(set_key, each))) for each in ("one", "two")),
            ]
        )

    async def scene() -> None:
        app = await Driver().start(lambda page: page.render(room))
        await app.tap("one")
        await app.until(lambda: "one: loaded one" in app.texts())
        first.set()  # what was asked first comes last, and nobody wants it any more
        await asyncio.sleep(0.05)
        assert "one: loaded one" in app.texts()
        await app.tap("two")
        shown = {text for text in app.texts() if text.startswith("two: ")}
        assert shown <= {"two: busy", "two: loaded two"}
        await app.until(lambda: "two: loaded two" in app.texts())
        assert not app.crashes

    asyncio.run(scene())
