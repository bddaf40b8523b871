"""Event handlers that cannot take the screen away: a fault becomes a sentence, and the screen stays."""

from __future__ import annotations

import asyncio
import functools
import inspect
import logging
from collections.abc import Awaitable, Callable
from typing import Any, ParamSpec, TypeVar

import flet as ft

from companion.texts import _

log = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")

ABOVE_BAR = 88
"""Logical pixels at the foot of every screen that a sentence leaves free, for the bar of buttons there."""
LINGERS = 1800
"""Milliseconds a sentence stays; what was recorded also stands on the undo button."""
SLOW = 0.5
"""Seconds after which work in a thread shows that it is going on."""


def tell(page: ft.Page, sentence: str) -> None:
    """Show a sentence at the foot of the screen; screen readers read it out."""
    page.show_dialog(
        ft.SnackBar(
            content=ft.Text(value=sentence),
            show_close_icon=True,
            duration=LINGERS,
            behavior=ft.SnackBarBehavior.FLOATING,
            margin=ft.Margin(left=12, right=12, top=0, bottom=ABOVE_BAR),
        )
    )


def sentence_of(fault: BaseException) -> str:
    """What to tell a person about a fault: its own sentence and way out where it has them."""
    said = [str(part) for name in ("sentence", "way_out") if (part := getattr(fault, name, None))]
    return " ".join(said) or _("Something unexpected happened. What was recorded before is safe; please try again.")


def safe(handler: Callable[..., Any]) -> Callable[..., Awaitable[None]]:
    """An event handler that shows a fault's sentence instead of ending the session. Call it while rendering.

    The handler may be a plain or an async function; it gets the event if it has a parameter without a default.
    """
    page = ft.context.page
    parameters = inspect.signature(handler).parameters.values()
    takes_event = any(parameter.default is parameter.empty for parameter in parameters)

    async def guarded(event: Any = None) -> None:
        try:
            result = handler(event) if takes_event else handler()
            if inspect.isawaitable(result):
                await result
        except Exception as fault:
            if not hasattr(fault, "sentence"):
                log.exception("in %s", getattr(handler, "__qualname__", handler))
            tell(page, sentence_of(fault))

    return guarded


def screen(render: Callable[P, ft.Control]) -> Callable[..., ft.Control]:
    """A Flet component whose fault while rendering shows a sentence; an exception there would freeze the session."""

    @functools.wraps(render)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> ft.Control:
        try:
            return render(*args, **kwargs)
        except Exception as fault:
            log.exception("while rendering %s", render.__qualname__)
            return ft.Text(value=sentence_of(fault), color=ft.Colors.ERROR)

    component: Callable[..., ft.Control] = ft.component(guarded)
    return component


async def in_thread(page: ft.Page, doing: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run blocking work in a thread, and say what is going on (`doing`) where it takes over half a second."""
    task = asyncio.ensure_future(asyncio.to_thread(work, *args, **kwargs))
    done, _pending = await asyncio.wait({task}, timeout=SLOW)
    if done:
        return task.result()
    progress = ft.AlertDialog(
        modal=True,
        semantics_label=doing,
        content=ft.Row(controls=[ft.ProgressRing(), ft.Text(value=doing, expand=True)], tight=True, spacing=20),
    )
    page.show_dialog(progress)
    try:
        return await task
    finally:
        progress.open = False
        progress.update()
