"""The QR symbol of a payload: error correction level Q, alphanumeric mode, a quiet zone of four modules.

Around the quiet zone runs a dark frame, one module wide: it lets a sticker be found when a finder pattern is covered.
"""

from __future__ import annotations

import io
from functools import lru_cache

import numpy as np
import qrcode
from numpy.typing import NDArray
from PIL import Image
from qrcode.util import ALPHA_NUM, MODE_ALPHA_NUM, QRData

QUIET_ZONE = 4
"""Light modules around a symbol (ISO/IEC 18004, 6.3.8)."""
FRAME = 1
"""Dark modules around the quiet zone."""


@lru_cache(maxsize=50_000)
def matrix(text: str) -> NDArray[np.bool_]:
    """The modules of a text, True where dark, without a quiet zone; read-only, 21×21 up to 16 characters.

    Raises ValueError on a character that QR's alphanumeric mode does not have, and on a text too long for a symbol.
    """
    data = text.encode("ascii", "replace")
    if not data or any(byte not in ALPHA_NUM for byte in data):
        raise ValueError(f"not a text of QR's alphanumeric mode: {text!r}")
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_Q, border=0)
    code.add_data(QRData(data, mode=MODE_ALPHA_NUM))
    code.make(fit=True)
    modules = np.array(code.modules, bool)
    modules.setflags(write=False)
    return modules


def framed(text: str, frame: int = FRAME) -> NDArray[np.bool_]:
    """The symbol with its quiet zone and, around it, a dark frame of so many modules (0: none)."""
    return np.pad(np.pad(matrix(text), QUIET_ZONE), frame, constant_values=True)


def png(text: str, module_px: int = 10, frame: int = FRAME) -> bytes:
    """A PNG picture of the symbol, quiet zone and frame, `module_px` pixels to a module."""
    light = (~framed(text, frame)).astype(np.uint8) * 255
    out = io.BytesIO()
    Image.fromarray(np.kron(light, np.ones((module_px, module_px), np.uint8))).save(out, "PNG", optimize=True)
    return out.getvalue()


def svg(text: str, size_mm: float = 12.0, frame: int = FRAME) -> str:
    """An SVG picture, `size_mm` wide and high over all, one path of horizontal runs of dark modules."""
    modules = framed(text, frame)
    side = len(modules)
    path = "".join(f"M{x} {y}h{length}v1h-{length}z" for x, y, length in runs(modules))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size_mm:g}mm" height="{size_mm:g}mm" '
        f'viewBox="0 0 {side} {side}" shape-rendering="crispEdges"><title>{text}</title>'
        f'<path fill="#fff" d="M0 0h{side}v{side}h-{side}z"/><path d="{path}"/></svg>\n'
    )


def runs(modules: NDArray[np.bool_]) -> list[tuple[int, int, int]]:
    """The horizontal runs of dark modules as (column, row, length)."""
    edges = np.diff(np.pad(modules.astype(np.int8), ((0, 0), (1, 1))), axis=1)
    starts, ends = np.argwhere(edges == 1), np.argwhere(edges == -1)
    return [(int(x), int(y), int(end - x)) for (y, x), (_, end) in zip(starts, ends, strict=True)]
