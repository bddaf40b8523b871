"""Tables of cards: however a spreadsheet wrote them, and every fault at once."""

from __future__ import annotations

import csv
import io
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.catalog import load_pack
from companion.catalog.faults import SheetFault
from companion.catalog.sheet import MAX_ROWS, columns, read_sheet, write_sheet
from companion.rules.anime_saga.cards import Enemy

GAME = "anime-saga"
HEADER = "kind,id,code,name,copies,life,damage,defence,requirement,effect\n"
CRAB = "enemy,crab,CRAB,Crab,1,8,7,3,strength agility,life -1; discard 2\n"


def faults(text: str) -> list[tuple[int, str | None]]:
    return [(fault.line, fault.column) for fault in read_sheet(GAME, text.encode()).faults]


def test_a_card_reads_as_its_kind() -> None:
    sheet = read_sheet(GAME, (HEADER + CRAB).encode())
    assert sheet.faults == ()
    (crab,) = sheet.cards
    assert isinstance(crab, Enemy)
    assert (crab.id, crab.code, crab.life, crab.requirement) == ("crab", "CRAB", 8, ("strength", "agility"))
    assert str(crab.effect) == "life -1; discard 2"
    assert sheet.lines == {"crab": 2}


def test_the_practice_set_reads_back_from_its_own_table() -> None:
    cards = load_pack(GAME, "practice").cards
    assert read_sheet(GAME, write_sheet(GAME, cards).encode()).cards == cards


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_line_ends_separators_and_byte_order_marks_do_not_matter(ends: str, mark: str, encoding: str) -> None:
    rows = list(csv.reader(io.StringIO(HEADER + CRAB.replace("Crab", "Crabe géant"))))
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=mark, lineterminator=ends).writerows(rows)
    sheet = read_sheet(GAME, out.getvalue().encode(encoding))
    assert sheet.faults == ()
    assert sheet.cards[0].name == "Crabe géant"
    assert str(sheet.cards[0].effect) == "life -1; discard 2"


def test_columns_may_be_named_as_people_write_them_and_stand_in_any_order() -> None:
    text = "Name,KIND,Max Life,id,attack,Defence,skill-points,copies\nMo,character,7,mo,1,2,4,1\n"
    sheet = read_sheet(GAME, text.encode())
    assert sheet.faults == ()
    assert (sheet.cards[0].max_life, sheet.cards[0].skill_points) == (7, 4)


def test_a_card_without_a_code_gets_one_that_stays() -> None:
    text = HEADER + CRAB.replace("CRAB", "")
    first, second = (read_sheet(GAME, text.encode()).cards[0].code for _ in range(2))
    assert first == second
    assert len(first) == 4


def test_a_made_code_gives_way_to_a_given_one() -> None:
    made = read_sheet(GAME, (HEADER + CRAB.replace("CRAB", "")).encode()).cards[0].code
    text = HEADER + CRAB.replace("CRAB", "") + CRAB.replace("crab,CRAB", f"other,{made}")
    codes = [card.code for card in read_sheet(GAME, text.encode()).cards]
    assert codes[1] == made
    assert codes[0] != made


def test_empty_lines_count_in_the_numbering_only() -> None:
    text = HEADER + "\n,,,,\n" + CRAB + CRAB.replace("crab,CRAB", "crab2,CRA2").replace(",8,", ",eight,")
    assert faults(text) == [(5, "life")]


def test_every_fault_is_told_at_once() -> None:
    text = (
        HEADER
        + "enemy,crab,CRAB,Crab,1,eight,7,3,strength luck,life -1\n"
        + "enemy,crab,CRAB,,1,8,7,3,strength agility,eat lunch\n"
        + "dragon,d,DRAG,Dragon,1,8,7,3,,\n"
        + "enemy,Bad Id,bad,X,0,8,,3,strength agility,\n"
        + "challenge,way,WAY0,Way,1,4,,,fame heal,\n"
    )
    assert faults(text) == [
        (2, "life"),
        (2, "requirement"),
        (3, "code"),
        (3, "effect"),
        (3, "id"),
        (3, "name"),
        (4, "kind"),
        (5, "code"),
        (5, "copies"),
        (5, "damage"),
        (5, "id"),
        (6, "life"),
    ]
    assert read_sheet(GAME, text.encode()).cards == ()


def test_a_fault_says_what_was_expected() -> None:
    told = [str(fault) for fault in read_sheet(GAME, (HEADER + CRAB.replace(",8,", ",eight,")).encode()).faults]
    assert told == ["line 2, life: 'eight'; expected a whole number"]


def test_a_double_id_names_the_first_line() -> None:
    (fault,) = read_sheet(GAME, (HEADER + CRAB + CRAB.replace("CRAB", "CRA2")).encode()).faults
    assert fault.line == 3
    assert "line 2" in fault.expected


def test_columns_we_do_not_know_stand_twice_or_miss() -> None:
    assert faults("kind,id,name,price\nenemy,a,A,3\n")[0] == (1, "price")
    assert (1, "id") in faults("kind,id,id,name\n")
    assert faults("id,colour\na,red\n")[:3] == [(1, "colour"), (1, "kind"), (1, "name")]


def test_more_cells_than_columns() -> None:
    assert (2, None) in faults(HEADER + CRAB.strip() + ",what,is,this\n")


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"", "empty"),
        (b"\n\n", "empty"),
        (HEADER.encode() + b"enemy,caf\xe9,", "UTF-8"),
        (HEADER.encode() + b'enemy,"open', "not CSV"),
        (HEADER.encode() + b"enemy," + b"x" * 200_000, "not CSV"),
        (b"x" * 10_000_001, "bytes"),
    ],
)
def test_what_is_no_table_is_refused_in_one_sentence(content: bytes, word: str) -> None:
    (fault,) = read_sheet(GAME, content).faults
    assert word in fault.expected


def test_a_name_with_control_characters_is_refused() -> None:
    for bad in ("Cr\x00ab", "Cr\x1bab", "\u202eCrab"):
        assert faults(HEADER + CRAB.replace("Crab", bad)) == [(2, "name")]


def test_a_huge_cell_is_refused() -> None:
    assert (2, "effect") in faults(HEADER + CRAB.replace("life -1", "told: " + "x" * 600))


def test_cells_that_look_like_formulas_read_back() -> None:
    card = read_sheet(GAME, (HEADER + CRAB).encode()).cards[0]
    for name in ("=1+1", "+plus", "-minus", "@at", "'quoted", "'=both"):
        text = write_sheet(GAME, [card._replace(name=name)])
        assert f",{name}," not in text or name.startswith("'q")
        assert read_sheet(GAME, text.encode()).cards[0].name == name


def test_ten_thousand_cards_and_the_limit() -> None:
    lines = [CRAB.replace("crab,CRAB", f"crab-{number},") for number in range(10_000)]
    assert len(read_sheet(GAME, (HEADER + "".join(lines)).encode()).cards) == 10_000
    assert len(faults(HEADER + "".join(line.replace(",8,", ",x,") for line in lines))) == 10_000
    (fault,) = read_sheet(GAME, (HEADER + CRAB * (MAX_ROWS + 2)).encode()).faults
    assert str(MAX_ROWS) in fault.expected


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_broken_table_gives_faults_with_places_and_never_crashes(data: st.DataObject) -> None:
    content = bytearray(write_sheet(GAME, load_pack(GAME, "practice").cards[::12]).encode())
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(0, len(content) - 1))
        junk = data.draw(st.sampled_from([b'"', b"\n", b",", b";", b"\x00", b"\xff", b"'=", b"-", b"9" * 30, b""]))
        content[at : at + data.draw(st.integers(0, 3))] = junk
    sheet = read_sheet(GAME, bytes(content))
    assert bool(sheet.faults) != bool(sheet.cards)
    assert all(isinstance(fault, SheetFault) and fault.line >= 1 and fault.expected for fault in sheet.faults)


@given(st.binary(max_size=300))
def test_any_bytes_are_a_table_or_faults(content: bytes) -> None:
    sheet = read_sheet(GAME, content)
    assert sheet.faults or all(len(card.code) == 4 for card in sheet.cards)


def test_shuffled_rows_give_the_same_cards() -> None:
    header, *rows = write_sheet(GAME, load_pack(GAME, "practice").cards).splitlines(keepends=True)
    random.Random(7).shuffle(rows)
    shuffled = read_sheet(GAME, (header + "".join(rows)).encode())
    assert {card.id: card for card in shuffled.cards} == {card.id: card for card in load_pack(GAME, "practice").cards}


def test_the_columns_begin_with_what_every_card_has() -> None:
    assert columns(GAME)[:5] == ["kind", "id", "code", "name", "copies"]
