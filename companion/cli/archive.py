"""`companion log export`, `import`, `backup` and `restore`: the log out, in, and safe."""

from __future__ import annotations

import json as json_
import os
from pathlib import Path

from companion.cli.logs import stopped
from companion.cli.printing import complain, put, tell
from models import StoreFault, open_store
from models.backups import backups
from models.backups import restore as put_back
from models.importing import ImportRefused
from models.location import database_file


def export(file: Path, sessions: list[str]) -> int:
    """Write sessions (none named: all but the deleted) to a JSON file, whole or not at all."""
    part = file.with_name(f".{file.name}.part")
    try:
        with open_store() as store, part.open("w", encoding="utf-8") as out:
            written = store.export_log(out, sessions or None)
        os.replace(part, file)
    except StoreFault as fault:
        part.unlink(missing_ok=True)
        return stopped(fault)
    except OSError as error:
        return complain(f"{file}: {error.strerror or error}; expected a file that can be written")
    put(f"{file}: {written} sessions")
    return 0


def import_(file: Path, as_json: bool) -> int:
    """Add the sessions of a file; what is known already is added once. Exit code 2 with every fault of the file."""
    if not file.is_file():
        return complain(f"{file}: no such file; expected one that `companion log export` wrote")
    try:
        with open_store() as store:
            done = store.import_log(file)
    except ImportRefused as refused:
        for fault in refused.faults:
            tell(f"{file}: {fault}")
        return 2
    except StoreFault as fault:
        return stopped(fault)
    if as_json:
        put(json_.dumps(done._asdict()))
    else:
        counts = f"{done.sessions_added} sessions new, {done.sessions_grown} grown, {done.sessions_known} known already"
        put(f"{file}: {counts}")
    return 0


def backup() -> int:
    """Make a backup now."""
    try:
        with open_store() as store:
            made = store.back_up("asked")
    except StoreFault as fault:
        return stopped(fault)
    put(str(made.path) if made else "")
    return 0


def restore(name: str | None, as_json: bool) -> int:
    """Put a backup in the place of the log (without a name: list them). The old file is kept."""
    path = database_file()
    found = backups(path)
    if name is None:
        if as_json:
            put(json_.dumps([{"name": b.path.name, "at": b.at.isoformat(), "reason": b.reason} for b in found]))
        else:
            for each in found:
                put(f"{each.path.name}  {each.at:%Y-%m-%d %H:%M}  {each.reason}  {each.size // 1024} KiB")
        return 0 if found else 1
    chosen = next((each for each in found if each.path.name == name), None)
    if chosen is None:
        return complain(f"no backup {name!r}; `companion log restore` lists them")
    try:
        kept = put_back(path, chosen.path)
    except StoreFault as fault:
        return stopped(fault)
    put(f"{path} is as in {name}" + (f"; what stood there is kept as {kept}" if kept else ""))
    return 0
