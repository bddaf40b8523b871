"""A deck as a list of cards: typed or pasted, from a file, or scanned card by card into the same list."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

import flet as ft

from companion.app.deck import Deck
from companion.app.handlers import safe, screen
from companion.app.widgets.buttons import plain_button
from companion.app.widgets.card_entry import CardEntry
from companion.app.widgets.context import OUT, Context, Slot
from companion.app.widgets.faults import fault_list
from companion.catalog.decklists import DeckList, read_deck_list
from companion.catalog.rows import Card
from companion.catalog.sheet import Unreadable, text_of
from companion.texts import _, n_

LINES_SHOWN = 500
"""A list with more lines is not put into a field to be edited, and is no deck for a table."""
ENDINGS = ("txt", "csv", "tsv", "dec")
_COUNTED = re.compile(r"(\d+) (.+)")


def with_card(text: str, name: str) -> str:
    """The list with one more of a card: its line counts one up, or a line of its own comes last."""
    lines = text.splitlines()
    for at, line in enumerate(lines):
        found = _COUNTED.fullmatch(line.strip())
        if found is not None and found.group(2) == name:
            lines[at] = f"{int(found.group(1)) + 1} {name}"
            return "\n".join(lines)
    return "\n".join([*lines, f"1 {name}"])


@screen
def DeckListEntry(text: str, put: Callable[[str], Any], deck: Deck) -> ft.Control:
    """The list as `text`, and the ways to fill it; `put` is given the new text."""
    scanning, scan = ft.use_state(False)
    fault, set_fault = ft.use_state("")
    newest = ft.use_ref(text)
    newest.current = text

    def add(cards: Sequence[str]) -> Any:
        for card in cards:
            newest.current = with_card(newest.current or "", deck.name(card))
        return put(newest.current or "")

    async def pick() -> None:
        files = await ft.FilePicker().pick_files(
            file_type=ft.FilePickerFileType.CUSTOM,
            allowed_extensions=list(ENDINGS),
            with_data=True,
            cancel_upload_on_window_blur=False,
        )
        if not files:
            return
        try:
            read = text_of(files[0].bytes or b"")
        except Unreadable as error:
            set_fault(_("{name} is no text: {fault}", name=files[0].name, fault=error.fault))
        else:
            set_fault("")
            put(read.replace("\r\n", "\n").replace("\r", "\n"))

    long = text.count("\n") > LINES_SHOWN
    rows: list[ft.Control] = []
    if long:
        rows.append(ft.Text(value=_("A list of {n} lines.", n=text.count("\n") + 1)))
    else:
        field = ft.TextField(
            value=text,
            label=_("One card a line: count and name"),
            align_label_with_hint=True,
            multiline=True,
            min_lines=4,
            max_lines=12,
            on_change=safe(lambda e: put(e.control.value)),
        )
        # A node of its own for screen readers. Flutter ends their typing where controls come and go around it, so
        # that nothing here does while somebody types.
        rows.append(ft.Semantics(container=True, content=field))
    if fault:
        rows.append(fault_list(fault, ()))
    if scanning:
        rows.append(CardEntry(deck, add, lambda: scan(False)))
    else:
        rows.append(
            ft.Row(
                wrap=True,
                controls=[
                    plain_button(_("Scan cards"), lambda: scan(True), ft.Icons.ADD_A_PHOTO),
                    plain_button(_("Read a file"), pick, ft.Icons.FILE_OPEN),
                    plain_button(_("Clear the list"), partial(put, ""), ft.Icons.CLEAR),
                ],
            )
        )
    return ft.Column(spacing=8, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, controls=rows)


def line_faults(read: DeckList) -> ft.Control:
    """Every line that could not be read, with its number."""
    title = n_("{n} line cannot be read:", "{n} lines cannot be read:", len(read.faults))
    return fault_list(title, [str(fault) for fault in read.faults])


@screen
def DeckField(slot: Slot, context: Context, cards: Sequence[Card], among: Collection[str]) -> ft.Control:
    """The input of a field that takes a whole deck: of the list, the cards `among` these ids."""
    text, set_text = ft.use_state("")
    read, set_read = ft.use_state(DeckList((), ()))

    def take() -> None:
        found = read_deck_list("\n".join(text.split("\n")[:LINES_SHOWN]), cards)
        set_read(found)
        ids = [card for card, count in found.counts.items() if card in among for _copy in range(count)]
        slot.put(ids or OUT)

    told = 0 if slot.value is OUT else len(slot.value)
    rows: list[ft.Control] = [
        DeckListEntry(text, set_text, context.deck),
        plain_button(_("Take this list"), take, ft.Icons.PLAYLIST_ADD_CHECK),
        ft.Text(value=n_("{n} card for this deck.", "{n} cards for this deck.", told)),
    ]
    if read.faults:
        rows.append(line_faults(read))
    return ft.Column(spacing=8, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, controls=rows)
