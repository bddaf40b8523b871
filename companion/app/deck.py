"""The cards of a table, by the names people know them by."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from companion.rules import games
from companion.texts import _
from scanners import encode
from scanners.payload import Payload


class Card(NamedTuple):
    """A card as people pick it: id, name, kind of card, the code on its sticker, what it costs, how many there are."""

    id: str
    name: str
    kind: str
    code: str
    cost: int | None = None
    copies: int = 1

    @property
    def label(self) -> str:
        """The name on a button: with its cost where it has one."""
        return self.name if self.cost is None else _("{card} (cost {n})", card=self.name, n=self.cost)


class Deck:
    """The cards that can be on a table, by id and by the code on their stickers."""

    def __init__(self, cards: Iterable[Card], game_code: str = "") -> None:
        self.game_code = game_code
        self.cards: Mapping[str, Card] = {card.id: card for card in cards}
        self.by_code: Mapping[str, str] = {card.code: card.id for card in self.cards.values()}

    @cached_property
    def payloads(self) -> tuple[str, ...]:
        """The text of every QR code that can be on this table; copy 0 stands for any copy."""
        return tuple(
            encode(Payload(self.game_code, card.code, copy))
            for card in self.cards.values()
            if card.code
            for copy in range(card.copies + 1)
        )

    def name(self, id_: str) -> str:
        card = self.cards.get(id_)
        return card.name if card else id_

    def told(self, value: Any) -> str:
        """A value of a counter in words: cards by name, what nobody knows as unknown."""
        if value is None:
            return _("unknown")
        if isinstance(value, list | tuple):
            return ", ".join(self.name(str(card)) for card in value) or _("none")
        return str(value)

    def label(self, id_: str) -> str:
        """What stands on the button of a card."""
        card = self.cards.get(id_)
        return card.label if card else id_

    def of_kinds(self, kinds: frozenset[str]) -> list[str]:
        """The ids of the cards of these kinds."""
        return [card.id for card in self.cards.values() if card.kind in kinds]

    def search(self, words: str, among: Collection[str] | None = None) -> list[Card]:
        """The cards (among these ids) whose name or kind has every word, in the deck's order."""
        wanted = words.casefold().split()
        return [
            card
            for card in self.cards.values()
            if (among is None or card.id in among)
            and all(word in f"{card.name} {card.kind} {card.id}".casefold() for word in wanted)
        ]


def deck_of(document: Mapping[str, Any]) -> Deck:
    """The cards of a document that the catalog made: those a session was opened with."""
    cards = (
        Card(row["id"], row["name"], kind, row["code"], row.get("cost"), row["copies"])
        for kind, rows in document["cards"].items()
        for row in rows
    )
    return Deck(cards, games[document["game"]].code)
