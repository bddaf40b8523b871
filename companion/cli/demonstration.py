"""`companion demo`: a whole four-player game, played through the same table and log as people would."""

from __future__ import annotations

import json as json_
from importlib.resources import files
from typing import Any

from companion.cli.logs import scoreboard, stopped
from companion.cli.printing import put, tell
from companion.rules.report import of_outcome
from companion.table import Table, new_table
from models import StoreFault, open_store

EXPLAINED = "fame"


def run(as_json: bool) -> int:
    """Play the script, print the scoreboard and where each total came from; exit code 1 when the store fails."""
    script = json_.loads(files("data").joinpath("anime_saga", "demo.json").read_text(encoding="utf-8"))
    try:
        with open_store() as store:
            table = new_table(store, script["game"], script["players"], title=script["title"])
            play(table, script["actions"])
            if as_json:
                put(json_.dumps(_document(table), ensure_ascii=False))
            else:
                _tell(table)
                tell(f"The session is kept in {store.where}: open it with `companion`.")
    except StoreFault as fault:
        return stopped(fault)
    return 0


def play(table: Table, actions: list[dict[str, Any]]) -> None:
    """Write every action of a script down (ValueError names the first that the rules refuse)."""
    for number, action in enumerate(actions, 1):
        receipt = table.play(action, device="demo")
        if receipt.entry is None:
            why = [problem.message for problem in receipt.verdict.problems] or list(receipt.verdict.needs)
            raise ValueError(f"the script's action {number}, {action}: {'; '.join(why)}")


def _document(table: Table) -> dict[str, Any]:
    return {
        "session": table.id,
        "totals": table.totals(),
        "outcome": of_outcome(table.game, table.position.outcome),
        "why": {name: [line._asdict() for line in table.why(name, EXPLAINED)] for name in table.players},
    }


def _tell(table: Table) -> None:
    put(f"{table.game.name} with the invented practice set: {', '.join(table.players)}")
    scoreboard(table)
    outcome = of_outcome(table.game, table.position.outcome)
    if outcome is not None:
        put(f"{' and '.join(outcome['winners'])} won: {outcome['reason']} [{', '.join(outcome['rules'])}]")
    for name in table.players:
        put(f"\nHow {name}'s {EXPLAINED} came about:")
        total = 0
        for line in table.why(name, EXPLAINED):
            total += line.amount or 0
            rules = f" [{', '.join(line.rules)}]" if line.rules else ""
            put(f"  {line.amount or 0:+4} = {total:3}  {line.label}: {line.why}{rules}")
