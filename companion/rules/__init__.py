"""What the rulebooks say. Pure: no input or output, no clock, no randomness, no SQL, no interface."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from companion.rules.engine import Game

# The registration line of each game: its id, its room, its name.
ROOMS = {
    "anime-saga": ("anime_saga", "Anime Saga"),
    "saturday-wars": ("saturday_wars", "Saturday Wars"),
    "challengers": ("challengers", "Challengers!"),
}


class _Games(Mapping[str, Game]):
    """The games by id; a room is imported when its game is first asked for."""

    def __getitem__(self, id_: str) -> Game:
        room, _name = ROOMS[id_]
        game: Game = import_module(f"companion.rules.{room}").GAME
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(ROOMS)

    def __len__(self) -> int:
        return len(ROOMS)


games: Mapping[str, Game] = _Games()
