"""Effects that need the table: the cards they take, what came of an unknown one, or what its card says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.rules.challengers import changes, decks
from companion.rules.challengers import problems as p
from companion.rules.challengers.cards import Card
from companion.rules.challengers.changes import Told
from companion.rules.challengers.duel import Asked, Duel
from companion.rules.challengers.effects import Clause, Effect
from companion.rules.challengers.knowledge import found_problems, lookup, named, note_seen, obtainable, strange_cards
from companion.rules.challengers.match import going_problems, record, tallies, thaw
from companion.rules.challengers.position import Match, Position, Reading, Seat
from companion.rules.challengers.wording import cards as cards_of
from companion.rules.challengers.wording import sentence
from companion.rules.engine import Action, ActionSpec, Allowed, Draft, Problem, Subset
from companion.rules.fields import Field
from companion.rules.rulings import Rulings

IN_DECK_PHASE = ("fans", "gain", "remove")
"""What can be told of a When-picked effect."""

NOTHING = ("nothing", "none")


# What waits


def question(position: Position, player: str | None) -> tuple[str, Clause] | None:
    """The card and the clause `player` has to answer for now: a picked card's, or the first of the match."""
    if player is None:
        return None
    seat = position.seat(player)
    if seat.asks:
        return seat.asks[0], lookup(position, seat.asks[0]).effect.picked[0]
    match = position.match_of(player)
    if match is None or not match.going or not match.asked or match.asked[0].player != player:
        return None
    return match.asked[0].card, match.asked[0].clause


def forbids_effect(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    if question(position, player) is not None:
        return ()
    return going_problems(position, player) or p.about(p.NOTHING_ASKED, player)


def offers_effect(position: Position, player: str | None, rulings: Rulings) -> Allowed:
    found = question(position, player)
    assert found is not None
    id_, clause = found
    allowed: dict[str, Any] = {"player": (player,), "card": (id_,)}
    if clause.verb == "told":
        return allowed | {"told": IN_DECK_PHASE if clause.when == "picked" else tuple(changes.STEPS)}
    match = _match(position, player or "")
    duel = thaw(position, match, rulings)
    asked = duel.asked[0]
    low, high = bounds(duel, asked)
    unseen = 0
    if clause.verb == "add":
        of = tuple(id_ for id_ in obtainable(position) if clause.of.fits(lookup(position, id_)))
        unseen = high
    elif clause.verb in ("mill", "search"):
        owner = match.sides[duel.whose(asked.side, clause)]
        of = tuple(id_ for id_, card in position.box.cards.items() if not found_problems(position, owner, card))
        unseen = high if clause.verb == "search" else 0
    else:
        of = tuple(card.id for card in candidates(duel, asked))
    return allowed | {"cards": Subset(of, low, high, unseen)}


def candidates(duel: Duel, asked: Asked) -> list[Card]:
    """The cards on the bench that a clause may take."""
    bench = duel.sides[duel.whose(asked.side, asked.clause)].bench
    return [card for card in bench if asked.clause.of.fits(card)]


def bounds(duel: Duel, asked: Asked) -> tuple[int, int]:
    """The least and most cards a clause takes as things stand: as much as possible (CH22)."""
    clause = asked.clause
    if clause.verb in ("exhaust", "return"):
        high = min(clause.n, len(candidates(duel, asked)))
        return (0 if clause.optional else high), high
    return (0 if clause.verb == "search" else clause.n), clause.n


# The action


def effect(draft: Draft, action: Action) -> None:
    now: Position = draft.now
    player = action["player"]
    found = question(now, player)
    if found is None:
        # Nothing waits: with the table's agreement, told changes correct a match as it stands.
        if not draft.stopped:
            _tell(draft, _match(now, player), player, None, action.get("told", ()))
        return
    id_, clause = found
    card = lookup(now, id_)
    if action.get("card", id_) not in (id_, card.name):
        draft.refuse(p.OTHER_EFFECT, card=card.name, clause=sentence(clause))
    elif "says" in action:
        _read(draft, now.seat(player), card, clause, action["says"])
    elif clause.verb != "told":
        if "told" in action:
            draft.refuse(p.NOT_TOLD, card=card.name, clause=sentence(clause))
        else:
            _choose(draft, _match(now, player), action)
    elif "told" not in action:
        draft.need("told")
    elif clause.when == "picked":
        _tell_pick(draft, now.seat(player), card, action["told"])
    else:
        _tell(draft, _match(now, player), player, card, action["told"])


def _match(position: Position, player: str) -> Match:
    match = position.match_of(player)
    assert match is not None
    return match


# A known effect


def _choose(draft: Draft, match: Match, action: Action) -> None:
    """Carry out a known effect with the cards chosen or seen."""
    duel = thaw(draft.now, match, draft.rulings)
    asked = duel.asked[0]
    if "cards" not in action:
        draft.need("cards")
        return
    ids = action["cards"]
    low, high = bounds(duel, asked)
    if not low <= len(ids) <= high:
        draft.refuse(p.WRONG_NUMBER, clause=sentence(asked.clause), low=low, high=high, n=len(ids))
    cards = _cards(draft, match, duel, asked, ids)
    if draft.stopped:
        return
    was = tallies(duel)
    duel.answer(cards)
    record(draft, match, duel, was, p.EFFECTS[asked.clause.when], card=asked.card.name, clause=sentence(asked.clause))


def _cards(draft: Draft, match: Match, duel: Duel, asked: Asked, ids: Sequence[str | None]) -> Sequence[Card | None]:
    """The cards of ids (None: unseen), each held against what the clause can take."""
    now: Position = draft.now
    clause = asked.clause
    if clause.verb == "add":
        found, problems = strange_cards(now, ids)
        draft.hold(problems)
        for card in found:
            if card is not None and not clause.of.fits(card):
                draft.refuse(p.WRONG_CARDS, clause=sentence(clause), cards=card.name, of=cards_of(clause.of, 2))
        return found
    if clause.verb in ("mill", "search"):
        return [_from_deck(draft, match.sides[duel.whose(asked.side, clause)].name, clause, id_) for id_ in ids[:1]]
    left = candidates(duel, asked)
    chosen = []
    for id_ in ids:
        card = next((card for card in left if card.id == id_), None)
        if card is None:
            of = ", ".join(card.name for card in candidates(duel, asked)) or "nothing"
            draft.refuse(p.WRONG_CARDS, clause=sentence(clause), cards=named(now, (id_,)), of=of)
        else:
            left.remove(card)
            chosen.append(card)
    return chosen


def _from_deck(draft: Draft, owner: str, clause: Clause, id_: str | None) -> Card | None:
    """A card seen as it left the owner's deck, or found in it (then its owner need not show it)."""
    if id_ is None:
        if clause.verb == "mill":
            draft.need("cards[0]")
        return None
    side = _match(draft.now, owner).side(owner)
    card: Card | None = draft.now.card(id_)
    if card is None:
        draft.refuse(p.NO_SUCH_CARD, card=id_)
        return None
    draft.hold(found_problems(draft.now, side, card))
    draft.now = note_seen(draft.now, side, card, top=False)
    return card


# What a card says


def _read(draft: Draft, seat: Seat, card: Card, clause: Clause, says: str) -> None:
    """Keep what the table reads on a card; from here on the app carries it out."""
    now: Position = draft.now
    try:
        read = Effect.parse("" if says.strip().lower() in NOTHING else says)
    except ValueError as error:
        draft.refuse(p.SAYS_WRONG, fault=str(error))
        return
    if draft.stopped:
        return
    old = next((reading for reading in now.read if reading.card == card.id), Reading(card.id, level=card.level))
    others = tuple(reading for reading in now.read if reading.card != card.id)
    draft.now = now = now._replace(read=(*others, old._replace(effect=read)))
    values = {"card": card.name, "says": sentence(read)}
    draft.moved(None, f"card.{card.id}", str(card.effect), str(read), p.READ, **values)
    if clause.when == "picked":
        _settle_picks(draft, lookup(now, card.id))
        return
    match = _match(now, seat.name)
    waiting = [asked for asked in match.asked if asked.card == card.id and asked.clause.verb == "told"]
    match = match._replace(asked=tuple(asked for asked in match.asked if asked not in waiting))
    duel = thaw(now, match, draft.rulings)
    was = tallies(duel)
    for asked in waiting:
        for part in getattr(read, asked.clause.when):
            if part.verb != "aura" and not (part.when == "flag" and part.verb == "power"):
                duel.resolve(0 if match.sides[0].name == asked.player else 1, lookup(now, card.id), part)
    duel.go_on()
    record(draft, match, duel, was, p.READ, **values)


def _settle_picks(draft: Draft, card: Card) -> None:
    """Carry out the When-picked effect of a card that has just been read, for everybody who waits for it."""
    for seat in draft.now.players:
        waiting = seat.asks.count(card.id)
        if waiting:
            asks = tuple(id_ for id_ in seat.asks if id_ != card.id)
            draft.now = draft.now.with_seat(draft.now.seat(seat.name)._replace(asks=asks))
        for _ in range(waiting):
            decks.when_picked(draft, seat.name, card)


# What the table tells


def _tell(draft: Draft, match: Match, player: str, card: Card | None, told: Sequence[Told]) -> None:
    """Carry out what came of an effect in a match, change by change."""
    duel = thaw(draft.now, match, draft.rulings)
    was = tallies(duel)
    if card is not None:
        duel.asked.pop(0)
    names = [side.name for side in match.sides]
    for number, change in enumerate(told):
        whose = change.get("player", player)
        cards, problems = strange_cards(draft.now, change.get("cards", ()), fresh=change["what"].startswith("tray"))
        draft.hold(problems)
        if change["what"] not in changes.STEPS:
            fault: str | None = f"{change['what']} belongs to the deck phase; expected: {', '.join(changes.STEPS)}"
        elif whose not in names:
            fault = f"{whose} does not play this match"
        else:
            fault = changes.apply(duel, names.index(whose), change["what"], cards, change.get("amount", 0))
        if fault:
            draft.refuse(p.TOLD_WRONG, at=number, fault=fault)
    if draft.stopped:
        return
    duel.go_on()
    record(draft, match, duel, was, p.TOLD, card=card.name if card is not None else "an effect")


def _tell_pick(draft: Draft, seat: Seat, card: Card, told: Sequence[Told]) -> None:
    """Carry out what came of a When-picked effect."""
    for at, change in enumerate(told):
        fault = _fault_of_pick(draft, seat, change)
        if fault:
            draft.refuse(p.TOLD_WRONG, at=at, fault=fault)
    if draft.stopped:
        return
    _close_pick(draft, seat.name)
    for change in told:
        if change["what"] == "fans":
            decks.add_fans(draft, seat.name, change["amount"], card.name)
            continue
        now: Position = draft.now
        moved, before = decks.with_deck(now, now.seat(seat.name), change["cards"], change["what"] == "remove")
        draft.now = now.with_seat(moved)
        reason = p.EFFECTS["picked"]
        draft.moved(seat.name, "deck", before, moved.deck.size, reason, card=card.name, clause=change["what"])


def _fault_of_pick(draft: Draft, seat: Seat, change: Told) -> str | None:
    what, cards = change["what"], change.get("cards", ())
    if what not in IN_DECK_PHASE:
        return f"{what} belongs to a match; expected one of: {', '.join(IN_DECK_PHASE)}"
    if change.get("player", seat.name) != seat.name:
        return f"only {seat.name}'s own deck and fans can change here"
    if what == "fans":
        return None if change.get("amount") else changes.NO_AMOUNT
    if not cards:
        return "expected cards, null for one nobody named"
    draft.hold(strange_cards(draft.now, cards, fresh=what == "gain")[1])
    if what == "remove":
        return decks.cannot_give(draft.now, seat, cards)
    return None


def _close_pick(draft: Draft, name: str) -> None:
    seat = draft.now.seat(name)
    draft.now = draft.now.with_seat(seat._replace(asks=seat.asks[1:]))


TOLD = Field(
    "told",
    "records",
    required=False,
    of=(
        Field("what", "choice", options=tuple(dict.fromkeys((*changes.STEPS, *IN_DECK_PHASE)))),
        Field("player", "player", required=False),
        Field("cards", "cards", required=False, unseen=True),
        Field("amount", "int", required=False, low=-30, high=30),
    ),
    about="what came of an effect the app does not know; an empty list for nothing",
)

SPECS = (
    ActionSpec(
        "effect",
        "Carry out an effect",
        (
            decks.PLAYER,
            Field("card", "card", required=False, about="whose effect it is; the one that waits if left out"),
            Field("cards", "cards", required=False, unseen=True, about="the cards chosen or seen"),
            TOLD,
            Field("says", "text", required=False, about="what the card reads, in the vocabulary of effects"),
        ),
        effect,
        forbids_effect,
        offers_effect,
    ),
)
