"""Whether two decks are as the rulebook asks: every fault at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from companion.rules.engine import Problem
from companion.rules.saturday_wars import problems as p
from companion.rules.saturday_wars.cards import Box, Character
from companion.rules.saturday_wars.position import CAST_COST, DECK, STORY

MAX_COPIES = 3


def check_decks(shonen: Iterable[tuple[str, int]], story: Iterable[tuple[str, int]], box: Box) -> list[Problem]:
    """All that is wrong with a Shonen Deck and a Story Deck, each as (card id, count).

    Copies and Chapters count by the card's name: another printing is the same card.
    """
    deck, chapters = _counted(shonen), _counted(story)
    found: list[Problem] = []
    if deck.total() != DECK:
        found.append(Problem(p.DECK_SIZE, {"have": deck.total(), "need": DECK}))
    if chapters.total() != STORY:
        found.append(Problem(p.STORY_SIZE, {"have": chapters.total(), "need": STORY}))
    found += [
        Problem(p.TOO_MANY_COPIES, {"card": name, "have": count, "most": MAX_COPIES, "extra": count - MAX_COPIES})
        for name, count in _by_name(deck, box).items()
        if count > MAX_COPIES
    ]
    found += [
        Problem(p.CHAPTER_TWICE, {"card": name, "have": count})
        for name, count in _by_name(chapters, box).items()
        if count > 1
    ]
    unknown = False
    for cards, place, belongs in ((deck, "Shonen Deck", box.shonen), (chapters, "Story Deck", box.chapter)):
        for id_ in cards:
            if box.card(id_) is None:
                found.append(Problem(p.UNKNOWN_CARD, {"card": id_}))
                unknown = True
            elif belongs(id_) is None:
                found.append(Problem(p.WRONG_DECK, {"card": box.name(id_), "deck": place}))
    costs = [
        card.cost for id_, count in deck.items() for card in [box.shonen(id_)] * count if isinstance(card, Character)
    ]
    if not unknown and not reaches(costs, CAST_COST):
        found.append(Problem(p.NO_CAST, {"need": CAST_COST}))
    return found


def split(cards: Iterable[tuple[str, int]], box: Box) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """One list of both decks as Shonen Deck and Story Deck: Chapters go to the latter, all others to the former."""
    cards = list(cards)
    story = [(id_, count) for id_, count in cards if box.chapter(id_) is not None]
    return [(id_, count) for id_, count in cards if box.chapter(id_) is None], story


def reaches(costs: Sequence[int], total: int) -> bool:
    """Whether some of these costs come to exactly `total`."""
    sums = {0}
    for cost in costs:
        sums |= {reached + cost for reached in sums if reached + cost <= total}
    return total in sums


def _counted(cards: Iterable[tuple[str, int]]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for id_, count in cards:
        counts[id_] += count
    return counts


def _by_name(cards: Counter[str], box: Box) -> Counter[str]:
    names: Counter[str] = Counter()
    for id_, count in cards.items():
        names[box.name(id_)] += count
    return names
