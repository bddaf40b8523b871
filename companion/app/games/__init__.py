"""What each game shows on its table beside what all games share. One module a room, one line here."""

from __future__ import annotations

from collections.abc import Mapping

from companion.app.games import anime_saga
from companion.app.games.panel import Panel, plain

PANELS: Mapping[str, Panel] = {"anime-saga": anime_saga.PANEL}


def panel(game: str) -> Panel:
    """The panel of a game; a game without one shows its plain numbers."""
    return PANELS.get(game, plain)
