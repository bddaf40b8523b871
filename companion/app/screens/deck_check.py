"""Is this deck legal? By pasting, picking or scanning its list; and its sheet for a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import flet as ft

from companion import catalog
from companion.app.deck import Deck, deck_of
from companion.app.games import DECKS, panel
from companion.app.games.decks import DeckCheck, sheet
from companion.app.handlers import in_thread, safe, screen, tell
from companion.app.widgets.buttons import main_button
from companion.app.widgets.deck_list import DeckListEntry, line_faults
from companion.app.widgets.dialogs import note
from companion.app.widgets.layout import reading_page, section
from companion.app.widgets.loading import use_loaded, waiting
from companion.app.widgets.pack_choice import use_pack_choice
from companion.app.widgets.reasons import reason_list
from companion.app.widgets.rules import rule_text
from companion.rules import ROOMS
from companion.texts import _


class Cards(NamedTuple):
    """The cards that a deck of a game may be made of."""

    game: str
    box: Any
    deck: Deck
    note: str


def _cards(game: str, packs: Sequence[str]) -> Cards | None:
    if not packs:
        return None
    document = catalog.document(game, packs)
    invented = _("Practice cards: their values are invented.") if document["invented"] else ""
    return Cards(game, catalog.box(game, packs), deck_of(document), invented)


@screen
def DeckCheckScreen() -> ft.Control:
    """For the game in the address."""
    page = ft.context.page
    game = ft.use_route_params()["game"]
    if game in DECKS:
        return DeckCheckOf(game, key=game)
    return reading_page(
        _("Check a deck"), [ft.Text(value=_("People bring no deck to this game."))], on_back=lambda: page.navigate("/")
    )


@screen
def DeckCheckOf(game: str) -> ft.Control:
    """The cards a deck may be made of, and the check."""
    page = ft.context.page
    choice = use_pack_choice(game)
    none: tuple[str, ...] = ()
    packs, set_packs = ft.use_state(none)

    async def follow() -> None:
        set_packs(await choice.chosen())

    ft.use_effect(follow)  # after every render: the choice is part of this screen
    loaded, again = use_loaded(lambda: _cards(game, packs), (game, packs))
    parts: list[ft.Control] = [choice.control]
    if loaded.value is None:
        parts.append(waiting(loaded, again))
    else:
        parts.append(Checking(loaded.value, key="-".join(packs)))
    return reading_page(_("Check a deck"), parts, on_back=lambda: page.navigate("/"))


def _checked(text: str, cards: Cards) -> DeckCheck:
    judge = panel(cards.game).check_deck
    assert judge is not None
    return judge(text, cards.box)


@screen
def Checking(cards: Cards) -> ft.Control:
    """The list, and what is to be said of it when asked: every fault at once."""
    page = ft.context.page
    text, put = ft.use_state("")
    rule, show_rule = ft.use_state("")
    nothing: DeckCheck | None = None
    checked, set_checked = ft.use_state(nothing)
    asked, set_asked = ft.use_state("")
    note(_("Rule {id}", id=rule), rule_text(cards.game, rule) if rule else [], lambda: show_rule(""))

    async def look() -> None:
        set_checked(await in_thread(page, _("Checking the deck"), _checked, text, cards))
        set_asked(text)

    parts: list[ft.Control] = [
        section(_("The deck"), [DeckListEntry(text, put, cards.deck)]),
        main_button(_("Check the deck"), look, ft.Icons.FACT_CHECK),
    ]
    if cards.note:
        parts.append(ft.Semantics(container=True, content=ft.Text(value=cards.note)))
    if checked is not None:
        stale = ft.Text(value="" if asked == text else _("The list has changed since: check it again."))
        parts.append(section(_("What the rules say"), [stale, *_said(checked, show_rule)]))
        parts.append(SheetForm(checked, cards))
    return ft.Column(spacing=20, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, controls=parts)


def _said(checked: DeckCheck, on_rule: Any) -> list[ft.Control]:
    rows: list[ft.Control] = [ft.Semantics(container=True, live_region=True, content=ft.Text(value=checked.counted))]
    if checked.legal:
        good = ft.Text(value=_("This deck is legal."), theme_style=ft.TextThemeStyle.TITLE_MEDIUM, expand=True)
        rows.append(ft.Row(controls=[ft.Icon(icon=ft.Icons.CHECK_CIRCLE, color=ft.Colors.PRIMARY), good]))
    if checked.read.faults:
        rows.append(line_faults(checked.read))
    if checked.problems:
        rows.append(reason_list(checked.problems, on_rule))
    return rows


@screen
def SheetForm(checked: DeckCheck, cards: Cards) -> ft.Control:
    """The deck sheet: whose deck, for which event, and the file."""
    page = ft.context.page
    player, set_player = ft.use_state("")
    event, set_event = ft.use_state("")

    _room, game = ROOMS[cards.game]

    async def save() -> None:
        content = await in_thread(
            page,
            _("Writing the file"),
            lambda: sheet(checked, game=game, player=player.strip(), event=event.strip(), note=cards.note),
        )
        name = "deck-sheet.pdf"
        path = await ft.FilePicker().save_file(file_name=name, src_bytes=content)
        if page.web or path:
            tell(page, _("Saved: {name}", name=path or name))

    return section(
        _("Deck sheet"),
        [
            ft.Semantics(container=True, content=ft.Text(value=_("The deck on a page, to print and sign."))),
            ft.TextField(
                value=player,
                label=_("Name of the player"),
                max_length=80,
                counter="",
                on_change=safe(lambda e: set_player(e.control.value)),
            ),
            ft.TextField(
                value=event,
                label=_("Event (may stay empty)"),
                max_length=80,
                counter="",
                on_change=safe(lambda e: set_event(e.control.value)),
            ),
            main_button(_("Save the deck sheet (PDF)"), save, ft.Icons.PICTURE_AS_PDF),
        ],
    )
