"""Entering one action: its fields, the verdict as it stands, and the way past a rule when the table agrees."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

import flet as ft

from companion.app.handlers import safe, screen
from companion.app.widgets.buttons import back_row, main_button, plain_button
from companion.app.widgets.context import Context
from companion.app.widgets.cover import Cover
from companion.app.widgets.fields import record_input, with_field, words
from companion.app.widgets.inputs import text_field
from companion.app.widgets.layout import heading
from companion.app.widgets.reasons import message, need_list, reason_list
from companion.rules.engine import Action, ActionSpec, Change, Choice, Subset, Verdict
from companion.rules.fields import Field
from companion.texts import _

Play = Callable[[Action], Any]
OnRule = Callable[[str], Any]


def start_values(spec: ActionSpec, choice: Choice) -> dict[str, Any]:
    """What need not be asked: the player, and every required field with only one allowed value."""
    values: dict[str, Any] = {}
    for field in spec.fields:
        allowed = choice.allowed.get(field.name)
        if field.kind == "player" and field.name == "player" and choice.player is not None:
            values["player"] = choice.player
        elif (
            field.required and isinstance(allowed, tuple | range) and not isinstance(allowed, str) and len(allowed) == 1
        ):
            values[field.name] = allowed[0]
    return values


def _worth_asking(field: Field, choice: Choice) -> bool:
    """Not the player when it is known, and nothing that may be left out and has nothing to choose from now."""
    if field.name == "player" and choice.player is not None:
        return False
    allowed = choice.allowed.get(field.name)
    nothing = allowed == () or (isinstance(allowed, Subset) and not allowed.of and allowed.unseen == 0)
    not_offered = field.kind == "choice" and bool(choice.allowed) and allowed is None
    return field.required or not (nothing or not_offered)


def _parted(
    spec: ActionSpec, choice: Choice, first: Sequence[str] | None, needed: Collection[str]
) -> tuple[list[Field], list[Field]]:
    """The fields to ask at once (also cards that the rules offer a choice among), and the others."""
    asked = [field for field in spec.fields if _worth_asking(field, choice)]
    if first is None:
        return asked, []
    at_once = {
        field.name: field
        for field in asked
        if field.name in first
        or field.name in needed
        or field.required
        or isinstance(choice.allowed.get(field.name), Subset)
    }
    order = dict.fromkeys([*first, *at_once])
    return [at_once[name] for name in order if name in at_once], [f for f in asked if f.name not in at_once]


@screen
def ActionForm(
    spec: ActionSpec,
    choice: Choice,
    context: Context,
    play: Play,
    close: Callable[[], Any],
    on_rule: OnRule,
) -> ft.Control:
    """The form of one kind of action. `play` writes it down; `close` leaves without writing."""
    values, set_values = ft.use_state(start_values(spec, choice))
    busy, set_busy = ft.use_state(False)
    telling_more, tell_more = ft.use_state(False)
    needed: set[str] = ft.use_memo(set, [])
    action = {"do": spec.do, **values}
    missing = [field for field in spec.fields if field.required and field.name not in values]
    verdict = None if missing else context.table.ask(action)

    def put_one(name: str, value: Any) -> None:
        # From what stands there now: two fields may change before the screen is drawn again.
        set_values(lambda now: with_field(now, name, value))

    async def submit(extra: Mapping[str, Any]) -> None:
        set_busy(True)
        try:
            await play({**action, **extra})
        finally:
            set_busy(False)

    if verdict is not None:
        entered = values != start_values(spec, choice)
        needs = (path.partition(".")[0] for path in verdict.needs)
        needed.update(name for name in needs if entered or name in choice.allowed)  # once asked for, a field stays
    asked, more = _parted(spec, choice, context.first.get(spec.do), needed)
    rows: list[ft.Control] = []
    if asked:
        rows.append(record_input(asked, choice.allowed, values, put_one, context))
    if more and telling_more:
        rest = record_input(more, choice.allowed, values, put_one, context)
        secret = choice.player is not None and any(field.name in spec.secret for field in more)
        rows.append(Cover(choice.player or "", rest, lambda: tell_more(False)) if secret else rest)
    if verdict is not None:
        rows += _verdict(verdict, submit, on_rule, context, busy)
    elif choice.problems:
        rows.append(reason_list(choice.problems, on_rule))
    if more and not telling_more:
        rows.append(plain_button(_("More to tell"), lambda: tell_more(True), ft.Icons.EXPAND_MORE))
    return ft.Column(
        spacing=16,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        controls=[
            back_row(heading(_(spec.title)), close),
            *rows,
        ],
    )


def _verdict(verdict: Verdict, submit_with: Play, on_rule: OnRule, context: Context, busy: bool) -> list[ft.Control]:
    """What the rules say to the action as it stands, and what can be done about it."""
    if verdict.legal:
        rows: list[ft.Control] = [
            ft.Row(
                controls=[
                    ft.Icon(icon=ft.Icons.ARROW_FORWARD, size=20),
                    ft.Text(value=change_line(change, context), expand=True),
                ]
            )
            for change in verdict.changes
        ]
        record = ft.ProgressBar() if busy else main_button(_("Record"), partial(submit_with, {}), ft.Icons.CHECK)
        return [*rows, record]
    if verdict.legal is None:
        return [need_list(verdict.needs)]
    said: list[ft.Control] = [reason_list(verdict.problems, on_rule)]
    if all(problem.kind.waivable for problem in verdict.problems):
        said.append(AgreedException(context.table.players, submit_with))
    return said


def change_line(change: Change, context: Context) -> str:
    """One counter that will move, as a sentence."""
    counter = context.table.game.counters.get(change.counter)
    values = {
        "counter": _(counter.title) if counter else words(change.counter),
        "before": context.deck.told(change.before),
        "after": context.deck.told(change.after),
        "why": _(change.reason.text, **change.values) if change.values else _(change.reason.text),
    }
    if change.player is None:
        return _("{counter}: from {before} to {after}, {why}", **values)
    return _("{player}, {counter}: from {before} to {after}, {why}", player=change.player, **values)


@screen
def AgreedException(players: Sequence[str], submit_with: Play) -> ft.Control:
    """The table may agree to what the rules forbid; who agreed, and why, stays in the log."""
    reason, set_reason = ft.use_state("")
    absent, set_absent = ft.use_state(frozenset[str]())
    agreeing = [name for name in players if name not in absent]
    why = reason.strip()
    rows: list[ft.Control] = [
        ft.Text(value=_("The table may agree to it all the same. The log then shows that, and why.")),
        text_field(_("Why the table agrees"), reason, set_reason),
        ft.Row(
            wrap=True,
            controls=[
                ft.Checkbox(
                    label=_("{player} agrees", player=name),
                    value=name in agreeing,
                    on_change=safe(partial(set_absent, absent ^ {name})),
                )
                for name in players
            ],
        ),
    ]
    if why and agreeing:
        agreed = {"agreed": {"by": agreeing, "reason": why}}
        rows.append(plain_button(_("Record as agreed exception"), partial(submit_with, agreed), ft.Icons.HANDSHAKE))
    return ft.Column(spacing=8, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, controls=rows)


def first_reason(choice: Choice) -> str:
    """Why an action is greyed, in one line."""
    text = message(choice.problems[0])
    more = len(choice.problems) - 1
    return _("{reason} (and {n} more)", reason=text, n=more) if more else text
