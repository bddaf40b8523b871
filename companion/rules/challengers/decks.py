"""The deck phase: pick, redraw, decline, trim; and which cards a deck may hold."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.challengers import problems as p
from companion.rules.challengers.cards import PICKED_LEVELS, Card, Option
from companion.rules.challengers.knowledge import named, obtainable, strange_cards
from companion.rules.challengers.position import Position, Seat
from companion.rules.challengers.rounds import lead_unclear
from companion.rules.challengers.wording import sentence
from companion.rules.engine import Action, ActionSpec, Allowed, Draft, Problem, Subset
from companion.rules.fields import Field
from companion.rules.rulings import Rulings


def options(position: Position) -> tuple[Option, ...]:
    """What this round's deck phase offers."""
    return position.box.phases[position.round - 1]


def picks_left(position: Position, seat: Seat) -> int:
    """How many cards the seat may still pick: by the level chosen, or the most any level gives."""
    if seat.done or seat.robot or seat.left:
        return 0
    return max([option.picks for option in options(position) if seat.level in (None, option.level)]) - seat.picks


def with_deck(position: Position, seat: Seat, cards: Sequence[str | None], gone: bool) -> tuple[Seat, int | None]:
    """The seat with cards put in its deck (or `gone` from it), and how many it held; forgets names where untracked."""
    tracks = position.tracks_decks
    deck = seat.deck if tracks else seat.deck.hidden()
    return seat._replace(deck=deck.remove(cards) if gone else deck.add(cards, tracks)), seat.deck.size


def cannot_give(position: Position, seat: Seat, cards: Sequence[str | None]) -> str | None:
    """Why these cards cannot leave a deck, as a sentence."""
    lacking = seat.deck.lacks(card for card in cards if card is not None) if position.tracks_decks else ()
    if lacking:
        return f"{seat.name}'s deck holds no {named(position, lacking)}"
    return f"{seat.name}'s deck is too small" if seat.deck.size is not None and len(cards) >= seat.deck.size else None


def when_picked(draft: Draft, name: str, card: Card) -> None:
    """What a picked card is known to bring: fans."""
    for clause in card.effect.picked:
        if clause.verb == "fans":
            add_fans(draft, name, clause.n, card.name)


def add_fans(draft: Draft, name: str, amount: int, card: str) -> None:
    """Fan tokens of an effect."""
    seat = draft.now.seat(name)
    if seat.fan_tokens is not None:
        tokens = max(seat.fan_tokens + amount, 0)
        draft.now = draft.now.with_seat(seat._replace(fan_tokens=tokens))
        draft.moved(name, "fan_tokens", seat.fan_tokens, tokens, p.FANS_WON, card=card)


# What forbids it


def _in_phase(position: Position, player: str | None) -> tuple[Problem, ...]:
    """Why `player` is in no deck phase."""
    if position.detail == "scores":
        return p.about(p.UNTRACKED, None)
    if position.part != "rounds":
        return p.about(p.NOT_IN_ROUNDS, None)
    match = position.match_of(player)
    if match is None or player is None:
        return p.about(p.NO_MATCH, player)
    if match.stage != "waiting":
        return p.about(p.MATCH_BEGUN, player)
    seat = position.seat(player)
    if seat.robot:
        return p.about(p.ROBOT_SEAT, player)
    if seat.left:
        return p.about(p.HAS_LEFT, player)
    return (*lead_unclear(position), *asked(position, seat)) if seat.asks else lead_unclear(position)


def asked(position: Position, seat: Seat) -> tuple[Problem, ...]:
    """The When-picked effects that still wait."""
    cards = [position.card(id_) for id_ in seat.asks]
    return tuple(
        Problem(p.EFFECT_OPEN, {"card": card.name, "clause": sentence(card.effect)})
        for card in cards
        if card is not None
    )


def forbids_pick(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    problems = _in_phase(position, player)
    if problems or player is None or picks_left(position, position.seat(player)) > 0:
        return problems
    return p.about(p.PICKS_DONE, player)


def forbids_redraw(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    problems = forbids_pick(position, player, rulings)
    if player is not None and position.seat(player).redrawn:
        return (*problems, Problem(p.REDRAWN, {"player": player}))
    return problems


def forbids_trim(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    if position.part != "final" or position.detail == "scores":
        problems = _in_phase(position, player)
    elif (match := position.match_of(player)) is None:
        problems = p.about(p.NOT_A_FINALIST, player)
    else:
        problems = p.about(p.MATCH_BEGUN, player) if match.stage != "waiting" else ()
    if problems or player is None:
        return problems
    seat = position.seat(player)
    if position.part == "rounds" and (left := picks_left(position, seat)) > 0:
        problems = (Problem(p.PICKS_OPEN, {"player": player, "left": left}),)
    if seat.deck.size is not None and seat.deck.size <= smallest(rulings):
        problems = (*problems, Problem(p.EMPTY_DECK, {"player": player}))
    return problems


def smallest(rulings: Rulings) -> int:
    """How few cards a deck may be trimmed to."""
    return 1 if rulings["CH8"] == "keep-one" else 0


# What is offered


def offers_pick(position: Position, player: str | None, rulings: Rulings) -> Allowed:
    seat = position.seat(player or "")
    levels = tuple(option.level for option in options(position) if seat.level in (None, option.level))
    left = picks_left(position, seat)
    of = obtainable(position, levels) if position.tracks_decks else ()
    return {"player": (player,), "level": levels, "cards": Subset(of, 1, left, left)}


def offers_self(position: Position, player: str | None, rulings: Rulings) -> Allowed:
    return {"player": (player,)}


def offers_trim(position: Position, player: str | None, rulings: Rulings) -> Allowed:
    deck = position.seat(player or "").deck
    most = None if deck.size is None else deck.size - smallest(rulings)
    if not position.tracks_decks:
        deck = deck.hidden()
    return {"player": (player,), "cards": Subset(deck.known, 1, most, deck.unseen)}


# What happens


def pick(draft: Draft, action: Action) -> None:
    now: Position = draft.now
    seat = now.seat(action["player"])
    cards = action["cards"]
    found, problems = strange_cards(now, cards)
    draft.hold(problems)
    seen = [card for card in found if card is not None]
    level = _level(draft, seat, action.get("level"), seen)
    if level is None:
        return
    most = max((option.picks for option in options(now) if option.level == level), default=0) - seat.picks
    if len(cards) > most:
        draft.refuse(p.TOO_MANY_PICKS, n=len(cards), left=max(most, 0))
    for card in seen:
        if card.level != level:
            draft.refuse(p.WRONG_LEVEL, card=card.name, has=card.level, level=level)
    if draft.stopped:
        return
    seat, before = with_deck(now, seat, cards, gone=False)
    asks = tuple(card.id for card in seen if any(clause.verb == "told" for clause in card.effect.picked))
    seat = seat._replace(level=level, picks=seat.picks + len(cards), done=len(cards) >= most, asks=(*seat.asks, *asks))
    draft.now = now.with_seat(seat)
    draft.moved(seat.name, "deck", before, seat.deck.size, p.PICKED, cards=named(now, cards), level=level)
    for card in seen:
        when_picked(draft, seat.name, card)


def _level(draft: Draft, seat: Seat, given: str | None, cards: Sequence[Card]) -> str | None:
    """The level picked from: as said, as chosen before, as on the cards, or the only one there is."""
    offered = [option.level for option in options(draft.now)]
    level = given or seat.level or next((card.level for card in cards if card.level in offered), None)
    level = level or (cards[0].level if cards else None) or (offered[0] if len(offered) == 1 else None)
    if level is None:
        draft.refuse(p.LEVEL_UNCLEAR, offered=", ".join(offered))
        return None
    if level not in offered:
        draft.refuse(p.LEVEL_NOT_OFFERED, level=level, round=draft.now.round, offered=", ".join(offered))
    if seat.level not in (None, level):
        draft.refuse(p.ONE_LEVEL, player=seat.name, level=seat.level)
    return level


def redraw(draft: Draft, action: Action) -> None:
    if draft.stopped:
        return
    seat = draft.now.seat(action["player"])
    draft.now = draft.now.with_seat(seat._replace(redrawn=True))
    draft.moved(seat.name, "redrawn", seat.redrawn, True, p.REDREW)


def decline(draft: Draft, action: Action) -> None:
    if draft.stopped:
        return
    seat = draft.now.seat(action["player"])
    draft.now = draft.now.with_seat(seat._replace(done=True))
    draft.moved(seat.name, "done", seat.done, True, p.DECLINED)


def trim(draft: Draft, action: Action) -> None:
    now: Position = draft.now
    seat = now.seat(action["player"])
    cards = action["cards"]
    found, problems = strange_cards(now, cards, fresh=False)
    draft.hold(problems)
    deck = seat.deck if now.tracks_decks else seat.deck.hidden()
    for id_ in deck.lacks(card.id for card in found if card is not None):
        draft.refuse(p.NOT_IN_DECK, player=seat.name, card=named(now, (id_,)))
    left = None if deck.size is None else deck.size - len(cards)
    if left is not None and left < smallest(draft.rulings):
        draft.refuse(p.EMPTY_DECK, player=seat.name)
    if draft.stopped:
        return
    seat, before = with_deck(now, seat, cards, gone=True)
    draft.now = now.with_seat(seat)
    reason = p.TRIMMED_THIN if left is not None and left <= 1 else p.TRIMMED
    draft.moved(seat.name, "deck", before, seat.deck.size, reason, cards=named(now, cards))


PLAYER = Field("player", "player")
CARDS = Field("cards", "cards", low=1, unseen=True, about="the cards, null for one nobody names")

SPECS = (
    ActionSpec(
        "pick",
        "Pick cards",
        (PLAYER, Field("level", "choice", required=False, options=PICKED_LEVELS), CARDS),
        pick,
        forbids_pick,
        offers_pick,
        secret=("cards",),
        opened=lambda position, action: position.outcome is not None,
    ),
    ActionSpec("redraw", "Redraw", (PLAYER,), redraw, forbids_redraw, offers_self),
    ActionSpec("decline", "Take no more cards", (PLAYER,), decline, forbids_pick, offers_self),
    ActionSpec(
        "trim",
        "Remove cards",
        (PLAYER, CARDS),
        trim,
        forbids_trim,
        offers_trim,
        secret=("cards",),
        opened=lambda position, action: position.outcome is not None,
    ),
)
