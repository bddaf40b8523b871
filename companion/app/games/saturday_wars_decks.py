"""The two decks of a player of Saturday Wars, from one list."""

from __future__ import annotations

from collections import Counter

from companion.app.games.decks import DeckCheck
from companion.catalog.decklists import read_deck_list
from companion.catalog.decksheet import Part, Row
from companion.rules.saturday_wars.cards import Box, Chapter
from companion.rules.saturday_wars.deckcheck import check_decks
from companion.rules.saturday_wars.position import DECK, STORY
from companion.texts import _


def check(text: str, box: Box) -> DeckCheck:
    """Read a list and judge the Story Deck and the Shonen Deck in it; every fault at once."""
    read = read_deck_list(text, tuple(box.cards.values()))
    shonen: Counter[str] = Counter()
    story: Counter[str] = Counter()
    for id_, copies in read.counts.items():
        (shonen if box.chapter(id_) is None else story)[id_] += copies
    counted = _(
        "Shonen Deck: {n} of {need} cards. Story Deck: {m} of {want} Chapters.",
        n=shonen.total(),
        need=DECK,
        m=story.total(),
        want=STORY,
    )
    parts = (_part(_("Story Deck"), story, box), _part(_("Shonen Deck"), shonen, box))
    return DeckCheck(read, counted, tuple(check_decks(shonen.items(), story.items(), box)), parts)


def _part(title: str, counts: Counter[str], box: Box) -> Part:
    rows = []
    for id_, copies in sorted(counts.items(), key=lambda item: box.name(item[0])):
        card = box.card(id_)
        assert card is not None  # only cards of the box are read off a list
        rows.append(Row(copies, card.name, card.code, None if isinstance(card, Chapter) else card.cost))
    return Part(title, tuple(rows))
