"""Cards and pieces on the move: every step that abilities, actions and phases are made of.

Each function changes the draft and records what moved. None of them asks whether it may: that is the caller's part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.rules.engine import Draft, Outcome, Reason
from companion.rules.saturday_wars import problems as p
from companion.rules.saturday_wars.position import (
    TO_WIN,
    Out,
    Piece,
    Pile,
    Position,
    Seat,
    Task,
    card_of,
    find,
    name_of,
    parts,
    put_piece,
    total_progress,
)
from companion.rules.zones import Zone

SETTING_UP = ("protagonists", "bid")


def change(draft: Draft, old: Seat, new: Seat, reason: Reason, /, **values: Any) -> None:
    """Put `new` in place of `old`, and record every counter that moved by it."""
    now: Position = draft.now
    draft.now = now.with_seat(new)
    name = old.name
    if old.deck is not new.deck and old.deck.size != new.deck.size:
        draft.moved(name, "deck", old.deck.size, new.deck.size, reason, **values)
    if old.hand is not new.hand and old.hand.size != new.hand.size:
        draft.moved(name, "hand", old.hand.size, new.hand.size, reason, **values)
    if old.purge_pile is not new.purge_pile and old.purge_pile.size != new.purge_pile.size:
        draft.moved(name, "purge_pile", old.purge_pile.size, new.purge_pile.size, reason, **values)
    if old.won is not new.won and old.won.size != new.won.size:
        draft.moved(name, "chapters_won", old.won.size, new.won.size, reason, **values)
    if old.actions_left != new.actions_left:
        draft.moved(name, "actions_left", old.actions_left, new.actions_left, reason, **values)
    rows = old.protagonists is not new.protagonists or old.active is not new.active
    if rows or old.markers != new.markers:
        before = shown_progress(now, old)
        if rows or before is None or old.markers is None or new.markers is None:
            after = shown_progress(now, new)
        else:
            after = before + new.markers - old.markers
        if before != after:
            draft.moved(name, "progress", before, after, reason, **values)
    if rows:
        cast, left = count_cast(old), count_cast(new)
        if cast != left:
            draft.moved(name, "protagonists", cast, left, reason, **values)


def shown_progress(position: Position, seat: Seat) -> int | None:
    """The progress of a scoreboard: at “scores only” the tally, otherwise markers and cards in play."""
    return seat.markers if position.scores else total_progress(seat, position.box)


def count_cast(seat: Seat) -> int | None:
    """How many Protagonists; None: nobody told."""
    return None if seat.protagonists is None else len(seat.protagonists)


Shown = Sequence[str | None]
"""Cards on the move as far as they were seen: null for one that nobody saw, and fewer than moved for unseen others."""


def named(cards: Shown) -> list[str]:
    """Those that were seen."""
    return [card for card in cards if card is not None]


def take(zone: Zone, cards: Shown, count: int) -> Zone:
    """The zone without `cards` and without further unseen ones, `count` together.

    Where an unseen card leaves a zone whose cards were all seen, nobody knows any more which ones stay.
    """
    rest = zone.remove(named(cards))
    if zone.size is None:
        return rest
    size = zone.size - count
    return Zone(size, rest.known if len(rest.known) <= size else ())


def shown(cards: Shown, count: int) -> list[str | None]:
    """The cards by name and the others as unseen ones, `count` together."""
    return [*cards, *[None] * (count - len(cards))]


def payable(deck: Zone, count: int) -> int:
    """How many of `count` cards the deck can give."""
    return count if deck.size is None else min(count, deck.size)


def draw(draft: Draft, name: str, count: int, reason: Reason, cards: Shown = (), **values: Any) -> None:
    """The top `count` cards of the deck go to the hand; a deck that cannot give them loses the game."""
    seat = draft.now.seat(name)
    given = payable(seat.deck, count)
    if given:
        cards = cards[:given]
        hand = seat.hand.add(shown(cards, given), draft.now.tracks)
        change(draft, seat, seat._replace(deck=take(seat.deck, cards, given), hand=hand), reason, **values)
    if given < count:
        lose(draft, name, "deck")


def purge(
    draft: Draft,
    name: str,
    count: int,
    reason: Reason,
    cards: Shown = (),
    triggers: bool = True,
    **values: Any,
) -> None:
    """The top `count` cards of the deck go to the Purge Pile one by one; a deck that cannot give them loses."""
    seat = draft.now.seat(name)
    given = payable(seat.deck, count)
    if given:
        cards = cards[:given]
        pile = put_on(draft, seat.purge_pile, shown(cards, given))
        change(draft, seat, seat._replace(deck=take(seat.deck, cards, given), purge_pile=pile), reason, **values)
        if triggers:
            queue_triggers(draft, name, cards)
    if given < count:
        lose(draft, name, "deck")


def purge_hand(draft: Draft, name: str, cards: Shown, count: int, reason: Reason, triggers: bool) -> None:
    """Cards of the hand go to the Purge Pile, in the order named."""
    seat = draft.now.seat(name)
    pile = put_on(draft, seat.purge_pile, shown(cards, count))
    change(draft, seat, seat._replace(hand=take(seat.hand, cards, count), purge_pile=pile), reason)
    if triggers:
        queue_triggers(draft, name, cards)


def put_on(draft: Draft, pile: Pile, cards: Iterable[str | None]) -> Pile:
    """The Purge Pile with these cards on it, as far as the table tracks them."""
    return pile.push(cards) if draft.now.tracks else pile.push([None for _card in cards])


def retrieve(draft: Draft, name: str, reason: Reason, seen: str | None = None, **values: Any) -> None:
    """The top of the Purge Pile (`seen`, where it was shown) goes under the deck; an empty pile gives nothing."""
    seat = draft.now.seat(name)
    if seat.purge_pile.size == 0:
        return
    top, pile = seat.purge_pile.pop()
    deck = seat.deck.add((seen or top,), draft.now.tracks)
    change(draft, seat, seat._replace(purge_pile=pile, deck=deck), reason, **values)


def queue_triggers(draft: Draft, name: str, cards: Iterable[str | None]) -> None:
    """The Purge abilities of purged cards wait to be taken or skipped, in the order they were purged."""
    box = draft.now.box
    waiting = []
    for id_ in cards:
        card = box.shonen(id_)
        effects = None if card is None else card.abilities.at("purge")
        if effects is not None:
            waiting.append(Task("trigger", name, id_, effects))
    if waiting:
        queue(draft, waiting)


def queue(draft: Draft, tasks: Sequence[Task]) -> None:
    """These come next, after the triggers that wait already."""
    agenda = draft.now.agenda
    at = 0
    while at < len(agenda) and agenda[at].kind == "trigger":
        at += 1
    draft.now = draft.now._replace(agenda=(*agenda[:at], *tasks, *agenda[at:]))


def enter(draft: Draft, name: str, piece: Piece, reason: Reason, cast: bool = False, **values: Any) -> None:
    """A piece comes into the Active Row, or among the Protagonists."""
    seat = draft.now.seat(name)
    if cast:
        change(draft, seat, seat._replace(protagonists=(*(seat.protagonists or ()), piece)), reason, **values)
    else:
        change(draft, seat, seat._replace(active=(*seat.active, piece)), reason, **values)


def leave(draft: Draft, name: str, piece: Piece, reason: Reason, triggers: bool = True, **values: Any) -> None:
    """A piece and its Upgrades are purged."""
    seat = draft.now.seat(name)
    cards = [card_of(part) for part in reversed(parts(piece))]
    cast = None if seat.protagonists is None else tuple(old for old in seat.protagonists if old.key != piece.key)
    new = seat._replace(
        protagonists=seat.protagonists if cast is None or len(cast) == len(seat.protagonists or ()) else cast,
        active=tuple(old for old in seat.active if old.key != piece.key),
        purge_pile=put_on(draft, seat.purge_pile, cards),
    )
    change(draft, seat, new, reason, **values)
    if triggers:
        queue_triggers(draft, name, cards)


def exhaust(draft: Draft, name: str, piece: Piece, reason: Reason, **values: Any) -> None:
    """Turn a Character sideways; an exhausted one is purged instead."""
    if piece.exhausted:
        leave(draft, name, piece, p.EXHAUSTED_TWICE, card=name_of(piece, draft.now.box))
    else:
        turn(draft, name, piece, True, reason, **values)


def turn(draft: Draft, name: str, piece: Piece, exhausted: bool, reason: Reason, **values: Any) -> None:
    """Exhaust or ready a piece."""
    if piece.exhausted != exhausted:
        draft.now = draft.now.with_seat(put_piece(draft.now.seat(name), piece._replace(exhausted=exhausted)))
        draft.moved(name, f"exhausted.{piece.key}", piece.exhausted, exhausted, reason, **values)


def lose(draft: Draft, name: str, why: Out, reason: Reason = p.ELIMINATED) -> None:
    """A player is out of the game; `conclude` sees to what follows."""
    seat = draft.now.seat(name)
    if seat.out is None:
        draft.now = draft.now.with_seat(seat._replace(out=why))
        draft.moved(name, "out", None, why, reason, why=_OUT[why])


_OUT: dict[Out, str] = {
    "deck": "the deck could not meet a draw or purge",
    "protagonists": "no Protagonist is left",
    "conceded": "conceded",
    "left": "left the table",
}


def conclude(draft: Draft) -> bool:
    """See who lost the last Protagonist, take the cards of those who are out, and whether the game is over."""
    now: Position = draft.now
    if now.outcome is not None:
        return True
    setting_up = now.phase in SETTING_UP
    for seat in now.players:
        if seat.protagonists == () and seat.out is None and not setting_up:
            lose(draft, seat.name, "protagonists")
    outcome = outcome_of(draft.now)
    if outcome is not None:
        draft.now = draft.now._replace(outcome=outcome)
    else:
        _clear_away_the_lost(draft)
    _end_broken_challenge(draft)
    return outcome is not None


def _clear_away_the_lost(draft: Draft) -> None:
    """The cards and markers of those who are out leave the game."""
    for seat in draft.now.players:
        if seat.out is not None and (seat.deck.size != 0 or seat.protagonists != ()):
            gone = seat._replace(
                deck=Zone(0),
                hand=Zone(0),
                purge_pile=Pile(0),
                story=Zone(0),
                won=Zone(0),
                protagonists=(),
                active=(),
                markers=0,
                actions_left=0,
                bid=None,
                bidding=False,
                hand_settled=True,
            )
            change(draft, seat, gone, p.ELIMINATED, why=_OUT[seat.out])


def _end_broken_challenge(draft: Draft) -> None:
    """A Challenge whose Character is gone ends without a result."""
    duel = draft.now.challenge
    if duel is not None:
        sides = ((duel.player, duel.attacker), (duel.rival, duel.defender))
        if any(find(draft.now.seat(name), key) is None for name, key in sides):
            draft.now = draft.now._replace(challenge=None)


def outcome_of(position: Position) -> Outcome | None:
    """Whether somebody has won: eliminations first, then Chapters."""
    alive = [seat for seat in position.players if seat.out is None]
    if len(alive) > 1:
        for seat in alive:
            if seat.won.size is not None and seat.won.size >= TO_WIN:
                return Outcome((seat.name,), "three-chapters")
        return None
    if not alive:
        return Outcome((), "draw")
    if len(position.players) > 2:
        return Outcome((alive[0].name,), "last-standing")
    outs = {seat.out for seat in position.players}
    reason = "deck-ran-out" if "deck" in outs else "no-protagonists" if "protagonists" in outs else "gave-up"
    return Outcome((alive[0].name,), reason)
