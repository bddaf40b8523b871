"""The library of worked cases: disputes with their answers, to read, to try and to start one's own from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from companion.catalog.faults import CatalogFault
from companion.catalog.folders import room_folder
from companion.rules.fields import Fault


class WorkedCase(NamedTuple):
    """A case file of the library; `document` is the whole of it, with what is expected of the judge (`expect`)."""

    id: str
    title: str
    about: str
    document: Mapping[str, Any]


@lru_cache(maxsize=16)
def cases(game: str) -> tuple[WorkedCase, ...]:
    """The worked cases of a game, in the order of their files."""
    found = []
    for file in sorted((room_folder(game) / "cases").glob("*.json")):
        try:
            document = json.loads(file.read_text(encoding="utf-8"))
            found.append(WorkedCase(file.stem, document["title"], document["about"], document))
        except (OSError, ValueError, KeyError) as error:
            raise CatalogFault(str(file), [Fault("(file)", f"cannot be read: {error!r}")]) from None
    return tuple(found)
