"""Reading from disk without stopping anybody: a thread works while the screen shows progress."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import flet as ft

from companion.app.handlers import sentence_of
from companion.app.widgets.buttons import main_button
from companion.texts import _

log = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(frozen=True)
class Loaded(Generic[T]):
    """What became of the work: still busy, done with `value`, or ended by `fault`."""

    busy: bool
    value: T | None = None
    fault: Exception | None = None


def use_loaded(work: Callable[[], T], key: object) -> tuple[Loaded[T], Callable[[], None]]:
    """A hook: run `work` in a thread on mounting, when `key` changes, and when the second result is called.

    What was loaded for another key is never returned.
    """
    busy: Loaded[T] = Loaded(True)
    state, set_state = ft.use_state((key, busy))
    attempt, set_attempt = ft.use_state(0)
    wanted = ft.use_ref(key)
    wanted.current = key

    async def load() -> None:
        try:
            loaded = Loaded(False, value=await asyncio.to_thread(work))
        except Exception as fault:
            if not hasattr(fault, "sentence"):
                log.exception("while loading")
            loaded = Loaded(False, fault=fault)
        if wanted.current == key:
            set_state((key, loaded))

    ft.use_effect(load, [key, attempt])
    return state[1] if state[0] == key else busy, lambda: set_attempt(lambda n: n + 1)


def waiting(loaded: Loaded[T], again: Callable[[], None]) -> ft.Control:
    """What to show until there is a value."""
    if loaded.fault is None:
        return ft.Semantics(
            label=_("Loading"),
            content=ft.Container(content=ft.ProgressRing(), alignment=ft.Alignment.CENTER, padding=40),
        )
    return ft.Column(
        spacing=12,
        controls=[
            ft.Text(value=sentence_of(loaded.fault), color=ft.Colors.ERROR),
            main_button(_("Try again"), again, ft.Icons.REFRESH),
        ],
    )
