"""The input of fields that hold cards: those known to be there by a tap, others by camera, picture, code or name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import flet as ft

from companion.app.handlers import screen
from companion.app.widgets.buttons import plain_button, toggle
from companion.app.widgets.card_entry import CardEntry
from companion.app.widgets.context import OUT, Context, Slot
from companion.rules.engine import Subset
from companion.texts import _

FEW = 13
"""Up to so many cards are shown as one button each; more are searched or scanned."""


@screen
def CardsField(slot: Slot, context: Context, single: bool) -> ft.Control:
    """One card (`single`: the next one takes its place) or any number; None among them is a card nobody has seen."""
    adding, set_adding = ft.use_state(False)
    chosen = _chosen(slot.value, single)
    known, others = _offered(slot.allowed)
    kinds = context.kinds.get(slot.field.name)
    among = others if others is not None else (context.deck.of_kinds(kinds) if kinds else None)
    open_ended = others is None or bool(others)

    def put(cards: Sequence[str | None]) -> Any:
        if single:
            return slot.put(cards[-1] if cards else OUT)
        return slot.put(list(cards) if cards or slot.field.required else OUT)

    def add(cards: Sequence[str | None]) -> Any:
        if single:
            set_adding(False)
        return put([*chosen, *cards])

    def drop(card: str | None) -> Any:
        rest = list(chosen)
        rest.remove(card)
        return put(rest)

    def button(card: str | None, picked: bool, key: str) -> ft.Control:
        name = _("unseen card") if card is None else context.deck.label(card)
        return toggle(name, picked, partial(drop, card) if picked else partial(add, [card]), key=key)

    left = list(chosen)
    buttons: list[ft.Control] = []
    for place, card in enumerate(known):
        picked = card in left
        if picked:
            left.remove(card)
        buttons.append(button(card, picked, f"known{place}"))
    buttons += [button(card, True, f"other{place}") for place, card in enumerate(left)]
    # The row stands there even when it is empty, so that the entry below keeps its place and with it its camera.
    rows: list[ft.Control] = [ft.Row(wrap=True, spacing=8, run_spacing=8, controls=buttons)]
    if not open_ended and not buttons:
        rows.append(ft.Text(value=_("There is no card to choose.")))
    if open_ended and adding:
        rows.append(CardEntry(context.deck, add, lambda: set_adding(False), among))
    elif open_ended:
        rows.append(plain_button(_("Add a card"), lambda: set_adding(True), ft.Icons.ADD_A_PHOTO))
        if slot.field.unseen or slot.field.nullable:
            rows.append(plain_button(_("A card nobody has seen"), partial(add, [None]), ft.Icons.QUESTION_MARK))
    return ft.Column(spacing=8, controls=rows)


def _chosen(value: Any, single: bool) -> list[str | None]:
    if value is OUT:
        return []
    return [value] if single else list(value)


def _offered(allowed: Any) -> tuple[Sequence[str], Sequence[str] | None]:
    """The cards to show as buttons, and those that can be entered besides (None: any)."""
    if isinstance(allowed, Subset):
        return allowed.of, () if allowed.unseen == 0 else None
    if isinstance(allowed, tuple):
        return (allowed, ()) if len(allowed) <= FEW else ((), allowed)
    return (), None
