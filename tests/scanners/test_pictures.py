"""Hostile and unusual picture files."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scanners.faults import PictureFault
from scanners.payload import Payload, encode
from scanners.pictures import read_picture
from scanners.report import scan_file
from scanners.symbol import png

TEXT = encode(Payload("AS", "0K3F", 7))


def saved(image: Image.Image, form: str, **how: object) -> bytes:
    out = io.BytesIO()
    image.save(out, form, **how)
    return out.getvalue()


def sticker() -> Image.Image:
    return Image.open(io.BytesIO(png(TEXT, 6))).convert("RGB")


def fault_of(data: bytes) -> str:
    with pytest.raises(PictureFault) as caught:
        read_picture(data, name="card.jpg")
    assert caught.value.sentence.startswith("card.jpg is ")
    return caught.value.kind


def huge_png(width: int, height: int) -> bytes:
    """A PNG whose header promises so many pixels; a few bytes of them follow."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    )


def test_what_is_no_picture() -> None:
    assert fault_of(b"") == "empty"
    assert fault_of(b"a list of cards\n" * 100) == "not-a-picture"
    assert fault_of(b"%PDF-1.7\n" + bytes(500)) == "not-a-picture"
    assert fault_of(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n") == "not-a-picture"


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "GIF", "TIFF"])
def test_a_picture_cut_off(form: str) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (200, 200), np.uint8)
    whole = saved(Image.fromarray(noise), form)
    for share in (0.02, 0.5, 0.9):
        assert fault_of(whole[: int(len(whole) * share)]) in ("damaged", "not-a-picture")


@pytest.mark.parametrize("size", [(10_000, 10_000), (65_000, 65_000), (1, 2_000_000_000)])
def test_a_picture_too_large_is_refused_from_its_header(size: tuple[int, int]) -> None:
    assert fault_of(huge_png(*size)) == "too-large"


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(PictureFault) as caught:
        read_picture(tmp_path / "gone.png")
    assert caught.value.kind == "missing"
    assert "gone.png" in caught.value.sentence


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "YCbCr", "I;16", "I", "F"])
def test_every_kind_of_pixel_becomes_grey(mode: str) -> None:
    grey = sticker().convert("L")
    deep = np.asarray(grey).astype(np.uint16) * 257
    image = {
        "I;16": lambda: Image.fromarray(deep),
        "I": lambda: Image.fromarray(deep.astype(np.int32)),
        "F": lambda: Image.fromarray(np.asarray(grey, np.float32) / 255),
    }.get(mode, lambda: grey.convert("RGB").convert(mode))()
    read = read_picture(saved(image, "TIFF"))
    assert read.shape == (grey.height, grey.width)
    assert read.dtype == np.uint8
    assert np.abs(read.astype(int) - np.asarray(grey)).max() <= 2


def test_a_cmyk_jpeg_and_an_animation_are_read(tmp_path: Path) -> None:
    (tmp_path / "cmyk.jpg").write_bytes(saved(sticker().convert("CMYK"), "JPEG"))
    blank = Image.new("RGB", sticker().size, "white")
    (tmp_path / "moving.gif").write_bytes(saved(sticker(), "GIF", save_all=True, append_images=[blank]))
    for name in ("cmyk.jpg", "moving.gif"):
        assert [code.text for code in scan_file(tmp_path / name).codes] == [TEXT]


def test_what_is_transparent_counts_as_white() -> None:
    clear = Image.new("RGBA", (8, 8), (0, 0, 0, 0))
    assert (read_picture(saved(clear, "PNG")) == 255).all()


def test_a_picture_is_turned_upright() -> None:
    image = Image.new("L", (40, 20), 255)
    image.paste(0, (0, 0, 10, 10))
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held a quarter turn to the left
    read = read_picture(saved(image, "PNG", exif=exif))
    assert read.shape == (40, 20)
    assert not read[:9, 11:].any()
