"""The rulebook's sections in our own words, the rulings where it is silent, and the search through both."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import log
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from companion.catalog.faults import CatalogFault
from companion.catalog.folders import room_folder
from companion.rules import codec
from companion.rules.fields import Fault
from companion.texts import _

T = TypeVar("T")


class Section(NamedTuple):
    """One rule: what it says in our own words, and where it stands in the printed rulebook.

    An `informative` one (components, a summary) is cited by no problem and no change.
    """

    id: str
    title: str
    text: str
    where: str
    informative: bool = False


class RulingChoice(NamedTuple):
    """One way to settle a question."""

    id: str
    title: str


class Ruling(NamedTuple):
    """A question the rulebook leaves open: how it is settled here (the first choice) and why.

    A `table` ruling can be switched before or during play; the others are stated with their one choice.
    """

    id: str
    question: str
    why: str
    sections: tuple[str, ...]
    choice: tuple[RulingChoice, ...]
    table: bool = False

    @property
    def default(self) -> RulingChoice:
        return self.choice[0]


class Found(NamedTuple):
    """A rule or a ruling that a search found."""

    id: str
    kind: str
    title: str
    where: str
    text: str


class _Rules(NamedTuple):
    section: tuple[Section, ...]


class _Rulings(NamedTuple):
    ruling: tuple[Ruling, ...]


@lru_cache(maxsize=16)
def rulebook(game: str) -> Mapping[str, Section]:
    """The sections of a game's rulebook by id, in the order of the printed book."""
    return MappingProxyType({section.id: section for section in _load(game, "rulebook.toml", _Rules).section})


@lru_cache(maxsize=16)
def ruling_book(game: str) -> Mapping[str, Ruling]:
    """The rulings of a game by id."""
    return MappingProxyType({ruling.id: ruling for ruling in _load(game, "rulings.toml", _Rulings).ruling})


def _load(game: str, name: str, type_: type[T]) -> T:
    file = room_folder(game) / name
    try:
        document: Any = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CatalogFault(str(file), [Fault("(file)", f"cannot be read: {error}")]) from None
    read, faults = codec.decode(type_, document)
    if faults or read is None:
        raise CatalogFault(str(file), faults)
    return read


def look_up(game: str, text: str, first: Sequence[str] = ()) -> list[Found]:
    """The rules and rulings in which words of `text` occur, the best first; everything when there are no words.

    Accents and endings do not matter, and a rare word says more than a common one. `first` are the ids that fit the
    situation: they come before all others.
    """
    entries, index = _index(game)
    words = set(folded(text))
    if not words:
        return list(entries)
    scores: dict[int, float] = {}
    for word in words:
        met: dict[int, int] = {}
        for other, places in index.get(word[:_STEM], {}).items():
            likeness = 2 if other == word else 1 if _akin(word, other) else 0
            if likeness:
                for at, weight in places.items():
                    met[at] = max(met.get(at, 0), likeness * weight)
        rarity = log(1 + len(entries) / len(met)) if met else 0.0
        for at, weight in met.items():
            scores[at] = scores.get(at, 0.0) + rarity * weight
    named = text.strip().casefold()

    def rank(at: int) -> tuple[bool, bool, float, int]:
        id_ = entries[at].id
        return id_.casefold() != named, id_ not in first, -scores[at], at

    return [entries[at] for at in sorted(scores, key=rank)]


def folded(text: str) -> list[str]:
    """The words of a text in small letters without accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return re.findall(r"[^\W_]+", "".join(char for char in plain if not unicodedata.combining(char)))


_STEM = 3
"""Words that are akin share at least their first letters, by which the index is parted."""


def _akin(word: str, other: str) -> bool:
    """Whether two words of one stem differ in their endings only: discard, discards, discarding."""
    if other.startswith(word):
        return len(word) >= _STEM
    same = next((at for at, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), min(len(word), len(other)))
    return same >= 5 and max(len(word), len(other)) - same <= 3


_IN_TITLE, _IN_TEXT = 2, 1

Index = dict[str, dict[str, dict[int, int]]]
"""By stem and word: the entries in which the word stands, and how much it weighs there."""


@lru_cache(maxsize=16)
def _index(game: str) -> tuple[tuple[Found, ...], Index]:
    entries = [
        Found(section.id, "rule", _(section.title), _(section.where), _(section.text))
        for section in rulebook(game).values()
    ]
    for ruling in ruling_book(game).values():
        where = ", ".join(ruling.sections)
        entries.append(Found(ruling.id, "ruling", _(ruling.question), where, _told(ruling)))
    index: Index = {}
    for at, entry in enumerate(entries):
        words = dict.fromkeys(folded(f"{entry.text} {entry.where}"), _IN_TEXT)
        words |= dict.fromkeys(folded(f"{entry.id} {entry.title}"), _IN_TITLE)
        for word, weight in words.items():
            index.setdefault(word[:_STEM], {}).setdefault(word, {})[at] = weight
    return tuple(entries), index


def _told(ruling: Ruling) -> str:
    """How a ruling settles its question, what else a table may choose, and why."""
    others = "; ".join(_(choice.title) for choice in ruling.choice[1:])
    told = [f"{_(ruling.default.title)}.", _(ruling.why)]
    if others:
        told.insert(1, _("A table may choose: {choices}.", choices=others))
    return " ".join(told)
