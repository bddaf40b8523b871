"""The live table: players, what lies in the middle, what may be done now, and the log."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import flet as ft

from companion.app import tables, theme
from companion.app.deck import Deck
from companion.app.games import panel
from companion.app.games.panel import tallies
from companion.app.handlers import in_thread, safe, screen, tell
from companion.app.state import Viewport, ViewportCtx
from companion.app.widgets.buttons import icon_button
from companion.app.widgets.context import Context
from companion.app.widgets.counters import Tally
from companion.app.widgets.dialogs import note
from companion.app.widgets.layout import heading
from companion.app.widgets.loading import use_loaded, waiting
from companion.app.widgets.log import Log
from companion.app.widgets.moves import Moves, Place
from companion.app.widgets.player_cards import PlayerCard
from companion.app.widgets.rules import rule_text
from companion.app.widgets.why import why_lines
from companion.rules.engine import Action
from companion.table import Step, Table
from companion.texts import _

THREE_COLUMNS = 1200
"""Window width in logical pixels from which players, moves and log stand side by side."""


class Question(NamedTuple):
    """What a dialog answers: where a counter comes from, or what a rule says."""

    title: str
    player: str | None = None
    counter: str | None = None
    rule: str | None = None


@screen
def TableScreen() -> ft.Control:
    """The table of the session in the address."""
    id_ = ft.use_route_params()["id"]
    loaded, again = use_loaded(lambda: _open(id_), id_)
    if loaded.value is None:
        return ft.Container(content=waiting(loaded, again), padding=16)
    table, deck = loaded.value
    return LiveTable(table, deck, key=id_)


def _open(id_: str) -> tuple[Table, Deck]:
    return tables.table(id_), tables.deck(id_)


@screen
def LiveTable(table: Table, deck: Deck) -> ft.Control:
    page = ft.context.page
    viewport = ft.use_context(ViewportCtx)
    revision = tables.use_revision(table)
    place, go = ft.use_state(Place())
    nothing: Question | None = None
    question, ask_about = ft.use_state(nothing)
    view = panel(table.game.id)
    totals = table.totals()

    def why(player: str | None, counter: str) -> None:
        ask_about(Question(_("Why?"), player=player, counter=view.asks.get(counter, counter)))

    def on_rule(id_: str) -> None:
        ask_about(Question(_("Rule {id}", id=id_), rule=id_))

    async def play(action: Action) -> bool:
        receipt = await in_thread(page, _("Writing it down"), table.play, action)
        if receipt.entry is None:
            tell(page, _("The table has changed meanwhile; look again."))
        else:
            tell(page, _("Recorded: {step}", step=receipt.entry.label))
        return receipt.entry is not None

    async def count(player: str | None, counter: str, amount: int) -> None:
        await play({"do": "score", "counter": counter, "amount": amount, **({"player": player} if player else {})})

    async def take_back(kind: str, step: Step) -> None:
        work = table.undo if kind == "undo" else table.redo
        taken = await in_thread(page, _("Writing it down"), lambda: work(expected=step.id))
        if taken is None:
            tell(page, _("The table has changed meanwhile; look again."))
        elif kind == "undo":
            tell(page, _("Taken back: {step}", step=taken.label))
        else:
            tell(page, _("Done again: {step}", step=taken.label))

    note(question.title if question else "", _answer(table, question, on_rule), lambda: ask_about(None))

    by_hand = table.position.detail == "scores"
    players = [
        PlayerCard(
            table,
            seat,
            deck,
            totals["players"][name],
            view,
            why,
            count if by_hand else None,
            compact=not viewport.wide,
            key=f"player {name}",
        )
        for seat, name in enumerate(table.players)
    ]
    board: ft.Control
    if by_hand:
        board = ft.Row(
            wrap=True,
            controls=[
                Tally(
                    title,
                    None,
                    table.game.counters[counter].get(table.position, None),
                    partial(count, None, counter),
                    partial(why, None, counter),
                    key=counter,
                )
                for counter, title in tallies(table, own=False)
            ],
        )
    else:
        board = view.board(table, totals, why, deck)
    moves = Moves(
        Context(table, deck, view.inputs, view.kinds, view.first), view.rare, play, place, go, on_rule, revision
    )
    bar = _bar(page, table, take_back, go, wide=viewport.width >= THREE_COLUMNS)
    log = [heading(_("Log")), Log(table, revision)] if viewport.width >= THREE_COLUMNS else []
    columns = _columns(viewport, [*_banner(table)], players, board, moves, log, by_hand, place.what == "moves")
    return ft.Column(
        expand=True,
        spacing=0,
        controls=[
            ft.Row(
                expand=True,
                spacing=0,
                vertical_alignment=ft.CrossAxisAlignment.START,
                controls=[
                    ft.ListView(controls=controls, expand=share, padding=10, spacing=10) for controls, share in columns
                ],
            ),
            bar,
        ],
    )


def _columns(
    viewport: Viewport,
    banner: list[ft.Control],
    players: list[ft.Control],
    board: ft.Control,
    moves: ft.Control,
    log: list[ft.Control],
    by_hand: bool,
    overview: bool,
) -> list[tuple[list[ft.Control], int]]:
    """What stands where, with each column's share of the width.

    On a phone there is one column, and whatever is being entered has it for itself. Counters kept by hand come first.
    """
    if viewport.width >= THREE_COLUMNS:
        middle = [board, moves] if overview and not by_hand else [moves, board]  # what is entered stands on top
        return [(players, 4), ([*banner, *middle], 5), (log, 3)]
    if viewport.wide:
        return [([*banner, *players, board] if by_hand else [*banner, board, *players], 1), ([moves], 1)]
    if not overview:
        return [([moves], 1)]
    return [([*banner, *players, board, moves], 1)]


def _bar(page: ft.Page, table: Table, take_back: Any, show: Callable[[Place], Any], *, wide: bool) -> ft.Control:
    """Undo and redo, each naming its step, and the ways to the rest."""
    undo, redo = table.next_undo, table.next_redo

    def stepping(kind: str, step: Step, name: str, icon: ft.IconData) -> ft.Control:
        label = ft.Text(value=f"{name}: {step.label}", max_lines=1, overflow=ft.TextOverflow.ELLIPSIS)
        button = ft.OutlinedButton(
            content=label, icon=icon, height=theme.TARGET, on_click=safe(partial(take_back, kind, step))
        )
        return ft.Container(content=button, expand=True)

    buttons: list[ft.Control] = [icon_button(ft.Icons.HOME, _("Home"), lambda: page.navigate("/"))]
    if undo:
        buttons.append(stepping("undo", undo, _("Undo"), ft.Icons.UNDO))
    if redo:
        buttons.append(stepping("redo", redo, _("Redo"), ft.Icons.REDO))
    if not undo and not redo:
        buttons.append(ft.Container(expand=True))
    buttons.append(icon_button(ft.Icons.BUILD, _("Table tools"), lambda: show(Place("tools"))))
    if not wide:
        buttons.append(icon_button(ft.Icons.HISTORY, _("Log"), lambda: show(Place("log"))))
    return ft.Container(
        padding=ft.Padding.symmetric(horizontal=8, vertical=6),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        content=ft.Row(controls=buttons, spacing=4),
    )


def _banner(table: Table) -> list[ft.Control]:
    """The end of the game, and what people must know about this table."""
    said: list[ft.Control] = []
    outcome = table.position.outcome
    if outcome is not None:
        reason = table.game.endings[outcome.reason]
        winners = ", ".join(outcome.winners) or _("nobody")
        said.append(_notice(ft.Icons.EMOJI_EVENTS, _("The game is over. Won by: {winners}.", winners=winners)))
        said.append(ft.Text(value=_(reason.text)))
    if table.invented:
        said.append(_notice(ft.Icons.SCIENCE, _("Practice cards: their values are invented.")))
    for difference in table.differences:
        sentence = _(
            "Entry {n} ({step}) would be judged differently today; what was recorded stands.",
            n=difference.seq,
            step=difference.label,
        )
        said.append(_notice(ft.Icons.WARNING, sentence))
    return said


def _notice(icon: ft.IconData, sentence: str) -> ft.Control:
    return ft.Row(controls=[ft.Icon(icon=icon), ft.Text(value=sentence, expand=True)])


def _answer(table: Table, question: Question | None, on_rule: Callable[[str], Any]) -> list[ft.Control]:
    if question is None:
        return []
    if question.rule is not None:
        return rule_text(table.game.id, question.rule)
    return why_lines(table.why(question.player, question.counter or ""), on_rule)
