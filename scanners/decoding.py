"""Reading every code of a picture: cheap attempts first, dearer ones only where something was seen but not read."""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Iterable, Iterator

import numpy as np

from scanners import decoders
from scanners.arrays import Picture, Quad
from scanners.closed_set import KnownSet, confidence, is_sure, known_set, matched
from scanners.code import Code
from scanners.decoders import Symbol
from scanners.finders import MANY, finder_patterns, triples
from scanners.laying import laid_over, likely_sizes, promise
from scanners.layout import SIZES
from scanners.opencv import cv2
from scanners.payload import Payload, parse
from scanners.sampling import read_laid
from scanners.squares import busy_squares, distinct

LONGEST = 4000
"""Pixels: larger pictures are reduced before anything is looked for."""
BUDGET_MS = 3000.0
PROMISING = 0.42
"""Busy squares whose fixed modules agree less are not looked at closely."""
CLOSELY = 8
"""So many busy squares are looked at closely."""


def decode(image: Picture, *, known: Collection[str] | None = None, budget_ms: float | None = None) -> list[Code]:
    """Every QR code in a picture: see `scanners.decode`."""
    deadline = time.monotonic() + (BUDGET_MS if budget_ms is None else budget_ms) / 1000
    grey, scale = _prepared(image)
    if min(grey.shape) < SIZES[0]:
        return []
    search = _Search(grey, known_set(tuple(known)) if known else None, deadline)
    search.run()
    return [code._replace(quad=code.quad / np.float32(scale)) for code in search.found]


class _Search:
    """The codes found so far in one picture, and the attempts at more."""

    def __init__(self, grey: Picture, known: KnownSet | None, deadline: float) -> None:
        self.grey = grey
        self.known = known
        self.deadline = deadline
        self.found: list[Code] = []
        self.places: list[tuple[float, float, float]] = []
        self.tried: list[Quad] = []

    def run(self) -> None:
        """All attempts, from the cheapest on."""
        unread = self._take(decoders.zxing(self.grey))
        patterns = finder_patterns(self.grey)
        if len(patterns) > MANY:
            return
        free = [pattern for pattern in patterns if not self._is_read(np.full((4, 2), pattern[:2]))]
        for candidate in triples(np.array(free, np.float32).reshape(-1, 3)):
            self._look(candidate.quad, _around(candidate.size))
        for quad in unread:
            self._look(quad, likely_sizes(self.grey, quad))
        if not self._late():
            self._look_at_busy_squares()
        if not self.found:
            self._look_thoroughly()

    def _look_at_busy_squares(self) -> None:
        sizes = [codes.size for codes in self.known.by_size] if self.known else [21, 25]
        quads = [quad for quad in busy_squares(self.grey) if not self._is_read(quad)]
        ranked = sorted(((promise(self.grey, quad, sizes[0]), i) for i, quad in enumerate(quads)), reverse=True)
        for reached, i in ranked[:CLOSELY]:
            if reached < PROMISING:
                break
            self._look(quads[i], sizes)

    def _look_thoroughly(self) -> None:
        for view, scale in _views(self.grey):
            if self._late() or self.found:
                return
            symbols = decoders.zxing(view)
            patterns = finder_patterns(view)
            if len(patterns) > MANY:
                continue
            candidates = [(candidate.quad, _around(candidate.size)) for candidate in triples(patterns)]
            if not any(symbol.text for symbol in symbols):
                symbols += decoders.aruco(view) + decoders.classic(view)
            unread = self._take(Symbol(symbol.quad / np.float32(scale), symbol.text) for symbol in symbols)
            for quad, sizes in candidates:
                self._look(quad / np.float32(scale), sizes, view, scale)
            for quad in distinct(unread):
                self._look(quad, likely_sizes(self.grey, quad))

    def _take(self, symbols: Iterable[Symbol]) -> list[Quad]:
        """Keeps what was decoded; gives the corners of what was not."""
        unread = []
        for symbol in symbols:
            if symbol.text is None:
                unread.append(symbol.quad)
            elif not self._is_read(symbol.quad):
                self._keep(Code(symbol.text, symbol.quad, self._is_ours(symbol.text), "decoded", 1.0))
        return [quad for quad in unread if not self._is_read(quad)]

    def _look(self, quad: Quad, sizes: list[int], view: Picture | None = None, scale: float = 1.0) -> None:
        """Looks closely at a candidate: samples its modules and decodes them, or recognises them among the known."""
        if self._late() or self._is_read(quad) or len(distinct([*self.tried, quad])) == len(self.tried):
            return
        self.tried.append(quad)
        grey = self.grey if view is None else view
        known = {codes.size: codes for codes in self.known.by_size} if self.known else {}
        for size in sizes:
            for symbol in laid_over(grey, quad * np.float32(scale), size):
                text = read_laid(symbol, size)
                if text is not None:
                    self._take([Symbol(symbol.quad / np.float32(scale), text)])
                    return
                if size in known:
                    found = matched(symbol, known[size])
                    if is_sure(found):
                        place = found.quad / np.float32(scale)
                        if not self._is_read(place):
                            self._keep(Code(found.text, place, True, "recognised", confidence(found)))
                        return

    def _keep(self, code: Code) -> None:
        self.found.append(code)
        self.places.append(_place(code.quad))

    def _is_ours(self, text: str) -> bool:
        return isinstance(parse(text), Payload) or (self.known is not None and text in self.known.texts)

    def _is_read(self, quad: Quad) -> bool:
        x, y, half = _place(quad)
        return any(math.hypot(x - u, y - v) < max(half, reach) for u, v, reach in self.places)

    def _late(self) -> bool:
        return time.monotonic() > self.deadline


def _around(size: int) -> list[int]:
    return [near for near in (size, size - 4, size + 4) if near in SIZES]


def _views(grey: Picture) -> Iterator[tuple[Picture, float]]:
    """The picture prepared in ways that help where nothing was read, and the scale of each."""
    yield grey, 1.0
    if max(grey.shape) <= 1400:
        double = cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        yield double, 2.0
        yield cv2.addWeighted(double, 3, cv2.GaussianBlur(double, (0, 0), 2.5), -2, 0), 2.0
    if max(grey.shape) >= 600:
        yield cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), 0.5
    yield cv2.createCLAHE(3.0, (8, 8)).apply(grey), 1.0
    yield 255 - grey, 1.0


def _prepared(image: Picture) -> tuple[Picture, float]:
    """A grey picture of bounded size, and its scale. Raises ValueError on an array of another shape or type."""
    if image.dtype != np.uint8 or not (image.ndim == 2 or (image.ndim == 3 and image.shape[2] == 3)) or not image.size:
        raise ValueError(f"not a uint8 array H×W or H×W×3: {image.dtype} {image.shape}")
    grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    scale = min(1.0, LONGEST / max(grey.shape))
    if scale < 1:
        size = [max(1, round(side * scale)) for side in (grey.shape[1], grey.shape[0])]
        grey = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(grey), scale


def _place(quad: Quad) -> tuple[float, float, float]:
    """A quad's middle and about half its side."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    return (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4, math.hypot(cx - ax, cy - ay) / 2.8
