"""Changes as they are stored in an entry, and as people read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules.engine import Change
from companion.texts import _


def row(change: Change) -> dict[str, Any]:
    """A change as it is stored: the code of its reason and the values, no sentence."""
    return {
        "player": change.player,
        "counter": change.counter,
        "from": change.before,
        "to": change.after,
        "why": change.reason.code,
        "values": dict(change.values),
    }


def told(rows: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    unknown = _("unknown")
    return tuple(
        _(
            "{whose}{counter}: {before} → {after}",
            whose=f"{row['player']}, " if row["player"] else "",
            counter=row["counter"],
            before=unknown if row["from"] is None else row["from"],
            after=unknown if row["to"] is None else row["to"],
        )
        for row in rows
    )
