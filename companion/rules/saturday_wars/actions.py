"""The four actions of a Chapter: draw, play, retrieve, place a marker, pass. Abilities are in abilities.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.rules.engine import Action, ActionSpec, Draft, Problem, Reason
from companion.rules.fields import Field
from companion.rules.rulings import Rulings
from companion.rules.saturday_wars import effects, flow, gates, moves
from companion.rules.saturday_wars import problems as p
from companion.rules.saturday_wars.cards import Character, Effects, PlotTwist, Shonen, Upgrade, enduring
from companion.rules.saturday_wars.chapters import BECAUSE
from companion.rules.saturday_wars.position import (
    DECK,
    Piece,
    PieceKind,
    Position,
    Seat,
    Task,
    is_character,
)
from companion.rules.saturday_wars.setup import PLAYER, ended, only_player


def costs_action(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    return gates.costs_action(position, player)


def spend(draft: Draft, player: str, reason: Reason = p.SPENT) -> None:
    """One of the four actions is taken."""
    seat = draft.now.seat(player)
    if seat.actions_left:
        draft.now = draft.now.with_seat(seat._replace(actions_left=seat.actions_left - 1))
        draft.moved(player, "actions_left", seat.actions_left, seat.actions_left - 1, reason)


# Draw, retrieve, marker, pass


def draw(draft: Draft, action: Action) -> None:
    now: Position = draft.now
    if now.scores:
        return
    seat = now.seat(action["player"])
    cards = (action["card"],) if "card" in action else ()
    if cards:
        draft.hold(gates.may_show(now, seat, seat.deck, cards, f"{seat.name}'s deck"))
    if draft.stopped:
        return
    spend(draft, seat.name)
    moves.draw(draft, seat.name, 1, p.DREW, cards)
    flow.end_action(draft, seat.name)


def forbids_retrieve(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    found = gates.costs_action(position, player)
    if player is not None and not position.scores and position.seat(player).purge_pile.size == 0:
        return (*found, *p.about(p.PILE_EMPTY, player))
    return found


def retrieve(draft: Draft, action: Action) -> None:
    now: Position = draft.now
    if now.scores:
        return
    seat = now.seat(action["player"])
    pile, card = seat.purge_pile, action.get("card")
    if card is None and pile.size is None:
        draft.need(f"players.{seat.name}.purge_pile")
    if card is not None:
        top = pile.top[-1] if pile.top else None
        if top is not None and top != card:
            draft.refuse(p.NOT_ON_TOP, card=now.box.name(card), top=now.box.name(top))
        elif top is None:
            draft.hold(gates.may_show(now, seat, pile.zone, (card,), f"{seat.name}'s Purge Pile"))
    if draft.stopped:
        return
    spend(draft, seat.name)
    moves.retrieve(draft, seat.name, p.RETRIEVED, card)
    flow.end_action(draft, seat.name)


def progress(draft: Draft, action: Action) -> None:
    now: Position = draft.now
    if draft.stopped or now.scores:
        return
    spend(draft, action["player"])
    seat = draft.now.seat(action["player"])
    moves.change(draft, seat, seat._replace(markers=None if seat.markers is None else seat.markers + 1), p.MARKED)
    flow.end_action(draft, seat.name)


def pass_(draft: Draft, action: Action) -> None:
    if draft.stopped or draft.now.scores:
        return
    spend(draft, action["player"], p.PASSED)
    flow.end_action(draft, action["player"])


# Play


class Played(NamedTuple):
    """What is known of a card being played: from the box, or told. None: nobody told."""

    id: str | None
    name: str
    card: Shonen | None
    kind: str | None
    cost: int | None
    quick: bool
    stays: bool


def _played(position: Position, action: Action) -> Played:
    id_ = action.get("card")
    card = position.box.shonen(id_)
    kind = _kind(card) or action.get("kind")
    quick = card.quick if isinstance(card, PlotTwist) else card is None and bool(action.get("quick"))
    stays = enduring(card) if isinstance(card, PlotTwist) else card is None and bool(action.get("enduring"))
    cost = action.get("cost", None if card is None else card.cost)
    return Played(id_, position.box.name(id_), card, kind, cost, quick, stays)


def _kind(card: Shonen | None) -> str | None:
    if card is None:
        return None
    if isinstance(card, Character):
        return "character"
    if isinstance(card, Upgrade):
        return "upgrade"
    return "plot-twist" if isinstance(card, PlotTwist) else "story-arc"


def _playable(position: Position, seat: Seat, on_turn: bool) -> tuple[str, ...]:
    """The cards seen in the hand that can be played and paid now."""
    found = []
    for id_ in dict.fromkeys(seat.hand.known):
        card = position.box.shonen(id_)
        if card is None or (not on_turn and not (isinstance(card, PlotTwist) and card.quick)):
            continue
        if seat.deck.size is not None and card.cost > seat.deck.size:
            continue
        if not isinstance(card, Upgrade) or any(is_character(piece, position.box) for piece in seat.pieces):
            found.append(id_)
    return tuple(found)


def forbids_play(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    found = gates.any_time(position, player)
    if player is None or position.scores or found:
        return found
    seat = position.seat(player)
    if seat.hand.size == 0:
        found = p.about(p.HAND_EMPTY, player)
    elif seat.hand.unseen == 0:
        timing = gates.costs_action(position, player)
        if not _playable(position, seat, not timing) and all(position.box.shonen(id_) for id_ in seat.hand.known):
            found = p.about(p.NOTHING_TO_PLAY, player)
    return found


def offers_play(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    seat = position.seat(player or "")
    on_turn = not gates.costs_action(position, player)
    offer: dict[str, Any] = {"player": (player,)}
    cards = _playable(position, seat, on_turn)
    if cards:
        offer["card"] = cards
        if any(isinstance(position.box.cards[id_], Upgrade) for id_ in cards):
            offer["to"] = tuple([piece.key for piece in seat.pieces if is_character(piece, position.box)])
        return offer
    most = 0 if seat.deck.size == 0 else 4 if seat.deck.size is None else min(seat.deck.size, 9)
    offer["cost"] = range(most + 1)
    offer["kind"] = ("character", "story-arc", "plot-twist") if on_turn else ("plot-twist",)
    return offer if on_turn else {**offer, "quick": (True,)}


def play(draft: Draft, action: Action) -> None:
    now: Position = draft.now
    if now.scores:
        return
    seat = now.seat(action["player"])
    played = _played(now, action)
    paid = action.get("paid", ())
    count = action.get("paid_count", len(paid) if paid else played.cost)
    _check_card(draft, seat, played, action)
    _check_cost(draft, seat, played, paid, count, action)
    _check_place(draft, seat, played, action)
    effects_ = _animated(draft, played, action)
    plan = None
    if effects_ is not None and not _triggers(now, paid):
        plan = effects.check(draft, seat.name, None, effects_, action)
    if draft.stopped or count is None:
        return
    if not played.quick:
        spend(draft, seat.name)
    _leave_hand(draft, seat.name, played, action)
    tasks = _entering(draft.now, seat.name, played, action)
    if effects_ is not None and plan is None:
        tasks = [Task("ability", seat.name, played.id, effects_), *tasks]
    moves.queue(draft, tasks)
    moves.purge(draft, seat.name, count, p.PAID, paid, card=played.name)
    if plan is not None and not moves.conclude(draft):
        effects.run(draft, seat.name, played.id, plan, action)
    if played.quick:
        flow.proceed(draft)
    else:
        flow.end_action(draft, seat.name)


def _animated(draft: Draft, played: Played, action: Action) -> Effects | None:
    """The Animate ability of a Plot Twist: printed, or told where the box does not know the card."""
    if isinstance(played.card, PlotTwist):
        return played.card.abilities.at("animate")
    if played.card is not None or "told" not in action:
        return None
    faults: list[Problem] = []
    told = effects.told(action["told"], faults)
    draft.hold(faults)
    return told


def _triggers(position: Position, cards: moves.Shown) -> bool:
    """Whether purging these cards sets off a Purge ability, so that the card itself resolves later."""
    found = (position.box.shonen(id_) for id_ in cards)
    return any(card is not None and card.abilities.at("purge") is not None for card in found)


def _check_card(draft: Draft, seat: Seat, played: Played, action: Action) -> None:
    now: Position = draft.now
    if now.box.chapter(played.id) is not None:
        draft.refuse(p.CARD_NOT_HERE, card=now.box.name(played.id), place=f"{seat.name}'s hand")
    elif played.id is not None:
        draft.hold(gates.may_show(now, seat, seat.hand, (played.id,), f"{seat.name}'s hand"))
    if not played.quick:
        draft.hold(gates.costs_action(now, seat.name))
    if played.kind is None:
        draft.need("kind")


def _check_cost(draft: Draft, seat: Seat, played: Played, paid: moves.Shown, count: int | None, action: Action) -> None:
    if played.card is not None and played.cost != played.card.cost and "because" not in action:
        draft.refuse(p.COST_DIFFERS, card=played.name, need=played.card.cost, have=played.cost)
    if played.cost is None or count is None:
        draft.need("cost")
        return
    if count != played.cost:
        draft.refuse(p.PAID_WRONG, card=played.name, need=played.cost, have=count)
    if len(paid) > count:
        draft.refuse(p.WRONG_COUNT, have=len(paid), what="the payment", need=count)
    if seat.deck.size is None and len(moves.named(paid)) < count:
        draft.need(f"players.{seat.name}.deck")
    elif seat.deck.size is not None and count > seat.deck.size:
        draft.refuse(p.CANNOT_PAY, card=played.name, need=count, have=seat.deck.size)
    else:
        draft.hold(gates.may_show(draft.now, seat, seat.deck, paid, f"{seat.name}'s deck"))


def _check_place(draft: Draft, seat: Seat, played: Played, action: Action) -> None:
    box = draft.now.box
    if played.kind == "upgrade":
        characters = [piece.key for piece in seat.pieces if is_character(piece, box)]
        to = action.get("to")
        if to is None and len(characters) > 1:
            draft.need("to")
        elif (to is None and not characters) or (to is not None and to not in characters):
            draft.refuse(p.NO_CHARACTER, player=seat.name, card=to or "to put it on")
    if action.get("row") == "protagonists":
        allowed = isinstance(played.card, Character) and played.card.joins_protagonists
        if played.kind != "character":
            draft.refuse(p.NOT_A_CHARACTER, card=played.name)
        elif not allowed and "because" not in action:
            draft.refuse(p.ROW_CLOSED, card=played.name)


def _leave_hand(draft: Draft, player: str, played: Played, action: Action) -> None:
    seat = draft.now.seat(player)
    hand = moves.take(seat.hand, (played.id,), 1)
    moves.change(draft, seat, seat._replace(hand=hand), p.PLAYED, card=played.name)
    if "because" in action:
        draft.moved(
            player, "because", None, action["because"], p.TABLE_SAYS, card=played.name, because=action["because"]
        )


def _entering(position: Position, player: str, played: Played, action: Action) -> list[Task]:
    """What is left to do once the card is paid: it takes its place."""
    if played.kind == "plot-twist" and not played.stays:
        return [Task("enter", player, played.id)]
    told = action if played.card is None else {}
    piece = Piece(
        played.id or played.kind or "card",
        "" if played.id is None else None,
        _PIECES[played.kind or "character"],
        told.get("progress"),
        limit=told.get("limit"),
    )
    if played.kind == "upgrade":
        pieces = position.seat(player).pieces
        host = action.get("to") or next(other.key for other in pieces if is_character(other, position.box))
        return [Task("attach", player, played.id, piece=piece, to=host)]
    return [Task("enter", player, played.id, piece=piece, to=action.get("row"))]


_PIECES: dict[str, PieceKind] = {
    "character": "character",
    "upgrade": "character",
    "plot-twist": "enduring",
    "story-arc": "story-arc",
}
CARD = Field("card", "card", required=False)

SPECS = (
    ActionSpec(
        "draw",
        "Draw a card",
        (PLAYER, CARD),
        draw,
        costs_action,
        only_player,
        secret=("card",),
        opened=ended,
    ),
    ActionSpec(
        "play",
        "Play a card",
        (
            PLAYER,
            CARD,
            Field("kind", "choice", required=False, options=("character", "upgrade", "plot-twist", "story-arc")),
            Field("cost", "int", required=False, high=DECK),
            Field("progress", "int", required=False, low=-99, high=99),
            Field("limit", "int", required=False, low=1, high=99, about="the Arc Limit of a Story Arc not in the box"),
            Field("quick", "bool", required=False),
            Field("enduring", "bool", required=False),
            Field("row", "choice", required=False, options=("active", "protagonists")),
            Field("to", "text", required=False, about="the Character that an Upgrade goes on"),
            Field(
                "paid", "cards", required=False, unseen=True, about="the cards purged for it, as far as seen, in order"
            ),
            Field("paid_count", "int", required=False, high=DECK),
            BECAUSE,
            *effects.INPUTS,
        ),
        play,
        forbids_play,
        offers_play,
        secret=("drawn",),
        opened=ended,
    ),
    ActionSpec("retrieve", "Retrieve a card", (PLAYER, CARD), retrieve, forbids_retrieve, only_player),
    ActionSpec("progress", "Place a progress marker", (PLAYER,), progress, costs_action, only_player),
    ActionSpec("pass", "Pass", (PLAYER,), pass_, costs_action, only_player),
)
