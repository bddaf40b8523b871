"""The players around the table, each with the numbers that matter, readable at one metre."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import flet as ft

from companion.app import theme
from companion.app.deck import Deck
from companion.app.games.panel import OnWhy, Panel, tallies
from companion.app.handlers import safe, screen
from companion.app.state import LookCtx
from companion.app.widgets.counters import Tally, number
from companion.app.widgets.players import badge
from companion.table import Table
from companion.texts import _

OnCount = Callable[[str, str, int], Any]
"""Counts by hand: whose, which counter, by how much."""
BESIDE = 1.25
"""Text scale up to which the numbers stand beside the name."""
LINE = 3
"""Numbers on a player's line; the rest shows when the line is opened."""


@screen
def PlayerCard(
    table: Table,
    seat: int,
    deck: Deck,
    totals: Mapping[str, Any],
    panel: Panel,
    why: OnWhy,
    count: OnCount | None,
    compact: bool,
) -> ft.Control:
    """One player. With `count`, the counters kept by hand can be counted up and down here.

    `compact` is one line with the first numbers, which a tap on the name opens.
    """
    open_, set_open = ft.use_state(False)
    scale = ft.use_context(LookCtx).look.scale
    name = table.players[seat]
    acting = table.game.actor(table.position) == name
    shown = panel.counters(totals)

    def numbers(some: list[tuple[str, str]], first: float, others: float) -> list[ft.Control]:
        return [
            number(
                title, name, totals.get(counter), partial(why, name, counter), size=(others if place else first) * scale
            )
            for place, (counter, title) in enumerate(some)
        ]

    who = _who(seat, name, acting, safe(lambda: set_open(not open_)) if compact else None, theme.TARGET * scale)
    if count:
        rows: list[ft.Control] = [who, ft.Row(wrap=True, spacing=4, controls=_tallies(table, name, count, why))]
    elif compact and not open_:
        line = numbers(shown[:LINE], 30, 22)
        beside = scale <= BESIDE  # larger letters need the whole width for the name
        rows = (
            [ft.Row(controls=[ft.Container(content=who, expand=True), *line], spacing=2)]
            if beside
            else [who, ft.Row(controls=line, wrap=True, spacing=2)]
        )
    else:
        said = panel.about(table, name, deck)
        rows = [
            who,
            ft.Row(
                wrap=True,
                spacing=4,
                controls=numbers(shown, 44, 24),
                vertical_alignment=ft.CrossAxisAlignment.END,
            ),
            *([ft.Text(value=said, color=ft.Colors.ON_SURFACE_VARIANT)] if said else []),
        ]
    return ft.Card(
        margin=0,
        elevation=3 if acting else 1,
        content=ft.Container(
            padding=ft.Padding.symmetric(horizontal=10, vertical=2 if compact and not open_ else 10),
            border=ft.Border.all(2, ft.Colors.PRIMARY) if acting else None,
            border_radius=12,
            content=ft.Column(spacing=4, controls=rows),
        ),
    )


def _who(seat: int, name: str, acting: bool, on_tap: Any, height: float) -> ft.Control:
    """The sign and the name, and whether it is this player's move."""
    title = ft.Text(
        value=name, theme_style=ft.TextThemeStyle.TITLE_MEDIUM, max_lines=1, overflow=ft.TextOverflow.ELLIPSIS
    )
    words: list[ft.Control] = [title]
    if acting:
        words.append(ft.Text(value=_("to act"), color=ft.Colors.PRIMARY, weight=ft.FontWeight.BOLD))
    row = ft.Row(controls=[badge(seat, name), ft.Column(controls=words, spacing=0, tight=True, expand=True)])
    if on_tap is None:
        return row
    return ft.MergeSemantics(
        content=ft.Container(
            content=row, height=height, ink=True, on_click=on_tap, tooltip=_("more about {player}", player=name)
        )
    )


def _tallies(table: Table, name: str, count: OnCount, why: OnWhy) -> list[ft.Control]:
    return [
        Tally(
            title,
            name,
            table.game.counters[counter].get(table.position, name),
            partial(count, name, counter),
            partial(why, name, counter),
            key=counter,
        )
        for counter, title in tallies(table, own=True)
    ]
