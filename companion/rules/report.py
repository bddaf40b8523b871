"""Verdicts, choices and outcomes as the plain JSON of the contract: for the log, case files and other devices."""

from __future__ import annotations

from typing import Any

from companion.rules.engine import Change, Choice, Game, Outcome, Problem, Subset, Verdict


def of_problem(problem: Problem) -> dict[str, Any]:
    return {"code": problem.code, "message": problem.message, "fix": problem.fix, "rules": list(problem.rules)}


def of_change(change: Change) -> dict[str, Any]:
    return {
        "player": change.player,
        "counter": change.counter,
        "from": change.before,
        "to": change.after,
        "why": change.why,
        "rules": list(change.rules),
    }


def of_outcome(game: Game, outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    ending = game.endings[outcome.reason]
    return {"winners": list(outcome.winners), "reason": ending.text, "rules": list(ending.rules)}


def of_verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "legal": verdict.legal,
        "needs": list(verdict.needs),
        "problems": [of_problem(problem) for problem in verdict.problems],
        "notes": [of_problem(problem) for problem in verdict.notes],
        "changes": [of_change(change) for change in verdict.changes],
    }


def of_choice(choice: Choice) -> dict[str, Any]:
    return {
        "do": choice.do,
        "player": choice.player,
        "legal": choice.legal,
        "allowed": {name: _allowed(value) for name, value in choice.allowed.items()},
        "problems": [of_problem(problem) for problem in choice.problems],
    }


def _allowed(value: Any) -> Any:
    if isinstance(value, Subset):
        return {"of": list(value.of), "low": value.low, "high": value.high, "unseen": value.unseen}
    if isinstance(value, range):
        return {"from": value.start, "to": value.stop - 1}
    return list(value)
