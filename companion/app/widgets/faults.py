"""What is wrong with something people entered: all of it at once, and beside the field it is about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from companion.app.files import Refused
from companion.app.widgets.buttons import main_button
from companion.app.widgets.layout import reading_page
from companion.texts import _, n_

SHOWN = 100
"""Faults listed at a time: a table saved in the wrong form has one on every line."""


def fault_line(sentence: str) -> ft.Control:
    """One fault, with a sign for those who do not see its colour."""
    return ft.Row(
        vertical_alignment=ft.CrossAxisAlignment.START,
        spacing=8,
        controls=[
            ft.Icon(icon=ft.Icons.ERROR_OUTLINE, color=ft.Colors.ERROR, size=20),
            ft.Text(value=sentence, color=ft.Colors.ERROR, expand=True),
        ],
    )


def fault_list(title: str, faults: Sequence[str]) -> ft.Control:
    """Every fault under a title that screen readers read out as soon as it is there."""
    rows: list[ft.Control] = [
        ft.Semantics(live_region=True, content=ft.Text(value=title, theme_style=ft.TextThemeStyle.TITLE_MEDIUM)),
        *map(fault_line, faults[:SHOWN]),
    ]
    if len(faults) > SHOWN:
        rows.append(ft.Text(value=n_("and {n} more", "and {n} more", len(faults) - SHOWN)))
    return ft.Column(spacing=8, controls=rows)


def file_faults(refused: Refused, choose: Callable[[], Any], close: Callable[[], Any]) -> ft.Control:
    """A screen of all that is wrong in a file of which nothing was kept."""
    return reading_page(
        _("Nothing was kept"),
        [
            fault_list(refused.title, refused.faults),
            main_button(_("Choose the mended file"), choose, ft.Icons.UPLOAD_FILE),
        ],
        on_back=close,
    )
