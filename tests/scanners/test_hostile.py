"""Pictures made to break or to exhaust the decoder."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

import scanners
from scanners import decoders
from scanners.decoders import Symbol
from scanners.payload import Payload, encode
from tests.scanners.render import Look, scene

TEXT = encode(Payload("AS", "0K3F", 7))
OTHER = encode(Payload("SW", "0001", 1))


def finder_field(side: int, module_px: int) -> np.ndarray:
    """As many finder patterns as fit."""
    finder = np.full((9, 9), 255, np.uint8)
    finder[1:8, 1:8] = 0
    finder[2:7, 2:7] = 255
    finder[3:6, 3:6] = 0
    count = side // (9 * module_px)
    return np.kron(np.tile(finder, (count, count)), np.ones((module_px, module_px), np.uint8))


@pytest.mark.parametrize(("side", "module_px"), [(2000, 3), (2400, 2), (5000, 9)])
def test_a_field_of_finder_patterns_is_given_up_before_a_decoder_sees_it(
    side: int, module_px: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def exhausted(grey: np.ndarray) -> list[Symbol]:
        raise AssertionError("the time of this decoder grows with the cube of the finder patterns")

    for name in ("zxing", "aruco", "classic"):
        monkeypatch.setattr(decoders, name, exhausted)
    assert scanners.decode(finder_field(side, module_px), known=[TEXT]) == []


def test_some_hundred_finder_patterns_are_not_given_to_the_cubic_detector(monkeypatch: pytest.MonkeyPatch) -> None:
    given = []
    monkeypatch.setattr(decoders, "aruco", lambda grey: given.append(grey.shape) or [])
    assert scanners.decode(finder_field(700, 3), known=[TEXT]) == []
    assert given == []


def test_noise_is_given_up() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (1500, 1500), np.uint8)
    assert scanners.decode(noise, known=[TEXT], budget_ms=500) == []


def test_mutated_pictures_raise_nothing_and_give_nothing_wrong() -> None:
    dice = np.random.default_rng(2)
    picture, _ = scene([(TEXT, Look(module_px=3))], (240, 200))
    for _ in range(200):
        assert {code.text for code in scanners.decode(mutated(picture, dice), known=[OTHER], budget_ms=40)} <= {TEXT}


def mutated(picture: np.ndarray, dice: np.random.Generator) -> np.ndarray:
    """The picture with some of: pixels changed, a part moved, rows dropped, light changed, cut, turned inside out."""
    out = picture.copy()
    for kind in dice.integers(0, 7, 3):
        height, width = out.shape[:2]
        x, y = int(dice.integers(0, width)), int(dice.integers(0, height))
        if kind == 0:
            out[dice.random(out.shape[:2]) < dice.random() * 0.3] = dice.integers(0, 256)
        elif kind == 1:
            out = np.roll(out, (y, x), axis=(0, 1))
        elif kind == 2 and height > 40:
            out = np.delete(out, dice.integers(0, height, 9), axis=0)
        elif kind == 3:
            out = cv2.convertScaleAbs(out, alpha=float(dice.uniform(0.1, 4)), beta=float(dice.uniform(-90, 90)))
        elif kind == 4:
            out[y : y + 60, x : x + 60] = dice.integers(0, 256, 3)
        elif kind == 5 and min(x, y) > 30:
            out = out[:y, :x]
        else:
            out = 255 - out
    return np.ascontiguousarray(out)
