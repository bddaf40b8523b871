"""Finder patterns: the three nested squares at a QR symbol's corners."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scanners.arrays import Picture
from scanners.opencv import cv2

MANY = 120
"""More finder patterns than forty symbols have: a picture made to exhaust decoders, not a table."""


def finder_patterns(grey: Picture) -> NDArray[np.float32]:
    """Centres and sizes of what looks like finder patterns, N×3: x, y, module in pixels.

    Found as contours nested three deep (ring, light gap, stone) around one centre, dark on light or light on dark.
    """
    block = max(15, min(grey.shape) // 12 | 1)
    dark = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, block, 6)
    contours, tree = cv2.findContours(dark, cv2.RETR_TREE, cv2.CHAIN_APPROX_SIMPLE)
    if tree is None:
        return np.empty((0, 3), np.float32)
    child = tree[0, :, 2]
    stone = np.where(child >= 0, child[child], -1)
    found = []
    for ring in np.flatnonzero(stone >= 0).tolist():
        outer, inner = cv2.contourArea(contours[ring]), cv2.contourArea(contours[stone[ring]])
        if inner < 4 or not 2.5 < outer / inner < 14:
            continue
        (x, y), size, _ = cv2.minAreaRect(contours[ring])
        (u, v), _, _ = cv2.minAreaRect(contours[stone[ring]])
        module = float(np.sqrt(outer)) / 7
        if min(size) * 3 > max(size) and max(abs(x - u), abs(y - v)) < 1.5 * module + 1:
            found.append((x, y, module))
    return np.array(found, np.float32).reshape(-1, 3)
