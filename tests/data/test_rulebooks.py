"""The rulebooks and rulings of every game: complete, consistent with the rules, and in our own words."""

from __future__ import annotations

import re

import pytest

import data
from companion import catalog
from companion.rules import ROOMS, games
from tests.data.rooms import GAMES, RULEBOOKS, cited, own_problems, own_reasons, shingles

PREFIX = {"anime-saga": "AS", "saturday-wars": "SW", "challengers": "CH"}
needs_rulebooks = pytest.mark.skipif(
    not RULEBOOKS.is_dir(), reason=f"the printed rulebooks are not there ({RULEBOOKS})"
)


@pytest.mark.parametrize("game", GAMES)
def test_section_ids_are_chapter_and_paragraph_in_order(game: str) -> None:
    ids = list(catalog.rulebook(game))
    assert all(re.fullmatch(rf"{PREFIX.get(game, '[A-Z]{2}')}-\d+\.\d+", id_) for id_ in ids)
    numbers = [tuple(map(int, id_.split("-")[1].split("."))) for id_ in ids]
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize("game", GAMES)
def test_every_section_says_something_and_where_it_stands(game: str) -> None:
    for section in catalog.rulebook(game).values():
        assert section.title.strip(), section.id
        assert section.text.strip().endswith((".", "!", "?", "…")), section.id
        assert section.where.strip(), section.id


@pytest.mark.parametrize("game", GAMES)
def test_every_problem_and_change_cites_sections_that_exist(game: str) -> None:
    book = catalog.rulebook(game)
    for thing in (*own_problems(games[game]), *own_reasons(games[game])):
        assert thing.rules, f"{thing.code} cites nothing"
        assert not [rule for rule in thing.rules if rule not in book], thing.code


@pytest.mark.parametrize("game", GAMES)
def test_every_section_is_cited_or_informative(game: str) -> None:
    by_rulings = {section for ruling in catalog.ruling_book(game).values() for section in ruling.sections}
    used = cited(game)
    sections = catalog.rulebook(game).values()
    assert not [s.id for s in sections if not s.informative and s.id not in used | by_rulings]
    assert not [s.id for s in sections if s.informative and s.id in used]


@pytest.mark.parametrize("game", GAMES)
def test_rulings_rest_on_sections_and_have_choices(game: str) -> None:
    book = catalog.rulebook(game)
    for ruling in catalog.ruling_book(game).values():
        assert ruling.question.endswith("?"), ruling.id
        assert ruling.why.strip(), ruling.id
        assert ruling.sections, ruling.id
        assert not [section for section in ruling.sections if section not in book], ruling.id
        ids = [choice.id for choice in ruling.choice]
        assert len(set(ids)) == len(ids), ruling.id
        assert all(re.fullmatch(r"[a-z0-9-]+", id_) for id_ in ids), ruling.id
        assert (len(ids) > 1) == ruling.table, ruling.id


@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_switched_is_what_the_rules_switch(game: str) -> None:
    switched = {
        ruling.id: tuple(choice.id for choice in ruling.choice)
        for ruling in catalog.ruling_book(game).values()
        if ruling.table
    }
    assert switched == dict(games[game].switches)


@pytest.mark.parametrize("game", GAMES)
def test_reasons_name_rulings_that_exist(game: str) -> None:
    for reason in own_reasons(games[game]):
        assert not [id_ for id_ in reason.rulings if id_ not in catalog.ruling_book(game)], reason.code


@needs_rulebooks
@pytest.mark.parametrize("game", GAMES)
def test_every_known_ambiguity_has_its_ruling(game: str) -> None:
    code = PREFIX[game]
    entries = re.findall(
        rf"^({code}\d+) (.*)$", (RULEBOOKS / "ambiguities.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert len(entries) > 40
    rulings = catalog.ruling_book(game)
    assert not [id_ for id_, _text in entries if id_ not in rulings]
    assert not [id_ for id_, text in entries if "[T" in text and not rulings[id_].table]


@needs_rulebooks
@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_of_the_printed_rulebook_is_repeated(game: str) -> None:
    printed = shingles((RULEBOOKS / f"{game}.txt").read_text(encoding="utf-8"))
    texts = {section.id: section.text for section in catalog.rulebook(game).values()}
    for ruling in catalog.ruling_book(game).values():
        choices = " ".join(choice.title for choice in ruling.choice)
        texts[ruling.id] = f"{ruling.question} {ruling.why} {choices}"
    texts |= {case.id: f"{case.title} {case.about}" for case in catalog.cases(game)}
    repeated = {id_: " ".join(run) for id_, text in texts.items() for run in shingles(text) & printed}
    assert not repeated


def test_every_room_of_data_is_a_registered_game_and_the_other_way_round() -> None:
    folders = {file.parent.name for file in data.FOLDER.glob("*/rulebook.toml")}
    assert folders == {room for room, _name in ROOMS.values()}
