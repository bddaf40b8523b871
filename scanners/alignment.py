"""Where exactly a symbol lies: a template of its modules is moved over the picture until the two agree best.

A square (homography) maps the plane of the symbol, whose corners are (±1, ±1), to pixels. One step of the inverse
compositional Lucas-Kanade method (Baker and Matthews 2004) explains the sampled picture as gain × template + offset +
gradient × motion; because gain and offset are fitted with it, light does not matter.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scanners.arrays import Floats, Picture, Quad
from scanners.layout import QUIET
from scanners.opencv import cv2

Square = NDArray[np.float64]
"""3×3 homography from the symbol's plane to pixels."""
FINE = 2
"""Samples to a module, each way."""
DAMPING = 0.01
_CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)


class Template(NamedTuple):
    """What is expected at each sample, prepared for `align`.

    `expected`: the K samples' values as a unit vector without mean. `where`: their places in the flattened sample
    grid. `solver`: 10×K, gives gain, offset and the eight motions that explain a picture best.
    """

    size: int
    expected: Floats
    where: NDArray[np.intp]
    solver: Floats


def square_of(quad: Quad) -> Square:
    """The homography of a symbol's corners."""
    matrix: Square = cv2.getPerspectiveTransform(_CORNERS, np.ascontiguousarray(quad, np.float32))
    return matrix


def quad_of(square: Square) -> Quad:
    """The corners of a homography."""
    quad: Quad = cv2.perspectiveTransform(_CORNERS[None].astype(np.float64), square)[0].astype(np.float32)
    return quad


@lru_cache(maxsize=64)
def _grid(size: int) -> tuple[Square, Floats, Floats]:
    """For symbols of `size` modules: sample indexes to the symbol's plane, and each sample's place there (two rows)."""
    side = (size + 2 * QUIET) * FINE
    step = 2 / (size * FINE)
    start = -1 - QUIET * 2 / size + step / 2
    to_plane = np.array([[step, 0, start], [0, step, start], [0, 0, 1.0]])
    line = start + step * np.arange(side, dtype=np.float32)
    return to_plane, np.tile(line, side), np.repeat(line, side)


def sampled(picture: Picture | Floats, square: Square, size: int) -> Floats:
    """The picture on the sample grid of a symbol of `size` modules, as a float32 square."""
    to_plane, _, _ = _grid(size)
    side = (size + 2 * QUIET) * FINE
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    warped = cv2.warpPerspective(picture, square @ to_plane, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return warped.astype(np.float32, copy=False)  # type: ignore[no-any-return]


def modules_of(samples: Floats) -> Floats:
    """The mean of each module's samples; still with the margin."""
    side = len(samples) // FINE
    means: Floats = cv2.resize(samples, (side, side), interpolation=cv2.INTER_AREA)
    return means


def template(modules: Floats, blur: float, mask: NDArray[np.bool_] | None = None) -> Template:
    """The template of a module pattern with its margin: 1 light, -1 dark, 0 unknown; `blur` is a sigma in modules.

    `mask` tells which modules take part; all without it.
    """
    size = len(modules) - 2 * QUIET
    fine = np.kron(modules, np.ones((FINE, FINE), np.float32)).astype(np.float32)
    fine = cv2.GaussianBlur(fine, (0, 0), blur * FINE)
    _, across, down = _grid(size)
    where = np.arange(fine.size)
    if mask is not None:
        where = np.flatnonzero(np.kron(mask, np.ones((FINE, FINE), bool)))
    step = 2 / (size * FINE)
    down_slope, across_slope = (slope.ravel()[where] / step for slope in np.gradient(fine))
    u, v = across[where], down[where]
    along = across_slope * u + down_slope * v
    expected = fine.ravel()[where]
    columns = np.stack(
        [
            expected,
            np.ones_like(expected),
            across_slope,
            across_slope * u,
            across_slope * v,
            down_slope,
            down_slope * u,
            down_slope * v,
            along * u,
            along * v,
        ]
    )
    normal = (columns @ columns.T).astype(np.float64)
    normal[np.arange(2, 10), np.arange(2, 10)] *= 1 + DAMPING
    solver = np.linalg.inv(normal + 1e-6 * np.eye(10)).astype(np.float32) @ columns
    return Template(size, unit(expected), where, solver)


def align(picture: Picture | Floats, square: Square, pattern: Template, steps: int) -> tuple[Square, float]:
    """The square after so many steps towards the template, and how well the two agree there (correlation, -1 to 1).

    A light-on-dark symbol agrees negatively and is aligned just as well. Gives the best of the squares on the way.
    """
    best, agreement = square, -2.0
    for step in range(steps + 1):
        values = sampled(picture, square, pattern.size).ravel()[pattern.where]
        values -= values.mean()
        reached = float(values @ pattern.expected) / (float(np.sqrt(values @ values)) + 1e-6)
        if abs(reached) > abs(agreement) or agreement < -1:
            best, agreement = square, reached
        if step == steps:
            break
        gain, _, a, b, c, d, e, f, g, h = pattern.solver @ values
        if abs(gain) < 1e-3:
            break
        motion = np.array([[b, c, a], [e, f, d], [-g, -h, 0]], np.float64) / gain
        if np.abs(motion).max() > 0.5:
            break
        square = square @ np.linalg.inv(np.eye(3) + motion)
    return best, agreement


def unit(vector: Floats) -> Floats:
    """The vector without its mean, of length 1."""
    vector = vector - vector.mean()
    return vector / (np.linalg.norm(vector) + 1e-9)
