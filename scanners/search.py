"""The search for codes in one picture: what was found, what was seen but not read, and the attempts at more."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from scanners import decoders
from scanners.arrays import Floats, Picture, Quad
from scanners.closed_set import KnownSet, Recognition, confidence, is_sure, matched
from scanners.code import Code
from scanners.decoders import Symbol
from scanners.finders import EXHAUSTING, MANY, finder_patterns, triples
from scanners.laying import laid_over, likely_sizes, promise
from scanners.layout import SIZES
from scanners.opencv import cv2
from scanners.payload import Payload, parse
from scanners.sampling import read_laid
from scanners.squares import busy_squares, distinct

PROMISING = 0.3
"""Busy squares whose fixed modules agree less are not looked at closely."""
MANY_IN_A_VIEW = 60
"""With more finder patterns a view is left out: the time of OpenCV's detectors grows with their cube."""
CLOSELY = 16
"""So many busy squares are looked at closely."""


class View(NamedTuple):
    """The picture prepared in some way: moved by `shift` pixels right and down, then enlarged by `scale`."""

    picture: Picture
    scale: float = 1.0
    shift: float = 0.0

    def there(self, quad: Quad) -> Quad:
        """Corners in the picture, in the view."""
        return (quad + np.float32(self.shift)) * np.float32(self.scale)

    def back(self, quad: Quad) -> Quad:
        """Corners in the view, in the picture."""
        return quad / np.float32(self.scale) - np.float32(self.shift)


class Search:
    """The codes found so far in one picture (`found`), those only guessed at (`unsure`), and the attempts at more.

    No attempt begins after `deadline` (of `time.monotonic`).
    """

    def __init__(self, grey: Picture, known: KnownSet | None, deadline: float) -> None:
        self.grey = grey
        self.known = known
        self.deadline = deadline
        self.found: list[Code] = []
        self._places: list[tuple[float, float, float]] = []
        self._tried: list[Quad] = []
        self.unsure: list[Recognition] = []

    def run(self) -> None:
        """All attempts, from the cheapest on."""
        if len(self.patterns) >= EXHAUSTING:
            return
        self.decoder()
        self.finders()
        self.busy_squares()
        self.thoroughly()

    @cached_property
    def patterns(self) -> Floats:
        """The finder patterns of the picture, see `finder_patterns`."""
        return finder_patterns(self.grey)

    def decoder(self) -> None:
        """The second decoder, where it is installed, and a closer look at what it saw but could not read."""
        for quad in self._take(decoders.zxing(self.grey)):
            self.look(quad, likely_sizes(self.grey, quad))

    def finders(self) -> None:
        """Symbols with three finder patterns."""
        free = [pattern for pattern in self.patterns if not self.is_read(np.full((4, 2), pattern[:2]))]
        if len(free) <= MANY:
            for candidate in triples(np.array(free, np.float32).reshape(-1, 3)):
                self.look(candidate.quad, _around(candidate.size))

    def busy_squares(self) -> None:
        """Squares full of edges, the most promising ones: no finder pattern is needed."""
        if self.late():
            return
        sizes = [codes.size for codes in self.known.by_size] if self.known else [21, 25]
        quads = [quad for quad in busy_squares(self.grey) if not self.is_read(quad)]
        ranked = sorted(((promise(self.grey, quad, sizes[0]), i) for i, quad in enumerate(quads)), reverse=True)
        for reached, i in ranked[:CLOSELY]:
            if reached < PROMISING:
                break
            self.look(quads[i], sizes)

    def thoroughly(self) -> None:
        """The picture enlarged, reduced, sharpened, evened and inverted, until something is read."""
        for view in _views(self.grey):
            if self.late() or self.found:
                return
            patterns = finder_patterns(view.picture)
            if len(patterns) > MANY_IN_A_VIEW:
                continue
            symbols = decoders.zxing(view.picture)
            if not any(symbol.text for symbol in symbols):
                symbols += decoders.aruco(view.picture) + decoders.classic(view.picture)
            unread = self._take(Symbol(view.back(symbol.quad), symbol.text) for symbol in symbols)
            for candidate in triples(patterns):
                self.look(view.back(candidate.quad), _around(candidate.size), view)
            for quad in distinct(unread):
                self.look(quad, likely_sizes(self.grey, quad), view)

    def _take(self, symbols: Iterable[Symbol]) -> list[Quad]:
        """Keeps what was decoded; gives the corners of what was not."""
        unread = []
        for symbol in symbols:
            if symbol.text is None:
                unread.append(symbol.quad)
            elif not self.is_read(symbol.quad):
                self._keep(Code(symbol.text, symbol.quad, self._is_ours(symbol.text), "decoded", 1.0))
        return [quad for quad in unread if not self.is_read(quad)]

    def look(self, quad: Quad, sizes: list[int], view: View | None = None) -> None:
        """Looks closely at a candidate: samples its modules and decodes them, or recognises them among the known."""
        if self.late() or self.is_read(quad) or len(distinct([*self._tried, quad])) == len(self._tried):
            return
        self._tried.append(quad)
        view = view or View(self.grey)
        known = {codes.size: codes for codes in self.known.by_size} if self.known else {}
        for size in sizes:
            for symbol in laid_over(view.picture, view.there(quad), size):
                text = read_laid(symbol, size)
                if text is not None:
                    self._take([Symbol(view.back(symbol.quad), text)])
                    return
                if size in known:
                    seen = matched(symbol, known[size])
                    seen = seen._replace(quad=view.back(seen.quad))
                    if is_sure(seen):
                        self._recognised(seen)
                        return
                    self.unsure.append(seen)

    def _recognised(self, seen: Recognition) -> None:
        if not self.is_read(seen.quad):
            self._keep(Code(seen.text, seen.quad, True, "recognised", confidence(seen)))

    def _keep(self, code: Code) -> None:
        self.found.append(code)
        self._places.append(place_of(code.quad))

    def _is_ours(self, text: str) -> bool:
        return isinstance(parse(text), Payload) or (self.known is not None and text in self.known.texts)

    def is_read(self, quad: Quad) -> bool:
        """Whether a code was read at this place."""
        x, y, half = place_of(quad)
        return any(math.hypot(x - u, y - v) < max(half, reach) for u, v, reach in self._places)

    def late(self) -> bool:
        """Whether no new attempt may begin."""
        return time.monotonic() > self.deadline


def _around(size: int) -> list[int]:
    return [near for near in (size, size - 4, size + 4) if near in SIZES]


def _views(grey: Picture) -> Iterator[View]:
    """The picture prepared in ways that help where nothing was read."""
    if max(grey.shape) <= 400:  # a drawing with a pixel or two to a module, perhaps without a quiet zone
        wide = cv2.copyMakeBorder(grey, 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=255)
        yield View(cv2.resize(wide, None, fx=4, fy=4, interpolation=cv2.INTER_NEAREST), 4.0, 8.0)
    yield View(grey)
    if max(grey.shape) <= 1400:
        double = cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        yield View(double, 2.0)
        yield View(cv2.addWeighted(double, 3, cv2.GaussianBlur(double, (0, 0), 2.5), -2, 0), 2.0)
    if max(grey.shape) >= 600:
        yield View(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), 0.5)
    yield View(cv2.createCLAHE(3.0, (8, 8)).apply(grey))
    yield View(255 - grey)


def place_of(quad: Quad) -> tuple[float, float, float]:
    """A quad's middle and about half its side."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    return (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4, math.hypot(cx - ax, cy - ay) / 2.8
