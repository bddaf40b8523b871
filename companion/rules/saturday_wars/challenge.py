"""Challenges: declared with attacker and defender, settled by the top card of each deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.rules.engine import Action, ActionSpec, Draft, Problem
from companion.rules.fields import Field
from companion.rules.rulings import Rulings
from companion.rules.saturday_wars import effects, flow, gates, moves
from companion.rules.saturday_wars import problems as p
from companion.rules.saturday_wars.actions import spend
from companion.rules.saturday_wars.chapters import BECAUSE
from companion.rules.saturday_wars.position import (
    Duel,
    Piece,
    Position,
    Seat,
    Task,
    find,
    is_character,
    name_of,
    progress_of,
)
from companion.rules.saturday_wars.setup import PLAYER


def _source(position: Position, player: str | None) -> Task | None:
    """The Challenge of a card that `player` may issue now."""
    task = flow.due(position)
    return task if task is not None and task.kind == "challenge" and task.player == player else None


def forbids_challenge(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    if position.scores:
        return gates.out(position, player)
    if position.challenge is not None:
        return (*gates.out(position, player), *p.CHALLENGE_OPENED)
    if _source(position, player) is not None:
        return ()
    return gates.any_time(position, player) or flow.waiting(position)


def offers_challenge(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    attackers, defenders = [], []
    for seat in position.players:
        if seat.name == player:
            attackers = [piece.key for piece in seat.pieces if is_character(piece, position.box)]
        elif seat.out is None:
            defenders += [f"{seat.name}:{piece.key}" for piece in seat.pieces if is_character(piece, position.box)]
    offer: dict[str, Any] = {"player": (player,), "attacker": tuple(attackers), "defender": tuple(defenders)}
    if _source(position, player) is None:
        offer["because"] = ("a card",)
        if gates.costs_action(position, player):
            offer["quick"] = (True,)
    return offer


def challenge(draft: Draft, action: Action) -> None:
    now: Position = draft.now
    if now.scores:
        return
    player, source = action["player"], _source(now, action["player"])
    costs = source is None and not action.get("quick")
    if source is None:
        if "because" not in action:
            draft.refuse(p.NO_SOURCE, player=player)
        if costs:
            draft.hold(gates.costs_action(now, player))
    attacker = _own(draft, player, action["attacker"])
    rival, defender = _others(draft, player, action["defender"])
    if draft.stopped or attacker is None or rival is None or defender is None:
        return
    if costs:
        spend(draft, player)
        draft.now = draft.now._replace(agenda=(*draft.now.agenda, Task("turn", player)))
    if source is not None:
        draft.now = draft.now._replace(agenda=draft.now.agenda[1:])
    card = action.get("because") if source is None else source.card
    duel = Duel(player, attacker.key, rival.name, defender.key, 0 if source is None else source.amount, card)
    draft.now = draft.now._replace(challenge=duel)
    if any(field.name in action for field in FLIPS):
        settle(draft, action)


def _own(draft: Draft, player: str, key: str) -> Piece | None:
    """The attacker: a Character of the player's own."""
    now: Position = draft.now
    owner, colon, rest = key.partition(":")
    piece = find(now.seat(player), rest if colon and owner == player else key)
    if piece is None:
        draft.refuse(p.NOT_YOURS, card=now.box.name(key), player=player)
    elif not is_character(piece, now.box):
        draft.refuse(p.NOT_A_CHARACTER, card=name_of(piece, now.box))
        return None
    return piece


def _others(draft: Draft, player: str, key: str) -> tuple[Seat | None, Piece | None]:
    """The defender: a Character of an opponent."""
    now: Position = draft.now
    found = effects.on_side(now, player, "rival", key)
    if found is None:
        draft.refuse(p.NO_SUCH_PIECE, card=key)
        return None, None
    seat, piece = found
    if seat.name == player:
        draft.refuse(p.YOURS, card=name_of(piece, now.box), player=player)
    elif not is_character(piece, now.box):
        draft.refuse(p.NOT_A_CHARACTER, card=name_of(piece, now.box))
    return seat, piece


# The cards


def forbids_flip(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    if position.scores:
        return ()
    if position.challenge is None:
        return p.NO_CHALLENGE_OPEN
    return flow.waiting(position)


def flip(draft: Draft, action: Action) -> None:
    if not draft.stopped and not draft.now.scores:
        settle(draft, action)


class Side(NamedTuple):
    """One side of a Challenge when its card is flipped."""

    which: str
    seat: Seat
    piece: Piece
    modifier: int


def sides(position: Position, duel: Duel) -> tuple[Side, Side]:
    """Attacker and defender with what standing abilities add."""
    made = []
    for which, name, key, extra in (
        ("attack", duel.player, duel.attacker, duel.modifier),
        ("defence", duel.rival, duel.defender, 0),
    ):
        seat = position.seat(name)
        piece = find(seat, key)
        assert piece is not None  # a Challenge whose Character is gone has ended
        made.append(Side(which, seat, piece, extra + effects.modifier(position, seat, piece)))
    return made[0], made[1]


def settle(draft: Draft, action: Action) -> None:
    """Flip, compare, and exhaust the loser; a deck that gives no card loses."""
    now: Position = draft.now
    duel = now.challenge
    assert duel is not None
    both = sides(now, duel)
    empty = [side for side in both if side.seat.deck.size == 0]
    if empty:
        losers = empty if draft.rulings["SW37"] == "draw" else empty[:1]
        draft.now = now._replace(challenge=None)
        for side in losers:
            moves.lose(draft, side.seat.name, "deck", p.NO_CARD)
        flow.proceed(draft)
        return
    totals = [_total(draft, side, action) for side in both]
    if draft.stopped:
        return
    draft.now = draft.now._replace(challenge=None)
    for side in both:
        _put_away(draft, side.seat.name, action.get(f"{side.which}_card"))
    attack, defence = totals
    if attack is not None and defence is not None and attack != defence:
        loser = both[1] if attack > defence else both[0]
        moves.exhaust(draft, loser.seat.name, loser.piece, p.LOST_CHALLENGE, card=name_of(loser.piece, now.box))
    flow.proceed(draft)


def _total(draft: Draft, side: Side, action: Action) -> int | None:
    """What one side comes to: progress, flipped card and modifiers; then what multiplies or halves."""
    now: Position = draft.now
    card, cost = action.get(f"{side.which}_card"), action.get(f"{side.which}_cost")
    if card is not None:
        draft.hold(gates.may_show(now, side.seat, side.seat.deck, (card,), f"{side.seat.name}'s deck"))
        known = now.box.shonen(card)
        cost = known.cost if cost is None and known is not None else cost
    progress = action.get(f"{side.which}_progress", progress_of(side.piece, now.box))
    if cost is None:
        draft.need(f"{side.which}_cost")
    if progress is None:
        draft.need(f"{side.which}_progress")
    if cost is None or progress is None:
        return None
    told = [one for one in action.get("modifiers", ()) if one["side"] == side.which]
    modifier = side.modifier + sum(one.get("add", 0) for one in told)
    total: int = progress + cost + modifier
    for one in told:
        total = _scaled(total, one)
    values = {"card": name_of(side.piece, now.box), "progress": progress, "flip": cost, "modifier": modifier}
    draft.moved(side.seat.name, f"challenge.{side.which}", 0, total, p.CHALLENGE_TOTAL, **values)
    return total


def _scaled(total: int, told: Mapping[str, Any]) -> int:
    """Multiplied and halved as a card says; halves are cut off towards zero."""
    total *= int(told.get("times", 1))
    return (total // 2 if total >= 0 else -(-total // 2)) if told.get("halve") else total


def _put_away(draft: Draft, player: str, card: str | None) -> None:
    """Where a flipped card goes (SW34)."""
    cards = () if card is None else (card,)
    if draft.rulings["SW34"] == "hand":
        moves.draw(draft, player, 1, p.FLIPPED, cards)
    elif draft.rulings["SW34"] == "purge-pile":
        moves.purge(draft, player, 1, p.FLIPPED, cards, triggers=False)
    else:
        seat: Seat = draft.now.seat(player)
        below = moves.take(seat.deck, cards, 1).add(moves.shown(cards, 1), draft.now.tracks)
        moves.change(draft, seat, seat._replace(deck=below), p.FLIPPED)


FLIPS = (
    Field("attack_card", "card", required=False, about="the card the attacker's player flipped"),
    Field("attack_cost", "int", required=False, high=99, about="its purge cost, where the card is not named"),
    Field("attack_progress", "int", required=False, low=-99, high=99, about="where the table knows it better"),
    Field("defence_card", "card", required=False),
    Field("defence_cost", "int", required=False, high=99),
    Field("defence_progress", "int", required=False, low=-99, high=99),
    Field(
        "modifiers",
        "records",
        required=False,
        of=(
            Field("side", "choice", options=("attack", "defence")),
            Field("because", "text", about="the card that says so"),
            Field("add", "int", required=False, low=-99, high=99),
            Field("times", "int", required=False, high=10),
            Field("halve", "bool", required=False),
        ),
        about="what cards add that the app does not know of; then what multiplies, then what halves",
    ),
)

SPECS = (
    ActionSpec(
        "challenge",
        "Challenge",
        (
            PLAYER,
            Field("attacker", "text", about="one of your Characters"),
            Field("defender", "text", about="an opponent's Character, as CARD or PLAYER:CARD"),
            BECAUSE,
            Field("quick", "bool", required=False, about="issued by a Quick ability: costs no action"),
            *FLIPS,
        ),
        challenge,
        forbids_challenge,
        offers_challenge,
    ),
    ActionSpec(
        "flip",
        "Flip the cards of the Challenge",
        (Field("player", "player", required=False), *FLIPS),
        flip,
        forbids_flip,
        lambda position, player, rulings: {"attack_cost": range(10), "defence_cost": range(10)},
    ),
)
