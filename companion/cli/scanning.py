"""`companion scan`."""

from __future__ import annotations

import json as json_
from pathlib import Path

from companion.cli.printing import put, tell
from scanners import ScannerUnavailable
from scanners.report import scan_file


def scan(images: list[Path], every: bool, as_json: bool) -> int:
    """A line a picture. Exit code 0 when each had a code to report, 1 when one had none or could not be read."""
    complete = True
    for image in images:
        try:
            report = scan_file(image, any=every)
        except ScannerUnavailable as fault:
            tell(f"companion: {fault}")
            return 1
        complete = complete and bool(report.codes) and report.fault is None
        if report.fault is not None:
            tell(f"companion: {report.fault}")
        if as_json:
            put(json_.dumps(report.as_json(), ensure_ascii=False))
        elif report.fault is None:
            found = ", ".join(code.text for code in report.codes) or "no code found"
            put(f"{image}: {found} ({report.ms} ms)")
    return 0 if complete else 1
