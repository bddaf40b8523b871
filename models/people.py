"""Players as people over time, and the places where they play."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Table, delete, func, insert, select, update

from models.anonymise import rewrite_logs
from models.database import Database
from models.faults import NameTaken, NoSuch, Unfit, check_texts
from models.records import NewSeat, new_id, now
from models.tables import place, player, seat, session


class Person(NamedTuple):
    id: str
    name: str
    sessions: int


class Place(NamedTuple):
    id: str
    name: str
    sessions: int


class People:
    """Everybody who ever sat at a table."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[Person]:
        """Everybody by name, with the number of sessions not deleted."""
        query = (
            select(player.c.id, player.c.name, func.count(session.c.id))
            .outerjoin_from(player, seat, seat.c.player_id == player.c.id)
            .outerjoin(session, (session.c.id == seat.c.session_id) & session.c.deleted_at.is_(None))
            .group_by(player.c.id, player.c.name, player.c.name_key)
            .order_by(player.c.name_key)
        )
        return self._database.read(lambda connection: [Person._make(row) for row in connection.execute(query)])

    def rename(self, player_id: str, name: str) -> None:
        """Another name from now on; finished tables keep the name that was shown. Raises NameTaken, NoSuch, Unfit."""
        self._database.write(lambda connection: _rename(connection, player, "player", player_id, name))

    def merge(self, keep: str, other: str) -> None:
        """Two people on the list are one: `other`'s seats become `keep`'s.

        Raises NoSuch, and Unfit where the two sat at one table.
        """

        def work(connection: Connection) -> None:
            for player_id in (keep, other):
                _known(connection, player_id)
            if keep == other:
                return
            of_other = select(seat.c.session_id).where(seat.c.player_id == other)
            if connection.execute(
                select(seat).where(seat.c.player_id == keep, seat.c.session_id.in_(of_other))
            ).first():
                raise Unfit(what="These two people", problem="they sat at the same table, so they are not one person")
            connection.execute(update(seat).where(seat.c.player_id == other).values(player_id=keep))
            connection.execute(delete(player).where(player.c.id == other))

        self._database.write(work)

    def anonymise(self, player_id: str) -> str:
        """Replace the person's name everywhere, the logs included; the results stay. Returns the new name.

        Backups and exports made before still hold the name.
        """

        def work(connection: Connection) -> str:
            alias = f"Player {new_id()[:6].upper()}"
            _rename(connection, player, "player", player_id, alias)
            rewrite_logs(connection, player_id, alias)
            connection.execute(update(seat).where(seat.c.player_id == player_id).values(name=alias))
            return alias

        return self._database.write(work)

    def delete(self, player_id: str) -> None:
        """Take the person off the list; who has played is made anonymous instead, because others played too."""

        def work(connection: Connection) -> bool:
            _known(connection, player_id)
            if connection.execute(select(seat.c.session_id).where(seat.c.player_id == player_id)).first():
                return False
            connection.execute(delete(player).where(player.c.id == player_id))
            return True

        if not self._database.write(work):
            self.anonymise(player_id)


class Places:
    """Where people play; a place comes into being with the first session there."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[Place]:
        query = (
            select(place.c.id, place.c.name, func.count(session.c.id))
            .outerjoin_from(place, session, (session.c.place_id == place.c.id) & session.c.deleted_at.is_(None))
            .group_by(place.c.id, place.c.name, place.c.name_key)
            .order_by(place.c.name_key)
        )
        return self._database.read(lambda connection: [Place._make(row) for row in connection.execute(query)])

    def rename(self, place_id: str, name: str) -> None:
        """Raises NameTaken, NoSuch, Unfit."""
        self._database.write(lambda connection: _rename(connection, place, "place", place_id, name))

    def delete(self, place_id: str) -> None:
        """Forget the place; the sessions there stay."""

        def work(connection: Connection) -> None:
            connection.execute(update(session).where(session.c.place_id == place_id).values(place_id=None))
            connection.execute(delete(place).where(place.c.id == place_id))

        self._database.write(work)


def name_key(name: str) -> str:
    """What makes two names one: case, spaces and the way accents are typed do not count."""
    return unicodedata.normalize("NFC", " ".join(name.split()).casefold())


def seat_players(connection: Connection, seats: Sequence[NewSeat]) -> list[str]:
    """The player id of each seat; who is new becomes a player. Raises Unfit, NoSuch."""
    check_texts("Players", *(text for each in seats for text in (each.name, each.team, each.role)))
    keys = [name_key(each.name) for each in seats]
    if not all(keys):
        raise Unfit(what="Players", problem="every seat needs a name")
    if len(set(keys)) < len(keys):
        raise Unfit(what="Players", problem="two seats have the same name")
    ids = [
        _known(connection, each.player_id) if each.player_id else settle_player(connection, new_id(), each.name)
        for each in seats
    ]
    if len(set(ids)) < len(ids):
        raise Unfit(what="Players", problem="two seats have the same person")
    return ids


def place_named(connection: Connection, name: str) -> str:
    """The id of the place, new if nobody played there yet. Raises Unfit."""
    key = _key_of(name)
    found: str | None = connection.execute(select(place.c.id).where(place.c.name_key == key)).scalar()
    if found is None:
        found = new_id()
        connection.execute(insert(place), {"id": found, "name": name.strip(), "name_key": key})
    return found


def settle_player(connection: Connection, player_id: str, name: str) -> str:
    """The person of that id, else the one of that name, else a new one. Raises Unfit."""
    if connection.execute(select(player.c.id).where(player.c.id == player_id)).first() is not None:
        return player_id
    key = _key_of(name)
    found: str | None = connection.execute(select(player.c.id).where(player.c.name_key == key)).scalar()
    if found is None:
        found = player_id
        connection.execute(insert(player), {"id": found, "name": name.strip(), "name_key": key, "created_at": now()})
    return found


def _known(connection: Connection, player_id: str) -> str:
    if connection.execute(select(player.c.id).where(player.c.id == player_id)).first() is None:
        raise NoSuch(what="player", id=player_id)
    return player_id


def _key_of(name: str) -> str:
    check_texts("The name", name)
    key = name_key(name)
    if not key:
        raise Unfit(what="The name", problem="it is empty")
    return key


def _rename(connection: Connection, table: Table, what: str, row_id: str, name: str) -> None:
    key = _key_of(name)
    if connection.execute(select(table.c.id).where(table.c.name_key == key, table.c.id != row_id)).first():
        raise NameTaken(name=name)
    if not connection.execute(
        update(table).where(table.c.id == row_id).values(name=name.strip(), name_key=key)
    ).rowcount:
        raise NoSuch(what=what, id=row_id)
