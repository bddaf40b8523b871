"""A new table: the game, who plays in which order, how much is tracked, and the rulings to play by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import flet as ft

from companion.app import tables
from companion.app.handlers import in_thread, screen
from companion.app.widgets.buttons import answers, icon_button, main_button, plain_button
from companion.app.widgets.house import RulingSwitches, detail_note, details
from companion.app.widgets.inputs import text_field
from companion.app.widgets.layout import reading_page, section
from companion.app.widgets.pack_choice import use_pack_choice
from companion.app.widgets.players import badge
from companion.catalog import CatalogFault
from companion.rules import ROOMS, games
from companion.rules.engine import Game
from companion.texts import _

Names = Callable[[list[str]], list[str]]
"""Makes new names of those that stand there."""


@dataclass(frozen=True)
class Draft:
    """What has been filled in so far."""

    game: str
    names: tuple[str, ...] = ("", "")
    detail: str = "cards"
    rulings: tuple[tuple[str, str], ...] = ()


@screen
def NewTable() -> ft.Control:
    page = ft.context.page
    draft, set_draft = ft.use_state(Draft(next(iter(ROOMS))))
    fault, set_fault = ft.use_state("")
    game = games[draft.game]
    cards = use_pack_choice(draft.game)

    def put(**changes: Any) -> None:
        set_fault("")
        set_draft(lambda now: replace(now, **changes))

    def put_names(change: Names) -> None:
        # From what stands there now: two fields may change before the screen is drawn again.
        set_fault("")
        set_draft(lambda now: replace(now, names=tuple(change(list(now.names)))))

    async def start() -> None:
        names = [name for name in draft.names if name.strip()]
        packs = await cards.chosen()
        try:
            made = await in_thread(
                page,
                _("Setting up the table"),
                tables.create,
                draft.game,
                names,
                detail=draft.detail,
                rulings=dict(draft.rulings),
                packs=packs or None,
            )
        except (ValueError, CatalogFault) as error:
            set_fault(str(error))
        else:
            await cards.remember(packs)
            page.navigate(f"/table/{made.id}")

    controls: list[ft.Control] = []
    if len(ROOMS) > 1:
        titles = {id_: name for id_, (_room, name) in ROOMS.items()}
        controls.append(section(_("Game"), [answers(titles, draft.game, lambda id_: put(game=id_, rulings=()))]))
    controls += [
        section(_("Players, in turn order"), _players(game, draft, put_names)),
        section(
            _("How much to track"),
            [
                answers(details(), draft.detail, lambda level: put(detail=level)),
                ft.Text(value=detail_note(draft.detail)),
            ],
        ),
        cards.control,
        RulingSwitches(game, draft.rulings, lambda chosen: put(rulings=chosen)),
        *([ft.Text(value=fault, color=ft.Colors.ERROR)] if fault else []),
        main_button(_("Start the table"), start, ft.Icons.PLAY_ARROW),
    ]
    return reading_page(game.name if len(ROOMS) == 1 else _("New table"), controls)


def _players(game: Game, draft: Draft, put: Callable[[Names], Any]) -> list[ft.Control]:
    names = list(draft.names)
    rows: list[ft.Control] = []

    def changed(index: int, name: str) -> None:
        put(lambda now: [*now[:index], name, *now[index + 1 :]])

    def up(index: int) -> None:
        put(lambda now: [*now[: index - 1], now[index], now[index - 1], *now[index + 1 :]])

    for index, name in enumerate(names):
        rows.append(
            ft.Row(
                key=f"seat{index}",
                controls=[
                    badge(index, name),
                    text_field(
                        _("Player {n}", n=index + 1),
                        name,
                        partial(changed, index),
                        expand=True,
                        max_length=60,
                        counter="",
                        autofocus=index == 0,
                    ),
                    icon_button(
                        ft.Icons.ARROW_UPWARD,
                        _("Move player {n} up", n=index + 1),
                        lambda index=index: up(index),
                        enabled=index > 0,
                    ),
                    icon_button(
                        ft.Icons.DELETE,
                        _("Remove player {n}", n=index + 1),
                        lambda index=index: put(lambda now: now[:index] + now[index + 1 :]),
                        enabled=len(names) > game.seats.start,
                    ),
                ],
            )
        )
    if len(names) < game.seats.stop - 1:
        rows.append(plain_button(_("Add a player"), lambda: put(lambda now: [*now, ""]), ft.Icons.PERSON_ADD))
    return rows
