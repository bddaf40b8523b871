"""Case files: a position, some actions, and what the rules say of each (the format of `companion judge`)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from companion import catalog
from companion.rules import ROOMS, codec, games
from companion.rules.engine import Action, Game, Verdict
from companion.rules.fields import MAX_ITEMS, Fault, schema
from companion.rules.report import of_outcome, of_verdict
from companion.rules.rulings import Rulings

MAX_BYTES = 20_000_000
_KEYS = {"game", "rulings", "players", "position", "actions", "title", "about", "expect"}


class CaseFault(Exception):
    """A case file that cannot be judged; `faults` are all that is wrong with it, each with its path."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults
        super().__init__("; ".join(map(str, faults)))


class Case(NamedTuple):
    """A parsed case: a position of a game, the actions to judge, and the paths taken from the start after set-up."""

    game: Game
    rulings: Rulings
    position: Any
    actions: tuple[Action, ...]
    assumed: tuple[str, ...]


class Step(NamedTuple):
    """One action of a case and its verdict."""

    action: Action
    verdict: Verdict


def read(text: str | bytes) -> Case:
    """The case in a file's text; CaseFault with every fault found."""
    if len(text) > MAX_BYTES:
        raise CaseFault([Fault("(file)", f"{len(text)} bytes; expected at most {MAX_BYTES}")])
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CaseFault([Fault("(file)", f"not JSON: {str(error)[:120]}; expected one JSON object")]) from None
    return parse(document)


def parse(document: Any) -> Case:
    """The case in parsed JSON; CaseFault with every fault found."""
    if not isinstance(document, Mapping):
        raise CaseFault([Fault("(file)", "expected one JSON object with game, players and actions")])
    faults = [Fault(str(name)[:60], "no such field in a case") for name in document if name not in _KEYS]
    id_ = document.get("game")
    if not isinstance(id_, str) or id_ not in ROOMS:
        raise CaseFault([*faults, Fault("game", f"{str(id_)[:40]!r}; expected one of: {', '.join(ROOMS)}")])
    game = games[id_]
    players = _players(document.get("players"), game, faults)
    rulings = _rulings(document.get("rulings", {}), game, faults)
    actions = document.get("actions", [])
    if not isinstance(actions, list) or len(actions) > 10 * MAX_ITEMS:
        faults.append(Fault("actions", f"expected a list of at most {10 * MAX_ITEMS} actions"))
        actions = []
    faults += [Fault(f"actions[{at}]", "expected an object") for at, a in enumerate(actions) if not isinstance(a, dict)]
    if faults:
        raise CaseFault(faults)
    box = catalog.box(id_)
    start = game.to_json(game.start(players, box, rulings))
    given = document.get("position", {})
    position, found = _position(game, start, given, box, players)
    if found:
        raise CaseFault(found)
    return Case(game, rulings, position, tuple(actions), tuple(_assumed(start, given)))


def _players(given: Any, game: Game, faults: list[Fault]) -> list[str]:
    if not isinstance(given, list) or not all(type(name) is str and 0 < len(name.strip()) <= 100 for name in given):
        faults.append(Fault("players", "expected a list of names, the first player first"))
        return []
    if len(given) not in game.seats:
        bounds = f"{game.seats.start} to {game.seats.stop - 1}"
        faults.append(Fault("players", f"{len(given)} names; {game.name} is for {bounds} players"))
    if len(set(given)) != len(given):
        faults.append(Fault("players", "the same name twice; expected different names"))
    return given


def _rulings(given: Any, game: Game, faults: list[Fault]) -> Rulings:
    if not isinstance(given, Mapping) or not all(type(choice) is str for choice in given.values()):
        faults.append(Fault("rulings", "expected an object of RULING: CHOICE"))
        return game.rulings()
    try:
        return game.rulings(given)
    except ValueError as error:
        faults.append(Fault("rulings", str(error)))
        return game.rulings()


def _position(game: Game, start: Any, given: Any, box: Any, players: list[str]) -> tuple[Any, list[Fault]]:
    if not isinstance(given, Mapping):
        return None, [Fault("position", "expected an object")]
    strangers = given.get("players", {})
    if isinstance(strangers, Mapping):
        faults = [
            Fault(f"position.players.{str(name)[:60]}", f"nobody of that name; expected one of: {', '.join(players)}")
            for name in strangers
            if name not in players
        ]
        if faults:
            return None, faults
    position, faults = game.from_json(codec.merge(start, given), box)
    if not faults:
        faults = game.doubts(position)
    return position, [fault._replace(path=f"position.{fault.path}") for fault in faults]


def _assumed(start: Any, given: Any, path: str = "position") -> list[str]:
    """The paths of `start` that `given` left as they were, each as high up as possible."""
    paths = []
    for name, value in start.items():
        at = f"{path}.{name}"
        if name not in given:
            paths.append(at)
        elif isinstance(value, Mapping) and isinstance(given[name], Mapping):
            paths += _assumed(value, given[name], at)
    return paths


def judge(case: Case) -> tuple[list[Step], Any]:
    """Every action judged in turn, and the last position; an illegal one leaves the position as it was."""
    position = case.position
    steps = []
    for action in case.actions:
        verdict = case.game.judge(position, action, case.rulings)
        if verdict.legal:
            position = verdict.position
        steps.append(Step(action, verdict))
    return steps, position


def answer(case: Case) -> dict[str, Any]:
    """The whole answer as the contract's JSON."""
    steps, position = judge(case)
    return {
        "game": case.game.id,
        "assumed": list(case.assumed),
        "steps": [{"action": step.action, **of_verdict(step.verdict)} for step in steps],
        "totals": case.game.totals(position, case.rulings),
        "outcome": of_outcome(case.game, position.outcome),
    }


def case_schema(game: Game) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a case of this game: its positions and its actions."""
    position = _loosened(codec.schema(game.position_type))
    agreed = schema(())
    agreed["properties"] = {
        "by": {"type": "array", "items": {"type": "string"}, "minItems": 1},
        "reason": {"type": "string"},
    }
    agreed["required"] = ["by", "reason"]
    actions = []
    for spec in game.specs.values():
        action = schema(spec.fields, {"do": {"const": spec.do, "description": spec.title}})
        action["properties"]["agreed"] = agreed
        actions.append(action)
    choices = {id_: {"enum": list(options)} for id_, options in game.switches.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A case of {game.name}",
        "type": "object",
        "required": ["game", "players"],
        "additionalProperties": False,
        "properties": {
            "game": {"const": game.id},
            "title": {"type": "string"},
            "about": {"type": "string"},
            "expect": {"type": "object"},
            "rulings": {"type": "object", "properties": choices, "additionalProperties": False},
            "players": {
                "type": "array",
                "items": {"type": "string", "minLength": 1, "maxLength": 100},
                "minItems": game.seats.start,
                "maxItems": game.seats.stop - 1,
                "uniqueItems": True,
            },
            "position": position,
            "actions": {"type": "array", "items": {"oneOf": actions}},
        },
    }


def _loosened(part: Any) -> Any:
    """The schema with nothing required: a case's position is partial and merges into the start."""
    if isinstance(part, Mapping):
        return {
            key: _loosened(value) for key, value in part.items() if not (key == "required" and isinstance(value, list))
        }
    if isinstance(part, list):
        return [_loosened(item) for item in part]
    return part
