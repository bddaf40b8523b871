"""Questions that must be answered before anything happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from companion.app import theme
from companion.app.handlers import safe
from companion.texts import _


def confirm(
    open_: bool, question: str, detail: str, answer: str, on_yes: Callable[[], Any], on_close: Callable[[], Any]
) -> None:
    """Ask before something that cannot be taken back. Call it on every render: it is a hook."""

    async def yes() -> None:
        on_close()
        await on_yes()

    ft.use_dialog(
        ft.AlertDialog(
            modal=True,
            title=ft.Text(value=question),
            content=ft.Text(value=detail),
            on_dismiss=safe(on_close),
            actions=[
                ft.TextButton(content=_("Cancel"), height=theme.TARGET, on_click=safe(on_close)),
                ft.FilledButton(content=answer, height=theme.TARGET, on_click=safe(yes)),
            ],
        )
        if open_
        else None
    )


def use_leaving(changed: bool, close: Callable[[], Any]) -> Callable[[], Any]:
    """A hook: the way out of a form, with a question first where something was `changed` and is not kept yet."""
    asking, ask = ft.use_state(False)

    async def leave() -> None:
        close()

    confirm(
        asking,
        _("Leave without keeping it?"),
        _("What you entered here has not been kept."),
        _("Leave"),
        leave,
        lambda: ask(False),
    )
    return (lambda: ask(True)) if changed else close


def note(title: str, content: Sequence[ft.Control], on_close: Callable[[], Any]) -> None:
    """Show something to read, if there is anything. Call it on every render: it is a hook."""
    ft.use_dialog(
        ft.AlertDialog(
            title=ft.Text(value=title),
            content=ft.Container(width=520, content=ft.Column(controls=list(content), tight=True, spacing=10)),
            scrollable=True,
            on_dismiss=safe(on_close),
            actions=[ft.FilledButton(content=_("Close"), height=theme.TARGET, on_click=safe(on_close))],
        )
        if content
        else None
    )
