"""One phone for the whole table: a cover over what only one player may see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.app.handlers import safe, screen
from companion.app.widgets.buttons import back_row
from companion.app.widgets.layout import heading
from companion.texts import _


@screen
def Cover(player: str, secret: ft.Control, close: Callable[[], Any]) -> ft.Control:
    """“Pass the device to …”: what is secret is built only after a long press, and gone with the cover's close."""
    open_, set_open = ft.use_state(False)
    if open_:
        return secret
    uncover = safe(lambda: set_open(True))
    return ft.Column(
        spacing=16,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        controls=[
            back_row(heading(_("Pass the device to {player}", player=player)), close),
            ft.Text(value=_("What comes next is for {player} alone. Hold the field below to see it.", player=player)),
            ft.Semantics(
                container=True,
                button=True,
                exclude_semantics=True,
                label=_("I am {player}: hold to see", player=player),
                on_tap=uncover,  # a screen reader's double tap is deliberate enough
                content=ft.GestureDetector(
                    on_long_press_start=uncover,
                    content=ft.Container(
                        height=160,
                        border_radius=16,
                        bgcolor=ft.Colors.PRIMARY_CONTAINER,
                        alignment=ft.Alignment.CENTER,
                        content=ft.Text(
                            value=_("I am {player}: hold to see", player=player),
                            theme_style=ft.TextThemeStyle.TITLE_LARGE,
                            color=ft.Colors.ON_PRIMARY_CONTAINER,
                        ),
                    ),
                ),
            ),
        ],
    )
