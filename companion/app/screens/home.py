"""The first screen: what the app can do, and the tables that are open."""

from __future__ import annotations

import flet as ft

from companion.app.handlers import screen
from companion.app.widgets.layout import reading_page
from companion.texts import _


@screen
def Home() -> ft.Control:
    return reading_page(
        _("Table Companion"),
        [ft.Text(value=_("Scan a card, check the move, keep every total, and write it all down."))],
    )
