"""The rulings a table may switch: their choices, the default first (see data/challengers/rulings.toml)."""

from __future__ import annotations

SWITCHES: dict[str, tuple[str, ...]] = {
    "CH8": ("keep-one", "may-be-empty"),
    "CH16": ("bench-first", "flag-loss-first"),
    "CH57": ("stay-in-deck", "back-to-tray"),
}
