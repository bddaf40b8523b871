from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.catalog.codes import ALPHABET, CODE, LENGTH, code_for


@given(st.text(max_size=60))
def test_a_code_has_four_characters_and_is_always_the_same(card: str) -> None:
    code = code_for(card, ())
    assert CODE.fullmatch(code)
    assert code == code_for(card, ())


def test_a_taken_code_gives_way_to_the_next_one() -> None:
    first = code_for("rust-sparrow", ())
    second = code_for("rust-sparrow", {first})
    assert second != first
    assert code_for("rust-sparrow", {first, second}) not in {first, second}


def test_the_alphabet_is_that_of_alphanumeric_codes() -> None:
    assert len(ALPHABET) == 36
    assert LENGTH == 4
