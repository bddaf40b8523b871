from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person's data folder of its own for every test."""
    folder = tmp_path / "home"
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", str(folder))
    return folder
