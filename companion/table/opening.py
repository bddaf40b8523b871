"""Starting a session, and resuming one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from companion import catalog
from companion.rules import games
from companion.rules.common import DETAILS
from companion.table.table import Table
from companion.texts import _
from models import NewEntry, NewSession, new_id

if TYPE_CHECKING:
    from models.store import Store


def new_table(
    store: Store,
    game_id: str,
    players: Sequence[str],
    *,
    title: str = "",
    detail: str = "cards",
    rulings: Mapping[str, str] | None = None,
    packs: Sequence[str] | None = None,
    device: str = "",
) -> Table:
    """Open a session: its first entry keeps the cards used, their hash, the rulings and the version of the rules.

    ValueError lists everything wrong with the players, the level of detail or the rulings.
    """
    game = games[game_id]
    names = [" ".join(name.split()) for name in players]
    faults = []
    if len(names) not in game.seats:
        bounds = {"game": game.name, "low": game.seats.start, "high": game.seats.stop - 1, "n": len(names)}
        faults.append(_("{game} is for {low} to {high} players, not {n}.", **bounds))
    if any(not 0 < len(name) <= 60 for name in names):
        faults.append(_("Every player needs a name of at most 60 characters."))
    if len({name.casefold() for name in names}) != len(names):
        faults.append(_("Two players have the same name."))
    if detail not in DETAILS:
        faults.append(_("The level of detail is scores, moves or cards."))
    try:
        chosen = game.rulings(rulings or {}).chosen()
    except ValueError as error:
        faults.append(str(error))
        chosen = {}
    if faults:
        raise ValueError(" ".join(faults))
    document = catalog.document(game_id, packs)
    # Before anything is written: a session that these cards cannot set up could never be opened.
    game.start(names, catalog.box_from_document(game_id, document), game.rulings(chosen))
    opening = {
        "game": game_id,
        "players": names,
        "detail": detail,
        "rulings": chosen,
        "rules_version": game.version,
        "cards": document,
    }
    entry = NewEntry(
        id=new_id(),
        kind="open",
        device=device,
        payload=opening,
        label=_("Start"),
    )
    session = NewSession(game=game_id, title=title or game.name, rules_version=str(game.version), seats=names)
    info = store.create_session(session, entry)
    return Table(store, info, store.entries(info.id))


def open_table(store: Store, session_id: str) -> Table:
    """Resume a session where it stands (KeyError when there is none of that id)."""
    return Table(store, store.session(session_id), store.entries(session_id))
