"""Finder patterns, the three nested squares at a QR symbol's corners, and the symbols they may belong to."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scanners.arrays import Floats, Picture, Quad
from scanners.layout import SIZES
from scanners.opencv import cv2

MANY = 400
"""More finder patterns are not put together to symbols."""
EXHAUSTING = 1000
"""As many finder patterns no table has: a picture made to exhaust decoders."""
_CENTRE = 3.5
"""Modules from a symbol's edge to the centre of a finder pattern."""


class Candidate(NamedTuple):
    """About the corners of a symbol, top left first, and how many modules it seems to have each way."""

    quad: Quad
    size: int


def finder_patterns(grey: Picture) -> Floats:
    """Centres and sizes of what looks like finder patterns, N×3: x, y, module in pixels.

    Found as contours nested three deep (ring, light gap, stone) around one centre, dark on light or light on dark.
    """
    found: list[tuple[float, float, float]] = []
    calm = cv2.GaussianBlur(grey, (3, 3), 0)
    for block in (max(15, min(grey.shape) // 12) | 1, max(25, min(grey.shape) // 4) | 1):
        dark = cv2.adaptiveThreshold(calm, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, block, 7)
        for x, y, module in _nested(dark):
            if not any(abs(x - u) + abs(y - v) < 3 * module for u, v, _ in found):
                found.append((x, y, module))
            if len(found) >= EXHAUSTING:
                return np.array(found, np.float32)
    return np.array(found, np.float32).reshape(-1, 3)


def _nested(dark: Picture) -> list[tuple[float, float, float]]:
    contours, tree = cv2.findContours(dark, cv2.RETR_TREE, cv2.CHAIN_APPROX_SIMPLE)
    if tree is None:
        return []
    child = tree[0, :, 2]
    stone = np.where(child >= 0, child[child], -1)
    found = []
    for ring in np.flatnonzero(stone >= 0).tolist():
        outer, inner = cv2.contourArea(contours[ring]), cv2.contourArea(contours[stone[ring]])
        if inner < 3 or not 2.5 < outer / inner < 16:
            continue
        (x, y), sides, _ = cv2.minAreaRect(contours[ring])
        (u, v), _, _ = cv2.minAreaRect(contours[stone[ring]])
        module = float(np.sqrt(outer)) / 6.5  # a contour runs through the middle of the edge's pixels
        if min(sides) * 3.5 > max(sides) and max(abs(x - u), abs(y - v)) < 1.5 * module + 1:
            found.append((x, y, module))
    return found


def triples(patterns: Floats, most: int = 100) -> list[Candidate]:
    """The symbols whose three finder patterns these may be, the likeliest first.

    A corner pattern and two arms of about equal length at about a right angle, all of about one size.
    """
    count = len(patterns)
    if count < 3:
        return []
    places, modules = patterns[:, :2], patterns[:, 2]
    arms = places[None] - places[:, None]  # from, to
    lengths = np.linalg.norm(arms, axis=2)
    corner, one, other = np.nonzero(_triangles(lengths, modules))
    first, second = arms[corner, one], arms[corner, other]
    turn = first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]
    a, b = lengths[corner, one], lengths[corner, other]
    skew = np.abs((first * second).sum(axis=1)) / (a * b)
    spread = np.abs(np.log(a / b)) + np.ptp(np.log(modules[np.stack([corner, one, other])]), axis=0)
    wrong = skew + spread + np.where((turn > 0) & (skew < 0.75), 0, 9)
    candidates = []
    for index in np.argsort(wrong)[:most].tolist():
        if wrong[index] >= 2.5:
            break
        module = float(modules[[corner[index], one[index], other[index]]].mean())
        size = SIZES[int(np.abs(np.array(SIZES) - (a[index] + b[index]) / 2 / module - 2 * _CENTRE).argmin())]
        right, down = (arm / (size - 2 * _CENTRE) for arm in (first[index], second[index]))
        start = places[corner[index]] - _CENTRE * (right + down)
        corners = [start, start + size * right, start + size * (right + down), start + size * down]
        candidates.append(Candidate(np.array(corners, np.float32), size))
    return candidates


def _triangles(lengths: Floats, modules: Floats) -> NDArray[np.bool_]:
    """Which (corner, one, other) may be a symbol's patterns, by the lengths of the arms and the sizes, N×N×N."""
    scale = np.log(modules)
    alike = np.abs(scale[:, None] - scale[None]) < 0.6
    arm = alike & (lengths > 10 * np.minimum(modules[:, None], modules[None])) & (lengths < 200 * modules[:, None])
    longer = np.log(np.maximum(lengths, 1e-3))
    even = np.abs(longer[:, :, None] - longer[:, None, :]) < 0.7
    both: NDArray[np.bool_] = arm[:, :, None] & arm[:, None, :] & even
    return both
