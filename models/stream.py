"""Reading one long JSON document piece by piece: an object with one long list."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, TextIO

CHUNK = 2**20  # characters
MAX_ITEM = 64 * 2**20
"""Characters of the longest item that is read."""

_SPACE = " \t\n\r"
_OPEN_NUMBER = re.compile(r"[0-9+\-.eE]*\Z")  # what is read so far may be the beginning of a longer number


class NotThisJson(ValueError):
    """The text is not JSON of that form; the message says where."""


def read_list(text: TextIO, name: str) -> tuple[dict[str, Any], Iterator[Any]]:
    """The object's members other than the list `name`, and the items of the list one at a time.

    Members that come after the list join the others once the iterator has ended. Raises NotThisJson, the iterator too.
    """
    reader = _Reader(text)
    others: dict[str, Any] = {}
    reader.expect("{")
    while (key := _key(reader)) != name:
        others[key] = reader.value()
        reader.expect(",")
    return others, _items(reader, others)


def _key(reader: _Reader) -> str:
    key = reader.value()
    if not isinstance(key, str):
        raise reader.fault("the name of a member in quotes")
    reader.expect(":")
    return key


def _items(reader: _Reader, others: dict[str, Any]) -> Iterator[Any]:
    reader.expect("[")
    if reader.peek() != "]":
        yield reader.value()
        while reader.peek() == ",":
            reader.expect(",")
            yield reader.value()
    reader.expect("]")
    while reader.peek() == ",":
        reader.expect(",")
        key = _key(reader)
        others[key] = reader.value()
    reader.expect("}")
    if reader.peek():
        raise reader.fault("the end of the file")


class _Reader:
    def __init__(self, text: TextIO) -> None:
        self._text = text
        self._buffer = ""
        self._at = 0
        self._before = 0  # characters let go of
        self._decoder = json.JSONDecoder(parse_constant=_no_constant)

    def fault(self, expected: str) -> NotThisJson:
        return NotThisJson(f"at character {self._before + self._at + 1}: expected {expected}")

    def peek(self) -> str:
        """The next character that is no space, "" at the end."""
        while True:
            while self._at < len(self._buffer):
                if self._buffer[self._at] not in _SPACE:
                    return self._buffer[self._at]
                self._at += 1
            if not self._more():
                return ""

    def expect(self, character: str) -> None:
        if self.peek() != character:
            raise self.fault(f"“{character}”")
        self._at += 1

    def value(self) -> Any:
        """The next value, however many chunks it spans."""
        self.peek()
        while True:
            try:
                value, end = self._decoder.raw_decode(self._buffer, self._at)
            except RecursionError:
                raise self.fault("fewer levels of lists and objects") from None
            except ValueError as error:
                if len(self._buffer) - self._at > MAX_ITEM:
                    raise self.fault(f"an item of at most {MAX_ITEM} characters") from None
                if not self._more():
                    raise self.fault(f"JSON ({error})") from None
            else:
                if _OPEN_NUMBER.match(self._buffer, end) and self._more():
                    continue
                self._at = end
                return value

    def _more(self) -> bool:
        """Read on, at least as much again as is left, so that a long value costs time in proportion to its length."""
        size = max(CHUNK, len(self._buffer) - self._at)
        try:
            chunk = self._text.read(size)
        except UnicodeDecodeError:
            raise self.fault("UTF-8 text") from None
        self._before += self._at
        self._buffer = self._buffer[self._at :] + chunk
        self._at = 0
        return bool(chunk)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")
