"""Tables that tests find already set up, written into a server's data folder as another copy of the program would."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

from companion import catalog
from companion.table import Table, new_table
from models import open_store


def anime_saga(data: Path, players: tuple[str, ...] = ("Ana", "Bo"), *more: dict[str, Any]) -> str:
    """The id of a session with characters and first skills told and a Challenge turned over, then these actions."""
    pack = catalog.load_pack("anime-saga", "practice")
    heroes = [card for card in pack.cards if hasattr(card, "skill_points")]
    challenge = next(card for card in pack.cards if hasattr(card, "strength"))
    sheets = [{"player": name, "character": hero.id} for name, hero in zip(players, heroes, strict=False)]
    skills = [
        {"do": "choose-skills", "player": name, "skills": first_skills(pack, hero)}
        for name, hero in zip(players, heroes, strict=False)
    ]
    actions = [{"do": "setup", "sheets": sheets}, *skills, {"do": "reveal-episode", "card": challenge.id}, *more]
    with open_store(data / "companion.sqlite3") as store:
        table = new_table(store, "anime-saga", players)
        for action in actions:
            _play(table, action)
    return table.id


def first_skills(pack: catalog.Pack, hero: Any) -> list[str]:
    """Skills of a character that cost together exactly what its sheet gives."""
    own = [card for card in pack.cards if getattr(card, "character", None) == hero.id]
    sets = (chosen for n in range(1, 5) for chosen in combinations(own, n))
    return [card.id for card in next(chosen for chosen in sets if sum(c.cost for c in chosen) == hero.skill_points)]


def _play(table: Table, action: dict[str, Any]) -> None:
    receipt = table.play(action)
    assert receipt.entry is not None, (action, receipt.verdict.problems, receipt.verdict.needs)
