"""The answer to “why?”: the lines that add up to a number, and what a rule says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from companion.app.widgets.players import shown
from companion.app.widgets.reasons import rule_links
from companion.table import Line
from companion.texts import _


def why_lines(lines: Sequence[Line], on_rule: Callable[[str], Any]) -> list[ft.Control]:
    """Every step that moved a number, with its amount, its reason and its rules, and the sum below."""
    total = lines[-1].after
    return [
        *(_line(line, on_rule) for line in lines),
        ft.Divider(height=1),
        ft.Text(value=_("Together: {total}", total=shown(total)), theme_style=ft.TextThemeStyle.TITLE_MEDIUM),
    ]


def _line(line: Line, on_rule: Callable[[str], Any]) -> ft.Control:
    is_step = line.seq is not None and line.amount is not None
    amount = f"{line.amount:+d}" if is_step else shown(line.after)
    said: list[ft.Control] = [ft.Text(value=line.label, weight=ft.FontWeight.W_500), ft.Text(value=line.why)]
    if line.exception:
        said.append(ft.Text(value=_("Agreed exception: {reason}", reason=line.exception), color=ft.Colors.TERTIARY))
    if line.rules or line.rulings:
        said.append(rule_links((*line.rules, *line.rulings), on_rule))
    return ft.Row(
        vertical_alignment=ft.CrossAxisAlignment.START,
        controls=[
            ft.Text(value=amount, width=56, text_align=ft.TextAlign.RIGHT, weight=ft.FontWeight.BOLD, size=20),
            ft.Column(controls=said, spacing=0, expand=True),
        ],
    )
