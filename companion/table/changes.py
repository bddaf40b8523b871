"""Changes as they are stored in an entry, and as people read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules.engine import Change, Game
from companion.texts import _


def row(change: Change) -> dict[str, Any]:
    """A change as it is stored: the code of its reason and the values, no sentence."""
    return {
        "player": change.player,
        "counter": change.counter,
        "from": _plain(change.before),
        "to": _plain(change.after),
        "why": change.reason.code,
        "values": {name: _plain(value) for name, value in change.values.items()},
    }


def _plain(value: Any) -> Any:
    """The value as it comes back from JSON, so that stored and fresh changes compare equal."""
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def told(rows: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    unknown = _("unknown")
    return tuple(
        _(
            "{whose}{counter}: {before} to {after}",
            whose=f"{row['player']}, " if row["player"] else "",
            counter=row["counter"],
            before=unknown if row["from"] is None else row["from"],
            after=unknown if row["to"] is None else row["to"],
        )
        for row in rows
    )


def as_stored(game: Game, position: Any, today: Sequence[Change], stored: Sequence[Mapping[str, Any]]) -> Any:
    """The position with the counters an entry moved put where the entry says they went, not where today's rules do."""
    rows = [(change.player, change.counter, change.before) for change in reversed(today)]
    rows += [(change["player"], change["counter"], change["to"]) for change in stored]
    for player, name, value in rows:
        counter = game.counters.get(name)
        if counter is not None and (value is None or type(value) is int):
            position = counter.put(position, player, value)
    return position
