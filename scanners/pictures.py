"""Picture files from outside become grey pixel arrays, or one sentence about what is wrong with them."""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from companion.texts import _
from scanners.faults import PictureFault

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scanners.arrays import Picture

MAX_PIXELS = 64_000_000
"""Larger pictures are refused from their header, before anything is decoded."""
MAX_BYTES = 256_000_000
FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF", "PPM")


def read_picture(source: bytes | Path, *, name: str | None = None) -> Picture:
    """The first picture of an encoded file, upright (EXIF orientation applied), as a grey uint8 array H×W.

    Transparent parts become white, deeper pixels than 8 bits are scaled. `name` is what a fault calls the picture.
    Raises `PictureFault`.
    """
    called = name or (source.name if isinstance(source, Path) else _("The picture"))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of large pictures; the limit below refuses them
            return _grey(_opened(source, called))
    except PictureFault:
        raise
    except Exception as fault:  # a codec fed with hostile bytes may raise anything
        raise PictureFault("damaged", called) from fault


def _opened(source: bytes | Path, called: str) -> Image.Image:
    data = _bytes(source, called)
    try:
        image = Image.open(io.BytesIO(data), formats=FORMATS)
    except Image.DecompressionBombError as fault:
        raise PictureFault("too-large", called) from fault
    except UnidentifiedImageError as fault:
        raise PictureFault("not-a-picture", called) from fault
    if image.width * image.height > MAX_PIXELS:
        raise PictureFault("too-large", called)
    if image.format in ("JPEG", "MPO") and image.mode == "RGB":
        image.draft("L", image.size)
    return image


def _bytes(source: bytes | Path, called: str) -> bytes:
    if isinstance(source, Path):
        try:
            if source.stat().st_size > MAX_BYTES:
                raise PictureFault("too-large", called)
            source = source.read_bytes()
        except OSError as fault:
            raise PictureFault("missing", called) from fault
    if not source:
        raise PictureFault("empty", called)
    return source


def _grey(image: Image.Image) -> Picture:
    image.load()
    image = ImageOps.exif_transpose(image)
    if image.mode in ("I", "F") or image.mode.startswith("I;16"):
        return _eight_bits(np.asarray(image))
    if image.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in image.info:
        image = image.convert("RGBA")
        white = Image.new("RGBA", image.size, "white")
        image = Image.alpha_composite(white, image)
    if image.mode not in ("L", "RGB"):
        image = image.convert("RGB")
    return np.array(image.convert("L"))


def _eight_bits(deep: NDArray[np.generic]) -> Picture:
    """16-bit and floating-point greys, scaled by what the file uses of its range."""
    values = np.nan_to_num(deep.astype(np.float32), nan=0.0, posinf=0.0, neginf=0.0)
    low, high = min(0.0, float(values.min())), float(values.max())
    top = next((limit for limit in (1.0, 255.0, 65535.0) if high <= limit), high)
    return ((values - low) * (255.0 / max(top - low, 1e-6))).astype(np.uint8)
