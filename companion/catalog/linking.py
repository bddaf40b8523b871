"""Links from any QR or bar code that is already on a card to the card: `links.csv` in the pack's folder.

The links of a shipped pack are kept on the person's own shelf, under the pack's name.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.catalog.boxes import default_packs
from companion.catalog.cells import has_control, made_safe, read_back
from companion.catalog.faults import AnyFault, CatalogFault, SheetFault
from companion.catalog.folders import check_pack_id, own_packs, replace_text
from companion.catalog.pack import load_pack
from companion.rules.fields import Fault

MAX_TEXT = 4296
"""The longest text a QR code can hold."""
MAX_BYTES = 5_000_000
_HEADER = ["text", "card"]


def links(game: str, pack: str) -> dict[str, str]:
    """The card's id by the text of the code, for one pack (CatalogFault with every bad line)."""
    file = _file(game, pack)
    if not file.is_file():
        return {}
    try:
        if file.stat().st_size > MAX_BYTES:
            raise CatalogFault(str(file), [Fault("(file)", f"expected at most {MAX_BYTES} bytes")])
        rows = list(csv.reader(io.StringIO(file.read_text(encoding="utf-8-sig"), newline=""), strict=True))
    except (OSError, ValueError, csv.Error) as error:
        raise CatalogFault(str(file), [Fault("(file)", f"cannot be read: {error}")]) from None
    bad = [SheetFault(at, None, "expected a text and a card") for at, row in enumerate(rows, 1) if len(row) != 2]
    if bad or rows[:1] not in ([], [_HEADER]):
        faults: list[AnyFault] = [*bad] or [SheetFault(1, None, "expected the columns text and card")]
        raise CatalogFault(str(file), faults)
    return {read_back(text): card for text, card in rows[1:]}


def link(game: str, pack: str, text: str, card: str) -> None:
    """From now on the code `text` stands for `card` of this pack; an earlier link of the text is replaced."""
    faults = []
    if not text or len(text) > MAX_TEXT or has_control(text):
        faults.append(Fault("text", f"expected the text of a code: 1 to {MAX_TEXT} characters, none of them control"))
    if load_pack(game, pack).card(card) is None:
        faults.append(Fault("card", f"{card[:60]!r}; expected a card of the pack {pack}"))
    if faults:
        raise CatalogFault("link", faults)
    _write(game, pack, {**links(game, pack), text: card})


def unlink(game: str, pack: str, text: str) -> bool:
    """Forget what the code `text` stands for; whether there was anything to forget."""
    kept = links(game, pack)
    known = kept.pop(text, None) is not None
    if known:
        _write(game, pack, kept)
    return known


def linked_card(game: str, text: str, chosen: Sequence[str] | None = None) -> str | None:
    """The id of the card that the code `text` was linked to in these packs; a later pack wins."""
    for pack in reversed(chosen if chosen is not None else default_packs(game)):
        card = links(game, pack).get(text)
        if card is not None:
            return card
    return None


def _file(game: str, pack: str) -> Path:
    return own_packs(game) / check_pack_id(pack) / "links.csv"


def _write(game: str, pack: str, kept: Mapping[str, str]) -> None:
    """Replace the file as a whole, so that a fault in the middle loses nothing."""
    file = _file(game, pack)
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_HEADER)
    writer.writerows((made_safe(text), card) for text, card in kept.items())
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_text(file, out.getvalue())
    except OSError as error:
        raise CatalogFault(str(file), [Fault("(file)", f"cannot be written: {error.strerror or error}")]) from None
