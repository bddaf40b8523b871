"""Reading every code of a picture: cheap attempts first, dearer ones only where something was seen but not read."""

from __future__ import annotations

import time
from collections.abc import Collection

import numpy as np

from scanners.arrays import Picture
from scanners.closed_set import known_set
from scanners.code import Code
from scanners.layout import SIZES
from scanners.opencv import cv2
from scanners.search import Search

LONGEST = 4000
"""Pixels: larger pictures are reduced before anything is looked for."""
BUDGET_MS = 3000.0


def decode(image: Picture, *, known: Collection[str] | None = None, budget_ms: float | None = None) -> list[Code]:
    """Every QR code in a picture: see `scanners.decode`."""
    deadline = time.monotonic() + (BUDGET_MS if budget_ms is None else budget_ms) / 1000
    grey, scale = prepared(image)
    if min(grey.shape) < SIZES[0]:
        return []
    search = Search(grey, known_set(tuple(known)) if known else None, deadline)
    search.run()
    return [code._replace(quad=code.quad / np.float32(scale)) for code in search.found]


def prepared(image: Picture) -> tuple[Picture, float]:
    """A grey picture of bounded size, and its scale. Raises ValueError on an array of another shape or type."""
    if image.dtype != np.uint8 or not (image.ndim == 2 or (image.ndim == 3 and image.shape[2] == 3)) or not image.size:
        raise ValueError(f"not a uint8 array H×W or H×W×3: {image.dtype} {image.shape}")
    grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    scale = min(1.0, LONGEST / max(grey.shape))
    if scale < 1:
        size = [max(1, round(side * scale)) for side in (grey.shape[1], grey.shape[0])]
        grey = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(grey), scale
