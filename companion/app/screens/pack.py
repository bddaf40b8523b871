"""One pack: its cards by kind, with a search; one's own is changed here, card by card or by a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import flet as ft

from companion import catalog
from companion.app.files import Refused, pick_cards, refused, save_pack_as
from companion.app.games.values import printed
from companion.app.handlers import in_thread, screen, tell
from companion.app.widgets.buttons import back_row, main_button, plain_button
from companion.app.widgets.card_form import CardForm, field_title
from companion.app.widgets.card_list import Search, card_fields, card_list
from companion.app.widgets.dialogs import confirm, note
from companion.app.widgets.faults import fault_list, file_faults
from companion.app.widgets.fields import words
from companion.app.widgets.layout import heading, reading_page
from companion.app.widgets.loading import use_loaded, waiting
from companion.app.widgets.pack_forms import AboutForm, ValuesForm
from companion.catalog import Pack, editing
from companion.catalog.faults import CatalogFault
from companion.catalog.rows import kind_of
from companion.catalog.shelf import delete_pack
from companion.rules import games
from companion.rules.fields import Fault
from companion.texts import _, n_


class Opened(NamedTuple):
    """A pack as it stands on the shelf: whose it is, and what does not fit together in it."""

    pack: Pack
    own: bool
    unfit: Sequence[Fault]
    shipped_values: Mapping[str, Any]


class Broken(NamedTuple):
    """A pack of one's own whose files cannot be read, and all that is wrong in them."""

    game: str
    id: str
    faults: Sequence[str]


class View(NamedTuple):
    """What the screen shows: the pack, or one of its forms (`card` is the id of the card in it)."""

    what: str = "pack"
    kind: str = ""
    card: str | None = None


@screen
def PackScreen() -> ft.Control:
    """The pack in the address."""
    page = ft.context.page
    where = ft.use_route_params()
    game, id_ = where["game"], where["pack"]
    loaded, again = use_loaded(lambda: _open(game, id_), (game, id_))
    if loaded.value is None:
        back = back_row(heading(_("Cards"), 1), lambda: page.navigate(f"/cards/{game}"))
        return ft.Container(content=ft.Column(controls=[back, waiting(loaded, again)]), padding=16)
    if isinstance(loaded.value, Broken):
        return BrokenPack(loaded.value, again, key=f"{game}/{id_}")
    return OpenPack(loaded.value, again, key=f"{game}/{id_}")


def _open(game: str, id_: str) -> Opened | Broken:
    own = any(listed.own for listed in catalog.packs(game) if listed.id == id_)
    try:
        pack = catalog.load_pack(game, id_)
    except CatalogFault as fault:
        if not own:
            raise
        return Broken(game, id_, [str(each) for each in fault.faults])
    shipped = catalog.load_pack(game, catalog.default_packs(game)[0]) if own else pack
    return Opened(pack, own, editing.unfit(pack), shipped.values)


@screen
def BrokenPack(broken: Broken, again: Callable[[], None]) -> ft.Control:
    """What is wrong in the files of a pack, which may be mended by hand, or taken away."""
    page = ft.context.page
    asking, ask = ft.use_state(False)

    async def delete() -> None:
        await _delete(page, broken.game, broken.id)

    _ask_to_delete(asking, broken.id, delete, lambda: ask(False))
    return reading_page(
        broken.id,
        [
            fault_list(_("This pack cannot be used until its files are mended:"), broken.faults),
            main_button(_("Try again"), again, ft.Icons.REFRESH),
            plain_button(_("Delete the pack"), lambda: ask(True), ft.Icons.DELETE),
        ],
        on_back=lambda: page.navigate(f"/cards/{broken.game}"),
    )


async def _delete(page: ft.Page, game: str, pack: str) -> None:
    await in_thread(page, _("Deleting the pack"), delete_pack, game, pack)
    page.navigate(f"/cards/{game}")


def _ask_to_delete(open_: bool, name: str, delete: Callable[[], Any], close: Callable[[], Any]) -> None:
    """A hook, to be called on every render."""
    question = _("Delete {pack}?", pack=name)
    detail = _("Its cards are gone from this device. Tables that were played with them keep them.")
    confirm(open_, question, detail, _("Delete"), delete, close)


@screen
def OpenPack(opened: Opened, again: Callable[[], None]) -> ft.Control:
    page = ft.context.page
    pack = opened.pack
    view, show = ft.use_state(View())
    search, look_for = ft.use_state(Search())
    nothing: Refused | None = None
    file_fault, set_file_fault = ft.use_state(nothing)
    asking, ask = ft.use_state("")
    reading, read = ft.use_state("")

    async def change(doing: Callable[[Pack], Pack], said: str) -> None:
        """Write the changed pack, then show it (CatalogFault, and nothing is written)."""
        await in_thread(page, _("Keeping the cards"), editing.edit, pack.game, pack.id, doing)
        show(View())
        tell(page, said)
        again()

    async def keep_card(cells: Mapping[str, str]) -> None:
        said = _("Kept: {what}", what=cells.get("name", "").strip())
        await change(lambda now: editing.with_card(now, view.kind, cells, view.card), said)

    async def drop_card() -> None:
        card = view.card or ""
        said = _("Removed: {card}", card=catalog.card_name(pack, card))
        await change(lambda now: editing.without_card(now, card), said)

    async def keep_values(values: Mapping[str, Any]) -> None:
        await change(lambda now: editing.with_values(now, values), _("Kept the printed values"))

    async def describe(name: str, about: str, invented: bool) -> None:
        await change(lambda now: editing.described(now, name, about, invented), _("Kept: {what}", what=name.strip()))

    async def replace() -> None:
        file = await pick_cards()
        if file is None:
            return
        try:
            said = _("Kept the cards of {name}", name=file.name)
            await change(lambda now: editing.with_cards_of(now, file.name, file.content), said)
            set_file_fault(None)
        except CatalogFault as fault:
            set_file_fault(refused(file, fault))

    async def delete() -> None:
        await _delete(page, pack.game, pack.id)

    def open_card(card: Any) -> None:
        if opened.own:
            show(View("card", kind_of(pack.game, card), card.id))
        else:
            read(card.id)

    _ask_to_delete(asking == "delete", pack.name, delete, lambda: ask(""))
    confirm(
        asking == "replace",
        _("Take all cards from a file?"),
        n_(
            "The {n} card of this pack makes way for those of the file. With a single fault in it, nothing changes.",
            "The {n} cards of this pack make way for those of the file. With a single fault in it, nothing changes.",
            len(pack.cards),
        ),
        _("Choose the file"),
        replace,
        lambda: ask(""),
    )
    confirm(
        asking == "card",
        _("Remove {card}?", card=catalog.card_name(pack, view.card or "")),
        _("The card is taken out of this pack."),
        _("Remove"),
        drop_card,
        lambda: ask(""),
    )
    note(catalog.card_name(pack, reading), card_fields(pack, reading), lambda: read(""))

    def back() -> None:
        show(View())

    if file_fault is not None:
        return file_faults(file_fault, replace, lambda: set_file_fault(None))
    match view.what:
        case "kinds":
            return reading_page(_("Which kind of card?"), [_kinds(pack, show)], on_back=back)
        case "card":
            card = pack.card(view.card) if view.card else None
            remove = partial(ask, "card") if card is not None else None
            return CardForm(pack, view.kind, card, keep_card, remove, back, key=f"{view.kind}/{view.card}")
        case "values":
            values = printed(pack.game, opened.shipped_values, pack.values)
            return ValuesForm(pack, values, keep_values, back, key="values")
        case "about":
            return AboutForm(pack, describe, back, key="about")

    controls: list[ft.Control] = [*_notices(pack), Ways(opened, show, ask)]
    if opened.own and opened.unfit:
        title = _("Before you can play with it alone, something has to be mended:")
        controls.append(fault_list(title, [_placed(pack, fault) for fault in opened.unfit]))
    controls += card_list(pack, search, look_for, open_card)
    return reading_page(pack.name, controls, on_back=lambda: page.navigate(f"/cards/{pack.game}"))


def _notices(pack: Pack) -> list[ft.Control]:
    said: list[ft.Control] = []
    if pack.invented:
        sentence = _("Invented for practice: these are not the printed values.")
        said.append(ft.Row(controls=[ft.Icon(icon=ft.Icons.SCIENCE), ft.Text(value=sentence, expand=True)]))
    if pack.header.note:
        said.append(ft.Text(value=pack.header.note, color=ft.Colors.ON_SURFACE_VARIANT))
    return said


@screen
def Ways(opened: Opened, show: Callable[[View], None], ask: Callable[[str], None]) -> ft.Control:
    """What can be done with the pack: what is done often, and the rest after one more tap."""
    page = ft.context.page
    more, set_more = ft.use_state(False)
    pack = opened.pack
    kinds = list(games[pack.game].card_kinds)
    often: list[ft.Control] = []
    rest = [
        plain_button(_("Save as CSV"), lambda: save_pack_as(page, pack, ".csv"), ft.Icons.DOWNLOAD),
        plain_button(_("Save as TOML"), lambda: save_pack_as(page, pack, ".toml"), ft.Icons.DOWNLOAD),
    ]
    if opened.own:
        first = View("card", kinds[0]) if len(kinds) == 1 else View("kinds")
        often.append(main_button(_("Add a card"), lambda: show(first), ft.Icons.ADD))
        if printed(pack.game, opened.shipped_values, pack.values):
            values = plain_button(_("Printed values"), lambda: show(View("values")), ft.Icons.DASHBOARD_CUSTOMIZE)
            often.append(values)
        rest = [
            plain_button(_("Name and note"), lambda: show(View("about")), ft.Icons.EDIT_NOTE),
            plain_button(_("All cards from a file"), lambda: ask("replace"), ft.Icons.UPLOAD_FILE),
            *rest,
            plain_button(_("Delete the pack"), lambda: ask("delete"), ft.Icons.DELETE),
        ]
        icon = ft.Icons.EXPAND_LESS if more else ft.Icons.EXPAND_MORE
        often.append(plain_button(_("Less") if more else _("More"), lambda: set_more(not more), icon))
    shown = [*often, *rest] if more or not opened.own else often
    return ft.Row(wrap=True, spacing=8, run_spacing=8, controls=shown)


def _kinds(pack: Pack, show: Callable[[View], None]) -> ft.Control:
    return ft.Row(
        wrap=True,
        spacing=8,
        run_spacing=8,
        controls=[
            plain_button(_(words(kind)), partial(show, View("card", kind)), ft.Icons.ADD)
            for kind in games[pack.game].card_kinds
        ],
    )


def _placed(pack: Pack, fault: Fault) -> str:
    """A fault of the cards together, with the card by its name."""
    id_, _dot, field = fault.path.partition(".")
    name = catalog.card_name(pack, id_)
    return f"{name}, {field_title(field)}: {fault.expected}" if field else f"{name}: {fault.expected}"
