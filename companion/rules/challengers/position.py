"""The table of Challengers! at one moment: an immutable value."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from companion.rules.challengers.cards import ROBOT, Box, Card, Level
from companion.rules.challengers.duel import Stage, Why
from companion.rules.challengers.effects import Clause, Effect
from companion.rules.codec import Keyed, Skip
from companion.rules.engine import Outcome
from companion.rules.zones import Zone

FINAL = "final"
"""The park of the final match."""

Part = Literal["rounds", "opening", "final"]
"""The rounds; after the last one, until the finalists are known; the final match."""


class Trophy(NamedTuple):
    """The trophy of a won round; `fans` is null while nobody told the app."""

    round: int
    fans: int | None = None


class Pile(NamedTuple):
    """The cards a player has still to reveal, the top one last: null for an unseen card, null for an unknown count."""

    cards: tuple[str | None, ...] | None = None

    @classmethod
    def from_short(cls, value: Any) -> Pile | None:
        """A pile from a count, a list of cards (null: an unseen one), or null for an unknown count; None for others."""
        if value is None:
            return cls()
        if type(value) is int and 0 <= value <= 1000:
            return cls((None,) * value)
        if isinstance(value, list | tuple) and all(card is None or type(card) is str for card in value):
            return cls(tuple(value))
        return None

    @staticmethod
    def short_schemas() -> list[dict[str, Any]]:
        """The JSON Schemas of the shorter forms."""
        return Zone.short_schemas()

    @property
    def size(self) -> int | None:
        return None if self.cards is None else len(self.cards)


class Shown(NamedTuple):
    """A card in front of a player, with the immediate bonus it keeps."""

    card: str
    bonus: int = 0

    @classmethod
    def from_short(cls, value: Any) -> Shown | None:
        """A card without a bonus from its id."""
        return cls(value) if type(value) is str else None

    @staticmethod
    def short_schemas() -> list[dict[str, Any]]:
        """The JSON Schema of the shorter form."""
        return [{"type": "string"}]


class Side(NamedTuple):
    """One player's half of a match. `stack`: the attack so far, or the flag card (last) and what lies under it."""

    name: str
    pile: Pile = Pile()
    bench: tuple[str, ...] = ()
    stack: tuple[Shown, ...] = ()
    exhaust: tuple[str, ...] = ()
    added: tuple[str | None, ...] = ()
    """Cards that came in from the tray during this match (null: unseen)."""
    next: int = 0
    """What the next revealed card gets on top."""


class Question(NamedTuple):
    """An effect the table has to carry out: whose, of which card, which clause."""

    player: str
    card: str
    clause: Clause


class Match(NamedTuple):
    """A pair's match in one park; `stage` "waiting" until somebody starts with the flag."""

    park: str
    sides: Keyed[Side]
    stage: Stage = "waiting"
    turn: str | None = None
    holder: str | None = None
    asked: tuple[Question, ...] = ()
    reveals: int = 0
    winner: str | None = None
    why: Why | None = None

    def side(self, name: str) -> Side:
        return self.sides[0] if self.sides[0].name == name else self.sides[1]

    def other(self, name: str) -> str:
        """The opponent's name."""
        return self.sides[1].name if self.sides[0].name == name else self.sides[0].name

    def with_side(self, new: Side) -> Match:
        first, second = self.sides
        return self._replace(sides=(new, second) if first.name == new.name else (first, new))

    @property
    def going(self) -> bool:
        return self.winner is None and self.stage != "waiting"


class Result(NamedTuple):
    """A match that is over."""

    round: int
    winner: str
    loser: str


class Reading(NamedTuple):
    """A card as the table read it aloud: a robot's card, or one whose effect the data does not know.

    `power` null: as printed in the pack. `effect` null: nobody has told; it is asked for each time.
    """

    card: str
    power: int | None = None
    effect: Effect | None = None
    level: Level = "R"


class Seat(NamedTuple):
    """A player, or the robot in an empty seat; `level` to `asks` are about this round's deck phase."""

    name: str
    fan_tokens: int | None = 0
    trophies: tuple[Trophy, ...] = ()
    deck: Zone = Zone(None)
    level: str | None = None
    picks: int = 0
    redrawn: bool = False
    done: bool = False
    """No more picks: all taken, or declined."""
    asks: tuple[str, ...] = ()
    """Picked cards whose When-picked effect the table has still to tell."""
    robot: bool = False
    left: bool = False

    @property
    def top_round(self) -> int:
        """The highest round number on an own trophy, 0 without one (CH9)."""
        return max((trophy.round for trophy in self.trophies), default=0)

    def in_phase(self) -> Seat:
        """As at the begin of a deck phase."""
        return self._replace(level=None, picks=0, redrawn=False, done=False, asks=())


class Position(NamedTuple):
    """The table. `sets`: the card sets in play, null where nobody said."""

    players: Keyed[Seat]
    box: Annotated[Box, Skip()]
    round: int = 1
    part: Part = "rounds"
    matches: Keyed[Match] = ()
    results: tuple[Result, ...] = ()
    sets: tuple[str, ...] | None = None
    read: Keyed[Reading] = ()
    trophies_open: bool = False
    finalists: tuple[str, ...] | None = None
    robot_level: int | None = None
    detail: Literal["scores", "moves", "cards"] = "cards"
    house: tuple[tuple[str, str], ...] = ()
    outcome: Outcome | None = None

    def seat(self, name: str) -> Seat:
        for seat in self.players:
            if seat.name == name:
                return seat
        raise KeyError(name)

    def with_seat(self, new: Seat) -> Position:
        return self._replace(players=tuple([new if seat.name == new.name else seat for seat in self.players]))

    def with_match(self, new: Match) -> Position:
        return self._replace(matches=tuple([new if match.park == new.park else match for match in self.matches]))

    def match_of(self, name: str | None) -> Match | None:
        """The match `name` plays (or played) this round; None for a spectator of the final."""
        for match in self.matches:
            if match.sides[0].name == name or match.sides[1].name == name:
                return match
        return None

    @property
    def people(self) -> list[Seat]:
        """The seats without the robot."""
        return [seat for seat in self.players if not seat.robot]

    @property
    def is_small(self) -> bool:
        """Whether it is the game for one (and the robot) or two: open trophies, no final, an end by a lead."""
        return len(self.players) == 2

    @property
    def tracks_decks(self) -> bool:
        """Whether the cards of each deck are written down."""
        return self.detail == "cards"

    def card(self, id_: str) -> Card | None:
        """The card of an id, with what the table read on it; None when neither knows it."""
        printed = self.box.cards.get(id_)
        for reading in self.read:
            if reading.card == id_:
                if printed is None:
                    printed = Card(id_, "", id_, 1, ROBOT, reading.level, reading.power or 0, UNKNOWN)
                power = printed.power if reading.power is None else reading.power
                return printed._replace(
                    power=power, effect=printed.effect if reading.effect is None else reading.effect
                )
        return printed

    def in_play(self, card: Card) -> bool:
        """Whether the set of `card` is among the chosen ones."""
        return self.sets is None or card.set in self.sets or card.set == ROBOT


UNKNOWN = Effect.parse("reveal: told")
