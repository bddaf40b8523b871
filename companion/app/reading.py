"""From a picture or a typed code to the cards of a table."""

from __future__ import annotations

from typing import NamedTuple

from companion.app.deck import Deck
from companion.texts import _
from scanners import PayloadFault, decode, parse, parse_short
from scanners.payload import Payload


class Seen(NamedTuple):
    """A card in a picture: the text of its code and its id; `numbered` where the code tells its copies apart."""

    text: str
    card: str
    numbered: bool


class Reading(NamedTuple):
    """What a picture showed: every card of this table, and a sentence on each other code."""

    cards: tuple[Seen, ...]
    faults: tuple[str, ...]


def read_cards(picture: bytes, name: str, deck: Deck, budget_ms: float | None = None) -> Reading:
    """Every card in an encoded picture. Blocks; raises PictureFault, ScannerUnavailable.

    `name` is what a fault calls the picture; `budget_ms` bounds the search in pictures of a live camera.
    """
    from scanners.pictures import read_picture  # numpy and Pillow, for those who scan

    cards: list[Seen] = []
    faults: list[str] = []
    for code in decode(read_picture(picture, name=name), known=deck.payloads, budget_ms=budget_ms):
        read = parse(code.text, game=deck.game_code)
        card, fault = _find(read, deck)
        if card is None or isinstance(read, PayloadFault):
            faults.append(fault)
        else:
            cards.append(Seen(code.text, card, read.copy > 0))
    return Reading(tuple(cards), tuple(dict.fromkeys(faults)))


def typed_card(text: str, deck: Deck) -> str | None:
    """The id of the card whose code was typed; None where the text is no code of a card of this table."""
    return _find(parse_short(text, game=deck.game_code), deck)[0]


def _find(read: Payload | PayloadFault, deck: Deck) -> tuple[str | None, str]:
    """The card's id, or None and a sentence on why there is none."""
    if isinstance(read, PayloadFault):
        return None, read.sentence
    return deck.by_code.get(read.card), _("Card {code} is not among the cards of this table.", code=read.card)
