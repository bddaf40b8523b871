"""The table of Anime Saga as an immutable value: seats, piles, episodes, the turn and the fight in progress."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, NamedTuple

from companion.rules.anime_saga.cards import Attribute, Box, Challenge, Effects, Enemy, Lord, kind_of
from companion.rules.codec import Keyed, Skip
from companion.rules.engine import Outcome
from companion.rules.records import but
from companion.rules.zones import Zone

BLUE_TOP = 20
"""Fame Points that fit on the Blue track (AS-3.14)."""
HAND_LIMIT = 10
PILES = 5

Kind = Literal["challenge", "enemy", "lord"]


class Seat(NamedTuple):
    """One player.

    `attack` and `defence` are those of the sheet, `max_life` is as it stands (skills included); null ones are read from
    the sheet of `character` where the box has it. `discards` are the used and discarded cards that go back to the
    piles at the end of the own turn. `skills` null: not told yet; `ready` with `committed`: chosen in secret, not
    revealed. `owes`: discards that effects of others ask for. `bonuses`: spaces of the Green track whose bonus was
    taken; `reached`: the highest space reached. `used`: skills used this turn.
    """

    name: str
    character: str | None = None
    attack: int | None = None
    defence: int | None = None
    max_life: int | None = None
    life: int | None = None
    fame: int | None = None
    hand: Zone = Zone()
    discards: Zone = Zone()
    skills: tuple[str, ...] | None = None
    committed: tuple[str, ...] | None = None
    ready: bool = False
    owes: int = 0
    bonuses: tuple[int, ...] = ()
    reached: int = 0
    used: tuple[str, ...] = ()
    left: bool = False


class Attributes(NamedTuple):
    """A number of each attribute."""

    strength: int = 0
    agility: int = 0
    power: int = 0
    intelligence: int = 0

    def of(self, attribute: Attribute) -> int:
        number: int = getattr(self, attribute)
        return number


class Episode(NamedTuple):
    """A Challenge, Enemy or Lord on the board, with what its card says; null is unknown.

    `life` is what is left of it. `requirement`: action types (Challenge) or attributes (Enemy, Lord). The second
    requirement and effect are a Lord's.
    """

    kind: Kind | None = None
    name: str | None = None
    card: str | None = None
    life: int | None = None
    damage: int | None = None
    defence: int | None = None
    needs: Attributes | None = None
    contributed: Attributes | None = None
    requirement: tuple[str, ...] | None = None
    effect: Effects | None = None
    second_requirement: tuple[str, ...] | None = None
    second_effect: Effects | None = None


class Fight(NamedTuple):
    """A fight in progress: the dice as they lie, the cards of step 2, and what changes attack and defence.

    `stage`: "cards" until step 2 is done, then "combat". `spent`: Combat cards whose effect was used.
    """

    attack_die: int | None = None
    defence_die: int | None = None
    stage: Literal["cards", "combat"] = "cards"
    cards: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    attack: int = 0
    defence: int = 0


class Position(NamedTuple):
    """The table.

    `turn` null: nobody said whose turn it is. `down`: whether the turn began at zero life; null: as the life of the
    player whose turn it is says. `acted`: the action of the turn was used. `traded`: Trade cards played this turn.
    `deck`: episodes still face down. `aside`: cards that left the game with a player. `stage` "over": the Lord of
    Darkness has fallen.
    """

    players: Keyed[Seat]
    turn: str | None
    box: Annotated[Box, Skip()]
    turns: int = 0
    acted: bool = False
    down: bool | None = None
    traded: tuple[str, ...] = ()
    fight: Fight | None = None
    current: Episode | None = None
    next: Episode | None = None
    spoiler: Episode | None = None
    deck: int | None = None
    piles: tuple[Zone, ...] = (Zone(),) * PILES
    aside: Zone = Zone()
    stage: Literal["skills", "turn", "over"] = "turn"
    detail: Literal["scores", "moves", "cards"] = "cards"
    house: tuple[tuple[str, str], ...] = ()
    outcome: Outcome | None = None

    def seat(self, name: str) -> Seat:
        """The seat of that name (KeyError when there is none)."""
        for seat in self.players:
            if seat.name == name:
                return seat
        raise KeyError(name)

    def with_seat(self, new: Seat, **changes: Any) -> Position:
        """With that seat in place of the one of the same name, and further fields changed."""
        name = new.name
        return but(self, players=tuple([new if seat.name == name else seat for seat in self.players]), **changes)

    def with_pile(self, number: int, pile: Zone) -> Position:
        """With another pile of that number (1 to 5)."""
        return but(self, piles=(*self.piles[: number - 1], pile, *self.piles[number:]))

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats that have not left."""
        return tuple(seat for seat in self.players if not seat.left)

    @property
    def is_down(self) -> bool:
        """Whether the turn began at zero life (AS-4.11)."""
        if self.down is not None:
            return self.down
        return self.turn is not None and self.seat(self.turn).life == 0

    def zones(self) -> Iterator[tuple[str, Zone]]:
        """Every place where Action cards lie, with its path."""
        for seat in self.players:
            yield f"players.{seat.name}.hand", seat.hand
            yield f"players.{seat.name}.discards", seat.discards
        for index, pile in enumerate(self.piles):
            yield f"piles[{index}]", pile
        yield "aside", self.aside


def blue(fame: int | None) -> int | None:
    """What the Blue marker shows (AS-3.14)."""
    return None if fame is None else min(BLUE_TOP, fame)


def green(fame: int | None) -> int | None:
    """What the Green marker shows (AS-3.14)."""
    return None if fame is None else max(fame - BLUE_TOP, 0)


def max_life(position: Position, seat: Seat) -> int | None:
    """The life a seat can have at most; None when it is unknown."""
    if seat.max_life is not None:
        return seat.max_life
    sheet = position.box.characters.get(seat.character or "")
    if sheet is None or seat.skills is None:
        return None
    return sheet.max_life + standing(position, seat.skills, "max-life")


def sheet_value(position: Position, seat: Seat, what: Literal["attack", "defence"]) -> int | None:
    """Attack or defence of the seat's sheet; None when it is unknown."""
    value: int | None = getattr(seat, what)
    if value is None:
        sheet = position.box.characters.get(seat.character or "")
        value = None if sheet is None else getattr(sheet, what)
    return value


def standing(position: Position, skills: tuple[str, ...], what: str) -> int:
    """What these skills add to something all the time."""
    table = position.box.standing.get(what, {})
    return sum([table[skill] for skill in skills if skill in table])


def kind_below(deck: int | None) -> Kind | None:
    """The kind of the top card of an episode deck of that many cards: C E C ... C, then the Lord (AS-3.3)."""
    if not deck:
        return None
    if deck == 1:
        return "lord"
    return "challenge" if deck % 2 == 0 else "enemy"


def episode_of(card: Challenge | Enemy | Lord) -> Episode:
    """The card as it comes onto the board."""
    kind = kind_of(card)
    if isinstance(card, Challenge):
        needs = Attributes(card.strength, card.agility, card.power, card.intelligence)
        return Episode(
            kind,
            card.name,
            card.id,
            needs=needs,
            contributed=Attributes(),
            requirement=card.requirement,
            effect=card.effect,
        )
    second = (card.second_requirement, card.second_effect) if isinstance(card, Lord) else (None, None)
    return Episode(
        kind,
        card.name,
        card.id,
        card.life,
        card.damage,
        card.defence,
        requirement=card.requirement,
        effect=card.effect,
        second_requirement=second[0],
        second_effect=second[1],
    )
