"""The cards of a table: packs over each other, the document of a session, codes and names."""

from __future__ import annotations

import contextlib
import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import catalog
from companion.catalog import CatalogFault, Header
from companion.catalog.boxes import content_hash
from companion.catalog.pack import Pack
from companion.catalog.shelf import save_pack

GAME = "anime-saga"


def own(*cards: object, id_: str = "fixes") -> None:
    save_pack(Pack(Header(id_, GAME, "Fixes", "1"), {}, cards))


def card(id_: str) -> object:
    return catalog.load_pack(GAME, "practice").card(id_)


def test_without_a_choice_it_is_the_practice_set() -> None:
    assert catalog.default_packs(GAME) == ("practice",)
    assert catalog.box(GAME) == catalog.box(GAME, ["practice"])


def test_a_later_pack_corrects_an_earlier_one() -> None:
    own(card("rust-sparrow")._replace(life=99))  # type: ignore[attr-defined]
    corrected = catalog.box(GAME, ["practice", "fixes"])
    assert corrected.episodes["rust-sparrow"].life == 99
    assert len(corrected.episodes) == len(catalog.box(GAME).episodes)
    assert catalog.box(GAME).episodes["rust-sparrow"].life == 5


def test_two_cards_with_one_code_cannot_be_played_together() -> None:
    own(card("rust-sparrow")._replace(id="double"))  # type: ignore[attr-defined]
    with pytest.raises(CatalogFault, match=r"double\.code: E001 is already the code of rust-sparrow"):
        catalog.box(GAME, ["practice", "fixes"])


def test_the_document_is_plain_json_and_gives_the_same_box() -> None:
    document = catalog.document(GAME)
    assert document["invented"] is True
    assert document["packs"] == [{"id": "practice", "name": "Practice set", "version": "1"}]
    stored = json.loads(json.dumps(document))
    assert stored == document
    assert catalog.box_from_document(GAME, stored) == catalog.box(GAME)


def test_the_hash_is_of_the_cards_and_values_only() -> None:
    document = catalog.document(GAME)
    assert document["hash"] == content_hash(document["cards"], document["values"])
    shuffled = {name: document["cards"][name] for name in reversed(document["cards"])}
    assert content_hash(shuffled, document["values"]) == document["hash"]
    own(card("rust-sparrow")._replace(life=99))  # type: ignore[attr-defined]
    assert catalog.document(GAME, ["practice", "fixes"])["hash"] != document["hash"]


def test_a_document_that_was_changed_is_refused() -> None:
    document = catalog.document(GAME)
    changed = copy.deepcopy(document)
    changed["cards"]["enemy"][0]["life"] = 1
    with pytest.raises(CatalogFault, match="hash"):
        catalog.box_from_document(GAME, changed)
    with pytest.raises(CatalogFault):
        catalog.box_from_document(GAME, {})
    for cards in ({"enemy": 3}, {"dragon": [{"id": "x", "name": "X"}]}, {"enemy": [3]}, {"enemy": [{"id": 3}]}):
        signed = {"game": GAME, "cards": cards, "values": {}, "hash": content_hash(cards, {})}
        with pytest.raises(CatalogFault):
            catalog.box_from_document(GAME, signed)


def test_a_card_is_found_by_its_code() -> None:
    assert catalog.find_code(GAME, "e001") == "rust-sparrow"
    assert catalog.find_code(GAME, "ZZZZ") is None
    own(card("rust-sparrow")._replace(code="NEW1"))  # type: ignore[attr-defined]
    assert catalog.find_code(GAME, "NEW1", ["practice", "fixes"]) == "rust-sparrow"
    assert catalog.find_code(GAME, "E001", ["practice", "fixes"]) is None


def test_a_card_has_a_name_and_a_strange_one_its_id() -> None:
    for cards in (catalog.box(GAME), catalog.load_pack(GAME, "practice")):
        assert catalog.card_name(cards, "rust-sparrow") == "Rust Sparrow"
        assert catalog.card_name(cards, "nobody") == "nobody"


def test_rows_are_plain_values_with_their_kind() -> None:
    rows = catalog.card_rows(GAME)
    assert len(rows) == 147
    assert {"kind": "enemy", "id": "rust-sparrow", "life": 5}.items() <= next(
        row for row in rows if row["id"] == "rust-sparrow"
    ).items()


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_document_with_junk_in_it_is_refused_or_read_and_never_crashes(data: st.DataObject) -> None:
    cards = copy.deepcopy(catalog.document(GAME)["cards"])
    kind = data.draw(st.sampled_from(sorted(cards)))
    if data.draw(st.booleans()):
        cards[kind] = data.draw(JUNK)
    else:
        card = data.draw(st.sampled_from(cards[kind]))
        card[data.draw(st.sampled_from(sorted(card)))] = data.draw(JUNK)
    values = data.draw(st.sampled_from([{}, {"combat_bonus": data.draw(JUNK)}]))
    signed = {"game": GAME, "cards": cards, "values": values, "hash": content_hash(cards, values)}
    with contextlib.suppress(CatalogFault):
        assert catalog.card_name(catalog.box_from_document(GAME, signed), "nobody") == "nobody"
