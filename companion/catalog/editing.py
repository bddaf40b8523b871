"""Changing the packs on a person's own shelf: new ones, card by card, printed values, files in and out.

Every function that takes a pack returns the changed one; `edit` is what puts it on the shelf.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from pathlib import PurePath
from threading import Lock
from typing import Any

from companion.catalog.cells import clean, from_json
from companion.catalog.faults import AnyFault, CatalogFault
from companion.catalog.pack import Header, Pack, load_pack, packs, parse_header
from companion.catalog.rows import Card, Row, kind_of, schemas, typed
from companion.catalog.sections import folded
from companion.catalog.sheet import MAX_BYTES, from_cells
from companion.catalog.shelf import faults_together, pack_from_csv, pack_from_toml, save_pack
from companion.rules import codec
from companion.rules.fields import MAX_TEXT, Fault

CARD = "card"
"""The path of a fault that is about a card as a whole and no field of it."""
_MAX_PACK_ID = 40
_MAX_CARD_ID = 60
_MAX_TITLE = 80

# Two windows may change one pack: each reads, changes and writes it without the other in between.
_shelf = Lock()


def edit(game: str, pack: str, change: Callable[[Pack], Pack]) -> Pack:
    """Change an own pack as it stands on the shelf now (CatalogFault, and nothing is changed)."""
    with _shelf:
        changed = change(load_pack(game, pack))
        save_pack(changed)
        return changed


def keep_new(pack: Pack) -> Pack:
    """Put a pack on the shelf under an id that is still free there."""
    with _shelf:
        taken = [listed.id for listed in packs(pack.game)]
        kept = pack._replace(header=pack.header._replace(id=free_id(pack.name, taken, _MAX_PACK_ID, "pack")))
        save_pack(kept)
        return kept


def copied(pack: Pack, name: str) -> Pack:
    """A copy to start one's own box from, under that name."""
    return described(pack._replace(header=pack.header._replace(version="1")), name, pack.header.note, pack.invented)


def described(pack: Pack, name: str, note: str, invented: bool) -> Pack:
    """The pack with another name and note, and whether its cards are invented (CatalogFault)."""
    header = pack.header._replace(name=name.strip(), note=note.strip(), invented=invented)
    if len(header.name) > _MAX_TITLE:
        raise CatalogFault(pack.id, [Fault("name", f"{len(header.name)} characters; expected at most {_MAX_TITLE}")])
    header, _values = parse_header(codec.encode(header), pack.id)
    return pack._replace(header=header)


def free_id(name: str, taken: Collection[str], longest: int, otherwise: str) -> str:
    """An id made from a name (`otherwise` where it has no letters a-z), with a number where it is taken."""
    words = (word for word in folded(name) if word.isascii())
    base = "-".join(words)[: longest - 4].strip("-") or otherwise
    return next(id_ for id_ in (base, *(f"{base}-{n}" for n in range(2, len(taken) + 3))) if id_ not in taken)


def to_cells(game: str, card: Card) -> dict[str, str]:
    """The fields of a card as texts, by name; an empty one is unknown, nothing, or the usual."""
    fields = schemas(game)[kind_of(game, card)]
    return {name: from_json(value, fields[name]) for name, value in codec.encode(card).items()}


def with_card(pack: Pack, kind: str, cells: Mapping[str, str], instead_of: str | None = None) -> Pack:
    """The pack with one card more, or with another card in the place of `instead_of`.

    The cells read as in a table of cards. An empty id is made from the name, an empty code from the id. CatalogFault
    has every fault of the card with the field as its path; faults that other cards had before are not counted.
    """
    others = [card for card in pack.cards if card.id != instead_of]
    texts = {name: text for name, cell in cells.items() if (text := clean(cell))}
    if not texts.get("id"):
        texts["id"] = free_id(texts.get("name", ""), [card.id for card in others], _MAX_CARD_ID, CARD)
    faults = [
        Fault(name, f"{len(text)} characters; expected at most {MAX_TEXT}")
        for name, text in texts.items()
        if len(text) > MAX_TEXT
    ]
    row = Row(CARD, kind, from_cells(texts, schemas(pack.game).get(kind, {})))
    rows = [Row(card.id, kind_of(pack.game, card), codec.encode(card)) for card in others]
    cards, found = typed(pack.game, [*rows, row])
    faults += _own(CARD, found)
    if faults:
        raise CatalogFault(pack.id, faults)
    made = cards[-1]
    place = next((at for at, card in enumerate(pack.cards) if card.id == instead_of), len(others))
    together = (*others[:place], made, *others[place:])
    faults = _own(made.id, faults_together(pack.game, together, pack.values))
    if faults:
        raise CatalogFault(pack.id, faults)
    return pack._replace(cards=together)


def _own(card: str, faults: list[Fault]) -> list[Fault]:
    """Those of the faults that are about this card, with only the field as their path."""
    own = []
    for fault in faults:
        id_, _dot, path = fault.path.partition(".")
        if id_ == card:
            own.append(fault._replace(path=path.split("[")[0].split(".")[0] or CARD))
    return own


def without_card(pack: Pack, card: str) -> Pack:
    """The pack without that card (CatalogFault where it has none of that id)."""
    if pack.card(card) is None:
        raise CatalogFault(pack.id, [Fault(CARD, f"{card[:60]!r} is no card of this pack any more")])
    return pack._replace(cards=tuple(each for each in pack.cards if each.id != card))


def with_values(pack: Pack, values: Mapping[str, Any]) -> Pack:
    """The pack with these printed values (CatalogFault with every fault of theirs, by name)."""
    faults = [
        fault._replace(path=fault.path.removeprefix("values."))
        for fault in faults_together(pack.game, pack.cards, values)
        if fault.path.startswith("values.")
    ]
    if faults:
        raise CatalogFault(pack.id, faults)
    return pack._replace(values=dict(values))


def with_cards_of(pack: Pack, name: str, content: bytes) -> Pack:
    """The pack with the cards (and a TOML file's values) of a file in the place of its own (CatalogFault)."""
    read = read_file(pack.game, name, content, pack.header, pack.values)
    return pack._replace(values=read.values, cards=read.cards)


def read_file(
    game: str, name: str, content: bytes, header: Header | None = None, values: Mapping[str, Any] | None = None
) -> Pack:
    """The pack in a file of cards called `name` (CatalogFault with every fault, by line or by card).

    A CSV table has cards only: it gets the `header` and `values`, by default those of a new pack called as the file.
    """
    if len(content) > MAX_BYTES:
        raise CatalogFault(name, [Fault("(file)", f"{len(content)} bytes; expected at most {MAX_BYTES}")])
    path = PurePath(name)
    if path.suffix.lower() == ".toml":
        return pack_from_toml(game, content)
    title = path.stem.strip()[:_MAX_TITLE] or name
    return pack_from_csv(content, header or Header("new", game, title, "1"), values or {})


def unfit(pack: Pack) -> list[Fault]:
    """What does not fit together in the pack as it stands, so that nobody can play with it alone."""
    return faults_together(pack.game, pack.cards, pack.values)


def counts(pack: Pack) -> dict[str, int]:
    """How many different cards of each kind the pack has."""
    return dict(Counter(kind_of(pack.game, card) for card in pack.cards))


def by_field(faults: Collection[AnyFault]) -> dict[str, str]:
    """The faults of one card, or of values, by field; several of one field are joined."""
    told: dict[str, str] = {}
    for fault in faults:
        path = fault.path if isinstance(fault, Fault) else fault.column or CARD
        told[path] = f"{told[path]}; {fault.expected}" if path in told else fault.expected
    return told
