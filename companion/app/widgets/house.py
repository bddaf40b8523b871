"""How a table plays: how much it tracks, and its rulings where the rulebook leaves a question open."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import flet as ft

from companion import catalog
from companion.app.handlers import screen
from companion.app.widgets.buttons import answers
from companion.app.widgets.loading import use_loaded, waiting
from companion.rules.engine import Game
from companion.texts import _


def details() -> dict[str, str]:
    return {"scores": _("Scores only"), "moves": _("Moves"), "cards": _("Every card")}


def detail_note(detail: str) -> str:
    """What a level of detail means."""
    return {
        "scores": _("You count, the app keeps the tally and judges the end of the game and ties."),
        "moves": _("The app judges every move; hands and piles are counts."),
        "cards": _("The app judges every move and follows every card that is shown or scanned."),
    }[detail]


@screen
def RulingSwitches(
    game: Game, chosen: tuple[tuple[str, str], ...], put: Callable[[tuple[tuple[str, str], ...]], Any]
) -> ft.Control:
    """The questions the rulebook leaves open, folded away: most tables play by the defaults."""
    loaded, again = use_loaded(lambda: catalog.ruling_book(game.id), game.id)
    if loaded.value is None:
        return waiting(loaded, again)
    picked = dict(chosen)

    def choose(id_: str, choice: str) -> None:
        options = game.switches[id_]
        rest = {key: value for key, value in picked.items() if key != id_}
        if choice != options[0]:
            rest[id_] = choice
        put(tuple(rest.items()))

    return ft.ExpansionTile(
        title=ft.Text(value=_("Where the rulebook leaves a question open")),
        subtitle=ft.Text(value=_("The usual answers are chosen; change them here or while playing.")),
        controls_padding=8,
        controls=[
            ft.Column(
                spacing=16,
                horizontal_alignment=ft.CrossAxisAlignment.START,
                controls=[
                    ft.Column(
                        spacing=4,
                        controls=[
                            ft.Text(value=f"{id_}. {_(loaded.value[id_].question)}", weight=ft.FontWeight.W_500),
                            answers(
                                {choice.id: _(choice.title) for choice in loaded.value[id_].choice},
                                picked.get(id_, options[0]),
                                partial(choose, id_),
                            ),
                        ],
                    )
                    for id_, options in game.switches.items()
                ],
            )
        ],
    )
