"""Decoders of QR codes side by side: OpenCV's two, zxing-cpp, zbar where it is there, ours with and without zxing-cpp.

    python -m tests.benchmarks.scanning [--singles 130] [--frames 8] [--photos FOLDER] [--fuzz 10000] [--json]

One run, one thread, times in milliseconds of processor time. `--photos`: a folder with manifest.csv (path, expected
texts as JSON); by default the public photographs beside the checkout. With `--json` the last line is one object.
"""

from __future__ import annotations

import argparse
import csv
import json
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

import scanners
from scanners import decoders
from scanners.payload import ALPHABET, Payload, encode
from scanners.pictures import read_picture
from scanners.stream import Stream
from tests.scanners.render import Look, moving, scene, table
from tests.scanners.test_hostile import finder_field, mutated

try:
    from pyzbar import pyzbar
except ImportError:
    pyzbar = None

Decoder = Callable[[np.ndarray, list[str] | None], set[str]]
PHOTOS = Path(__file__).resolve().parents[3] / "shared" / "qr" / "photos"
LONGEST_PHOTO = 1920
FINDER_CORNERS = (0, 1, 3)


def texts(symbols: list[decoders.Symbol]) -> set[str]:
    return {symbol.text for symbol in symbols if symbol.text}


def alone(picture: np.ndarray, known: list[str] | None) -> set[str]:
    """Ours as if zxing-cpp were not installed."""
    installed, decoders.zxingcpp = decoders.zxingcpp, None
    try:
        return ours(picture, known)
    finally:
        decoders.zxingcpp = installed


def ours(picture: np.ndarray, known: list[str] | None) -> set[str]:
    return {code.text for code in scanners.decode(picture, known=known)}


def contestants() -> dict[str, Decoder]:
    found: dict[str, Decoder] = {
        "OpenCV": lambda picture, known: texts(decoders.classic(picture)),
        "OpenCV aruco": lambda picture, known: texts(decoders.aruco(picture)),
    }
    if decoders.zxingcpp is not None:
        found["zxing-cpp"] = lambda picture, known: texts(decoders.zxing(picture))
    if pyzbar is not None:
        qr = [pyzbar.ZBarSymbol.QRCODE]
        found["zbar"] = lambda picture, known: {read.data.decode() for read in pyzbar.decode(picture, symbols=qr)}
    return {**found, "ours, OpenCV alone": alone, "ours": ours}


# --- scenes: (kind, picture, texts in it, known codes) ---------------------------------------------------------------

Scene = tuple[str, np.ndarray, set[str], list[str] | None]


def payload(dice: np.random.Generator) -> str:
    game, card = ("".join(ALPHABET[i] for i in dice.integers(0, 36, length)) for length in (2, 4))
    return encode(Payload(game, card, int(dice.integers(0, 1296))))


def looks(dice: np.random.Generator) -> dict[str, Look]:
    """One of every kind of difficulty."""

    def lying(**more: float) -> Look:
        base = {"turn": dice.uniform(0, 360), "tilt": dice.uniform(0, 45), "axis": dice.uniform(0, 3), "blur": 0.8}
        return Look(**{**base, **more})

    return {
        "plain": lying(module_px=4),
        "small": lying(module_px=2),
        "tiny": lying(module_px=1.6),
        "blurred": lying(module_px=3, blur=1.8),
        "moved": lying(module_px=3, motion=7),
        "steep": lying(module_px=3.5, tilt=60),
        "dark": lying(module_px=3, light=0.22, noise=6),
        "noisy": lying(module_px=3, noise=22),
        "glare": lying(module_px=3.5, glare=220),
        "no frame": lying(module_px=3, frame=0),
        "finger": lying(module_px=3, finger=dice.uniform(0.05, 0.1), corner=int(dice.choice(FINDER_CORNERS))),
        "finger elsewhere": lying(module_px=3, finger=0.15, corner=2),
        "inverted": lying(module_px=3, inverted=True),
    }


def singles(count: int, seed: int) -> Iterator[Scene]:
    dice = np.random.default_rng(seed)
    known = [payload(dice) for _ in range(2000)]
    for number in range(count):
        options = looks(dice)
        kind = list(options)[number % len(options)]
        picture, _ = scene([(known[number], options[kind])], seed=seed * 1000 + number)
        yield kind, grey(picture), {known[number]}, known


def frames(count: int, seed: int) -> Iterator[Scene]:
    """Ten cards in one picture; no code is known."""
    dice = np.random.default_rng(seed + 1)
    for number in range(count):
        places = [((column + 0.5) / 5, (row + 0.5) / 2) for row in (0, 1) for column in range(5)]
        size = float(dice.uniform(1.9, 2.6))
        cards = [(payload(dice), Look(at=at, module_px=size, turn=dice.uniform(-12, 12), tilt=20)) for at in places]
        picture, _ = scene(cards, (1920, 1080), seed=seed * 1000 + number)
        yield "ten cards", grey(picture), {text for text, _ in cards}, None


def photographs(folder: Path) -> Iterator[Scene]:
    with (folder / "manifest.csv").open(encoding="utf-8", newline="") as manifest:
        for row in csv.DictReader(manifest):
            picture = read_picture(folder / row["path"])
            scale = min(1.0, LONGEST_PHOTO / max(picture.shape))
            if scale < 1:
                picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            yield "photographs", picture, {plain(text) for text in json.loads(row["expected"] or "[]")}, None


def plain(text: str) -> str:
    return " ".join(text.replace("\x00", "").split())


def grey(picture: np.ndarray) -> np.ndarray:
    return cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)


# --- what is measured ------------------------------------------------------------------------------------------------


def compare(scenes: Iterator[Scene], peers: dict[str, Decoder]) -> dict[str, dict[str, dict[str, float]]]:
    """By decoder and kind: right, of, unexpected, ms (median)."""
    rows: dict[str, dict[str, dict[str, float]]] = {name: {} for name in peers}
    times: dict[tuple[str, str], list[float]] = {}
    warm = False
    for kind, picture, expected, known in scenes:
        for name, decode in peers.items():
            if not warm:
                decode(picture, known)
            started = time.thread_time()
            read = {plain(text) for text in decode(picture, known)}
            times.setdefault((name, kind), []).append((time.thread_time() - started) * 1000)
            cell = rows[name].setdefault(kind, {"right": 0, "of": 0, "unexpected": 0})
            cell["right"] += len(read & expected) if expected else not read
            cell["of"] += max(1, len(expected))
            cell["unexpected"] += len(read - expected)
        warm = True
    for (name, kind), spent in times.items():
        rows[name][kind]["ms"] = round(statistics.median(spent), 1)
    return rows


def wrong_reads(count: int, seed: int) -> dict[str, int]:
    """Wrong cards named: the true code known, taken out, only its neighbours known; and where there is no code."""
    dice = np.random.default_rng(seed + 2)
    known = [payload(dice) for _ in range(2000)]
    wrong = {"true code known": 0, "true code taken out": 0, "only neighbours known": 0, "no code": 0}
    for number in range(count):
        options = looks(dice)
        look = options[list(options)[number % len(options)]]
        text = known[number]
        picture = grey(scene([(text, look)], seed=seed * 1000 + number)[0])
        for kind, told in (
            ("true code known", known),
            ("true code taken out", known[:number] + known[number + 1 :]),
            ("only neighbours known", neighbours(text)),
        ):
            wrong[kind] += len(ours(picture, told) - {text}) + len(alone(picture, told) - {text})
        wrong["no code"] += len(ours(grey(table(seed * 1000 + number)), known))
    return wrong


def neighbours(text: str) -> list[str]:
    """The codes one character of the card or the copy away."""
    card = scanners.parse(text)
    assert isinstance(card, Payload)
    cards = {card.card[:i] + c + card.card[i + 1 :] for i in range(4) for c in ALPHABET}
    return [encode(card._replace(card=other)) for other in cards - {card.card}] + [
        encode(card._replace(copy=copy)) for copy in range(40) if copy != card.copy
    ]


def live(with_zxing: bool, seed: int) -> dict[str, float]:
    """Median ms of work for a 720p frame with a readable code, and for one without any."""
    installed = decoders.zxingcpp
    decoders.zxingcpp = installed if with_zxing else None
    dice = np.random.default_rng(seed + 3)
    known = [payload(dice) for _ in range(500)]
    spent: dict[str, list[float]] = {"readable": [], "empty": []}
    try:
        pictures = {
            "readable": list(moving(known[0], Look(module_px=4), 24, (1280, 720))),
            "empty": [table(seed * 1000 + n, (1280, 720)) for n in range(24)],
        }
        for kind, shown in pictures.items():
            stream = Stream(known)
            for number, picture in enumerate(shown):
                started = time.thread_time()
                stream.see(picture, number * 0.1)
                spent[kind].append((time.thread_time() - started) * 1000)
    finally:
        decoders.zxingcpp = installed
    return {kind: round(statistics.median(values[2:]), 1) for kind, values in spent.items()}


def hostile(fuzz: int, seed: int) -> dict[str, float]:
    """The longest time for a field of finder patterns (s), the most memory (MB), pictures fuzzed, wrong reads."""
    slowest = 0.0
    for side, module_px in ((700, 3), (1000, 3), (2000, 3), (4000, 2), (8000, 9)):
        for decode in (ours, alone):
            started = time.thread_time()
            decode(finder_field(side, module_px), None)
            slowest = max(slowest, time.thread_time() - started)
    dice = np.random.default_rng(seed + 4)
    text, other = payload(dice), payload(dice)
    picture = scene([(text, Look(module_px=3))], (240, 200))[0]
    wrong = 0
    for _ in range(fuzz):
        read = {code.text for code in scanners.decode(mutated(picture, dice), known=[other], budget_ms=60)}
        wrong += len(read - {text})
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"slowest_s": round(slowest, 2), "memory_mb": round(most), "fuzzed": fuzz, "fuzzed_wrong": wrong}


def show(title: str, rows: dict[str, dict[str, dict[str, float]]]) -> None:
    print(f"\n{title:24}{'of':>6}" + "".join(f"{name:>20}" for name in rows))
    first = next(iter(rows.values()))
    for kind in first:
        cells = [f"{row[kind]['right']:>9.0f} {row[kind]['ms']:>7.1f} ms" for row in rows.values()]
        print(f"{kind:24}{first[kind]['of']:>6.0f}" + "".join(f"{cell:>20}" for cell in cells))
    for what in ("right", "unexpected"):
        sums = (sum(cell[what] for cell in row.values()) for row in rows.values())
        print(f"{what:30}" + "".join(f"{total:>20.0f}" for total in sums))


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--singles", type=int, default=130)
    ask.add_argument("--frames", type=int, default=8)
    ask.add_argument("--wrong", type=int, default=52)
    ask.add_argument("--fuzz", type=int, default=200)
    ask.add_argument("--photos", type=Path, default=PHOTOS)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--json", action="store_true")
    given = ask.parse_args()
    cv2.setNumThreads(1)
    peers = contestants()
    answer: dict[str, object] = {"decoders": {name: {} for name in peers}}
    parts = {"singles": singles(given.singles, given.seed), "frames": frames(given.frames, given.seed)}
    if (given.photos / "manifest.csv").is_file():
        parts["photographs"] = photographs(given.photos)
    else:
        print(f"No photographs in {given.photos}; left out.", file=sys.stderr)
    for title, scenes in parts.items():
        rows = compare(scenes, peers)
        for name, row in rows.items():
            answer["decoders"][name][title] = row  # type: ignore[index]
        if not given.json:
            show(title, rows)
    answer["wrong"] = wrong_reads(given.wrong, given.seed)
    answer["live"] = {"ours": live(True, given.seed), "ours, OpenCV alone": live(False, given.seed)}
    answer["hostile"] = hostile(given.fuzz, given.seed)
    if given.json:
        print(json.dumps(answer))
    else:
        for part in ("wrong", "live", "hostile"):
            print(f"\n{part}: {answer[part]}")


if __name__ == "__main__":
    main()
