"""From modules to text: layout, error correction, segments; against the symbols of the qrcode package."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest
import qrcode
from hypothesis import given, settings
from hypothesis import strategies as st

from scanners.layout import QUIET, SIZES, data_mask, data_places, fixed_modules
from scanners.modules import text_of_modules
from scanners.reed_solomon import corrected
from scanners.segments import text_of

LEVELS = {"L": 1, "M": 0, "Q": 3, "H": 2}


def modules(text: str, level: str = "Q", version: int | None = None, mask: int | None = None) -> np.ndarray:
    code = qrcode.QRCode(version=version, error_correction=LEVELS[level], border=0, mask_pattern=mask)
    code.add_data(text)
    code.make(fit=version is None)
    return np.array(code.modules, bool)


@pytest.mark.parametrize("version", [1, 2, 6, 7, 14, 25, 32, 40])
def test_the_layout_is_that_of_the_symbols(version: int) -> None:
    dark = modules("1", version=version)
    fixed = fixed_modules(len(dark))[QUIET:-QUIET, QUIET:-QUIET]
    assert (np.where(dark, -1, 1)[fixed != 0] == fixed[fixed != 0]).all()
    rows, columns = data_places(len(dark))
    assert len(set(zip(rows.tolist(), columns.tolist(), strict=True))) == data_mask(len(dark)).sum()
    assert len(dark) in SIZES


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("version", [1, 3, 7, 12, 27, 40])
def test_symbols_of_every_level_and_many_versions_are_read(version: int, level: str) -> None:
    assert text_of_modules(modules("4X9-*/", level, version)) == "4X9-*/"


@pytest.mark.parametrize("mask", range(8))
def test_every_data_mask_is_undone(mask: int) -> None:
    assert text_of_modules(modules("TC1AS0K3F07N", mask=mask)) == "TC1AS0K3F07N"


@pytest.mark.parametrize(
    "text", ["0123456789", "007", "HELLO $%*+-./:", "grüße, 世界", "漢字テスト", "x" * 900, "Z9" * 300]
)
def test_every_mode_is_read(text: str) -> None:
    assert text_of_modules(modules(text, "L")) == text


@given(st.text(st.sampled_from("0123456789ABCDEF"), min_size=12, max_size=12), st.integers(0, 2**32 - 1))
@settings(max_examples=100)
def test_damage_is_repaired_or_admitted(text: str, seed: int) -> None:
    dark = modules(text).copy()
    dice = np.random.default_rng(seed)
    rows, columns = data_places(21)
    hit = dice.choice(len(rows), int(dice.integers(0, 40)), replace=False)
    dark[rows[hit], columns[hit]] ^= True
    read = text_of_modules(dark)
    if len(set((hit // 8).tolist())) <= 6:  # as many codewords as level Q of version 1 corrects
        assert read == text
    else:
        assert read in (text, None)


@given(st.binary(min_size=1, max_size=40), st.data())
@settings(max_examples=150)
def test_reed_solomon_corrects_up_to_half_its_check_bytes(data: bytes, drawn: st.DataObject) -> None:
    check = 10
    block = list(qrcode_block(b"\x01" + data, check))
    places = drawn.draw(st.lists(st.integers(0, len(block) - 1), unique=True, max_size=check // 2))
    damaged = list(block)
    for place in places:
        damaged[place] ^= drawn.draw(st.integers(1, 255))
    assert corrected(damaged, check, check // 2) == block


def qrcode_block(data: bytes, check: int) -> bytes:
    """The data and its check bytes, as the qrcode package computes them."""
    from qrcode import base

    generator = base.Polynomial([1], 0)
    for power in range(check):
        generator = generator * base.Polynomial([1, base.gexp(power)], 0)
    rest = base.Polynomial(list(data), check) % generator
    tail = [rest[i] for i in range(len(rest))]
    return data + bytes([0] * (check - len(tail)) + tail)


def test_noise_is_no_symbol() -> None:
    dice = np.random.default_rng(3)
    assert all(text_of_modules(dice.integers(0, 2, (21, 21)).astype(bool)) is None for _ in range(200))


@pytest.mark.parametrize(
    "data", [b"", b"\x00", b"\xf0\x00", b"\x10", b"\x40\xff\x00", b"\x7f\xff\xff\xff", b"\x2f\xff\xff"]
)
def test_data_that_makes_no_sense_gives_no_text(data: bytes) -> None:
    with contextlib.suppress(ValueError):
        assert text_of(data, 1) == ""


@given(st.binary(max_size=60), st.integers(1, 40))
@settings(max_examples=200)
def test_any_data_gives_a_text_or_a_value_error(data: bytes, version: int) -> None:
    with contextlib.suppress(ValueError):
        assert isinstance(text_of(data, version), str)
