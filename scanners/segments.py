"""The text in a QR symbol's data: a stream of bits in segments of one mode each (ISO/IEC 18004, 7.4)."""

from __future__ import annotations

_ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_COUNT_BITS = {1: (10, 12, 14), 2: (9, 11, 13), 4: (8, 16, 16), 8: (8, 10, 12)}
"""Bits of the character count by mode, for versions up to 9, 26 and 40."""
_CHARSETS = {
    0: "cp437",
    1: "latin-1",
    2: "cp437",
    20: "cp932",
    25: "utf-16-be",
    26: "utf-8",
    27: "ascii",
    28: "big5",
    29: "gb18030",
    30: "euc-kr",
}
"""Character sets by ECI assignment; 3 to 18 are ISO 8859-1 to -16."""


class _Bits:
    def __init__(self, data: bytes) -> None:
        self._value = int.from_bytes(data, "big")
        self.left = 8 * len(data)

    def take(self, count: int) -> int:
        if count > self.left:
            raise ValueError("the data ends within a segment")
        self.left -= count
        return self._value >> self.left & (1 << count) - 1


def text_of(data: bytes, version: int) -> str:
    """The text of a symbol's data codewords. Raises ValueError where they make no sense."""
    bits = _Bits(data)
    column = 0 if version < 10 else 1 if version < 27 else 2
    parts: list[str] = []
    pending = bytearray()
    charset: str | None = None

    def flush() -> None:
        if pending:
            parts.append(_decoded(bytes(pending), charset))
            pending.clear()

    while bits.left >= 4 and (mode := bits.take(4)):
        if mode == 7:
            flush()
            charset = _charset(bits)
        elif mode == 3:  # structured append: which part of a message this is
            bits.take(16)
        elif mode == 9:  # FNC1 in second position: an application indicator
            bits.take(8)
        elif mode == 5:
            continue
        elif mode not in _COUNT_BITS:
            raise ValueError(f"no mode {mode}")
        else:
            count = bits.take(_COUNT_BITS[mode][column])
            if mode == 4:
                pending += bytes(bits.take(8) for _ in range(count))
                continue
            flush()
            parts.append(_READERS[mode](bits, count))
    flush()
    return "".join(parts)


def _numeric(bits: _Bits, count: int) -> str:
    digits = []
    for first in range(0, count, 3):
        length = min(3, count - first)
        group = f"{bits.take((4, 7, 10)[length - 1]):0{length}d}"
        if len(group) > length:
            raise ValueError("no digits")
        digits.append(group)
    return "".join(digits)


def _alphanumeric(bits: _Bits, count: int) -> str:
    characters = []
    for _ in range(count // 2):
        high, low = divmod(bits.take(11), 45)
        if high >= 45:
            raise ValueError("no character")
        characters += [_ALPHANUMERIC[high], _ALPHANUMERIC[low]]
    if count % 2:
        last = bits.take(6)
        if last >= 45:
            raise ValueError("no character")
        characters.append(_ALPHANUMERIC[last])
    return "".join(characters)


def _kanji(bits: _Bits, count: int) -> str:
    pairs = bytearray()
    for _ in range(count):
        high, low = divmod(bits.take(13), 0xC0)
        value = high << 8 | low
        value += 0x8140 if value + 0x8140 <= 0x9FFC else 0xC140
        pairs += value.to_bytes(2, "big")
    return pairs.decode("cp932")


_READERS = {1: _numeric, 2: _alphanumeric, 8: _kanji}


def _charset(bits: _Bits) -> str:
    number = bits.take(8)
    if number & 0xC0 == 0x80:
        number = (number & 0x3F) << 8 | bits.take(8)
    elif number & 0xE0 == 0xC0:
        number = (number & 0x1F) << 16 | bits.take(16)
    if 3 <= number <= 18:
        return f"iso8859-{number - 2}"
    if number not in _CHARSETS:
        raise ValueError(f"no character set {number}")
    return _CHARSETS[number]


def _decoded(data: bytes, charset: str | None) -> str:
    """Bytes as text; where no character set is named UTF-8, Shift JIS or Latin-1, whichever fits first."""
    if charset is not None:
        return data.decode(charset)
    for guess in ("utf-8", "cp932"):
        try:
            return data.decode(guess)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")
