"""`companion cards`: people's own boxes of cards, in and out."""

from __future__ import annotations

import json as json_
from collections.abc import Callable
from pathlib import Path

from companion.catalog import commands
from companion.catalog.commands import Report
from companion.cli.printing import complain, put, tell
from companion.rules import ROOMS


def check(game: str, file: Path, as_json: bool) -> int:
    return _told(game, as_json, lambda: commands.check_cards(game, file))


def import_(game: str, file: Path, pack: str | None, name: str | None, as_json: bool) -> int:
    return _told(game, as_json, lambda: commands.import_cards(game, file, pack, name))


def export(game: str, pack: str, file: Path, as_json: bool) -> int:
    return _told(game, as_json, lambda: commands.export_cards(game, pack, file))


def _told(game: str, as_json: bool, work: Callable[[], Report]) -> int:
    """Exit code 0, or 2 with every fault of the file on stderr."""
    if game not in ROOMS:
        return complain(f"no game {game!r}; expected one of: {', '.join(ROOMS)}")
    report = work()
    if as_json:
        document = {**report._asdict(), "faults": [str(fault) for fault in report.faults]}
        put(json_.dumps(document, ensure_ascii=False))
    elif not report.faults:
        counts = ", ".join(f"{n} {kind}" for kind, n in report.counts.items())
        put(f"{report.file}: {counts}" + (f" (pack {report.pack})" if report.pack else ""))
    for fault in report.faults:
        tell(f"{report.file}: {fault}")
    return 2 if report.faults else 0
