"""Reading codes in pictures that the tests render."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

import scanners
from scanners.faults import ScannerUnavailable
from scanners.payload import Payload, encode
from scanners.report import card_of, scan_file
from tests.scanners.render import Look, scene, table

TEXT = encode(Payload("AS", "0K3F", 7))
OTHER = encode(Payload("AS", "0K3G", 0))


@pytest.mark.parametrize("turn", [0, 90, 180, 270, 37])
@pytest.mark.parametrize("module_px", [3.0, 4.0, 7.0])
def test_a_sticker_is_read_with_its_corners(turn: float, module_px: float) -> None:
    picture, (corners,) = scene([(TEXT, Look(turn=turn, module_px=module_px, tilt=15))])
    (code,) = scanners.decode(picture)
    assert (code.text, code.ours, code.how, code.confidence) == (TEXT, True, "decoded", 1.0)
    assert np.abs(code.quad - corners).max() < 1.5 * module_px


@pytest.mark.parametrize("look", [Look(inverted=True), Look(light=0.35, noise=5), Look(glare=120), Look(blur=1.3)])
def test_a_sticker_in_bad_light_is_read(look: Look) -> None:
    picture, _ = scene([(TEXT, look)])
    assert [code.text for code in scanners.decode(picture)] == [TEXT]


def test_equal_codes_at_two_places_are_two_cards() -> None:
    cards = [(TEXT, Look(at=(0.25, 0.5), module_px=5)), (TEXT, Look(at=(0.75, 0.5), module_px=5, turn=30))]
    picture, corners = scene(cards, (1280, 720))
    codes = sorted(scanners.decode(picture), key=lambda code: code.quad[0][0])
    assert [code.text for code in codes] == [TEXT, TEXT]
    for code, quad in zip(codes, corners, strict=True):
        assert np.abs(code.quad - quad).max() < 8


def test_a_picture_without_codes_gives_none() -> None:
    for seed in range(4):
        assert scanners.decode(table(seed)) == []


@pytest.mark.parametrize("shape", [(0, 0), (1, 1), (3, 7), (1, 5000), (40, 40, 3)])
def test_pictures_of_odd_shapes_give_nothing(shape: tuple[int, ...]) -> None:
    if 0 in shape:
        with pytest.raises(ValueError, match="uint8"):
            scanners.decode(np.zeros(shape, np.uint8))
    else:
        assert scanners.decode(np.zeros(shape, np.uint8)) == []


@pytest.mark.parametrize("picture", [np.zeros((9, 9)), np.zeros((9, 9, 4), np.uint8), np.zeros(9, np.uint8)])
def test_arrays_that_are_no_pictures_are_refused(picture: np.ndarray) -> None:
    with pytest.raises(ValueError, match="uint8"):
        scanners.decode(picture)


def write(path: Path, *texts: str) -> Path:
    places = [(i + 1) / (len(texts) + 1) for i in range(len(texts))]
    cards = [(text, Look(at=(x, 0.5), module_px=5)) for text, x in zip(texts, places, strict=True)]
    picture, _ = scene(cards, (1280, 720)) if texts else (table(), [])
    cv2.imwrite(str(path), picture)
    return path


def test_a_file_is_reported_as_the_contract_says(tmp_path: Path) -> None:
    report = scan_file(write(tmp_path / "card.png", TEXT))
    line = json.loads(json.dumps(report.as_json()))
    assert line["file"].endswith("card.png")
    assert report.fault is None
    assert line["ms"] > 0
    (code,) = line["codes"]
    assert code["text"] == TEXT
    assert code["card"] == {"game": "AS", "card": "0K3F", "copy": 7}
    assert np.array(code["quad"]).shape == (4, 2)


def test_codes_that_are_not_ours_are_reported_only_when_asked_for(tmp_path: Path) -> None:
    path = write(tmp_path / "two.png", TEXT, "HTTP://EXAMPLE.ORG")
    assert [code.text for code in scan_file(path).codes] == [TEXT]
    both = scan_file(path, any=True)
    assert {code.text: card_of(code) is None for code in both.codes} == {TEXT: False, "HTTP://EXAMPLE.ORG": True}


@pytest.mark.parametrize(
    ("text", "words"), [("HTTP://EXAMPLE.ORG", "not a card code"), (TEXT[:-1] + "0", "check character")]
)
def test_a_code_that_is_not_ours_gives_a_sentence_and_no_code(tmp_path: Path, text: str, words: str) -> None:
    report = scan_file(write(tmp_path / "foreign.png", text))
    assert report.codes == ()
    assert report.fault is not None
    assert words in report.fault


def test_a_file_without_codes_or_without_a_picture_gives_a_sentence(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jpg"
    empty.write_bytes(b"")
    for path in (write(tmp_path / "none.png"), empty, tmp_path / "missing.jpg"):
        report = scan_file(path)
        assert report.codes == ()
        assert report.fault is not None
        assert report.fault.endswith(".")


def test_importing_the_package_loads_neither_opencv_nor_numpy() -> None:
    code = "import scanners, scanners.report, sys; print([m for m in ('cv2', 'numpy') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_where_opencv_cannot_load_a_sentence_names_the_package(tmp_path: Path) -> None:
    (tmp_path / "cv2.py").write_text("raise ImportError('libGL.so.1: cannot open shared object file')")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "import numpy, scanners\n"
        "try: scanners.decode(numpy.zeros((9, 9), numpy.uint8))\n"
        "except scanners.ScannerUnavailable as fault: print(fault.sentence)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "libgl1" in done.stdout


@pytest.mark.parametrize(
    ("library", "package"), [("libGL.so.1", "libgl1"), ("libgthread-2.0.so.0", "libglib2.0-0"), ("other.so", None)]
)
def test_the_missing_package_is_known(library: str, package: str | None) -> None:
    fault = ScannerUnavailable(f"{library}: cannot open shared object file: No such file or directory")
    assert fault.package == package
    assert (package or library) in fault.sentence
