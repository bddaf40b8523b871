"""Who is who at the table: every seat has a colour, a shape and a letter, so that colour is never the only sign."""

from __future__ import annotations

import flet as ft

from companion.texts import _

_SHAPES = (
    ft.Icons.CIRCLE,
    ft.Icons.SQUARE_ROUNDED,
    ft.Icons.HEXAGON,
    ft.Icons.PENTAGON,
    ft.Icons.DIAMOND,
    ft.Icons.SHIELD,
    ft.Icons.FAVORITE,
    ft.Icons.CLOUD,
)
# Dark enough for white letters (4.5:1 and more), and apart for colour-blind eyes (after Okabe and Ito).
_COLOURS = ("#00568C", "#9C4A00", "#00664B", "#8A3F6F", "#4D4D4D", "#6B5200", "#7A1F1F", "#3D3A8C")


def letter(name: str) -> str:
    """The letter on a player's badge."""
    return name.strip()[:1].upper() or "?"


def badge(seat: int, name: str, size: float = 40) -> ft.Control:
    """The sign of seat number `seat` (0 for the first), `size` logical pixels wide. The name stands beside it."""
    return ft.Semantics(
        exclude_semantics=True,
        content=ft.Stack(
            width=size,
            height=size,
            alignment=ft.Alignment.CENTER,
            controls=[
                ft.Icon(icon=_SHAPES[seat % len(_SHAPES)], color=_COLOURS[seat % len(_COLOURS)], size=size),
                ft.Text(value=letter(name), color="#FFFFFF", weight=ft.FontWeight.BOLD, size=size * 0.42),
            ],
        ),
    )


def shown(value: object) -> str:
    """A number for people: what nobody knows is a question mark, never zero."""
    return "?" if value is None else str(value)


def spoken(title: str, owner: str | None, value: object) -> str:
    """A number for screen readers."""
    said = _("unknown") if value is None else str(value)
    return _("{counter} of {player}: {value}", counter=title, player=owner, value=said) if owner else f"{title}: {said}"
