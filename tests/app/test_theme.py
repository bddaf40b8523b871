from __future__ import annotations

import pytest

from companion.app import theme


def _luminance(colour: str) -> float:
    """Relative luminance of #RRGGBB (WCAG 2.2)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        ("on_surface", "surface"),
        ("on_surface", "surface_container_highest"),
        ("on_surface_variant", "surface_container_highest"),
        ("primary", "surface"),
        ("error", "surface"),
        ("on_primary", "primary"),
        ("on_primary_container", "primary_container"),
        ("on_secondary_container", "secondary_container"),
        ("on_error", "error"),
        ("on_error_container", "error_container"),
    ],
)
def test_high_contrast_reaches_seven_to_one(dark: bool, ink: str, ground: str) -> None:
    colours = theme.scheme(dark=dark, high_contrast=True)
    assert colours is not None
    assert contrast(getattr(colours, ink), getattr(colours, ground)) >= 7


def test_text_grows_with_the_scale() -> None:
    plain, large = (theme.theme(theme.Look(scale=scale), dark=False).text_theme for scale in (1.0, 2.0))
    assert plain is not None
    assert large is not None
    assert large.body_medium.size == 2 * plain.body_medium.size


@pytest.mark.parametrize("text", [None, "", "no json", "[1]", '{"mode": "pink", "scale": 99, "high_contrast": "yes"}'])
def test_an_unreadable_saved_look_falls_back_to_the_default(text: str | None) -> None:
    assert theme.Look.from_json(text) == theme.Look()


def test_a_look_survives_being_saved() -> None:
    look = theme.Look(mode="dark", high_contrast=True, scale=2.0)
    assert theme.Look.from_json(look.to_json()) == look
