"""What a table hands out: receipts, lines of an answer, lines of the log. Plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.rules.engine import Verdict
from models import Entry


class Receipt(NamedTuple):
    """What became of an action: its verdict, and the entry that is on disk (None: nothing was written)."""

    verdict: Verdict
    entry: Entry | None


class Line(NamedTuple):
    """One line of the answer to “why?”: the amounts of the lines add up to the number asked about.

    `amount` is None where a value was unknown or is no number. `exception` tells that the table agreed to it.
    """

    seq: int | None
    label: str
    amount: int | None
    after: Any
    why: str
    rules: tuple[str, ...]
    rulings: tuple[str, ...]
    exception: str | None


class LogLine(NamedTuple):
    """One entry as the log shows it to a viewer: `stands` is False once it was taken back."""

    seq: int
    id: str
    at: str
    kind: str
    actor: str
    label: str
    action: Mapping[str, Any]
    changes: tuple[str, ...]
    exception: str | None
    stands: bool


class Step(NamedTuple):
    """An entry that undo or redo would take, by name."""

    id: str
    label: str


class Difference(NamedTuple):
    """An old entry that today's rules judge differently; what was stored stands."""

    seq: int
    label: str
    stored: tuple[str, ...]
    today: tuple[str, ...]
