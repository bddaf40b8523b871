"""The table's own tools: correct a number, move cards, change how much is tracked, switch a ruling."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

import flet as ft

from companion.app.games import panel
from companion.app.games.panel import tallies
from companion.app.handlers import safe, screen
from companion.app.widgets.buttons import answers, back_row
from companion.app.widgets.context import OUT, Context, Slot
from companion.app.widgets.form import ActionForm
from companion.app.widgets.house import RulingSwitches, detail_note, details
from companion.app.widgets.layout import heading, section
from companion.rules.engine import Action, Choice
from companion.texts import _


class Tool(NamedTuple):
    """One use of one of the table's own actions, and the fields it takes."""

    title: str
    do: str
    fields: tuple[str, ...]


def tools() -> list[Tool]:
    return [
        Tool(_("Correct a number"), "adjust", ("player", "counter", "set", "reason")),
        Tool(_("Move cards"), "adjust", ("from", "to", "cards", "amount", "reason")),
        Tool(_("Say which card was seen"), "observe", ("zone", "card")),
    ]


@screen
def Tools(
    context: Context,
    play: Callable[[Action], Awaitable[bool]],
    close: Callable[[], Any],
    on_rule: Callable[[str], Any],
) -> ft.Control:
    table = context.table
    nothing: Tool | None = None
    chosen, choose = ft.use_state(nothing)
    if chosen is not None:
        spec = table.game.specs[chosen.do]
        narrowed = spec._replace(title=chosen.title, fields=tuple(f for f in spec.fields if f.name in chosen.fields))
        allowed = {"player": tuple(table.players)}
        inputs = {**context.inputs, "counter": counter_input, **dict.fromkeys(("from", "to", "zone"), place_input)}

        async def write(action: Action) -> None:
            if await play(action):
                close()

        return ActionForm(
            narrowed,
            Choice(chosen.do, None, allowed),
            context._replace(inputs=inputs),
            write,
            partial(choose, None),
            on_rule,
            key=chosen.title,
        )
    level = table.position.detail
    rulings = table.effective_rulings

    def switch(wanted: tuple[tuple[str, str], ...]) -> Any:
        new = table.game.rulings(dict(wanted))
        changed = [id_ for id_ in table.game.switches if new[id_] != rulings[id_]]
        return play({"do": "ruling", "ruling": changed[0], "choice": new[changed[0]]}) if changed else None

    def track(new: str) -> Any:
        return play({"do": "detail", "level": new}) if new != level else None

    return ft.Column(
        spacing=16,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        controls=[
            back_row(heading(_("Table tools")), close),
            *(
                ft.Card(
                    key=tool.title,
                    margin=0,
                    content=ft.ListTile(
                        title=ft.Text(value=tool.title), min_height=56, on_click=safe(partial(choose, tool))
                    ),
                )
                for tool in tools()
                if tool.do in table.game.specs
            ),
            section(_("How much to track"), [answers(details(), level, track), ft.Text(value=detail_note(level))]),
            RulingSwitches(table.game, tuple(rulings.chosen().items()), switch),
        ],
    )


def counter_input(slot: Slot, context: Context) -> ft.Control:
    """Which number: those of the player who was picked, or those of the table."""
    own = slot.values.get("player") is not None
    return answers(dict(tallies(context.table, own=own)), slot.value, slot.put)


def place_input(slot: Slot, context: Context) -> ft.Control:
    """Which place for cards: of a player, or of the table."""
    places = {}
    for zone in panel(context.table.game.id).zones:
        title = _(zone.title)[:1].upper() + _(zone.title)[1:]
        if zone.own:
            for player in context.table.players:
                places[f"{zone.name}:{player}"] = _("{place}, {player}", place=title, player=player)
        else:
            places[zone.name] = title
    return answers(places, slot.value, slot.put, none=OUT)
