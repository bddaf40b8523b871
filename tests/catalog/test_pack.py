"""Packs on the shelf: the shipped ones and a person's own."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import catalog
from companion.catalog import CatalogFault, Header, Pack
from companion.catalog.shelf import delete_pack, pack_from_csv, pack_from_toml, save_pack, to_toml

GAME = "anime-saga"
OWN = Header("my-box", GAME, "My box", "1")


def practice() -> Pack:
    return catalog.load_pack(GAME, "practice")


def own(**changes: object) -> Pack:
    return practice()._replace(header=OWN._replace(**changes))  # type: ignore[arg-type]


def test_the_practice_set_says_that_it_is_invented() -> None:
    assert practice().invented
    assert "nvented" in practice().header.note


def test_a_pack_of_ones_own_is_kept_and_read_back(home: Path) -> None:
    folder = save_pack(own())
    assert folder.is_relative_to(home)
    assert catalog.load_pack(GAME, "my-box") == own()
    assert [(listed.id, listed.own) for listed in catalog.packs(GAME)] == [("practice", False), ("my-box", True)]


def test_a_pack_is_replaced_as_a_whole_and_keeps_its_links(home: Path) -> None:
    save_pack(own())
    catalog.link(GAME, "my-box", "4006381333931", "rust-sparrow")
    save_pack(own(version="2")._replace(cards=practice().cards[:20]))
    assert catalog.load_pack(GAME, "my-box").header.version == "2"
    assert len(catalog.load_pack(GAME, "my-box").cards) == 20
    assert catalog.links(GAME, "my-box") == {"4006381333931": "rust-sparrow"}
    assert sorted(path.name for path in (home / "packs" / GAME).iterdir()) == ["my-box"]


def test_a_shipped_pack_cannot_be_replaced() -> None:
    with pytest.raises(CatalogFault, match="comes with the program"):
        save_pack(practice())


def test_a_pack_is_taken_off_the_shelf() -> None:
    save_pack(own())
    delete_pack(GAME, "my-box")
    assert [listed.id for listed in catalog.packs(GAME)] == ["practice"]
    with pytest.raises(CatalogFault, match="no own pack"):
        delete_pack(GAME, "practice")


@pytest.mark.parametrize(
    "bad",
    ["..", "../../etc", "a/b", "a\\b", "/etc", "", "A", "con", "nul", "com1", "x" * 41, "a\n", ".hidden", "a\x00"],
)
def test_an_id_that_is_no_folder_name_is_refused(bad: str) -> None:
    for use in (catalog.load_pack, delete_pack, catalog.links):
        with pytest.raises(CatalogFault, match="expected a pack's id"):
            use(GAME, bad)
    with pytest.raises(CatalogFault, match="expected a pack's id"):
        save_pack(own(id=bad))


def test_there_is_no_such_game_or_pack() -> None:
    with pytest.raises(CatalogFault, match="expected one of: anime-saga"):
        catalog.load_pack("poker", "practice")
    with pytest.raises(CatalogFault, match="no pack of that name"):
        catalog.load_pack(GAME, "nowhere")


def test_a_broken_pack_is_listed_with_its_fault(home: Path) -> None:
    for name, text in {
        "broken": "id = ",
        "other": 'id = "practice"\ngame = "anime-saga"\nname = "X"\nversion = "1"\n',
    }.items():
        folder = home / "packs" / GAME / name
        folder.mkdir(parents=True)
        (folder / "pack.toml").write_text(text)
    listed = {entry.id: entry.fault for entry in catalog.packs(GAME)}
    assert listed["practice"] is None
    assert "not TOML" in str(listed["broken"])
    assert "as its folder says" in str(listed["other"])


def test_faults_of_a_header_are_told_at_once() -> None:
    text = 'id = "x"\ngame = 3\nname = ""\nprice = 1\nnote = "a\\u0000b"\nvalues = 3\n'
    with pytest.raises(CatalogFault) as caught:
        pack_from_toml(GAME, text.encode())
    assert {fault.path for fault in caught.value.faults} >= {"game", "version", "price", "note", "values"}  # type: ignore[union-attr]


def test_values_that_are_not_plain_are_refused() -> None:
    for value in ("1979-05-27", "inf", "nan"):
        text = f'id = "x"\ngame = "anime-saga"\nname = "X"\nversion = "1"\n[values]\na = {value}\n'
        with pytest.raises(CatalogFault, match="numbers, texts"):
            pack_from_toml(GAME, text.encode())


def test_a_pack_goes_to_toml_and_back() -> None:
    assert pack_from_toml(GAME, to_toml(practice()).encode()) == practice()


def test_faults_of_toml_cards_have_their_place() -> None:
    text = to_toml(own()).replace("\nlife = 5\n", '\nlife = "five"\n', 1)
    with pytest.raises(CatalogFault, match=r"card\[\d+\]\.life: 'five'; expected a whole number"):
        pack_from_toml(GAME, text.encode())


def test_what_the_room_finds_wrong_has_the_line_of_its_card() -> None:
    text = "kind,id,name,copies,character,cost,advantage\nskill,leap,Leap,1,nobody,1,attack +1\n"
    with pytest.raises(CatalogFault) as caught:
        pack_from_csv(text.encode(), OWN, {})
    assert [str(fault)[:18] for fault in caught.value.faults] == ["line 2, character:"]


def test_nothing_is_left_behind_when_the_shelf_cannot_be_written(home: Path) -> None:
    save_pack(own())
    before = catalog.load_pack(GAME, "my-box")
    shelf = home / "packs" / GAME
    (shelf / "other").write_text("a file where a folder should go")
    with pytest.raises(CatalogFault, match="in the way"):
        save_pack(own(id="other"))
    assert catalog.load_pack(GAME, "my-box") == before
    assert (shelf / "other").read_text() == "a file where a folder should go"
    assert sorted(path.name for path in shelf.iterdir()) == ["my-box", "other"]


def test_a_swap_that_fails_brings_the_old_pack_back(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_pack(own())
    replace = os.replace

    def fail(source: Path, target: Path) -> None:
        if ".new-" in str(source):
            raise OSError(28, "No space left on device")
        replace(source, target)

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(CatalogFault, match="No space left"):
        save_pack(own(version="2"))
    assert catalog.load_pack(GAME, "my-box").header.version == "1"
    assert [path.name for path in (home / "packs" / GAME).iterdir()] == ["my-box"]


def test_an_own_pack_under_a_shipped_name_is_not_hidden_silently(home: Path) -> None:
    folder = home / "packs" / GAME / "practice"
    folder.mkdir(parents=True)
    (folder / "pack.toml").write_text("")
    shipped, mine = catalog.packs(GAME)
    assert shipped.fault is None
    assert "rename" in str(mine.fault)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_broken_document_gives_faults_and_never_crashes(data: st.DataObject) -> None:
    content = bytearray(to_toml(own()._replace(cards=practice().cards[::15])).encode())
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(content) - 1))
        junk = data.draw(
            st.sampled_from([b"1979-05-27", b"[", b"]", b"=", b"\n", b"\x00", b"\xff", b"-inf", b"true", b'"'])
        )
        content[at : at + data.draw(st.integers(0, 3))] = junk
    with contextlib.suppress(CatalogFault):
        pack_from_toml(GAME, bytes(content))
