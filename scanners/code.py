"""One code that was read in a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from scanners.arrays import Quad


class Code(NamedTuple):
    """A QR code read in a picture.

    `how` is "decoded" where error correction read it, "recognised" where its picture was told apart from all the
    other known codes. `confidence` is 1.0 for a decoded code; for a recognised one it runs from 0 (only just beyond the
    margin to the second best) to 1. `ours`: the text is a payload with the right check character, or a known one.
    """

    text: str
    quad: Quad
    ours: bool
    how: Literal["decoded", "recognised"]
    confidence: float
