"""The payload grammar and its check character."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scanners.payload import (
    ALPHABET,
    COPIES,
    Payload,
    PayloadFault,
    check_character,
    encode,
    parse,
    parse_short,
    short_code,
)
from scanners.symbol import framed, matrix, png, svg

characters = st.sampled_from(ALPHABET)
payloads = st.builds(
    Payload,
    st.text(characters, min_size=2, max_size=2),
    st.text(characters, min_size=4, max_size=4),
    st.integers(0, COPIES - 1),
)


def kind(read: Payload | PayloadFault) -> str:
    assert isinstance(read, PayloadFault)
    assert read.sentence.endswith(".")
    return read.kind


@given(payloads)
@settings(max_examples=200)
def test_what_was_encoded_is_parsed(payload: Payload) -> None:
    text = encode(payload)
    assert len(text) == 12
    assert parse(text) == payload
    assert parse_short(short_code(payload)) == payload._replace(copy=0)
    assert parse_short(text) == payload


@given(payloads)
@settings(max_examples=60)
def test_every_single_substitution_is_caught(payload: Payload) -> None:
    text = encode(payload)
    for place in range(len(text)):
        for other in ALPHABET + "*":
            wrong = text[:place] + other + text[place + 1 :]
            assert (parse(wrong) == payload) is (wrong == text)
            assert wrong == text or isinstance(parse(wrong), PayloadFault)


@given(payloads)
@settings(max_examples=200)
def test_every_swap_of_neighbours_is_caught(payload: Payload) -> None:
    for text, read in ((encode(payload), parse), (short_code(payload).replace("-", ""), parse_strictly)):
        for place in range(len(text) - 1):
            wrong = text[:place] + text[place + 1] + text[place] + text[place + 2 :]
            assert wrong == text or isinstance(read(wrong), PayloadFault)


def parse_strictly(typed: str) -> Payload | PayloadFault:
    """A short code without the leniency for look-alikes, which may read another swap of O and 0 as it was meant."""
    return parse_short(typed) if check_character(typed[:-1]) == typed[-1] else PayloadFault("check", typed)


def test_the_check_character_is_that_of_the_standard() -> None:
    assert check_character("G123489654321") == "Y"  # the standard's example, as blood donations are numbered


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://example.org", "not-ours"),
        ("", "not-ours"),
        ("TC2AS0K3F07", "newer"),
        ("TC1AS0K3F07", "form"),
        ("tc1as0k3f07n", "not-ours"),
        ("TC1AS0K3F07P", "check"),
    ],
)
def test_what_is_not_a_card(text: str, expected: str) -> None:
    assert kind(parse(text)) == expected


def test_a_card_of_another_game() -> None:
    text = encode(Payload("SW", "0001", 1))
    assert parse(text, game="SW") == Payload("SW", "0001", 1)
    assert kind(parse(text, game="AS")) == "other-game"
    assert kind(parse_short(short_code(Payload("SW", "0001")), game="AS")) == "other-game"


def test_a_typed_code_takes_any_case_spaces_and_dashes() -> None:
    meant = Payload("AS", "0K3F")
    check = short_code(meant)[-1]
    for typed in (f"as-0k3f-{check}", f" AS 0k3f{check} ", f"as0k3f{check}".lower(), f"AS–0K3F–{check}"):
        assert parse_short(typed) == meant


@given(payloads)
@settings(max_examples=200)
def test_one_look_alike_in_a_typed_code_is_set_right(payload: Payload) -> None:
    code = short_code(payload).replace("-", "")
    for place, character in enumerate(code):
        for one, other in ("O0", "0O", "I1", "1I"):
            if character == one:
                read = parse_short(code[:place] + other + code[place + 1 :])
                assert read == payload._replace(copy=0) or kind(read) == "unclear"


def test_a_typed_code_of_another_form_is_refused() -> None:
    assert kind(parse_short("AS-0K3")) == "form"
    assert kind(parse_short("")) == "form"
    assert kind(parse_short("AS-0K3F-!")) == "form"


def test_every_kind_of_fault_has_a_sentence() -> None:
    kinds = get_args(get_type_hints(PayloadFault)["kind"])
    assert len({PayloadFault(kind, "X" * 99).sentence for kind in kinds}) == len(kinds)


@pytest.mark.parametrize("payload", [Payload("A", "0000"), Payload("AS", "00a0"), Payload("AS", "0000", COPIES)])
def test_fields_outside_the_grammar_are_refused(payload: Payload) -> None:
    with pytest.raises(ValueError, match="payload"):
        encode(payload)


def test_the_symbol_is_version_one_with_its_quiet_zone_and_frame() -> None:
    text = encode(Payload("AS", "0K3F", 7))
    assert matrix(text).shape == (21, 21)
    assert framed(text).shape == (31, 31)
    assert framed(text)[0].all()
    assert not framed(text)[1:5, 1:-1].any()
    assert (framed(text)[5:26, 5:26] == matrix(text)).all()
    assert png(text).startswith(b"\x89PNG")
    assert 'width="12mm"' in svg(text)


@pytest.mark.parametrize("text", ["", "lower case", "X" * 4000])
def test_a_text_without_a_symbol_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        matrix(text)
