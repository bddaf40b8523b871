"""The live table: players, what lies in the middle, what may be done now, and the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import flet as ft

from companion.app import tables
from companion.app.deck import Deck
from companion.app.games import panel
from companion.app.handlers import in_thread, safe, screen, tell
from companion.app.state import LookCtx, Viewport, ViewportCtx
from companion.app.widgets.buttons import icon_button, plain_button
from companion.app.widgets.choices import choice_list
from companion.app.widgets.cover import Cover
from companion.app.widgets.dialogs import note
from companion.app.widgets.form import ActionForm
from companion.app.widgets.layout import heading
from companion.app.widgets.loading import use_loaded, waiting
from companion.app.widgets.log import Log
from companion.app.widgets.player_cards import player_card
from companion.app.widgets.rules import rule_text
from companion.app.widgets.tools import Tools
from companion.app.widgets.why import why_lines
from companion.rules.engine import Action, Choice
from companion.table import Step, Table
from companion.texts import _

THREE_COLUMNS = 1200
"""Window width in logical pixels from which players, moves and log stand side by side."""


class Showing(NamedTuple):
    """What the moves' place shows: the list of moves, one move's form, the tools, or the log."""

    what: str = "moves"
    choice: Choice | None = None


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
    scale = ft.use_context(LookCtx).look.scale
    revision = tables.use_revision(table)
    showing, show = ft.use_state(Showing())
    nothing: Question | None = None
    question, ask_about = ft.use_state(nothing)
    view = panel(table.game.id)
    totals = table.totals()

    def why(player: str | None, counter: str) -> None:
        ask_about(Question(_("Why?"), player=player, counter=counter))

    def on_rule(id_: str) -> None:
        ask_about(Question(_("Rule {id}", id=id_), rule=id_))

    async def play(action: Action) -> None:
        receipt = await in_thread(page, _("Writing it down"), table.play, action)
        if receipt.entry is None:
            tell(page, _("The table has changed meanwhile; look again."))
        else:
            show(Showing())
            tell(page, _("Recorded: {step}", step=receipt.entry.label))

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
        player_card(table, seat, totals["players"][name], view, why, count if by_hand else None, scale)
        for seat, name in enumerate(table.players)
    ]
    board = view.board(table, totals, why, deck)
    moves = _moves(table, deck, showing, show, play, on_rule, revision)
    bar = _bar(page, table, take_back, show, wide=viewport.width >= THREE_COLUMNS)
    return _layout(viewport, table, players, board, moves, bar, showing, revision)


def _moves(
    table: Table, deck: Deck, showing: Showing, show: Callable[[Showing], Any], play: Any, on_rule: Any, revision: int
) -> ft.Control:
    def close() -> None:
        show(Showing())

    if showing.what == "log":
        return ft.Column(
            controls=[heading(_("Log")), Log(table, revision), plain_button(_("Back"), close, ft.Icons.ARROW_BACK)]
        )
    if showing.what == "tools":
        return Tools(table, deck, play, close, on_rule)
    if showing.choice is not None:
        choice = showing.choice
        spec = table.game.specs[choice.do]
        form = ActionForm(spec, choice, table, play, close, deck, on_rule, key=f"{choice.do}{choice.player}")
        if spec.secret and choice.player is not None:
            return Cover(choice.player, form, close, key=f"cover{choice.player}")
        return form
    choices = _choices(table)
    return ft.Column(
        spacing=8,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        controls=[
            heading(_("What may be done now")),
            choice_list(table.game, choices, lambda choice: show(Showing("form", choice))),
        ],
    )


def _choices(table: Table) -> list[Choice]:
    """What whoever is to act may do; where nobody in particular is, what each player may."""
    if table.game.actor(table.position) is not None or table.position.outcome is not None:
        return table.choices()
    listed: dict[tuple[str, str | None], Choice] = {}
    for name in table.players:
        for choice in table.choices(name):
            if choice.legal:
                listed[choice.do, choice.player if table.game.specs[choice.do].by_seat else None] = choice
    return list(listed.values()) or table.choices()


def _bar(page: ft.Page, table: Table, take_back: Any, show: Any, *, wide: bool) -> ft.Control:
    """Undo and redo, each naming its step, and the ways to the rest."""
    undo, redo = table.next_undo, table.next_redo

    def stepping(kind: str, step: Step | None, name: str, icon: ft.IconData) -> ft.Control:
        label = f"{name}: {step.label}" if step else name
        return ft.Container(
            expand=True,
            content=ft.OutlinedButton(
                content=ft.Text(value=label, max_lines=1, overflow=ft.TextOverflow.ELLIPSIS),
                icon=icon,
                height=52,
                disabled=step is None,
                on_click=_stepper(take_back, kind, step),
            ),
        )

    from_left: list[ft.Control] = [
        icon_button(ft.Icons.HOME, _("Home"), lambda: page.navigate("/")),
        stepping("undo", undo, _("Undo"), ft.Icons.UNDO),
        stepping("redo", redo, _("Redo"), ft.Icons.REDO),
        icon_button(ft.Icons.BUILD, _("Table tools"), lambda: show(Showing("tools"))),
    ]
    if not wide:
        from_left.append(icon_button(ft.Icons.HISTORY, _("Log"), lambda: show(Showing("log"))))
    return ft.Container(
        padding=ft.Padding.symmetric(horizontal=8, vertical=6),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        content=ft.Row(controls=from_left, spacing=4),
    )


def _stepper(take_back: Any, kind: str, step: Step | None) -> Any:
    return safe(lambda: take_back(kind, step)) if step else None


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
        said.append(
            _notice(ft.Icons.SCIENCE, _("Practice cards with invented values: enter your own box to play by it."))
        )
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


def _layout(
    viewport: Viewport,
    table: Table,
    players: list[ft.Control],
    board: ft.Control,
    moves: ft.Control,
    bar: ft.Control,
    showing: Showing,
    revision: int,
) -> ft.Control:
    title = heading(table.info.title, 1)
    if viewport.width >= THREE_COLUMNS:
        columns = [
            (players, 4),
            ([board, moves], 5),
            ([heading(_("Log")), Log(table, revision)], 3),
        ]
    elif viewport.wide:
        columns = [([board, *players], 1), ([moves], 1)]
    else:
        calm, by_hand = showing.what == "moves", table.position.detail == "scores"
        everything = [board, *players, moves] if by_hand else [board, moves, *players]
        columns = [([*_banner(table), *(everything if calm else [moves])], 1)]
    body = ft.Row(
        expand=True,
        spacing=0,
        vertical_alignment=ft.CrossAxisAlignment.START,
        controls=[ft.ListView(controls=controls, expand=share, padding=10, spacing=10) for controls, share in columns],
    )
    head = (
        [ft.Container(content=ft.Column(controls=[title, *_banner(table)], spacing=4), padding=10)]
        if viewport.wide
        else []
    )
    return ft.Column(controls=[*head, body, bar], expand=True, spacing=0)


def _answer(table: Table, question: Question | None, on_rule: Callable[[str], Any]) -> list[ft.Control]:
    if question is None:
        return []
    if question.rule is not None:
        return rule_text(table.game.id, question.rule)
    return why_lines(table.why(question.player, question.counter or ""), on_rule)
