"""Numbers that can be read at one metre, asked for their reasons, and counted up and down in two taps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.app.handlers import safe, screen
from companion.app.state import LookCtx
from companion.app.widgets.buttons import icon_button, main_button
from companion.app.widgets.players import shown, spoken
from companion.texts import _


def number(
    title: str, owner: str | None, value: Any, on_why: Callable[[], Any], *, size: float = 34, icon: Any = None
) -> ft.Control:
    """A number under its title; a tap asks where it comes from."""
    why = safe(on_why)
    return ft.Semantics(
        container=True,
        button=True,
        exclude_semantics=True,
        label=spoken(title, owner, value),
        on_tap_hint_text=_("why?"),
        on_tap=why,
        content=ft.Container(
            ink=True,
            on_click=why,
            border_radius=8,
            padding=ft.Padding.symmetric(horizontal=8, vertical=4),
            content=ft.Column(
                spacing=0,
                tight=True,
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
                controls=[
                    ft.Text(value=shown(value), size=size, weight=ft.FontWeight.BOLD),
                    ft.Text(
                        value=title, theme_style=ft.TextThemeStyle.LABEL_MEDIUM, color=ft.Colors.ON_SURFACE_VARIANT
                    ),
                ],
            ),
        ),
    )


@screen
def Tally(
    title: str, owner: str | None, value: int | None, on_count: Callable[[int], Any], on_why: Callable[[], Any]
) -> ft.Control:
    """A counter that people count themselves: taps add up to one amount, and one more tap writes it down.

    So a change of any size is one step in the log, and nothing is written while somebody is still tapping.
    """
    pending, set_pending = ft.use_state(0)
    scale = ft.use_context(LookCtx).look.scale
    name = _("{counter} of {player}", counter=title, player=owner) if owner else title

    async def record() -> None:
        set_pending(0)
        await on_count(pending)

    row: list[ft.Control] = [
        icon_button(ft.Icons.REMOVE, _("{counter}: one less", counter=name), lambda: set_pending(pending - 1)),
        number(title, owner, value, on_why, size=40 * scale),
        icon_button(ft.Icons.ADD, _("{counter}: one more", counter=name), lambda: set_pending(pending + 1)),
    ]
    if pending:
        row.append(main_button(_("Record {amount}", amount=f"{pending:+d}"), record, ft.Icons.CHECK))
        row.append(icon_button(ft.Icons.CLOSE, _("Leave {counter} as it is", counter=name), lambda: set_pending(0)))
    return ft.Row(controls=row, wrap=True, spacing=4, vertical_alignment=ft.CrossAxisAlignment.CENTER)
