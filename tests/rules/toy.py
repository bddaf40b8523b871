"""A toy game in one file: the smallest room that has everything the engine asks of a game.

Players take coins from a heap in turn; whoever takes the last one wins. The heap may be unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

from companion.rules import common
from companion.rules.codec import Keyed, Skip
from companion.rules.engine import Action, ActionSpec, Draft, Game, Outcome, Problem, ProblemKind, Reason, Subset
from companion.rules.fields import Fault, Field
from companion.rules.rulings import Rulings
from companion.rules.zones import Zone


class Box(NamedTuple):
    heap: int


class Seat(NamedTuple):
    name: str
    coins: int | None = 0
    hand: Zone = Zone()
    sealed: int | None = None


class Position(NamedTuple):
    """The toy's table."""

    players: Keyed[Seat]
    turn: str
    heap: int | None
    box: Annotated[Box, Skip()]
    detail: str = "cards"
    house: tuple[tuple[str, str], ...] = ()
    outcome: Outcome | None = None

    def seat(self, name: str) -> Seat:
        return next(seat for seat in self.players if seat.name == name)

    def with_seat(self, new: Seat) -> Position:
        return self._replace(players=tuple(new if seat.name == new.name else seat for seat in self.players))


NOT_YOUR_TURN = ProblemKind("not-your-turn", "It is {turn}'s turn, not {player}'s.", "Wait for {turn}.", ("TOY-1.1",))
TOO_MANY = ProblemKind("too-many", "The heap has {have} coins, not {want}.", "Take {have} at most.", ("TOY-1.2",))
TOOK = Reason("took", "took {n} coins", ("TOY-1.2",))
LAST_COIN = Reason("last-coin", "took the last coin", ("TOY-1.3",))


def start(players: Sequence[str], box: Box, rulings: Rulings) -> Position:
    return Position(tuple(Seat(name, hand=Zone(2)) for name in players), players[0], box.heap, box)


def forbids_take(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    if player == position.turn:
        return ()
    return (Problem(NOT_YOUR_TURN, {"turn": position.turn, "player": player}),)


def offers_take(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    top = 3 if position.heap is None else min(3, position.heap)
    return {"player": (player,), "coins": range(1, top + 1), "cards": Subset(position.seat(player or "").hand.known)}


def take(draft: Draft, action: Action) -> None:
    position: Position = draft.now
    if position.heap is None:
        draft.need("heap")
    elif action["coins"] > position.heap:
        draft.refuse(TOO_MANY, have=position.heap, want=action["coins"])
    if draft.stopped:
        return
    assert position.heap is not None
    seat = position.seat(action["player"])
    coins = (seat.coins or 0) + action["coins"]
    # An agreed exception may take more than there is: the heap then stands at nothing.
    heap = max(position.heap - action["coins"], 0)
    draft.moved(seat.name, "coins", seat.coins, coins, TOOK, n=action["coins"])
    order = [s.name for s in position.players]
    following = order[(order.index(seat.name) + 1) % len(order)]
    draft.now = position.with_seat(seat._replace(coins=coins))._replace(turn=following, heap=heap)
    if heap == 0:
        draft.now = draft.now._replace(outcome=Outcome((seat.name,), "last-coin"))


def seal(draft: Draft, action: Action) -> None:
    draft.now = draft.now.with_seat(draft.now.seat(action["player"])._replace(sealed=action["coins"]))


def _coins(position: Any, player: str | None) -> int | None:
    coins: int | None = position.seat(player or "").coins
    return coins


COUNTERS = [
    common.Counter("coins", "coins", _coins, lambda p, name, n: p.with_seat(p.seat(name)._replace(coins=n))),
    common.Counter("heap", "the heap", lambda p, _: p.heap, lambda p, _, n: p._replace(heap=n), own=False, high=99),
]
ZONES = [
    common.ZoneSpec(
        "hand",
        "the hand",
        lambda p, n: p.seat(n).hand,
        lambda p, n, z: p.with_seat(p.seat(n)._replace(hand=z)),
        secret=True,
    ),
]
SWITCHES = {"TOY1": ("yes", "no")}

GAME = Game(
    id="toy",
    name="Toy",
    room="toy",
    code="TY",
    seats=range(2, 5),
    version=1,
    position_type=Position,
    specs=[
        ActionSpec(
            "take",
            "Take coins",
            (Field("player", "player"), Field("coins", "int", low=1, high=3), Field("cards", "cards", required=False)),
            take,
            forbids_take,
            offers_take,
        ),
        ActionSpec(
            "seal",
            "Seal a number",
            (Field("player", "player"), Field("coins", "int")),
            seal,
            secret=("coins",),
            opened=lambda position, action: position.outcome is not None,
        ),
        *common.specs(
            COUNTERS,
            ZONES,
            tuple(SWITCHES),
            lambda p: p._replace(players=tuple(s._replace(hand=s.hand.hidden()) for s in p.players)),
        ),
    ],
    problems=[NOT_YOUR_TURN, TOO_MANY, *common.COMMON_PROBLEMS],
    reasons=[TOOK, *common.COMMON_REASONS],
    endings={"last-coin": LAST_COIN},
    switches=SWITCHES,
    start=start,
    totals=lambda position, rulings: {
        "players": {s.name: {"coins": s.coins} for s in position.players},
        "heap": position.heap,
    },
    seen_by=lambda position, viewer: position,
    doubts=lambda position: [] if (position.heap or 0) >= 0 else [Fault("heap", "below zero")],
    card_kinds={},
    read_box=lambda cards, values: (Box(10), []),
    actor=lambda position: position.turn,
    counters=COUNTERS,
)
