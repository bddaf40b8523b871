"""Recognising a symbol among the codes that can be on this table, where error correction gives up.

A candidate square is laid exactly over the symbol with the help of its fixed patterns, its modules are sampled, and the
sample is correlated with the symbols of all known codes, blurred as the picture is. A code counts only beyond a
threshold and with a margin to every other code: a wrong card is worse than none.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from scanners.alignment import align, modules_of, quad_of, sampled, template
from scanners.arrays import Floats, Picture, Quad
from scanners.blur import blurred, likely_kernels
from scanners.laying import Laid, cornered, laid_over
from scanners.layout import QUIET, data_mask
from scanners.opencv import cv2
from scanners.symbol import matrix

THRESHOLD = 0.50
"""A correlation below this is no recognition."""
MARGIN = 0.24
"""How far the second best code has to be behind."""
HOPELESS = 0.28
SIGMA = 0.6
"""Modules of blur with which a whole pattern is laid over the picture."""


class Recognition(NamedTuple):
    """The known code that looks most like a symbol: its correlation, that of the second best, and where it lies.

    `scores`: the correlations of all the codes of this size, in their order.
    """

    text: str
    score: float
    second: float
    quad: Quad
    scores: Floats


def _normalised(tiles: Floats) -> Floats:
    """N tiles with the local mean taken out and the local contrast evened, so that glare and shadow do not count."""
    reach = 4
    wide = np.pad(tiles, ((0, 0), (reach, reach), (reach, reach)), mode="reflect")
    flat = wide.reshape(-1, wide.shape[2])
    inner = (slice(None), slice(reach, -reach), slice(reach, -reach))
    mean = cv2.blur(flat, (9, 9)).reshape(wide.shape)[inner]
    power = cv2.blur(flat * flat, (9, 9)).reshape(wide.shape)[inner]
    deviation = np.sqrt(np.maximum(power - mean * mean, 0))
    whole = deviation.mean(axis=(1, 2), keepdims=True) + 1e-6
    normal: Floats = np.clip((tiles - mean) / (deviation + 0.35 * whole), -2, 2)
    return normal


def _unit(rows: Floats) -> Floats:
    rows = rows - rows.mean(axis=1, keepdims=True)
    return rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-9)  # type: ignore[no-any-return]


class SameSize:
    """The known codes whose symbols have one size, as rows to correlate with."""

    def __init__(self, size: int, texts: Sequence[str]) -> None:
        self.size = size
        self.texts = texts
        light = np.stack([1 - 2 * matrix(text).astype(np.float32) for text in texts])
        self.modules = np.pad(light, ((0, 0), (QUIET, QUIET), (QUIET, QUIET)), constant_values=1)
        self._rows: dict[int, Floats] = {}

    def rows(self, kernel: int) -> Floats:
        """Every code's data modules as unit vectors, under one of the blurs."""
        if kernel not in self._rows:
            tiles = blurred(self.modules, kernel)[:, QUIET:-QUIET, QUIET:-QUIET]
            self._rows[kernel] = _unit(_normalised(tiles)[:, data_mask(self.size)])
        return self._rows[kernel]


class KnownSet:
    """The codes that can be on a table, by the size of their symbols."""

    def __init__(self, texts: Collection[str]) -> None:
        by_size: dict[int, list[str]] = {}
        for text in dict.fromkeys(texts):
            by_size.setdefault(len(matrix(text)), []).append(text)
        self.texts = frozenset(texts)
        self.by_size = [SameSize(size, texts) for size, texts in sorted(by_size.items())]


@lru_cache(maxsize=8)
def known_set(texts: tuple[str, ...]) -> KnownSet:
    """The prepared set of these texts; kept, for a table asks with the same ones again and again."""
    return KnownSet(texts)


def recognise(grey: Picture, quad: Quad, known: KnownSet) -> Recognition | None:
    """The known code that a candidate square shows most likely, whether or not it is sure (see `is_sure`).

    `quad`: about the corners of a symbol, off by up to two modules and in any of its four turns.
    """
    best: Recognition | None = None
    for codes in known.by_size:
        for symbol in laid_over(grey, quad, codes.size):
            found = matched(symbol, codes)
            if best is None or found.score - found.second > best.score - best.second:
                best = found
                if is_sure(best):
                    return best
    return best


def is_sure(found: Recognition) -> bool:
    """Whether a recognition counts."""
    return found.score >= THRESHOLD and found.score - found.second >= MARGIN


def confidence(found: Recognition) -> float:
    """0 just beyond the margin, 1 where the second best code is nowhere near."""
    return round(min(1.0, max(0.0, (found.score - found.second - MARGIN) / (0.7 - MARGIN))), 3)


def matched(symbol: Laid, codes: SameSize) -> Recognition:
    """The code whose symbol looks most like this one, and how far the second is behind."""
    size = codes.size
    squares = cornered(symbol.square, size)
    tiles = np.stack([modules_of(sampled(symbol.picture, square, size)) for square in squares])
    kernels = likely_kernels(tiles[0], size)
    views = _views(tiles, size)
    scores = np.stack([views @ codes.rows(kernel).T for kernel in kernels])  # kernels × squares × codes
    per_code = scores.max(axis=(0, 1))
    order = np.argsort(-per_code)[:3].tolist()
    reached = {code: (float(per_code[code]), symbol.square) for code in order}
    if per_code[order[0]] >= HOPELESS:
        for code in order[:2]:  # both finalists are laid alike, each with its whole pattern
            start = squares[int(scores[:, :, code].max(axis=0).argmax())]
            exact, _ = align(symbol.picture, start, template(codes.modules[code], SIGMA), 4)
            view = _views(modules_of(sampled(symbol.picture, exact, size))[None], size)[0]
            score = max(float(view @ codes.rows(kernel)[code]) for kernel in kernels)
            reached[code] = (max(score, float(per_code[code])), exact)
    first, *others = sorted(order, key=lambda code: -reached[code][0])
    second = max((reached[code][0] for code in others), default=0.0)
    score, square = reached[first]
    for code, (better, _) in reached.items():
        per_code[code] = better
    return Recognition(codes.texts[first], score, second, quad_of(symbol.back @ square), per_code)


def _views(tiles: Floats, size: int) -> Floats:
    """The data modules of sampled tiles (with their margin) as unit rows."""
    return _unit(_normalised(tiles[:, QUIET:-QUIET, QUIET:-QUIET])[:, data_mask(size)])
