"""Text typed by people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.app.handlers import safe


def text_field(
    label: str, value: str, on_change: Callable[[str], Any], *, expand: bool = False, **more: Any
) -> ft.Control:
    """A field for one line, which calls `on_change` with what stands in it; `more` are properties of Flet's TextField.

    It is a semantics node of its own: Flutter would take the texts around it into the name that screen readers say.
    """

    def changed(event: Any) -> Any:
        # The event's own text: the control may have been drawn anew, with the text before, since it was typed.
        return on_change(event.data if isinstance(event.data, str) else event.control.value)

    return ft.Semantics(
        container=True,
        expand=expand,
        content=ft.TextField(label=label, value=value, on_change=safe(changed), **more),
    )
