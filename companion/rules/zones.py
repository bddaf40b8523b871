"""A zone of cards: how many lie there, and which of them somebody has seen.

The table knows more than the app (hands are hidden, decks are shuffled), so a zone is a count, and a card in it is
known only where it was scanned or laid open. `None` is an unknown count, never zero.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

# What a NamedTuple's constructor does, without its detour: zones are made at every move.
_new = tuple.__new__


class Zone(NamedTuple):
    """Cards in one place: `size` of them (null: unknown), of which `known` were seen (in order where the room says)."""

    size: int | None = 0
    known: tuple[str, ...] = ()

    @classmethod
    def from_short(cls, value: Any) -> Zone | None:
        """A zone from a count (null: unknown), or from a list of cards (null: an unseen one); None: neither."""
        if value is None:
            return cls(None)
        if type(value) is int and 0 <= value <= 1000:
            return cls(value)
        if isinstance(value, list | tuple) and all(card is None or type(card) is str for card in value):
            return cls(len(value), tuple(card for card in value if card is not None))
        return None

    @staticmethod
    def short_schemas() -> list[dict[str, Any]]:
        """The JSON Schemas of the shorter forms."""
        return [
            {"type": ["integer", "null"], "minimum": 0, "description": "a count of unseen cards, null for unknown"},
            {
                "type": "array",
                "items": {"type": ["string", "null"]},
                "description": "the cards, null for an unseen one",
            },
        ]

    @property
    def unseen(self) -> int | None:
        """How many cards nobody has seen; None when the count is unknown."""
        return None if self.size is None else self.size - len(self.known)

    def lacks(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Those of `cards` that cannot be here: neither seen, nor possibly among the unseen ones."""
        known = list(self.known)
        strange = []
        for card in cards:
            if card in known:
                known.remove(card)
            else:
                strange.append(card)
        if not strange or self.size is None:
            return ()
        return tuple(strange[max(self.size - len(self.known), 0) :])

    def add(self, cards: Iterable[str | None], track: bool = True) -> Zone:
        """With `cards` put here (None: an unseen card); without `track` only the count grows."""
        cards = tuple(cards)
        count = None if self.size is None else self.size + len(cards)
        if not track:
            return _new(Zone, (count, self.known))
        seen = tuple(card for card in cards if card is not None) if None in cards else cards
        return _new(Zone, (count, self.known + seen))

    def remove(self, cards: Iterable[str | None]) -> Zone:
        """With `cards` taken away; the caller has asked `lacks` before."""
        known = list(self.known)
        gone = 0
        for card in cards:
            gone += 1
            if card in known:
                known.remove(card)
        left = None if self.size is None else max(self.size - gone, len(known))
        return _new(Zone, (left, tuple(known)))

    def see(self, card: str) -> Zone:
        """With one more of its cards seen."""
        count = self.size if self.size is None else max(self.size, len(self.known) + 1)
        return Zone(count, (*self.known, card))

    def hidden(self) -> Zone:
        """The same count with nothing known of it."""
        return Zone(self.size)

    def possible(self) -> bool:
        """Whether the count can hold what is known to be here."""
        return self.size is None or 0 <= len(self.known) <= self.size


def copies_seen(zones: Iterable[Zone]) -> Counter[str]:
    """How many copies of each card are known to lie in these zones together."""
    seen: Counter[str] = Counter()
    for zone in zones:
        seen.update(zone.known)
    return seen
