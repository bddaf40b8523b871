"""Results entered by hand, trophies and fans, giving up, and the way to the final."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules.challengers import problems as p
from companion.rules.challengers.decks import PLAYER, offers_self
from companion.rules.challengers.duel import Why
from companion.rules.challengers.match import record, tallies, thaw
from companion.rules.challengers.position import FINAL, Match, Position, Seat, Side
from companion.rules.challengers.rounds import (
    between_rounds,
    fans,
    finish,
    lead_unclear,
    match_problems,
    ranking,
    settle_lead,
    settle_small,
    values_left,
)
from companion.rules.engine import Action, ActionSpec, Allowed, Draft, Outcome, Problem
from companion.rules.fields import Field
from companion.rules.rulings import Rulings

# Results of matches


def forbids_result(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    return match_problems(position.match_of(player), player) or lead_unclear(position)


def offers_result(position: Position, player: str | None, rulings: Rulings) -> Allowed:
    match = position.match_of(player)
    assert match is not None
    return {"player": (player,), "loser": (match.other(player or ""),)}


def match_result(draft: Draft, action: Action) -> None:
    """The table says who won, without the cards."""
    now: Position = draft.now
    winner = action["player"]
    match = now.match_of(winner)
    loser = action.get("loser")
    if match is not None and loser is not None and match.other(winner) != loser:
        draft.refuse(p.NOT_A_PAIR, winner=winner, loser=loser, opponent=match.other(winner))
    if draft.stopped or match is None:
        return
    _decide(draft, match, winner, "told")


def concede(draft: Draft, action: Action) -> None:
    """A player gives their match up; the opponent takes the trophy."""
    match = draft.now.match_of(action["player"])
    if draft.stopped or match is None:
        return
    _decide(draft, match, match.other(action["player"]), "conceded")


def _decide(draft: Draft, match: Match, winner: str, why: Why) -> None:
    if match.stage == "waiting" or draft.now.detail == "scores":
        finish(draft, match, winner, why)
        return
    duel = thaw(draft.now, match, draft.rulings)
    was = tallies(duel)
    duel.end(0 if match.sides[0].name == winner else 1, why)
    record(draft, match, duel, was, p.WON[why], loser=match.other(winner))


def forbids_leave(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    if player is None:
        return (Problem(p.NO_MATCH, {"player": "Nobody"}),)
    seat = position.seat(player)
    if seat.robot:
        return p.about(p.ROBOT_SEAT, player)
    if seat.left:
        return p.about(p.HAS_LEFT, player)
    if sum(not other.left for other in position.people) < 2:
        return p.about(p.LAST_PLAYER, None)
    return ()


def leave(draft: Draft, action: Action) -> None:
    """A player goes home: the match under way is given up, the robot plays the seat from then on (CH49)."""
    if draft.stopped:
        return
    now: Position = draft.now
    name = action["player"]
    draft.now = now.with_seat(now.seat(name)._replace(left=True, asks=()))
    draft.moved(name, "left", False, True, p.LEFT)
    match = now.match_of(name)
    if match is not None and match.winner is None:
        _decide(draft, match, match.other(name), "conceded")


# Trophies and fans


def _unknown(seat: Seat) -> list[int]:
    """The rounds of the trophies nobody has entered, the newest first."""
    return [trophy.round for trophy in reversed(seat.trophies) if trophy.fans is None]


def forbids_trophy(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    if player is None or not position.seat(player).trophies:
        return (Problem(p.NO_TROPHY, {"player": player or "Nobody", "where": "yet"}),)
    seat = position.seat(player)
    if not _unknown(seat):
        return (Problem(p.TROPHY_KNOWN, {"player": player, "round": seat.trophies[-1].round}),)
    return ()


def offers_trophy(position: Position, player: str | None, rulings: Rulings) -> Allowed:
    round_ = _unknown(position.seat(player or ""))[0]
    return {"player": (player,), "round": (round_,), "fans": tuple(dict.fromkeys(values_left(position, round_)))}


def trophy(draft: Draft, action: Action) -> None:
    """What a trophy shows on its other side; its owner enters it, alone."""
    name = action["player"]
    unknown = _unknown(draft.now.seat(name))
    round_ = action.get("round") or (unknown[0] if unknown else None)
    if round_ is not None:
        _enter(draft, name, round_, action["fans"])
    if not draft.stopped:
        _look_at_end(draft)


def _enter(draft: Draft, name: str, round_: int, shown: int) -> None:
    now: Position = draft.now
    seat = now.seat(name)
    own = next((trophy for trophy in seat.trophies if trophy.round == round_), None)
    if own is None:
        draft.refuse(p.NO_TROPHY, player=name, where=f"of round {round_}")
        return
    if own.fans is not None:
        draft.refuse(p.TROPHY_KNOWN, player=name, round=round_)
    left = values_left(now, round_)
    if shown not in left:
        values = ", ".join(map(str, now.box.trophies[round_ - 1]))
        draft.refuse(p.NO_SUCH_TROPHY, round=round_, fans=shown, values=values)
    if draft.stopped:
        return
    trophies = tuple(own._replace(fans=shown) if trophy.round == round_ else trophy for trophy in seat.trophies)
    draft.now = now.with_seat(seat._replace(trophies=trophies))
    draft.moved(name, f"trophy.{round_}", own.fans, shown, p.TROPHY_SEEN, round=round_, fans=shown)


def _look_at_end(draft: Draft) -> None:
    """With one or two players fans lie open: a number that came late may end the game."""
    now: Position = draft.now
    if not now.is_small:
        return
    if now.part == "opening":
        settle_small(draft)
    elif between_rounds(now):
        settle_lead(draft)


def count_fans(draft: Draft, action: Action) -> None:
    """Fan tokens taken (or given back) at the table."""
    now: Position = draft.now
    seat = now.seat(action["player"])
    if action["amount"] == 0:
        draft.refuse(p.NO_CHANGE)
    if seat.fan_tokens is None:
        draft.need(f"players.{seat.name}.fan_tokens")
    if draft.stopped or seat.fan_tokens is None:
        return
    tokens = max(seat.fan_tokens + action["amount"], 0)
    draft.now = now.with_seat(seat._replace(fan_tokens=tokens))
    draft.moved(seat.name, "fan_tokens", seat.fan_tokens, tokens, p.FANS_COUNTED)
    _look_at_end(draft)


def offers_fans(position: Position, player: str | None, rulings: Rulings) -> Allowed:
    return {"player": (player or position.players[0].name,), "amount": range(1, 11)}


# Opening and final


def forbids_open(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    if position.trophies_open or position.is_small:
        return p.about(p.OPEN_ALREADY, None)
    if position.part == "rounds":
        return (Problem(p.NOT_AT_END, {"round": position.round, "rounds": position.box.rounds}),)
    return ()


def open_trophies(draft: Draft, action: Action) -> None:
    """Everybody turns their trophies; those not entered yet come with it."""
    for number, row in enumerate(action.get("values", ())):
        names = [seat.name for seat in draft.now.players]
        if row["player"] in names:
            _enter(draft, row["player"], row["round"], row["fans"])
        else:
            draft.refuse(p.NO_TROPHY, player=row["player"], where=f"(values[{number}])")
    if draft.problems:
        return
    for seat in draft.now.people:
        for round_ in reversed(_unknown(seat)):
            draft.need(f"players.{seat.name}.trophies.{round_}")
    if draft.stopped:
        return
    draft.now = draft.now._replace(trophies_open=True)
    draft.moved(None, "trophies_open", False, True, p.OPENED)


def forbids_final(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    if position.is_small:
        return p.about(p.NO_FINAL, None)
    if position.finalists is not None:
        return (Problem(p.FINAL_SET, {"finalists": ", ".join(position.finalists)}),)
    found = []
    if position.part == "rounds":
        found.append(Problem(p.NOT_AT_END, {"round": position.round, "rounds": position.box.rounds}))
    if not position.trophies_open:
        found.append(Problem(p.TROPHIES_CLOSED))
    return tuple(found)


def offers_final(position: Position, player: str | None, rulings: Rulings) -> Allowed:
    _order, tied = ranking(contenders(position))
    return {"draw": tuple(seat.name for seat in tied)} if tied else {}


def contenders(position: Position) -> list[Seat]:
    """Who may reach the final: people who are still there."""
    return [seat for seat in position.people if not seat.left]


def final(draft: Draft, action: Action) -> None:
    """The two with the most fans play the final; the table draws where everything is level (CH39)."""
    now: Position = draft.now
    seats = contenders(now)
    for seat in seats:
        if fans(seat) is None:
            draft.need(f"players.{seat.name}.fans")
    if draft.needs:
        return
    draw = action.get("draw", ())
    _order, tied = ranking(seats)
    names = [seat.name for seat in tied]
    if "draw" in action and sorted(draw) != sorted(names):
        draft.refuse(p.DRAW_WRONG, tied=", ".join(names) or "nobody")
    elif tied and not draw:
        draft.refuse(p.DRAW_NEEDED, tied=", ".join(names))
    if draft.stopped:
        return
    order, _tied = ranking(seats, draw)
    for place, seat in enumerate(order, 1):
        draft.moved(
            seat.name, "place", 0, place, p.QUALIFIED, fans=fans(seat), trophies=len(seat.trophies), place=place
        )
    if len(order) == 1:
        draft.now = now._replace(outcome=Outcome((order[0].name,), "most-fans"))
        return
    finalists = order[0].name, order[1].name
    match = Match(FINAL, (Side(finalists[0]), Side(finalists[1])))
    draft.now = now._replace(part="final", finalists=finalists, matches=(match,))


VALUES = Field(
    "values",
    "records",
    required=False,
    of=(Field("player", "player"), Field("round", "int", low=1, high=7), Field("fans", "int", high=20)),
    about="what the trophies show that nobody entered before",
)


def _after_reveal(position: Any, action: Mapping[str, Any]) -> bool:
    return bool(position.trophies_open or position.is_small)


SPECS = (
    ActionSpec(
        "match-result",
        "Enter a result",
        (PLAYER, Field("loser", "player", required=False)),
        match_result,
        forbids_result,
        offers_result,
    ),
    ActionSpec(
        "trophy",
        "Enter a trophy",
        (PLAYER, Field("fans", "int", high=20), Field("round", "int", required=False, low=1, high=7)),
        trophy,
        forbids_trophy,
        offers_trophy,
        secret=("fans",),
        opened=_after_reveal,
    ),
    ActionSpec("fans", "Count fan tokens", (PLAYER, Field("amount", "int", low=-50, high=50)), count_fans,
               offers=offers_fans),
    ActionSpec("open-trophies", "Open the trophies", (VALUES,), open_trophies, forbids_open),
    ActionSpec(
        "final",
        "Go to the final",
        (Field("draw", "players", required=False, about="those level for second place, as the table drew them"),),
        final,
        forbids_final,
        offers_final,
    ),
    ActionSpec("concede", "Give up the match", (PLAYER,), concede, forbids_result, offers_self),
    ActionSpec("leave", "Leave the table", (PLAYER,), leave, forbids_leave, offers_self),
)  # fmt: skip
