"""Where things stand on a screen: one column for reading, headings that screen readers can jump to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from companion.app.widgets.buttons import back_row

READING_WIDTH = 720
"""Widest column of text and forms, in logical pixels."""


SHORT = 28
"""Letters of a name that fit on a button of a phone."""


def short(name: str) -> str:
    """A name as it fits on a button."""
    return name if len(name) <= SHORT else f"{name[: SHORT - 1].rstrip()}…"


def heading(text: str, level: int = 2) -> ft.Control:
    """A heading of level 1 (the screen) to 3."""
    styles = {1: ft.TextThemeStyle.HEADLINE_MEDIUM, 2: ft.TextThemeStyle.TITLE_LARGE, 3: ft.TextThemeStyle.TITLE_MEDIUM}
    return ft.Semantics(container=True, heading_level=level, content=ft.Text(value=text, theme_style=styles[level]))


def section(title: str, controls: Sequence[ft.Control]) -> ft.Control:
    """Controls under a heading of their own."""
    return ft.Column(controls=[heading(title), *controls], spacing=8)


def reading_page(title: str, controls: Sequence[ft.Control], *, on_back: Callable[[], Any] | None = None) -> ft.Control:
    """A screen that scrolls as one column, no wider than is easy to read; with the way back before its title."""
    head = back_row(heading(title, 1), on_back) if on_back else heading(title, 1)
    return ft.ListView(
        expand=True,
        padding=16,
        spacing=20,
        controls=[
            ft.Row(
                alignment=ft.MainAxisAlignment.CENTER,
                controls=[ft.Container(content=control, width=READING_WIDTH, expand=True, expand_loose=True)],
            )
            for control in (head, *controls)
        ],
    )
