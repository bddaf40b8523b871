"""The rulings a table may switch, with their choices; the first one is the default. The questions are in `data`."""

from __future__ import annotations

SWITCHES: dict[str, tuple[str, ...]] = {
    "AS1": ("by-place", "quick-setup"),
    "AS14": ("floor-zero", "floor-one", "no-floor"),
    "AS26": ("chosen", "lowest-number"),
    "AS27": ("takes-place", "to-discards"),
    "AS55": ("no-counter-attack", "counter-attack"),
    "AS71": ("action-only", "whole-turn"),
    "AS72": ("hand-to-piles", "hand-aside", "fame-counts"),
    "AS73": ("each-time-paid", "once-a-turn"),
}
