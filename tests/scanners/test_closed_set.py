"""Recognising damaged symbols among the known codes, and never naming a wrong one."""

from __future__ import annotations

import numpy as np
import pytest

import scanners
from scanners import decoders
from scanners.closed_set import is_sure, known_set, matched, recognise
from scanners.laying import laid_over
from scanners.payload import ALPHABET, Payload, encode
from tests.scanners.render import Look, scene, table

DICE = np.random.default_rng(5)
KNOWN = tuple(
    encode(Payload("AS", "".join(ALPHABET[i] for i in DICE.integers(0, 36, 4)), int(DICE.integers(0, 1296))))
    for _ in range(300)
)
HARD = [
    Look(module_px=3, blur=2.0),
    Look(module_px=3.5, blur=0.6, motion=7),
    Look(module_px=4, finger=0.10, corner=0),
    Look(module_px=4, finger=0.08, corner=1, turn=120, tilt=25),
    Look(module_px=4, finger=0.14, corner=2, turn=200),
    Look(module_px=2, blur=0.8, turn=30),
    Look(module_px=3, noise=28, light=0.7),
]


def nearly(text: str) -> list[str]:
    """Codes that differ from this one in one character of the card or the copy (and so in the check character)."""
    payload = scanners.parse(text)
    assert isinstance(payload, Payload)
    cards = [payload.card[:i] + c + payload.card[i + 1 :] for i in range(4) for c in "08KZ"]
    others = [encode(payload._replace(card=card)) for card in cards]
    others += [encode(payload._replace(copy=copy)) for copy in (0, 1, payload.copy ^ 1)]
    return [other for other in others if other != text]


@pytest.mark.parametrize("with_second_decoder", [True, False])
@pytest.mark.parametrize("look", HARD, ids=str)
def test_a_damaged_sticker_is_recognised_among_the_known(
    look: Look, with_second_decoder: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not with_second_decoder:
        monkeypatch.setattr(decoders, "zxingcpp", None)
    picture, (corners,) = scene([(KNOWN[0], look)], seed=11)
    codes = scanners.decode(picture, known=KNOWN)
    assert [code.text for code in codes] == [KNOWN[0]]
    assert codes[0].ours
    assert 0 <= codes[0].confidence <= 1
    assert np.abs(codes[0].quad - corners).max() < 1.5 * look.module_px


def test_what_was_recognised_is_said_to_be() -> None:
    picture, _ = scene([(KNOWN[0], Look(module_px=4, finger=0.14, corner=2, turn=200))], seed=11)
    assert scanners.decode(picture) == []
    (code,) = scanners.decode(picture, known=KNOWN)
    assert code.how == "recognised"


@pytest.mark.parametrize("look", HARD, ids=str)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_with_the_true_code_taken_out_nothing_wrong_is_read(look: Look, seed: int) -> None:
    text = KNOWN[seed]
    picture, _ = scene([(text, look)], seed=seed)
    without = [other for other in KNOWN if other != text]
    assert {code.text for code in scanners.decode(picture, known=without)} <= {text}
    assert {code.text for code in scanners.decode(picture, known=nearly(text))} <= {text}
    assert {code.text for code in scanners.decode(picture, known=[text, *nearly(text)])} <= {text}


def test_nothing_is_recognised_where_there_is_no_code() -> None:
    for seed in range(6):
        assert scanners.decode(table(seed), known=KNOWN) == []


def test_a_candidate_off_by_two_modules_and_turned_is_laid_over_the_symbol() -> None:
    picture, (corners,) = scene([(KNOWN[0], Look(module_px=4, turn=25, tilt=20))])
    grey = picture[..., 1].copy()
    for turn in range(4):
        off = np.roll(corners, turn, axis=0) + np.float32([6, -5])
        found = recognise(grey, off, known_set(KNOWN))
        assert found is not None
        assert is_sure(found)
        assert found.text == KNOWN[0]
        assert np.abs(found.quad - corners).max() < 3
        symbol = next(laid_over(grey, off, 21))
        assert matched(symbol, known_set(KNOWN).by_size[0]).text == KNOWN[0]


def test_known_codes_of_several_sizes_are_told_apart() -> None:
    longer = "A CODE OF ANOTHER GAME, 25 MODULES"
    known = [*KNOWN[:20], *(f"LONG CODE NUMBER {n:02d}" for n in range(20))]
    assert len({codes.size for codes in known_set(tuple(known)).by_size}) == 2
    look = Look(module_px=4, finger=0.12, corner=2)
    for text in (KNOWN[0], known[25]):
        picture, _ = scene([(text, look)], seed=4)
        assert [code.text for code in scanners.decode(picture, known=known)] == [text]
    with pytest.raises(ValueError, match="alphanumeric"):
        scanners.decode(table(), known=[longer.lower()])
