"""The worked cases of every game: each is judged as it says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from companion import catalog
from companion.judge import case as judge
from tests.data.rooms import GAMES

CASES = [(game, case) for game in GAMES for case in catalog.cases(game)]


def differences(expected: Any, found: Any, path: str = "") -> Iterator[str]:
    """Where `found` lacks what `expected` names: objects by key, lists item by item, everything else equal."""
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        for key, value in expected.items():
            yield from (
                differences(value, found.get(key), f"{path}.{key}") if key in found else [f"{path}.{key}: missing"]
            )
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for at, (value, other) in enumerate(zip(expected, found, strict=True)):
            yield from differences(value, other, f"{path}[{at}]")
    elif expected != found or type(expected) is not type(found):
        yield f"{path}: expected {expected!r}, found {found!r}"


@pytest.mark.parametrize(
    ("game", "case"), CASES, ids=lambda part: part.id if isinstance(part, catalog.WorkedCase) else part
)
def test_a_case_is_judged_as_it_says(game: str, case: catalog.WorkedCase) -> None:
    answer = judge.answer(judge.parse(case.document))
    assert list(differences(case.document["expect"], answer)) == []
    steps = case.document["expect"]["steps"]
    assert len(steps) == len(case.document["actions"])
    assert all("legal" in step for step in steps)


@pytest.mark.parametrize("game", sorted({game for game, _case in CASES}))
def test_a_game_has_a_library_of_cases(game: str) -> None:
    cases = catalog.cases(game)
    assert len(cases) >= 20
    assert len({case.title for case in cases}) == len(cases)
    for case in cases:
        assert re.fullmatch(r"[a-z0-9-]+", case.id)
        assert case.about.endswith("."), case.id
    verdicts = {step["legal"] for case in cases for step in case.document["expect"]["steps"]}
    assert verdicts == {True, False, None}


def test_differences_are_found() -> None:
    assert list(differences({"a": [{"b": 1}]}, {"a": [{"b": 1, "c": 2}], "d": 3})) == []
    assert list(differences({"a": 1}, {})) == [".a: missing"]
    assert list(differences({"a": [1]}, {"a": [1, 2]})) == [".a: expected [1], found [1, 2]"]
    assert list(differences(True, 1)) == [": expected True, found 1"]
