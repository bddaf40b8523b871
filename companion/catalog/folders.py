"""Where packs lie: the shipped ones beside the program, a person's own in the app's storage."""

from __future__ import annotations

import os
import re
from pathlib import Path

import data
from companion.catalog.faults import CatalogFault
from companion.rules import ROOMS
from companion.rules.fields import Fault
from models import home

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
# Names that Windows keeps for devices, whatever the folder.
_DEVICES = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]")


def check_pack_id(pack: str) -> str:
    """`pack` when it can be the name of a folder anywhere (CatalogFault otherwise)."""
    if not isinstance(pack, str) or not _ID.fullmatch(pack) or _DEVICES.fullmatch(pack):
        expected = "expected a pack's id: small letters a-z, digits and hyphens, at most 40"
        raise CatalogFault("pack", [Fault("id", f"{str(pack)[:40]!r}; {expected}")])
    return pack


def room_folder(game: str) -> Path:
    """The game's folder of shipped data (CatalogFault when there is no such game)."""
    if game not in ROOMS:
        known = ", ".join(ROOMS)
        raise CatalogFault("game", [Fault("game", f"{str(game)[:40]!r}; expected one of: {known}")])
    return data.FOLDER / ROOMS[game][0]


def shipped_packs(game: str) -> Path:
    """The folder of the packs that come with the program."""
    return room_folder(game) / "packs"


def own_packs(game: str) -> Path:
    """The folder of the person's own packs; it need not exist yet."""
    room_folder(game)
    return home() / "packs" / game


def is_shipped(game: str, pack: str) -> bool:
    """Whether the pack comes with the program."""
    return (shipped_packs(game) / check_pack_id(pack) / "pack.toml").is_file()


def pack_folder(game: str, pack: str) -> Path:
    """The folder of a pack, shipped or own (CatalogFault when there is none)."""
    shipped, own = shipped_packs(game) / check_pack_id(pack), own_packs(game) / pack
    for folder in (shipped, own):
        if (folder / "pack.toml").is_file():
            return folder
    raise CatalogFault(
        "pack", [Fault(pack, f"no pack of that name for this game, neither shipped nor in {own.parent}")]
    )


def replace_text(file: Path, text: str) -> None:
    """Write a file as a whole or not at all (OSError where it cannot be written)."""
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8", newline="")
        os.replace(part, file)
    finally:
        part.unlink(missing_ok=True)
