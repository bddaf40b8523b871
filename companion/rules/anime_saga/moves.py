"""The moves every action is made of: Fame, life, and cards from the hand to the own discards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.rules.anime_saga import problems as p
from companion.rules.anime_saga.position import Position, Seat, green, max_life
from companion.rules.engine import Draft, Reason, Subset
from companion.rules.records import but
from companion.rules.zones import Zone, copies_seen

_new = tuple.__new__

FLOORS = {"floor-zero": 0, "floor-one": 1, "no-floor": None}


def some(zone: Zone, low: int = 0, high: int | None = None) -> Subset:
    """Allowed: that many of the cards of a zone."""
    size, known = zone
    return _new(Subset, (known, low, high, None if size is None else size - len(known)))


def gain_fame(draft: Draft, name: str, amount: int, reason: Reason, /, **values: Any) -> None:
    """More Fame, and the bonuses of the Green spaces reached by it (AS-3.14, AS-4.2); an unknown Fame stays unknown."""
    if amount <= 0:
        return
    seat: Seat = draft.now.seat(name)
    after = None if seat.fame is None else seat.fame + amount
    draft.moved(name, "fame", seat.fame, after, reason, **values)
    set_fame(draft, seat, after)


def set_fame(draft: Draft, seat: Seat, fame: int | None) -> None:
    """Put the markers of a seat; a Green space is reached once and its bonus counts once."""
    space = green(fame)
    if not space or space <= seat.reached:
        draft.now = draft.now.with_seat(but(seat, fame=fame))
        return
    draft.now = draft.now.with_seat(but(seat, fame=fame, reached=space))
    for at, bonus in draft.now.box.green_bonuses:
        if at <= space and at not in draft.now.seat(seat.name).bonuses:
            take_bonus(draft, seat.name, at, bonus)


def take_bonus(draft: Draft, name: str, space: int, bonus: int) -> None:
    """The bonus of a Green space, once."""
    seat = draft.now.seat(name)
    draft.now = draft.now.with_seat(but(seat, bonuses=(*seat.bonuses, space)))
    gain_fame(draft, name, bonus, p.GREEN_BONUS, space=space)


def lose_fame(draft: Draft, name: str, amount: int, reason: Reason, /, **values: Any) -> None:
    """Less Fame, down to the floor of ruling AS14; Green falls before Blue (AS-3.14)."""
    if amount <= 0:
        return
    seat: Seat = draft.now.seat(name)
    if seat.fame is None:
        draft.moved(name, "fame", None, None, reason, **values)
        return
    floor = FLOORS[draft.rulings["AS14"]]
    after = seat.fame - amount
    if floor is not None and after < floor:
        after = min(floor, seat.fame)
        why = reason.text.format_map(values)
        draft.moved(name, "fame", seat.fame, after, p.FAME_FLOOR._replace(rules=reason.rules), why=why, floor=floor)
    else:
        draft.moved(name, "fame", seat.fame, after, reason, **values)
    draft.now = draft.now.with_seat(but(seat, fame=after))


def set_life(draft: Draft, seat: Seat, life: int | None) -> None:
    """Put the life marker; whether the turn began at zero life is settled before it moves (AS-4.11)."""
    position: Position = draft.now
    new = but(seat, life=life)
    if position.down is None and seat.name == position.turn:
        draft.now = position.with_seat(new, down=seat.life == 0)
    else:
        draft.now = position.with_seat(new)


def lose_life(draft: Draft, name: str, amount: int, reason: Reason, /, **values: Any) -> None:
    """Less life; every point that cannot be lost costs a Fame Point (AS-4.12)."""
    if amount <= 0:
        return
    seat: Seat = draft.now.seat(name)
    if seat.life is None:
        if draft.now.detail != "scores":
            draft.need(f"players.{name}.life")
        return
    after = max(seat.life - amount, 0)
    draft.moved(name, "life", seat.life, after, reason, **values)
    set_life(draft, seat, after)
    over = amount - (seat.life - after)
    lose_fame(draft, name, over, p.OVER_DAMAGE, n=over)


def heal(draft: Draft, name: str, amount: int, reason: Reason, /, **values: Any) -> None:
    """More life, up to the maximum (AS-4.8)."""
    seat: Seat = draft.now.seat(name)
    if seat.life is None:
        draft.moved(name, "life", None, None, reason, **values)
        return
    top = max_life(draft.now, seat)
    if top is None and draft.now.detail != "scores":
        draft.need(f"players.{name}.max_life")
        return
    after = seat.life + amount if top is None else max(min(seat.life + amount, top), seat.life)
    draft.moved(name, "life", seat.life, after, reason, **values)
    set_life(draft, seat, after)


def check_cards(draft: Draft, zone: Zone, cards: Sequence[str | None], place: str) -> None:
    """Refuse the cards that cannot lie in this zone (None: a card nobody has seen)."""
    known = list(zone.known)
    strange: list[str | None] = []
    for card in cards:
        if card in known:
            known.remove(card)
        else:
            strange.append(card)
    if not strange:
        return
    if zone.size is not None and len(strange) > zone.size - len(zone.known):
        named = [card for card in strange if card is not None]
        if named or len(cards) > zone.size:
            lacking = ", ".join(map(draft.now.box.name, named)) if named else f"{len(cards)} cards"
            draft.refuse(p.NOT_HELD, place=place, cards=lacking)
        else:
            draft.refuse(p.NAME_CARDS, place=place)
        return
    check_copies(draft, [card for card in strange if card is not None])


def check_copies(draft: Draft, strange: Sequence[str]) -> None:
    """Refuse cards shown from among unseen ones when all their copies lie elsewhere (AS-3.4)."""
    position: Position = draft.now
    seen = copies_seen(zone for _path, zone in position.zones())
    for card in dict.fromkeys(strange):
        if card not in position.box.actions:
            draft.refuse(p.UNKNOWN_CARD, card=card, what="Action card")
            continue
        copies = position.box.in_play(card, len(position.players))
        if seen[card] + strange.count(card) > copies:
            draft.refuse(p.ALL_ELSEWHERE, n=copies, card=position.box.name(card))


def check_hand(draft: Draft, name: str, cards: Sequence[str | None]) -> None:
    """Refuse the cards that the player cannot hold."""
    check_cards(draft, draft.now.seat(name).hand, cards, f"{name}'s hand")


def from_hand(draft: Draft, name: str, cards: Sequence[str | None], reason: Reason, /, **values: Any) -> None:
    """Cards from the hand to the own discards (AS-5.17); the caller has checked them."""
    if not cards:
        return
    seat: Seat = draft.now.seat(name)
    hand = seat.hand.remove(cards)
    discards = seat.discards.add(cards, draft.now.detail == "cards")
    draft.moved(name, "hand", seat.hand.size, hand.size, reason, **values)
    draft.moved(name, "discards", seat.discards.size, discards.size, reason, **values)
    draft.now = draft.now.with_seat(but(seat, hand=hand, discards=discards))
