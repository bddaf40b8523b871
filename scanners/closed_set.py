"""Recognising a symbol among the codes that can be on this table, where error correction gives up.

A candidate square is laid exactly over the symbol with the help of its fixed patterns, its modules are sampled, and the
sample is correlated with the symbols of all known codes, blurred as the picture is. A code counts only beyond a threshold
and with a margin to every other code: a wrong card is worse than none.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scanners.alignment import (
    MARGIN,
    Square,
    Template,
    align,
    modules_of,
    quad_of,
    sampled,
    square_of,
    template,
)
from scanners.arrays import Floats, Picture, Quad
from scanners.opencv import cv2
from scanners.symbol import matrix

THRESHOLD = 0.50
MARGIN_TO_SECOND = 0.24
MODULE_PX = 3.0
"""Symbols seen larger than this are reduced to it: more pixels cost time and bring only noise."""
_FIXED_SIGMA = 0.6
NUDGES, ROUNDS = 32, 6
"""Squares tried in a round of climbing, and rounds."""


class Recognition(NamedTuple):
    """The known code that looks most like a symbol: its correlation, that of the second best, and where it lies."""

    text: str
    score: float
    second: float
    quad: Quad


# --- the fixed part of a symbol ------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def fixed_modules(size: int) -> Floats:
    """Finder patterns, separators, timing patterns and the margin of a symbol: 1 light, -1 dark, 0 where data stands."""
    modules = np.zeros((size, size), np.float32)
    finder = -np.ones((7, 7), np.float32)
    finder[1:6, 1:6] = 1
    finder[2:5, 2:5] = -1
    timing = np.where(np.arange(size) % 2 == 0, -1, 1)
    modules[6, :] = timing
    modules[:, 6] = timing
    for y, x in ((0, 0), (0, size - 7), (size - 7, 0)):
        modules[max(0, y - 1) : y + 8, max(0, x - 1) : x + 8] = 1
        modules[y : y + 7, x : x + 7] = finder
    return np.pad(modules, MARGIN, constant_values=1)


@lru_cache(maxsize=64)
def _data_mask(size: int) -> NDArray[np.bool_]:
    """The modules that differ between codes: data and error correction, not the format information."""
    mask = fixed_modules(size)[MARGIN:-MARGIN, MARGIN:-MARGIN] == 0
    mask[8, :9] = mask[:9, 8] = mask[8, size - 8 :] = mask[size - 8 :, 8] = False
    return mask


@lru_cache(maxsize=256)
def _fixed_template(size: int, sigma: float) -> Template:
    modules = fixed_modules(size)
    return template(modules, sigma, modules != 0)


# --- blur ----------------------------------------------------------------------------------------------------------


def _kernel(sigma: float, streak: float = 0.0, angle: float = 0.0) -> Floats:
    """A blur of the module grid, 7×7: the module's own area, a Gaussian of `sigma` and a streak, in modules."""
    scale, side = 5, 35
    point = np.zeros((side, side), np.float32)
    point[15:20, 15:20] = 1
    if streak:
        line = np.zeros((side, side), np.float32)
        for along in np.linspace(-streak * scale / 2, streak * scale / 2, 61):
            line[round(17 + along * np.sin(angle)), round(17 + along * np.cos(angle))] += 1
        point = cv2.filter2D(point, -1, line / line.sum())
    if sigma:
        point = cv2.GaussianBlur(point, (0, 0), sigma * scale)
    kernel: Floats = cv2.blur(point, (3, 3))[2::5, 2::5]
    return kernel / kernel.sum()


KERNELS = [_kernel(sigma) for sigma in (0.0, 0.4, 0.65, 0.95, 1.3)] + [
    _kernel(0.3, streak, angle * np.pi / 6) for streak in (1.5, 2.5, 4.0) for angle in range(6)
]


def _blurred(tiles: Floats, kernel: Floats) -> Floats:
    """Each of N tiles blurred."""
    pad = len(kernel) // 2
    wide = np.pad(tiles, ((0, 0), (pad, pad), (pad, pad)), mode="edge")
    flat = cv2.filter2D(wide.reshape(-1, wide.shape[2]), -1, kernel)
    return flat.reshape(wide.shape)[:, pad:-pad, pad:-pad]  # type: ignore[no-any-return]


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


# --- the known codes -----------------------------------------------------------------------------------------------


class SameSize:
    """The known codes whose symbols have one size, as rows to correlate with."""

    def __init__(self, size: int, texts: Sequence[str]) -> None:
        self.size = size
        self.texts = texts
        light = np.stack([1 - 2 * matrix(text).astype(np.float32) for text in texts])
        self.modules = np.pad(light, ((0, 0), (MARGIN, MARGIN), (MARGIN, MARGIN)), constant_values=1)
        self._rows: dict[int, Floats] = {}

    def rows(self, kernel: int) -> Floats:
        """Every code's data modules as unit vectors, under one of the blurs."""
        if kernel not in self._rows:
            tiles = _blurred(self.modules, KERNELS[kernel])[:, MARGIN:-MARGIN, MARGIN:-MARGIN]
            self._rows[kernel] = _unit(_normalised(tiles)[:, _data_mask(self.size)])
        return self._rows[kernel]


class KnownSet:
    """The codes that can be on a table, by the size of their symbols."""

    def __init__(self, texts: Collection[str]) -> None:
        by_size: dict[int, list[str]] = {}
        for text in dict.fromkeys(texts):
            by_size.setdefault(len(matrix(text)), []).append(text)
        self.by_size = [SameSize(size, texts) for size, texts in sorted(by_size.items())]


@lru_cache(maxsize=8)
def known_set(texts: tuple[str, ...]) -> KnownSet:
    """The prepared set of these texts; kept, for a table asks with the same ones again and again."""
    return KnownSet(texts)


# --- laying the square over the symbol -----------------------------------------------------------------------------


class Guess(NamedTuple):
    """A square in a close-up picture, and how well the fixed modules agree with it (-1 to 1; negative: light on dark)."""

    score: float
    square: Square


@lru_cache(maxsize=64)
def _fixed_places(size: int) -> tuple[Floats, Floats]:
    """The fixed modules' places in the symbol's plane (3×N, homogeneous), and what is expected there (a unit vector)."""
    modules = fixed_modules(size)
    inner = np.zeros(modules.shape, bool)
    inner[1:-1, 1:-1] = True
    y, x = np.nonzero((modules != 0) & inner)
    middle = (len(modules) - 1) / 2
    places = np.stack([(x - middle) * 2 / size, (y - middle) * 2 / size, np.ones(len(x))])
    expected = cv2.GaussianBlur(modules, (0, 0), 0.5)[y, x]
    return places.astype(np.float32), _unit(expected[None])[0]


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
    """Small motions of the plane to climb by (ROUNDS×NUDGES×3×3): turn, size, skew, shift and tilt together, ever smaller."""
    draws = np.random.default_rng(0).normal(size=(8, ROUNDS, NUDGES)) * 0.8 ** np.arange(ROUNDS)[:, None]
    turn, wide, high, skew, x, y, g, h = draws * np.array([0.12, 0.1, 0.1, 0.06, 0.1, 0.1, 0.04, 0.04])[:, None, None]
    rows = [[1 + wide, skew - turn, x], [turn, 1 + high, y], [g, h, np.ones_like(g)]]
    return np.moveaxis(np.array(rows), (0, 1), (2, 3)).astype(np.float32)


def _scores(picture: Picture, squares: Floats, size: int) -> Floats:
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


def _laid(picture: Picture, guess: Guess, size: int) -> Guess:
    """A guess laid exactly over the symbol, as far as the fixed modules tell.

    A square that is off by a turn agrees on two finder patterns of three: once it lies well, its other turns are tried.
    """
    guess = _climbed(picture, guess, size)
    square, _ = align(picture, guess.square, _fixed_template(size, 1.0), 4)
    turned = square @ _turns()
    turned_scores = _scores(picture, turned, size)
    square = turned[int(np.abs(turned_scores).argmax())]
    square, _ = align(picture, square, _fixed_template(size, 1.0), 2)
    square, score = align(picture, square, _fixed_template(size, 0.6), 4)
    return Guess(score, square)


@lru_cache(maxsize=1)
def _corner_shifts() -> list[tuple[float, float]]:
    """Shifts of the corner without finder pattern, which the fixed patterns hold least, in modules."""
    return [(x, y) for x in (-1.0, 0.0, 1.0) for y in (-1.0, 0.0, 1.0)]


def _cornered(square: Square, size: int) -> list[Square]:
    squares = []
    for x, y in _corner_shifts():
        corners = np.array([[-1, -1], [1, -1], [1 + 2 * x / size, 1 + 2 * y / size], [-1, 1]], np.float32)
        squares.append(square @ square_of(corners))
    return squares


def recognise(grey: Picture, quad: Quad, known: KnownSet) -> Recognition | None:
    """The known code that a candidate square shows most likely, whether or not it is sure (see `is_sure`).

    `quad`: about the corners of a symbol, off by up to two modules and in any of its four turns.
    """
    best: Recognition | None = None
    for codes in known.by_size:
        picture, square, back = _close_up(grey, quad, codes.size)
        if picture is None:
            continue
        starts = _started(picture, square, codes.size)[:2]
        for start in starts:
            if abs(start.score) < abs(starts[0].score) - 0.15:
                continue
            laid = _laid(picture, start, codes.size)
            if abs(laid.score) < 0.35:
                continue
            found = _matched(picture if laid.score > 0 else 255 - picture, laid.square, codes)
            if best is None or found.score - found.second > best.score - best.second:
                best = found._replace(quad=quad_of(back @ square_of(found.quad)))
                if is_sure(best):
                    return best
    return best


def is_sure(found: Recognition) -> bool:
    """Whether a recognition counts."""
    return found.score >= THRESHOLD and found.score - found.second >= MARGIN_TO_SECOND


def _close_up(grey: Picture, quad: Quad, size: int) -> tuple[Picture | None, Square, Square]:
    """The part of the picture around a candidate, reduced; the candidate's square in it; and the way back to pixels."""
    side = float(np.sqrt(abs(cv2.contourArea(quad))))
    low = np.floor(quad.min(axis=0) - 0.25 * side).astype(int).clip(0)
    high = np.ceil(quad.max(axis=0) + 0.25 * side).astype(int)
    part = grey[low[1] : high[1], low[0] : high[0]]
    if side < size or part.size == 0 or max(part.shape) > 8 * side:
        return None, np.eye(3), np.eye(3)
    scale = min(1.0, MODULE_PX * size / side)
    if scale < 0.8:
        part = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    else:
        scale = 1.0
    half = (scale - 1) / 2  # the centre of the first pixel moves
    there = np.array([[scale, 0, -scale * low[0] + half], [0, scale, -scale * low[1] + half], [0, 0, 1.0]])
    return part, there @ square_of(quad), np.linalg.inv(there)


def _matched(picture: Picture, square: Square, codes: SameSize) -> Recognition:
    size = codes.size
    squares = _cornered(square, size)
    tiles = np.stack([modules_of(sampled(picture, corner, size)) for corner in squares])
    kernels = _likely_kernels(tiles[len(squares) // 2], size)
    inner = tiles[:, MARGIN:-MARGIN, MARGIN:-MARGIN]
    views = _unit(_normalised(inner)[:, _data_mask(size)])
    scores = np.stack([views @ codes.rows(kernel).T for kernel in kernels])  # kernels × squares × codes
    per_code = scores.max(axis=(0, 1))
    order = np.argsort(-per_code)[:3]
    if per_code[order[0]] < 0.28:
        return Recognition(codes.texts[order[0]], float(per_code[order[0]]), float(per_code[order[1:2]].max(initial=0)), quad_of(square))
    refined = []
    for code in order[:2]:
        kernel, corner = np.unravel_index(int(scores[:, :, code].argmax()), scores.shape[:2])
        whole = template(codes.modules[code], _FIXED_SIGMA)
        exact, _ = align(picture, squares[corner], whole, 4)
        tile = modules_of(sampled(picture, exact, size))[None, MARGIN:-MARGIN, MARGIN:-MARGIN]
        view = _unit(_normalised(tile)[:, _data_mask(size)])[0]
        again = max(float(view @ codes.rows(k)[code]) for k in kernels)
        refined.append((max(again, float(per_code[code])), int(code), exact))
    refined.sort(key=lambda item: -item[0])
    second = max([float(score) for score in per_code[order[2:]]] + [item[0] for item in refined[1:]], default=0.0)
    return Recognition(codes.texts[refined[0][1]], refined[0][0], second, quad_of(refined[0][2]))


@lru_cache(maxsize=64)
def _fixed_under_kernels(size: int) -> Floats:
    """The fixed modules inside the symbol as unit rows, one a kernel."""
    tiles = np.stack([_blurred(fixed_modules(size)[None], kernel)[0] for kernel in KERNELS])
    return _unit(tiles[:, fixed_modules(size) != 0])


def _likely_kernels(tile: Floats, size: int, count: int = 3) -> list[int]:
    """The blurs under which the fixed modules look most like the picture."""
    seen = _unit(tile[None, fixed_modules(size) != 0])[0]
    return [int(kernel) for kernel in np.argsort(-(_fixed_under_kernels(size) @ seen))[:count]]
