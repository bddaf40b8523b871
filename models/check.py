"""Whether everything stored is what was written."""

from __future__ import annotations

from sqlalchemy import Connection, func, select, text

from models import log
from models.database import Altered
from models.progress import Progress, silent
from models.tables import session


def check(connection: Connection, progress: Progress = silent) -> list[str]:
    """Every fault found: in the database file, in an entry's content, in the numbering of a log. Raises Cancelled."""
    faults = _file_faults(connection) if connection.dialect.name == "sqlite" else []
    total = connection.execute(select(func.count()).select_from(session)).scalar_one()
    for done, (session_id, last_seq) in enumerate(
        connection.execute(select(session.c.id, session.c.last_seq).order_by(session.c.id)).all(), start=1
    ):
        try:
            numbers = [each.seq for each in log.read(connection, session_id)]
        except Altered as error:
            faults.append(f"{error} is not what was written")
        else:
            if numbers != list(range(1, last_seq + 1)):
                faults.append(f"session {session_id} should have the entries 1 to {last_seq}, it has {len(numbers)}")
        progress(done, total)
    return faults


def _file_faults(connection: Connection) -> list[str]:
    found = [row[0] for row in connection.execute(text("PRAGMA integrity_check"))]
    faults = [] if found == ["ok"] else found
    orphans = connection.execute(text("PRAGMA foreign_key_check")).all()
    return faults + [f"table {table} has a row without its {parent}" for table, _row, parent, _key in orphans]
