"""Changes as they are stored in an entry, and as people read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion import catalog
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
    """The value as it comes back from JSON, so that stored and fresh changes compare equal; a record by its words."""
    if isinstance(value, tuple):
        return str(value) if hasattr(value, "_fields") else [_plain(item) for item in value]
    return value


def told(game: Game, box: Any, rows: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """The changes as the log shows them, a line each."""
    return tuple(_line(game, box, row) for row in rows)


def _line(game: Game, box: Any, row: Mapping[str, Any]) -> str:
    known = game.counters.get(row["counter"])
    title = _(known.title) if known else row["counter"].replace("_", " ").replace("-", " ").replace(".", ": ")
    moved = _moved(box, row["from"], row["to"])
    if row["player"]:
        return _("{player}, {counter}: {moved}", player=row["player"], counter=title, moved=moved)
    return _("{counter}: {moved}", counter=title, moved=moved)


def _moved(box: Any, before: Any, after: Any) -> str:
    """What became of a value: a list by what came and went, a first value alone, others from what to what."""
    if isinstance(after, list):
        old = before if isinstance(before, list) else []
        signs = [f"+{_name(box, item)}" for item in after if item not in old]
        signs += [f"-{_name(box, item)}" for item in old if item not in after]
        return ", ".join(signs)
    if before is None and after is not None:
        return _name(box, after)
    return _("{before} to {after}", before=_name(box, before), after=_name(box, after))


def _name(box: Any, value: Any) -> str:
    if value is None:
        return _("unknown")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return catalog.card_name(box, value) if isinstance(value, str) else str(value)


def as_stored(game: Game, position: Any, today: Sequence[Change], stored: Sequence[Mapping[str, Any]]) -> Any:
    """The position with the counters an entry moved put where the entry says they went, not where today's rules do."""
    rows = [(change.player, change.counter, change.before) for change in reversed(today)]
    rows += [(change["player"], change["counter"], change["to"]) for change in stored]
    for player, name, value in rows:
        counter = game.counters.get(name)
        if counter is not None and (value is None or type(value) is int):
            position = counter.put(position, player, value)
    return position
