"""Codes on cards: the payload grammar, reading them in pictures, printing them. Knows no games.

Importing this package loads neither OpenCV nor numpy: `decode` does, the first time it is called.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from scanners.code import Code
from scanners.faults import PictureFault, ScannerUnavailable
from scanners.payload import Payload, PayloadFault, encode, parse, parse_short, short_code

if TYPE_CHECKING:
    from scanners.arrays import Picture

__all__ = [
    "Code",
    "Payload",
    "PayloadFault",
    "PictureFault",
    "ScannerUnavailable",
    "decode",
    "encode",
    "parse",
    "parse_short",
    "short_code",
]


def decode(image: Picture, *, known: Collection[str] | None = None, budget_ms: float | None = None) -> list[Code]:
    """Every QR code in a picture, with its corners.

    `image`: uint8 array H×W (grey) or H×W×3 (BGR). `known`: the payloads that can be on this table; a symbol too
    damaged to decode is then recognised among them. `budget_ms`: no new attempt begins after this many milliseconds.
    Raises `ScannerUnavailable` where OpenCV cannot be loaded.
    """
    from scanners.decoding import decode as read  # OpenCV and numpy are heavy

    return read(image, known=known, budget_ms=budget_ms)
