"""Printed abilities: used as an action or Quick, and those that wait to be taken, resolved or skipped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from companion.rules.engine import Action, ActionSpec, Draft, Problem
from companion.rules.fields import Field
from companion.rules.rulings import Rulings
from companion.rules.saturday_wars import effects, flow, gates, moves
from companion.rules.saturday_wars import problems as p
from companion.rules.saturday_wars.actions import spend
from companion.rules.saturday_wars.cards import USES, Effects, Shonen
from companion.rules.saturday_wars.position import Piece, Position, Seat, Task, card_of, parts, put_piece
from companion.rules.saturday_wars.setup import PLAYER, ended


class Printed(NamedTuple):
    """A card in play, its piece (for an Upgrade: its Character), and whether it is in the Active Row."""

    key: str
    card: str | None
    piece: Piece
    active: bool


def _printed(seat: Seat, key: str) -> Printed | None:
    """The card of that key on a side, Upgrades too."""
    for active, row in ((False, seat.protagonists or ()), (True, seat.active)):
        for piece in row:
            for part in parts(piece):
                if part.key == key:
                    return Printed(key, card_of(part), piece, active)
    return None


def _first_use(uses: Sequence[str], open_row: bool) -> str | None:
    """The first ability that can be used; None: none of them. Only Quick ones can where the row is not open."""
    if open_row:
        return uses[0] if uses else None
    return "quick" if "quick" in uses else None


def _usable(position: Position, seat: Seat, on_turn: bool, rulings: Rulings) -> Iterator[str | None]:
    """The cards in play with an ability that can be used now; None for each that the box does not know."""
    uses = position.box.uses
    if seat.protagonists is None:
        yield None
    for row, open_row in (
        (seat.protagonists or (), on_turn and rulings["SW28"] == "both-rows"),
        (seat.active, on_turn),
    ):
        for piece in row:
            for part in parts(piece) if piece.upgrades else (piece,):
                can = uses.get(part.key if part.card is None else part.card)
                if can is None:
                    yield None
                elif can and (open_row or "quick" in can):
                    yield part.key


def forbids_ability(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    found = gates.any_time(position, player)
    if found or player is None or position.scores:
        return found
    usable = _usable(position, position.seat(player), not gates.costs_action(position, player), rulings)
    return p.about(p.NOTHING_TO_USE, player) if next(usable, "") == "" else ()


def offers_ability(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    seat = position.seat(player or "")
    usable = _usable(position, seat, not gates.costs_action(position, player), rulings)
    return {"player": (player,), "card": tuple([key for key in usable if key is not None])}


def ability(draft: Draft, action: Action) -> None:
    now: Position = draft.now
    if now.scores:
        return
    seat = now.seat(action["player"])
    one = _printed(seat, action["card"])
    if one is None:
        draft.refuse(p.NO_SUCH_PIECE, card=action["card"])
        return
    uses = now.box.uses.get(one.card or "", ())
    open_row = one.active or draft.rulings["SW28"] == "both-rows"
    timing = gates.costs_action(now, seat.name)
    use = action.get("as") or _first_use(uses, open_row and not timing) or (uses[0] if uses else "action")
    name = now.box.name(one.card)
    printed = _effects(draft, one, use, action)
    if printed is None and not draft.stopped:
        draft.refuse(p.NO_SUCH_ABILITY, card=name, when=use.capitalize())
    if use != "quick":
        draft.hold(timing)
        if not open_row:
            draft.refuse(p.NOT_ACTIVE_ROW, card=name)
    plan = None
    if printed is not None:
        # A card that is purged for its ability has left the row by the time the ability resolves.
        key = None if use == "purge" else one.piece.key
        plan = effects.check(draft, seat.name, key, printed, action)
    if draft.stopped or plan is None:
        return
    if use != "quick":
        spend(draft, seat.name, p.SPENT if one.active else p.SPENT_ON_PROTAGONIST)
    if use == "purge":
        _use_up(draft, seat.name, one)
    effects.run(draft, seat.name, one.card, plan, action)
    if use == "quick":
        flow.proceed(draft)
    else:
        flow.end_action(draft, seat.name)


def _effects(draft: Draft, one: Printed, use: str, action: Action) -> Effects | None:
    """What is printed on the card; of a card the box does not know the table tells it."""
    card: Shonen | None = draft.now.box.shonen(one.card)
    if card is not None:
        return card.abilities.at(use)
    return _told_of_unknown(draft, action)


def _told_of_unknown(draft: Draft, action: Action) -> Effects | None:
    if "told" not in action:
        draft.need("told")
        return None
    faults: list[Problem] = []
    said = effects.told(action["told"], faults)
    draft.hold(faults)
    return Effects(()) if said is None and not faults else said


def _use_up(draft: Draft, player: str, one: Printed) -> None:
    """The card is purged to use its Purge ability, which then resolves (and does not trigger again)."""
    name = draft.now.box.name(one.card)
    if one.key == one.piece.key:
        moves.leave(draft, player, one.piece, p.USED_UP, triggers=False, card=name)
        moves.queue_triggers(draft, player, [card_of(part) for part in one.piece.upgrades])
        return
    seat: Seat = draft.now.seat(player)
    left = tuple(part for part in one.piece.upgrades if part.key != one.key)
    without = put_piece(seat, one.piece._replace(upgrades=left))
    pile = moves.put_on(draft, seat.purge_pile, [one.card])
    moves.change(draft, seat, without._replace(purge_pile=pile), p.USED_UP, card=name)


# What waits


def _open(position: Position, player: str | None) -> Task | None:
    """The ability of `player` that waits at the head of the agenda."""
    task = flow.due(position)
    if task is None or task.player != player or task.kind not in ("trigger", "ability", "challenge"):
        return None
    return task


def forbids_trigger(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    if position.scores:
        return gates.out(position, player)
    if _open(position, player) is not None or _unknown_on_pile(position, player):
        return ()
    task = flow.due(position)
    if task is not None and task.player != player:
        return flow.waiting(position)
    return gates.closed(position, player, p.NO_TRIGGER)


def _unknown_on_pile(position: Position, player: str | None) -> bool:
    """Whether a card that the box does not know may just have been purged: only the table knows its Purge ability."""
    if player is None or flow.due(position) is not None:
        return False
    pile = position.seat(player).purge_pile
    return bool(pile.top) and pile.top[-1] is not None and position.box.card(pile.top[-1]) is None


def offers_trigger(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    task = _open(position, player)
    if task is None:
        return {"player": (player,), "take": (False,)}
    if task.kind == "trigger":
        return {"player": (player,), "take": (True, False)}
    return {"player": (player,), "take": (task.kind == "ability",)}


def trigger(draft: Draft, action: Action) -> None:
    now: Position = draft.now
    if now.scores:
        return
    player, task = action["player"], _open(now, action["player"])
    if task is None:
        if not draft.stopped:
            _trigger_unknown(draft, action)
        return
    named = action.get("card")
    if named is not None and named != task.card:
        draft.refuse(p.WRONG_TRIGGER, first=now.box.name(task.card), card=now.box.name(named))
    if not action["take"]:
        if task.kind == "ability":
            draft.refuse(p.MUST_RESOLVE, card=now.box.name(task.card))
        if not draft.stopped:
            draft.now = now._replace(agenda=now.agenda[1:])
            flow.proceed(draft)
        return
    if task.kind == "challenge":
        draft.refuse(p.DECLARE_CHALLENGE, card=now.box.name(task.card))
    plan = effects.check(draft, player, task.key, task.effects or Effects(()), action)
    if draft.stopped:
        return
    draft.now = now._replace(agenda=now.agenda[1:])
    effects.run(draft, player, task.card, plan, action, flow.reason_of(now, task))
    flow.proceed(draft)


def _trigger_unknown(draft: Draft, action: Action) -> None:
    """The Purge ability of a card the box does not know, as the table tells it."""
    now: Position = draft.now
    if not action["take"]:
        return
    said = _told_of_unknown(draft, action)
    if said is None or draft.stopped:
        return
    plan = effects.check(draft, action["player"], None, said, action)
    if not draft.stopped:
        card = action.get("card") or now.seat(action["player"]).purge_pile.top[-1]
        effects.run(draft, action["player"], card, plan, action, p.TOLD)
        flow.proceed(draft)


SPECS = (
    ActionSpec(
        "ability",
        "Use an ability",
        (
            PLAYER,
            Field("card", "text"),
            Field("as", "choice", required=False, options=USES, about="which of its abilities; the first that can be"),
            *effects.INPUTS,
        ),
        ability,
        forbids_ability,
        offers_ability,
        secret=("drawn",),
        opened=ended,
    ),
    ActionSpec(
        "trigger",
        "Take or skip an ability that waits",
        (PLAYER, Field("take", "bool"), Field("card", "text", required=False), *effects.INPUTS),
        trigger,
        forbids_trigger,
        offers_trigger,
        secret=("drawn",),
        opened=ended,
    ),
)
