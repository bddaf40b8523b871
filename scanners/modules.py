"""From the modules of a symbol to its text: format information, unmasking, codewords, error correction, segments."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from qrcode.base import rs_blocks

from scanners.layout import FORMAT_PLACES, data_masks, data_places, version_of
from scanners.reed_solomon import corrected
from scanners.segments import text_of

_LEVELS = "M", "L", "H", "Q"
"""Error correction levels by their two bits in the format information."""
_RESERVED = {(1, 1): 3, (1, 0): 2, (1, 3): 1, (1, 2): 1, (2, 1): 2, (3, 1): 1}
"""Check bytes kept against misreading (table 9 of the standard), by version and level bits."""


def _format_words() -> NDArray[np.bool_]:
    """The 32 words of format information (annex C), 32×15, the most significant bit first."""
    words = []
    for number in range(32):
        rest = number << 10
        for bit in range(4, -1, -1):
            if rest >> bit + 10 & 1:
                rest ^= 0b10100110111 << bit
        words.append((number << 10 | rest) ^ 0b101010000010010)
    return np.array([[word >> bit & 1 for bit in range(14, -1, -1)] for word in words], bool)


_WORDS = _format_words()


def text_of_modules(dark: NDArray[np.bool_]) -> str | None:
    """The text of size×size modules, True where dark, some of them perhaps wrong; None where it cannot be told."""
    size = len(dark)
    for level, mask in _formats(dark):
        bits = (dark ^ data_masks(size)[mask])[data_places(size)]
        codewords = np.packbits(bits[: len(bits) // 8 * 8]).tolist()
        data = _data(codewords, version_of(size), level)
        if data is None:
            continue
        try:
            return text_of(data, version_of(size)) or None
        except ValueError:
            continue
    return None


def _formats(dark: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The level bits and data mask that the format information may mean, the likeliest first."""
    copies = np.array([[dark[place] for place in places] for places in FORMAT_PLACES])
    distances = (copies[:, None] != _WORDS).sum(axis=2)
    likely = np.argsort(distances.min(axis=0) * 32 + distances.sum(axis=0), kind="stable")[:2]
    return [(int(number) >> 3, int(number) & 7) for number in likely if distances[:, number].min() <= 5]


def _data(codewords: list[int], version: int, level: int) -> bytes | None:
    """The data codewords, put back in order and corrected block by block."""
    blocks = rs_blocks(version, level)
    longest = max(block.data_count for block in blocks)
    if sum(block.total_count for block in blocks) > len(codewords):
        return None
    stream = iter(codewords)
    parts: list[list[int]] = [[] for _ in blocks]
    for column in range(longest):
        for part, block in zip(parts, blocks, strict=True):
            if column < block.data_count:
                part.append(next(stream))
    check = blocks[0].total_count - blocks[0].data_count
    for _ in range(check):
        for part in parts:
            part.append(next(stream))
    most = (check - _RESERVED.get((version, level), 0)) // 2
    data = bytearray()
    for part, block in zip(parts, blocks, strict=True):
        fixed = corrected(part, check, most)
        if fixed is None:
            return None
        data += bytes(fixed[: block.data_count])
    return bytes(data)
