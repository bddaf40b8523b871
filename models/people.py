"""Players as people over time."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from sqlalchemy import Connection, insert, select

from models.faults import NoSuch, Unfit
from models.records import NewSeat, new_id, now
from models.tables import player


def name_key(name: str) -> str:
    """What makes two names one person's: case and the way accents are typed do not count."""
    return unicodedata.normalize("NFC", " ".join(name.split()).casefold())


def seat_players(connection: Connection, seats: Sequence[NewSeat]) -> list[str]:
    """The player id of each seat; who is new becomes a player. Raises Unfit, NoSuch."""
    keys = [name_key(seat.name) for seat in seats]
    if not all(keys):
        raise Unfit(what="Players", problem="every seat needs a name")
    if len(set(keys)) < len(keys):
        raise Unfit(what="Players", problem="two seats have the same name")
    return [_known(connection, seat.player_id) if seat.player_id else _by_name(connection, seat.name) for seat in seats]


def _known(connection: Connection, player_id: str) -> str:
    found = connection.execute(select(player.c.id).where(player.c.id == player_id)).scalar()
    if found is None:
        raise NoSuch(what="player", id=player_id)
    return player_id


def _by_name(connection: Connection, name: str) -> str:
    key = name_key(name)
    found: str | None = connection.execute(select(player.c.id).where(player.c.name_key == key)).scalar()
    if found is not None:
        return found
    made = new_id()
    connection.execute(insert(player), {"id": made, "name": name.strip(), "name_key": key, "created_at": now()})
    return made
