"""What each game shows on its table beside what all games share. One module a room, one line here."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from companion.app.games.panel import Panel

MODULES = {"anime-saga": "anime_saga", "saturday-wars": "saturday_wars"}
"""The module of each game that has a panel of its own; it is loaded when a table of the game is first shown."""
DECKS = ("saturday-wars",)
"""The games to which people bring a deck of their own; their panels check it."""
PLAIN = Panel()


@cache
def panel(game: str) -> Panel:
    """The panel of a game; a game without one shows its plain numbers."""
    module = MODULES.get(game)
    if module is None:
        return PLAIN
    found: Panel = import_module(f"companion.app.games.{module}").PANEL
    return found
