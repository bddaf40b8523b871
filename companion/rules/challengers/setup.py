"""The start of an evening: seats and the tournament plan, starter decks, sets, the robot."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.challengers import problems as p
from companion.rules.challengers.cards import CITY, Box
from companion.rules.challengers.effects import Effect
from companion.rules.challengers.position import Position, Reading, Seat
from companion.rules.challengers.rounds import pairs
from companion.rules.engine import Action, ActionSpec, Allowed, Draft, Problem, Subset
from companion.rules.fields import Field
from companion.rules.rulings import Rulings
from companion.rules.zones import Zone

SETS_CHOSEN = 5
"""Sets in a game beside the City."""

ROBOT_NAME = "Robot"


def start(players: Sequence[str], box: Box, rulings: Rulings) -> Position:
    """After set-up: the first pairs of the plan; a robot in the empty seat; which sets are in nobody has said yet."""
    deck = Zone(len(box.starter), tuple(sorted(box.starter)))
    seats = [Seat(name, deck=deck) for name in players]
    if len(players) % 2:
        name = ROBOT_NAME
        while name in players:
            name += "*"
        seats.append(Seat(name, deck=deck, robot=True))
    position = Position(tuple(seats), box, trophies_open=len(players) <= 2)
    return position._replace(matches=pairs(position))


def chosen_sets(box: Box) -> tuple[str, ...]:
    """The sets to choose from: all but the City."""
    return tuple(name for name in box.sets if name != CITY)


def forbids_setup(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    begun = (
        position.results
        or any(match.stage != "waiting" for match in position.matches)
        or any(seat.picks or seat.done or seat.redrawn for seat in position.players)
    )
    return (Problem(p.ALREADY_BEGUN),) if begun else ()


def offers_setup(position: Position, player: str | None, rulings: Rulings) -> Allowed:
    sets = chosen_sets(position.box)
    n = min(SETS_CHOSEN, len(sets))
    allowed = {"sets": Subset(sets, n, n), "seats": tuple(seat.name for seat in position.players)}
    return allowed | ({"robot_level": range(1, 6)} if any(seat.robot for seat in position.players) else {})


def setup(draft: Draft, action: Action) -> None:
    """Seats in the order of the plan, the sets in play, the robot's level and cards."""
    now: Position = draft.now
    names = [seat.name for seat in now.players]
    robot = next((seat for seat in now.players if seat.robot), None)
    if "seats" in action:
        if sorted(action["seats"]) != sorted(names):
            draft.refuse(p.SEATS_WRONG, players=", ".join(names))
        if any(match.stage != "waiting" for match in now.matches):
            draft.refuse(p.ALREADY_STARTED)
    if "sets" in action:
        sets, given = chosen_sets(now.box), action["sets"]
        want = min(SETS_CHOSEN, len(sets))
        if len(given) != want or len(set(given)) != want or not set(given) <= set(sets):
            draft.refuse(p.SETS_WRONG, given=len(given), want=want, sets=", ".join(sets))
    if robot is None and ("robot_level" in action or "robot_deck" in action):
        draft.refuse(p.NO_ROBOT)
    readings = _readings(draft, action.get("robot_deck", ()))
    if draft.stopped:
        return
    if "seats" in action:
        _take_seats(draft, names, action["seats"])
    if "sets" in action:
        chosen = [CITY, *action["sets"]]
        draft.moved(None, "sets", list(draft.now.sets or ()), chosen, p.SETS_CHOSEN, sets=", ".join(chosen[1:]))
        draft.now = draft.now._replace(sets=tuple(chosen))
    if robot is not None and ("robot_level" in action or "robot_deck" in action):
        _make_robot(draft, robot, action, readings)


def _take_seats(draft: Draft, names: Sequence[str], seats: Sequence[str]) -> None:
    now: Position = draft.now
    now = now._replace(players=tuple(now.seat(name) for name in seats))
    draft.now = now._replace(matches=pairs(now))
    for at, name in enumerate(seats, 1):
        draft.moved(name, "seat", names.index(name) + 1, at, p.SEATED, seat=at)


def _make_robot(draft: Draft, robot: Seat, action: Action, readings: Sequence[Reading]) -> None:
    """The robot's level and deck: as entered; else its starters, with cards nobody entered from level 2 on."""
    now: Position = draft.now
    level = action.get("robot_level", now.robot_level)
    if "robot_deck" in action:
        cards = tuple(sorted(row["card"] for row in action["robot_deck"] for _ in range(row.get("copies", 1))))
        deck = Zone(len(cards), cards if now.tracks_decks else ())
    else:
        deck = Zone(len(now.box.starter) if level == 1 else None, robot.deck.known)
    known = [reading.card for reading in readings]
    kept = tuple(reading for reading in now.read if reading.card not in known)
    now = now._replace(robot_level=level, read=(*kept, *readings))
    draft.moved(None, "robot_level", draft.now.robot_level, level, p.ROBOT_SET, level=level or "?")
    draft.moved(robot.name, "deck", robot.deck.size, deck.size, p.ROBOT_SET, level=level or "?")
    draft.now = now.with_seat(robot._replace(deck=deck))


def _readings(draft: Draft, rows: Sequence[Action]) -> list[Reading]:
    """The robot's cards that the box does not know: powers, and effects where somebody wrote them down."""
    readings = []
    for row in rows:
        if row["card"] in draft.now.box.cards:
            continue
        if "power" not in row:
            draft.refuse(p.NO_SUCH_CARD, card=row["card"])
            continue
        effect = None
        if "effect" in row:
            try:
                effect = Effect.parse("" if row["effect"] == "none" else row["effect"])
            except ValueError as error:
                draft.refuse(p.SAYS_WRONG, fault=str(error))
        readings.append(Reading(row["card"], row["power"], effect))
    return readings


SPECS = (
    ActionSpec(
        "setup",
        "Set up",
        (
            Field("seats", "players", required=False, about="the players in the order of the tournament plan's seats"),
            Field("sets", "texts", required=False, about="the sets in play beside the City"),
            Field("robot_level", "int", required=False, low=1, high=5),
            Field(
                "robot_deck",
                "records",
                required=False,
                of=(
                    Field("card", "card", about="the name on the card"),
                    Field("power", "int", required=False, high=30),
                    Field("copies", "int", required=False, low=1, high=10),
                    Field("effect", "text", required=False, about="in the vocabulary of effects; none for no effect"),
                ),
            ),
        ),
        setup,
        forbids_setup,
        offers_setup,
        by_seat=False,
    ),
)
