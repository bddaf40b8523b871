"""Codes that are already on a card, linked to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import catalog
from companion.catalog import CatalogFault, Header
from companion.catalog.pack import Pack
from companion.catalog.shelf import save_pack

GAME = "anime-saga"


def test_a_foreign_code_stands_for_a_card_until_it_is_forgotten() -> None:
    assert catalog.linked_card(GAME, "4006381333931") is None
    catalog.link(GAME, "practice", "4006381333931", "rust-sparrow")
    catalog.link(GAME, "practice", "https://example.org/?card=7", "toll-troll")
    assert catalog.linked_card(GAME, "4006381333931") == "rust-sparrow"
    assert catalog.unlink(GAME, "practice", "4006381333931")
    assert not catalog.unlink(GAME, "practice", "4006381333931")
    assert catalog.links(GAME, "practice") == {"https://example.org/?card=7": "toll-troll"}


def test_the_last_link_of_a_code_holds() -> None:
    catalog.link(GAME, "practice", "x", "rust-sparrow")
    catalog.link(GAME, "practice", "x", "toll-troll")
    assert catalog.linked_card(GAME, "x") == "toll-troll"


def test_a_later_pack_wins() -> None:
    catalog.link(GAME, "practice", "x", "rust-sparrow")
    troll = catalog.load_pack(GAME, "practice").card("toll-troll")
    save_pack(Pack(Header("mine", GAME, "Mine", "1"), {}, (troll,)))
    catalog.link(GAME, "mine", "x", "toll-troll")
    assert catalog.linked_card(GAME, "x", ["practice", "mine"]) == "toll-troll"
    assert catalog.linked_card(GAME, "x", ["practice"]) == "rust-sparrow"


@pytest.mark.parametrize("text", ["=HYPERLINK(1)", "'quoted", 'a,"b"', "ação", "x" * 4296])
def test_any_printable_text_reads_back(text: str) -> None:
    catalog.link(GAME, "practice", text, "rust-sparrow")
    assert catalog.links(GAME, "practice") == {text: "rust-sparrow"}


@pytest.mark.parametrize(
    ("text", "card"), [("", "rust-sparrow"), ("a\x00", "rust-sparrow"), ("x" * 4297, "rust-sparrow"), ("x", "nobody")]
)
def test_a_link_without_meaning_is_refused(text: str, card: str, home: Path) -> None:
    with pytest.raises(CatalogFault):
        catalog.link(GAME, "practice", text, card)
    assert not home.exists()


@pytest.mark.parametrize("content", [b"text,card\nx\n", b"a,b\nx,y\n", b'text,card\n"open', b"text,card\n\xff,y\n"])
def test_a_broken_file_of_links_is_told_and_kept(content: bytes, home: Path) -> None:
    file = home / "packs" / GAME / "practice" / "links.csv"
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    with pytest.raises(CatalogFault):
        catalog.link(GAME, "practice", "x", "rust-sparrow")
    assert file.read_bytes() == content
