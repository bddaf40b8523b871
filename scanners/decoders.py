"""The decoders of the libraries under one shape: grey picture in, symbols out, whatever they throw kept inside.

A symbol without a text was found but not decoded; its corners are where to look again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from scanners.arrays import Picture, Quad
from scanners.opencv import cv2

try:
    import zxingcpp
except ImportError:  # the optional second decoder
    zxingcpp = None  # type: ignore[assignment]

_FAULTS = (cv2.error, UnicodeDecodeError, SystemError)
"""What OpenCV raises on payloads and modes that it does not know."""


class Symbol(NamedTuple):
    """A QR symbol in a picture: its corners, and its text where a decoder read it."""

    quad: Quad
    text: str | None


def zxing(grey: Picture) -> list[Symbol]:
    """All symbols that zxing-cpp finds; none where it is not installed."""
    if zxingcpp is None:
        return []
    symbols = []
    qr = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    plain = zxingcpp.TextMode.Plain  # control characters as they are
    for found in zxingcpp.read_barcodes(grey, formats=qr, text_mode=plain, return_errors=True):
        at = found.position
        corners = (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
        quad = np.array([(corner.x, corner.y) for corner in corners], np.float32)
        symbols.append(Symbol(quad, found.text if found.valid and found.text else None))
    return symbols


def classic(grey: Picture) -> list[Symbol]:
    """What OpenCV's QRCodeDetector finds when it looks for one symbol."""
    try:
        text, quads, _ = cv2.QRCodeDetector().detectAndDecode(grey)
    except _FAULTS:
        return []
    return _symbols((text,), quads)


def aruco(grey: Picture) -> list[Symbol]:
    """All symbols that OpenCV's QRCodeDetectorAruco finds. Its time grows with the cube of the finder patterns."""
    try:
        _, texts, quads, _ = cv2.QRCodeDetectorAruco().detectAndDecodeMulti(grey)
    except _FAULTS:
        return []
    return _symbols(texts, quads)


def _symbols(texts: tuple[str, ...], quads: Any) -> list[Symbol]:
    if quads is None or not np.isfinite(quads).all():
        return []
    return [
        Symbol(quad, text or None)
        for text, quad in zip(texts, np.asarray(quads, np.float32).reshape(-1, 4, 2), strict=False)
    ]
