"""Reading every code of a picture: cheap attempts first, dearer ones only where something was found but not read."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator

import numpy as np

from scanners import decoders
from scanners.arrays import Picture, Quad
from scanners.code import Code
from scanners.decoders import Symbol
from scanners.finders import MANY, finder_patterns
from scanners.opencv import cv2
from scanners.payload import Payload, parse

LONGEST = 4000
"""Pixels: larger pictures are reduced before anything is looked for."""
BUDGET_MS = 3000.0


def decode(image: Picture, *, known: Collection[str] | None = None, budget_ms: float | None = None) -> list[Code]:
    """Every QR code in a picture: see `scanners.decode`."""
    deadline = time.monotonic() + (BUDGET_MS if budget_ms is None else budget_ms) / 1000
    grey, scale = _prepared(image)
    found: list[Code] = []
    for symbols in _attempts(grey):
        for symbol in symbols:
            if symbol.text is not None and not any(_same_place(symbol.quad / scale, code.quad) for code in found):
                ours = isinstance(parse(symbol.text), Payload) or (known is not None and symbol.text in known)
                found.append(Code(symbol.text, symbol.quad / scale, ours, "decoded", 1.0))
        if found or time.monotonic() > deadline:
            break
    return found


def _attempts(grey: Picture) -> Iterator[list[Symbol]]:
    yield decoders.zxing(grey)
    if len(finder_patterns(grey)) > MANY:
        return
    yield decoders.aruco(grey) + decoders.classic(grey)
    if max(grey.shape) <= 2000:
        double = cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        sharp = cv2.addWeighted(double, 3, cv2.GaussianBlur(double, (0, 0), 2.5), -2, 0)
        for view in (double, sharp):
            symbols = decoders.zxing(view) or decoders.aruco(view) or decoders.classic(view)
            yield [Symbol(symbol.quad * np.float32(0.5), symbol.text) for symbol in symbols]
    yield decoders.aruco(255 - grey) + decoders.classic(255 - grey)


def _prepared(image: Picture) -> tuple[Picture, float]:
    """A grey picture of bounded size, and its scale. Raises ValueError on an array of another shape or type."""
    if image.dtype != np.uint8 or not (image.ndim == 2 or (image.ndim == 3 and image.shape[2] == 3)) or not image.size:
        raise ValueError(f"not a uint8 array H×W or H×W×3: {image.dtype} {image.shape}")
    grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    scale = min(1.0, LONGEST / max(grey.shape))
    if scale < 1:
        grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(grey), scale


def _same_place(one: Quad, other: Quad) -> bool:
    centre, side = one.mean(axis=0), np.sqrt(abs(cv2.contourArea(one)))
    return bool(np.linalg.norm(centre - other.mean(axis=0)) < 0.5 * side)
