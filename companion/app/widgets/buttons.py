"""Buttons large enough for a thumb, each with a name that screen readers say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import flet as ft

from companion.app import theme
from companion.app.handlers import safe
from companion.texts import _

V = TypeVar("V", bound=str)
SHORT = 2
"""Digits up to which a number is a square: six faces of a die stand side by side on a phone."""


def main_button(label: str, on_click: Callable[..., Any], icon: ft.IconData | None = None) -> ft.Control:
    """The one thing to do next on a screen."""
    return ft.FilledButton(content=label, icon=icon, height=theme.TARGET, on_click=safe(on_click))


def plain_button(label: str, on_click: Callable[..., Any], icon: ft.IconData | None = None) -> ft.Control:
    """Anything else that may be done."""
    return ft.OutlinedButton(content=label, icon=icon, height=theme.TARGET, on_click=safe(on_click))


def icon_button(icon: ft.IconData, label: str, on_click: Callable[..., Any], *, enabled: bool = True) -> ft.Control:
    """A picture for a button; its name shows on hover and is what screen readers say."""
    return ft.MergeSemantics(
        content=ft.IconButton(
            icon=icon,
            tooltip=label,
            width=theme.TARGET,
            height=theme.TARGET,
            disabled=not enabled,
            on_click=safe(on_click),
        )
    )


def back_row(title: ft.Control, on_back: Callable[..., Any]) -> ft.Control:
    """A title with the way back before it."""
    back = icon_button(ft.Icons.ARROW_BACK, _("Back"), on_back)
    return ft.Row(controls=[back, ft.Container(content=title, expand=True)], spacing=4)


def tile(title: str, detail: str, icon: ft.IconData, on_click: Callable[..., Any]) -> ft.Control:
    """A large choice with a line that says what it is."""
    return ft.Card(
        content=ft.ListTile(
            leading=ft.Icon(icon=icon, size=32),
            title=ft.Text(value=title, theme_style=ft.TextThemeStyle.TITLE_MEDIUM),
            subtitle=ft.Text(value=detail),
            min_height=72,
            on_click=safe(on_click),
        )
    )


def choice(options: Mapping[V, str], chosen: V, on_choose: Callable[[V], Any]) -> ft.Control:
    """One of a few: `options` maps each value to its label."""
    return ft.RadioGroup(
        value=chosen,
        on_change=safe(lambda event: on_choose(event.control.value)),
        content=ft.Row(
            wrap=True, controls=[ft.Radio(value=value, label=label) for value, label in options.items()], spacing=16
        ),
    )


def toggle(label: str, selected: bool, on_click: Callable[..., Any], *, key: str | None = None) -> ft.Control:
    """One of several answers; the chosen one is filled, and carries a tick unless it is a small number."""
    kind = ft.FilledButton if selected else ft.OutlinedButton
    short = label.isdigit() and len(label) <= SHORT
    return ft.MergeSemantics(
        key=key,
        content=ft.Semantics(
            selected=selected,
            content=kind(
                content=label,
                icon=ft.Icons.CHECK if selected and not short else None,
                width=theme.TARGET if short else None,
                height=theme.TARGET,
                style=ft.ButtonStyle(padding=0) if short else None,
                on_click=safe(on_click),
            ),
        ),
    )


def answers(
    options: Mapping[Any, str], chosen: Any, on_choose: Callable[[Any], Any], *, none: Any = None
) -> ft.Control:
    """A row of answers of which one is chosen, each one tap.

    A second tap on the chosen one takes it back and gives `none`; without `none` it stays.
    """

    def picking(value: Any) -> Callable[[], Any]:
        back = value == chosen and none is not None
        return lambda: on_choose(none if back else value)

    return ft.Row(
        wrap=True,
        spacing=6,
        run_spacing=8,
        controls=[toggle(label, value == chosen, picking(value), key=str(value)) for value, label in options.items()],
    )
