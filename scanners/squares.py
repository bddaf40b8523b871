"""Where a symbol may lie, found without its finder patterns: busy squares on a quiet ground."""

from __future__ import annotations

import numpy as np

from scanners.arrays import Floats, Picture, Quad
from scanners.opencv import cv2

LONGEST = 1280
"""Pixels: larger pictures are reduced before squares are looked for."""
SMALLEST = 16.0
"""Pixels: a smaller square shows no modules."""


def busy_squares(grey: Picture) -> list[Quad]:
    """Squares (about the symbol's corners, any turn) full of edges, the largest first.

    The local strength of edges is thresholded and closed over a few widths, for small and for large modules.
    """
    scale = min(1.0, LONGEST / max(grey.shape))
    small = grey
    if scale < 1:
        size = [max(1, round(side * scale)) for side in (grey.shape[1], grey.shape[0])]
        small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    edges = cv2.morphologyEx(cv2.GaussianBlur(small, (0, 0), 0.8), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    found: list[tuple[float, Quad]] = []
    for width in (5, 9, 15):
        strength = cv2.boxFilter(edges, cv2.CV_32F, (width, width))
        busy = (strength > max(0.45 * float(np.percentile(strength[::3, ::3], 99.3)), 6)).astype(np.uint8)
        busy = cv2.morphologyEx(busy, cv2.MORPH_CLOSE, np.ones((width, width), np.uint8))
        busy = cv2.morphologyEx(busy, cv2.MORPH_OPEN, np.ones((width + 4, width + 4), np.uint8))
        for contour in cv2.findContours(busy, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
            for quad in _quads(cv2.convexHull(contour)):
                side = float(np.sqrt(abs(cv2.contourArea(quad))))
                middle = quad.mean(axis=0)
                shrunk = middle + (quad - middle) * max(0.6, 1 - (width - 1) / side)
                found.append((side, (shrunk / scale).astype(np.float32)))
    found.sort(key=lambda item: -item[0])
    return distinct([quad for _, quad in found])


def _quads(hull: Floats) -> list[Quad]:
    """The rectangle around a hull and, where it has about four corners, those."""
    rectangle = cv2.minAreaRect(hull)
    area = cv2.contourArea(hull)
    if min(rectangle[1]) < SMALLEST or area < 0.6 * rectangle[1][0] * rectangle[1][1]:
        return []
    quads = [cv2.boxPoints(rectangle)]
    for tolerance in (0.04, 0.06, 0.09):
        corners = cv2.approxPolyDP(hull, tolerance * cv2.arcLength(hull, True), True)
        if len(corners) == 4:
            quads.append(corners.reshape(4, 2).astype(np.float32))
            break
    return [quad if cv2.contourArea(quad, True) > 0 else quad[::-1] for quad in quads]


def distinct(quads: list[Quad]) -> list[Quad]:
    """The quads without those that say nearly the same as an earlier one."""
    kept: list[Quad] = []
    turned = np.empty((0, 4, 2), np.float32)
    for quad in quads:
        near = 0.07 * float(np.sqrt(abs(cv2.contourArea(quad))))
        if not (np.abs(turned - quad).max(axis=(1, 2)) < near).any():
            kept.append(quad)
            turned = np.concatenate([turned, [np.roll(quad, turn, axis=0) for turn in range(4)]])
    return kept
