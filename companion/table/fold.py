"""Which entries of a log stand, and what undo and redo would take next.

The log is append-only: an undo is an entry that names the one it takes back, a redo is an entry that names the undo
it takes back. Everything here is a function of the list of entries.
"""

from __future__ import annotations

from collections.abc import Sequence

from models import Entry

TAKES_BACK = ("undo", "redo")


def standing(entries: Sequence[Entry]) -> list[Entry]:
    """The entries that stand, in order: those no standing later entry takes back."""
    undone: set[str] = set()
    kept = []
    for entry in reversed(entries):
        if entry.id in undone:
            continue
        kept.append(entry)
        if entry.kind in TAKES_BACK and entry.undoes is not None:
            undone.add(entry.undoes)
    kept.reverse()
    return kept


def actions(entries: Sequence[Entry]) -> list[Entry]:
    """The standing game actions, in order."""
    return [entry for entry in standing(entries) if entry.kind == "action"]


def undo_target(entries: Sequence[Entry]) -> Entry | None:
    """The action that undo would take back: the last one that stands."""
    acts = actions(entries)
    return acts[-1] if acts else None


def redo_target(entries: Sequence[Entry]) -> tuple[Entry, Entry] | None:
    """The undo that redo would take back, and the action it brings back; None after a new action."""
    by_id = {entry.id: entry for entry in entries}
    for entry in reversed(standing(entries)):
        if entry.kind == "action":
            return None
        if entry.kind == "undo" and entry.undoes in by_id:
            return entry, by_id[entry.undoes]
    return None
