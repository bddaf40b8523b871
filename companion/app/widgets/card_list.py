"""The cards of a pack by kind, with a search, page by page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import flet as ft

from companion.app.handlers import safe
from companion.app.widgets.buttons import answers, icon_button
from companion.app.widgets.card_form import field_title
from companion.app.widgets.fields import words
from companion.app.widgets.layout import section
from companion.catalog import Pack, editing
from companion.catalog.rows import kind_of
from companion.rules import games
from companion.texts import _

PAGE = 30
"""Cards listed at a time."""


class Search(NamedTuple):
    """Which cards are listed."""

    words: str = ""
    kind: str = ""
    page: int = 0


def card_list(
    pack: Pack, search: Search, look_for: Callable[[Search], None], open_card: Callable[[Any], None]
) -> list[ft.Control]:
    """The cards that are looked for, by kind, page by page."""
    if not pack.cards:
        return [ft.Text(value=_("There is no card in this pack yet."))]
    counts = editing.counts(pack)
    kinds = {"": _("All: {n}", n=len(pack.cards))}
    kinds |= {kind: f"{_(words(kind))}: {counts[kind]}" for kind in games[pack.game].card_kinds if kind in counts}
    found = _found(pack, search)
    last = max(0, (len(found) - 1) // PAGE)
    at = min(search.page, last)
    shown = found[at * PAGE : (at + 1) * PAGE]
    controls: list[ft.Control] = [
        ft.TextField(
            value=search.words,
            label=_("Search the cards"),
            prefix_icon=ft.Icons.SEARCH,
            on_change=safe(lambda e: look_for(search._replace(words=e.control.value, page=0))),
        ),
    ]
    if len(kinds) > 2:
        controls.append(answers(kinds, search.kind, lambda kind: look_for(search._replace(kind=kind, page=0))))
    if not found:
        controls.append(ft.Text(value=_("No card of this pack has these words.")))
    for kind in dict.fromkeys(kind_of(pack.game, card) for card in shown):
        rows = [_row(pack, card, open_card) for card in shown if kind_of(pack.game, card) == kind]
        controls.append(section(_(words(kind)), rows))
    if last:
        controls.append(_pager(at, last, len(found), lambda page: look_for(search._replace(page=page))))
    return controls


def _found(pack: Pack, search: Search) -> list[Any]:
    wanted = search.words.casefold().split()
    order = list(games[pack.game].card_kinds)
    found = [
        card
        for card in pack.cards
        if search.kind in ("", kind_of(pack.game, card))
        and all(word in f"{card.name} {kind_of(pack.game, card)} {card.id} {card.code}".casefold() for word in wanted)
    ]
    return sorted(found, key=lambda card: order.index(kind_of(pack.game, card)))


def _pager(at: int, last: int, n: int, go: Callable[[int], None]) -> ft.Control:
    told = _("{first} to {last} of {n}", first=at * PAGE + 1, last=min((at + 1) * PAGE, n), n=n)
    return ft.Row(
        alignment=ft.MainAxisAlignment.CENTER,
        controls=[
            icon_button(ft.Icons.CHEVRON_LEFT, _("Earlier cards"), lambda: go(at - 1), enabled=at > 0),
            ft.Text(value=told),
            icon_button(ft.Icons.CHEVRON_RIGHT, _("Further cards"), lambda: go(at + 1), enabled=at < last),
        ],
    )


def _row(pack: Pack, card: Any, open_card: Callable[[Any], None]) -> ft.Control:
    said = " · ".join(f"{title} {cell}" for title, cell in _told(pack, card))
    return ft.Card(
        key=card.id,
        margin=0,
        content=ft.ListTile(
            title=ft.Text(value=str(card.name)),
            subtitle=ft.Text(value=said, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS) if said else None,
            min_height=56,
            on_click=safe(partial(open_card, card)),
        ),
    )


def _told(pack: Pack, card: Any, *, leave: Sequence[str] = ("id", "code", "name")) -> list[tuple[str, str]]:
    """The fields of a card that say something, with their titles."""
    cells = editing.to_cells(pack.game, card)
    return [(field_title(name), cell) for name, cell in cells.items() if cell and name not in leave]


def card_fields(pack: Pack, id_: str) -> list[ft.Control]:
    """Every field of a card that says something, a line each; nothing where there is no such card."""
    card = pack.card(id_) if id_ else None
    if card is None:
        return []
    return [ft.Text(value=f"{title}: {cell}") for title, cell in _told(pack, card, leave=("name",))]
