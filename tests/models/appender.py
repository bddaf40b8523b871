"""A process that appends to a session and prints the id of each entry once it is acknowledged.

    python -m tests.models.appender PLACE SESSION ACTOR COUNT

PLACE is a path or a server's address; COUNT 0 goes on for ever. It prints "ready" first and waits for a line, so that
several can start together.
"""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

from models import Stale
from tests.models.conftest import heal, open_place


def main(place: str, session_id: str, actor: str, entries: str) -> None:
    with open_place(place if "://" in place else Path(place)) as store:
        print("ready", flush=True)
        sys.stdin.readline()
        base = store.session(session_id).last_seq
        for number in range(int(entries)) if int(entries) else count():
            new = heal(actor, payload={"n": number})
            while True:
                try:
                    base = store.append(session_id, new, base).seq
                    break
                except Stale as behind:
                    base = behind.entries[-1].seq
            print(new.id, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
