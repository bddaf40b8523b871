"""Cards as a table (CSV): one row a card, `kind` and the union of all kinds' fields as columns."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.catalog.cells import Schema, clean, from_json, made_safe, to_json
from companion.catalog.faults import SheetFault
from companion.catalog.rows import Card, Row, schemas, to_row, typed
from companion.rules.fields import MAX_TEXT, Fault

MAX_BYTES = 10_000_000
MAX_ROWS = 20_000
_DELIMITERS = ",;\t|"


class Sheet(NamedTuple):
    """A table that was read: its cards (none when there is a fault), the line of each card's id, and every fault."""

    cards: tuple[Card, ...]
    lines: Mapping[str, int]
    faults: tuple[SheetFault, ...]


class _Line(NamedTuple):
    number: int
    cells: tuple[str, ...]


def columns(game: str) -> list[str]:
    """The columns of a table of this game's cards."""
    names = ["kind"]
    for fields in schemas(game).values():
        names += [name for name in fields if name not in names]
    return names


def write_sheet(game: str, cards: Iterable[Card]) -> str:
    """The cards as CSV, safe to open in a spreadsheet."""
    fields = schemas(game)
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, columns(game), restval="", lineterminator="\n")
    writer.writeheader()
    for card in cards:
        row = to_row(game, card)
        cells = {name: from_json(value, fields[row["kind"]].get(name, {})) for name, value in row.items()}
        writer.writerow({name: made_safe(cell) for name, cell in cells.items()})
    return out.getvalue()


def read_sheet(game: str, content: bytes) -> Sheet:
    """The cards of a table in CSV, however a spreadsheet wrote it, or every fault by line and column."""
    try:
        lines = _lines(content, set(columns(game)))
    except Unreadable as error:
        return Sheet((), {}, (error.fault,))
    if not lines:
        return Sheet((), {}, (SheetFault(1, None, "empty; expected a header line and one line a card"),))
    header, faults = _header(lines[0], columns(game))
    rows, found = _rows(game, header, lines[1:])
    cards, wrong = typed(game, rows)
    faults += found + [_placed(fault) for fault in wrong]
    by_id = {str(row.values.get("id")): int(row.at.removeprefix("line ")) for row in rows}
    # A column that is missing altogether is one fault, not one a line.
    absent = {name for name in ("id", "name") if name not in header}
    faults = sorted({fault for fault in faults if fault.column not in absent or fault.line == 1}, key=_order)
    return Sheet(() if faults else tuple(cards), by_id, tuple(faults))


def place(fault: Fault, lines: Mapping[str, int]) -> SheetFault | Fault:
    """A fault of the room's own checks (`ID.field`) by its line in the table."""
    id_, _dot, field = fault.path.partition(".")
    return SheetFault(lines[id_], field or None, fault.expected) if id_ in lines else fault


class Unreadable(Exception):
    """A file that is no text at all; `fault` says where and why."""

    def __init__(self, line: int, expected: str) -> None:
        self.fault = SheetFault(line, None, expected)


def _order(fault: SheetFault) -> tuple[int, str]:
    return fault.line, fault.column or ""


def text_of(content: bytes) -> str:
    """The text of a file as spreadsheets and editors save it, without a byte order mark; Unreadable when it is none."""
    if len(content) > MAX_BYTES:
        raise Unreadable(1, f"{len(content)} bytes; expected at most {MAX_BYTES}")
    try:
        return content.decode("utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise Unreadable(line, "not UTF-8 text; expected a file saved as “CSV UTF-8”") from None


def _lines(content: bytes, known: set[str]) -> list[_Line]:
    """The lines that hold anything, with their numbers in the file."""
    text = text_of(content)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text, known), strict=True)
    lines = []
    before = 0
    try:
        for cells in reader:
            cleaned = tuple([clean(cell) if cell else "" for cell in cells])
            if any(cleaned):
                lines.append(_Line(before + 1, cleaned))
            before = reader.line_num
            if len(lines) > MAX_ROWS + 1:
                raise Unreadable(before, f"more than {MAX_ROWS} cards; expected fewer")
    except csv.Error as error:
        raise Unreadable(
            before + 1, f"not CSV ({error}); expected quotes that close and cells of moderate size"
        ) from None
    return lines


def _delimiter(text: str, known: set[str]) -> str:
    """The separator under which most of the header's cells are columns we know."""
    header = text.lstrip().splitlines()[0] if text.strip() else ""
    return max(_DELIMITERS, key=lambda mark: sum(_column(cell.strip(' "')) in known for cell in header.split(mark)))


def _column(cell: str) -> str:
    return "_".join(cell.casefold().replace("-", " ").replace("_", " ").split())


def _header(line: _Line, known: Sequence[str]) -> tuple[list[str], list[SheetFault]]:
    names = [_column(cell) for cell in line.cells]
    faults = []
    for at, name in enumerate(names):
        if name and name not in known:
            faults.append(SheetFault(line.number, name[:40], f"no such column; expected some of: {', '.join(known)}"))
        elif name and name in names[:at]:
            faults.append(SheetFault(line.number, name, "this column stands twice; expected it once"))
    missing = [name for name in ("kind", "id", "name") if name not in names]
    faults += [SheetFault(line.number, name, "missing; expected this column in the first line") for name in missing]
    return names, faults


def _rows(game: str, header: Sequence[str], lines: Iterable[_Line]) -> tuple[list[Row], list[SheetFault]]:
    fields = schemas(game)
    rows, faults = [], []
    for line in lines:
        if len(line.cells) > len(header) and any(line.cells[len(header) :]):
            expected = f"{len(line.cells)} cells; expected {len(header)} as in the first line"
            faults.append(SheetFault(line.number, None, expected))
        cells = {name: cell for name, cell in zip(header, line.cells, strict=False) if cell and name}
        kind = cells.pop("kind", "")
        own = fields.get(kind, {})
        if kind in fields:
            strangers = [name for name in cells if name not in own and any(name in other for other in fields.values())]
            expected = f"expected nothing here: a card of kind {kind} has no such field"
            faults += [SheetFault(line.number, name, expected) for name in strangers]
        faults += [
            SheetFault(line.number, name, f"{len(cell)} characters; expected at most {MAX_TEXT}")
            for name, cell in cells.items()
            if len(cell) > MAX_TEXT
        ]
        rows.append(Row(f"line {line.number}", kind, from_cells(cells, own)))
    return rows, faults


def from_cells(cells: Mapping[str, str], fields: Mapping[str, Schema]) -> dict[str, Any]:
    """The fields of one card; an empty cell is left to the field's default, or is an empty list or text."""
    values = {name: to_json(cell[:MAX_TEXT], fields[name]) for name, cell in cells.items() if name in fields}
    for name, schema in fields.items():
        if name not in values and schema.get("type") == "array":
            values[name] = []
    return values


def _placed(fault: Fault) -> SheetFault:
    at, _dot, field = fault.path.partition(".")
    return SheetFault(int(at.removeprefix("line ")), field.split("[")[0].split(".")[0], fault.expected)
