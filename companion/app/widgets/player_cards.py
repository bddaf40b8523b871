"""The players around the table, each with the numbers that matter, readable at one metre."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import flet as ft

from companion.app.deck import Deck
from companion.app.games.panel import OnWhy, Panel, tallies
from companion.app.widgets.counters import Tally, number
from companion.app.widgets.players import badge
from companion.table import Table
from companion.texts import _

OnCount = Callable[[str, str, int], Any]
"""Counts by hand: whose, which counter, by how much."""


def player_card(
    table: Table,
    seat: int,
    deck: Deck,
    totals: Mapping[str, Any],
    panel: Panel,
    why: OnWhy,
    count: OnCount | None,
    scale: float,
) -> ft.Control:
    """One player. With `count`, the counters kept by hand can be counted up and down here."""
    name = table.players[seat]
    acting = table.game.actor(table.position) == name
    said = panel.about(table, name, deck)
    numbers: list[ft.Control]
    if count:
        numbers = [
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
    else:
        numbers = [
            number(title, name, totals.get(counter), partial(why, name, counter), size=(24 if place else 44) * scale)
            for place, (counter, title) in enumerate(panel.counters(totals))
        ]
    head = ft.Row(
        controls=[
            badge(seat, name),
            ft.Text(value=name, theme_style=ft.TextThemeStyle.TITLE_MEDIUM, expand=True, max_lines=1),
            *(
                [ft.Icon(icon=ft.Icons.PLAY_CIRCLE, color=ft.Colors.PRIMARY), ft.Text(value=_("to act"))]
                if acting
                else []
            ),
        ]
    )
    return ft.Card(
        key=name,
        margin=0,
        elevation=3 if acting else 1,
        content=ft.Container(
            padding=10,
            border=ft.Border.all(2, ft.Colors.PRIMARY) if acting else None,
            border_radius=12,
            content=ft.Column(
                spacing=4,
                controls=[
                    head,
                    ft.Row(wrap=True, controls=numbers, spacing=4, vertical_alignment=ft.CrossAxisAlignment.END),
                    *([ft.Text(value=said, color=ft.Colors.ON_SURFACE_VARIANT)] if said else []),
                ],
            ),
        ),
    )
