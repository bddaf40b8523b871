"""The place for moves: the list of what may be done, the form of one of them, the tools, or the log."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

import flet as ft

from companion.app.handlers import safe, screen
from companion.app.widgets.buttons import answers, back_row
from companion.app.widgets.context import Context
from companion.app.widgets.cover import Cover
from companion.app.widgets.form import ActionForm, first_reason
from companion.app.widgets.layout import heading
from companion.app.widgets.log import Log
from companion.app.widgets.tools import Tools
from companion.rules.engine import Action, Choice, Game
from companion.texts import _

Play = Callable[[Action], Awaitable[bool]]
"""Writes an action down; whether it is on disk."""


class Place(NamedTuple):
    """What the place for moves shows: "moves", "form" (of a choice), "tools" or "log"."""

    what: str = "moves"
    choice: Choice | None = None


@screen
def Moves(
    context: Context,
    rare: frozenset[str],
    play: Play,
    place: Place,
    go: Callable[[Place], Any],
    on_rule: Callable[[str], Any],
    revision: int,
) -> ft.Control:
    """The place for moves; `go` changes what it shows."""
    table = context.table
    acting = table.game.actor(table.position)
    moment = (table.id, revision)
    nobody: tuple[tuple[str, int], str | None] = (("", -1), None)
    viewer, look_for = ft.use_state(nobody)

    def back() -> None:
        go(Place())

    def open_form(choice: Choice) -> None:
        go(Place("form", choice))

    async def write(action: Action) -> None:
        if await play(action):
            back()

    if place.what == "log":
        return ft.Column(controls=[back_row(heading(_("Log")), back), Log(table, revision)])
    if place.what == "tools":
        return Tools(context, play, back, on_rule)
    if place.choice is not None:
        entering = place.choice
        spec = table.game.specs[entering.do]
        form = ActionForm(spec, entering, context, write, back, on_rule, key=f"{entering.do} {entering.player}")
        if context.hides(spec) and entering.player is not None:
            return Cover(entering.player, form, back, key=f"cover {entering.player}")
        return form
    # Whose moves are listed: whoever is to act, until somebody else is picked for this one moment of the game.
    by_hand = table.position.detail == "scores"
    player = viewer[1] if viewer[0] == moment else None if by_hand else acting
    choices = table.choices(player)
    if by_hand and player is None:  # people count: what is left are the moves of the table itself
        choices = [choice for choice in choices if not table.game.specs[choice.do].by_seat]
    title = _("What {player} may do now", player=player) if player else _("What may be done now")
    return ft.Column(
        spacing=10,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        controls=[
            heading(title),
            answers({name: name for name in table.players}, player, lambda name: look_for((moment, name))),
            *choice_list(table.game, choices, rare, open_form),
        ],
    )


def choice_list(
    game: Game, choices: Sequence[Choice], rare: frozenset[str], on_choose: Callable[[Choice], Any]
) -> list[ft.Control]:
    """Every kind of action: possible ones first, rare ones later; a greyed one opens too and gives all its reasons."""
    possible = [choice for choice in choices if choice.legal and choice.do not in rare]
    seldom = [choice for choice in choices if choice.legal and choice.do in rare]
    refused = [choice for choice in choices if not choice.legal]
    if len({first_reason(choice) for choice in refused}) == 1 and len(refused) == len(choices):
        return [ft.Text(value=first_reason(refused[0]))]
    return [_row(game, choice, on_choose) for choice in (*possible, *seldom, *refused)]


def _row(game: Game, choice: Choice, on_choose: Callable[[Choice], Any]) -> ft.Control:
    title = _(game.specs[choice.do].title)
    ink = None if choice.legal else ft.Colors.ON_SURFACE_VARIANT
    return ft.Card(
        key=choice.do,
        elevation=1 if choice.legal else 0,
        margin=0,
        content=ft.ListTile(
            leading=ft.Icon(icon=ft.Icons.PLAY_ARROW if choice.legal else ft.Icons.BLOCK, color=ink),
            title=ft.Text(value=title, color=ink, weight=ft.FontWeight.W_500 if choice.legal else None),
            subtitle=None if choice.legal else ft.Text(value=_("Not now: {reason}", reason=first_reason(choice))),
            min_height=56,
            on_click=safe(lambda: on_choose(choice)),
        ),
    )
