"""A choice among many that takes one line until it is opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import flet as ft

from companion.app import theme
from companion.app.handlers import safe, screen
from companion.app.widgets.buttons import answers
from companion.app.widgets.context import OUT
from companion.texts import _


@screen
def Folded(name: str, options: Mapping[str, str], chosen: Any, on_choose: Callable[[Any], Any]) -> ft.Control:
    """What is chosen under a name; a tap shows all the answers, and a tap on the chosen one takes it back (OUT)."""
    open_, set_open = ft.use_state(False)

    def choose(value: Any) -> Any:
        set_open(False)
        return on_choose(value)

    said = options.get(chosen, _("not chosen")) if chosen is not OUT else _("not chosen")
    head = ft.OutlinedButton(
        content=_("{name}: {chosen}", name=name, chosen=said),
        icon=ft.Icons.EXPAND_LESS if open_ else ft.Icons.EXPAND_MORE,
        height=theme.TARGET,
        on_click=safe(lambda: set_open(not open_)),
    )
    return ft.Column(
        spacing=8,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        controls=[head, *([answers(options, chosen, choose, none=OUT)] if open_ else [])],
    )
