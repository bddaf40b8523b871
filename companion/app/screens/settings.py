"""How the app looks on this device."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.app import theme
from companion.app.handlers import safe, screen
from companion.app.state import LookCtx
from companion.app.widgets.buttons import choice
from companion.app.widgets.layout import reading_page, section
from companion.texts import _


@screen
def Settings() -> ft.Control:
    state = ft.use_context(LookCtx)
    look = state.look
    modes: dict[theme.Mode, str] = {"system": _("As the device"), "light": _("Light"), "dark": _("Dark")}
    return reading_page(
        _("Settings"),
        [
            section(
                _("Colours"),
                [
                    choice(modes, look.mode, lambda value: state.choose(replace(look, mode=value))),
                    ft.Switch(
                        label=_("High contrast"),
                        value=look.high_contrast,
                        on_change=safe(lambda e: state.choose(replace(look, high_contrast=e.control.value))),
                    ),
                ],
            ),
            section(
                _("Text size"),
                [
                    choice(
                        {str(scale): f"{scale:.0%}" for scale in theme.SCALES},
                        str(look.scale),
                        lambda value: state.choose(replace(look, scale=float(value))),
                    )
                ],
            ),
        ],
    )
