"""Packs of cards: a folder with pack.toml (what it is, and its values) and cards.csv."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import tomllib
from collections.abc import Mapping
from errno import ENOTDIR
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import tomli_w

from companion.catalog.cells import has_control
from companion.catalog.faults import AnyFault, CatalogFault
from companion.catalog.folders import check_pack_id, is_shipped, own_packs, pack_folder, shipped_packs
from companion.catalog.rows import Card, Row, to_row, typed
from companion.catalog.sheet import MAX_BYTES, MAX_ROWS, place, read_sheet, write_sheet
from companion.rules import codec, games
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
    sheet = read_sheet(game, _bytes(folder / "cards.csv"))
    if sheet.faults:
        raise CatalogFault(f"{pack}/cards.csv", sheet.faults)
    return Pack(header, values, sheet.cards)


# What is shipped does not change while the program runs.
_load_shipped = lru_cache(maxsize=16)(_load)


def _read_header(game: str, pack: str) -> tuple[Header, Mapping[str, Any]]:
    where = f"{pack}/pack.toml"
    document = _toml(_bytes(pack_folder(game, pack) / "pack.toml"), where)
    header, values = _header(document, where)
    if header.id != pack or header.game != game:
        raise CatalogFault(
            where, [Fault("id", f"{header.game} {header.id}; expected {game} {pack}, as its folder says")]
        )
    return header, values


def _header(document: Mapping[str, Any], where: str) -> tuple[Header, Mapping[str, Any]]:
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


def _bytes(file: Path) -> bytes:
    try:
        if file.stat().st_size > MAX_BYTES:
            raise CatalogFault(str(file), [Fault("(file)", f"expected at most {MAX_BYTES} bytes")])
        return file.read_bytes()
    except OSError as error:
        raise CatalogFault(str(file), [Fault("(file)", f"cannot be read: {error.strerror or error}")]) from None


def _toml(content: bytes, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise CatalogFault(where, [Fault("(file)", f"not TOML: {error}")]) from None


def whole_faults(game: str, cards: tuple[Card, ...], values: Mapping[str, Any]) -> list[Fault]:
    """What the room finds wrong with these cards together (`ID.field`, `values.NAME`)."""
    _box, faults = games[game].read_box(cards, values)
    return faults


def pack_from_csv(content: bytes, header: Header, values: Mapping[str, Any]) -> Pack:
    """A pack of the cards in a CSV table (CatalogFault with every fault by line and column)."""
    sheet = read_sheet(header.game, content)
    faults: list[AnyFault] = list(sheet.faults)
    if not faults:
        faults = [place(fault, sheet.lines) for fault in whole_faults(header.game, sheet.cards, values)]
    if faults:
        raise CatalogFault("cards", faults)
    return Pack(header, values, sheet.cards)


def pack_from_toml(game: str, content: bytes) -> Pack:
    """A pack in one TOML document: the header, [values], and one [[card]] a card."""
    document = _toml(content, "pack")
    rows = document.pop("card", [])
    header, values = _header(document, "pack")
    if header.game != game:
        raise CatalogFault("pack", [Fault("game", f"{header.game!r}; expected {game}")])
    if not isinstance(rows, list) or len(rows) > MAX_ROWS or not all(isinstance(row, dict) for row in rows):
        raise CatalogFault("pack", [Fault("card", f"expected [[card]] tables, at most {MAX_ROWS}")])
    cards, faults = typed(
        game,
        [
            Row(f"card[{at}]", str(row.get("kind", "")), {name: part for name, part in row.items() if name != "kind"})
            for at, row in enumerate(rows)
        ],
    )
    faults = faults or whole_faults(game, tuple(cards), values)
    if faults:
        raise CatalogFault("pack", faults)
    return Pack(header, values, tuple(cards))


def to_toml(pack: Pack) -> str:
    """The pack as one TOML document (what is unknown is left out)."""
    rows = [{name: part for name, part in to_row(pack.game, card).items() if part is not None} for card in pack.cards]
    return tomli_w.dumps({**pack.header._asdict(), "values": dict(pack.values), "card": rows})


def save_pack(pack: Pack) -> Path:
    """Put a pack on the person's own shelf; returns its folder.

    The folder changes as a whole or not at all. A pack that comes with the program cannot be replaced (CatalogFault).
    """
    shelf = own_packs(pack.game)
    if is_shipped(pack.game, pack.id):
        raise CatalogFault("pack", [Fault("id", f"{pack.id!r} comes with the program; expected another id")])
    folder = shelf / pack.id
    try:
        shelf.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=".new-", dir=shelf))
        try:
            if folder.is_dir():
                shutil.copytree(folder, made, dirs_exist_ok=True)
            header = tomli_w.dumps({**pack.header._asdict(), "values": dict(pack.values)})
            (made / "pack.toml").write_text(header, encoding="utf-8")
            (made / "cards.csv").write_text(write_sheet(pack.game, pack.cards), encoding="utf-8", newline="")
            _swap(made, folder)
        finally:
            shutil.rmtree(made, ignore_errors=True)
    except OSError as error:
        raise CatalogFault(str(folder), [Fault("(folder)", f"cannot be written: {error.strerror or error}")]) from None
    return folder


def _swap(made: Path, folder: Path) -> None:
    """Put `made` in the place of `folder`; what stood there comes back if that fails."""
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(ENOTDIR, "a file of that name is in the way")
    old = made.with_name(made.name.replace(".new-", ".old-"))
    if folder.exists():
        os.replace(folder, old)
    try:
        os.replace(made, folder)
    except OSError:
        if old.exists():
            os.replace(old, folder)
        raise
    shutil.rmtree(old, ignore_errors=True)


def delete_pack(game: str, pack: str) -> None:
    """Take a pack off the person's own shelf; sessions keep the cards they were played with."""
    folder = own_packs(game) / check_pack_id(pack)
    if not folder.is_dir():
        raise CatalogFault("pack", [Fault(pack, "no own pack of that name")])
    shutil.rmtree(folder)
