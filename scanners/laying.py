"""Laying a square over a symbol: from a candidate that is off by a few modules to the exact homography.

Only what all symbols of a size share is used: finder, timing and alignment patterns and the quiet zone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scanners.alignment import Square, Template, align, quad_of, square_of, template, unit
from scanners.arrays import Floats, Picture, Quad
from scanners.layout import SIZES, fixed_modules
from scanners.opencv import cv2

MODULE_PX = 3.0
"""Symbols seen larger than this are reduced to it: more pixels cost time and bring only noise."""
NUDGES, ROUNDS = 32, 6
"""Squares tried in a round of climbing, and rounds."""
HOPEFUL, AGREEMENT, CERTAIN = 0.43, 0.5, 0.85
"""Agreement of the fixed modules: below the first a climbed square is given up, below the second a laid one; above the
third no other start is tried."""


class Guess(NamedTuple):
    """A square in a close-up picture; how well the fixed modules agree with it (-1 to 1; negative: light on dark)."""

    score: float
    square: Square


class CloseUp(NamedTuple):
    """The part of a picture around a candidate, reduced; the candidate's square in it; and the way back to pixels."""

    picture: Picture
    square: Square
    back: Square


def close_up(grey: Picture, quad: Quad, size: int) -> CloseUp | None:
    """A candidate for a symbol of `size` modules seen from near; None where it is too small or too odd."""
    side = float(np.sqrt(abs(cv2.contourArea(quad))))
    low = np.floor(quad.min(axis=0) - 0.25 * side).astype(int).clip(0)
    high = np.ceil(quad.max(axis=0) + 0.25 * side).astype(int)
    part = grey[low[1] : high[1], low[0] : high[0]]
    if side < size or part.size == 0 or max(part.shape) > 8 * side:
        return None
    scale = min(1.0, MODULE_PX * size / side)
    if scale < 0.8:
        part = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    else:
        scale = 1.0
    half = (scale - 1) / 2  # the centre of the first pixel moves
    there = np.array([[scale, 0, -scale * low[0] + half], [0, scale, -scale * low[1] + half], [0, 0, 1.0]])
    return CloseUp(part, there @ square_of(quad), np.linalg.inv(there))


class Laid(NamedTuple):
    """A symbol found: the close-up picture (dark on light), its square there, the way back to pixels, the agreement."""

    picture: Picture
    square: Square
    back: Square
    score: float

    @property
    def quad(self) -> Quad:
        """The symbol's corners in the picture."""
        return quad_of(self.back @ self.square)


@lru_cache(maxsize=256)
def _fixed_template(size: int, sigma: float) -> Template:
    modules = fixed_modules(size)
    return template(modules, sigma, modules != 0)


@lru_cache(maxsize=64)
def _fixed_places(size: int) -> tuple[Floats, Floats]:
    """The fixed modules' places in the symbol's plane (3×N, homogeneous); what is expected there (a unit vector)."""
    modules = fixed_modules(size)
    inner = np.zeros(modules.shape, bool)
    inner[1:-1, 1:-1] = True
    y, x = np.nonzero((modules != 0) & inner)
    middle = (len(modules) - 1) / 2
    places = np.stack([(x - middle) * 2 / size, (y - middle) * 2 / size, np.ones(len(x))])
    expected = cv2.GaussianBlur(modules, (0, 0), 0.5)[y, x]
    return places.astype(np.float32), unit(expected)


@lru_cache(maxsize=64)
def _starts(size: int) -> Floats:
    """Motions of the plane to try around a candidate (4×27, 3×3): its four turns, sizes and shifts."""
    step = 1.6 / size
    starts = [
        turn @ np.array([[scale, 0, x], [0, scale, y], [0, 0, 1]])
        for turn in _turns()
        for scale in (0.86, 1.0, 1.16)
        for x in (-step, 0, step)
        for y in (-step, 0, step)
    ]
    return np.array(starts, np.float32)


@lru_cache(maxsize=1)
def _turns() -> NDArray[np.float64]:
    """The four quarter turns of the plane (4×3×3)."""
    quarters = ((1, 0), (0, 1), (-1, 0), (0, -1))
    return np.array([[[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]] for cos, sin in quarters], np.float64)


@lru_cache(maxsize=1)
def _nudges() -> Floats:
    """Small motions of the plane to climb by, ever smaller (ROUNDS×NUDGES×3×3): turn, size, skew, shift and tilt."""
    draws = np.random.default_rng(0).normal(size=(8, ROUNDS, NUDGES)) * 0.8 ** np.arange(ROUNDS)[:, None]
    turn, wide, high, skew, x, y, g, h = draws * np.array([0.12, 0.1, 0.1, 0.06, 0.1, 0.1, 0.04, 0.04])[:, None, None]
    rows = [[1 + wide, skew - turn, x], [turn, 1 + high, y], [g, h, np.ones_like(g)]]
    return np.moveaxis(np.array(rows), (0, 1), (2, 3)).astype(np.float32)


def _scores(picture: Picture, squares: NDArray[np.floating[Any]], size: int) -> Floats:
    """How well the fixed modules agree with the picture under each of K squares (K×3×3)."""
    places, expected = _fixed_places(size)
    height, width = picture.shape
    points = (squares.astype(np.float32).reshape(-1, 3) @ places).reshape(len(squares), 3, -1)
    points[:, :2] /= np.maximum(points[:, 2:], 1e-6)
    points[:, :2] += 0.5
    x = np.minimum(np.maximum(points[:, 0], 0), width - 1).astype(np.int32)
    y = np.minimum(np.maximum(points[:, 1], 0), height - 1).astype(np.int32)
    values = picture.ravel().take(y * width + x).astype(np.float32)
    values -= values.mean(axis=1, keepdims=True)
    return values @ expected / (np.sqrt(np.einsum("ij,ij->i", values, values)) + 1e-6)  # type: ignore[no-any-return]


def _started(picture: Picture, square: Square, size: int) -> list[Guess]:
    """The best square of each turn around a candidate, best first."""
    squares = square.astype(np.float32) @ _starts(size)
    scores = _scores(picture, squares, size)
    per_turn = np.abs(scores).reshape(4, -1)
    best = [turn * per_turn.shape[1] + int(per_turn[turn].argmax()) for turn in np.argsort(-per_turn.max(axis=1))]
    return [Guess(float(scores[index]), squares[index].astype(np.float64)) for index in best]


def _climbed(picture: Picture, guess: Guess, size: int) -> Guess:
    """A better square near a guess, by trying small motions of ever smaller size."""
    sign = np.sign(guess.score)
    for nudges in _nudges():
        squares = guess.square.astype(np.float32) @ nudges
        scores = _scores(picture, squares, size) * sign
        best = int(scores.argmax())
        if scores[best] > abs(guess.score):
            guess = Guess(float(scores[best] * sign), squares[best].astype(np.float64))
    return guess


def laid_over(grey: Picture, quad: Quad, size: int) -> Iterator[Laid]:
    """The symbol of `size` modules that a candidate may show, laid as well as its fixed patterns tell; at most twice.

    `quad`: about the symbol's corners, off by up to two modules, in any of its four turns. Light-on-dark symbols come
    out dark on light.
    """
    near = close_up(grey, quad, size)
    if near is None:
        return
    starts = _started(near.picture, near.square, size)[:2]
    for start in starts:
        if abs(start.score) < abs(starts[0].score) - 0.15:
            return
        climbed = _climbed(near.picture, start, size)
        if abs(climbed.score) < HOPEFUL:
            continue
        found = _laid(near.picture, climbed, size)
        if abs(found.score) >= AGREEMENT:
            picture = near.picture if found.score > 0 else 255 - near.picture
            yield Laid(picture, found.square, near.back, abs(found.score))
        if abs(found.score) >= CERTAIN:
            return


def promise(grey: Picture, quad: Quad, size: int) -> float:
    """How much a candidate looks like a symbol at first sight: the fixed modules' agreement, 0 to 1."""
    near = close_up(grey, quad, size)
    return 0.0 if near is None else abs(_started(near.picture, near.square, size)[0].score)


def likely_sizes(grey: Picture, quad: Quad, count: int = 2) -> list[int]:
    """The sizes a symbol with these corners (top left first) may have, the likeliest first."""
    reached = {}
    for size in SIZES:
        near = close_up(grey, quad, size)
        if near is None or size > 117:
            break
        reached[size] = abs(float(_scores(near.picture, near.square[None], size)[0]))
    return sorted(reached, key=lambda size: -reached[size])[:count]


def cornered(square: Square, size: int) -> list[Square]:
    """The square, and with its corner moved that has no finder pattern: the fixed patterns hold that one least."""
    shifts = [(0.0, 0.0)] + [(x, y) for x in (-1.0, 0.0, 1.0) for y in (-1.0, 0.0, 1.0) if x or y]
    squares = []
    for x, y in shifts:
        corners = np.array([[-1, -1], [1, -1], [1 + 2 * x / size, 1 + 2 * y / size], [-1, 1]], np.float32)
        squares.append(square @ square_of(corners))
    return squares


def _laid(picture: Picture, guess: Guess, size: int) -> Guess:
    """A guess laid exactly over the symbol, as far as the fixed modules tell.

    A square that is off by a turn agrees on two finder patterns of three: once it lies well, its other turns are tried.
    """
    square, _ = align(picture, guess.square, _fixed_template(size, 1.0), 4)
    turned = square @ _turns()
    turned_scores = _scores(picture, turned, size)
    square = turned[int(np.abs(turned_scores).argmax())]
    square, _ = align(picture, square, _fixed_template(size, 1.0), 2)
    square, score = align(picture, square, _fixed_template(size, 0.6), 4)
    return Guess(score, square)
