"""The table's own tools: correct a number, change how much is tracked, switch a ruling, and so on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.app.deck import Deck
from companion.app.games import panel
from companion.app.handlers import safe, screen
from companion.app.widgets.buttons import answers, plain_button
from companion.app.widgets.form import ActionForm
from companion.app.widgets.house import RulingSwitches, detail_note, details
from companion.app.widgets.layout import heading, section
from companion.rules.engine import Action, Choice
from companion.table import Table
from companion.texts import _

_OWN_PLACE = ("score", "detail", "ruling")
"""Tools that have their own place here or on the players' cards."""


@screen
def Tools(
    table: Table, deck: Deck, play: Callable[[Action], Any], close: Callable[[], Any], on_rule: Any
) -> ft.Control:
    chosen, set_chosen = ft.use_state("")
    if chosen:
        spec = table.game.specs[chosen]
        return ActionForm(spec, _tool(table, chosen), table, play, lambda: set_chosen(""), deck, on_rule, key=chosen)
    level = table.position.detail
    house = table.effective_rulings.chosen()

    def switch(new: tuple[tuple[str, str], ...]) -> Any:
        wanted = dict(new)
        for id_, options in table.game.switches.items():
            choice = wanted.get(id_, options[0])
            if choice != table.effective_rulings[id_]:
                return play({"do": "ruling", "ruling": id_, "choice": choice})
        return None

    others = [
        ft.Card(
            margin=0,
            content=ft.ListTile(
                title=ft.Text(value=_(spec.title)), min_height=56, on_click=safe(lambda do=do: set_chosen(do))
            ),
        )
        for do, spec in table.game.specs.items()
        if not spec.listed and do not in _OWN_PLACE
    ]
    return ft.Column(
        spacing=16,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        controls=[
            heading(_("Table tools")),
            section(
                _("How much to track"),
                [
                    answers(
                        details(), level, lambda new: play({"do": "detail", "level": new}) if new != level else None
                    ),
                    ft.Text(value=detail_note(level)),
                ],
            ),
            RulingSwitches(table.game, tuple(house.items()), switch),
            *others,
            plain_button(_("Back"), close, ft.Icons.ARROW_BACK),
        ],
    )


def _tool(table: Table, do: str) -> Choice:
    """A tool as a choice: everything the table has may be named."""
    totals = table.totals()
    names = [name for name, _title in panel(table.game.id).counters(next(iter(totals["players"].values())))]
    return Choice(do, None, {"player": tuple(table.players), "counter": tuple(names)}, ())
