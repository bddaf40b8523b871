"""`companion log`: the sessions on disk."""

from __future__ import annotations

import json as json_

from companion.cli.printing import complain, put, tell
from companion.table import Table, open_table
from models import NoSuch, StoreFault, open_store


def listed(as_json: bool) -> int:
    """Every session that is not deleted, the last touched first."""
    try:
        with open_store() as store:
            sessions = store.sessions()
    except StoreFault as fault:
        return stopped(fault)
    if as_json:
        put(json_.dumps([{**info._asdict(), "seats": [seat.name for seat in info.seats]} for info in sessions]))
        return 0
    for info in sessions:
        put(f"{info.id}  {info.updated_at[:16].replace('T', ' ')}  {info.state:9}  {info.title}: {names(info.seats)}")
    if not sessions:
        tell("No session yet: `companion demo` makes one, and so does the app.")
    return 0


def show(session_id: str, as_json: bool) -> int:
    """One session: its scoreboard and its log, with nothing that is still secret."""
    try:
        with open_store() as store:
            table = open_table(store, session_id)
    except NoSuch:
        return complain(f"no session {session_id!r}; `companion log list` shows them")
    except StoreFault as fault:
        return stopped(fault)
    if as_json:
        put(
            json_.dumps({"totals": table.totals(), "log": [line._asdict() for line in table.log()]}, ensure_ascii=False)
        )
        return 0
    scoreboard(table)
    for line in table.log():
        mark = "  " if line.stands else "x "
        agreed = f" [agreed exception: {line.exception}]" if line.exception else ""
        put(f"{mark}{line.seq:4}  {line.label}{agreed}")
        for change in line.changes:
            put(f"          {change}")
    return 0


def scoreboard(table: Table) -> None:
    """The totals of a table, a line a player."""
    for name, totals in table.totals()["players"].items():
        put(f"{name}: " + ", ".join(f"{counter} {shown(value)}" for counter, value in totals.items()))


def shown(value: object) -> str:
    if value is None:
        return "unknown"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def names(seats: object) -> str:
    return ", ".join(seat.name for seat in seats)  # type: ignore[attr-defined]


def stopped(fault: StoreFault) -> int:
    """What the store could not do, and the way out; exit code 1."""
    tell(f"companion: {fault.sentence} {fault.way_out}")
    return 1
