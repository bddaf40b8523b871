"""The table of Saturday Wars as an immutable value: seats, cards in play, and what still has to be dealt with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, NamedTuple

from companion.rules.codec import Keyed, Skip
from companion.rules.engine import Outcome
from companion.rules.saturday_wars.cards import Box, Effects, PlotTwist, StoryArc
from companion.rules.zones import Zone

HAND = 5
"""Cards in a hand after set-up and after each Prologue."""
ACTIONS = 4
"""Actions of each player in a Chapter."""
TO_WIN = 3
"""Chapters that win the game."""
DECK = 45
STORY = 5
CAST_COST = 4
"""What the purge costs of the Protagonists come to."""
MULLIGAN_PURGE = 2
MAX_TIES = 5
"""Tied bids after which chance decides."""

Phase = Literal["protagonists", "bid", "chapter", "prologue", "actions", "epilogue"]
Out = Literal["deck", "protagonists", "conceded", "left"]
PieceKind = Literal["character", "story-arc", "enduring"]


class Attached(NamedTuple):
    """An Upgrade on its Character. `card`: its card's id where `key` is not; `progress`: null, as printed."""

    key: str
    card: str | None = None
    progress: int | None = None


class Piece(NamedTuple):
    """A card in play, by the name this table calls it: its card's id, with -2, -3 for further copies.

    `card` is the card's id where `key` is not (empty: nobody told the card); `kind`, `progress` and `limit` are null
    where they are as printed.
    `bonus` is what abilities added for this Chapter, `markers` are those on a Story Arc.
    """

    key: str
    card: str | None = None
    kind: PieceKind | None = None
    progress: int | None = None
    exhausted: bool = False
    bonus: int = 0
    markers: int = 0
    limit: int | None = None
    advanced: bool = False
    upgrades: Keyed[Attached] = ()


class Pile(NamedTuple):
    """A Purge Pile: `size` cards (null: unknown), and its uppermost ones as far as they were seen, the top last.

    In `top` null is a card that nobody saw; what lies below `top` is unknown.
    """

    size: int | None = 0
    top: tuple[str | None, ...] = ()

    @classmethod
    def from_short(cls, value: Any) -> Pile | None:
        """A pile from a count or from a list of cards, the top last; None when it is neither."""
        zone = Zone.from_short(value)
        if isinstance(value, list | tuple):
            return None if zone is None else cls().push(value)
        return None if zone is None else cls(zone.size)

    @staticmethod
    def short_schemas() -> list[dict[str, Any]]:
        """The JSON Schemas of the shorter forms."""
        return Zone.short_schemas()

    def push(self, cards: Iterable[str | None]) -> Pile:
        """With these cards put on it one by one, the last one on top."""
        laid = (*self.top, *cards)
        count = len(laid) - len(self.top)
        unseen = 0
        while unseen < len(laid) and laid[unseen] is None:
            unseen += 1
        return Pile(None if self.size is None else self.size + count, laid[unseen:])

    def pop(self) -> tuple[str | None, Pile]:
        """Its top card (None: nobody saw it), and the rest."""
        size = None if self.size is None else self.size - 1
        return (self.top[-1], Pile(size, self.top[:-1])) if self.top else (None, Pile(size))

    @property
    def known(self) -> tuple[str, ...]:
        """The cards seen in it, the top last."""
        return tuple(card for card in self.top if card is not None)

    @property
    def zone(self) -> Zone:
        """The pile without its order."""
        return Zone(self.size, self.known)

    def corrected(self, zone: Zone) -> Pile:
        """The pile after the table changed its zone by hand: the order of what stayed is kept."""
        left = list(zone.known)
        kept: list[str | None] = []
        for card in self.top:
            if card is None:
                kept.append(None)
            elif card in left:
                left.remove(card)
                kept.append(card)
        while zone.size is not None and len(kept) + len(left) > zone.size and None in kept:
            kept.remove(None)
        unseen = max((zone.size or 0) - (self.size or 0) - len(left), 0) if self.size is not None else 0
        return Pile(zone.size, Pile(0, tuple(kept)).push([*[None] * unseen, *left]).top)


class Task(NamedTuple):
    """Something that has to happen before play goes on, in order.

    - "pay": `player` purges `amount` cards for the bid;
    - "trigger": `player` may take the Purge ability of `card`; "ability": `player` resolves an ability of `card`;
      "challenge": `player` may issue the Challenge of `card`, with the modifier `amount`;
    - "enter": a paid card comes into play (`piece`; `to`: its row), or, without `piece`, a Plot Twist is through and
      is purged; "attach": a paid Upgrade goes on the Character `to`;
    - "turn", "prologue", "claim", "clean-up", "arcs", "next": the next step of the Chapter.
    """

    kind: Literal[
        "pay",
        "trigger",
        "ability",
        "challenge",
        "enter",
        "attach",
        "turn",
        "prologue",
        "claim",
        "clean-up",
        "arcs",
        "next",
    ]
    player: str
    card: str | None = None
    effects: Effects | None = None
    amount: int = 0
    piece: Piece | None = None
    to: str | None = None
    key: str | None = None


class Duel(NamedTuple):
    """A declared Challenge: attacker and defender by their keys, and what its source adds for the attacker."""

    player: str
    attacker: str
    rival: str
    defender: str
    modifier: int = 0
    source: str | None = None


class Seat(NamedTuple):
    """One player's side. `deck.known` are cards seen in the deck, in no order; null is unknown everywhere.

    `out` tells how the player lost; `deck_list` is the registered Shonen Deck.
    """

    name: str
    deck: Zone = Zone(None)
    hand: Zone = Zone(HAND)
    purge_pile: Pile = Pile(None)
    story: Zone = Zone(STORY)
    won: Zone = Zone(0)
    protagonists: Keyed[Piece] | None = None
    active: Keyed[Piece] = ()
    markers: int | None = 0
    actions_left: int | None = ACTIONS
    hand_settled: bool = True
    bid: int | None = None
    bidding: bool = False
    out: Out | None = None
    deck_list: tuple[str, ...] | None = None

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Every card in play, Protagonists first, without their Upgrades."""
        return (*(self.protagonists or ()), *self.active)


class Position(NamedTuple):
    """A game of Saturday Wars between two actions.

    `turn` is the seat whose step it is in the phases chapter, prologue and actions; `chapter` is the card in the story
    row (null: unknown or none), `chapter_by` who played it, `claimer` who claimed the one before, `first` the
    starting player. `agenda` is what has to happen before play goes on.
    """

    players: Keyed[Seat]
    box: Annotated[Box, Skip()]
    first: str
    detail: str = "cards"
    house: tuple[tuple[str, str], ...] = ()
    outcome: Outcome | None = None
    phase: Phase = "actions"
    number: int = 1
    turn: str | None = None
    chapter: str | None = None
    chapter_by: str | None = None
    claimer: str | None = None
    challenge: Duel | None = None
    agenda: tuple[Task, ...] = ()
    ties: int = 0

    def seat(self, name: str) -> Seat:
        """The seat of that name (KeyError when there is none)."""
        for seat in self.players:
            if seat.name == name:
                return seat
        raise KeyError(name)

    def with_seat(self, new: Seat) -> Position:
        """With that seat in place of the one of its name."""
        return self._replace(players=tuple([new if seat.name == new.name else seat for seat in self.players]))

    @property
    def alive(self) -> list[Seat]:
        """The seats still in the game, in turn order."""
        return [seat for seat in self.players if seat.out is None]

    def around(self, name: str | None, after: bool = False) -> Iterator[Seat]:
        """The seats still in the game, clockwise from `name` (from the one `after` it)."""
        names = [seat.name for seat in self.players]
        at = (names.index(name) if name in names else 0) + after
        for seat in (*self.players[at:], *self.players[:at]):
            if seat.out is None:
                yield seat

    @property
    def scores(self) -> bool:
        """Whether the table only keeps scores."""
        return self.detail == "scores"

    @property
    def tracks(self) -> bool:
        """Whether the table tracks every card."""
        return self.detail == "cards"


def card_of(piece: Piece | Attached) -> str | None:
    """The id of the piece's card; None where nobody told it."""
    return piece.key if piece.card is None else piece.card or None


def name_of(piece: Piece | Attached, box: Box) -> str:
    """What people call the piece."""
    card = card_of(piece)
    return piece.key if card is None else box.name(card)


def parts(piece: Piece) -> tuple[Piece | Attached, ...]:
    """The piece and its Upgrades."""
    return (piece, *piece.upgrades)


def kind_of(piece: Piece, box: Box) -> PieceKind:
    """What the piece is: as told, or as its card says; a Character where nothing says."""
    if piece.kind is not None:
        return piece.kind
    card = box.shonen(card_of(piece))
    return "story-arc" if isinstance(card, StoryArc) else "enduring" if isinstance(card, PlotTwist) else "character"


def is_character(piece: Piece, box: Box) -> bool:
    return kind_of(piece, box) == "character"


def limit_of(piece: Piece, box: Box) -> int | None:
    """The Arc Limit; None when nobody told it."""
    card = box.shonen(card_of(piece))
    return card.limit if piece.limit is None and isinstance(card, StoryArc) else piece.limit


def _printed(piece: Piece | Attached, box: Box) -> int | None:
    return box.progress.get(card_of(piece) or "") if piece.progress is None else piece.progress


def progress_of(piece: Piece, box: Box) -> int | None:
    """The progress of a card in play with its Upgrades; None when a part of it is unknown."""
    total = _printed(piece, box)
    if total is None:
        return None
    for upgrade in piece.upgrades:
        printed = _printed(upgrade, box)
        if printed is None:
            return None
        total += printed
    return total + piece.bonus


def total_progress(seat: Seat, box: Box) -> int | None:
    """A player's progress on the current Chapter: markers, and all cards in play; None when a part is unknown."""
    if seat.markers is None or seat.protagonists is None:
        return None
    total = seat.markers
    for piece in seat.pieces:
        progress = progress_of(piece, box)
        if progress is None:
            return None
        total += progress
    return total


def unknown_progress(seat: Seat, box: Box) -> list[str]:
    """The paths of what must be told before the player's progress is known."""
    at = f"players.{seat.name}"
    if seat.protagonists is None or seat.markers is None:
        return [f"{at}.protagonists" if seat.protagonists is None else f"{at}.markers"]
    return [
        f"{at}.{row}.{piece.key}.progress"
        for row, pieces in (("protagonists", seat.protagonists), ("active", seat.active))
        for piece in pieces
        if progress_of(piece, box) is None
    ]


def find(seat: Seat, key: str) -> Piece | None:
    """The piece of that key on a player's side."""
    for piece in seat.pieces:
        if piece.key == key:
            return piece
    return None


def put_piece(seat: Seat, piece: Piece) -> Seat:
    """The side with that piece in place of the one of its key."""
    rows = [
        tuple(piece if old.key == piece.key else old for old in row) for row in (seat.protagonists or (), seat.active)
    ]
    return seat._replace(protagonists=None if seat.protagonists is None else rows[0], active=rows[1])


def locate(position: Position, player: str, reference: str) -> tuple[Seat, Piece] | None:
    """The piece a reference names: KEY (the player's own first, then the others' in turn order), or PLAYER:KEY."""
    owner, colon, key = reference.partition(":")
    for seat in position.around(player):
        if colon and seat.name != owner:
            continue
        piece = find(seat, key if colon else reference)
        if piece is not None:
            return seat, piece
    return None


def free_key(seat: Seat, card: str) -> str:
    """The key of a further piece of this card: its id, with a number where that is taken."""
    taken = {part.key for piece in seat.pieces for part in parts(piece)}
    number, key = 1, card
    while key in taken:
        number += 1
        key = f"{card}-{number}"
    return key
