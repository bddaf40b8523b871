"""What stands in a sticker's QR code, and in the short code that people type.

    TC1 AS 0K3F 07 C      12 characters: magic and version, room, card, copy, check character
    AS-0K3F-C              the short code: room, card, its own check character

Everything is in QR's alphanumeric mode, so a payload fits a version-1 symbol at error correction level Q (at most 16
characters). The check character is ISO 7064 MOD 37-2: it catches every single substitution and every swap of
neighbours. (MOD 37,36, whose check character is never `*`, misses a few swaps.)
"""

from __future__ import annotations

import itertools
import re
from typing import Literal, NamedTuple

from companion.texts import _

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
COPIES = len(ALPHABET) ** 2
"""How many copies of one card can be told apart: 0 to 1295."""
_CHECKS = ALPHABET + "*"
_MAGIC, _VERSION = "TC", "1"
_VALUE = {character: value for value, character in enumerate(_CHECKS)}
_PAYLOAD = re.compile(r"TC1([0-9A-Z]{2})([0-9A-Z]{4})([0-9A-Z]{2})([0-9A-Z*])")
_SHORT = re.compile(r"([0-9A-Z]{2})([0-9A-Z]{4})([0-9A-Z*])")
_GAME, _CARD = re.compile(r"[0-9A-Z]{2}"), re.compile(r"[0-9A-Z]{4}")
_LOOKALIKES = {"O": "O0", "0": "0O", "I": "I1", "1": "1I"}


class Payload(NamedTuple):
    """One physical card: `game` two characters, `card` four, of `ALPHABET`; `copy` 0 to 1295, 0 where none is meant."""

    game: str
    card: str
    copy: int = 0


class PayloadFault(NamedTuple):
    """Why a text is no card of ours."""

    kind: Literal["not-ours", "newer", "form", "check", "other-game", "unclear"]
    text: str

    @property
    def sentence(self) -> str:
        """What is wrong and what to do."""
        text = self.text if len(self.text) <= 40 else self.text[:39] + "…"
        match self.kind:
            case "not-ours":
                return _("“{text}” is not a card code of this program.", text=text)
            case "newer":
                return _("“{text}” is a card code of a newer version of this program; update it to read it.", text=text)
            case "form":
                return _("“{text}” does not have the form of a card code, as in AS-0K3F-X; enter it again.", text=text)
            case "check":
                return _("“{text}” has a wrong check character; scan or type it again.", text=text)
            case "other-game":
                return _("“{text}” is a card of another game.", text=text)
            case "unclear":
                return _("“{text}” could be two cards: O and 0, or I and 1, are mixed up; type it again.", text=text)


def check_character(text: str) -> str:
    """The ISO 7064 MOD 37-2 check character of a text of `ALPHABET`: one of `ALPHABET` or `*`."""
    total = 0
    for character in text:
        total = (total + _VALUE[character]) * 2 % 37
    return _CHECKS[(1 - total) % 37]


def encode(payload: Payload) -> str:
    """The text of a card's QR code, 12 characters. Raises ValueError on a field that does not fit the grammar."""
    _check_fields(payload)
    high, low = divmod(payload.copy, len(ALPHABET))
    body = f"{_MAGIC}{_VERSION}{payload.game}{payload.card}{ALPHABET[high]}{ALPHABET[low]}"
    return body + check_character(body)


def parse(text: str, *, game: str | None = None) -> Payload | PayloadFault:
    """The card that the text of a QR code stands for. With `game`, a card of another game is a fault."""
    match = _PAYLOAD.fullmatch(text)
    if match is None:
        newer = re.fullmatch(r"TC[2-9A-Z][0-9A-Z*]+", text) is not None
        ours = text.startswith(_MAGIC + _VERSION)
        return PayloadFault("newer" if newer else "form" if ours else "not-ours", text)
    if check_character(text[:-1]) != text[-1]:
        return PayloadFault("check", text)
    if game is not None and match[1] != game:
        return PayloadFault("other-game", text)
    return Payload(match[1], match[2], int(match[3], 36))


def short_code(payload: Payload) -> str:
    """What people type for a card, as in `AS-0K3F-X`. Raises ValueError as `encode` does."""
    _check_fields(payload)
    return f"{payload.game}-{payload.card}-{check_character(payload.game + payload.card)}"


def parse_short(typed: str, *, game: str | None = None) -> Payload | PayloadFault:
    """The card (copy 0) of a typed short code; a whole payload, as a hand-held reader types it, is taken as well.

    Case, spaces and dashes do not matter. O and 0, I and 1 may be mixed up where the check character tells.
    """
    text = re.sub(r"[\s\-‐‑–—_]", "", typed).upper()
    if len(text) > 7:
        return parse(text, game=game)
    match = _SHORT.fullmatch(text)
    if match is None:
        return PayloadFault("form", typed)
    if check_character(text[:-1]) != text[-1]:
        meant = {reading for reading in _readings(text) if check_character(reading[:-1]) == reading[-1]}
        if len(meant) != 1:
            return PayloadFault("unclear" if meant else "check", typed)
        text = meant.pop()
    if game is not None and text[:2] != game:
        return PayloadFault("other-game", typed)
    return Payload(text[:2], text[2:6])


def _readings(text: str) -> list[str]:
    """The text with every choice of O or 0 and I or 1 at the places that have one of them."""
    return ["".join(choice) for choice in itertools.product(*(_LOOKALIKES.get(c, c) for c in text))]


def _check_fields(payload: Payload) -> None:
    if not _GAME.fullmatch(payload.game) or not _CARD.fullmatch(payload.card) or not 0 <= payload.copy < COPIES:
        raise ValueError(f"not a payload of two and four characters 0-9 A-Z and a copy below {COPIES}: {payload}")
