"""What a rule or a ruling says, in our own words."""

from __future__ import annotations

import flet as ft

from companion import catalog
from companion.texts import _


def rule_text(game: str, id_: str) -> list[ft.Control]:
    """A section of the rulebook, or a ruling with the reason for its choice, by its id."""
    found = next((found for found in catalog.look_up(game, id_) if found.id == id_), None)
    if found is None:
        return [ft.Text(value=_("There is nothing written about {id}.", id=id_))]
    return [
        ft.Text(value=_(found.title), theme_style=ft.TextThemeStyle.TITLE_MEDIUM),
        ft.Text(value=_(found.text)),
        ft.Text(value=_("In the rulebook: {where}", where=found.where), color=ft.Colors.ON_SURFACE_VARIANT),
    ]
