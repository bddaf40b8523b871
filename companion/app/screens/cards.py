"""The cards: which games there are, and the packs of each, those that come with the app and one's own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import flet as ft

from companion import catalog
from companion.app.files import Refused, pick_cards, refused
from companion.app.handlers import in_thread, safe, screen, tell
from companion.app.widgets.buttons import answers, main_button, plain_button, tile
from companion.app.widgets.dialogs import confirm
from companion.app.widgets.faults import fault_line, file_faults
from companion.app.widgets.layout import reading_page, section, short
from companion.app.widgets.loading import use_loaded, waiting
from companion.catalog import Header, Listed, Pack, editing
from companion.catalog.faults import CatalogFault
from companion.catalog.shelf import delete_pack
from companion.rules import ROOMS
from companion.texts import _

EMPTY = ""
"""The start of a box from nothing."""


@screen
def Cards() -> ft.Control:
    """Which game's cards?"""
    page = ft.context.page
    return reading_page(
        _("Cards"),
        [
            ft.Text(value=_("Look through the cards a game is played with here, and enter those of your own box.")),
            *(
                tile(
                    name,
                    _("Its packs of cards"),
                    ft.Icons.STYLE,
                    lambda id_=id_: page.navigate(f"/cards/{id_}"),
                )
                for id_, (_room, name) in ROOMS.items()
            ),
        ],
        on_back=lambda: page.navigate("/"),
    )


@screen
def Packs() -> ft.Control:
    """The packs of the game in the address."""
    page = ft.context.page
    game = ft.use_route_params()["game"]
    loaded, again = use_loaded(lambda: catalog.packs(game), game)
    nothing: Refused | None = None
    file_fault, set_file_fault = ft.use_state(nothing)
    deleting, ask_to_delete = ft.use_state("")

    async def take_file() -> None:
        file = await pick_cards()
        if file is None:
            return
        try:
            kept = await in_thread(page, _("Reading the cards"), _import, game, file.name, file.content)
        except CatalogFault as fault:
            set_file_fault(refused(file, fault))
        else:
            set_file_fault(None)
            tell(page, _("Kept the cards of {name}", name=file.name))
            page.navigate(f"/cards/{game}/{kept.id}")

    async def delete() -> None:
        await in_thread(page, _("Deleting the pack"), delete_pack, game, deleting)
        again()

    confirm(
        bool(deleting),
        _("Delete {pack}?", pack=deleting),
        _("Its files are gone from this device. Tables that were played with its cards keep them."),
        _("Delete"),
        delete,
        lambda: ask_to_delete(""),
    )
    if file_fault is not None:
        return file_faults(file_fault, take_file, lambda: set_file_fault(None))
    title = _("Cards: {game}", game=ROOMS[game][1]) if game in ROOMS else _("Cards")
    if loaded.value is None:
        return reading_page(title, [waiting(loaded, again)], on_back=lambda: page.navigate("/cards"))
    listed = loaded.value
    controls: list[ft.Control] = [
        section(_("Come with the app"), [_pack(page, game, pack) for pack in listed if not pack.own]),
    ]
    own = [
        _pack(page, game, pack) if pack.header else _broken(pack, partial(ask_to_delete, pack.id))
        for pack in listed
        if pack.own
    ]
    nobody = ft.Text(value=_("None yet. Start one here, or take one from a file."))
    controls += [
        section(_("Your own"), own or [nobody]),
        StartBox(game, [pack for pack in listed if pack.header]),
        section(
            _("From a file"),
            [
                ft.Text(
                    value=_(
                        "A CSV table with one line for each card, or a TOML file that was saved here. To see which "
                        "columns a table has, open a pack and save it as CSV. With a single fault, nothing is kept."
                    )
                ),
                plain_button(_("Import a file of cards"), take_file, ft.Icons.UPLOAD_FILE),
            ],
        ),
    ]
    return reading_page(title, controls, on_back=lambda: page.navigate("/cards"))


def _import(game: str, name: str, content: bytes) -> Pack:
    return editing.keep_new(editing.read_file(game, name, content))


def _pack(page: ft.Page, game: str, pack: Listed) -> ft.Control:
    assert pack.header is not None
    said = [_("Your own") if pack.own else _("Comes with the app")]
    if pack.header.invented:
        said.append(_("invented for practice"))
    icon = ft.Icons.INVENTORY_2 if pack.own else ft.Icons.STYLE
    return tile(pack.header.name, " · ".join(said), icon, lambda: page.navigate(f"/cards/{game}/{pack.id}"))


def _broken(pack: Listed, delete: Callable[[], Any]) -> ft.Control:
    """A pack that cannot be read: what is wrong with its files, which may be mended by hand."""
    return ft.Column(
        key=pack.id,
        spacing=8,
        controls=[
            ft.Text(value=_("{pack} cannot be used", pack=pack.id), theme_style=ft.TextThemeStyle.TITLE_MEDIUM),
            fault_line(pack.fault or ""),
            plain_button(_("Delete {pack}", pack=pack.id), delete, ft.Icons.DELETE),
        ],
    )


@screen
def StartBox(game: str, listed: list[Listed]) -> ft.Control:
    """A new pack of one's own: a copy of another one to change, or nothing yet."""
    page = ft.context.page
    name, set_name = ft.use_state(_("My box"))
    source, set_source = ft.use_state(listed[0].id if listed else EMPTY)
    fault, set_fault = ft.use_state("")

    async def start() -> None:
        try:
            kept = await in_thread(page, _("Keeping the cards"), _start, game, source, name)
        except CatalogFault as error:
            set_fault("; ".join(each.expected for each in error.faults))
        else:
            page.navigate(f"/cards/{game}/{kept.id}")

    starts = {pack.id: _("A copy of {pack}", pack=short(pack.header.name)) for pack in listed if pack.header}
    return section(
        _("Start a box of your own"),
        [
            ft.Row(
                controls=[
                    ft.TextField(
                        value=name,
                        label=_("Name of your box"),
                        expand=True,
                        error=fault or None,
                        error_max_lines=4,
                        max_length=80,
                        counter="",
                        on_change=safe(lambda e: set_name(e.control.value)),
                    )
                ]
            ),
            answers({**starts, EMPTY: _("No cards yet")}, source, set_source),
            main_button(_("Start this box"), start, ft.Icons.ADD),
        ],
    )


def _start(game: str, source: str, name: str) -> Pack:
    start = catalog.load_pack(game, source) if source else Pack(Header("new", game, name, "1"), {}, ())
    return editing.keep_new(editing.copied(start, name))
