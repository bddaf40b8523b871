"""What can go wrong with the store, each with a sentence for people and a way out.

Sentences are English templates with `{named}` values, so that the interface can translate them:
`_(fault.template, **fault.values)`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from models.records import Entry


class StoreFault(Exception):
    """The store could not do what was asked; nothing was half done.

    `template` and `remedy` are the sentence and the way out before their `values` are filled in; `detail` is the
    database's own words, for a report.
    """

    template: ClassVar[str] = "The game log in {where} cannot be used."
    remedy: ClassVar[str] = "Start the program again."

    def __init__(self, *, detail: str = "", **values: object) -> None:
        self.values = values
        self.detail = detail
        super().__init__(f"{self.sentence} {self.way_out}")

    @property
    def sentence(self) -> str:
        """What happened and where."""
        return self.template.format(**self.values)

    @property
    def way_out(self) -> str:
        """What a person can do about it."""
        return self.remedy.format(**self.values)


class ReadOnly(StoreFault):
    template = "The game log in {where} is read-only, so nothing can be written down."
    remedy = "Allow this user to write to the file and to its folder, then try again; nothing was changed."


class Full(StoreFault):
    template = "There is no room left on the disk for the game log in {where}."
    remedy = "Free some space, then do it again; everything confirmed before is safe."


class Locked(StoreFault):
    template = "Another program holds the game log in {where}."
    remedy = "Close the other program or wait for it, then try again; nothing was changed."


class Newer(StoreFault):
    template = "The game log in {where} was written by a newer version of this program (its schema is {found})."
    remedy = "Update this program, or choose another file; this one was not touched."


class NotADatabase(StoreFault):
    template = "The file {where} is not a game log."
    remedy = "Move it away or choose another file; this one was not touched."


class Damaged(StoreFault):
    template = "The game log in {where} is damaged."
    remedy = "Restore the last good backup; the damaged file is kept beside it."


class Missing(StoreFault):
    template = "The game log {where} was removed or replaced while the program was running."
    remedy = "Put the file back or restore a backup, then start the program again."


class CannotOpen(StoreFault):
    template = "The game log in {where} cannot be opened."
    remedy = "Check that the folder exists, that the disk is connected, and that this user may open it."


class Unreachable(StoreFault):
    template = "The database server at {where} does not answer."
    remedy = "Check the server and the network, then try again; a repeated entry is never counted twice."


class NoDriver(StoreFault):
    template = "The database at {where} needs a driver that is not installed."
    remedy = "Install the extra: pip install 'table-companion[postgresql]'."


class BadAddress(StoreFault):
    template = "COMPANION_DATABASE_URL is not the address of a PostgreSQL database."
    remedy = "Write it as postgresql://user:password@host:port/name, or unset it to use a file."


class NoSuch(StoreFault):
    template = "There is no {what} {id} in the game log."
    remedy = "It may have been deleted; open the list again."


class NameTaken(StoreFault):
    template = "Somebody called {name} is already on the list."
    remedy = "Choose another name, or merge the two people."


class Unfit(StoreFault):
    template = "{what}: {problem}."
    remedy = "Correct it and try again; nothing was changed."


class EntryConflict(StoreFault):
    template = "The entry {id} is already in the log with other content."
    remedy = "Give the new entry an id of its own."


class Stale(StoreFault):
    """The log has grown since the caller read it; `entries` are those it has not seen, oldest first."""

    template = "Somebody else wrote to this table first ({n} new)."
    remedy = "Look at what is new, then decide again."

    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries
        super().__init__(n=len(entries))


_UNFIT = re.compile("[\0\ud800-\udfff]")


def check_texts(what: str, *texts: str | None) -> None:
    """Raises Unfit for a text that some database cannot hold: with a NUL, or with half a character."""
    for text in texts:
        if text is not None and _UNFIT.search(text):
            raise Unfit(what=what, problem=f"{text!a} holds a character that cannot be stored")
