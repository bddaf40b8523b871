"""Inputs for the fields of an action. What is allowed comes from the rules, so most fields are one tap."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import flet as ft

from companion.app.deck import Deck
from companion.app.handlers import safe, screen
from companion.app.widgets.buttons import answers, icon_button, plain_button, toggle
from companion.app.widgets.card_entry import CardEntry
from companion.rules.engine import Subset
from companion.rules.fields import Field
from companion.texts import _

FEW = 13
"""Up to so many numbers are shown as one button each."""

Put = Callable[[Any], Any]
"""Takes the new value of a field; None leaves it out."""


def title(field: Field) -> str:
    """What a field is called on the screen."""
    text = _(field.about) if field.about else field.name.replace("-", " ")
    return text[:1].upper() + text[1:]


def labelled(field: Field, control: ft.Control) -> ft.Control:
    """A field's name above its input, marked where it may be left out."""
    name = title(field) if field.required else _("{field} (may be left out)", field=title(field))
    return ft.Column(
        spacing=4,
        controls=[ft.Text(value=name, theme_style=ft.TextThemeStyle.TITLE_SMALL), control],
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def field_input(field: Field, allowed: Any, value: Any, put: Put, deck: Deck) -> ft.Control:
    """The input of one field. `allowed` is what the rules allow now, or None where they do not narrow the field."""
    return labelled(field, _input(field, allowed, value, put, deck))


def _input(field: Field, allowed: Any, value: Any, put: Put, deck: Deck) -> ft.Control:
    optional = not field.required or field.nullable
    if field.kind == "bool":
        return answers({True: _("Yes"), False: _("No")}, value, put, optional=optional)
    if field.kind == "int":
        numbers = _numbers(field, allowed)
        if numbers is not None and len(numbers) <= FEW:
            return answers({number: str(number) for number in numbers}, value, put, optional=optional)
        return NumberField(title(field), value, put)
    if field.kind in ("choice", "player") or (field.kind == "text" and isinstance(allowed, tuple)):
        options = allowed if isinstance(allowed, tuple) else field.options
        return answers({option: _words(option) for option in options}, value, put, optional=optional)
    if field.kind == "choices":
        options = allowed if isinstance(allowed, tuple) else field.options
        return _several({option: _words(option) for option in options}, value or [], put)
    if field.kind == "card":
        return CardsField(
            field, allowed, [value] if value else [], lambda cards: put(cards[-1] if cards else None), deck, 1
        )
    if field.kind == "cards":
        return CardsField(field, allowed, value or [], put, deck, None)
    if field.kind == "record":
        return record_input(field.of, allowed, value or {}, put, deck)
    if field.kind == "records":
        return _records(field, allowed, value or [], put, deck)
    return ft.TextField(value=value or "", label=title(field), on_change=safe(lambda e: put(e.control.value or None)))


def _numbers(field: Field, allowed: Any) -> Sequence[int] | None:
    if isinstance(allowed, range | tuple):
        return allowed
    bounds = range(field.low, field.high + 1)
    return bounds if len(bounds) <= FEW else None


def _words(option: str) -> str:
    return _(option) if option[:1].isupper() else _(option.replace("-", " ").capitalize())


def _several(options: Mapping[str, str], chosen: Sequence[str], put: Put) -> ft.Control:
    from_options = list(options)

    def flip(option: str | None) -> Any:
        kept = [o for o in from_options if (o in chosen) != (o == option)]
        return put(kept)

    return ft.Row(
        wrap=True,
        controls=[
            ft.Checkbox(label=label, value=option in chosen, on_change=safe(lambda option=option: flip(option)))
            for option, label in options.items()
        ],
    )


@screen
def NumberField(label: str, value: int | None, put: Put) -> ft.Control:
    """A whole number typed in; a sign button, for phone keyboards have no minus."""
    text, set_text = ft.use_state("" if value is None else str(value))

    def change(new: str) -> Any:
        set_text(new)
        try:
            number = int(new)
        except ValueError:
            return put(None)
        return put(number)

    return ft.Row(
        controls=[
            icon_button(
                ft.Icons.EXPOSURE, _("Change the sign"), lambda: change(text[1:] if text[:1] == "-" else f"-{text}")
            ),
            ft.TextField(
                value=text,
                label=label,
                expand=True,
                keyboard_type=ft.KeyboardType.NUMBER,
                error=_("A whole number, please.") if text not in ("", "-") and value is None else None,
                on_change=safe(lambda e: change(e.control.value.strip())),
            ),
        ]
    )


@screen
def CardsField(field: Field, allowed: Any, chosen: Sequence[str], put: Put, deck: Deck, most: int | None) -> ft.Control:
    """Cards, from those known to be there by a tap, and others by camera, picture, code or name.

    `most` 1 makes the next card take the place of the last.
    """
    adding, set_adding = ft.use_state(False)
    offered = list(allowed.of) if isinstance(allowed, Subset) else list(allowed or ())
    others_possible = not isinstance(allowed, Subset) or allowed.unseen != 0
    if isinstance(allowed, tuple):
        others_possible = False

    def add(cards: Sequence[str]) -> Any:
        if most == 1:
            set_adding(False)
            return put(list(cards[-1:]))
        return put([*chosen, *cards])

    def drop(card: str) -> Any:
        rest = list(chosen)
        rest.remove(card)
        return put(rest)

    buttons: list[ft.Control] = []
    left = list(chosen)
    for index, card in enumerate(offered):
        picked = card in left
        if picked:
            left.remove(card)
        buttons.append(
            _card_button(deck.name(card), picked, drop if picked else lambda card: add([card]), card, f"{index}")
        )
    buttons += [_card_button(deck.name(card), True, drop, card, f"other{index}") for index, card in enumerate(left)]
    rows: list[ft.Control] = [ft.Row(wrap=True, spacing=8, run_spacing=8, controls=buttons)] if buttons else []
    if others_possible:
        if adding:
            rows.append(CardEntry(deck, add, lambda: set_adding(False)))
        else:
            rows.append(plain_button(_("Add a card"), lambda: set_adding(True), ft.Icons.ADD_A_PHOTO))
    elif not buttons:
        rows.append(ft.Text(value=_("There is no card to choose.")))
    return ft.Column(spacing=8, controls=rows)


def _card_button(name: str, picked: bool, on_tap: Callable[[str], Any], card: str, key: str) -> ft.Control:
    return toggle(name, picked, lambda: on_tap(card), key=key)


def record_input(fields: Sequence[Field], allowed: Any, values: Mapping[str, Any], put: Put, deck: Deck) -> ft.Control:
    """The inputs of an object's fields, one under the other."""
    narrowed = allowed if isinstance(allowed, Mapping) else {}

    def put_one(name: str, value: Any) -> Any:
        rest = {key: kept for key, kept in values.items() if key != name}
        return put(rest if value is None else {**rest, name: value})

    return ft.Column(
        spacing=12,
        controls=[
            field_input(field, narrowed.get(field.name), values.get(field.name), partial(put_one, field.name), deck)
            for field in fields
        ],
    )


def _records(field: Field, allowed: Any, values: Sequence[Mapping[str, Any]], put: Put, deck: Deck) -> ft.Control:
    def put_at(index: int, value: Any) -> Any:
        changed = list(values)
        changed[index : index + 1] = [] if value is None else [value]
        return put(changed)

    blocks: list[ft.Control] = []
    for index, value in enumerate(values):
        remove = icon_button(ft.Icons.DELETE, _("Remove number {n}", n=index + 1), partial(put_at, index, None))
        inputs = record_input(field.of, allowed, value, partial(put_at, index), deck)
        blocks.append(ft.Row(controls=[ft.Container(content=inputs, expand=True), remove]))
    blocks.append(plain_button(_("Add"), lambda: put([*values, {}]), ft.Icons.ADD))
    return ft.Column(spacing=8, controls=blocks)
