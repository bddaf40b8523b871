"""The four characters that stand for a card in a QR code and in a typed code."""

from __future__ import annotations

import re
from collections.abc import Collection
from zlib import crc32

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LENGTH = 4
CODE = re.compile(rf"[0-9A-Z]{{{LENGTH}}}")


def code_for(card: str, taken: Collection[str]) -> str:
    """A code for a card's id, always the same one unless it is `taken` already (then the next free one)."""
    size = len(ALPHABET) ** LENGTH
    number = crc32(card.encode()) % size
    for step in range(size):
        code = _written((number + step) % size)
        if code not in taken:
            return code
    raise ValueError("every code is taken")


def _written(number: int) -> str:
    digits = []
    for _place in range(LENGTH):
        number, digit = divmod(number, len(ALPHABET))
        digits.append(ALPHABET[digit])
    return "".join(reversed(digits))
