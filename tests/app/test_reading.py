from __future__ import annotations

import io

import pytest
from PIL import Image

from companion.app.deck import Card, Deck
from companion.app.reading import read_cards, typed_card
from scanners import PictureFault, encode, short_code
from scanners.payload import Payload
from scanners.symbol import png
from tests.scanners.render import Look, scene

DECK = Deck([Card("gold", "Gold coin", "coin", "GOLD"), Card("tin", "Tin", "coin", "TIN0")], "TY")


def picture(*texts: str) -> bytes:
    """A picture of stickers side by side on a grey table."""
    stickers = [Image.open(io.BytesIO(png(text, 6))) for text in texts]
    table = Image.new("L", (80 + sum(sticker.width + 60 for sticker in stickers), 400), 150)
    x = 60
    for sticker in stickers:
        table.paste(sticker, (x, 100))
        x += sticker.width + 60
    out = io.BytesIO()
    table.save(out, "JPEG", quality=85)
    return out.getvalue()


def test_every_card_of_this_table_is_read_and_the_rest_is_said() -> None:
    gold, tin = encode(Payload("TY", "GOLD", 1)), encode(Payload("TY", "TIN0", 2))
    other_game, unknown = encode(Payload("AS", "GOLD")), encode(Payload("TY", "XXXX"))
    both = read_cards(picture(gold, tin), "both.jpg", DECK)
    assert sorted(both.cards) == [(gold, "gold", True), (tin, "tin", True)]
    assert both.faults == ()
    assert "another game" in read_cards(picture(other_game), "a.jpg", DECK).faults[0]
    assert "XXXX is not among the cards" in read_cards(picture(unknown), "b.jpg", DECK).faults[0]
    assert "not a card code" in read_cards(picture("HELLO"), "c.jpg", DECK).faults[0]


def test_a_sticker_under_a_finger_is_told_apart_from_the_others_of_this_table() -> None:
    gold = encode(Payload("TY", "GOLD", 1))
    covered = scene([(gold, Look(turn=12, tilt=20, finger=0.25))])[0]
    out = io.BytesIO()
    Image.fromarray(covered[:, :, ::-1]).save(out, "PNG")
    assert [seen.card for seen in read_cards(out.getvalue(), "finger.png", DECK).cards] == ["gold"]


def test_what_is_no_picture_is_said_by_its_name() -> None:
    with pytest.raises(PictureFault, match=r"^notes\.txt"):
        read_cards(b"%PDF-1.4 notes", "notes.txt", DECK)


def test_a_typed_code_gives_its_card() -> None:
    assert typed_card(short_code(Payload("TY", "GOLD")).lower(), DECK) == "gold"
    assert typed_card(short_code(Payload("TY", "XXXX")), DECK) is None
    assert typed_card("Gold coin", DECK) is None


def test_a_search_takes_every_word_in_any_order() -> None:
    assert [card.id for card in DECK.search("coin go")] == ["gold"]
    assert [card.id for card in DECK.search("")] == ["gold", "tin"]
    assert DECK.search("silver") == []
