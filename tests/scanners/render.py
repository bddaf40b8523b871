"""Draws photographed-looking pictures of stickers on cards on a table, for tests and for a camera that plays a file.

`python -m tests.scanners.render TEXT… -o FILE.mjpeg` (or .y4m, .jpg) writes what a browser's fake camera can play.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scanners.symbol import FRAME, QUIET_ZONE, framed

Image = NDArray[np.uint8]
CARD_MM = (63.0, 88.0)
_SCALE = 12  # pixels to a millimetre while a card is drawn


@dataclass(frozen=True)
class Look:
    """How a card lies and how the picture was taken.

    `module_px`: pixels of the picture to a module, seen face-on; `turn` and `tilt` in degrees; `axis`: the direction in
    the plane about which the card is tilted; `at`: centre of the sticker as a share of the picture; `blur`: sigma in
    pixels; `motion`: length in pixels; `light`: gain; `finger`: share of the symbol that a finger covers at `corner`
    (0 top left, clockwise).
    """

    module_px: float = 4.0
    module_mm: float = 0.45
    turn: float = 0.0
    tilt: float = 0.0
    axis: float = 0.6
    at: tuple[float, float] = (0.5, 0.5)
    blur: float = 0.6
    motion: float = 0.0
    noise: float = 3.0
    light: float = 1.0
    glare: float = 0.0
    finger: float = 0.0
    corner: int = 0
    frame: int = FRAME
    inverted: bool = False


def scene(
    cards: Sequence[tuple[str, Look]], size: tuple[int, int] = (640, 480), seed: int = 1
) -> tuple[Image, list[NDArray[np.float32]]]:
    """A picture (BGR) of a table with these cards, and each symbol's corners (4×2, top left first, clockwise).

    Blur, noise, light and glare are those of the first card's look.
    """
    dice = np.random.default_rng(seed)
    picture = _art(dice, *size, contrast=22).astype(np.float32)
    corners = []
    for text, look in cards:
        picture, quad = _lay(picture, text, look, dice)
        corners.append(quad)
    return _photographed(picture, cards[0][1] if cards else Look(), corners, dice), corners


def table(seed: int = 1, size: tuple[int, int] = (640, 480)) -> Image:
    """A picture of a table and cards without any code."""
    dice = np.random.default_rng(seed)
    return _photographed(_art(dice, *size, contrast=40).astype(np.float32), Look(), [], dice)


def _lay(
    picture: NDArray[np.float32], text: str, look: Look, dice: np.random.Generator
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    height, width = picture.shape[:2]
    card, centre, module = _card(text, look, dice)
    to_picture = _camera(centre, look, (look.at[0] * width, look.at[1] * height), module)
    fine = np.diag([2.0, 2.0, 1.0]) @ to_picture
    shape = (2 * width, 2 * height)
    shrink = min(1.0, 4 * look.module_px / module)  # the card is never drawn much finer than it is seen
    card = cv2.resize(card, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    fine = fine @ np.diag([1 / shrink, 1 / shrink, 1.0])
    seen = cv2.resize(cv2.warpPerspective(card, fine, shape), (width, height), interpolation=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full(card.shape[:2], 255, np.uint8), fine, shape)
    share = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    picture = seen * share + picture * (1 - share)
    half = (len(framed(text, 0)) / 2 - QUIET_ZONE) * module
    square = np.float64([[-half, -half], [half, -half], [half, half], [-half, half]]) + centre
    quad = cv2.perspectiveTransform(square[None], to_picture)[0].astype(np.float32)
    if look.finger:
        middle = quad.mean(axis=0)
        tip = middle + (quad[look.corner] - middle) * 0.9
        area = abs(cv2.contourArea(quad))
        cv2.circle(
            picture, _pixel(tip), int(math.sqrt(4 * look.finger * area / math.pi)), (118, 150, 205), -1, cv2.LINE_AA
        )
    return picture, quad


def _card(text: str, look: Look, dice: np.random.Generator) -> tuple[Image, tuple[float, float], float]:
    """A card's face with its sticker; also the sticker's centre and a module's width, in pixels of the card."""
    width, height = (int(mm * _SCALE) for mm in CARD_MM)
    art = _art(dice, width, height, contrast=40)
    modules = framed(text, look.frame)
    side = round(look.module_mm * _SCALE * len(modules))
    dark = cv2.resize(modules.astype(np.float32), (side, side), interpolation=cv2.INTER_NEAREST)[..., None]
    ink, paper = np.float32((28, 26, 25)), np.float32((240, 240, 238))
    x, y = (width - side) // 2, (height - side) // 2
    art[y : y + side, x : x + side] = (dark * ink + (1 - dark) * paper).astype(np.uint8)
    return art, (x + side / 2, y + side / 2), side / len(modules)


def _camera(centre: tuple[float, float], look: Look, at: tuple[float, float], module: float) -> NDArray[np.float64]:
    """The homography from pixels of the card to pixels of the picture."""
    focal = 1400.0
    tilt = np.radians(look.tilt) * np.array([math.cos(look.axis), math.sin(look.axis), 0.0])
    turn = cv2.Rodrigues(tilt)[0] @ cv2.Rodrigues(np.array([0.0, 0.0, math.radians(look.turn)]))[0]
    plane = np.column_stack([turn[:, 0], turn[:, 1], [0, 0, focal * module / look.module_px]])
    lens = np.array([[focal, 0, at[0]], [0, focal, at[1]], [0, 0, 1.0]])
    return lens @ plane @ np.array([[1, 0, -centre[0]], [0, 1, -centre[1]], [0, 0, 1.0]])


def _photographed(
    picture: NDArray[np.float32], look: Look, corners: list[NDArray[np.float32]], dice: np.random.Generator
) -> Image:
    height, width = picture.shape[:2]
    if look.glare and corners:
        x, y = corners[0].mean(axis=0)
        radius = 0.3 * math.sqrt(abs(cv2.contourArea(corners[0])))
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        spot = np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * radius**2))[..., None]
        picture = picture + spot * look.glare
    if look.blur:
        picture = cv2.GaussianBlur(picture, (0, 0), look.blur)
    if look.motion:
        picture = cv2.filter2D(picture, -1, _streak(look.motion, dice.uniform(0, math.pi)))
    shade = 1 + 0.12 * (np.linspace(-0.5, 0.5, width)[None, :, None] + np.linspace(-0.5, 0.5, height)[:, None, None])
    picture = picture * shade * look.light + dice.normal(0, look.noise, picture.shape)
    pixels = np.clip(picture, 0, 255).astype(np.uint8)
    return 255 - pixels if look.inverted else pixels


def _streak(length: float, angle: float) -> NDArray[np.float32]:
    side = 2 * math.ceil(length) + 1
    kernel = np.zeros((side, side), np.float32)
    reach = np.array([math.cos(angle), math.sin(angle)]) * length / 2
    cv2.line(kernel, _pixel(side // 2 - reach), _pixel(side // 2 + reach), 1.0, 1)
    return kernel / kernel.sum()


def _art(dice: np.random.Generator, width: int, height: int, contrast: float) -> Image:
    """Something printed: soft colours, grain, shapes and lines of writing."""
    soft = cv2.resize(
        dice.normal(0, contrast, (7, 5, 3)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC
    )
    grain = cv2.resize(dice.normal(0, 9, (48, 36)).astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    art = np.clip(soft + grain[..., None] + dice.integers(80, 190, 3), 0, 255).astype(np.uint8)
    for _ in range(int(dice.integers(4, 12))):
        colour = tuple(int(c) for c in dice.integers(0, 255, 3))
        x, y, wide, high = (int(v) for v in dice.integers((0, 0, 6, 6), (width, height, width // 3, height // 5)))
        if dice.random() < 0.5:
            cv2.rectangle(art, (x, y), (x + wide, y + high), colour, int(dice.choice([-1, 2, 4])), cv2.LINE_AA)
        else:
            cv2.circle(art, (x, y), wide // 2, colour, 3, cv2.LINE_AA)
    for _ in range(int(dice.integers(3, 9))):
        word = "".join(chr(c) for c in dice.integers(97, 123, 12))
        place = (int(dice.integers(0, max(1, width // 2))), int(dice.integers(10, height)))
        cv2.putText(art, word, place, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (20, 20, 40), 1, cv2.LINE_AA)
    return art


def _pixel(point: NDArray[np.float64] | NDArray[np.float32]) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def moving(text: str, look: Look, count: int, size: tuple[int, int] = (640, 480)) -> Iterator[Image]:
    """Pictures of a camera held by hand: the card drifts, turns and blurs a little, and comes back to where it was."""
    for step in range(count):
        phase = 2 * math.pi * step / count
        at = (look.at[0] + 0.03 * math.sin(phase), look.at[1] + 0.02 * math.cos(phase))
        held = replace(look, at=at, turn=look.turn + 4 * math.sin(phase), motion=1.5 * abs(math.sin(phase)))
        yield scene([(text, held)], size, seed=7)[0]


def write_mjpeg(path: Path, pictures: Iterable[Image]) -> None:
    """Motion JPEG, as Chromium's `--use-file-for-fake-video-capture` plays it in a loop."""
    path.write_bytes(b"".join(cv2.imencode(".jpg", p, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes() for p in pictures))


def write_y4m(path: Path, pictures: Iterable[Image], rate: int = 10) -> None:
    """YUV4MPEG2, 4:2:0, as Chromium's fake camera plays it."""
    with path.open("wb") as out:
        for number, picture in enumerate(pictures):
            if not number:
                out.write(f"YUV4MPEG2 W{picture.shape[1]} H{picture.shape[0]} F{rate}:1 Ip A1:1 C420jpeg\n".encode())
            out.write(b"FRAME\n" + cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420).tobytes())


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("texts", nargs="+")
    ask.add_argument("-o", "--out", type=Path, required=True)
    given = ask.parse_args()
    places = [(i + 1) / (len(given.texts) + 1) for i in range(len(given.texts))]
    cards = [(text, Look(at=(x, 0.5), module_px=3.5)) for text, x in zip(given.texts, places, strict=True)]
    pictures = [scene(cards, (1280, 720))[0]]
    if given.out.suffix == ".y4m":
        write_y4m(given.out, pictures * 10)
    elif given.out.suffix == ".mjpeg":
        write_mjpeg(given.out, pictures * 10)
    else:
        cv2.imwrite(str(given.out), pictures[0])


if __name__ == "__main__":
    main()
