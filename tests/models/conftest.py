"""A store in a temporary folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from models import NewEntry, NewSession, new_id, open_store
from models.records import SessionInfo
from models.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "companion.sqlite3"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with open_store(path) as opened:
        yield opened


@pytest.fixture
def table(store: Store) -> SessionInfo:
    """A session of Ana and Bo, nothing in its log yet."""
    return store.create_session(NewSession("anime-saga", ["Ana", "Bo"], rules_version="1", title="Friday"))


def heal(player: str = "Ana", **fields: object) -> NewEntry:
    """An entry as a table writes it."""
    change = {"player": player, "counter": "life", "from": 3, "to": 4, "why": "heal", "rules": ["AS-3.1"]}
    payload = {"do": "heal", "player": player}
    made = NewEntry(new_id(), "heal", payload, device="phone", actor=player, changes=[change], label=f"{player} heals")
    return made._replace(**fields)
