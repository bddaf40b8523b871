"""Negative effects: whether the cards played ward them off, and what is suffered when they do not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from companion.rules.anime_saga import gate, moves
from companion.rules.anime_saga import problems as p
from companion.rules.anime_saga.cards import Effect, Effects
from companion.rules.anime_saga.position import Fight, Position, Seat, max_life
from companion.rules.engine import Action, ActionSpec, Draft, Reason
from companion.rules.fields import Field
from companion.rules.rulings import Rulings

_NOTHING_OWED = gate.constant(p.NOTHING_OWED)

DISCARDS = Field("discards", "cards", required=False, unseen=True, about="cards an effect or a cost makes you discard")
TOLD = Field(
    "told",
    "records",
    required=False,
    high=40,
    of=(
        Field("player", "text"),
        Field("counter", "choice", options=("fame", "life", "max_life", "discards", "attack", "defence")),
        Field("amount", "int", low=-99, high=99),
    ),
    about="what came of an effect that is told by the table: whose counter moved by how much",
)


def meets(requirement: Iterable[str], symbols: Iterable[str]) -> bool:
    """Whether the symbols of the cards cover the requirement, one card for each symbol (AS-4.29, AS-4.36)."""
    left = list(symbols)
    for symbol in requirement:
        if symbol not in left:
            return False
        left.remove(symbol)
    return True


def suffer(
    draft: Draft, action: Action, name: str, effects: Sequence[tuple[Effects | None, str]], reason: Reason, episode: str
) -> None:
    """Apply effects that were not warded off, each with the path it is read from (null ones are told by the table)."""
    discards: list[str | None] = list(action.get("discards", ()))
    wanted: int | None = 0
    told_for: list[str] = []
    for found, path in effects:
        if found is None:
            told_for.append(path)
            continue
        for effect in found.items:
            if effect.what == "told":
                told_for.append("told")
            elif effect.what == "discard" and not effect.others:
                count = _own_discards(draft, name, effect)
                if count is None:
                    wanted = None
                elif wanted is not None:
                    now = discards[wanted : wanted + count]
                    wanted += count
                    if len(now) == count:
                        _discard(draft, name, now, reason, effect, episode)
            else:
                _apply(draft, name, effect, reason, episode)
    if wanted is not None and len(discards) != wanted and draft.now.detail != "scores":
        draft.refuse(p.WRONG_DISCARDS, want=wanted, have=len(discards))
    tell(draft, action, told_for)


def _own_discards(draft: Draft, name: str, effect: Effect) -> int | None:
    """How many cards the effect takes from the hand, as many as possible; None when the hand is unknown."""
    size: int | None = draft.now.seat(name).hand.size
    if size is None:
        if draft.now.detail != "scores":
            draft.need(f"players.{name}.hand")
        return None
    return size // 2 if effect.amount is None else min(effect.amount, size)


def _discard(
    draft: Draft, name: str, cards: Sequence[str | None], reason: Reason, effect: Effect, episode: str
) -> None:
    moves.check_hand(draft, name, cards)
    if not draft.problems:
        moves.from_hand(draft, name, cards, reason, name=episode, effect=effect)


def _apply(draft: Draft, name: str, effect: Effect, reason: Reason, episode: str) -> None:
    values = {"name": episode, "effect": effect}
    if effect.what in ("attack", "defence"):
        fight: Fight | None = draft.now.fight
        if fight is not None:
            before = getattr(fight, effect.what)
            after = before - (effect.amount or 0)
            draft.moved(name, f"fight.{effect.what}", before, after, reason, **values)
            draft.now = draft.now._replace(fight=fight._replace(**{effect.what: after}))
        return
    for seat in draft.now.playing:
        if (seat.name != name) != effect.others:
            continue
        if effect.what == "discard":
            _owe(draft, seat, effect)
        elif effect.what == "life":
            moves.lose_life(draft, seat.name, _amount(effect, seat.life), reason, **values)
        else:
            moves.lose_fame(draft, seat.name, _amount(effect, seat.fame), reason, **values)


def _amount(effect: Effect, counter: int | None) -> int:
    """By how much a counter falls; half of it is rounded down (AS-9.4)."""
    if effect.amount is not None:
        return effect.amount
    # Half of an unknown number is unknown: one point asks for it.
    return 1 if counter is None else max(counter, 0) // 2


def _owe(draft: Draft, seat: Seat, effect: Effect) -> None:
    hand = None if seat.hand.size is None else max(seat.hand.size - seat.owes, 0)
    if effect.amount is None:
        if hand is None:
            if draft.now.detail != "scores":
                draft.need(f"players.{seat.name}.hand")
            return
        count = hand // 2
    else:
        count = effect.amount if hand is None else min(effect.amount, hand)
    owe(draft, seat, count)


def owe(draft: Draft, seat: Seat, count: int) -> None:
    """A seat has that many more (or fewer) cards to discard."""
    owes = max(seat.owes + count, 0)
    draft.moved(seat.name, "owes", seat.owes, owes, p.OWED)
    draft.now = draft.now.with_seat(seat._replace(owes=owes))


def tell(draft: Draft, action: Action, told_for: Sequence[str]) -> None:
    """Take over what the table tells, when some effect leaves it to the table (`told_for`: the paths that do)."""
    told = action.get("told")
    if told is None:
        for path in told_for:
            draft.need(path)
        return
    if not told_for:
        draft.refuse(p.NOTHING_TOLD)
        return
    for record in told:
        names = [seat.name for seat in draft.now.players]
        if record["player"] not in names:
            draft.refuse(p.TOLD_STRANGER, player=record["player"], players=", ".join(names))
        elif not draft.problems:
            _tell_one(draft, record["player"], record["counter"], record["amount"])


def _tell_one(draft: Draft, name: str, counter: str, amount: int) -> None:
    seat: Seat = draft.now.seat(name)
    what = f"{counter} {amount:+d}"
    by_counter: dict[str, tuple[Callable[..., None], Callable[..., None]]] = {
        "fame": (moves.gain_fame, moves.lose_fame),
        "life": (moves.heal, moves.lose_life),
    }
    if counter in by_counter:
        more, less = by_counter[counter]
        (more if amount >= 0 else less)(draft, name, abs(amount), p.TABLE_TOLD, what=what)
    elif counter == "discards":
        owe(draft, seat, amount)
    elif counter == "max_life":
        top = max_life(draft.now, seat)
        if top is None:
            draft.need(f"players.{name}.max_life")
            return
        draft.moved(name, "max_life", top, max(top + amount, 0), p.TABLE_TOLD, what=what)
        draft.now = draft.now.with_seat(seat._replace(max_life=max(top + amount, 0)))
    elif draft.now.fight is not None:
        fight = draft.now.fight
        before = getattr(fight, counter)
        draft.moved(name, f"fight.{counter}", before, before + amount, p.TABLE_TOLD, what=what)
        draft.now = draft.now._replace(fight=fight._replace(**{counter: before + amount}))


# Discards that effects of others ask for (they may come in anybody's turn).


def forbids_discard(position: Position, player: str | None, rulings: Rulings) -> gate.Problems:
    seat = gate.room(position, player).seat
    if seat is None:
        return gate.NOBODY
    return () if seat.owes else _NOTHING_OWED


def offers_discard(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    seat = position.seat(player or "")
    return {"player": (player,), "cards": moves.some(seat.hand, seat.owes, seat.owes)}


def discard(draft: Draft, action: Action) -> None:
    name, cards = action["player"], action["cards"]
    seat: Seat = draft.now.seat(name)
    wanted = seat.owes if seat.hand.size is None else min(seat.owes, seat.hand.size)
    if len(cards) != wanted and seat.owes:
        draft.refuse(p.WRONG_DISCARDS, want=wanted, have=len(cards))
    moves.check_hand(draft, name, cards)
    if draft.stopped:
        return
    moves.from_hand(draft, name, cards, p.OWED)
    owe(draft, draft.now.seat(name), -seat.owes)


SPECS = (
    ActionSpec(
        "discard",
        "Discard what an effect asks for",
        (Field("player", "player"), Field("cards", "cards", unseen=True)),
        discard,
        forbids_discard,
        offers_discard,
    ),
)
