"""Which packs of cards a table plays with: what this device played with last, or the practice set."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import flet as ft

from companion import catalog
from companion.app.widgets.buttons import plain_button, toggle
from companion.app.widgets.faults import fault_line
from companion.app.widgets.layout import section, short
from companion.catalog import Listed
from companion.catalog.faults import CatalogFault
from companion.texts import _

PREFERENCE = "packs"
"""Key of the packs played with last, by game, among the preferences of this device."""


class Shelf(NamedTuple):
    """The usable packs of a game, and those to play with unless people choose others."""

    game: str
    packs: Sequence[Listed] = ()
    usual: tuple[str, ...] = ()
    fault: str = ""


class PackChoice(NamedTuple):
    """A part of a form: its control, `chosen()` the ids of the packs, and `remember` for the next table."""

    control: ft.Control
    chosen: Callable[[], Awaitable[tuple[str, ...]]]
    remember: Callable[[Sequence[str]], Awaitable[None]]


def last_chosen(kept: object) -> dict[str, tuple[str, ...]]:
    """The saved choices by game; whatever cannot be read counts as none."""
    try:
        saved = json.loads(kept) if isinstance(kept, str) else {}
    except ValueError:
        saved = {}
    if not isinstance(saved, dict):
        return {}
    return {game: tuple(filter(_is_text, ids)) for game, ids in saved.items() if isinstance(ids, list)}


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def shelf_of(game: str, last: Sequence[str]) -> Shelf:
    """What there is to play with. Blocks."""
    packs = [pack for pack in catalog.packs(game) if pack.header is not None]
    there = [pack.id for pack in packs]
    usual = tuple(id_ for id_ in there if id_ in last)
    try:
        return Shelf(game, packs, usual or catalog.default_packs(game))
    except CatalogFault:  # several shipped packs and none of them the usual one
        return Shelf(game, packs, tuple(there[:1]))


def use_pack_choice(game: str) -> PackChoice:
    """A hook: the choice among the packs of this game. A new game starts from its own usual packs."""
    page = ft.context.page
    preferences = ft.use_memo(ft.SharedPreferences, [])
    shelf, set_shelf = ft.use_state(Shelf(game))
    nothing: tuple[str, tuple[str, ...]] = (game, ())
    picked, pick = ft.use_state(nothing)

    async def look() -> Shelf:
        last = last_chosen(await preferences.get(PREFERENCE)).get(game, ())
        try:
            return await asyncio.to_thread(shelf_of, game, last)
        except CatalogFault as fault:
            return Shelf(game, fault=fault.sentence)

    async def load() -> None:
        set_shelf(await look())

    ft.use_effect(load, [game])
    current = picked[1] if picked[0] == game and picked[1] else shelf.usual

    async def chosen() -> tuple[str, ...]:
        return current if shelf.game == game and current else (await look()).usual

    async def remember(packs: Sequence[str]) -> None:
        kept = last_chosen(await preferences.get(PREFERENCE))
        await preferences.set(PREFERENCE, json.dumps({**kept, game: list(packs)}))

    def flip(id_: str) -> None:
        new = tuple(pack.id for pack in shelf.packs if (pack.id in current) != (pack.id == id_))
        pick((game, new or current))  # a table plays with one pack at least

    rows = _rows(shelf, current, flip) if shelf.game == game else []
    more = plain_button(
        _("Look at the cards, enter your own box"), lambda: page.navigate(f"/cards/{game}"), ft.Icons.STYLE
    )
    return PackChoice(section(_("Cards"), [*rows, more]), chosen, remember)


def _rows(shelf: Shelf, chosen: Sequence[str], flip: Callable[[str], Any]) -> list[ft.Control]:
    if shelf.fault:
        return [fault_line(shelf.fault)]
    if len(shelf.packs) == 1:
        return [ft.Text(value=_called(shelf.packs[0]))]
    answers = [toggle(_called(pack), pack.id in chosen, partial(flip, pack.id), key=pack.id) for pack in shelf.packs]
    rows: list[ft.Control] = [ft.Row(wrap=True, spacing=8, run_spacing=8, controls=answers)]
    rows.append(
        ft.Text(value=_("One, or several: where two of them have a card of the same id, the later one counts."))
    )
    return rows


def _called(pack: Listed) -> str:
    assert pack.header is not None
    name = short(pack.header.name)
    return _("{pack} (invented)", pack=name) if pack.header.invented else name
