"""Packs that people bring: from a table or a document, onto their own shelf, and out again."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from errno import ENOTDIR
from pathlib import Path
from typing import Any

import tomli_w

from companion.catalog.faults import AnyFault, CatalogFault
from companion.catalog.folders import check_pack_id, is_shipped, own_packs
from companion.catalog.pack import Header, Pack, parse_header, read_toml
from companion.catalog.rows import Card, Row, to_row, typed
from companion.catalog.sheet import MAX_ROWS, place, read_sheet, write_sheet
from companion.rules import games
from companion.rules.fields import Fault


def pack_from_csv(content: bytes, header: Header, values: Mapping[str, Any]) -> Pack:
    """A pack of the cards in a CSV table (CatalogFault with every fault by line and column)."""
    sheet = read_sheet(header.game, content)
    faults: list[AnyFault] = list(sheet.faults)
    if not faults:
        faults = [place(fault, sheet.lines) for fault in faults_together(header.game, sheet.cards, values)]
    if faults:
        raise CatalogFault("cards", faults)
    return Pack(header, values, sheet.cards)


def pack_from_toml(game: str, content: bytes) -> Pack:
    """A pack in one TOML document: the header, [values], and one [[card]] a card."""
    document = read_toml(content, "pack")
    rows = document.pop("card", [])
    header, values = parse_header(document, "pack")
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
    faults = faults or faults_together(game, tuple(cards), values)
    if faults:
        raise CatalogFault("pack", faults)
    return Pack(header, values, tuple(cards))


def to_toml(pack: Pack) -> str:
    """The pack as one TOML document (what is unknown is left out)."""
    rows = [{name: part for name, part in to_row(pack.game, card).items() if part is not None} for card in pack.cards]
    return tomli_w.dumps({**pack.header._asdict(), "values": dict(pack.values), "card": rows})


def to_file(pack: Pack, ending: str) -> str:
    """What a file of the pack holds: cards only where it ends in .csv, the whole pack in .toml."""
    match ending.lower():
        case ".csv":
            # A byte order mark lets spreadsheets see that it is UTF-8.
            return "\ufeff" + write_sheet(pack.game, pack.cards)
        case ".toml":
            return to_toml(pack)
    raise CatalogFault("(file)", [Fault("(file)", f"{ending or 'no ending'}; expected .csv or .toml")])


def save_pack(pack: Pack) -> Path:
    """Put a pack on the person's own shelf; returns its folder.

    The folder changes as a whole or not at all. A pack that comes with the program cannot be replaced (CatalogFault).
    """
    shelf = own_packs(pack.game)
    if is_shipped(pack.game, pack.id):
        raise CatalogFault("pack", [Fault("id", f"{pack.id!r} comes with the program; expected another id")])
    folder = shelf / pack.id
    # Of this process alone; what a crash left behind under the same name goes first.
    made = shelf / f".new-{pack.id}-{os.getpid()}"
    try:
        shutil.rmtree(made, ignore_errors=True)
        if folder.is_dir():
            shutil.copytree(folder, made)
        else:
            made.mkdir(parents=True)
        header = tomli_w.dumps({**pack.header._asdict(), "values": dict(pack.values)})
        (made / "pack.toml").write_text(header, encoding="utf-8")
        (made / "cards.csv").write_text(write_sheet(pack.game, pack.cards), encoding="utf-8", newline="")
        _swap(made, folder)
    except OSError as error:
        raise CatalogFault(str(folder), [Fault("(folder)", f"cannot be written: {error.strerror or error}")]) from None
    finally:
        shutil.rmtree(made, ignore_errors=True)
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


def faults_together(game: str, cards: Sequence[Card], values: Mapping[str, Any]) -> list[Fault]:
    """What the room finds wrong with these cards together (`ID.field`, `values.NAME`)."""
    return games[game].read_box(cards, values)[1]
