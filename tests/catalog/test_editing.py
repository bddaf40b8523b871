"""Changing packs of one's own, card by card and as a whole."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

import pytest

from companion import catalog
from companion.catalog import CatalogFault, Header, Pack, editing
from companion.catalog.shelf import to_file
from companion.rules import games

GAME = "anime-saga"
HERO = {"name": "Nina", "copies": "1", "attack": "2", "defence": "3", "max_life": "8", "skill_points": "4"}
SKILL = {"name": "Leap", "copies": "1", "character": "nina", "cost": "1", "advantage": "attack +1"}


def empty(game: str = GAME) -> Pack:
    return Pack(Header("mine", game, "Mine", "1"), {}, ())


def faults(caught: pytest.ExceptionInfo[CatalogFault]) -> dict[str, str]:
    return editing.by_field(caught.value.faults)


def test_a_box_grows_card_by_card() -> None:
    pack = editing.with_card(editing.with_card(empty(), "character", HERO), "skill", SKILL)
    assert [(card.id, card.name) for card in pack.cards] == [("nina", "Nina"), ("leap", "Leap")]
    assert all(len(card.code) == 4 for card in pack.cards)
    assert editing.counts(pack) == {"character": 1, "skill": 1}
    assert editing.unfit(pack) == []


@pytest.mark.parametrize("game", sorted(games))
def test_every_shipped_card_goes_through_the_form_unchanged(game: str) -> None:
    pack = catalog.load_pack(game, catalog.default_packs(game)[0])
    kinds = {}
    for card in pack.cards:
        kinds.setdefault(type(card), card)
    for card in kinds.values():
        kind = next(kind for kind, type_ in games[game].card_kinds.items() if type_ is type(card))
        assert editing.with_card(pack, kind, editing.to_cells(game, card), card.id) == pack


def test_all_faults_of_a_card_are_told_by_field() -> None:
    bad = HERO | {"name": " ", "copies": "0", "attack": "two", "defence": "", "code": "?!"}
    with pytest.raises(CatalogFault) as caught:
        editing.with_card(empty(), "character", bad)
    assert set(faults(caught)) == {"name", "copies", "attack", "defence", "code"}


def test_what_the_room_finds_wrong_is_told_by_field() -> None:
    with pytest.raises(CatalogFault) as caught:
        editing.with_card(empty(), "skill", SKILL)
    assert set(faults(caught)) == {"character"}
    challenge = {"name": "A wall", "copies": "1", "strength": "3"}
    with pytest.raises(CatalogFault) as caught:
        editing.with_card(empty(), "challenge", challenge)
    assert faults(caught) == {editing.CARD: "needs 3 attributes in all; expected 8"}


def test_a_text_that_is_too_long_is_a_fault_and_not_cut() -> None:
    pack = editing.with_card(empty(), "character", HERO)
    with pytest.raises(CatalogFault) as caught:
        editing.with_card(pack, "skill", SKILL | {"advantage": "told: " + "x" * 500})
    assert "506 characters" in faults(caught)["advantage"]


def test_a_card_is_changed_in_its_place_and_faults_of_others_do_not_stand_in_its_way() -> None:
    pack = editing.with_card(editing.with_card(empty(), "character", HERO), "skill", SKILL)
    pack = editing.with_card(pack, "character", HERO | {"id": "otto", "name": "Otto"})
    orphaned = editing.without_card(pack, "nina")
    assert [str(fault) for fault in editing.unfit(orphaned)] == [
        "leap.character: 'nina'; expected the id of a character"
    ]
    changed = editing.with_card(orphaned, "character", HERO | {"id": "otto", "name": "Otto II"}, "otto")
    assert [card.name for card in changed.cards] == ["Leap", "Otto II"]
    with pytest.raises(CatalogFault, match="no card of this pack any more"):
        editing.without_card(changed, "nina")


def test_an_id_or_code_that_is_taken_is_refused_and_a_made_one_is_free() -> None:
    pack = editing.with_card(empty(), "character", HERO | {"code": "NINA"})
    twin = editing.with_card(pack, "character", HERO)
    assert [card.id for card in twin.cards] == ["nina", "nina-2"]
    assert len({card.code for card in twin.cards}) == 2
    with pytest.raises(CatalogFault) as caught:
        editing.with_card(pack, "character", HERO | {"id": "nina", "code": "NINA"})
    assert set(faults(caught)) == {"id", "code"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Última Montaña!", "ultima-montana"), ("竜", "card"), ("", "card"), ("x" * 80, "x" * 56)],
)
def test_an_id_is_made_from_any_name(name: str, expected: str) -> None:
    assert editing.free_id(name, [], 60, "card") == expected
    assert editing.free_id(name, [expected], 60, "card") == f"{expected}-2"


def test_printed_values_are_checked_and_what_is_left_out_is_unknown() -> None:
    pack = editing.with_values(empty(), {"combat_bonus": [1, 2, 4, 7]})
    assert catalog.load_pack(GAME, "practice").values["combat_bonus"] == [1, 2, 4, 6]
    assert pack.values == {"combat_bonus": [1, 2, 4, 7]}
    with pytest.raises(CatalogFault) as caught:
        editing.with_values(pack, {"combat_bonus": [1, 2], "green_bonuses": 3, "luck": 1})
    assert set(faults(caught)) == {"combat_bonus", "green_bonuses", "luck"}
    assert editing.with_values(pack, {}).values == {}


def test_a_copy_stays_invented_until_people_say_otherwise() -> None:
    practice = catalog.load_pack(GAME, "practice")
    kept = editing.keep_new(editing.copied(practice, "My box"))
    assert (kept.id, kept.name, kept.invented) == ("my-box", "My box", True)
    assert editing.keep_new(editing.copied(practice, "My box")).id == "my-box-2"
    real = editing.edit(GAME, "my-box", lambda pack: editing.described(pack, "Our box", "", False))
    assert catalog.load_pack(GAME, "my-box") == real
    assert (real.name, real.invented, real.cards) == ("Our box", False, practice.cards)
    with pytest.raises(CatalogFault, match="expected a name"):
        editing.described(real, "  ", "", False)
    with pytest.raises(CatalogFault, match="at most 80"):
        editing.described(real, "x" * 81, "", False)


def test_nothing_changes_where_there_is_a_fault_and_the_shipped_packs_never_do() -> None:
    kept = editing.keep_new(editing.with_card(empty(), "character", HERO))
    with pytest.raises(CatalogFault):
        editing.edit(GAME, kept.id, lambda pack: editing.with_card(pack, "skill", {}))
    assert catalog.load_pack(GAME, kept.id) == kept
    with pytest.raises(CatalogFault, match="comes with the program"):
        editing.edit(GAME, "practice", lambda pack: editing.without_card(pack, pack.cards[0].id))


def test_two_windows_that_change_one_pack_at_once_lose_nothing() -> None:
    kept = editing.keep_new(empty())

    def add(name: str) -> None:
        editing.edit(GAME, kept.id, lambda pack: editing.with_card(pack, "character", HERO | {"name": name}))

    windows = [Thread(target=add, args=(f"Hero {n}",)) for n in range(6)]
    for window in windows:
        window.start()
    for window in windows:
        window.join()
    assert {card.name for card in catalog.load_pack(GAME, kept.id).cards} == {f"Hero {n}" for n in range(6)}


@pytest.mark.parametrize("ending", [".csv", ".toml"])
def test_a_file_comes_in_as_a_new_pack_or_in_the_place_of_the_cards(ending: str) -> None:
    practice = catalog.load_pack(GAME, "practice")
    content = to_file(practice, ending).encode()
    read = editing.keep_new(editing.read_file(GAME, f"Our box{ending}", content))
    assert read.cards == practice.cards
    assert read.id != "practice"
    replaced = editing.with_cards_of(editing.with_card(empty(), "character", HERO), f"x{ending}", content)
    assert (replaced.cards, replaced.name) == (practice.cards, "Mine")


def test_a_file_with_faults_lists_them_all_by_line(home: Path) -> None:
    text = "kind,id,name,copies,attack,defence,max_life,skill_points\ncharacter,A B,,0,1,1,1,1\nhero,x,X,1,1,1,1,1\n"
    with pytest.raises(CatalogFault) as caught:
        editing.read_file(GAME, "box.csv", text.encode())
    assert [(fault.line, fault.column) for fault in caught.value.faults] == [  # type: ignore[union-attr]
        (2, "copies"),
        (2, "id"),
        (2, "name"),
        (3, "kind"),
    ]
    assert caught.value.sentence == str(caught.value)
    with pytest.raises(CatalogFault, match="expected at most"):
        editing.read_file(GAME, "box.toml", b"x" * 10_000_001)
    assert not home.exists()
