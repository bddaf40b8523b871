"""A live camera: the same card is one card from frame to frame, and what one frame leaves in doubt several settle.

Frames are given with their time in seconds (any clock that only runs forwards); nothing here asks for the time of day.
"""

from __future__ import annotations

import math
import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from scanners.arrays import Floats, Picture, Quad
from scanners.closed_set import MARGIN, THRESHOLD, Recognition, known_set
from scanners.code import Code
from scanners.decoding import prepared
from scanners.layout import SIZES
from scanners.search import Search, place_of

FORGET_S = 2.0
"""A card out of sight for so long is another reading when it comes back."""
DOUBTFUL = 0.25
"""A recognition of less confidence counts only once it was seen in two frames."""
FRAMES = 3
"""So many frames of evidence are needed before their mean may decide."""
BUDGET_MS = 60.0


class Sighting(NamedTuple):
    """A code in the newest frame. `card`: a number for the card in sight, the same from frame to frame.

    `news`: "new" the first time a card counts (equal codes at two places are two cards), "again" where its text was
    read before and had gone out of sight, "same" afterwards, "doubtful" while it does not count yet.
    """

    code: Code
    card: int
    news: Literal["new", "again", "same", "doubtful"]


@dataclass
class _Card:
    """A card in sight."""

    number: int
    code: Code
    seen_at: float
    frames: int = 1
    counted: bool = False


@dataclass
class _Doubt:
    """A square that is a symbol but was not told yet: the sum of the known codes' scores over some frames."""

    quad: Quad
    seen_at: float
    scores: Floats
    frames: int = 1


class Stream:
    """Follows the cards before a camera."""

    def __init__(self, known: Collection[str] | None = None, *, budget_ms: float = BUDGET_MS) -> None:
        self._known = known_set(tuple(known)) if known else None
        self._budget = budget_ms / 1000
        self._frame = 0
        self._cards: list[_Card] = []
        self._doubts: list[_Doubt] = []
        self._texts: set[str] = set()
        self._numbers = 0

    def see(self, image: Picture, at: float) -> list[Sighting]:
        """The codes of the next frame (see `scanners.decode` for `image`), taken at the time `at` in seconds."""
        grey, scale = prepared(image)
        if min(grey.shape) < SIZES[0]:
            return []
        self._frame += 1
        self._cards = [card for card in self._cards if at - card.seen_at < FORGET_S]
        self._doubts = [doubt for doubt in self._doubts if at - doubt.seen_at < FORGET_S]
        search = Search(grey, self._known, time.monotonic() + self._budget)
        self._search(search, scale)
        codes = [code._replace(quad=code.quad / np.float32(scale)) for code in search.found]
        unsure = [seen for seen in search.unsure if not search.is_read(seen.quad)]
        codes += self._settled(unsure, scale, at)
        return [self._sighting(code, at, codes) for code in codes]

    def _search(self, search: Search, scale: float) -> None:
        """What is cheap in every frame; where a card was last; and in turn one of the dearer ways."""
        search.decoder()
        sizes = [codes.size for codes in self._known.by_size] if self._known else [SIZES[0]]
        last = [card.code.quad for card in self._cards] + [doubt.quad for doubt in self._doubts]
        for quad in last:
            search.look(quad * np.float32(scale), sizes)
        if not search.found or self._frame % 4 == 0:
            if self._frame % 2 and not search.found:
                search.busy_squares()
            else:
                search.finders()

    def _settled(self, unsure: list[Recognition], scale: float, at: float) -> list[Code]:
        """The codes that several frames of doubtful squares show when they are taken together."""
        settled = []
        for seen in unsure:
            quad = seen.quad / np.float32(scale)
            doubt = next((doubt for doubt in self._doubts if _near(doubt.quad, quad, doubt.scores, seen.scores)), None)
            if doubt is None:
                self._doubts.append(_Doubt(quad, at, seen.scores.copy()))
                continue
            if doubt.seen_at == at:
                continue  # the same symbol, seen twice in one frame
            doubt.quad, doubt.seen_at, doubt.frames = quad, at, doubt.frames + 1
            doubt.scores += seen.scores
            text, sureness = self._told(doubt)
            if text is not None:
                settled.append(Code(text, quad, True, "recognised", sureness))
        return settled

    def _told(self, doubt: _Doubt) -> tuple[str | None, float]:
        """The code that the mean of a doubt's frames shows, and how sure that is."""
        if doubt.frames < FRAMES or self._known is None:
            return None, 0.0
        codes = next(codes for codes in self._known.by_size if len(codes.texts) == len(doubt.scores))
        mean = doubt.scores / doubt.frames
        best = int(mean.argmax())
        behind = float(mean[best] - np.delete(mean, best).max(initial=0.0))
        if mean[best] < THRESHOLD or behind < MARGIN:
            return None, 0.0
        return codes.texts[best], round(min(1.0, behind - MARGIN), 3)

    def _sighting(self, code: Code, at: float, codes: list[Code]) -> Sighting:
        card = self._card_of(code, at, codes)
        if card is None:
            self._numbers += 1
            card = _Card(self._numbers, code, at)
            self._cards.append(card)
        else:
            card.code, card.seen_at, card.frames = code, at, card.frames + 1
        if card.counted:
            return Sighting(code, card.number, "same")
        if code.how == "recognised" and code.confidence < DOUBTFUL and card.frames < 2:
            return Sighting(code, card.number, "doubtful")
        card.counted = True
        others = any(other.counted and other.code.text == code.text for other in self._cards if other is not card)
        again = code.text in self._texts and not others
        self._texts.add(code.text)
        return Sighting(code, card.number, "again" if again else "new")

    def _card_of(self, code: Code, at: float, codes: list[Code]) -> _Card | None:
        """The card in sight that this is: the same text nearby, or anywhere while there is only one of it."""
        same = [card for card in self._cards if card.code.text == code.text and card.seen_at < at]
        if len(same) == 1 and sum(other.text == code.text for other in codes) == 1:
            return same[0]
        near = [card for card in same if _distance(card.code.quad, code.quad) < 1.0]
        return min(near, key=lambda card: _distance(card.code.quad, code.quad), default=None)


def _near(one: Quad, other: Quad, scores: Floats, others: Floats) -> bool:
    return len(scores) == len(others) and _distance(one, other) < 0.5


def _distance(one: Quad, other: Quad) -> float:
    """How far two quads' middles are apart, in sides."""
    x, y, half = place_of(one)
    u, v, _ = place_of(other)
    return math.hypot(x - u, y - v) / max(2 * half, 1e-6)
