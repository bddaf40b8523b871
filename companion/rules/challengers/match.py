"""A match on the table: the step from a position to the kernel's duel and back, and the actions card by card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.rules.challengers import decks
from companion.rules.challengers import duel as kernel
from companion.rules.challengers import problems as p
from companion.rules.challengers.cards import Card
from companion.rules.challengers.duel import MAX_REVEALS, Asked, Duel
from companion.rules.challengers.knowledge import card_problems, lookup, note_seen, possible
from companion.rules.challengers.position import FINAL, Match, Pile, Position, Question, Reading, Shown, Side
from companion.rules.challengers.rounds import finish, lead_unclear, match_problems
from companion.rules.engine import Action, ActionSpec, Allowed, Draft, Problem, Reason
from companion.rules.fields import Field
from companion.rules.rulings import Rulings

# From the position to the kernel and back


def thaw(position: Position, match: Match, rulings: Rulings) -> Duel:
    """The match as a duel to work on."""
    first, second = match.sides
    sides = _thaw_side(position, first), _thaw_side(position, second)
    duel = Duel(sides, 0 if match.turn == first.name else 1, rulings["CH16"] == "flag-loss-first")
    duel.stage = match.stage
    duel.holder = None if match.holder is None else 0 if match.holder == first.name else 1
    duel.reveals = match.reveals
    duel.asked = [
        Asked(0 if question.player == first.name else 1, lookup(position, question.card), question.clause)
        for question in match.asked
    ]
    if duel.holder is not None:
        attack = sides[1 - duel.holder]
        attack.during = [clause for card in attack.stack for clause in card.effect.attack]
    return duel


def _thaw_side(position: Position, side: Side) -> kernel.Side:
    printed = {} if position.read else position.box.cards

    def cards(ids: Iterable[str]) -> list[Card]:
        return [printed.get(id_) or lookup(position, id_) for id_ in ids]

    pile = side.pile.cards
    deck = (
        None if pile is None else [None if id_ is None else printed.get(id_) or lookup(position, id_) for id_ in pile]
    )
    made = kernel.Side(deck, len(position.seat(side.name).trophies))
    if side.bench:
        made.onto_bench(cards(side.bench))
    if side.stack:
        made.stack = cards([shown.card for shown in side.stack])
        made.kept = [shown.bonus for shown in side.stack]
        made.base = sum([card.power for card in made.stack]) + sum(made.kept)
    if side.exhaust:
        made.exhaust = cards(side.exhaust)
    if side.added:
        made.added = [None if id_ is None else lookup(position, id_) for id_ in side.added]
    made.next = side.next
    return made


def freeze(match: Match, duel: Duel) -> Match:
    """The match as the duel stands."""
    names = match.sides[0].name, match.sides[1].name
    over = duel.winner is not None
    return Match(
        match.park,
        (_freeze_side(names[0], duel.sides[0]), _freeze_side(names[1], duel.sides[1])),
        duel.stage,
        None if over else names[duel.turn],
        None if duel.holder is None else names[duel.holder],
        tuple([Question(names[asked.side], asked.card.id, asked.clause) for asked in duel.asked]),
        duel.reveals,
        names[duel.winner] if duel.winner is not None else None,
        duel.why,
    )


def _freeze_side(name: str, side: kernel.Side) -> Side:
    deck = side.deck
    return Side(
        name,
        Pile(None if deck is None else tuple([card and card.id for card in deck])),
        tuple([card.id for card in side.bench]),
        tuple([Shown(card.id, bonus) for card, bonus in zip(side.stack, side.kept, strict=True)]),
        tuple([card.id for card in side.exhaust]),
        tuple([card and card.id for card in side.added]),
        side.next,
    )


# What moved


class Tally(NamedTuple):
    """The counters of one side: cards to reveal (None: unknown), bench, exhaust pile; attack and defence in power."""

    pile: int | None = 0
    bench: int = 0
    exhaust: int = 0
    attack: int = 0
    defence: int = 0


def tallies(duel: Duel) -> tuple[Tally, Tally]:
    """Both sides' counters; all cards are collected when the duel is over."""
    if duel.winner is not None:
        return Tally(), Tally()
    return _tally(duel, 0), _tally(duel, 1)


def _tally(duel: Duel, at: int) -> Tally:
    side = duel.sides[at]
    holds = at == duel.holder
    attack = side.attack() if side.stack and not holds else 0
    defence = side.defence() if side.stack and holds else 0
    return Tally(None if side.deck is None else len(side.deck), len(side.bench), len(side.exhaust), attack, defence)


def record(
    draft: Draft, match: Match, duel: Duel, was: tuple[Tally, Tally], reason: Reason, /, **values: object
) -> None:
    """Lay the duel back on the table: what moved and why, fans won, the end of the match."""
    while duel.asked and duel.asked[0].clause.verb == "look":
        # What its owner does with cards only they see is nothing the table has to enter.
        at, card, clause = duel.asked[0]
        draft.moved(match.sides[at].name, "looked", 0, clause.n, p.LOOKED, card=card.name, n=clause.n)
        duel.answer()
    over = duel.winner is not None
    names = match.sides[0].name, match.sides[1].name
    for at, (before, after) in enumerate(zip(was, tallies(duel), strict=True)):
        name, side = names[at], duel.sides[at]
        if over:
            ended = p.WON[duel.why or "told"]
            loser = {"loser": names[1 - (duel.winner or 0)]}
            for counter, gone in zip(Tally._fields, before, strict=True):
                draft.moved(name, counter, gone or 0, 0, ended, **loser)
        else:
            took = duel.holder == at and match.holder != name
            _record_side(draft, name, duel, at, took, before, after, reason, values)
        if side.fans and match.park != FINAL:
            seat = draft.now.seat(name)
            tokens = None if seat.fan_tokens is None else max(seat.fan_tokens + side.fans, 0)
            draft.now = draft.now.with_seat(seat._replace(fan_tokens=tokens))
            source = side.stack[-1].name if side.stack else str(values.get("card", ""))
            draft.moved(name, "fan_tokens", seat.fan_tokens, tokens, p.FANS_WON, card=source)
    frozen = freeze(match, duel)
    if duel.winner is None:
        draft.now = draft.now.with_match(frozen)
    else:
        finish(draft, frozen, names[duel.winner], duel.why or "told")


def _record_side(
    draft: Draft,
    name: str,
    duel: Duel,
    at: int,
    took: bool,
    before: Tally,
    after: Tally,
    reason: Reason,
    values: dict[str, object],
) -> None:
    """What moved on one side; `took`: it has taken the flag in this step."""
    took_flag = {"card": duel.sides[at].stack[-1].name} if took else {}
    if before.pile != after.pile:
        draft.moved(name, "pile", before.pile, after.pile, reason, **values)
    if took:
        # The attack went up to its peak, then its last card took the flag.
        peak = duel.peak or before.attack
        draft.moved(name, "attack", before.attack, peak, reason, **values)
        draft.moved(name, "attack", peak, after.attack, p.TOOK_FLAG, **took_flag)
    else:
        draft.moved(name, "attack", before.attack, after.attack, reason, **values)
    if took:
        draft.moved(name, "defence", before.defence, after.defence, p.TOOK_FLAG, **took_flag)
    elif not duel.sides[at].stack:
        draft.moved(name, "defence", before.defence, 0, p.CAPTURED, power=duel.peak, defence=duel.defended)
    else:
        draft.moved(name, "defence", before.defence, after.defence, reason, **values)
    if after.bench > before.bench:
        draft.moved(name, "bench", before.bench, after.bench, p.BENCHED)
    else:
        draft.moved(name, "bench", before.bench, after.bench, reason, **values)
    draft.moved(name, "exhaust", before.exhaust, after.exhaust, reason, **values)


# Who may act


def going_problems(position: Position, player: str | None) -> tuple[Problem, ...]:
    """Why no step of a match is open to `player`."""
    if position.detail == "scores":
        return (Problem(p.UNTRACKED),)
    problems = match_problems(position, player)
    if problems:
        return problems
    match = position.match_of(player)
    if match is not None and match.stage == "waiting":
        return (Problem(p.NOT_STARTED),)
    return ()


def forbids_start(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    if position.detail == "scores":
        return (Problem(p.UNTRACKED),)
    problems = match_problems(position, player)
    match = position.match_of(player)
    if problems or match is None or player is None:
        return problems
    if match.stage != "waiting":
        return (Problem(p.ALREADY_STARTED),)
    found = list(lead_unclear(position))
    if match.park != FINAL:
        for side in match.sides:
            seat = position.seat(side.name)
            if left := decks.picks_left(position, seat):
                found.append(Problem(p.PICKS_OPEN, {"player": seat.name, "left": left}))
            found += decks.asked(position, seat)
    other = match.other(player)
    own, theirs = position.seat(player).top_round, position.seat(other).top_round
    if own < theirs:
        found.append(Problem(p.NOT_THE_STARTER, {"player": player, "other": other, "own": own, "theirs": theirs}))
    if all(position.seat(side.name).deck.size == 0 for side in match.sides):
        found.append(Problem(p.BOTH_EMPTY))
    return found


def forbids_reveal(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    problems = forbids_step(position, player)
    match = position.match_of(player)
    if problems or match is None or player is None:
        return problems
    found = []
    if match.reveals >= MAX_REVEALS:
        found.append(Problem(p.TOO_LONG, {"n": match.reveals}))
    if match.side(player).pile.cards == ():
        found.append(Problem(p.NO_CARDS_LEFT, {"player": player}))
    return found


def forbids_step(position: Position, player: str | None) -> Sequence[Problem]:
    """Why `player` is not the one to reveal."""
    problems = going_problems(position, player)
    match = position.match_of(player)
    if problems or match is None:
        return problems
    if match.asked:
        question = match.asked[0]
        return (Problem(p.EFFECT_OPEN, {"card": lookup(position, question.card).name, "clause": question.clause}),)
    if match.turn != player:
        return (Problem(p.NOT_YOUR_REVEAL, {"turn": match.turn, "player": player}),)
    return ()


def forbids_empty(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    problems = forbids_step(position, player)
    match = position.match_of(player)
    if problems or match is None or player is None:
        return problems
    size = match.side(player).pile.size
    return (Problem(p.CARDS_LEFT, {"player": player, "n": size}),) if size else ()


# The actions


def offers_start(position: Position, player: str | None, rulings: Rulings) -> Allowed:
    return {"player": (player,)}


def offers_reveal(position: Position, player: str | None, rulings: Rulings) -> Allowed:
    match = position.match_of(player)
    assert match is not None
    return {"player": (player,), "card": possible(position, match.side(player or ""))}


def start_match(draft: Draft, action: Action) -> None:
    """Somebody starts with the flag; both decks are shuffled."""
    if draft.stopped:
        return
    now: Position = draft.now
    player = action["player"]
    match = now.match_of(player)
    assert match is not None
    sides = []
    for side in match.sides:
        size = now.seat(side.name).deck.size
        sides.append(Side(side.name, Pile(None if size is None else (None,) * size)))
        draft.moved(side.name, "pile", 0, size, p.DEALT)
    match = match._replace(sides=(sides[0], sides[1]), stage="start", turn=player, holder=None)
    draft.moved(None, f"match.{match.park}", "waiting", player, p.STARTED)
    draft.now = now.with_match(match)
    if match.side(player).pile.cards == ():
        duel = thaw(draft.now, match, draft.rulings)
        was = tallies(duel)
        duel.end(1 - duel.turn, "deck")
        record(draft, match, duel, was, p.STARTED)


def reveal(draft: Draft, action: Action) -> None:
    """The next card of a player, as seen on the table."""
    now: Position = draft.now
    player = action["player"]
    match = now.match_of(player)
    now = _with_reading(now, action["card"], action.get("power"))
    card = now.card(action["card"])
    if card is None:
        draft.refuse(p.NO_SUCH_CARD, card=action["card"])
    if match is None or match.winner is not None or card is None or now.detail == "scores":
        return
    side = match.side(player)
    draft.hold(card_problems(now, side, card))
    if side.pile.cards is None and any(clause.given == "deck" for clause in card.effect.reveal):
        draft.need(f"matches.{match.park}.sides.{player}.pile")
    if draft.stopped:
        return
    draft.now = now = note_seen(now, side, card)
    match = now.match_of(player) or match
    duel = thaw(now, match, draft.rulings)
    was = tallies(duel)
    deck = duel.sides[duel.turn].deck
    if deck:
        deck.pop()
    duel.reveal(card)
    record(draft, match, duel, was, p.REVEALED, card=card.name, power=card.power)


def _with_reading(position: Position, id_: str, power: int | None) -> Position:
    """With a card's power as the table reads it: a robot's card, which the box does not know."""
    known = position.card(id_)
    if power is None or (known is not None and known.power == power):
        return position
    effect = next((reading.effect for reading in position.read if reading.card == id_), None)
    read = tuple(reading for reading in position.read if reading.card != id_)
    return position._replace(read=(*read, Reading(id_, power, effect, known.level if known else "R")))


def cannot_reveal(draft: Draft, action: Action) -> None:
    """The player has to reveal and sees an empty deck."""
    match = draft.now.match_of(action["player"])
    if draft.stopped or match is None:
        return
    duel = thaw(draft.now, match, draft.rulings)
    was = tallies(duel)
    duel.end(1 - duel.turn, "deck")
    record(draft, match, duel, was, p.WON_BY_DECK, loser=action["player"])


SPECS = (
    ActionSpec("start-match", "Start the match", (decks.PLAYER,), start_match, forbids_start, offers_start),
    ActionSpec(
        "reveal",
        "Reveal a card",
        (
            decks.PLAYER,
            Field("card", "card", about="the card's id; for a robot's card its name"),
            Field("power", "int", required=False, high=30, about="the power printed on a card the box does not know"),
        ),
        reveal,
        forbids_reveal,
        offers_reveal,
    ),
    ActionSpec("cannot-reveal", "No card left", (decks.PLAYER,), cannot_reveal, forbids_empty, offers_start),
)
