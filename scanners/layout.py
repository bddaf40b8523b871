"""Where things stand in a QR symbol (ISO/IEC 18004, chapter 6 and 7): fixed patterns, format information, data."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from qrcode.util import pattern_position

from scanners.arrays import Floats

QUIET = 2
"""Modules of the quiet zone that are kept around the arrays of `fixed_modules`."""
SIZES = range(21, 178, 4)
FORMAT_PLACES = (
    [(8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [(y, 8) for y in (7, 5, 4, 3, 2, 1, 0)],
    [(y, 8) for y in (-1, -2, -3, -4, -5, -6, -7)] + [(8, x) for x in (-8, -7, -6, -5, -4, -3, -2, -1)],
)
"""Both copies of the format information, the most significant bit first, as (row, column)."""


def version_of(size: int) -> int:
    return (size - 17) // 4


@lru_cache(maxsize=64)
def fixed_modules(size: int) -> Floats:
    """The modules every symbol of this size shares: 1 light, -1 dark, 0 where they differ; `QUIET` light ones around.

    Finder patterns, separators, timing patterns, alignment patterns.
    """
    modules = np.zeros((size, size), np.float32)
    timing = np.where(np.arange(size) % 2 == 0, -1, 1)
    modules[6, :] = timing
    modules[:, 6] = timing
    finder = -np.ones((7, 7), np.float32)
    finder[1:6, 1:6] = 1
    finder[2:5, 2:5] = -1
    for y, x in ((0, 0), (0, size - 7), (size - 7, 0)):
        modules[max(0, y - 1) : y + 8, max(0, x - 1) : x + 8] = 1
        modules[y : y + 7, x : x + 7] = finder
    alignment = -np.ones((5, 5), np.float32)
    alignment[1:4, 1:4] = 1
    alignment[2, 2] = -1
    places = pattern_position(version_of(size))
    for y in places:
        for x in places:
            if (y, x) not in ((6, 6), (6, size - 7), (size - 7, 6)):
                modules[y - 2 : y + 3, x - 2 : x + 3] = alignment
    padded = np.pad(modules, QUIET, constant_values=1)
    padded.setflags(write=False)
    return padded


@lru_cache(maxsize=64)
def data_mask(size: int) -> NDArray[np.bool_]:
    """The modules of data and error correction, size×size."""
    mask: NDArray[np.bool_] = fixed_modules(size)[QUIET:-QUIET, QUIET:-QUIET] == 0
    for places in FORMAT_PLACES:
        rows, columns = zip(*places, strict=True)
        mask[rows, columns] = False
    mask[-8, 8] = False  # the module that is always dark
    if size >= 45:  # version information
        mask[:6, -11:-8] = mask[-11:-8, :6] = False
    mask.setflags(write=False)
    return mask


@lru_cache(maxsize=64)
def data_places(size: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the data modules in the order of their bits: upwards and downwards in columns of two."""
    mask = data_mask(size)
    rows, columns = [], []
    upwards = True
    for right in [*range(size - 1, 6, -2), *range(5, 0, -2)]:
        for row in range(size - 1, -1, -1) if upwards else range(size):
            for column in (right, right - 1):
                if mask[row, column]:
                    rows.append(row)
                    columns.append(column)
        upwards = not upwards
    return np.array(rows), np.array(columns)


@lru_cache(maxsize=64)
def data_masks(size: int) -> NDArray[np.bool_]:
    """The eight data masks (table 10 of the standard), 8×size×size; True where a module is inverted."""
    i, j = np.indices((size, size))
    masks: NDArray[np.bool_] = np.stack(
        [
            (i + j) % 2 == 0,
            i % 2 == 0,
            j % 3 == 0,
            (i + j) % 3 == 0,
            (i // 2 + j // 3) % 2 == 0,
            i * j % 2 + i * j % 3 == 0,
            (i * j % 2 + i * j % 3) % 2 == 0,
            ((i + j) % 2 + i * j % 3) % 2 == 0,
        ]
    )
    return masks
