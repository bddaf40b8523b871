"""What `companion cards` does with files: import, export, check."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import NamedTuple

from companion.catalog.faults import AnyFault, CatalogFault
from companion.catalog.folders import check_pack_id, replace_text, room_folder
from companion.catalog.pack import Header, Pack, load_pack
from companion.catalog.rows import kind_of
from companion.catalog.sections import folded
from companion.catalog.sheet import MAX_BYTES
from companion.catalog.shelf import pack_from_csv, pack_from_toml, save_pack, to_file
from companion.rules.fields import Fault


class Report(NamedTuple):
    """What became of a file of cards: how many of each kind it has, or every fault; `pack` is set once it is kept."""

    file: str
    counts: dict[str, int]
    faults: tuple[AnyFault, ...] = ()
    pack: str | None = None


def check_cards(game: str, file: Path) -> Report:
    """Read a CSV or TOML file of cards and say what is in it, or all that is wrong; nothing is kept."""
    try:
        return Report(str(file), _counts(_read(game, file, None, None)))
    except CatalogFault as fault:
        return Report(str(file), {}, fault.faults)


def import_cards(game: str, file: Path, pack: str | None = None, name: str | None = None) -> Report:
    """Keep the cards of a file as a pack of one's own; nothing is kept when there is a single fault.

    `pack` is its id (by default made from the file's name); an own pack of that id is replaced.
    """
    try:
        read = _read(game, file, pack, name)
        save_pack(read)
        return Report(str(file), _counts(read), pack=read.id)
    except CatalogFault as fault:
        return Report(str(file), {}, fault.faults)


def export_cards(game: str, pack: str, file: Path) -> Report:
    """Write a pack to a file: cards only in a .csv, the whole pack in a .toml."""
    try:
        read = load_pack(game, pack)
        replace_text(file, to_file(read, file.suffix))
        return Report(str(file), _counts(read), pack=pack)
    except CatalogFault as fault:
        return Report(str(file), {}, fault.faults)
    except OSError as error:
        return Report(str(file), {}, (Fault("(file)", f"cannot be written: {error.strerror or error}"),))


def _read(game: str, file: Path, pack: str | None, name: str | None) -> Pack:
    room_folder(game)
    try:
        size = file.stat().st_size
        if size > MAX_BYTES:
            raise CatalogFault(str(file), [Fault("(file)", f"{size} bytes; expected at most {MAX_BYTES}")])
        content = file.read_bytes()
    except OSError as error:
        raise CatalogFault(str(file), [Fault("(file)", f"cannot be read: {error.strerror or error}")]) from None
    if file.suffix.lower() == ".toml":
        read = pack_from_toml(game, content)
        header = read.header._replace(id=check_pack_id(pack or read.id), name=name or read.name)
        return read._replace(header=header)
    id_ = check_pack_id(pack or "-".join(folded(file.stem))[:40].strip("-") or "mine")
    header, values = Header(id_, game, name or file.stem[:80], "1"), {}
    try:
        # The cards of an own pack are replaced; what the pack says of itself stays.
        earlier = load_pack(game, id_)
        header, values = earlier.header._replace(name=name or earlier.name), dict(earlier.values)
    except CatalogFault:
        pass
    return pack_from_csv(content, header, values)


def _counts(pack: Pack) -> dict[str, int]:
    return dict(Counter(kind_of(pack.game, card) for card in pack.cards))
