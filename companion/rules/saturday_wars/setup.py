"""Before the first Chapter: decks, Protagonists, mulligan, bids, and the start as a case file has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.rules.engine import Action, ActionSpec, Draft, Problem
from companion.rules.fields import Field
from companion.rules.rulings import Rulings
from companion.rules.saturday_wars import flow, gates, moves
from companion.rules.saturday_wars import problems as p
from companion.rules.saturday_wars.cards import Box, Character
from companion.rules.saturday_wars.deckcheck import check_decks
from companion.rules.saturday_wars.position import (
    ACTIONS,
    CAST_COST,
    DECK,
    HAND,
    MAX_TIES,
    MULLIGAN_PURGE,
    STORY,
    Piece,
    Pile,
    Position,
    Seat,
    Task,
    free_key,
)
from companion.rules.zones import Zone

PLAYER = Field("player", "player")


def start(players: Sequence[str], box: Box, rulings: Rulings) -> Position:
    """After set-up: Protagonists, decks, Purge Piles and the Chapter are unknown until somebody tells them."""
    seats = [Seat(name) for name in players]
    seats[0] = seats[0]._replace(story=Zone(STORY - 1))
    return Position(tuple(seats), box, first=players[0], turn=players[0], chapter_by=players[0])


def _fresh(position: Position) -> bool:
    """Whether nothing of the first Chapter has been played."""
    return position.number == 1 and position.phase in ("protagonists", "chapter", "actions") and not position.agenda


def forbids_setup(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    if _fresh(position) and all(seat.actions_left == ACTIONS or seat.out for seat in position.players):
        return ()
    return p.SETUP_CLOSED


def setup(draft: Draft, action: Action) -> None:
    now: Position = draft.now
    if "first" in action:
        draft.hold(gates.out(now, action["first"]))
    if draft.stopped:
        return
    if action.get("step_by_step"):
        for seat in now.players:
            new = Seat(seat.name, Zone(DECK), Zone(0), Pile(0), Zone(STORY), hand_settled=False)
            moves.change(draft, seat, new, p.SET_UP)
        draft.now = draft.now._replace(phase="protagonists", turn=None, chapter=None, chapter_by=None)
    for sheet in action.get("seats", ()):
        if sheet["player"] not in [seat.name for seat in now.players]:
            draft.refuse(p.NOT_A_RIVAL, rival=sheet["player"], player="this table")
            continue
        seat = draft.now.seat(sheet["player"])
        new = seat._replace(
            deck=Zone(sheet["deck"]) if "deck" in sheet else seat.deck,
            hand=Zone(sheet["hand"]) if "hand" in sheet else seat.hand,
            purge_pile=Pile(sheet["purge_pile"]) if "purge_pile" in sheet else seat.purge_pile,
        )
        moves.change(draft, seat, new, p.SET_UP)
    first = action.get("first")
    if first is not None and not action.get("step_by_step"):
        draft.now = draft.now._replace(first=first, turn=first, chapter_by=first)
        for seat in draft.now.players:
            story = Zone(STORY - 1 if seat.name == first else STORY)
            draft.now = draft.now.with_seat(seat._replace(story=story))
        draft.moved(None, "turn", now.turn, first, p.STARTED)


# Decks


def forbids_deck(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    if player is not None and position.seat(player).deck_list is not None and position.phase != "protagonists":
        return (*gates.out(position, player), *p.SETUP_CLOSED)
    return gates.out(position, player)


def deck(draft: Draft, action: Action) -> None:
    draft.hold(check_decks(Counter(action["shonen"]).items(), Counter(action["story"]).items(), draft.now.box))
    if draft.stopped:
        return
    seat = draft.now.seat(action["player"])
    before = None if seat.deck_list is None else len(seat.deck_list)
    draft.now = draft.now.with_seat(seat._replace(deck_list=tuple(action["shonen"]) if draft.now.tracks else None))
    draft.moved(seat.name, "deck_list", before, len(action["shonen"]), p.SET_UP)


# Protagonists


def forbids_cast(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    if player is not None and position.seat(player).protagonists is not None:
        return gates.closed(position, player, p.CAST_CHOSEN)
    return gates.out(position, player)


def offers_cast(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    return {"player": (player,)}


def cast(draft: Draft, action: Action) -> None:
    now: Position = draft.now
    seat = now.seat(action["player"])
    facts = {fact["card"]: fact for fact in action.get("told", ())}
    total = 0
    pieces: list[Piece] = []
    cards = action["cards"]
    draft.hold(gates.may_show(now, seat, seat.deck, cards, f"{seat.name}'s deck"))
    for id_ in cards:
        fact = facts.get(id_, {})
        card = now.box.card(id_)
        if card is not None and not isinstance(card, Character):
            draft.refuse(p.NOT_A_CHARACTER, card=card.name)
            continue
        cost = fact.get("cost", None if card is None else card.cost)
        if cost is not None:
            total += cost
        elif now.tracks:
            draft.need(f"told.{id_}.cost")
        key = free_key(Seat("", protagonists=tuple(pieces)), id_)
        pieces.append(Piece(key, None if key == id_ else id_, "character", fact.get("progress")))
    if not draft.needs and total != CAST_COST and (now.tracks or not cards):
        draft.refuse(p.CAST_COST, have=total, need=CAST_COST)
    if draft.stopped:
        return
    if now.phase != "protagonists":
        moves.change(draft, seat, seat._replace(protagonists=tuple(pieces)), p.CHOSEN_CAST)
        return
    chosen = seat._replace(protagonists=tuple(pieces), deck=moves.take(seat.deck, cards, len(cards)))
    moves.change(draft, seat, chosen, p.CHOSEN_CAST)
    moves.draw(draft, seat.name, HAND, p.FIRST_HAND)
    moves.conclude(draft)


# Mulligan


def forbids_mulligan(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    if player is None:
        return p.NOBODY
    if position.phase != "protagonists" or position.seat(player).hand_settled:
        return gates.closed(position, player, p.MULLIGAN_TAKEN)
    return () if position.seat(player).protagonists is not None else gates.closed(position, player, p.MULLIGAN_FIRST)


def offers_mulligan(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    size = position.seat(player or "").hand.size
    return {"player": (player,), "amount": range((HAND if size is None else size) + 1)}


def mulligan(draft: Draft, action: Action) -> None:
    now: Position = draft.now
    seat = now.seat(action["player"])
    bottom, drawn, purged = action.get("bottom", ()), action.get("drawn", ()), action.get("purged", ())
    count = action.get("amount", len(bottom))
    if len(bottom) > count:
        draft.refuse(p.WRONG_COUNT, have=len(bottom), what="the bottom of the deck", need=count)
    if seat.hand.size is not None and count > seat.hand.size:
        draft.refuse(p.HAND_TOO_SMALL, player=seat.name, have=seat.hand.size, need=count)
    if len(drawn) > count or len(purged) > (MULLIGAN_PURGE if count else 0):
        draft.refuse(p.WRONG_COUNT, have=len(drawn) + len(purged), what="the mulligan", need=count)
    draft.hold(gates.may_show(now, seat, seat.hand, bottom, f"{seat.name}'s hand"))
    draft.hold(gates.may_show(now, seat, seat.deck, [*drawn, *purged], f"{seat.name}'s deck"))
    if draft.stopped:
        return
    if count:
        hand = moves.take(seat.hand, bottom, count)
        below = seat.deck.add(moves.shown(bottom, count), now.tracks)
        moves.change(draft, seat, seat._replace(hand=hand, deck=below), p.MULLIGAN)
        moves.draw(draft, seat.name, count, p.MULLIGAN, drawn)
        moves.purge(draft, seat.name, MULLIGAN_PURGE, p.MULLIGAN, purged, triggers=False)
    draft.now = draft.now.with_seat(draft.now.seat(seat.name)._replace(hand_settled=True))
    if not moves.conclude(draft):
        open_bids(draft)


def open_bids(draft: Draft) -> None:
    """All hands are settled: everybody bids."""
    now: Position = draft.now
    if now.phase == "protagonists" and all(seat.hand_settled for seat in now.alive):
        seats = tuple(seat._replace(bidding=seat.out is None, bid=None) for seat in now.players)
        draft.now = now._replace(phase="bid", players=seats)


# Bids


def forbids_bid(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    if position.phase == "bid" and player is not None:
        seat = position.seat(player)
        if seat.bidding and seat.bid is None:
            return ()
    return gates.closed(position, player, p.NOT_BIDDING)


def offers_bid(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    size = position.seat(player or "").deck.size
    return {"player": (player,), "markers": range((DECK if size is None else size) + 1)}


def bid(draft: Draft, action: Action) -> None:
    seat = draft.now.seat(action["player"])
    if seat.deck.size is None and action["markers"]:
        draft.need(f"players.{seat.name}.deck")
    elif seat.deck.size is not None and action["markers"] > seat.deck.size:
        draft.refuse(p.BID_TOO_HIGH, player=seat.name, have=action["markers"], deck=seat.deck.size)
    if draft.stopped:
        return
    draft.now = draft.now.with_seat(seat._replace(bid=action["markers"]))
    reveal(draft)


def reveal(draft: Draft) -> None:
    """Once every bid is in: the highest bidder pays and starts; the tied bid again."""
    now: Position = draft.now
    bidders = [seat for seat in now.alive if seat.bidding]
    if now.phase != "bid" or not bidders or any(seat.bid is None for seat in bidders):
        return
    for seat in bidders:
        draft.moved(seat.name, "bid", None, seat.bid, p.BID, markers=seat.bid)
    most = max(seat.bid or 0 for seat in bidders)
    tied = [seat.name for seat in bidders if seat.bid == most]
    if len(tied) == 1:
        _start_with(draft, tied[0])
        return
    ties = now.ties + 1
    again = tied if ties >= MAX_TIES or draft.rulings["SW10"] == "tied-only" else [seat.name for seat in now.alive]
    seats = tuple(
        seat._replace(bidding=seat.name in again, bid=seat.bid if ties >= MAX_TIES else None) for seat in now.players
    )
    draft.now = now._replace(ties=ties, players=seats)
    draft.moved(None, "ties", now.ties, ties, p.TIED)


def _start_with(draft: Draft, name: str) -> None:
    """The starting player purges the bid and places the first Chapter."""
    now: Position = draft.now
    markers = now.seat(name).bid or 0
    seats = tuple(seat._replace(bidding=False, bid=None) for seat in now.players)
    draft.now = now._replace(players=seats, phase="chapter", first=name, turn=name)
    draft.moved(None, "turn", None, name, p.STARTED)
    if markers and now.tracks:
        moves.queue(draft, [Task("pay", name, amount=markers)])
    else:
        moves.purge(draft, name, markers, p.BID_PAID)
    flow.proceed(draft)


def forbids_lots(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    if position.phase == "bid" and position.ties >= MAX_TIES:
        return ()
    return p.NO_LOTS_YET


def offers_lots(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    return {"first": tuple(seat.name for seat in position.alive if seat.bidding)}


def lots(draft: Draft, action: Action) -> None:
    if not draft.now.seat(action["first"]).bidding:
        draft.refuse(p.NOT_TIED, player=action["first"])
    if not draft.stopped:
        _start_with(draft, action["first"])


def forbids_pay(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    task = flow.due(position)
    if task is not None and task.kind == "pay" and task.player == player:
        return ()
    return gates.closed(position, player, p.NO_TRIGGER)


def pay(draft: Draft, action: Action) -> None:
    if draft.stopped:
        return
    now: Position = draft.now
    seat, task = now.seat(action["player"]), now.agenda[0]
    cards = action.get("cards", ())
    if len(cards) > task.amount:
        draft.refuse(p.WRONG_COUNT, have=len(cards), what="the bid", need=task.amount)
    draft.hold(gates.may_show(now, seat, seat.deck, cards, f"{seat.name}'s deck"))
    if draft.stopped:
        return
    draft.now = now._replace(agenda=now.agenda[1:])
    moves.purge(draft, seat.name, task.amount, p.BID_PAID, cards, draft.rulings["SW8"] == "triggers")
    flow.proceed(draft)


def ended(position: Position, action: Action) -> bool:
    """What was seen in secret stays so until the game is over."""
    return position.outcome is not None


def only_player(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    """The offer of an action that needs nothing but its player."""
    return {"player": (player,)}


_FACTS = (
    Field("card", "text"),
    Field("cost", "int", required=False),
    Field("progress", "int", required=False, low=-99),
)
_SHEET = (
    PLAYER,
    Field("deck", "int", required=False, high=DECK),
    Field("hand", "int", required=False, high=DECK),
    Field("purge_pile", "int", required=False, high=DECK),
)

SPECS = (
    ActionSpec(
        "setup",
        "Set up",
        (
            Field("step_by_step", "bool", required=False, about="walk through decks, Protagonists, mulligans and bids"),
            Field("first", "player", required=False, about="the starting player, when the set-up is done"),
            Field("seats", "records", required=False, of=_SHEET),
        ),
        setup,
        forbids_setup,
        lambda position, player, rulings: {"first": tuple([seat.name for seat in position.alive])},
        by_seat=False,
    ),
    ActionSpec(
        "deck",
        "Check the decks",
        (PLAYER, Field("shonen", "cards"), Field("story", "cards")),
        deck,
        forbids_deck,
        only_player,
        secret=("shonen", "story"),
        opened=ended,
    ),
    ActionSpec(
        "protagonists",
        "Choose the Protagonists",
        (
            PLAYER,
            Field("cards", "cards", low=1),
            Field("told", "records", required=False, of=_FACTS, about="cost and progress of cards not in the box"),
        ),
        cast,
        forbids_cast,
        offers_cast,
    ),
    ActionSpec(
        "mulligan",
        "Mulligan",
        (
            PLAYER,
            Field("bottom", "cards", required=False, unseen=True, about="the cards put under the deck, in order"),
            Field("amount", "int", required=False, high=DECK, about="how many; 0 keeps the hand"),
            Field("drawn", "cards", required=False, unseen=True),
            Field("purged", "cards", required=False, unseen=True),
        ),
        mulligan,
        forbids_mulligan,
        offers_mulligan,
        secret=("bottom", "drawn"),
        opened=ended,
    ),
    ActionSpec(
        "bid",
        "Bid for the first turn",
        (PLAYER, Field("markers", "int")),
        bid,
        forbids_bid,
        offers_bid,
        secret=("markers",),
        opened=lambda position, action: position.phase not in moves.SETTING_UP or position.ties >= MAX_TIES,
    ),
    ActionSpec(
        "lots",
        "Draw lots for the first turn",
        (Field("first", "player"),),
        lots,
        forbids_lots,
        offers_lots,
        by_seat=False,
    ),
    ActionSpec(
        "pay",
        "Purge the cards of the bid",
        (PLAYER, Field("cards", "cards", required=False, unseen=True)),
        pay,
        forbids_pay,
        only_player,
    ),
)
