"""The toy game of the rules' tests as a game people can choose, without any file of data."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from companion import catalog, rules
from companion.app import tables
from companion.catalog import Ruling
from companion.catalog.sections import RulingChoice
from models import open_store
from tests.rules import toy

DOCUMENT = {
    "game": "toy",
    "invented": True,
    "cards": {
        "coin": [
            {"id": "gold", "name": "Gold coin", "code": "GOLD", "copies": 2},
            {"id": "tin", "name": "Tin", "code": "TIN0", "copies": 1},
        ]
    },
}


def install(patch: pytest.MonkeyPatch, folder: Any) -> None:
    """Make the toy the only game, and keep its sessions in `folder`."""
    patch.setattr(rules, "ROOMS", {"toy": ("toy", "Toy")})
    for user in ("companion.app.screens.home", "companion.app.screens.new_table"):
        patch.setattr(f"{user}.ROOMS", {"toy": ("toy", "Toy")})
    patch.setitem(sys.modules, "companion.rules.toy", toy)
    patch.setattr(catalog, "document", lambda game, packs=None: DOCUMENT)
    patch.setattr(catalog, "box_from_document", lambda game, document: toy.Box(10))
    question = Ruling(
        "TOY1", "May coins be taken twice?", "because", (), (RulingChoice("yes", "Yes"), RulingChoice("no", "No"))
    )
    patch.setattr(catalog, "ruling_book", lambda game: {"TOY1": question})
    patch.setattr(tables, "_open", {})
    store = open_store(folder / "companion.sqlite3")
    patch.setattr(tables, "store", lambda: store)
