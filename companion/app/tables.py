"""The tables open in this process: one Table a session, whichever windows and phones look at it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from threading import Lock
from typing import Any

import flet as ft

from companion.app.deck import Deck, deck_of
from companion.table import Table, new_table, open_table
from models import SessionInfo, open_store

_open: dict[str, Table] = {}
_lock = Lock()


@functools.cache
def store() -> Any:
    """The store of this machine, opened when it is first needed. Blocks; raises StoreFault (and then tries again)."""
    return open_store()


def table(session_id: str) -> Table:
    """The table of a session, read from its log where nobody has it open. Blocks; raises StoreFault."""
    with _lock:
        found = _open.get(session_id)
        if found is None:
            found = _open[session_id] = open_table(store(), session_id)
        return found


def deck(session_id: str) -> Deck:
    """The cards of a session. Blocks; raises StoreFault."""
    opening = store().entries(session_id)[0].payload
    return deck_of(opening["cards"])


def create(game: str, players: list[str], **options: Any) -> Table:
    """A new table (see `companion.table.new_table`). Blocks; raises StoreFault, ValueError with every fault."""
    made = new_table(store(), game, players, **options)
    with _lock:
        _open[made.id] = made
    return made


def sessions() -> list[SessionInfo]:
    """Every session, the last touched first. Blocks; raises StoreFault."""
    found: list[SessionInfo] = store().sessions()
    return found


def use_revision(watched: Table) -> int:
    """A hook: the number of the last entry; the component renders again after each new one, whoever wrote it."""
    page = ft.context.page
    seq, set_seq = ft.use_state(watched.seq)

    async def take(new: int) -> None:
        set_seq(new)

    def tell(new: int) -> None:
        page.run_task(take, new)  # from the thread that wrote into this page's own context

    def follow() -> Callable[[], None]:
        return watched.subscribe(tell)

    ft.use_effect(follow, [watched.id])
    return seq
