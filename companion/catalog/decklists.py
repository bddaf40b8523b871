"""Deck lists as people write them: one card a line with its count, or a table; for any game.

Read: `3 Kiln Giant`, `3x Kiln Giant`, `Kiln Giant x3`, `three Kiln Giant`, `3,kiln-giant`, `Kiln Giant;3`, a card's
id, code or name, in any case and with or without accents. A header line, section titles that end in a colon, blank
lines and lines that begin with `#` or `//` are passed over.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.catalog.cells import clean
from companion.catalog.faults import SheetFault
from companion.catalog.rows import Card
from companion.catalog.sections import folded
from companion.catalog.sheet import Unreadable, text_of

MAX_COUNT = 99
MAX_LINES = 20_000
MAX_LINE = 200
"""Characters of a line that can still be a count and a name."""
MAX_SUGGESTED = 20
"""For how many unknown cards a card that is spelt alike is looked for: on a list of nonsense that takes long."""

_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNT = rf"(?:[0-9]+|{'|'.join(_WORDS)})"
_FIRST = re.compile(rf"({_COUNT})\s*[x×*]?(?:\s*[,;\t|]\s*|\s+)(.+)", re.IGNORECASE)
_LAST = re.compile(rf"(.+?)(?:\s*[,;\t|]\s*|\s+)[x×*]?\s*({_COUNT})\s*[x×*]?", re.IGNORECASE)
_HEADERS = {"count", "card", "number", "quantity", "qty", "name", "id", "amount", "copies", "code"}


class Entry(NamedTuple):
    """One line of a deck list: its number in the file, the card's id, and how many of it."""

    line: int
    card: str
    copies: int


class DeckList(NamedTuple):
    """A deck list that was read: what could be, and every fault by its line."""

    entries: tuple[Entry, ...]
    faults: tuple[SheetFault, ...]

    @property
    def counts(self) -> Counter[str]:
        """How many of each card, over all its lines."""
        counts: Counter[str] = Counter()
        for entry in self.entries:
            counts[entry.card] += entry.copies
        return counts


def read_deck_list(content: bytes | str, cards: Sequence[Card]) -> DeckList:
    """The deck list in a text or a file's bytes, over these cards."""
    try:
        text = content.removeprefix("\ufeff") if isinstance(content, str) else text_of(content)
    except Unreadable as error:
        return DeckList((), (error.fault,))
    known = _names(cards)
    entries: list[Entry] = []
    faults: list[SheetFault] = []
    suggested = 0
    for number, raw in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if number > MAX_LINES:
            faults.append(SheetFault(number, None, f"more than {MAX_LINES} lines; expected fewer"))
            break
        line = clean(raw)
        if not line or line.startswith(("#", "//")) or line.endswith(":") or _is_header(line):
            continue
        found = _read(line, known) if len(line) <= MAX_LINE else None
        if found is None:
            faults.append(SheetFault(number, None, _unknown(line, known if suggested < MAX_SUGGESTED else {})))
            suggested += 1
        elif not 0 < found[1] <= MAX_COUNT:
            faults.append(SheetFault(number, None, f"{found[1]} copies; expected 1 to {MAX_COUNT}"))
        else:
            entries.append(Entry(number, *found))
    return DeckList(tuple(entries), tuple(faults))


def _names(cards: Sequence[Card]) -> Mapping[str, str]:
    """What a card may be called (its id, code or name), and its id; an id wins over another card's name."""
    names: dict[str, str] = {}
    for field in ("id", "code", "name"):
        for card in cards:
            names.setdefault(_key(getattr(card, field)), card.id)
    return names


def _key(text: str) -> str:
    return " ".join(folded(text))


def _is_header(line: str) -> bool:
    words = folded(line)
    return 1 < len(words) <= 4 and _HEADERS.issuperset(words)


def _read(line: str, known: Mapping[str, str]) -> tuple[str, int] | None:
    """The card and its count; a name that itself begins or ends like a count is tried whole first."""
    bare = line.replace('"', "").strip()
    if _key(bare) in known:
        return known[_key(bare)], 1
    for pattern, name, count in ((_FIRST, 2, 1), (_LAST, 1, 2)):
        match = pattern.fullmatch(bare)
        if match is not None and _key(match.group(name)) in known:
            return known[_key(match.group(name))], _number(match.group(count))
    return None


def _number(text: str) -> int:
    word = text.casefold()
    return _WORDS.index(word) + 1 if word in _WORDS else int(text[:9])


def _unknown(line: str, known: Mapping[str, str]) -> str:
    """What to say of a line that names no card."""
    line = line[:MAX_LINE]
    match = _FIRST.fullmatch(line) or _LAST.fullmatch(line)
    name = line if match is None else match.group(2) if match.re is _FIRST else match.group(1)
    alike = difflib.get_close_matches(_key(name[:60]), known, n=1)
    hint = f" (is it {known[alike[0]]}?)" if alike else ""
    return f"“{name[:60]}” is no card here{hint}; expected a count and a card, such as 3 {next(iter(known), 'card')}"
