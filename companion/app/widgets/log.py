"""The log of a table, newest first; what was taken back stays to be seen."""

from __future__ import annotations

from datetime import datetime

import flet as ft

from companion.app.handlers import screen
from companion.app.widgets.buttons import plain_button
from companion.table import LogLine, Table
from companion.texts import _

PAGE = 40
"""Entries shown at a time: a long history is read in pages."""


@screen
def Log(table: Table, revision: int) -> ft.Control:
    """The log up to entry number `revision`."""
    pages, set_pages = ft.use_state(1)
    lines = list(reversed(table.log()))
    rows = [_entry(line) for line in lines[: pages * PAGE]]
    if not rows:
        rows = [ft.Text(value=_("Nothing has been recorded yet."))]
    if len(lines) > pages * PAGE:
        rows.append(plain_button(_("Show earlier entries"), lambda: set_pages(pages + 1), ft.Icons.EXPAND_MORE))
    return ft.Column(spacing=10, controls=rows, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _entry(line: LogLine) -> ft.Control:
    style = None if line.stands else ft.TextStyle(decoration=ft.TextDecoration.LINE_THROUGH)
    title = line.label if line.stands else _("{step} (taken back)", step=line.label)
    parts: list[ft.Control] = [ft.Text(value=title, style=style, weight=ft.FontWeight.W_500)]
    parts += [ft.Text(value=change, color=ft.Colors.ON_SURFACE_VARIANT) for change in line.changes if line.stands]
    if line.exception:
        parts.append(ft.Text(value=_("Agreed exception: {reason}", reason=line.exception), color=ft.Colors.TERTIARY))
    return ft.Row(
        key=line.id,
        vertical_alignment=ft.CrossAxisAlignment.START,
        controls=[
            ft.Column(
                width=64,
                spacing=0,
                controls=[
                    ft.Text(value=f"#{line.seq}"),
                    ft.Text(value=clock(line.at), theme_style=ft.TextThemeStyle.LABEL_SMALL),
                ],
            ),
            ft.Column(controls=parts, spacing=0, expand=True),
        ],
    )


def clock(at: str) -> str:
    """The time of day here, of a moment as the log stores it."""
    return datetime.fromisoformat(at.replace("Z", "+00:00")).astimezone().strftime("%H:%M")
