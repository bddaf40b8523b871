"""Numbers that can be read at one metre, asked for their reasons, and counted up and down in two taps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.app import theme
from companion.app.handlers import safe, screen
from companion.app.state import LookCtx
from companion.app.widgets.buttons import icon_button
from companion.app.widgets.players import shown, spoken
from companion.texts import _


def number(
    title: str, owner: str | None, value: Any, on_why: Callable[[], Any], *, size: float = 34, titled: bool = True
) -> ft.Control:
    """A number over its title; a tap asks where it comes from. `titled` False leaves the title to somebody else."""
    why = safe(on_why)
    parts: list[ft.Control] = [ft.Text(value=shown(value), size=size, weight=ft.FontWeight.BOLD)]
    if titled:
        small = ft.TextThemeStyle.LABEL_MEDIUM
        parts.append(ft.Text(value=title, theme_style=small, color=ft.Colors.ON_SURFACE_VARIANT))
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
                controls=parts,
            ),
        ),
    )


TALLY_WIDTH = 164
"""Logical pixels of one counter: two stand side by side on a phone."""


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

    middle = (
        _record_button(pending, name, record)
        if pending
        else number(title, owner, value, on_why, size=32 * scale, titled=False)
    )
    return ft.Container(
        width=TALLY_WIDTH * scale,
        content=ft.Column(
            spacing=0,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
            controls=[
                ft.Text(
                    value=title,
                    theme_style=ft.TextThemeStyle.LABEL_MEDIUM,
                    text_align=ft.TextAlign.CENTER,
                    max_lines=1,
                    overflow=ft.TextOverflow.ELLIPSIS,
                ),
                ft.Row(
                    spacing=0,
                    controls=[
                        icon_button(
                            ft.Icons.REMOVE, _("{counter}: one less", counter=name), lambda: set_pending(pending - 1)
                        ),
                        ft.Container(
                            content=middle, expand=True, height=theme.TARGET * scale, alignment=ft.Alignment.CENTER
                        ),
                        icon_button(
                            ft.Icons.ADD, _("{counter}: one more", counter=name), lambda: set_pending(pending + 1)
                        ),
                    ],
                ),
            ],
        ),
    )


def _record_button(pending: int, name: str, record: Callable[[], Any]) -> ft.Control:
    """Takes the number's place while an amount waits to be written down."""
    tap = safe(record)
    return ft.Semantics(
        container=True,
        button=True,
        exclude_semantics=True,
        label=_("{counter}: record {amount}", counter=name, amount=f"{pending:+d}"),
        on_tap=tap,
        content=ft.Container(
            ink=True,
            on_click=tap,
            bgcolor=ft.Colors.PRIMARY,
            border_radius=12,
            padding=8,
            content=ft.Row(
                tight=True,
                spacing=2,
                controls=[
                    ft.Icon(icon=ft.Icons.CHECK, color=ft.Colors.ON_PRIMARY, size=18),
                    ft.Text(value=f"{pending:+d}", color=ft.Colors.ON_PRIMARY, weight=ft.FontWeight.BOLD),
                ],
            ),
        ),
    )
