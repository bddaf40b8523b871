"""What every screen may ask for with `ft.use_context`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import flet as ft

from companion.app import theme


@dataclass(frozen=True)
class Viewport:
    """Size of the window in logical pixels."""

    width: float
    height: float

    @property
    def wide(self) -> bool:
        return self.width >= theme.WIDE


@dataclass(frozen=True)
class LookState:
    """The look in force, and the way to choose another."""

    look: theme.Look
    choose: Callable[[theme.Look], Awaitable[None]]


async def _keep(look: theme.Look) -> None:
    """Outside the shell a choice has nowhere to go."""


ViewportCtx = ft.create_context(Viewport(400, 800))
LookCtx = ft.create_context(LookState(theme.Look(), _keep))
