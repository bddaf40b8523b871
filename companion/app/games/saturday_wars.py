"""Saturday Wars' table: the sides face each other; between them lies the Chapter, with what each has and can reach."""

from __future__ import annotations

from functools import partial

import flet as ft

from companion.app.deck import Deck
from companion.app.games import saturday_wars_forms as forms
from companion.app.games.panel import OnWhy, Panel, Totals
from companion.app.games.saturday_wars_decks import check
from companion.app.games.saturday_wars_outlook import DeckWarning, printed, reach, titled, waiting, warning
from companion.app.handlers import screen
from companion.app.state import LookCtx
from companion.app.widgets.counters import number
from companion.app.widgets.layout import heading
from companion.app.widgets.players import badge, shown
from companion.rules.saturday_wars.cards import Box
from companion.rules.saturday_wars.position import (
    ACTIONS,
    Piece,
    Position,
    Seat,
    kind_of,
    limit_of,
    progress_of,
    total_progress,
)
from companion.rules.saturday_wars.totals import ZONES
from companion.table import Table
from companion.texts import _, n_


def counters(totals: Totals) -> list[tuple[str, str]]:
    """What a player's card shows."""
    return [
        ("chapters_won", _("Chapters")),
        ("deck", _("Deck")),
        ("hand", _("Hand")),
        ("purge_pile", _("Purge Pile")),
        ("progress", _("Progress")),
        ("actions_left", _("Actions left")),
        ("protagonists", _("Protagonists")),
    ]


def about(table: Table, player: str, deck: Deck) -> str:
    """What is known of a player's Purge Pile and Chapters."""
    seat: Seat = table.position.seat(player)
    said = []
    if seat.out is not None:
        return _("Is out of the game.")
    if seat.purge_pile.top:
        top = seat.purge_pile.top[-1]
        name = _("a card nobody saw") if top is None else deck.name(top)
        said.append(_("On top of the Purge Pile: {card}.", card=name))
    if seat.won.known:
        said.append(_("Won: {chapters}.", chapters=deck.told(list(seat.won.known))))
    if seat.story.size is not None:
        said.append(n_("{n} Chapter left to place.", "{n} Chapters left to place.", seat.story.size))
    return " ".join(said)


def board(table: Table, totals: Totals, why: OnWhy, deck: Deck) -> ft.Control:
    """The two to four sides and the Chapter between them."""
    return Arena(table, why)


@screen
def Arena(table: Table, why: OnWhy) -> ft.Control:
    """All that lies open, half of the sides above the Chapter and half below."""
    position: Position = table.position
    scale = ft.use_context(LookCtx).look.scale
    sides = [_side(position, number_, seat) for number_, seat in enumerate(position.players)]
    half = len(sides) // 2
    parts = [*sides[half:], _chapter(position, why, scale), *sides[:half]]
    lines = waiting(position)
    if lines:
        parts.insert(0, _agenda(lines))
    return ft.Card(
        margin=0,
        content=ft.Container(
            padding=10,
            content=ft.Column(spacing=10, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, controls=parts),
        ),
    )


def _agenda(lines: list[str]) -> ft.Control:
    """What has to be dealt with first, in order."""
    told = [ft.Text(value=f"{n}. {line}") for n, line in enumerate(lines, start=1)]
    return ft.Semantics(
        container=True,
        live_region=True,
        content=ft.Container(
            padding=10,
            border_radius=10,
            bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
            content=ft.Column(
                spacing=2, controls=[ft.Text(value=_("Now, in this order:"), weight=ft.FontWeight.BOLD), *told]
            ),
        ),
    )


# The Chapter


def _chapter(position: Position, why: OnWhy, scale: float) -> ft.Control:
    """The Chapter, and beside each other what every side has on it and can still reach."""
    card = position.box.chapter(position.chapter)
    rows: list[ft.Control] = [
        ft.Row(
            controls=[
                ft.Container(content=heading(_chapter_name(position)), expand=True),
                ft.Text(value=_phase(position)),
            ]
        ),
        *(ft.Text(value=line) for line in (() if card is None else printed(card.abilities))),
        ft.Row(
            wrap=True,
            spacing=16,
            alignment=ft.MainAxisAlignment.SPACE_EVENLY,
            controls=[
                _standing(position, place, seat, why, scale)
                for place, seat in enumerate(position.players)
                if seat.out is None
            ],
        ),
    ]
    return ft.Container(
        padding=10,
        border_radius=12,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
        content=ft.Column(spacing=4, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, controls=rows),
    )


def _chapter_name(position: Position) -> str:
    if position.phase in ("protagonists", "bid"):
        return _("Before the first Chapter")
    if position.chapter is None:
        return _("Chapter {n}", n=position.number)
    return _("Chapter {n}: {name}", n=position.number, name=position.box.name(position.chapter))


def _phase(position: Position) -> str:
    return {
        "protagonists": _("Protagonists"),
        "bid": _("Bids"),
        "chapter": _("A Chapter is due"),
        "prologue": _("Prologue"),
        "actions": _("Actions"),
        "epilogue": _("Epilogue"),
    }[position.phase]


def _standing(position: Position, place: int, seat: Seat, why: OnWhy, scale: float) -> ft.Control:
    """One side's running total, and where markers alone can take it."""
    at_best = reach(position, seat)
    progress = number(
        _("Progress"),
        seat.name,
        total_progress(seat, position.box),
        partial(why, seat.name, "progress"),
        size=40 * scale,
    )
    rows: list[ft.Control] = [ft.Row(tight=True, spacing=2, controls=[badge(place, seat.name, 28), progress])]
    if position.phase not in ("protagonists", "bid"):
        rows.append(
            ft.Text(
                value=_("with markers: {n}", n=shown(at_best)),
                semantics_label=_("{player} reaches {n} with markers alone", player=seat.name, n=shown(at_best)),
            )
        )
    return ft.Column(
        tight=True, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.CENTER, controls=rows, key=seat.name
    )


# The sides


def _side(position: Position, place: int, seat: Seat) -> ft.Control:
    """One player's side: actions left, the cards in play, and what the deck has to fear."""
    cast, active = seat.protagonists, seat.active
    rows: list[ft.Control] = [
        ft.Row(
            spacing=8,
            controls=[
                badge(place, seat.name, 28),
                ft.Text(
                    value=seat.name,
                    theme_style=ft.TextThemeStyle.TITLE_SMALL,
                    expand=True,
                    max_lines=1,
                    overflow=ft.TextOverflow.ELLIPSIS,
                ),
                _pips(seat),
            ],
        )
    ]
    if seat.out is not None:
        rows.append(ft.Text(value=_("Is out of the game.")))
    elif cast is None:
        rows.append(ft.Text(value=_("Nobody has told the Protagonists.")))
    else:
        pieces = [*((piece, True) for piece in cast), *((piece, False) for piece in active)]
        rows.append(
            ft.Row(
                wrap=True,
                spacing=6,
                run_spacing=6,
                controls=[_piece(piece, protagonist, position.box) for piece, protagonist in pieces],
            )
        )
    fear = warning(position, seat)
    if fear is not None:
        rows.append(_fear(seat, fear))
    on_turn = position.turn == seat.name
    return ft.Container(
        key=f"side {seat.name}",
        padding=8,
        border_radius=10,
        border=ft.Border.all(2, ft.Colors.PRIMARY if on_turn else ft.Colors.OUTLINE_VARIANT),
        content=ft.Column(spacing=6, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, controls=rows),
    )


def _pips(seat: Seat) -> ft.Control:
    """The actions left as full and empty rings."""
    left = seat.actions_left
    label = _("Actions left of {player}: {n}", player=seat.name, n=shown(left))
    content: ft.Control
    if left is None:
        content = ft.Text(value="?")
    else:
        content = ft.Row(
            tight=True,
            spacing=2,
            controls=[
                ft.Icon(
                    icon=ft.Icons.CIRCLE if pip < left else ft.Icons.CIRCLE_OUTLINED, size=18, color=ft.Colors.PRIMARY
                )
                for pip in range(max(left, ACTIONS))
            ],
        )
    return ft.Semantics(container=True, exclude_semantics=True, label=label, content=content)


def _piece(piece: Piece, protagonist: bool, box: Box) -> ft.Control:
    """A card in play with its progress, its state in words, and what is attached to it."""
    name, progress, lines = titled(piece, box), shown(progress_of(piece, box)), _state(piece, protagonist, box)
    icon = ft.Icons.STAR if protagonist else _ICONS[kind_of(piece, box)]
    head = ft.Row(
        tight=True,
        spacing=6,
        controls=[
            ft.Icon(icon=icon, size=16),
            ft.Text(value=name, weight=ft.FontWeight.W_500),
            ft.Text(value=progress, theme_style=ft.TextThemeStyle.TITLE_LARGE, weight=ft.FontWeight.BOLD),
        ],
    )
    return ft.Semantics(
        key=piece.key,
        container=True,
        exclude_semantics=True,
        label=_("{card}, progress {n}. {state}", card=name, n=progress, state=". ".join(lines)),
        content=ft.Container(
            padding=ft.Padding.symmetric(horizontal=8, vertical=4),
            border_radius=8,
            bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
            opacity=0.8 if piece.exhausted else 1,
            content=ft.Column(
                tight=True,
                spacing=0,
                controls=[head, *(ft.Text(value=line, theme_style=ft.TextThemeStyle.BODY_SMALL) for line in lines[1:])],
            ),
        ),
    )


_ICONS = {"character": ft.Icons.PERSON, "story-arc": ft.Icons.TIMELINE, "enduring": ft.Icons.AUTO_AWESOME}


def _state(piece: Piece, protagonist: bool, box: Box) -> list[str]:
    """What the card is, and what has become of it."""
    kind = kind_of(piece, box)
    names = {"character": _("Character"), "story-arc": _("Story Arc"), "enduring": _("Enduring Plot Twist")}
    lines = [_("Protagonist") if protagonist else names[kind]]
    if piece.exhausted:
        lines.append(_("exhausted"))
    if kind == "story-arc":
        lines.append(_("{n} of {limit} markers", n=piece.markers, limit=shown(limit_of(piece, box))))
    lines += [_("with {upgrade}", upgrade=titled(upgrade, box)) for upgrade in piece.upgrades]
    return lines


def _fear(seat: Seat, fear: DeckWarning) -> ft.Control:
    """What the deck may not be able to meet."""
    ink = ft.Colors.ERROR if fear.certain else None
    said = _("Deck {n}: {warning}", n=shown(seat.deck.size), warning=fear.sentence)
    return ft.Row(
        vertical_alignment=ft.CrossAxisAlignment.START,
        spacing=6,
        controls=[
            ft.Icon(icon=ft.Icons.ERROR if fear.certain else ft.Icons.WARNING_AMBER, color=ink, size=20),
            ft.Text(value=said, color=ink, expand=True, weight=ft.FontWeight.W_500 if fear.certain else None),
        ],
    )


SHONEN = frozenset({"character", "upgrade", "plot-twist", "story-arc"})
PANEL = Panel(
    counters=counters,
    about=about,
    board=board,
    rare=frozenset({"deck", "discard", "mark-arc", "concede", "leave"}),
    inputs=forms.INPUTS,
    kinds=dict.fromkeys(("cards", "paid", "drawn", "purged", "bottom", "attack_card", "defence_card"), SHONEN),
    first=forms.FIRST,
    zones=ZONES,
    check_deck=check,
)
