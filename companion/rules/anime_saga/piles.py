"""Cards on their way back: the end of a turn, and what a player who leaves holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules.anime_saga import gate, moves, skills
from companion.rules.anime_saga import problems as p
from companion.rules.anime_saga.position import HAND_LIMIT, PILES, Position, Seat
from companion.rules.engine import Action, ActionSpec, Draft, Outcome, Problem, Reason, Subset
from companion.rules.fields import Field
from companion.rules.records import but
from companion.rules.rulings import Rulings
from companion.rules.zones import Zone

PLAYER = Field("player", "player")
RETURNS = Field(
    "returns",
    "records",
    required=False,
    of=(
        Field("card", "card", nullable=True, about="null when nobody looked"),
        Field("pile", "int", low=1, high=PILES),
    ),
    about="the cards that go back, in the order they are laid, each with its pile",
)


_NO_CARDS = Subset((), 0, 0)


def excess(hand: Zone) -> int | None:
    """How many cards are beyond the hand limit; None when the hand is unknown."""
    return None if hand.size is None else max(hand.size - HAND_LIMIT, 0)


def give_back(
    draft: Draft, zone: Zone, returns: Sequence[Mapping[str, Any]], place: str, reason: Reason, /, **values: Any
) -> tuple[Zone, ...]:
    """The piles with the cards of `zone` laid on them one by one, each on one with the fewest (AS-5.18 to AS-5.21)."""
    position: Position = draft.now
    if zone.size is not None and len(returns) != zone.size and position.detail != "scores":
        draft.refuse(p.RETURNS_COUNT, want=zone.size, have=len(returns))
    if not returns:
        return position.piles
    moves.check_cards(draft, zone, [record["card"] for record in returns], place)
    lowest_number = draft.rulings["AS26"] == "lowest-number"
    sizes = [pile.size for pile in position.piles if pile.size is not None]
    known = len(sizes) == PILES
    if not known and position.detail != "scores":
        unknown = next(at for at, pile in enumerate(position.piles) if pile.size is None)
        draft.need(f"piles[{unknown}]")
    laid: dict[int, list[str | None]] = {}
    for record in returns:
        at = record["pile"] - 1
        laid.setdefault(at, []).append(record["card"])
        if known:
            least = min(sizes)
            if sizes[at] != least or (lowest_number and sizes.index(least) != at):
                _refuse_pile(draft, sum(map(len, laid.values())), at, sizes)
            sizes[at] += 1
    if draft.problems:
        return position.piles
    piles = list(position.piles)
    for at, cards in laid.items():
        before = piles[at]
        piles[at] = after = before.add(cards, position.detail == "cards")
        draft.moved(None, f"pile-{at + 1}", before.size, after.size, reason, **values)
    return tuple(piles)


def _refuse_pile(draft: Draft, n: int, at: int, sizes: Sequence[int]) -> None:
    least = min(sizes)
    if sizes[at] == least:
        draft.refuse(p.NOT_LOWEST, n=n, pile=at + 1, least=sizes.index(least) + 1)
    else:
        lowest = ", ".join(str(number) for number, size in enumerate(sizes, 1) if size == least)
        draft.refuse(p.NOT_SMALLEST, n=n, pile=at + 1, have=sizes[at], least=least, piles=lowest)


# The end of a turn.


def forbids_end(position: Position, player: str | None, rulings: Rulings) -> gate.Problems:
    found = gate.room(position, player).turn
    if (position.acted and position.fight is None) or player is None or position.detail == "scores":
        return found
    return (*found, Problem(p.FIGHT_ON if position.fight is not None else p.NO_ACTION_YET, {"player": player}))


def offers_end(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    seat = position.seat(player or "")
    hand, own, over = seat.hand, seat.discards, excess(seat.hand)
    count = None if own.size is None or over is None else own.size + over
    return {
        "player": (player,),
        "discards": moves.some(hand, over or 0, over) if over != 0 else _NO_CARDS,
        "returns": moves.some(own, count or 0, count),
    }


def end_turn(draft: Draft, action: Action) -> None:
    """Discard beyond the hand limit, give all used cards back, and pass the turn (AS-5.15, AS-5.18)."""
    name, discards, returns = action["player"], action.get("discards", ()), action.get("returns", ())
    position: Position = draft.now
    seat = position.seat(name)
    over = excess(seat.hand)
    if over is None:
        if position.detail != "scores":
            draft.need(f"players.{name}.hand")
    elif len(discards) != over:
        draft.refuse(p.OVER_LIMIT, player=name, hand=seat.hand.size, want=over, have=len(discards))
    if discards:
        moves.check_hand(draft, name, discards)
        if draft.stopped:
            return
        moves.from_hand(draft, name, discards, p.LIMIT_DISCARD)
        seat = draft.now.seat(name)
    piles = give_back(draft, seat.discards, returns, f"{name}'s discards", p.RETURNED)
    if draft.stopped:
        return
    before = seat.discards.size
    left = 0 if before is None else max(before - len(returns), 0)
    draft.moved(name, "discards", before, left, p.RETURNED)
    passed = next_turn(position, name) if position.turn == name else {}
    draft.now = draft.now.with_seat(but(seat, discards=Zone(left), used=()), piles=piles, **passed)


def next_turn(position: Position, name: str) -> dict[str, Any]:
    """What changes when the turn passes to the next player clockwise who has not left (AS-5.2)."""
    seats = position.players
    at = seats.index(position.seat(name)) + 1
    following = None
    for seat in seats[at:] + seats[:at]:
        if not seat.left:
            following = seat.name
            break
    return {"turn": following, "turns": position.turns + 1, "acted": False, "down": None, "traded": (), "fight": None}


# Leaving the game.


def forbids_leave(position: Position, player: str | None, rulings: Rulings) -> gate.Problems:
    seat = gate.room(position, player).seat
    if seat is None:
        return gate.NOBODY
    return (Problem(p.HAS_LEFT, {"player": player}),) if seat.left else ()


def offers_leave(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    return {"player": (player,)}


def _held(seat: Seat, rulings: Rulings) -> Zone:
    """What goes to the piles when the seat leaves (ruling AS72): its discards and, as a rule, its hand."""
    if rulings["AS72"] == "hand-aside":
        return seat.discards
    size = None if seat.hand.size is None or seat.discards.size is None else seat.hand.size + seat.discards.size
    return Zone(size, seat.hand.known + seat.discards.known)


def leave(draft: Draft, action: Action) -> None:
    """The player's cards go back, their Fame is frozen and their turns are skipped; they cannot win (AS72)."""
    if draft.stopped:
        return
    name = action["player"]
    seat: Seat = draft.now.seat(name)
    held = _held(seat, draft.rulings)
    if held.size is None and draft.now.detail != "scores":
        draft.need(f"players.{name}.hand")
    piles = give_back(draft, held, action.get("returns", ()), f"what {name} holds", p.LEFT_RETURNED, player=name)
    if draft.stopped:
        return
    draft.now = but(draft.now, piles=piles)
    if draft.rulings["AS72"] == "hand-aside":
        aside = draft.now.aside.add((*seat.hand.known, *[None] * (seat.hand.unseen or 0)))
        draft.moved(None, "aside", draft.now.aside.size, aside.size, p.LEFT_RETURNED, player=name)
        draft.now = but(draft.now, aside=aside)
    draft.moved(name, "hand", seat.hand.size, 0, p.LEFT_RETURNED, player=name)
    draft.moved(name, "discards", seat.discards.size, 0, p.LEFT_RETURNED, player=name)
    gone = draft.now.seat(name)._replace(hand=Zone(), discards=Zone(), owes=0, committed=None, ready=False, left=True)
    draft.now = draft.now.with_seat(gone)
    if not draft.now.playing:
        draft.now = but(draft.now, outcome=Outcome((), "abandoned"), turn=None, fight=None)
    elif draft.now.turn == name:
        draft.now = but(draft.now, **next_turn(draft.now, name))
    skills.reveal(draft)


_ENDS = (PLAYER, Field("discards", "cards", required=False, unseen=True, about="what is beyond ten cards"), RETURNS)

SPECS = (
    ActionSpec("end-turn", "End the turn", _ENDS, end_turn, forbids_end, offers_end),
    ActionSpec("leave", "Leave the game", (PLAYER, RETURNS), leave, forbids_leave, offers_leave),
    ActionSpec("concede", "Concede", (PLAYER, RETURNS), leave, forbids_leave, offers_leave),
)
