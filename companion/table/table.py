"""The live table. The only place that writes a game action."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import RLock
from typing import TYPE_CHECKING, Any

from companion import catalog
from companion.rules import games
from companion.rules.engine import Action, Change, Choice, Game, Problem, Reason, Verdict
from companion.rules.rulings import Rulings
from companion.table import changes, fold
from companion.table.records import Difference, Line, LogLine, Receipt, Step
from companion.texts import _
from models import Entry, NewEntry, SessionInfo, Stale, new_id

if TYPE_CHECKING:
    from models.store import Store

MAX_RETRIES = 20
"""How often an entry is judged again when other devices were quicker."""


class Table:
    """One session at work: judge, write, fold, explain.

    Safe to call from several threads. Every write is on disk when the call returns; a StoreFault of models passes
    through with nothing changed here.
    """

    def __init__(self, store: Store, info: SessionInfo, entries: Sequence[Entry]) -> None:
        opening = entries[0].payload
        self.store = store
        self.info = info
        self.game: Game = games[info.game]
        self.rulings: Rulings = self.game.rulings(opening["rulings"])
        box = catalog.box_from_document(info.game, opening["cards"])
        start = self.game.start(opening["players"], box, self.rulings)
        self.start = start._replace(detail=opening["detail"])
        self.invented: bool = bool(opening["cards"].get("invented"))
        self.differences: list[Difference] = []
        self._entries: list[Entry] = list(entries)
        self._listeners: list[Callable[[int], None]] = []
        self._lock = RLock()
        self.position = self._refold()

    @property
    def id(self) -> str:
        return self.info.id

    @property
    def seq(self) -> int:
        """The number of the last entry known here."""
        return self._entries[-1].seq

    @property
    def players(self) -> list[str]:
        return [seat.name for seat in self.position.players]

    def subscribe(self, listener: Callable[[int], None]) -> Callable[[], None]:
        """Call `listener(seq)` after each new entry; returns the function that stops it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def refresh(self) -> bool:
        """Take in what other processes have written; whether there was anything."""
        with self._lock:
            newer = self.store.entries(self.id, after=self.seq)
            self._take(newer)
            return bool(newer)

    # Looking

    def totals(self, viewer: str | None = None) -> dict[str, Any]:
        """The scoreboard as `viewer` may see it (None: what lies open to everybody)."""
        return self.game.totals(self.seen_by(viewer), self.effective_rulings)

    @property
    def effective_rulings(self) -> Rulings:
        """The table's rulings with those switched in play."""
        return self.rulings.over(self.position.house)

    def choices(self, viewer: str | None = None) -> list[Choice]:
        return self.game.choices(self.position, self.rulings, viewer)

    def ask(self, action: Action) -> Verdict:
        """The verdict on an action, without playing it."""
        return self.game.judge(self.position, action, self.rulings)

    def seen_by(self, viewer: str | None) -> Any:
        """The position as `viewer` may see it (None: what lies open to everybody)."""
        return self.game.seen_by(self.position, viewer)

    # Writing

    def play(self, action: Action, *, actor: str = "", device: str = "", entry_id: str | None = None) -> Receipt:
        """Judge `action` on the newest position and write it down if it is legal.

        An entry carries an id made by the device, so a retry with the same `entry_id` is the same entry.
        """
        with self._lock:
            written = self._written(entry_id)
            if written is not None:
                return Receipt(Verdict(True, self.position), written)
            for _attempt in range(MAX_RETRIES):
                verdict = self.ask(action)
                if not verdict.legal:
                    return Receipt(verdict, None)
                entry = NewEntry(
                    id=entry_id or new_id(),
                    kind="action",
                    actor=actor or action.get("player") or "",
                    device=device,
                    payload=action,
                    changes=[changes.row(change) for change in verdict.changes],
                    verdict={"notes": [[problem.code, dict(problem.values)] for problem in verdict.notes]},
                    agreed=action.get("agreed"),
                    label=self.label(action),
                )
                stored = self._append(entry)
                if stored is not None:
                    self.position = verdict.position
                    self._close_if_over()
                    self._tell()
                    return Receipt(verdict, stored)
            raise RuntimeError("the table changes faster than this device can follow")

    def undo(self, *, actor: str = "", device: str = "", expected: str | None = None) -> Step | None:
        """Take back the last action that stands.

        `expected` is the id of the step the person saw: when another has become the last one, nothing happens.
        """
        return self._take_back("undo", actor, device, expected)

    def redo(self, *, actor: str = "", device: str = "", expected: str | None = None) -> Step | None:
        """Bring back what the last undo took."""
        return self._take_back("redo", actor, device, expected)

    @property
    def next_undo(self) -> Step | None:
        target = fold.undo_target(self._entries)
        return Step(target.id, target.label) if target else None

    @property
    def next_redo(self) -> Step | None:
        found = fold.redo_target(self._entries)
        return Step(found[0].id, found[1].label) if found else None

    def _take_back(self, kind: str, actor: str, device: str, expected: str | None) -> Step | None:
        with self._lock:
            for _attempt in range(MAX_RETRIES):
                step = self.next_undo if kind == "undo" else self.next_redo
                if step is None or (expected is not None and step.id != expected):
                    return None
                label = _("Undo: {step}", step=step.label) if kind == "undo" else _("Redo: {step}", step=step.label)
                entry = NewEntry(
                    id=new_id(),
                    kind=kind,
                    actor=actor,
                    device=device,
                    payload={},
                    undoes=step.id,
                    label=label,
                )
                if self._append(entry) is not None:
                    self.position = self._refold()
                    self._close_if_over()
                    self._tell()
                    return step
            raise RuntimeError("the table changes faster than this device can follow")

    def _written(self, entry_id: str | None) -> Entry | None:
        if entry_id is None:
            return None
        return next((entry for entry in reversed(self._entries) if entry.id == entry_id), None)

    def _append(self, entry: NewEntry) -> Entry | None:
        """The stored entry, or None when others were quicker (their entries are taken in)."""
        try:
            stored = self.store.append(self.id, entry, self.seq)
        except Stale as stale:
            self._take(stale.entries)
            return None
        self._entries.append(stored)
        return stored

    def _take(self, entries: Sequence[Entry]) -> None:
        if entries:
            self._entries += entries
            self.position = self._refold()
            self._tell()

    def _tell(self) -> None:
        for listener in list(self._listeners):
            listener(self.seq)

    def _close_if_over(self) -> None:
        """Keep the session's state in step with the game's end, so that lists and statistics need no fold."""
        outcome = self.position.outcome
        if outcome is not None:
            self.store.finish(self.id, {"winners": list(outcome.winners), "reason": outcome.reason})
        elif self.info.state == "finished":
            self.store.reopen(self.id)
        else:
            return
        self.info = self.store.session(self.id)

    def _refold(self) -> Any:
        """The position of the standing actions.

        Where today's rules judge an old entry differently, its stored result stands and the difference is noted.
        """
        position = self.start
        self.differences = []
        for entry in fold.actions(self._entries):
            verdict = self.game.judge(position, entry.payload, self.rulings)
            rows = [changes.row(change) for change in verdict.changes]
            if not verdict.legal or rows != entry.changes:
                self.differences.append(Difference(entry.seq, entry.label, self._told(entry.changes), self._told(rows)))
            if verdict.legal:
                position = verdict.position
            if self.differences and self.differences[-1].seq == entry.seq:
                position = changes.as_stored(self.game, position, verdict.changes, entry.changes)
        return position

    # Explaining

    def label(self, action: Action) -> str:
        """The name of a step, as undo and the log say it."""
        spec = self.game.specs.get(action.get("do", ""))
        title = _(spec.title) if spec else str(action.get("do"))
        player = action.get("player")
        return _("{player}: {step}", player=player, step=title) if player else title

    def why(self, player: str | None, counter: str, viewer: str | None = None) -> list[Line]:
        """The lines that add up to a counter, from the start to now; one line that tells nothing while it is secret."""
        shown = self._value(self.seen_by(viewer), player, counter)
        if shown != self._value(self.position, player, counter):
            return [Line(None, _("Secret"), None, shown, _("not open to everybody yet"), (), (), None)]
        moves = [
            (entry, row)
            for entry in fold.actions(self._entries)
            for row in entry.changes
            if row["player"] == player and row["counter"] == counter
        ]
        first = moves[0][1]["from"] if moves else shown
        lines = [
            Line(
                None, _("Start"), first if type(first) is int else None, first, _("as the game is set up"), (), (), None
            )
        ]
        for entry, row in moves:
            reason = self.game.reasons.get(row["why"], Reason(row["why"], row["why"], ()))
            change = Change(player, counter, row["from"], row["to"], reason, row["values"])
            exception = entry.agreed["reason"] if entry.agreed else None
            why = _(reason.text, **row["values"]) if row["values"] else _(reason.text)
            lines.append(
                Line(entry.seq, entry.label, change.amount, row["to"], why, reason.rules, reason.rulings, exception)
            )
        return lines

    def _value(self, position: Any, player: str | None, counter: str) -> Any:
        known = self.game.counters.get(counter)
        if known is not None:
            return known.get(position, player)
        totals = self.game.totals(position, self.effective_rulings)
        return totals["players"][player].get(counter) if player is not None else totals.get(counter)

    def log(self, viewer: str | None = None) -> list[LogLine]:
        """Every entry, newest last, with what `viewer` may not know yet taken out."""
        stands = {entry.id for entry in fold.standing(self._entries)}
        lines = []
        for entry in self._entries[1:]:
            written = entry.payload
            action = written
            if entry.kind == "action":
                action = dict(self.game.action_seen_by(self.position, written, viewer))
            lines.append(
                LogLine(
                    entry.seq,
                    entry.id,
                    entry.at,
                    entry.kind,
                    entry.actor,
                    entry.label,
                    action,
                    self._told(entry.changes) if action == written else (),
                    entry.agreed["reason"] if entry.agreed else None,
                    entry.id in stands,
                )
            )
        return lines

    def _told(self, rows: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
        return changes.told(self.game, self.start.box, rows)

    def exceptions(self) -> list[tuple[Entry, list[Problem]]]:
        """The standing entries the table agreed to against the rules, with the problems set aside."""
        found = []
        for entry in fold.actions(self._entries):
            notes = (entry.verdict or {}).get("notes", [])
            if notes:
                kinds = self.game.problems
                found.append((entry, [Problem(kinds[code], values) for code, values in notes if code in kinds]))
        return found
