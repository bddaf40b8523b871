"""The end of the game: skills that count then, the most Fame, ties (Fame Points and End of Game)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.anime_saga.position import Position
from tests.rules.anime_saga.table import KING, judge, legal, moved, table

LAST = {**KING, "life": 1, "requirement": [], "second_requirement": []}


def last_blow(ana: dict[str, Any], bo: dict[str, Any], **position: Any) -> Any:
    given = table(
        ana={"hand": 0, **ana}, bo={"hand": 0, **bo}, current=LAST, next=None, spoiler=None, deck=0, **position
    )
    return judge(given, "fight", attack_die=6, defence_die=1)


def outcome(position: Position) -> tuple[tuple[str, ...], str]:
    assert position.outcome is not None
    return position.outcome.winners, position.outcome.reason


@pytest.mark.parametrize(
    ("ana", "bo", "expected"),
    [
        ({"fame": 5}, {"fame": 7}, (("Ana",), "most-fame")),
        ({"fame": 5}, {"fame": 9}, (("Bo",), "most-fame")),
        ({"fame": 5, "life": 4}, {"fame": 8, "life": 5}, (("Bo",), "more-life")),
        ({"fame": 5, "life": 5, "hand": 3}, {"fame": 8, "life": 5, "hand": 2}, (("Ana",), "more-cards")),
        ({"fame": 5, "life": 5, "hand": 12}, {"fame": 8, "life": 5, "hand": 11}, (("Ana",), "more-cards")),
        ({"fame": 5, "life": 5, "hand": 3}, {"fame": 8, "life": 5, "hand": 5, "owes": 2}, (("Ana", "Bo"), "shared")),
    ],
)
def test_who_wins(ana: dict[str, Any], bo: dict[str, Any], expected: Any) -> None:
    # The blow itself gives 1 Fame for the life point and 2 for the kill.
    assert outcome(last_blow(ana, bo).position) == expected


def test_skills_of_the_end_count_before_ties() -> None:
    verdict = last_blow({"fame": 5}, {"fame": 7, "skills": ["glory"]})
    assert moved(verdict, "fame", "Bo") == [(7, 10, "end-skills")]
    assert outcome(verdict.position) == (("Bo",), "most-fame")


def test_who_left_cannot_win_unless_the_table_rules_so() -> None:
    gone = {"fame": 30, "left": True}
    assert outcome(last_blow({"fame": 5}, gone).position) == (("Ana",), "most-fame")
    position = table(ana={"hand": 0}, bo={"hand": 0, **gone}, current=LAST)
    counted = judge(position, "fight", attack_die=6, defence_die=1, by={"AS72": "fame-counts"})
    assert outcome(counted.position) == (("Bo",), "most-fame")


def test_unknown_skills_leave_the_end_open_until_they_are_told() -> None:
    verdict = last_blow({"fame": 5}, {"fame": 7, "skills": None})
    after = verdict.position
    assert verdict.legal
    assert (after.outcome, after.stage) == (None, "over")
    assert judge(after, "finish", None).needs == ("players.Bo.skills",)
    told = legal(after, "choose-skills", "Bo", skills=["claw"])
    assert outcome(legal(told, "finish", None)) == (("Ana",), "most-fame")


def test_an_unknown_life_matters_only_in_a_tie() -> None:
    assert outcome(last_blow({"fame": 5}, {"fame": 7, "life": None}).position) == (("Ana",), "most-fame")
    tied = last_blow({"fame": 5, "skills": ["glory"]}, {"fame": 11, "life": None}).position
    assert tied.outcome is None
    assert tied.seat("Ana").fame == 8
    assert judge(tied, "finish", None).needs == ("players.Bo.life",)
    told = legal(tied, "adjust", "Bo", counter="life", set=5, reason="looked")
    done = legal(told, "finish", None)
    assert (done.seat("Ana").fame, outcome(done)) == (11, (("Ana", "Bo"), "shared"))


def test_a_table_that_counts_scores_only_finishes_by_hand() -> None:
    scores = legal(table(ana={"fame": 12}, bo={"fame": 9}), "detail", None, level="scores")
    done = legal(scores, "finish", None)
    assert outcome(done) == (("Ana",), "most-fame")
    corrected = legal(done, "score", "Bo", counter="fame", amount=4)
    assert outcome(corrected) == (("Bo",), "most-fame")
