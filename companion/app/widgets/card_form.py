"""Entering one card of one's own box: a field for each that its kind has, and all its faults at once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

import flet as ft

from companion.app.handlers import safe, screen
from companion.app.widgets.buttons import answers, main_button, plain_button
from companion.app.widgets.context import OUT
from companion.app.widgets.dialogs import use_leaving
from companion.app.widgets.faults import fault_line, fault_list
from companion.app.widgets.fields import words
from companion.app.widgets.folded import Folded
from companion.app.widgets.layout import reading_page
from companion.catalog import Pack, editing
from companion.catalog.cells import Schema, nullable
from companion.catalog.faults import CatalogFault
from companion.catalog.rows import kind_of, schemas
from companion.rules.fields import MAX_TEXT
from companion.texts import _

Cells = Mapping[str, str]
_MADE = ("id", "code")
"""Fields that the app makes itself where people leave them empty."""


def field_title(name: str) -> str:
    """What a field of a card is called on the screen."""
    own = {"id": _("Id in files"), "code": _("Code on its sticker")}
    return own.get(name) or _(words(name))


def about(schema: Schema) -> str:
    """What a field expects, in a line."""
    if nullable(schema):
        return _("{expected}; empty when nobody knows", expected=about(schema["anyOf"][0]))
    if "description" in schema:
        return _(schema["description"])
    match schema.get("type"):
        case "integer":
            return _("a whole number")
        case "array":
            options = schema.get("items", {}).get("enum")
            if options:
                return _("any of these, with blanks between: {options}", options=", ".join(options))
            return _("any number of them, with blanks between")
        case "object":
            return _("names and values, such as: {example}", example="; ".join(f"{part} 1" for part in _parts(schema)))
    return ""


def _parts(schema: Schema) -> list[str]:
    return list(schema.get("properties", ()))[:2]


@screen
def CardForm(
    pack: Pack,
    kind: str,
    card: Any,
    save: Callable[[Cells], Awaitable[None]],
    remove: Callable[[], Any] | None,
    close: Callable[[], Any],
) -> ft.Control:
    """The form of a card of that kind (`card` None: a new one). `save` raises CatalogFault with every fault."""
    start: Cells = {"copies": "1"} if card is None else editing.to_cells(pack.game, card)
    cells, set_cells = ft.use_state(start)
    nothing: Mapping[str, str] = {}
    faults, set_faults = ft.use_state(nothing)
    fields = schemas(pack.game)[kind]
    leave = use_leaving(cells != start, close)

    def put(name: str, text: str) -> None:
        set_cells(lambda now: {**now, name: text})
        set_faults(lambda now: {other: said for other, said in now.items() if other != name})

    async def submit() -> None:
        try:
            await save(cells)
        except CatalogFault as fault:
            set_faults(editing.by_field(fault.faults))

    order = [
        *(name for name in ("name", *fields) if name not in _MADE),
        *(name for name in _MADE if name != "id" or card is None),
    ]
    inputs = [
        _input(pack, name, fields[name], cells.get(name, ""), faults.get(name), partial(put, name))
        for name in dict.fromkeys(order)
    ]
    said = [f"{field_title(name)}: {sentence}" for name, sentence in faults.items()]
    title = _("New card: {kind}", kind=_(words(kind)).lower()) if card is None else str(card.name)
    return reading_page(
        title,
        [
            *inputs,
            *([fault_list(_("This card cannot be kept yet:"), said)] if said else []),
            ft.Row(
                wrap=True,
                spacing=8,
                run_spacing=8,
                controls=[
                    main_button(_("Keep this card"), submit, ft.Icons.CHECK),
                    *([plain_button(_("Remove this card"), remove, ft.Icons.DELETE)] if remove else []),
                ],
            ),
        ],
        on_back=leave,
    )


def _input(
    pack: Pack, name: str, schema: Schema, value: str, fault: str | None, put: Callable[[str], None]
) -> ft.Control:
    title = field_title(name)
    plain = schema["anyOf"][0] if nullable(schema) else schema
    unknown = {"": _("Nobody knows")} if nullable(schema) else {}
    if "enum" in plain:
        return _chosen(
            title, {str(option): _(words(str(option))) for option in plain["enum"]} | unknown, value, fault, put
        )
    if plain.get("type") == "boolean":
        return _chosen(
            title, {"yes": _("Yes"), "no": _("No")} | unknown, value or ("" if unknown else "no"), fault, put
        )
    others = _cards_called(pack, name)
    if others and plain.get("type") == "string":
        picker = Folded(title, others, value or OUT, lambda card: put("" if card is OUT else card))
        return ft.Column(spacing=4, controls=[picker, *([fault_line(fault)] if fault else [])])
    options = plain.get("items", {}).get("enum", ()) if plain.get("type") == "array" else ()
    field = ft.TextField(
        value=value,
        label=title,
        expand=bool(options),
        helper=_made(name) if name in _MADE else about(schema) or None,
        helper_max_lines=6,
        error=fault,
        error_max_lines=6,
        multiline="description" in plain,
        max_length=MAX_TEXT,
        counter="",
        keyboard_type=ft.KeyboardType.NUMBER if plain.get("type") == "integer" else ft.KeyboardType.TEXT,
        on_change=safe(lambda e: put(e.control.value)),
    )
    if not options:
        return field
    add = [plain_button(_("Add {word}", word=option), partial(put, f"{value} {option}".strip())) for option in options]
    return ft.Column(
        spacing=8, controls=[ft.Row(controls=[field]), ft.Row(wrap=True, spacing=8, run_spacing=8, controls=add)]
    )


def _made(name: str) -> str:
    if name == "id":
        return _("Left empty, it is made from the name")
    return _("Four of 0-9 and A-Z; left empty, the app makes one")


def _chosen(
    title: str, options: Mapping[str, str], value: str, fault: str | None, put: Callable[[str], None]
) -> ft.Control:
    return ft.Column(
        spacing=4,
        controls=[
            ft.Text(value=title, theme_style=ft.TextThemeStyle.TITLE_SMALL),
            answers(options, value, put),
            *([fault_line(fault)] if fault else []),
        ],
    )


def _cards_called(pack: Pack, field: str) -> dict[str, str]:
    """A field called as a kind of card holds the id of such a card: those of this pack, by name."""
    return {card.id: str(card.name) for card in pack.cards if kind_of(pack.game, card) == field}
