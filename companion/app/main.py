"""One session of the app: what happens when a window, a phone or a browser tab connects."""

from __future__ import annotations

import logging
from pathlib import Path

import flet as ft

from companion.app import shell, theme

log = logging.getLogger(__name__)

ASSETS = Path(__file__).parent / "assets"
"""Files the page loads by name."""


def main(page: ft.Page) -> None:
    """Show the app on a page that has just connected."""
    page.title = "Table Companion"
    page.padding = 0
    page.on_error = lambda event: log.error("client: %s", event.data)
    theme.apply(page, theme.Look())
    page.render(shell.App)
