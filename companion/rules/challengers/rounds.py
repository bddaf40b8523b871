"""The evening: pairs round by round, what the end of a match brings, and when it is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.rules.challengers import problems as p
from companion.rules.challengers.duel import Why
from companion.rules.challengers.position import FINAL, Match, Position, Result, Seat, Side, Trophy
from companion.rules.engine import Draft, Outcome, Problem
from companion.rules.zones import Zone

LEAD = 11
"""So many fans ahead after a match end the game for one or two (CH37)."""


def pairs(position: Position) -> tuple[Match, ...]:
    """The waiting matches of the round the position stands in, park by park."""
    rows = position.box.plan[len(position.players)][position.round - 1]
    seats = position.players
    return tuple(
        Match(str(park), (Side(seats[left - 1].name), Side(seats[right - 1].name)))
        for park, (left, right) in enumerate(rows, 1)
    )


def match_problems(match: Match | None, player: str | None) -> tuple[Problem, ...]:
    """Why this match of `player` cannot be decided any more (None: they play none)."""
    if match is None:
        return p.about(p.NO_MATCH, player)
    return () if match.winner is None else (Problem(p.MATCH_OVER, {"winner": match.winner}),)


# Fans and trophies


def values_left(position: Position, round_: int) -> list[int]:
    """The fans on the trophies of a round that nobody has entered yet, in order."""
    left = Counter(position.box.trophies[round_ - 1])
    left.subtract(
        trophy.fans
        for seat in position.players
        for trophy in seat.trophies
        if trophy.round == round_ and trophy.fans is not None
    )
    return sorted(left.elements())


def fans(seat: Seat) -> int | None:
    """Fan tokens and trophies together; None while one of them is unknown."""
    total = seat.fan_tokens
    for trophy in seat.trophies:
        if total is None or trophy.fans is None:
            return None
        total += trophy.fans
    return total


def fans_range(position: Position, name: str) -> tuple[int, int] | None:
    """The least and most fans a player can have: what the trophies nobody entered may still show.

    None when the fan tokens are unknown.
    """
    seat = position.seat(name)
    if seat.fan_tokens is None:
        return None
    low = high = seat.fan_tokens
    for trophy in seat.trophies:
        possible = [trophy.fans] if trophy.fans is not None else values_left(position, trophy.round)
        possible = possible or list(position.box.trophies[trophy.round - 1])
        low += min(possible)
        high += max(possible)
    return low, high


def lead_unclear(position: Position) -> tuple[Problem, ...]:
    """The trophies a game for one or two must know before it goes on, as they may decide it."""
    if not position.is_small or position.part != "rounds":
        return ()
    unknown = [(seat, trophy) for seat in position.players for trophy in seat.trophies if trophy.fans is None]
    if not unknown:
        return ()
    first, second = [_bounds(position, seat) for seat in position.players]
    if max(first[1] - second[0], second[1] - first[0]) < LEAD:
        return ()
    return tuple([Problem(p.TROPHY_MISSING, {"player": seat.name, "round": trophy.round}) for seat, trophy in unknown])


def _bounds(position: Position, seat: Seat) -> tuple[int, int]:
    """The least and most fans of a seat, whatever the other trophies of a round show."""
    low = high = seat.fan_tokens or 0
    for trophy in seat.trophies:
        values = position.box.trophies[trophy.round - 1] if trophy.fans is None else (trophy.fans,)
        low += min(values)
        high += max(values)
    return low, high


# The end of a match


def finish(draft: Draft, match: Match, winner: str, why: Why) -> None:
    """Record who won `match`: the trophy, the decks; the round closes when all its matches are in."""
    now: Position = draft.now
    loser = match.other(winner)
    match = match._replace(stage="over", winner=winner, why=why, asked=(), turn=None)
    now = now.with_match(match)
    if match.park == FINAL:
        draft.now = now._replace(outcome=Outcome((winner,), "final-won"))
        return
    seat = now.seat(winner)
    if not (seat.left or (seat.robot and not now.is_small)):
        now = now.with_seat(seat._replace(trophies=(*seat.trophies, Trophy(now.round))))
        draft.moved(winner, "trophies", len(seat.trophies), len(seat.trophies) + 1, p.WON[why], loser=loser)
    else:
        # The robot's trophy (and that of a seat it took over) goes back to the box (CH34, CH49).
        draft.moved(None, f"match.{match.park}", "going", "over", p.WON[why], loser=loser)
    draft.now = now._replace(results=(*now.results, Result(now.round, winner, loser)))
    for side in match.sides:
        _collect(draft, side)
    if all(played.winner is not None for played in draft.now.matches):
        _close_round(draft)


def _collect(draft: Draft, side: Side) -> None:
    """Put the deck together again after a match; cards from the tray stay in it (CH57)."""
    now: Position = draft.now
    seat = now.seat(side.name)
    if now.detail == "scores":
        draft.now = now.with_seat(seat._replace(deck=Zone(None)))
    elif side.added and draft.rulings["CH57"] == "stay-in-deck":
        deck = seat.deck.add(side.added, now.tracks_decks)
        draft.now = now.with_seat(seat._replace(deck=deck))
        draft.moved(side.name, "deck", seat.deck.size, deck.size, p.COLLECTED)


def _close_round(draft: Draft) -> None:
    now: Position = draft.now
    if now.is_small and settle_lead(draft):
        return
    if now.round < now.box.rounds:
        now = now._replace(round=now.round + 1, players=tuple([seat.in_phase() for seat in now.players]))
        draft.now = now._replace(matches=pairs(now))
        draft.moved(None, "round", now.round - 1, now.round, p.NEXT_ROUND, round=now.round - 1)
        return
    draft.now = now._replace(part="opening", trophies_open=now.is_small)
    draft.moved(None, "part", "rounds", "opening", p.NEXT_ROUND, round=now.round)
    if now.is_small:
        settle_small(draft)


def between_rounds(position: Position) -> bool:
    """Whether a round has closed and nothing of the next has happened."""
    return (
        bool(position.results)
        and all(match.stage == "waiting" for match in position.matches)
        and not any(seat.picks or seat.done or seat.redrawn for seat in position.players)
    )


def settle_lead(draft: Draft) -> bool:
    """End a game for one or two when somebody is eleven fans ahead; whether it did."""
    first, second = draft.now.players
    ours, theirs = fans(first), fans(second)
    if ours is None or theirs is None or abs(ours - theirs) < LEAD:
        return False
    draft.now = draft.now._replace(outcome=Outcome(((first if ours > theirs else second).name,), "lead"))
    return True


def settle_small(draft: Draft) -> None:
    """End a game for one or two after the last round, once every trophy is known (CH38)."""
    seats = draft.now.players
    if any(fans(seat) is None for seat in seats):
        return
    order = sorted(seats, key=standing, reverse=True)
    best, second = order
    if standing(best) == standing(second):
        outcome = Outcome(tuple(seat.name for seat in seats), "shared")
    else:
        outcome = Outcome((best.name,), "most-fans" if fans(best) != fans(second) else "more-trophies")
    draft.now = draft.now._replace(outcome=outcome)


def standing(seat: Seat) -> tuple[int, int, list[int]]:
    """What ranks a seat: fans, then trophies won, then their round numbers from the highest (CH39)."""
    return fans(seat) or 0, len(seat.trophies), sorted((trophy.round for trophy in seat.trophies), reverse=True)


def settle(draft: Draft) -> None:
    """Judge again, after a correction, who won a game without a final."""
    if draft.now.is_small and draft.now.outcome is not None and draft.now.part == "opening":
        settle_small(draft)


def ranking(seats: Sequence[Seat], draw: Sequence[str] = ()) -> tuple[list[Seat], list[Seat]]:
    """The seats from first to last (`draw` orders those who are level), and those level across the second place."""

    def key(seat: Seat) -> tuple[tuple[int, int, list[int]], int]:
        return standing(seat), -draw.index(seat.name) if seat.name in draw else -len(seats)

    order = sorted(seats, key=key, reverse=True)
    if len(order) < 3 or standing(order[1]) != standing(order[2]):
        return order, []
    return order, [seat for seat in order if standing(seat) == standing(order[1])]
