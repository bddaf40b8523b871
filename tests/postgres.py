"""A PostgreSQL server of our own: a throw-away cluster on a free port, run by an unprivileged user.

    with PostgresServer() as server:
        url = server.new_database()

It needs Debian's `postgresql` package (or any other that has `initdb` and `pg_ctl`), not a running service.
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from itertools import count
from pathlib import Path
from types import TracebackType


def binaries() -> Path | None:
    """The folder of the newest `initdb`, or None where PostgreSQL is not installed."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda found: int(found.parts[-3]))
    on_path = shutil.which("initdb")
    return versions[-1].parent if versions else Path(on_path).parent if on_path else None


class PostgresServer:
    """A cluster in a temporary folder; started by `with`, stopped and deleted at its end."""

    def __init__(self, durable: bool = True) -> None:
        """Not `durable` is faster: it survives anything but the machine's own end."""
        found = binaries()
        if found is None:
            raise FileNotFoundError("no initdb here: apt-get install postgresql")
        self._bin = found
        self._user = _unprivileged()
        self._folder = tempfile.TemporaryDirectory(prefix="companion-postgres-")
        self._numbers = count(1)
        self._settings = "" if durable else " -c fsync=off"
        self.port = _free_port()

    def __enter__(self) -> PostgresServer:
        folder = Path(self._folder.name)
        if self._user:
            shutil.chown(folder, self._user)
        self._run("initdb", "-D", "data", "-U", "companion", "--auth=trust", "--encoding=UTF8", "--no-sync")
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop("immediate")
        self._folder.cleanup()

    def start(self) -> None:
        options = f"-p {self.port} -h 127.0.0.1 -k {self._folder.name}{self._settings}"
        self._run("pg_ctl", "-D", "data", "-w", "-l", "log", "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        """`fast` lets go of its clients in order, `immediate` is a crash."""
        self._run("pg_ctl", "-D", "data", "-w", "-m", mode, "stop")

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"club{next(self._numbers)}"
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "companion", name)
        return f"postgresql://companion@127.0.0.1:{self.port}/{name}"

    def drop_database(self, address: str) -> None:
        name = address.rsplit("/", 1)[-1]
        self._run("dropdb", "--force", "-h", "127.0.0.1", "-p", str(self.port), "-U", "companion", name)

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [str(self._bin / program), *arguments],
            cwd=self._folder.name,
            user=self._user,
            group=self._user and pwd.getpwnam(self._user).pw_gid,
            extra_groups=[] if self._user else None,
            check=True,
            stdout=subprocess.DEVNULL,
        )


def _unprivileged() -> str | None:
    """The user to run as, None for the present one: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
