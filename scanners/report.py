"""What stands in one picture file, as `companion scan` reports it."""

from __future__ import annotations

import math
import time
from collections.abc import Collection
from pathlib import Path
from typing import Any, NamedTuple

from companion.texts import _
from scanners import decode
from scanners.code import Code
from scanners.faults import PictureFault
from scanners.payload import Payload, PayloadFault, parse


class FileReport(NamedTuple):
    """The codes of one picture file. `fault`: one sentence where there is nothing to report, else None."""

    file: str
    codes: tuple[Code, ...]
    ms: float
    fault: str | None

    def as_json(self) -> dict[str, Any]:
        """The object of one line of `companion scan --json`."""
        codes = [{"text": code.text, "card": card_of(code), "quad": _corners(code)} for code in self.codes]
        return {"file": self.file, "codes": codes, "ms": self.ms}


def scan_file(path: Path | str, any: bool = False, *, known: Collection[str] | None = None) -> FileReport:
    """Reads every code of a picture file; with `any` also those that are not ours. Raises `ScannerUnavailable` only."""
    from scanners.pictures import read_picture  # numpy is heavy

    started = time.perf_counter()
    codes: list[Code] = []
    fault = None
    try:
        codes = decode(read_picture(Path(path), name=str(path)), known=known)
    except PictureFault as found:
        fault = found.sentence
    wanted = tuple(code for code in codes if any or code.ours)
    if fault is None and not wanted:
        fault = _nothing(codes)
    return FileReport(str(path), wanted, round((time.perf_counter() - started) * 1000, 1), fault)


def card_of(code: Code) -> dict[str, str | int] | None:
    """The card that a code's text stands for, as in the JSON; None where it is not one of ours."""
    payload = parse(code.text)
    return payload._asdict() if isinstance(payload, Payload) else None


def _nothing(codes: list[Code]) -> str:
    """Why a picture gives nothing: no code was found, or only such as are not ours."""
    faults = [payload for code in codes if isinstance(payload := parse(code.text), PayloadFault)]
    if faults:
        return faults[0].sentence
    return _("No code was found in the picture; come closer, or take it in better light.")


def _corners(code: Code) -> list[list[float]]:
    corners = [[round(float(x), 1), round(float(y), 1)] for x, y in code.quad]
    return corners if all(math.isfinite(v) for corner in corners for v in corner) else []
