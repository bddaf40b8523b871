"""Where a command's words go: results to stdout, everything for people's eyes only to stderr."""

from __future__ import annotations

import sys


def put(text: str) -> None:
    """A result, on stdout."""
    sys.stdout.write(text + "\n")


def tell(text: str) -> None:
    """A remark or progress, on stderr."""
    sys.stderr.write(text + "\n")


def complain(text: str) -> int:
    """One line that says what is wrong with the input, on stderr; the exit code for malformed input."""
    tell("companion: " + " ".join(text.split())[:2000])
    return 2
