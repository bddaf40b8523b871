"""What the games are printed on: rulebook sections in our own words, rulings and card packs, as TOML and CSV."""

from pathlib import Path

FOLDER = Path(__file__).parent
"""Where the rooms' folders lie (importlib.resources would double the start-up time of `companion judge`)."""
