"""`companion cards import | export | check`."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import catalog
from companion.catalog.commands import check_cards, export_cards, import_cards

GAME = "anime-saga"


@pytest.mark.parametrize("ending", [".csv", ".toml"])
def test_a_pack_goes_out_is_checked_and_comes_back(ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"Minha Coleção{ending}"
    assert export_cards(GAME, "practice", file).faults == ()
    assert check_cards(GAME, file).counts == {
        "action": 20,
        "character": 9,
        "skill": 72,
        "challenge": 24,
        "enemy": 16,
        "lord": 6,
    }
    report = import_cards(GAME, file, "minha-colecao" if ending == ".toml" else None)
    assert report.faults == ()
    assert report.pack == "minha-colecao"
    assert catalog.load_pack(GAME, "minha-colecao").cards == catalog.load_pack(GAME, "practice").cards
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([file.name, "home"])


def test_a_new_table_of_cards_keeps_what_the_pack_says_of_itself(tmp_path: Path) -> None:
    whole, cards = tmp_path / "mine.toml", tmp_path / "mine.csv"
    export_cards(GAME, "practice", whole)
    import_cards(GAME, whole, "mine", "My box")
    export_cards(GAME, "mine", cards)
    cards.write_text(cards.read_text(encoding="utf-8-sig").replace(",5,6,,", ",6,6,,"), encoding="utf-8")
    assert import_cards(GAME, cards).faults == ()
    mine = catalog.load_pack(GAME, "mine")
    assert mine.name == "My box"
    assert mine.values == {"combat_bonus": [1, 2, 4, 6], "green_bonuses": []}
    assert mine.card("rust-sparrow").life == 6  # type: ignore[union-attr]


def test_one_fault_and_nothing_is_kept(tmp_path: Path, home: Path) -> None:
    file = tmp_path / "mine.csv"
    export_cards(GAME, "practice", file)
    file.write_text(
        file.read_text(encoding="utf-8-sig").replace("discard half", "discard everything"), encoding="utf-8"
    )
    report = import_cards(GAME, file)
    assert report.pack is None
    assert {type(fault).__name__ for fault in report.faults} == {"SheetFault"}
    assert len(report.faults) > 1
    assert not home.exists()


def test_what_cannot_be_read_or_written_is_told(tmp_path: Path) -> None:
    assert "cannot be read" in str(check_cards(GAME, tmp_path / "nowhere.csv").faults[0])
    assert "cannot be read" in str(check_cards(GAME, tmp_path).faults[0])
    assert "expected .csv or .toml" in str(export_cards(GAME, "practice", tmp_path / "x.xlsx").faults[0])
    assert "cannot be written" in str(export_cards(GAME, "practice", tmp_path / "no" / "x.csv").faults[0])
    assert "expected one of" in str(check_cards("poker", tmp_path / "x.csv").faults[0])
    assert "expected a pack's id" in str(export_cards(GAME, "../x", tmp_path / "x.csv").faults[0])


def test_a_shipped_pack_is_not_overwritten_by_an_import(tmp_path: Path) -> None:
    file = tmp_path / "practice.csv"
    export_cards(GAME, "practice", file)
    assert "comes with the program" in str(import_cards(GAME, file).faults[0])


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "huge.csv"
    with file.open("wb") as stream:
        stream.truncate(10_000_001)
    assert "bytes" in str(check_cards(GAME, file).faults[0])
