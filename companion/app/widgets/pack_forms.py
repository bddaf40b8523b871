"""What a pack says of itself, and the values printed on its game's boards and cards."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import flet as ft

from companion.app.games.values import Printed
from companion.app.handlers import safe, screen
from companion.app.widgets.buttons import answers, main_button
from companion.app.widgets.dialogs import use_leaving
from companion.app.widgets.faults import fault_list
from companion.app.widgets.layout import reading_page
from companion.catalog import Pack, editing
from companion.catalog.faults import CatalogFault
from companion.rules.fields import MAX_TEXT
from companion.texts import _


@screen
def ValuesForm(
    pack: Pack,
    printed: list[Printed],
    save: Callable[[Mapping[str, Any]], Awaitable[None]],
    close: Callable[[], Any],
) -> ft.Control:
    """The printed values; one left empty is unknown. `save` raises CatalogFault with every fault."""
    start = {value.name: value.write(pack.values[value.name]) for value in printed if value.name in pack.values}
    texts, set_texts = ft.use_state(start)
    leave = use_leaving(texts != start, close)
    nothing: Mapping[str, str] = {}
    faults, set_faults = ft.use_state(nothing)

    def put(name: str, text: str) -> None:
        set_texts(lambda now: {**now, name: text})

    async def submit() -> None:
        told = {value.name: text for value in printed if (text := texts.get(value.name, "").strip())}
        try:
            await save({value.name: value.read(told[value.name]) for value in printed if value.name in told})
        except CatalogFault as fault:
            set_faults(editing.by_field(fault.faults))

    fields: list[ft.Control] = [
        ft.TextField(
            value=texts.get(value.name, ""),
            label=value.title,
            helper=_("{what}. Empty when nobody knows.", what=value.about),
            helper_max_lines=6,
            error=faults.get(value.name),
            error_max_lines=6,
            multiline=True,
            max_length=10 * MAX_TEXT,
            counter="",
            on_change=safe(lambda e, name=value.name: put(name, e.control.value)),
        )
        for value in printed
    ]
    titles = {value.name: value.title for value in printed}
    said = [f"{titles.get(name, name)}: {sentence}" for name, sentence in faults.items()]
    return reading_page(
        _("Printed values"),
        [
            ft.Text(value=_("What the app cannot know because it is printed on your own board and cards.")),
            *fields,
            *([fault_list(_("This cannot be kept yet:"), said)] if said else []),
            main_button(_("Keep these values"), submit, ft.Icons.CHECK),
        ],
        on_back=leave,
    )


@screen
def AboutForm(pack: Pack, save: Callable[[str, str, bool], Awaitable[None]], close: Callable[[], Any]) -> ft.Control:
    """The name and the note of a pack, and whether its cards are invented. `save` raises CatalogFault."""
    name, set_name = ft.use_state(pack.name)
    note, set_note = ft.use_state(pack.header.note)
    invented, set_invented = ft.use_state(pack.invented)
    leave = use_leaving((name, note, invented) != (pack.name, pack.header.note, pack.invented), close)
    nothing: Mapping[str, str] = {}
    faults, set_faults = ft.use_state(nothing)

    async def submit() -> None:
        try:
            await save(name, note, invented)
        except CatalogFault as fault:
            set_faults(editing.by_field(fault.faults))

    def text(label: str, value: str, field: str, put: Callable[[str], None], **more: Any) -> ft.Control:
        return ft.TextField(
            value=value,
            label=label,
            error=faults.get(field),
            error_max_lines=6,
            max_length=MAX_TEXT,
            counter="",
            on_change=safe(lambda e: put(e.control.value)),
            **more,
        )

    return reading_page(
        _("Name and note"),
        [
            text(_("Name of the pack"), name, "name", set_name),
            text(_("Note"), note, "note", set_note, multiline=True),
            ft.Column(
                spacing=4,
                controls=[
                    ft.Text(value=_("Where its cards come from"), theme_style=ft.TextThemeStyle.TITLE_SMALL),
                    answers(
                        {"yes": _("Some are invented for practice"), "no": _("All are as printed in our box")},
                        "yes" if invented else "no",
                        lambda answer: set_invented(answer == "yes"),
                    ),
                ],
            ),
            *([fault_list(_("This cannot be kept yet:"), list(faults.values()))] if faults else []),
            main_button(_("Keep this"), submit, ft.Icons.CHECK),
        ],
        on_back=leave,
    )
