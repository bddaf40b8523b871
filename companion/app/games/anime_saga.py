"""Anime Saga's table: the episode with what it still needs, the five piles, fame and life."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import flet as ft

from companion.app.deck import Deck
from companion.app.games.panel import OnWhy, Panel
from companion.app.widgets.counters import number
from companion.app.widgets.layout import heading
from companion.app.widgets.players import shown
from companion.table import Table
from companion.texts import _

# A sign of its own for each attribute, so that colour is never the only one.
_SIGNS = {
    "strength": ft.Icons.FITNESS_CENTER,
    "agility": ft.Icons.DIRECTIONS_RUN,
    "power": ft.Icons.BOLT,
    "intelligence": ft.Icons.LIGHTBULB,
}


def _attribute(name: str) -> str:
    return {
        "strength": _("Strength"),
        "agility": _("Agility"),
        "power": _("Power"),
        "intelligence": _("Intelligence"),
    }.get(name, name)


def _kind(kind: str) -> str:
    return {"challenge": _("Challenge"), "enemy": _("Enemy"), "lord": _("Lord of Darkness")}.get(kind, kind)


def _counters(totals: Mapping[str, Any]) -> list[tuple[str, str]]:
    titles = {
        "fame": _("Fame"),
        "life": _("Life"),
        "blue": _("Blue track"),
        "green": _("Green track"),
        "hand": _("Cards in hand"),
    }
    return [(name, title) for name, title in titles.items() if name in totals]


def _tallies(totals: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [("fame", _("Fame")), ("life", _("Life")), ("hand", _("Cards in hand"))]


def _board(table: Table, totals: Mapping[str, Any], why: OnWhy, deck: Deck) -> ft.Control:
    parts = [_episode(totals.get("episode") or {}, why), _piles(totals.get("piles"))]
    return ft.Card(margin=0, content=ft.Container(padding=12, content=ft.Column(spacing=10, controls=parts)))


def _episode(episode: Mapping[str, Any], why: OnWhy) -> ft.Control:
    """What stands in the current episode, and what it still takes."""
    name = episode.get("name")
    kind = episode.get("kind")
    if kind is None and name is None:
        return ft.Column(
            spacing=2,
            controls=[heading(_("Current episode")), ft.Text(value=_("Nobody has told yet which card lies there."))],
        )
    title = f"{_kind(str(kind))}: {shown(name)}" if kind else shown(name)
    rows: list[ft.Control] = [heading(title)]
    missing = episode.get("missing")
    if isinstance(missing, Mapping):
        rows.append(ft.Text(value=_("Still needed:")))
        rows.append(ft.Row(wrap=True, spacing=16, controls=[_need(name, count) for name, count in missing.items()]))
    elif "life" in episode:
        rows.append(number(_("Life left"), None, episode["life"], partial(why, None, "episode.life"), size=36))
    return ft.Column(spacing=4, controls=rows)


def _need(attribute: str, count: Any) -> ft.Control:
    return ft.Semantics(
        container=True,
        exclude_semantics=True,
        label=f"{_attribute(attribute)}: {shown(count)}",
        content=ft.Row(
            tight=True,
            spacing=4,
            controls=[
                ft.Icon(icon=_SIGNS.get(attribute, ft.Icons.CIRCLE), size=24),
                ft.Text(value=shown(count), size=24, weight=ft.FontWeight.BOLD),
                ft.Text(value=_attribute(attribute)),
            ],
        ),
    )


def _piles(piles: Any) -> ft.Control:
    """How many cards lie in each of the five piles."""
    counts = list(piles.values()) if isinstance(piles, Mapping) else list(piles or ())
    return ft.Row(
        wrap=True,
        spacing=8,
        controls=[
            ft.Text(value=_("Piles:")),
            *(
                ft.Semantics(
                    container=True,
                    exclude_semantics=True,
                    label=_("Pile {n}: {cards}", n=place, cards=shown(count)),
                    content=ft.Container(
                        padding=ft.Padding.symmetric(horizontal=10, vertical=4),
                        border=ft.Border.all(1, ft.Colors.OUTLINE),
                        border_radius=8,
                        content=ft.Text(value=f"{place}: {shown(count)}"),
                    ),
                )
                for place, count in enumerate(counts, start=1)
            ),
        ],
    )


PANEL = Panel(counters=_counters, tallies=_tallies, board=_board)
