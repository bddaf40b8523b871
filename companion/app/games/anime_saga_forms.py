"""Inputs of Anime Saga that the fields alone do not give: whose sheet is whose, and where cards go back to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import flet as ft

from companion.app.handlers import screen
from companion.app.widgets.buttons import answers, plain_button
from companion.app.widgets.cards_field import CardsField
from companion.app.widgets.context import OUT, Context, Slot
from companion.app.widgets.folded import Folded
from companion.app.widgets.players import shown
from companion.rules.engine import Subset
from companion.texts import _


def sheets_input(slot: Slot, context: Context) -> ft.Control:
    """Each player's character, chosen among those of the box that nobody else has."""
    sheets = {} if slot.value is OUT else {sheet["player"]: sheet["character"] for sheet in slot.value}
    characters = [card for card in context.deck.cards.values() if card.kind == "character"]

    def choose(player: str, character: Any) -> Any:
        chosen = {**sheets, player: character}
        rows = [{"player": name, "character": id_} for name, id_ in chosen.items() if id_ is not OUT]
        return slot.put(rows or OUT)

    def free(player: str) -> dict[str, str]:
        taken = {id_ for name, id_ in sheets.items() if name != player}
        return {card.id: card.name for card in characters if card.id not in taken}

    return ft.Column(
        spacing=10,
        controls=[
            Folded(
                _("Character of {player}", player=player),
                free(player),
                sheets.get(player, OUT),
                partial(choose, player),
                key=player,
            )
            for player in context.table.players
        ],
    )


class Return(NamedTuple):
    """A card on its way back (None: nobody looked at it), and its pile."""

    card: str | None
    pile: int


def skills_input(slot: Slot, context: Context) -> ft.Control:
    """First skills with the points they may cost; skills of a Training as other cards."""
    position, player = context.table.position, slot.values.get("player")
    cards = CardsField(slot, context, False)
    if position.stage != "skills" or player is None:
        return cards
    box = position.box
    points_of_sheet = box.first_sums.get(position.seat(player).character)
    chosen = () if slot.value is OUT else slot.value
    if points_of_sheet is None or any(id_ not in box.skills for id_ in chosen):
        return cards
    points = {"player": player, "all": points_of_sheet, "spent": sum(box.skills[id_].cost for id_ in chosen)}
    said = _("{player} has {all} Skill Points to spend; the skills chosen cost {spent}.", **points)
    return ft.Column(controls=[ft.Text(value=said), cards])


def returns_input(slot: Slot, context: Context) -> ft.Control:
    """The cards that go back to the piles."""
    return Returns(slot, context)


@screen
def Returns(slot: Slot, context: Context) -> ft.Control:
    """Cards go back one by one, in any order: pick a card, then one of the piles with the fewest cards."""
    picked, set_picked = ft.use_state(0)
    laid = [] if slot.value is OUT else [Return(row["card"], row["pile"]) for row in slot.value]
    left = to_return(slot)
    sizes = [pile.size for pile in context.table.position.piles]
    for each in laid:
        if each.card in left:
            left.remove(each.card)
        sizes[each.pile - 1] = _one_more(sizes[each.pile - 1])

    def put(rows: Sequence[Return]) -> Any:
        set_picked(0)
        return slot.put([row._asdict() for row in rows] or OUT)

    def name(card: str | None) -> str:
        return _("An unseen card") if card is None else context.deck.name(card)

    rows: list[ft.Control] = [
        ft.Text(value=_("{n}. {card} on pile {pile}", n=n, card=name(each.card), pile=each.pile))
        for n, each in enumerate(laid, start=1)
    ]
    if left:
        at = min(picked, len(left) - 1)
        piles = {n: _("Pile {n} ({cards})", n=n, cards=shown(sizes[n - 1])) for n in smallest(sizes)}
        rows.append(answers({place: name(card) for place, card in enumerate(left)}, at, set_picked))
        rows.append(ft.Text(value=_("{card} goes on:", card=name(left[at])), weight=ft.FontWeight.W_500))
        rows.append(answers(piles, None, lambda pile: put([*laid, Return(left[at], pile)])))
        everything = [*laid, *lay_all(left, sizes)]
        rows.append(plain_button(_("Lay all, lowest pile first"), partial(put, everything), ft.Icons.DONE_ALL))
    elif not laid:
        rows.append(ft.Text(value=_("There is nothing to lay back.")))
    if laid:
        rows.append(plain_button(_("Take the last one up again"), partial(put, laid[:-1]), ft.Icons.UNDO))
    return ft.Column(spacing=8, controls=rows)


def to_return(slot: Slot) -> list[str | None]:
    """What the rules say is to go back, with the cards that this very form discards."""
    held = slot.allowed if isinstance(slot.allowed, Subset) else Subset(())
    return [*held.of, *[None] * (held.unseen or 0), *slot.values.get("discards", ())]


def _one_more(size: int | None) -> int | None:
    return None if size is None else size + 1


def smallest(sizes: Sequence[int | None]) -> list[int]:
    """The numbers of the piles with the fewest cards; all where some count is unknown."""
    least = None if None in sizes else min(size for size in sizes if size is not None)
    return [number for number, size in enumerate(sizes, start=1) if least is None or size == least]


def lay_all(cards: Sequence[str | None], sizes: Sequence[int | None]) -> list[Return]:
    """Every card on the lowest-numbered of the piles with the fewest cards, one after another."""
    now = list(sizes)
    laid = []
    for card in cards:
        pile = smallest(now)[0]
        laid.append(Return(card, pile))
        now[pile - 1] = _one_more(now[pile - 1])
    return laid
