"""`companion judge` and `companion rules`."""

from __future__ import annotations

import json as json_
import sys
from pathlib import Path
from typing import Any

from companion import catalog
from companion.cli.printing import complain, put
from companion.judge import case as cases
from companion.rules import ROOMS, games


def judge(path: Path | None, as_json: bool) -> int:
    """Exit code 0: all legal; 1: something illegal or open; 2: malformed."""
    if path is None:
        return complain("judge: expected a case file, or --schema GAME")
    try:
        text = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        return complain(f"{path}: {error.strerror or error}; expected a readable case file")
    try:
        case = cases.read(text)
    except cases.CaseFault as fault:
        return complain(f"{path}: {fault}")
    answer = cases.answer(case)
    if as_json:
        put(json_.dumps(answer, ensure_ascii=False))
    else:
        _tell(answer)
    return 0 if all(step["legal"] for step in answer["steps"]) else 1


def schema(game: str) -> int:
    if game not in ROOMS:
        return complain(f"--schema: no game {game!r}; expected one of: {', '.join(ROOMS)}")
    put(json_.dumps(cases.case_schema(games[game]), ensure_ascii=False, indent=2))
    return 0


def _tell(answer: dict[str, Any]) -> None:
    words = {True: "legal", False: "illegal", None: "it depends"}
    for number, step in enumerate(answer["steps"], 1):
        action = step["action"]
        put(f"{number}. {action.get('player') or 'the table'}: {action.get('do')} - {words[step['legal']]}")
        for problem in step["problems"]:
            put(f"   - {problem['message']} {problem['fix']} {_cited(problem['rules'])}")
        for note in step["notes"]:
            put(f"   - agreed exception: {note['message']} {_cited(note['rules'])}")
        for need in step["needs"]:
            put(f"   - tell: {need}")
        for change in step["changes"]:
            whose = f"{change['player']}, " if change["player"] else ""
            moved = f"{_shown(change['from'])} -> {_shown(change['to'])}"
            put(f"   {whose}{change['counter']}: {moved} ({change['why']}) {_cited(change['rules'])}")
    for name, totals in answer["totals"].get("players", {}).items():
        put(f"{name}: " + ", ".join(f"{counter} {_shown(value)}" for counter, value in totals.items()))
    if answer["outcome"]:
        put(f"{' and '.join(answer['outcome']['winners']) or 'Nobody'} won: {answer['outcome']['reason']}")


def _shown(value: Any) -> str:
    return "unknown" if value is None else str(value)


def _cited(rules: list[str]) -> str:
    return f"[{', '.join(rules)}]" if rules else ""


def rules(game: str, words: list[str], as_json: bool) -> int:
    if game not in ROOMS:
        return complain(f"no game {game!r}; expected one of: {', '.join(ROOMS)}")
    found = catalog.look_up(game, " ".join(words))
    if as_json:
        put(json_.dumps([entry._asdict() for entry in found], ensure_ascii=False))
    else:
        for entry in found:
            put(f"{entry.id}  {entry.title}  ({entry.where})\n    {entry.text}")
    return 0 if found else 1
