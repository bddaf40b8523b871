"""The kinds of card, the small vocabulary of their effects, and the box of cards a table plays with."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, Literal, NamedTuple

from companion.rules.fields import Fault

Type = Literal["training", "fame", "combat", "trade", "heal"]
Attribute = Literal["strength", "agility", "power", "intelligence"]
TYPES: tuple[Type, ...] = ("training", "fame", "combat", "trade", "heal")
ATTRIBUTES: tuple[Attribute, ...] = ("strength", "agility", "power", "intelligence")
SETS: tuple[Type, ...] = ("fame", "heal", "training")
"""The types that are played as the action of a turn (AS-5.10)."""
STANDING = ("attack", "defence", "max-life", "end-fame")
EPISODES = ("challenge", "enemy", "lord")
NEEDS = 8
"""Attributes a Challenge needs in all (AS-4.25)."""

_LOSS = re.compile(r"(others )?(life|fame|attack|defence) -(\d{1,2}|half)")
_DISCARD = re.compile(r"(others )?discard (\d{1,2}|half)")
_BONUS = re.compile(r"(attack|defence|max-life|end-fame) \+(\d{1,2})")
_PAID = re.compile(r"discard (\d{1,2}): *(.+)")
_GAIN = re.compile(r"(attack|defence) \+(\d{1,2})|(heal) (\d{1,2})|(reroll)")


class Effect(NamedTuple):
    """One negative effect: what falls, by how much (None: by half of it, rounded down), for you or for the others."""

    what: Literal["life", "fame", "attack", "defence", "discard", "told"]
    amount: int | None = 0
    others: bool = False
    text: str = ""

    @classmethod
    def parse(cls, text: str) -> Effect:
        """The effect a text names; ValueError says what is wrong with it."""
        if text.startswith("told:") and text[5:].strip():
            return cls("told", text=text[5:].strip())
        found = _LOSS.fullmatch(text)
        if found:
            others, what, amount = found.groups()
            if what in ("attack", "defence") and (others or amount == "half"):
                raise ValueError(f"“{text}”: attack and defence fall by a number, for the player who fights")
            return cls(what, None if amount == "half" else int(amount), others is not None)  # type: ignore[arg-type]
        found = _DISCARD.fullmatch(text)
        if found:
            others, amount = found.groups()
            return cls("discard", None if amount == "half" else int(amount), others is not None)
        raise ValueError(f"“{text[:60]}” is no effect")

    def __str__(self) -> str:
        if self.what == "told":
            return f"told: {self.text}"
        amount = "half" if self.amount is None else str(self.amount)
        return f"{'others ' * self.others}{self.what} {'' if self.what == 'discard' else '-'}{amount}"


class _Effects(NamedTuple):
    items: tuple[Effect, ...] = ()


class Effects(_Effects):
    """The negative effects of a Challenge, an Enemy or a Lord, in order."""

    __slots__ = ()
    EXPECTED = (
        "effects joined by “;”: life -2, fame -1, life -half, discard 2, discard half, attack -1, defence -1, "
        "others life -1, others fame -1, others discard 1, told: words for the table; or nothing"
    )

    @classmethod
    def parse(cls, text: str) -> Effects:
        """The effects a text names; ValueError says what is wrong with it."""
        return cls(tuple(Effect.parse(part.strip()) for part in text.split(";") if part.strip()))

    def __str__(self) -> str:
        return "; ".join(map(str, self.items))


class Advantage(NamedTuple):
    """One advantage of a skill: what it gives, by how much, and how many cards from the hand it costs each time.

    Without `cost` (0) it holds all the time; `told` ones are used by hand whatever they cost.
    """

    what: Literal["attack", "defence", "max-life", "end-fame", "heal", "reroll", "told"]
    amount: int = 0
    cost: int = 0
    text: str = ""

    @classmethod
    def parse(cls, text: str) -> Advantage:
        """The advantage a text names; ValueError says what is wrong with it."""
        cost, gain = 0, text
        if paid := _PAID.fullmatch(text):
            cost, gain = int(paid[1]), paid[2]
            if cost == 0:
                raise ValueError(f"“{text}”: a cost is at least one card")
        if gain.startswith("told:") and gain[5:].strip():
            return cls("told", cost=cost, text=gain[5:].strip())
        found = (_GAIN if cost else _BONUS).fullmatch(gain)
        if found is None:
            raise ValueError(f"“{text[:60]}” is no advantage")
        what, *amount = (part for part in found.groups() if part is not None)
        return cls(what, int(amount[0]) if amount else 0, cost)  # type: ignore[arg-type]

    def __str__(self) -> str:
        price = f"discard {self.cost}: " if self.cost else ""
        if self.what == "told":
            return f"{price}told: {self.text}"
        if self.what == "reroll":
            return f"{price}reroll"
        return f"{price}{self.what} {'' if self.what == 'heal' else '+'}{self.amount}"


class _Advantages(NamedTuple):
    items: tuple[Advantage, ...] = ()


class Advantages(_Advantages):
    """The advantages of a skill: any that hold all the time, and at most one that is used by hand."""

    __slots__ = ()
    EXPECTED = (
        "advantages joined by “;”: attack +1, defence +1, max-life +2, end-fame +2, and at most one of "
        "discard 1: attack +3, discard 1: defence +3, discard 2: reroll, discard 1: heal 2, told: words for the table"
    )

    @classmethod
    def parse(cls, text: str) -> Advantages:
        """The advantages a text names; ValueError says what is wrong with it."""
        items = tuple(Advantage.parse(part.strip()) for part in text.split(";") if part.strip())
        if sum(item.cost > 0 or item.what == "told" for item in items) > 1:
            raise ValueError("more than one advantage that is used by hand")
        return cls(items)

    def __str__(self) -> str:
        return "; ".join(map(str, self.items))

    @property
    def by_hand(self) -> Advantage | None:
        """The advantage that is used by hand; None when it has none."""
        return next((item for item in self.items if item.cost or item.what == "told"), None)


class ActionCard(NamedTuple):
    """An Action card. `marks`: the fewest players each copy is for ("1 3": one always, one from 3 players on)."""

    id: str
    code: str
    name: str
    copies: int
    type: Type
    attribute: Attribute
    marks: tuple[int, ...]


class Character(NamedTuple):
    """A character sheet."""

    id: str
    code: str
    name: str
    copies: int
    attack: int
    defence: int
    max_life: int
    skill_points: int


class Skill(NamedTuple):
    """A skill mini-card of the character with that id; `cost` in Skill Points."""

    id: str
    code: str
    name: str
    copies: int
    character: str
    cost: int
    advantage: Advantages = Advantages()


class Challenge(NamedTuple):
    """A Challenge: how many of each attribute it needs (8 in all), the action types that ward off its effect."""

    id: str
    code: str
    name: str
    copies: int
    strength: int = 0
    agility: int = 0
    power: int = 0
    intelligence: int = 0
    requirement: tuple[Type, ...] = ()
    effect: Effects = Effects()


class Enemy(NamedTuple):
    """An Enemy: the attributes of its requirement ward off its effect."""

    id: str
    code: str
    name: str
    copies: int
    life: int
    damage: int
    defence: int
    requirement: tuple[Attribute, ...] = ()
    effect: Effects = Effects()


class Lord(NamedTuple):
    """A Lord of Darkness: as an Enemy, with two effects, each with its own requirement."""

    id: str
    code: str
    name: str
    copies: int
    life: int
    damage: int
    defence: int
    requirement: tuple[Attribute, ...] = ()
    effect: Effects = Effects()
    second_requirement: tuple[Attribute, ...] = ()
    second_effect: Effects = Effects()


KINDS = {
    "action": ActionCard,
    "character": Character,
    "skill": Skill,
    "challenge": Challenge,
    "enemy": Enemy,
    "lord": Lord,
}


class Box(NamedTuple):
    """The cards a table plays with, by id, and the values printed on its board and cards.

    `skills_of`: by character. `first_sums`: by character, what its first skills must cost (the sheet's points, or the
    nearest sum below that its cards can make). `standing`: what skills add all the time. `by_hand`: what they do when
    used. `of_type`: ids of Action cards; `playable`: of those played in sets. `episodes_of`: ids by kind.
    `combat_bonus`: the bonus of 1, 2, 3, 4 Combat cards of different attributes (None: nobody entered it).
    `green_bonuses`: pairs of a space and its Fame.
    """

    actions: Mapping[str, ActionCard]
    characters: Mapping[str, Character]
    skills: Mapping[str, Skill]
    skills_of: Mapping[str, tuple[Skill, ...]]
    first_sums: Mapping[str, int]
    standing: Mapping[str, Mapping[str, int]]
    by_hand: Mapping[str, Advantage]
    of_type: Mapping[str, frozenset[str]]
    playable: frozenset[str]
    episodes: Mapping[str, Challenge | Enemy | Lord]
    episodes_of: Mapping[str, tuple[str, ...]]
    combat_bonus: tuple[int, ...] | None = None
    green_bonuses: tuple[tuple[int, int], ...] = ()

    def name(self, id_: str) -> str:
        """What people call the card."""
        for cards in (self.actions, self.skills, self.episodes, self.characters):
            if id_ in cards:
                name: str = cards[id_].name
                return name
        return id_

    def in_play(self, id_: str, players: int) -> int:
        """How many copies of an Action card are in the game with that many players (AS-3.4)."""
        card = self.actions.get(id_)
        return 0 if card is None else sum(mark <= players for mark in card.marks)


def _first_sum(character: Character, skills: Sequence[Skill]) -> int:
    costs = [skill.cost for skill in skills if skill.character == character.id]
    sums = {sum(some) for n in range(len(costs) + 1) for some in combinations(costs, n)}
    return max((total for total in sums if total <= character.skill_points), default=0)


def _standing(what: str, skills: Sequence[Skill]) -> dict[str, int]:
    amounts = {
        skill.id: sum(item.amount for item in skill.advantage.items if item.what == what and not item.cost)
        for skill in skills
    }
    return {id_: amount for id_, amount in amounts.items() if amount}


def kind_of(card: Challenge | Enemy | Lord) -> Literal["challenge", "enemy", "lord"]:
    """Which kind of episode the card is."""
    if isinstance(card, Challenge):
        return "challenge"
    return "enemy" if isinstance(card, Enemy) else "lord"


def read_box(cards: Sequence[Any], values: Mapping[str, Any]) -> tuple[Box, list[Fault]]:
    """The box of these cards and printed values, and everything that does not fit together in it."""
    faults = [*_doubles(cards), *_limits(cards)]
    characters = {card.id: card for card in cards if isinstance(card, Character)}
    faults += [
        Fault(f"{card.id}.character", f"{card.character!r}; expected the id of a character")
        for card in cards
        if isinstance(card, Skill) and card.character not in characters
    ]
    bonus, green = _values(values, faults)
    skills = [card for card in cards if isinstance(card, Skill)]
    episodes = {card.id: card for card in cards if isinstance(card, Challenge | Enemy | Lord)}
    actions = {card.id: card for card in cards if isinstance(card, ActionCard)}
    box = Box(
        actions,
        characters,
        {card.id: card for card in skills},
        {id_: tuple(skill for skill in skills if skill.character == id_) for id_ in characters},
        {card.id: _first_sum(card, skills) for card in characters.values()},
        {what: _standing(what, skills) for what in STANDING},
        {card.id: card.advantage.by_hand for card in skills if card.advantage.by_hand is not None},
        {type_: frozenset(id_ for id_, card in actions.items() if card.type == type_) for type_ in TYPES},
        frozenset(id_ for id_, card in actions.items() if card.type in SETS),
        episodes,
        {kind: tuple(id_ for id_, card in episodes.items() if kind_of(card) == kind) for kind in EPISODES},
        bonus,
        green,
    )
    return box, faults


def _doubles(cards: Sequence[Any]) -> Iterable[Fault]:
    for field in ("id", "code"):
        counts = Counter(getattr(card, field) for card in cards)
        for card in cards:
            value = getattr(card, field)
            if counts[value] > 1:
                yield Fault(f"{card.id}.{field}", f"{value!r} is on {counts[value]} cards; expected one")


_NUMBERS = ("cost", "attack", "defence", "damage", "skill_points", *ATTRIBUTES)


def _limits(cards: Sequence[Any]) -> Iterable[Fault]:
    for card in cards:
        for field in _NUMBERS:
            if type(getattr(card, field, 0)) is int and getattr(card, field, 0) < 0:
                yield Fault(f"{card.id}.{field}", "below zero; expected at least 0")
        for field in ("copies", "life", "max_life"):
            if getattr(card, field, 1) < 1:
                yield Fault(f"{card.id}.{field}", f"{getattr(card, field)}; expected at least 1")
        if isinstance(card, Challenge):
            total = sum(getattr(card, attribute) for attribute in ATTRIBUTES)
            if total != NEEDS:
                yield Fault(f"{card.id}", f"needs {total} attributes in all; expected {NEEDS}")
            if any(effect.what in ("attack", "defence") for effect in card.effect.items):
                yield Fault(f"{card.id}.effect", "attack and defence fall in fights only; expected another effect")
        if isinstance(card, ActionCard) and (
            len(card.marks) != card.copies or not all(1 <= mark <= 5 for mark in card.marks)
        ):
            yield Fault(f"{card.id}.marks", f"{card.marks}; expected one number from 1 to 5 for each copy")


def _values(
    values: Mapping[str, Any], faults: list[Fault]
) -> tuple[tuple[int, ...] | None, tuple[tuple[int, int], ...]]:
    faults += [
        Fault(f"values.{name}", "no such value; expected combat_bonus or green_bonuses")
        for name in values
        if name not in ("combat_bonus", "green_bonuses")
    ]
    bonus, green = values.get("combat_bonus"), values.get("green_bonuses", [])
    if bonus is not None and not (_whole_numbers(bonus) and len(bonus) == len(ATTRIBUTES)):
        faults.append(Fault("values.combat_bonus", "expected four whole numbers: for 1, 2, 3 and 4 Combat cards"))
        bonus = None
    if not isinstance(green, list | tuple) or not all(_whole_numbers(pair) and len(pair) == 2 for pair in green):
        faults.append(Fault("values.green_bonuses", "expected a list of [space, Fame Points]"))
        green = []
    return None if bonus is None else tuple(bonus), tuple((space, fame) for space, fame in green)


def _whole_numbers(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(type(item) is int and 0 <= item <= 1000 for item in value)
