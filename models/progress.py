"""How long work tells where it is, and is stopped."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Told how much is done of how much in all. It may raise Cancelled: the work then stops and leaves nothing behind."""


class Cancelled(Exception):
    """Somebody asked for the work to stop."""


def silent(done: int, total: int) -> None:
    """Nobody watches."""
