"""The cards a game is played with: one or more packs laid over each other, as the room's box or as a document.

A session's log keeps the document, so that it can be read years later without the packs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from companion.catalog.faults import CatalogFault
from companion.catalog.folders import is_shipped, shipped_packs
from companion.catalog.pack import Pack, load_pack
from companion.catalog.rows import Card, Row, kind_of, to_row, typed
from companion.rules import codec, games
from companion.rules.fields import Fault

DEFAULT = "practice"


def default_packs(game: str) -> tuple[str, ...]:
    """What a table plays with when nobody chose: the practice set, or else the only shipped pack."""
    shipped = sorted(file.parent.name for file in shipped_packs(game).glob("*/pack.toml"))
    if DEFAULT in shipped:
        return (DEFAULT,)
    if len(shipped) == 1:
        return (shipped[0],)
    raise CatalogFault(game, [Fault("packs", "expected the names of the packs to play with")])


def box(game: str, chosen: Sequence[str] | None = None) -> Any:
    """The room's box of the cards in these packs; a later pack's card takes the place of an earlier one of its id.

    CatalogFault lists everything wrong with the packs, alone or together.
    """
    ids = tuple(chosen) if chosen is not None else default_packs(game)
    return _shipped_box(game, ids) if all(is_shipped(game, id_) for id_ in ids) else _read_box(game, ids)


def _read_box(game: str, ids: tuple[str, ...]) -> Any:
    cards, values = _laid_over([load_pack(game, id_) for id_ in ids])
    return _boxed(game, cards, values, ", ".join(ids))


_shipped_box = lru_cache(maxsize=16)(_read_box)


def _laid_over(packs: Sequence[Pack]) -> tuple[tuple[Card, ...], dict[str, Any]]:
    cards: dict[str, Card] = {}
    values: dict[str, Any] = {}
    for pack in packs:
        cards.update((card.id, card) for card in pack.cards)
        values.update(pack.values)
    return tuple(cards.values()), values


def _boxed(game: str, cards: Sequence[Card], values: Mapping[str, Any], where: str) -> Any:
    codes: dict[str, str] = {}
    faults = [
        Fault(f"{card.id}.code", f"{card.code} is already the code of {codes[card.code]}; expected a code of its own")
        for card in cards
        if codes.setdefault(card.code, card.id) != card.id
    ]
    made, found = games[game].read_box(cards, values)
    if faults or found:
        raise CatalogFault(where, [*faults, *found])
    return made


def document(game: str, chosen: Sequence[str] | None = None) -> dict[str, Any]:
    """The cards of these packs as one JSON document, with the SHA-256 of what matters in it (`hash`)."""
    loaded = [load_pack(game, id_) for id_ in (chosen if chosen is not None else default_packs(game))]
    cards, values = _laid_over(loaded)
    _boxed(game, cards, values, ", ".join(pack.id for pack in loaded))
    by_kind: dict[str, list[dict[str, Any]]] = {}
    for card in cards:
        by_kind.setdefault(kind_of(game, card), []).append(codec.encode(card))
    return {
        "game": game,
        "packs": [{"id": p.id, "name": p.name, "version": p.header.version} for p in loaded],
        "invented": any(pack.invented for pack in loaded),
        "note": " ".join(pack.header.note for pack in loaded if pack.header.note),
        "values": values,
        "cards": by_kind,
        "hash": content_hash(by_kind, values),
    }


def content_hash(cards: Mapping[str, Any], values: Mapping[str, Any]) -> str:
    """The SHA-256 (hex) of the cards and values as canonical JSON."""
    import hashlib  # OpenSSL: a judged case needs none of it

    text = json.dumps({"cards": cards, "values": values}, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def box_from_document(game: str, document_: Mapping[str, Any]) -> Any:
    """The box of a document that `document` made (CatalogFault where it was changed or cannot be read)."""
    cards, values = document_.get("cards"), document_.get("values", {})
    if not isinstance(cards, dict) or not isinstance(values, dict):
        raise CatalogFault("cards", [Fault("cards", "expected an object of lists by kind of card")])
    if document_.get("game") != game or document_.get("hash") != content_hash(cards, values):
        raise CatalogFault("cards", [Fault("hash", "does not fit the cards; expected them as they were stored")])
    faults = [
        Fault(f"cards.{str(kind)[:60]}", "expected a list of objects")
        for kind, listed in cards.items()
        if not isinstance(listed, list) or not all(isinstance(row, dict) for row in listed)
    ]
    if faults:
        raise CatalogFault("cards", faults)
    rows = [Row(f"{kind}[{at}]", str(kind), row) for kind, listed in cards.items() for at, row in enumerate(listed)]
    read, faults = typed(game, rows)
    if faults:
        raise CatalogFault("cards", faults)
    return _boxed(game, read, values, "cards")


def find_code(game: str, code: str, chosen: Sequence[str] | None = None) -> str | None:
    """The id of the card with this four-character code, in these packs."""
    wanted = code.strip().upper()
    cards = _chosen_cards(game, chosen)
    return next((str(card.id) for card in cards if card.code == wanted), None)


def _chosen_cards(game: str, chosen: Sequence[str] | None) -> tuple[Card, ...]:
    return _laid_over([load_pack(game, id_) for id_ in (chosen if chosen is not None else default_packs(game))])[0]


def card_name(cards: Any, id_: str) -> str:
    """The name of a card in a box or a pack; its id where there is no such card."""
    if isinstance(cards, Pack):
        card = cards.card(id_)
        return id_ if card is None else str(card.name)
    return str(cards.name(id_))


def card_rows(game: str, chosen: Sequence[str] | None = None) -> list[dict[str, Any]]:
    """Every card of these packs as plain values with its kind, for lists and sheets of stickers."""
    return [to_row(game, card) for card in _chosen_cards(game, chosen)]
