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
from companion.rules.challengers.wording import sentence
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
    for question in match.asked:
        at = 0 if question.player == first.name else 1
        duel.asked.append(Asked(at, lookup(position, question.card), question.clause))
    if duel.holder is not None:
        attacker = sides[1 - duel.holder]
        for card in attacker.stack:
            attacker.during += card.effect.attack
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
        tuple([card.id for card in side.exhaust]) if side.exhaust else (),
        tuple([card and card.id for card in side.added]) if side.added else (),
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


def record(draft: Draft, match: Match, duel: Duel, was: tuple[Tally, Tally], reason: Reason, /, **said: object) -> None:
    """Lay the duel back on the table: what moved and why (`reason` with the values `said`), fans, the match's end."""
    while duel.asked and duel.asked[0].clause.verb == "look":
        # What its owner does with cards only they see is nothing the table has to enter.
        at, card, clause = duel.asked[0]
        draft.moved(match.sides[at].name, "looked", 0, clause.n, p.LOOKED, card=card.name, n=clause.n)
        duel.answer()
    names = match.sides[0].name, match.sides[1].name
    said |= {"attack": duel.peak, "defence": duel.defended}
    if duel.winner is not None:
        reason = p.WON[duel.why or "told"]
        said["loser"] = names[1 - duel.winner]
    for at, (before, after) in enumerate(zip(was, tallies(duel), strict=True)):
        if before != after:
            _record_side(draft, names, match, duel, at, before, after, reason, said)
        if duel.sides[at].fans and match.park != FINAL:
            seat = draft.now.seat(names[at])
            tokens = None if seat.fan_tokens is None else max(seat.fan_tokens + duel.sides[at].fans, 0)
            draft.now = draft.now.with_seat(seat._replace(fan_tokens=tokens))
            draft.moved(seat.name, "fan_tokens", seat.fan_tokens, tokens, p.FANS_WON, **said)
    frozen = freeze(match, duel)
    if duel.winner is None:
        draft.now = draft.now.with_match(frozen)
    else:
        finish(draft, frozen, names[duel.winner], duel.why or "told")


def _record_side(
    draft: Draft,
    names: tuple[str, str],
    match: Match,
    duel: Duel,
    at: int,
    before: Tally,
    after: Tally,
    reason: Reason,
    said: dict[str, object],
) -> None:
    """What moved on one side, each counter by itself."""
    peak, flag, bench = after.attack, reason, reason
    if duel.winner is None:
        if duel.holder == at and match.holder != names[at]:
            # The attack went up to its peak, then its last card took the flag.
            peak, flag = duel.peak or before.attack, p.TOOK_FLAG
            said = said | {"holder": duel.sides[at].stack[-1].name}
        elif not duel.sides[at].stack:
            flag = p.CAPTURED
        if after.bench > before.bench:
            bench = p.BENCHED
    for counter, old, new, why in (
        ("pile", before.pile, after.pile, reason),
        ("attack", before.attack, peak, reason),
        ("attack", peak, after.attack, flag),
        ("defence", before.defence, after.defence, flag),
        ("bench", before.bench, after.bench, bench),
        ("exhaust", before.exhaust, after.exhaust, reason),
    ):
        if old != new:
            draft.moved(names[at], counter, old, new, why, **said)


# Who may act


def going_problems(position: Position, player: str | None) -> tuple[Problem, ...]:
    """Why no step of a match is open to `player`."""
    if position.detail == "scores":
        return p.about(p.UNTRACKED, None)
    match = position.match_of(player)
    if match is None or match.winner is not None:
        return match_problems(match, player)
    return p.about(p.NOT_STARTED, None) if match.stage == "waiting" else ()


def forbids_start(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    if position.detail == "scores":
        return p.about(p.UNTRACKED, None)
    match = position.match_of(player)
    if match is None or match.winner is not None or player is None:
        return match_problems(match, player)
    if match.stage != "waiting":
        return p.about(p.ALREADY_STARTED, None)
    found = list(lead_unclear(position))
    seat, rival = position.seat(player), position.seat(match.other(player))
    if match.park != FINAL:
        for each in (seat, rival):
            if (left := decks.picks_left(position, each)) > 0:
                found.append(Problem(p.PICKS_OPEN, {"player": each.name, "left": left}))
            found += decks.asked(position, each)
    if seat.top_round < rival.top_round:
        rounds = {"own": seat.top_round, "theirs": rival.top_round}
        found.append(Problem(p.NOT_THE_STARTER, {"player": player, "other": rival.name, **rounds}))
    if seat.deck.size == rival.deck.size == 0:
        found.append(Problem(p.BOTH_EMPTY))
    return tuple(found)


def forbids_step(position: Position, player: str | None) -> tuple[Match | None, Sequence[Problem]]:
    """The match of `player`, and why they are not the one to reveal in it."""
    match = position.match_of(player)
    problems = going_problems(position, player)
    if problems or match is None:
        return match, problems
    if match.asked:
        question = match.asked[0]
        card = lookup(position, question.card).name
        return match, (Problem(p.EFFECT_OPEN, {"card": card, "clause": sentence(question.clause)}),)
    if match.turn != player:
        return match, (Problem(p.NOT_YOUR_REVEAL, {"turn": match.turn, "player": player}),)
    return match, ()


def forbids_reveal(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    match, problems = forbids_step(position, player)
    if problems or match is None or player is None:
        return problems
    found = []
    if match.reveals >= MAX_REVEALS:
        found.append(Problem(p.TOO_LONG, {"n": match.reveals}))
    if match.side(player).pile.cards == ():
        found.append(Problem(p.NO_CARDS_LEFT, {"player": player}))
    return tuple(found)


def forbids_empty(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    match, problems = forbids_step(position, player)
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
    if "power" in action:
        now = _with_reading(now, action["card"], action["power"])
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


def _with_reading(position: Position, id_: str, power: int) -> Position:
    """With a card's power as the table reads it: a robot's card, which the box does not know."""
    known = position.card(id_)
    if known is not None and known.power == power:
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
