"""Printed sheets, as they come out at 300 dots to the inch."""

from __future__ import annotations

import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

import scanners
from scanners.payload import Payload
from scanners.sheets import A4, SHEETS, Sheet, SheetFault, card_sheet
from scanners.stickers import (
    SMALL_CARD,
    STANDARD_CARD,
    Printer,
    Sticker,
    calibration_page,
    printable,
    proxy_sheet,
    sleeve_inserts,
    sticker,
    sticker_sheet,
)

DPI = 300
MM = DPI / 25.4


def stickers(count: int) -> list[Sticker]:
    names = ("The Lord of Darkness", "Bo", "Émile’s “endless” and very long name of a card", "日本")
    return [sticker(Payload("AS", f"{n:04d}", n % 3), names[n % 4]) for n in range(count)]


def printed(pdf: bytes, folder: Path) -> list[np.ndarray]:
    """The pages, grey, at 300 dots to the inch."""
    if not shutil.which("pdftoppm"):
        pytest.skip("pdftoppm is missing: install poppler-utils to check printed sheets.")
    (folder / "sheet.pdf").write_bytes(pdf)
    subprocess.run(["pdftoppm", "-r", str(DPI), "-gray", folder / "sheet.pdf", folder / "page"], check=True)
    return [cv2.imread(str(path), cv2.IMREAD_GRAYSCALE) for path in sorted(folder.glob("page*.pgm"))]


def symbol_in(page: np.ndarray, sheet: Sheet, cell: int) -> scanners.Code:
    x, y = (round(v * MM) for v in sheet.corner(cell))
    width, height = (round(v * MM) for v in sheet.label)
    (code,) = scanners.decode(np.ascontiguousarray(page[y : y + height, x : x + width]))
    return code


@pytest.mark.parametrize(("name", "size_mm"), [("a4-65", 12), ("a4-21", 20), ("letter-80", 11), ("letter-30", 14)])
def test_every_sticker_of_a_full_sheet_is_read_and_has_its_size(name: str, size_mm: float, tmp_path: Path) -> None:
    sheet = SHEETS[name]
    asked = stickers(sheet.cells)
    (page,) = printed(sticker_sheet(asked, sheet, size_mm=size_mm), tmp_path)
    assert page.shape == pytest.approx((sheet.page[1] * MM, sheet.page[0] * MM), abs=2)
    for cell, item in enumerate(asked):
        code = symbol_in(page, sheet, cell)
        assert code.text == item.text
        sides = [np.linalg.norm(a - b) / MM for a, b in pairwise([*code.quad, code.quad[0]])]
        assert sides == pytest.approx([size_mm * 21 / 31] * 4, abs=0.25)


def test_a_sheet_that_was_begun_goes_on_and_over_the_page(tmp_path: Path) -> None:
    sheet = SHEETS["a4-21"]
    asked = stickers(20)
    pages = printed(sticker_sheet(asked, sheet, start=5), tmp_path)
    assert len(pages) == 2
    assert symbol_in(pages[0], sheet, 4).text == asked[0].text
    assert symbol_in(pages[0], sheet, 20).text == asked[16].text
    assert symbol_in(pages[1], sheet, 2).text == asked[19].text


def test_offset_and_scale_undo_what_the_printer_does(tmp_path: Path) -> None:
    sheet = SHEETS["a4-21"]
    printer = Printer(scale=(1.02, 0.98), offset=(1.5, -2.0))
    for folder in ("exact", "corrected"):
        (tmp_path / folder).mkdir()
    (exact,) = printed(sticker_sheet(stickers(1), sheet, start=21, size_mm=20), tmp_path / "exact")
    (page,) = printed(sticker_sheet(stickers(1), sheet, start=21, size_mm=20, printer=printer), tmp_path / "corrected")
    (before,), (after,) = scanners.decode(exact), scanners.decode(page)
    expected = before.quad * (1.02, 0.98) + np.array([1.5, -2.0]) * MM
    assert np.abs(after.quad - expected).max() < 0.25 * MM


def test_the_calibration_page_has_lines_of_100_mm_and_the_outlines(tmp_path: Path) -> None:
    (page,) = printed(calibration_page(SHEETS["a4-65"]), tmp_path)
    dark = page < 128
    rows, columns = (np.flatnonzero(dark.sum(axis=axis) > 95 * MM) for axis in (1, 0))
    assert len(rows)
    assert len(columns)
    assert longest_run(dark[rows[0]]) / MM == pytest.approx(100, abs=0.5)
    assert longest_run(dark[:, columns[0]]) / MM == pytest.approx(100, abs=0.5)
    x, y = (round(v * MM) for v in SHEETS["a4-65"].corner(0))
    assert page[y - 2 : y + 3, x + 50].min() < 230


def longest_run(dark: np.ndarray) -> int:
    edges = np.flatnonzero(np.diff(np.pad(dark.astype(int), 1)))
    return int((edges[1::2] - edges[::2]).max())


@pytest.mark.parametrize(("card", "cells"), [(STANDARD_CARD, 9), (SMALL_CARD, 16)])
def test_proxy_cards_have_their_size_and_their_code(card: tuple[float, float], cells: int, tmp_path: Path) -> None:
    sheet = card_sheet(card)
    assert sheet.cells == cells
    assert not sheet.faults()
    asked = [item._replace(lines=("Strength 4", "Agility 2"), note="Invented.") for item in stickers(cells + 1)]
    pages = printed(proxy_sheet(asked, card), tmp_path)
    assert len(pages) == 2
    for cell in range(cells):
        assert symbol_in(pages[0], sheet, cell).text == asked[cell].text


def test_sleeve_inserts_have_the_size_of_a_card(tmp_path: Path) -> None:
    asked = stickers(9)
    (page,) = printed(sleeve_inserts(asked), tmp_path)
    for cell, item in enumerate(asked):
        assert symbol_in(page, card_sheet(STANDARD_CARD), cell).text == item.text


def test_a_sheet_without_stickers_is_an_empty_page() -> None:
    assert sticker_sheet([]).startswith(b"%PDF")


def test_everything_wrong_with_a_sheet_is_said_at_once() -> None:
    custom = Sheet("custom", A4, 6, 3, (50, 9), 5, 5, 40, 8)
    with pytest.raises(SheetFault) as caught:
        sticker_sheet(stickers(1), custom, size_mm=5, start=99, printer=Printer((2, 1), (90, 0)))
    assert len(caught.value.wrong) == 8
    assert all(sentence.endswith(".") for sentence in caught.value.wrong)


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=lambda sheet: sheet.name)
def test_the_common_sheets_are_what_their_names_say(sheet: Sheet) -> None:
    assert sheet.name.endswith(str(sheet.cells))
    assert not sheet.faults()


def test_names_are_printed_in_the_characters_a_pdf_has() -> None:
    assert printable("Émile’s “x” – łódź…") == 'Émile\'s "x" - ?ódz...'
