"""The kinds of card, the small vocabulary of their abilities, and the box of cards a table plays with.

An ability is a text: `WHEN: effect, effect`, several of them joined by ` | `. What the vocabulary cannot say is
`told: the words for the table`, and the table tells what came of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, NamedTuple

from companion.rules.fields import Fault

When = Literal["action", "quick", "purge", "animate", "enduring", "prologue", "epilogue", "narrative", "while"]
WHENS: tuple[When, ...] = (
    "action",
    "quick",
    "purge",
    "animate",
    "enduring",
    "prologue",
    "epilogue",
    "narrative",
    "while",
)
USES = ("action", "quick", "purge")
"""Abilities that a player uses when it suits; the others happen."""
STANDING = ("enduring", "narrative", "while")
"""Abilities that hold as long as their card is in play; of the vocabulary, only a Challenge modifier can."""

_OF_PLAYER = re.compile(r"(?:(rival|each) )?(draw|purge|return|action|marker) ([+-]?\d{1,2})")
_OF_CHARACTER = re.compile(r"(exhaust|ready|purge|progress)(?: (own|rival) character)?(?: ([+-]\d{1,2}))?")
_CHALLENGE = re.compile(r"challenge(?: ([+-]\d{1,2}))?")


class Effect(NamedTuple):
    """One thing an ability does.

    `on` tells what it is about. `who`: "you", "rival" (one opponent) or "each" player; for Characters "self" (the card
    itself, or what it is attached to), "own" or "rival" (a Character chosen among them).
    """

    verb: str
    on: Literal["player", "character", "challenge", "told"]
    who: str = "you"
    amount: int = 0
    text: str = ""

    @classmethod
    def parse(cls, text: str) -> Effect:
        """The effect a text names; ValueError says what is wrong with it."""
        if text.startswith("told:") and text[5:].strip():
            return cls("told", "told", text=text[5:].strip())
        if found := _OF_PLAYER.fullmatch(text):
            who, verb, amount = found.groups()
            if verb in ("draw", "purge", "return") and int(amount) < 1:
                raise ValueError(f"“{text}” needs a number of cards, at least 1")
            return cls(verb, "player", who or "you", int(amount))
        if found := _OF_CHARACTER.fullmatch(text):
            verb, who, amount = found.groups()
            if (verb == "progress") != (amount is not None):
                raise ValueError(f"“{text}”: progress, and nothing else here, needs an amount such as +1")
            return cls(verb, "character", who or "self", int(amount or 0))
        if found := _CHALLENGE.fullmatch(text):
            return cls("challenge", "challenge", amount=int(found.group(1) or 0))
        raise ValueError(f"“{text[:60]}” is no effect")

    def __str__(self) -> str:
        if self.on == "told":
            return f"told: {self.text}"
        if self.on == "challenge":
            return f"challenge {self.amount:+d}" if self.amount else "challenge"
        if self.on == "character":
            target = "" if self.who == "self" else f" {self.who} character"
            return f"{self.verb}{target} {self.amount:+d}" if self.verb == "progress" else f"{self.verb}{target}"
        signed = f"{self.amount:+d}" if self.verb in ("action", "marker") else str(self.amount)
        return f"{self.verb} {signed}" if self.who == "you" else f"{self.who} {self.verb} {signed}"


class _Effects(NamedTuple):
    items: tuple[Effect, ...] = ()


class Effects(_Effects):
    """Effects one after another: `draw 1, marker +1`; what is told stands last and may hold commas."""

    __slots__ = ()
    EXPECTED: ClassVar[str] = (
        "effects such as “draw 1, marker +1”, “exhaust, progress +2” or “told: words for the table”"
    )

    @classmethod
    def parse(cls, text: str) -> Effects:
        """The effects a text names; ValueError says what is wrong with it."""
        said, mark, told = text.partition("told:")
        parts = [part.strip() for part in said.split(",") if part.strip()]
        if mark:
            parts.append(mark + told)
        if not parts:
            raise ValueError("no effect")
        return cls(tuple(Effect.parse(part) for part in parts))

    def __str__(self) -> str:
        return ", ".join(map(str, self.items))


class Ability(NamedTuple):
    """When something happens, and what."""

    when: When
    effects: Effects

    def __str__(self) -> str:
        return f"{self.when}: {self.effects}"


class _Abilities(NamedTuple):
    items: tuple[Ability, ...] = ()


class Abilities(_Abilities):
    """What is printed on a card: at most one ability of each timing."""

    __slots__ = ()
    EXPECTED: ClassVar[str] = "abilities such as “action: exhaust, draw 1 | purge: marker +1”, or nothing"

    @classmethod
    def parse(cls, text: str) -> Abilities:
        """The abilities a text names; ValueError says what is wrong with it."""
        items = []
        for part in filter(None, map(str.strip, text.split("|"))):
            when, colon, rest = part.partition(":")
            if not colon or when not in WHENS:
                raise ValueError(f"“{when[:30]}” is no timing (use one of: {', '.join(WHENS)})")
            effects = Effects.parse(rest)
            if when in STANDING and any(effect.on not in ("challenge", "told") for effect in effects.items):
                raise ValueError(f"“{part[:60]}”: what holds all the time is a challenge modifier or told")
            items.append(Ability(WHENS[WHENS.index(when)], effects))
        if len({ability.when for ability in items}) != len(items):
            raise ValueError("the same timing twice")
        return cls(tuple(items))

    def __str__(self) -> str:
        return " | ".join(map(str, self.items))

    def at(self, when: str) -> Effects | None:
        """What happens then; None: nothing."""
        for ability in self.items:
            if ability.when == when:
                return ability.effects
        return None

    @property
    def modifier(self) -> int:
        """What the card adds to Challenges while it is in play."""
        return sum(
            effect.amount
            for ability in self.items
            if ability.when in STANDING
            for effect in ability.effects.items
            if effect.on == "challenge"
        )


class Character(NamedTuple):
    """One of the cast: its purge cost, its progress, and whether it may become a Protagonist later."""

    id: str
    code: str
    name: str
    copies: int
    cost: int
    progress: int
    abilities: Abilities = Abilities()
    joins_protagonists: bool = False


class Upgrade(NamedTuple):
    """Attaches to a Character and leaves play with it."""

    id: str
    code: str
    name: str
    copies: int
    cost: int
    progress: int = 0
    abilities: Abilities = Abilities()


class PlotTwist(NamedTuple):
    """A one-off event; it endures for the Chapter when it has an Enduring ability. Quick ones cost no action."""

    id: str
    code: str
    name: str
    copies: int
    cost: int
    progress: int = 0
    abilities: Abilities = Abilities()
    quick: bool = False


class StoryArc(NamedTuple):
    """Stays over several Chapters until its markers meet the limit."""

    id: str
    code: str
    name: str
    copies: int
    cost: int
    limit: int
    progress: int = 0
    abilities: Abilities = Abilities()


class Chapter(NamedTuple):
    """A prize, with a Prologue, Epilogue or Narrative ability."""

    id: str
    code: str
    name: str
    copies: int
    abilities: Abilities = Abilities()


KINDS = {
    "character": Character,
    "upgrade": Upgrade,
    "plot-twist": PlotTwist,
    "story-arc": StoryArc,
    "chapter": Chapter,
}
Shonen = Character | Upgrade | PlotTwist | StoryArc
"""The cards of a Shonen Deck."""


class Box(NamedTuple):
    """The cards a table plays with, by id. Positions carry it, their JSON does not.

    Of the cards of a Shonen Deck: `uses`, which of their abilities can be used in play, in the order of `USES`, and
    `progress`, what is printed on them.
    """

    cards: Mapping[str, Shonen | Chapter]
    uses: Mapping[str, tuple[str, ...]]
    progress: Mapping[str, int]

    def card(self, id_: str) -> Shonen | Chapter | None:
        """The card of that id; None when the box does not know it."""
        return self.cards.get(id_)

    def shonen(self, id_: str | None) -> Shonen | None:
        """The card of that id where it belongs in a Shonen Deck; None when the box does not know it."""
        card = self.cards.get(id_) if id_ is not None else None
        return None if isinstance(card, Chapter) else card

    def chapter(self, id_: str | None) -> Chapter | None:
        """The Chapter of that id; None when the box does not know it."""
        card = self.cards.get(id_) if id_ is not None else None
        return card if isinstance(card, Chapter) else None

    def name(self, id_: str | None) -> str:
        """What people call the card."""
        if id_ is None:
            return "an unseen card"
        card = self.cards.get(id_)
        return id_ if card is None else card.name


def read_box(cards: Sequence[Any], values: Mapping[str, Any]) -> tuple[Box, list[Fault]]:
    """The box of these cards, and what is wrong with them together (`values`: the game needs none)."""
    faults = [Fault(f"values.{name}", "no such value in this game") for name in values]
    for field in ("id", "code"):
        counts = Counter(getattr(card, field) for card in cards)
        faults += [
            Fault(
                f"{card.id}.{field}",
                f"{getattr(card, field)!r} is on {counts[getattr(card, field)]} cards; expected one",
            )
            for card in cards
            if counts[getattr(card, field)] > 1
        ]
    for card in cards:
        low = [name for name in ("copies", "cost", "progress", "limit") if getattr(card, name, 0) < 0]
        faults += [Fault(f"{card.id}.{name}", "below zero; expected at least 0") for name in low]
        if ":" in card.id:
            faults.append(Fault(f"{card.id}.id", "a colon in an id; expected letters, digits and hyphens"))
        if isinstance(card, StoryArc) and card.limit < 1:
            faults.append(Fault(f"{card.id}.limit", f"{card.limit}; expected an Arc Limit of at least 1"))
    shonen = [card for card in cards if not isinstance(card, Chapter)]
    uses = {card.id: tuple(use for use in USES if card.abilities.at(use) is not None) for card in shonen}
    return Box({card.id: card for card in cards}, uses, {card.id: card.progress for card in shonen}), faults


def enduring(card: PlotTwist) -> bool:
    """Whether a Plot Twist stays in play for the Chapter."""
    return card.abilities.at("enduring") is not None
