"""What a scoreboard shows, what each may see, what cannot be, and whose turn it is."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.rules.challengers import decks, match
from companion.rules.challengers.cards import SLOTS
from companion.rules.challengers.knowledge import laid_open, lookup
from companion.rules.challengers.position import FINAL, Match, Position, Seat, Side
from companion.rules.challengers.rounds import fans
from companion.rules.fields import Fault
from companion.rules.rulings import Rulings
from companion.rules.zones import Zone


def totals(position: Position, rulings: Rulings) -> dict[str, Any]:
    """The scoreboard; unknown is None. The robot stands beside the players, where it plays."""
    board: dict[str, Any] = {
        "players": {seat.name: _of_seat(position, seat) for seat in position.people},
        "round": position.round,
        "matches": [_of_match(position, each, rulings) for each in position.matches],
        "finalists": None if position.finalists is None else list(position.finalists),
    }
    robots = [seat for seat in position.players if seat.robot]
    return board | {"robot": _of_seat(position, robots[0])} if robots else board


def _of_seat(position: Position, seat: Seat) -> dict[str, Any]:
    return {
        "fans": fans(seat),
        "fan_tokens": seat.fan_tokens,
        "trophies": len(seat.trophies),
        "deck": None if position.detail == "scores" else seat.deck.size,
    }


def _of_match(position: Position, each: Match, rulings: Rulings) -> dict[str, Any]:
    defence: int | None = None
    attack: int | None = None
    if each.stage not in ("waiting", "over") and position.detail != "scores":
        duel = match.thaw(position, each, rulings)
        if duel.holder is not None:
            holder = duel.sides[duel.holder]
            defence = holder.defence() if holder.stack else None
            attack = duel.sides[1 - duel.holder].attack()
    return {
        "park": each.park,
        "players": [side.name for side in each.sides],
        "stage": each.stage,
        "turn": each.turn,
        "holder": each.holder,
        "defence": defence,
        "attack": attack,
        "bench": {side.name: list(side.bench) for side in each.sides},
        "winner": each.winner,
    }


def seen_by(position: Position, viewer: str | None) -> Position:
    """Without the other players' decks, nor what their trophies show before the end."""
    players = []
    for seat in position.players:
        if seat.name != viewer:
            seat = seat._replace(deck=seat.deck.hidden())
            if not position.trophies_open and position.outcome is None:
                seat = seat._replace(trophies=tuple(trophy._replace(fans=None) for trophy in seat.trophies))
        players.append(seat)
    return position._replace(players=tuple(players))


def actor(position: Position) -> str | None:
    """Whose turn it is: in the first match under way, else in the deck phase, else whoever starts a waiting match."""
    for each in position.matches:
        if each.going:
            return each.asked[0].player if each.asked else each.turn
    if position.part == "rounds" and position.detail != "scores":
        for seat in position.players:
            if decks.picks_left(position, seat) > 0 or seat.asks:
                return seat.name
    for each in position.matches:
        if each.stage == "waiting":
            first, second = each.sides
            ahead = position.seat(second.name).top_round > position.seat(first.name).top_round
            return second.name if ahead else first.name
    return None


# What cannot be


def doubts(position: Position) -> list[Fault]:
    """What cannot occur in a position, each with its path."""
    faults = []
    if not 1 <= position.round <= position.box.rounds:
        faults.append(Fault("round", f"{position.round}; expected 1 to {position.box.rounds}"))
    for seat in position.players:
        faults += _doubts_of_seat(position, seat)
    faults += _doubts_of_trophies(position)
    names = [seat.name for seat in position.players]
    for name in position.finalists or ():
        if name not in names:
            faults.append(Fault("finalists", f"{name}; expected players of this table"))
    playing: Counter[str] = Counter()
    for each in position.matches:
        playing.update(side.name for side in each.sides)
        faults += _doubts_of_match(position, each, names)
    faults += [Fault("matches", f"{name} plays {n} matches at once") for name, n in playing.items() if n > 1]
    return faults


def _doubts_of_seat(position: Position, seat: Seat) -> list[Fault]:
    at = f"players.{seat.name}"
    faults = []
    if seat.fan_tokens is not None and seat.fan_tokens < 0:
        faults.append(Fault(f"{at}.fan_tokens", f"{seat.fan_tokens}; expected at least 0"))
    if not seat.deck.possible():
        faults.append(Fault(f"{at}.deck", f"{len(seat.deck.known)} cards are known of {seat.deck.size}"))
    faults += [Fault(f"{at}.asks", f"{id_}: no such card") for id_ in seat.asks if not _asks(position, id_)]
    rounds = Counter(trophy.round for trophy in seat.trophies)
    faults += [Fault(f"{at}.trophies", f"{n} trophies of round {round_}") for round_, n in rounds.items() if n > 1]
    return faults


def _asks(position: Position, id_: str) -> bool:
    card = position.card(id_)
    return card is not None and bool(card.effect.picked)


def _doubts_of_trophies(position: Position) -> list[Fault]:
    faults = []
    shown: dict[int, Counter[int]] = {}
    for seat in position.players:
        for trophy in seat.trophies:
            if not 1 <= trophy.round <= position.box.rounds:
                faults.append(Fault(f"players.{seat.name}.trophies", f"there is no round {trophy.round}"))
            elif trophy.fans is not None:
                shown.setdefault(trophy.round, Counter())[trophy.fans] += 1
    for round_, values in shown.items():
        there = Counter(position.box.trophies[round_ - 1])
        for value, n in values.items():
            if n > there[value]:
                text = f"{n} trophies of round {round_} with {value} fans; there are {there[value]}"
                faults.append(Fault("players", text))
    return faults


def _doubts_of_match(position: Position, each: Match, names: list[str]) -> list[Fault]:
    at = f"matches.{each.park}"
    pair = [side.name for side in each.sides]
    if len(pair) != 2 or not set(pair) <= set(names):
        return [Fault(f"{at}.sides", f"{', '.join(pair) or 'nobody'}; expected two players of this table")]
    faults = [
        Fault(f"{at}.{field}", f"{name}; expected {pair[0]} or {pair[1]}")
        for field, name in (("turn", each.turn), ("holder", each.holder), ("winner", each.winner))
        if name is not None and name not in pair
    ]
    faults += [Fault(f"{at}.asked", f"{q.player} is not of this match") for q in each.asked if q.player not in pair]
    for side in each.sides:
        faults += _doubts_of_side(position, each, side, f"{at}.sides.{side.name}")
    if faults:
        return faults
    if (each.winner is not None) != (each.stage == "over"):
        faults.append(Fault(f"{at}.stage", f"{each.stage}, but the winner is {each.winner or 'not known'}"))
    if each.stage not in ("waiting", "over") and each.turn is None:
        faults.append(Fault(f"{at}.turn", "null; expected whoever reveals next"))
    if each.stage in ("attack", "flag", "lost") and each.holder is None:
        faults.append(Fault(f"{at}.holder", f"null; somebody holds the flag at stage {each.stage}"))
    elif each.stage in ("attack", "flag") and not each.side(each.holder or "").stack:
        faults.append(Fault(f"{at}.sides.{each.holder}.stack", "empty; expected the card with the flag on it"))
    if each.stage == "attack" and each.turn == each.holder:
        faults.append(Fault(f"{at}.turn", f"{each.turn} holds the flag; the other one attacks"))
    if each.stage in ("waiting", "start") and each.holder is not None:
        faults.append(Fault(f"{at}.stage", f"{each.stage}, but {each.holder} holds the flag; expected attack"))
    if each.asked and each.stage not in ("revealed", "lost", "flag"):
        faults.append(Fault(f"{at}.asked", f"nothing can wait at stage {each.stage}"))
    if each.stage in ("revealed", "lost", "flag") and not each.asked:
        faults.append(Fault(f"{at}.stage", f"{each.stage}, but nothing waits; expected attack"))
    if each.stage == "revealed" and not each.side(each.turn or "").stack:
        faults.append(Fault(f"{at}.sides.{each.turn}.stack", "empty; expected the revealed card"))
    if each.park == FINAL and position.part != "final":
        faults.append(Fault(at, "the final is played after the last round only"))
    return faults


def _doubts_of_side(position: Position, each: Match, side: Side, at: str) -> list[Fault]:
    faults = []
    cards = (*laid_open(side), *(id_ for id_ in (*(side.pile.cards or ()), *side.added) if id_ is not None))
    faults += [Fault(at, f"{id_}: no such card") for id_ in dict.fromkeys(cards) if position.card(id_) is None]
    if faults:
        return faults
    named = {lookup(position, id_).name for id_ in side.bench}
    if len(named) > SLOTS and each.stage != "lost" and each.winner is None:
        faults.append(Fault(f"{at}.bench", f"{len(named)} names; it has {SLOTS} slots"))
    deck = position.seat(side.name).deck
    size = None if deck.size is None else deck.size + len(side.added)
    there = len(laid_open(side)) + (side.pile.size or 0)
    if each.going and size is not None and there > size:
        faults.append(
            Fault(at, f"{there} cards in the match; expected at most {size}, as players.{side.name}.deck says")
        )
    return faults


def forget(position: Position) -> Position:
    """Without the names of the cards in the decks; at scores only, without their number too."""
    if position.detail == "scores":
        return position._replace(players=tuple([seat._replace(deck=Zone(None)) for seat in position.players]))
    return position._replace(players=tuple([seat._replace(deck=seat.deck.hidden()) for seat in position.players]))
