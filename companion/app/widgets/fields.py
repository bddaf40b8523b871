"""Inputs for the fields of an action. What is allowed comes from the rules, so most fields are one tap."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import flet as ft

from companion.app.handlers import safe, screen
from companion.app.widgets.buttons import answers, icon_button, plain_button
from companion.app.widgets.cards_field import CardsField
from companion.app.widgets.context import OUT, Context, Put, Slot
from companion.app.widgets.inputs import text_field
from companion.rules.fields import Field
from companion.texts import _

FEW = 13
"""Up to so many numbers are shown as one button each."""


def words(name: str) -> str:
    """A name of the rules as people read it."""
    return name.replace("_", " ").replace("-", " ").replace(".", " ").capitalize()


def title(field: Field) -> str:
    """What a field is called on the screen."""
    return _(words(field.name))


def with_field(values: Mapping[str, Any], name: str, value: Any) -> dict[str, Any]:
    """The values with one of them changed, or left out where it is OUT."""
    rest = {key: kept for key, kept in values.items() if key != name}
    return rest if value is OUT else {**rest, name: value}


def record_input(
    fields: Sequence[Field],
    allowed: Any,
    values: Mapping[str, Any],
    put_one: Callable[[str, Any], Any],
    context: Context,
) -> ft.Control:
    """The inputs of an object's fields, one under the other, each under its name; `put_one` changes one of them."""
    narrowed = allowed if isinstance(allowed, Mapping) else {}
    return ft.Column(
        spacing=14,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        controls=[
            _labelled(
                field,
                Slot(
                    field, narrowed.get(field.name), values.get(field.name, OUT), partial(put_one, field.name), values
                ),
                context,
            )
            for field in fields
        ],
    )


def _labelled(field: Field, slot: Slot, context: Context) -> ft.Control:
    name = title(field) if field.required else _("{field} (optional)", field=title(field))
    about = _(field.about)[:1].upper() + _(field.about)[1:] if field.about else ""
    own = context.inputs.get(field.name)
    return ft.Column(
        key=field.name,
        spacing=4,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        controls=[
            ft.Text(value=name, theme_style=ft.TextThemeStyle.TITLE_SMALL),
            *([ft.Text(value=about, color=ft.Colors.ON_SURFACE_VARIANT)] if about else []),
            own(slot, context) if own else _input(slot, context),
        ],
    )


def _input(slot: Slot, context: Context) -> ft.Control:
    field, allowed, value = slot.field, slot.allowed, slot.value
    told = None if value is OUT else value
    match field.kind:
        case "bool":
            return _answers({True: _("Yes"), False: _("No")}, slot)
        case "int":
            numbers = allowed if isinstance(allowed, range | tuple) else range(field.low, field.high + 1)
            if len(numbers) <= FEW:
                return _answers({number: str(number) for number in numbers}, slot)
            return NumberField(title(field), told, slot.put, signed=field.low < 0)
        case "choice":
            return _answers(_worded(allowed, field.options), slot)
        case "player":
            return _answers(_named(allowed, context.table.players), slot)
        case "text" if field.name == "player":
            return _answers(_named(None, context.table.players), slot)
        case "text" if isinstance(allowed, tuple):
            return _answers(_named(allowed, ()), slot)
        case "choices":
            return _several(_worded(allowed, field.options), told or (), slot.put)
        case "players":
            return _several(_named(allowed, context.table.players), told or (), slot.put)
        case "card":
            return CardsField(slot, context, True)
        case "cards":
            return CardsField(slot, context, False)
        case "record":
            return _record(slot, context)
        case "records":
            return _records(field, allowed, told or (), slot.put, context)
        case "texts":
            return _text(title(field), ", ".join(told or ()), lambda text: slot.put(text.split(", ") if text else OUT))
    return _text(title(field), told or "", lambda text: slot.put(text or OUT))


def _text(label: str, value: str, put: Put) -> ft.Control:
    return text_field(label, value, lambda text: put(text.strip()))


def _worded(allowed: Any, options: Sequence[str]) -> dict[str, str]:
    return {option: _(words(option)) for option in (allowed if isinstance(allowed, tuple) else options)}


def _named(allowed: Any, names: Sequence[str]) -> dict[str, str]:
    return {name: name for name in (allowed if isinstance(allowed, tuple) else names)}


def _answers(options: Mapping[Any, str], slot: Slot) -> ft.Control:
    """One of a few; where the field may be left out or be unknown, there is an answer for that too."""
    shown = dict(options)
    if slot.field.nullable:
        shown[None] = _("Nobody knows")
    chosen = slot.value if slot.value is not OUT else OUT
    return answers(shown, chosen, slot.put, none=OUT if not slot.field.required else None)


def _several(options: Mapping[str, str], chosen: Sequence[str], put: Put) -> ft.Control:
    def flip(option: str) -> Any:
        return put([each for each in options if (each in chosen) != (each == option)])

    return ft.Row(
        wrap=True,
        controls=[
            ft.Checkbox(label=label, value=option in chosen, on_change=safe(partial(flip, option)))
            for option, label in options.items()
        ],
    )


@screen
def NumberField(label: str, value: int | None, put: Put, signed: bool) -> ft.Control:
    """A whole number typed in; with a sign button, for phone keyboards have no minus."""
    text, set_text = ft.use_state("" if value is None else str(value))

    def change(new: str) -> Any:
        set_text(new)
        try:
            number = int(new)
        except ValueError:
            return put(OUT)
        return put(number)

    def turn_sign() -> Any:
        return change(text[1:] if text[:1] == "-" else f"-{text}")

    return ft.Row(
        controls=[
            *([icon_button(ft.Icons.EXPOSURE, _("Change the sign"), turn_sign)] if signed else []),
            text_field(
                label,
                text,
                lambda new: change(new.strip()),
                expand=True,
                keyboard_type=ft.KeyboardType.NUMBER,
                error=_("A whole number, please.") if text not in ("", "-") and value is None else None,
            ),
        ]
    )


def _record(slot: Slot, context: Context) -> ft.Control:
    """An object that may be left out stays folded until somebody wants to tell it."""
    field = slot.field
    if slot.value is OUT and not field.required:
        return plain_button(_("Tell {field}", field=title(field).lower()), lambda: slot.put({}), ft.Icons.ADD)
    told = {} if slot.value is OUT else slot.value
    inputs = record_input(field.of, slot.allowed, told, lambda n, v: slot.put(with_field(told, n, v)), context)
    if field.required:
        return inputs
    leave_out = plain_button(_("Leave {field} out", field=title(field).lower()), lambda: slot.put(OUT), ft.Icons.CLOSE)
    return ft.Column(controls=[inputs, leave_out], horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _records(field: Field, allowed: Any, values: Sequence[Mapping[str, Any]], put: Put, context: Context) -> ft.Control:
    def put_at(index: int, value: Any) -> Any:
        changed = list(values)
        changed[index : index + 1] = [] if value is OUT else [value]
        return put(changed)

    def put_in(index: int, name: str, new: Any) -> Any:
        return put_at(index, with_field(values[index], name, new))

    blocks: list[ft.Control] = []
    for index, value in enumerate(values):
        remove = icon_button(ft.Icons.DELETE, _("Remove number {n}", n=index + 1), partial(put_at, index, OUT))
        inputs = record_input(field.of, allowed, value, partial(put_in, index), context)
        blocks.append(ft.Row(controls=[ft.Container(content=inputs, expand=True), remove]))
    blocks.append(plain_button(_("Add"), lambda: put([*values, {}]), ft.Icons.ADD))
    return ft.Column(spacing=8, controls=blocks)
