"""Entering cards: by the camera, by a picture, by the code on the sticker, or by name."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

import flet as ft

from companion.app.deck import Deck
from companion.app.handlers import in_thread, screen
from companion.app.reading import Reading, read_cards, typed_card
from companion.app.widgets.buttons import plain_button
from companion.app.widgets.camera import CameraView
from companion.app.widgets.inputs import text_field
from companion.texts import _

LIVE_MS = 150.0
"""Milliseconds to look for codes in one picture of the live camera: the next one may be better."""
SHOWN = 24
"""Names listed at a time; more words narrow them down."""
AGAIN = 3.0
"""Seconds a code without a copy number must have been out of sight before it counts as another card."""


@screen
def CardEntry(
    deck: Deck,
    on_cards: Callable[[Sequence[str]], Any],
    on_close: Callable[[], Any],
    among: Collection[str] | None = None,
) -> ft.Control:
    """Calls `on_cards` with the ids of cards as they are entered, until it is closed. Only those `among` these ids."""
    page = ft.context.page
    words, set_words = ft.use_state("")
    said, set_said = ft.use_state("")
    last_seen: dict[str, float] = ft.use_memo(dict, [])

    def take(reading: Reading) -> None:
        now = asyncio.get_running_loop().time()
        fresh = [
            seen.card
            for seen in reading.cards
            if seen.text not in last_seen or (not seen.numbered and now - last_seen[seen.text] >= AGAIN)
        ]
        last_seen.update((seen.text, now) for seen in reading.cards)
        strange = [card for card in fresh if among is not None and card not in among]
        if strange:
            set_said(_("{cards}: that is no card for this place.", cards=", ".join(map(deck.name, strange))))
        fresh = [card for card in fresh if card not in strange]
        if fresh:
            set_said(_("Added: {cards}", cards=", ".join(map(deck.name, fresh))))
            on_cards(fresh)
        elif reading.faults and not strange:
            set_said(" ".join(reading.faults))

    async def look(picture: bytes) -> None:
        take(await asyncio.to_thread(read_cards, picture, _("The picture"), deck, LIVE_MS))

    async def pick() -> None:
        for file in await ft.FilePicker().pick_files(file_type=ft.FilePickerFileType.IMAGE, with_data=True):
            work = partial(read_cards, file.bytes or b"", file.name, deck)
            reading = await in_thread(page, _("Reading the picture"), work)
            if not reading.cards and not reading.faults:
                set_said(_("No card code was found in {name}; take it from nearer, or type the code.", name=file.name))
            last_seen.clear()
            take(reading)

    coded = typed_card(words, deck) if words else None
    found = [deck.cards[coded]] if coded else deck.search(words, among)
    rows: list[ft.Control] = [
        CameraView(look),
        *([ft.Semantics(live_region=True, content=ft.Text(value=said, weight=ft.FontWeight.W_500))] if said else []),
        text_field(_("Code or name of the card"), words, set_words, prefix_icon=ft.Icons.SEARCH),
        ft.Row(
            wrap=True,
            spacing=8,
            run_spacing=8,
            controls=[plain_button(card.label, partial(on_cards, [card.id])) for card in found[:SHOWN]],
        ),
    ]
    if not found:
        rows.append(ft.Text(value=_("No card of this table has this code or these words in its name.")))
    elif len(found) > SHOWN:
        rows.append(ft.Text(value=_("{n} more: add a word of the name.", n=len(found) - SHOWN)))
    buttons = [
        plain_button(_("Read a picture"), pick, ft.Icons.IMAGE),
        plain_button(_("Done"), on_close, ft.Icons.CHECK),
    ]
    return ft.Column(
        spacing=8,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        controls=[*rows, ft.Row(wrap=True, controls=buttons)],
    )
