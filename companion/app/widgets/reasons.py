"""Why something may not be done, what would make it legal, and the rules behind it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import flet as ft

from companion.app.handlers import safe
from companion.rules.engine import Problem
from companion.texts import _


def message(problem: Problem) -> str:
    return _(problem.kind.message, **problem.values) if problem.values else _(problem.kind.message)


def fix(problem: Problem) -> str:
    return _(problem.kind.fix, **problem.values) if problem.values else _(problem.kind.fix)


def rule_links(ids: Sequence[str], on_rule: Callable[[str], Any]) -> ft.Control:
    """The rules something rests on; a tap shows what one says."""
    return ft.Row(
        wrap=True,
        spacing=4,
        controls=[
            ft.TextButton(
                content=_("Rule {id}", id=id_), icon=ft.Icons.MENU_BOOK, on_click=safe(lambda id_=id_: on_rule(id_))
            )
            for id_ in ids
        ],
    )


def reason_list(problems: Sequence[Problem], on_rule: Callable[[str], Any]) -> ft.Control:
    """Every reason with its way out."""
    return ft.Column(
        spacing=12,
        controls=[
            ft.Row(
                vertical_alignment=ft.CrossAxisAlignment.START,
                spacing=8,
                controls=[
                    ft.Icon(icon=ft.Icons.BLOCK, color=ft.Colors.ERROR),
                    ft.Column(
                        expand=True,
                        spacing=2,
                        controls=[
                            ft.Text(value=message(problem), weight=ft.FontWeight.W_500),
                            ft.Text(value=_("To make it legal: {fix}", fix=fix(problem))),
                            *([rule_links(problem.rules, on_rule)] if problem.rules else []),
                        ],
                    ),
                ],
            )
            for problem in problems
        ],
    )


def need_list(needs: Sequence[str]) -> ft.Control:
    """What must be told before the answer is known."""
    return ft.Column(
        spacing=4,
        controls=[
            ft.Text(value=_("It depends on something nobody has told yet:"), weight=ft.FontWeight.W_500),
            *(ft.Text(value=path.removeprefix("players.").replace(".", ", ").replace("_", " ")) for path in needs),
        ],
    )
