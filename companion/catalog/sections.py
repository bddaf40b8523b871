"""The rulebook's sections in our own words, the rulings where it is silent, and the search through both."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
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
def rulebook(game: str) -> dict[str, Section]:
    """The sections of a game's rulebook by id, in the order of the printed book."""
    return {section.id: section for section in _load(game, "rulebook.toml", _Rules).section}


@lru_cache(maxsize=16)
def ruling_book(game: str) -> dict[str, Ruling]:
    """The rulings of a game by id."""
    return {ruling.id: ruling for ruling in _load(game, "rulings.toml", _Rulings).ruling}


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
    """The rules and rulings in which the words of `text` occur, the best first; everything when there are no words.

    Accents and endings do not matter. `first` are the ids that fit the situation: among equals they come first.
    """
    words = set(folded(text))
    index = _index(game)
    if not words:
        return [entry.found for entry in index]
    ranked = []
    for order, entry in enumerate(index):
        scores = [score for word in words if (score := entry.score(word))]
        if scores:
            ranked.append((-len(scores), entry.found.id not in first, -sum(scores), order, entry.found))
    return [row[-1] for row in sorted(ranked)]


def folded(text: str) -> list[str]:
    """The words of a text in small letters without accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return re.findall(r"[^\W_]+", "".join(char for char in plain if not unicodedata.combining(char)))


class _Entry(NamedTuple):
    found: Found
    id: str
    title: frozenset[str]
    body: frozenset[str]

    def score(self, word: str) -> int:
        """How well one word of a search fits: the id itself, a word of the title, a word of the text."""
        if word == self.id or word in self.title:
            return 8
        if word in self.body:
            return 4
        if any(_akin(word, other) for other in self.title):
            return 3
        return 1 if any(_akin(word, other) for other in self.body) else 0


def _akin(word: str, other: str) -> bool:
    """Whether two words differ in their endings only: one begins with the other, from three letters on."""
    return len(word) >= 3 and (other.startswith(word) or (len(other) >= 4 and word.startswith(other)))


@lru_cache(maxsize=16)
def _index(game: str) -> tuple[_Entry, ...]:
    entries = [
        _entry(Found(section.id, "rule", _(section.title), _(section.where), _(section.text)))
        for section in rulebook(game).values()
    ]
    for ruling in ruling_book(game).values():
        choices = "; ".join(_(choice.title) for choice in ruling.choice)
        text = f"{choices}. {_(ruling.why)}"
        entries.append(_entry(Found(ruling.id, "ruling", _(ruling.question), ", ".join(ruling.sections), text)))
    return tuple(entries)


def _entry(found: Found) -> _Entry:
    body = frozenset(folded(f"{found.text} {found.where}"))
    return _Entry(found, "".join(folded(found.id)), frozenset(folded(found.title)), body)
