"""`companion stickers`: sheets of QR stickers, sleeve inserts and proxy cards, or one symbol."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from companion import catalog
from companion.catalog import CatalogFault
from companion.cli.printing import complain, put
from companion.rules import ROOMS, games
from companion.texts import _
from scanners import stickers, symbol
from scanners.payload import Payload
from scanners.sheets import SHEETS, SheetFault
from scanners.stickers import Printer, Sticker

CARDS = {
    "inserts": stickers.sleeve_inserts,
    "proxies": stickers.proxy_sheet,
    "small-proxies": lambda chosen, *, printer: stickers.proxy_sheet(chosen, stickers.SMALL_CARD, printer=printer),
}
"""What is printed on whole cards instead of labels."""
SHEET_NAMES = (*SHEETS, *CARDS)


class Layout(NamedTuple):
    """How people want their sheet: its name, the symbol's side in mm, the first label, and what mends
    the printer."""

    sheet: str
    size_mm: float
    start: int
    scale: tuple[float, float]
    offset: tuple[float, float]
    calibration: bool

    @property
    def printer(self) -> Printer:
        return Printer(self.scale, self.offset)


def run(game: str, ids: Sequence[str], packs: Sequence[str], layout: Layout, file: Path) -> int:
    """Exit code 0, or 2 with one line that says what is wrong; a file is written whole or not at all."""
    if game not in ROOMS:
        return complain(f"no game {game!r}; expected one of: {', '.join(ROOMS)}")
    if layout.sheet not in SHEET_NAMES:
        return complain(f"--sheet: {layout.sheet!r}; expected one of: {', '.join(SHEET_NAMES)}")
    try:
        chosen = _stickers(game, ids, packs or None)
        content = _content(chosen, layout, file.suffix.lower())
        file.write_bytes(content)
    except (CatalogFault, SheetFault, _Unprintable) as fault:
        return complain(str(fault))
    except OSError as error:
        return complain(f"{file}: {error.strerror or error}; expected a file that can be written")
    put(f"{file}: {len(chosen)} stickers" if not layout.calibration else f"{file}: calibration page")
    return 0


class _Unprintable(ValueError):
    pass


def _stickers(game: str, ids: Sequence[str], packs: Sequence[str] | None) -> list[Sticker]:
    """A sticker for every copy of the cards asked for (none named: all of them)."""
    rows = catalog.card_rows(game, packs)
    unknown = sorted(set(ids) - {row["id"] for row in rows})
    if unknown:
        raise _Unprintable(f"--cards: no card {', '.join(unknown)}; `companion cards export` lists them")
    note = _("Invented practice card") if catalog.document(game, packs)["invented"] else ""
    code = games[game].code
    return [
        stickers.sticker(Payload(code, row["code"], copy), row["name"], note=note)
        for row in rows
        if not ids or row["id"] in ids
        for copy in range(1, row.get("copies", 1) + 1)
    ]


def _content(chosen: Sequence[Sticker], layout: Layout, ending: str) -> bytes:
    if ending in (".png", ".svg"):
        if len({item.short for item in chosen}) != 1:
            raise _Unprintable(f"{ending} holds one symbol; name one card with --cards, or write a .pdf")
        text = chosen[0].text
        return symbol.png(text) if ending == ".png" else symbol.svg(text, layout.size_mm).encode()
    if ending != ".pdf":
        raise _Unprintable(f"{ending or 'no ending'}: expected a .pdf, .png or .svg file")
    if layout.sheet in CARDS:
        return CARDS[layout.sheet](chosen, printer=layout.printer)
    sheet = SHEETS[layout.sheet]
    if layout.calibration:
        return stickers.calibration_page(sheet, layout.printer)
    return stickers.sticker_sheet(chosen, sheet, size_mm=layout.size_mm, start=layout.start, printer=layout.printer)
