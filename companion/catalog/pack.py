"""Packs of cards: a folder with pack.toml (what it is, and its values) and cards.csv."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.catalog.cells import has_control
from companion.catalog.faults import CatalogFault
from companion.catalog.folders import check_pack_id, is_shipped, own_packs, pack_folder, shipped_packs
from companion.catalog.rows import Card
from companion.catalog.sheet import MAX_BYTES, read_sheet
from companion.rules import codec
from companion.rules.fields import Fault


class Header(NamedTuple):
    """What a pack says of itself. `invented`: its cards are made up for practice, which is said wherever they show."""

    id: str
    game: str
    name: str
    version: str
    invented: bool = False
    note: str = ""


class Pack(NamedTuple):
    """A pack of cards of one game, checked as far as a pack alone can be."""

    header: Header
    values: Mapping[str, Any]
    cards: tuple[Card, ...]

    @property
    def id(self) -> str:
        return self.header.id

    @property
    def game(self) -> str:
        return self.header.game

    @property
    def name(self) -> str:
        return self.header.name

    @property
    def invented(self) -> bool:
        return self.header.invented

    def card(self, id_: str) -> Card | None:
        """The card of that id."""
        return next((card for card in self.cards if card.id == id_), None)


class Listed(NamedTuple):
    """A pack on the shelf: its header, or (None) why it cannot be used."""

    id: str
    own: bool
    header: Header | None
    fault: str | None


def packs(game: str) -> list[Listed]:
    """The packs of a game: the shipped ones, then the person's own; one that is broken says why."""
    listed = []
    for own, shelf in ((False, shipped_packs(game)), (True, own_packs(game))):
        for file in sorted(shelf.glob("*/pack.toml")):
            id_ = file.parent.name
            if own and is_shipped(game, check_pack_id(id_)):
                listed.append(Listed(id_, own, None, f"a pack {id_} comes with the program: rename {file.parent}"))
                continue
            try:
                listed.append(Listed(id_, own, _read_header(game, check_pack_id(id_))[0], None))
            except CatalogFault as fault:
                listed.append(Listed(id_, own, None, str(fault)))
    return listed


def load_pack(game: str, pack: str) -> Pack:
    """The pack of that id (CatalogFault with everything wrong in its files)."""
    return _load_shipped(game, pack) if is_shipped(game, pack) else _load(game, pack)


def _load(game: str, pack: str) -> Pack:
    header, values = _read_header(game, pack)
    folder = pack_folder(game, pack)
    sheet = read_sheet(game, read_bytes(folder / "cards.csv"))
    if sheet.faults:
        raise CatalogFault(f"{pack}/cards.csv", sheet.faults)
    return Pack(header, values, sheet.cards)


# What is shipped does not change while the program runs.
_load_shipped = lru_cache(maxsize=16)(_load)


def _read_header(game: str, pack: str) -> tuple[Header, Mapping[str, Any]]:
    where = f"{pack}/pack.toml"
    document = read_toml(read_bytes(pack_folder(game, pack) / "pack.toml"), where)
    header, values = parse_header(document, where)
    if header.id != pack or header.game != game:
        raise CatalogFault(
            where, [Fault("id", f"{header.game} {header.id}; expected {game} {pack}, as its folder says")]
        )
    return header, values


def parse_header(document: Mapping[str, Any], where: str) -> tuple[Header, Mapping[str, Any]]:
    """The header and the [values] of a pack (CatalogFault with every fault)."""
    values = document.get("values", {})
    header, faults = codec.decode(Header, {name: part for name, part in document.items() if name != "values"})
    if not isinstance(values, dict) or not _plain(values):
        faults.append(Fault("values", "expected a table of names with numbers, texts, lists and tables"))
    texts = {name: part for name, part in document.items() if isinstance(part, str)}
    faults += [Fault(name, "has a control character") for name, part in texts.items() if has_control(part)]
    if header is not None and not header.name.strip():
        faults.append(Fault("name", "empty; expected a name"))
    if faults or header is None:
        raise CatalogFault(where, faults)
    check_pack_id(header.id)
    return header, MappingProxyType(values)


def _plain(values: Any) -> bool:
    """Whether it goes to JSON unchanged (TOML also has dates and infinity)."""
    try:
        json.dumps(values, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return False
    return True


def read_bytes(file: Path) -> bytes:
    """What a file of moderate size holds (CatalogFault where it cannot be read)."""
    try:
        if file.stat().st_size > MAX_BYTES:
            raise CatalogFault(str(file), [Fault("(file)", f"expected at most {MAX_BYTES} bytes")])
        return file.read_bytes()
    except OSError as error:
        raise CatalogFault(str(file), [Fault("(file)", f"cannot be read: {error.strerror or error}")]) from None


def read_toml(content: bytes, where: str) -> dict[str, Any]:
    """A TOML document (CatalogFault where it is none)."""
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise CatalogFault(where, [Fault("(file)", f"not TOML: {error}")]) from None
