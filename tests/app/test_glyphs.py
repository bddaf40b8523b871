"""The web client brings Roboto only; any other glyph would be asked from the server as a font that is not there."""

from __future__ import annotations

import ast
import re
import unicodedata
from importlib.resources import files
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Letters of Latin, Greek and Cyrillic, and the punctuation of flet-web's roboto.woff2 that texts here use.
BUNDLED = re.compile(
    r"[\x20-\x7e\xa0-\u017f\u0384-\u03ce\u0400-\u0513\u2010\u2011\u2013\u2014\u2018-\u201e\u2022\u2026\u2212]*"
)
# Not shown to anybody: dashes that people type in codes.
UNSEEN = {"scanners/payload.py"}


def texts(path: Path) -> list[str]:
    if path.suffix != ".py":
        return path.read_text(encoding="utf-8").splitlines()
    constants = (
        node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Constant)
    )
    return [node.value for node in constants if isinstance(node.value, str)]


@pytest.mark.parametrize("room", ["companion", "scanners", "models", "data"])
def test_every_text_can_be_drawn_with_the_bundled_font(room: str) -> None:
    paths = [path for suffix in ("*.py", "*.toml", "*.csv") for path in (ROOT / room).rglob(suffix)]
    assert paths
    strange = {
        (str(path.relative_to(ROOT)), text[:80])
        for path in paths
        if str(path.relative_to(ROOT)) not in UNSEEN
        for text in texts(path)
        if not BUNDLED.fullmatch("".join(char for char in text if unicodedata.category(char)[0] != "C"))
    }
    assert not strange


def test_the_bundled_font_is_there() -> None:
    pytest.importorskip("flet_web", reason="install the web extra: pip install '.[web]'")
    fonts = files("flet_web") / "web" / "assets" / "fonts"
    assert {"roboto.woff2", "MaterialIcons-Regular.otf"} <= {font.name for font in fonts.iterdir()}
