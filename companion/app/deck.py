"""The cards of a table, by the names people know them by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from companion.rules import games


class Card(NamedTuple):
    """A card as people pick it: its id, its name, what kind of card it is, the code on its sticker."""

    id: str
    name: str
    kind: str
    code: str


class Deck:
    """The cards that can be on a table, by id and by the code on their stickers."""

    def __init__(self, cards: Iterable[Card], game_code: str = "") -> None:
        self.game_code = game_code
        self.cards: Mapping[str, Card] = {card.id: card for card in cards}
        self.by_code: Mapping[str, str] = {card.code: card.id for card in self.cards.values()}

    def name(self, id_: str) -> str:
        card = self.cards.get(id_)
        return card.name if card else id_

    def search(self, words: str, kinds: frozenset[str] | None = None) -> list[Card]:
        """The cards (of these kinds) whose name or kind has every word, in the deck's order."""
        wanted = words.casefold().split()
        return [
            card
            for card in self.cards.values()
            if (kinds is None or card.kind in kinds)
            and all(word in f"{card.name} {card.kind} {card.id}".casefold() for word in wanted)
        ]


def deck_of(document: Mapping[str, Any]) -> Deck:
    """The cards of a document that the catalog made: those a session was opened with."""
    cards = (
        Card(row["id"], row["name"], kind, row["code"]) for kind, rows in document["cards"].items() for row in rows
    )
    return Deck(cards, games[document["game"]].code)
