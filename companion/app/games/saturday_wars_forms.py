"""Inputs of Saturday Wars that the fields alone do not give: cards in play, payments, the Challenge calculator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import flet as ft

from companion.app.games.saturday_wars_outlook import side, titled
from companion.app.handlers import safe
from companion.app.widgets.buttons import answers, plain_button, toggle
from companion.app.widgets.cards_field import CardsField
from companion.app.widgets.context import OUT, Context, Slot
from companion.app.widgets.deck_list import DeckField
from companion.app.widgets.players import shown
from companion.rules.engine import Subset
from companion.rules.saturday_wars import flow
from companion.rules.saturday_wars.cards import Abilities, Effects
from companion.rules.saturday_wars.effects import candidates
from companion.rules.saturday_wars.position import Piece, Position, card_of, parts, progress_of, total_progress
from companion.texts import _, n_

Input = Callable[[Slot, Context], ft.Control]
HIGHEST_COST = 9
"""The dearest flipped card with a button of its own; others are scanned or told as a correction."""


# Cards in play


def _called(position: Position, reference: str) -> str:
    """A card in play as people know it, with its owner where the reference names one."""
    owner, colon, key = reference.rpartition(":")
    for seat in position.players:
        if colon and seat.name != owner:
            continue
        for piece in seat.pieces:
            for part in parts(piece):
                if part.key == key:
                    name = titled(part, position.box)
                    said = _("{card}, {n}", card=name, n=shown(progress_of(piece, position.box)))
                    if piece.exhausted:
                        said = _("{card} (exhausted)", card=said)
                    return f"{owner}: {said}" if colon else said
    return position.box.name(reference)


def piece_input(slot: Slot, context: Context) -> ft.Control:
    """One of the cards in play that the rules allow."""
    allowed = slot.allowed if isinstance(slot.allowed, tuple) else ()
    if not allowed:
        return ft.Text(value=_("There is no card in play to choose."))
    position = context.table.position
    none = OUT if not slot.field.required else None
    return answers({key: _called(position, key) for key in allowed}, slot.value, slot.put, none=none)


def card_input(slot: Slot, context: Context) -> ft.Control:
    """A card in play where the field is about one; otherwise any card, those that the table knows there by a tap."""
    if slot.field.kind == "text":
        return piece_input(slot, context)
    known = slot.allowed if isinstance(slot.allowed, tuple) else ()
    return CardsField(slot._replace(allowed=Subset(known, unseen=None)), context, True)


def targets_input(slot: Slot, context: Context) -> ft.Control:
    """The Characters an ability is about, in the order they are tapped."""
    position: Position = context.table.position
    player = slot.values.get("player", "")
    open_to = [
        f"{seat.name}:{piece.key}" for who in ("own", "rival") for seat, piece in candidates(position, player, who)
    ]
    chosen = [] if slot.value is OUT else list(slot.value)

    def flip(reference: str) -> object:
        rest = [each for each in chosen if each != reference]
        return slot.put((rest if reference in chosen else [*chosen, reference]) or OUT)

    buttons = []
    for reference in open_to:
        name = _called(position, reference)
        picked = reference in chosen
        label = f"{chosen.index(reference) + 1}. {name}" if picked else name
        buttons.append(toggle(label, picked, partial(flip, reference), key=reference))
    return ft.Row(wrap=True, spacing=8, run_spacing=8, controls=buttons)


def because_input(slot: Slot, context: Context) -> ft.Control:
    """The card that says otherwise, in the table's words."""
    return ft.TextField(
        value="" if slot.value is OUT else slot.value,
        label=_("The card that says so"),
        on_change=safe(lambda e: slot.put(e.control.value.strip() or OUT)),
    )


# Paying


def paid_input(slot: Slot, context: Context) -> ft.Control:
    """The cards purged as payment, scanned one by one; those that nobody looks at are a number."""
    cost = _cost(slot, context)
    named = [] if slot.value is OUT else slot.value
    rows: list[ft.Control] = []
    if cost is not None:
        price = n_("The cost is {n} card from the deck.", "The cost is {n} cards from the deck.", cost)
        told = _("Nobody has to look at them.") if not named else _("Told so far: {n}.", n=len(named))
        rows.append(ft.Text(value=f"{price} {told}"))
    rows.append(CardsField(slot, context, False))
    if cost is not None and 0 < len(named) < cost:
        rest = [*named, *[None] * (cost - len(named))]
        rows.append(plain_button(_("Nobody saw the others"), partial(slot.put, rest), ft.Icons.QUESTION_MARK))
    return ft.Column(spacing=8, controls=rows)


def _cost(slot: Slot, context: Context) -> int | None:
    card = context.table.position.box.shonen(slot.values.get("card"))
    told = slot.values.get("cost")
    return told if isinstance(told, int) else None if card is None else card.cost


# What the vocabulary cannot say


def told_input(slot: Slot, context: Context) -> ft.Control:
    """What came of an ability that only people can read."""
    value = "" if slot.value is OUT else slot.value
    rows: list[ft.Control] = [ft.Text(value=line) for line in _open_texts(slot, context)]
    rows.append(
        ft.TextField(
            value=value,
            label=_("What came of it"),
            hint_text=_("draw 1, marker +1"),
            on_change=safe(lambda e: slot.put(e.control.value.strip() or OUT)),
        )
    )
    rows.append(plain_button(_("Nothing came of it"), partial(slot.put, "nothing"), ft.Icons.CLOSE))
    return ft.Column(spacing=8, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, controls=rows)


def _open_texts(slot: Slot, context: Context) -> Iterator[str]:
    """What the cards that this may be about leave to people."""
    position: Position = context.table.position
    task = flow.due(position)
    effects: list[Effects] = []
    if "take" in slot.values or slot.field.name not in slot.values:
        effects += [task.effects] if task is not None and task.effects is not None else []
    named = slot.values.get("card")
    if named is not None:
        effects += [ability.effects for ability in _abilities(position, slot.values, named).items]
    for each in effects:
        for effect in each.items:
            if effect.on == "told":
                yield effect.text


def _abilities(position: Position, values: Mapping[str, object], named: str) -> Abilities:
    """What is printed on a card of the hand, or on a card in play by its key."""
    card = position.box.shonen(named)
    if card is None:
        seat = next((seat for seat in position.players if seat.name == values.get("player")), None)
        found: Piece | None
        for found in () if seat is None else seat.pieces:
            for part in parts(found):
                if part.key == named:
                    card = position.box.shonen(card_of(part))
    return Abilities() if card is None else card.abilities


# Challenges


def flip_input(which: str, slot: Slot, context: Context) -> ft.Control:
    """The calculator of one side: what it has, one tap for the cost of the flipped card, and what it comes to."""
    position: Position = context.table.position
    one = side(position, which, slot.values)
    rows: list[ft.Control] = []
    if one is not None:
        before = _(
            "{player}'s {card}: progress {n}, modifiers {m}",
            player=one.player,
            card=one.name,
            n=shown(one.progress),
            m=f"{one.modifier:+d}",
        )
        rows.append(ft.Text(value=before))
    rows.append(answers({cost: str(cost) for cost in range(HIGHEST_COST + 1)}, slot.value, slot.put, none=OUT))
    total = _total(position, which, slot.values)
    if total is not None:
        rows.append(ft.Text(value=_("Comes to {n}", n=total), theme_style=ft.TextThemeStyle.TITLE_LARGE))
    if which == "defence":
        rows += [ft.Text(value=said, weight=ft.FontWeight.BOLD) for said in _result(position, slot.values)]
    return ft.Column(spacing=6, controls=rows)


def _total(position: Position, which: str, entered: Mapping[str, Any]) -> int | None:
    """What a side comes to; None while that is unknown, or where the table tells modifiers that the verdict counts."""
    one = side(position, which, entered)
    card = position.box.shonen(entered.get(f"{which}_card"))
    flipped = entered.get(f"{which}_cost", None if card is None else card.cost)
    return None if one is None or entered.get("modifiers") else one.total(flipped)


def _result(position: Position, entered: Mapping[str, Any]) -> list[str]:
    """Who loses the Challenge, once both totals are known."""
    attack, defence = _total(position, "attack", entered), _total(position, "defence", entered)
    if attack is None or defence is None:
        return []
    if attack == defence:
        return [_("Equal: nobody is exhausted.")]
    loser = side(position, "defence" if attack > defence else "attack", entered)
    return [] if loser is None else [_("{player}'s {card} loses the Challenge.", player=loser.player, card=loser.name)]


# The end of a Chapter


def claims_input(slot: Slot, context: Context) -> ft.Control:
    """Who claims the Chapter, with the standing; only what the table knows better has to be told."""
    position: Position = context.table.position
    standing = ", ".join(f"{seat.name} {shown(total_progress(seat, position.box))}" for seat in position.alive)
    options: dict[str | None, str] = {
        **{seat.name: seat.name for seat in position.alive},
        None: _("Nobody, it is a tie"),
    }
    rows: list[ft.Control] = [answers(options, slot.value, slot.put, none=OUT)]
    if not position.scores:
        rows.insert(0, ft.Text(value=_("Progress: {standing}", standing=standing)))
    return ft.Column(spacing=6, controls=rows)


# Decks


def deck_input(chapters: bool, slot: Slot, context: Context) -> ft.Control:
    """A deck from a list; of a whole list this takes the cards that belong into it."""
    box = context.table.position.box
    ids = [card.id for card in box.cards.values() if (box.chapter(card.id) is not None) == chapters]
    return DeckField(slot, context, tuple(box.cards.values()), frozenset(ids))


INPUTS: Mapping[str, Input] = {
    "card": card_input,
    "attacker": piece_input,
    "defender": piece_input,
    "to": piece_input,
    "targets": targets_input,
    "because": because_input,
    "paid": paid_input,
    "told": told_input,
    "attack_cost": partial(flip_input, "attack"),
    "defence_cost": partial(flip_input, "defence"),
    "claims": claims_input,
    "shonen": partial(deck_input, False),
    "story": partial(deck_input, True),
}
FIRST: Mapping[str, tuple[str, ...]] = {
    "setup": ("step_by_step", "first"),
    "protagonists": ("cards",),
    "mulligan": ("amount",),
    "pay": ("cards",),
    "chapter": ("card",),
    "prologue": (),
    "draw": (),
    "retrieve": (),
    "play": ("card", "paid"),
    "ability": ("card",),
    "trigger": ("take",),
    "challenge": ("attacker", "defender", "because", "attack_cost", "defence_cost"),
    "flip": ("attack_cost", "defence_cost", "attack_card", "defence_card"),
    "discard": ("cards",),
    "mark-arc": ("card", "because"),
    "epilogue": ("claims",),
}
"""The fields of each action that are asked at once."""
