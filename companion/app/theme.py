"""How the app looks: one seed colour, light or dark, plain or high contrast, and one text scale."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Literal, cast, get_args

import flet as ft

SEED = "#1F6F5C"
TARGET = 52
"""Height of a control in logical pixels; Material asks for 48 at least."""
PREFERENCE = "look"
"""Key of the saved look among the preferences of this device."""
WIDE = 840
"""Window width in logical pixels from which the navigation stands at the side (Material's expanded class)."""

Mode = Literal["system", "light", "dark"]
SCALES = (1.0, 1.25, 1.5, 2.0)

# Sizes of the Material 3 type scale, in logical pixels; body and label a step larger, to be read while standing.
_TYPE_SCALE = {
    "display_large": 57,
    "display_medium": 45,
    "display_small": 36,
    "headline_large": 32,
    "headline_medium": 28,
    "headline_small": 24,
    "title_large": 22,
    "title_medium": 18,
    "title_small": 16,
    "body_large": 18,
    "body_medium": 16,
    "body_small": 14,
    "label_large": 16,
    "label_medium": 14,
    "label_small": 13,
}

# High contrast keeps the seed's hue in the accents and puts text and edges at black or white (WCAG AAA, 7:1 and more).
_CONTRAST_LIGHT = ft.ColorScheme(
    primary="#00382C",
    on_primary="#FFFFFF",
    primary_container="#00513F",
    on_primary_container="#FFFFFF",
    secondary="#1F2F2A",
    on_secondary="#FFFFFF",
    secondary_container="#2F453E",
    on_secondary_container="#FFFFFF",
    error="#600004",
    on_error="#FFFFFF",
    error_container="#7A0008",
    on_error_container="#FFFFFF",
    surface="#FFFFFF",
    on_surface="#000000",
    on_surface_variant="#000000",
    outline="#000000",
    outline_variant="#3B3B3B",
    surface_container_lowest="#FFFFFF",
    surface_container_low="#FFFFFF",
    surface_container="#F4F4F4",
    surface_container_high="#EEEEEE",
    surface_container_highest="#E8E8E8",
)
_CONTRAST_DARK = ft.ColorScheme(
    primary="#B5FFE6",
    on_primary="#000000",
    primary_container="#86D6BD",
    on_primary_container="#000000",
    secondary="#DDF3EA",
    on_secondary="#000000",
    secondary_container="#B1CCC2",
    on_secondary_container="#000000",
    error="#FFECE9",
    on_error="#000000",
    error_container="#FFAEA4",
    on_error_container="#000000",
    surface="#000000",
    on_surface="#FFFFFF",
    on_surface_variant="#FFFFFF",
    outline="#FFFFFF",
    outline_variant="#C4C4C4",
    surface_container_lowest="#000000",
    surface_container_low="#0A0A0A",
    surface_container="#141414",
    surface_container_high="#1C1C1C",
    surface_container_highest="#242424",
)


@dataclass(frozen=True)
class Look:
    """What a person chose for this device."""

    mode: Mode = "system"
    high_contrast: bool = False
    scale: float = 1.0

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str | None) -> Look:
        """The saved look; anything unreadable in it falls back to the default, so that the app always starts."""
        try:
            saved = json.loads(text or "{}")
        except ValueError:
            saved = {}
        if not isinstance(saved, dict):
            saved = {}
        mode, scale = saved.get("mode"), saved.get("scale")
        return cls(
            mode=cast(Mode, mode) if mode in get_args(Mode) else "system",
            high_contrast=saved.get("high_contrast") is True,
            scale=scale if scale in SCALES else 1.0,
        )


def scheme(*, dark: bool, high_contrast: bool) -> ft.ColorScheme | None:
    """The colours that stand over those of the seed; None in plain contrast, where the seed's own are used."""
    if not high_contrast:
        return None
    return _CONTRAST_DARK if dark else _CONTRAST_LIGHT


def theme(look: Look, *, dark: bool) -> ft.Theme:
    """The Flet theme of a look."""
    colours = scheme(dark=dark, high_contrast=look.high_contrast)
    ink = colours.on_surface if colours else ("#DEE4E0" if dark else "#171D1B")
    sizes = {name: ft.TextStyle(size=size * look.scale, color=ink) for name, size in _TYPE_SCALE.items()}
    return ft.Theme(
        color_scheme_seed=SEED,
        color_scheme=colours,
        scaffold_bgcolor=colours.surface if colours else None,
        text_theme=ft.TextTheme(**sizes),
    )


def apply(page: ft.Page, look: Look) -> None:
    """Put a look on the page. The caller updates the page where it is already shown."""
    page.theme = theme(look, dark=False)
    page.dark_theme = theme(look, dark=True)
    page.theme_mode = ft.ThemeMode(look.mode)
