"""Reading a symbol from its own sampled modules, where the libraries' sampling fails: blur, tilt, a thin quiet zone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scanners.alignment import align, modules_of, sampled, template
from scanners.arrays import Floats, Picture, Quad
from scanners.blur import likely_kernels, unblurred
from scanners.laying import Laid, laid_over
from scanners.layout import QUIET, fixed_modules
from scanners.modules import text_of_modules
from scanners.opencv import cv2

REFINEMENTS = 3
CLEAR = 0.75
"""Symbols on which the fixed modules agree as well as this are worth undoing their blur."""
"""Rounds of sampling, reading and aligning with what was read."""


def read_square(grey: Picture, quad: Quad, size: int) -> tuple[str, Quad] | None:
    """The text and the corners of the symbol of `size` modules that a candidate square shows."""
    for symbol in laid_over(grey, quad, size):
        text = read_laid(symbol, size)
        if text is not None:
            return text, symbol.quad
    return None


def read_laid(symbol: Laid, size: int) -> str | None:
    """The text of a symbol that is laid exactly.

    What was sampled is taken as the template of a finer alignment, which then holds the corner without finder pattern
    as well; blur is undone before light and dark are told apart.
    """
    square = symbol.square
    for _ in range(REFINEMENTS):
        tile = modules_of(sampled(symbol.picture, square, size))
        readings = _readings(tile)
        if symbol.score >= CLEAR:
            readings += [unblurred(tile, size, kernel) < 0 for kernel in likely_kernels(tile, size, 2)]
        for dark in readings:
            text = text_of_modules(dark)
            if text is not None:
                return text
        whole = fixed_modules(size).copy()
        inner = whole[QUIET:-QUIET, QUIET:-QUIET]
        inner[inner == 0] = np.where(readings[0], -1, 1)[inner == 0]
        square, _score = align(symbol.picture, square, template(whole, 0.6), 3)
    return None


def _readings(tile: Floats) -> list[NDArray[np.bool_]]:
    """Which modules are darker than their surroundings, as they are and with blur undone. The tile has its margin."""
    tile = tile[QUIET:-QUIET, QUIET:-QUIET]
    readings = []
    for sharpness in (0.0, 1.0, 2.0):
        sharp = tile + sharpness * (tile - cv2.GaussianBlur(tile, (3, 3), 0.8))
        around = cv2.GaussianBlur(sharp, (0, 0), 2.5)
        readings.append(sharp < around)
    return readings
