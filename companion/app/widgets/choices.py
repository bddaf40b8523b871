"""What may be done now and, greyed with its reason, what may not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from companion.app.handlers import safe
from companion.app.widgets.form import first_reason
from companion.rules.engine import Choice, Game
from companion.texts import _


def choice_list(game: Game, choices: Sequence[Choice], on_choose: Callable[[Choice], Any]) -> ft.Control:
    """Every kind of action: the possible ones first. A greyed one opens too, and then gives all its reasons."""
    possible = [choice for choice in choices if choice.legal]
    refused = [choice for choice in choices if not choice.legal]
    rows = [_row(game, choice, on_choose) for choice in (*possible, *refused)]
    return ft.Column(spacing=6, controls=rows, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _row(game: Game, choice: Choice, on_choose: Callable[[Choice], Any]) -> ft.Control:
    title = _(game.specs[choice.do].title)
    ink = None if choice.legal else ft.Colors.ON_SURFACE_VARIANT
    return ft.Card(
        key=choice.do,
        elevation=1 if choice.legal else 0,
        margin=0,
        content=ft.ListTile(
            leading=ft.Icon(icon=ft.Icons.PLAY_ARROW if choice.legal else ft.Icons.BLOCK, color=ink),
            title=ft.Text(value=title, color=ink, weight=ft.FontWeight.W_500 if choice.legal else None),
            subtitle=None if choice.legal else ft.Text(value=_("Not now: {reason}", reason=first_reason(choice))),
            min_height=56,
            on_click=safe(lambda: on_choose(choice)),
        ),
    )
