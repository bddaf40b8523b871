"""Blur on the grid of modules: which one a picture has, how patterns look under it, and how it is undone."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from scanners.alignment import unit
from scanners.arrays import Floats
from scanners.layout import QUIET, fixed_modules
from scanners.opencv import cv2

STEPS = 25
"""Steps of the deconvolution; more change nothing."""


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
    kernel /= kernel.sum()
    return kernel


KERNELS = [_kernel(sigma) for sigma in (0.0, 0.4, 0.65, 0.95, 1.3)] + [
    _kernel(0.3, streak, angle * np.pi / 6) for streak in (1.5, 2.5, 4.0) for angle in range(6)
]


def blurred(tiles: Floats, kernel: int) -> Floats:
    """Each of N tiles (N×side×side) under one of `KERNELS`."""
    pad = len(KERNELS[kernel]) // 2
    wide = np.pad(tiles, ((0, 0), (pad, pad), (pad, pad)), mode="edge")
    flat = cv2.filter2D(wide.reshape(-1, wide.shape[2]), -1, KERNELS[kernel])
    inner: Floats = flat.reshape(wide.shape)[:, pad:-pad, pad:-pad]
    return inner


def likely_kernels(tile: Floats, size: int, count: int = 3) -> list[int]:
    """The blurs under which a symbol's fixed modules look most like the sampled tile (with its margin)."""
    seen = unit(tile[fixed_modules(size) != 0])
    return [int(kernel) for kernel in np.argsort(-(_fixed_under_kernels(size) @ seen))[:count]]


@lru_cache(maxsize=64)
def _fixed_under_kernels(size: int) -> Floats:
    """The fixed modules as unit rows, one a kernel."""
    fixed = fixed_modules(size)
    return np.stack([unit(blurred(fixed[None], kernel)[0][fixed != 0]) for kernel in range(len(KERNELS))])


def unblurred(tile: Floats, size: int, kernel: int) -> Floats:
    """What a sampled tile (with its margin) was before this blur: size×size, 1 light to -1 dark.

    Projected Landweber iteration: the fixed modules are known, all others lie between dark and light.
    """
    fixed = fixed_modules(size)
    known = fixed != 0
    guess = fixed.copy()
    forth, back = KERNELS[kernel], np.ascontiguousarray(KERNELS[kernel][::-1, ::-1])
    for _ in range(STEPS):
        seen = cv2.filter2D(guess, -1, forth, borderType=cv2.BORDER_REPLICATE)
        off = seen - seen.mean()
        gain = float((off * tile).sum() / (off * off).sum())
        if gain <= 0:
            break
        left = (tile - tile.mean()) / gain - off
        guess = np.clip(guess + cv2.filter2D(left, -1, back, borderType=cv2.BORDER_REPLICATE), -1, 1)
        guess[known] = fixed[known]
    return guess[QUIET:-QUIET, QUIET:-QUIET]
