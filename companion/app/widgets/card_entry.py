"""Entering a card: by the camera, by a picture, by the code on its sticker, or by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.app.deck import Deck
from companion.app.handlers import safe, screen
from companion.app.widgets.buttons import plain_button
from companion.texts import _

SHOWN = 12
"""Names listed at a time; more words narrow them down."""


@screen
def CardEntry(deck: Deck, on_card: Callable[[str], Any], on_close: Callable[[], Any]) -> ft.Control:
    """Calls `on_card` with the id of the card that was entered."""
    words, set_words = ft.use_state("")
    found = deck.search(words)
    rows: list[ft.Control] = [
        ft.TextField(
            value=words,
            label=_("Name of the card"),
            prefix_icon=ft.Icons.SEARCH,
            on_change=safe(lambda e: set_words(e.control.value)),
        ),
        ft.Row(
            wrap=True,
            spacing=8,
            run_spacing=8,
            controls=[plain_button(card.name, lambda card=card: on_card(card.id)) for card in found[:SHOWN]],
        ),
    ]
    if not found:
        rows.append(ft.Text(value=_("No card has these words in its name.")))
    elif len(found) > SHOWN:
        rows.append(ft.Text(value=_("{n} more: add a word of the name.", n=len(found) - SHOWN)))
    return ft.Column(spacing=8, controls=[*rows, plain_button(_("Cancel"), on_close, ft.Icons.CLOSE)])
