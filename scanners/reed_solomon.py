"""Reed-Solomon decoding over GF(256) with the polynomial of QR symbols (ISO/IEC 18004, 7.5 and annex B)."""

from __future__ import annotations

EXP = [1] * 512
LOG = [0] * 256
for _power in range(1, 512):
    _value = EXP[_power - 1] << 1
    EXP[_power] = _value ^ 0x11D if _value & 0x100 else _value
for _power in range(255):
    LOG[EXP[_power]] = _power


def corrected(block: list[int], check: int, most: int) -> list[int] | None:
    """The block with its errors corrected; None where there are more than `most`. Its last bytes are `check` ones."""
    syndromes = [_at(block, power) for power in range(check)]
    if not any(syndromes):
        return block
    locator = _berlekamp_massey(syndromes)
    count = len(locator) - 1
    if count > most:
        return None
    length = len(block)
    positions = [place for place in range(length) if not _value_at(locator, 255 - place)]
    if len(positions) != count:
        return None
    # Forney: the evaluator is syndromes × locator, cut off after `count` terms.
    evaluator = [0] * count
    for i in range(count):
        for j in range(i + 1):
            evaluator[i] ^= _times(syndromes[i - j], locator[j])
    fixed = list(block)
    for place in positions:
        inverse = 255 - place
        slope = 0
        for i in range(1, count + 1, 2):
            slope ^= _times(locator[i], EXP[inverse * (i - 1) % 255])
        if not slope:
            return None
        error = _times(_value_at(evaluator, inverse), EXP[(255 - LOG[slope] + place) % 255])
        fixed[length - 1 - place] ^= error
    return fixed if not any(_at(fixed, power) for power in range(check)) else None


def _times(one: int, other: int) -> int:
    return EXP[LOG[one] + LOG[other]] if one and other else 0


def _at(block: list[int], power: int) -> int:
    """The block as a polynomial, its first byte the highest term, at alpha to this power."""
    value = 0
    for byte in block:
        value = (EXP[LOG[value] + power] if value else 0) ^ byte
    return value


def _value_at(terms: list[int], power: int) -> int:
    """A polynomial with its lowest term first, at alpha to this power."""
    value = 0
    for degree, term in enumerate(terms):
        if term:
            value ^= EXP[(LOG[term] + power * degree) % 255]
    return value


def _berlekamp_massey(syndromes: list[int]) -> list[int]:
    """The error locator polynomial, its lowest term (1) first."""
    locator, previous = [1], [1]
    errors, gap, last = 0, 1, 1
    for n, syndrome in enumerate(syndromes):
        discrepancy = syndrome
        for i in range(1, errors + 1):
            if i < len(locator):
                discrepancy ^= _times(locator[i], syndromes[n - i])
        if not discrepancy:
            gap += 1
            continue
        factor = EXP[(LOG[discrepancy] - LOG[last]) % 255]
        shifted = [0] * gap + [_times(factor, term) for term in previous]
        longer = max(len(locator), len(shifted))
        updated = [
            (locator[i] if i < len(locator) else 0) ^ (shifted[i] if i < len(shifted) else 0) for i in range(longer)
        ]
        if 2 * errors <= n:
            previous, last, errors, gap = locator, discrepancy, n + 1 - errors, 1
        else:
            gap += 1
        locator = updated
    while len(locator) > 1 and not locator[-1]:
        locator.pop()
    return locator
