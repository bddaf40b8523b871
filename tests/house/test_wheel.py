"""What people install: the wheel holds the four packages with their data, and works far from this checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from tests.house.test_layout import PACKAGES, ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def test_the_wheel_ships_exactly_the_four_packages(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)
    shipped = {name for name in names if name.startswith("data/") and not name.endswith(".py")}
    assert shipped == {
        str(path.relative_to(ROOT))
        for path in (ROOT / "data").rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc")
    }
    assert {Path(name).suffix for name in shipped} >= {".toml", ".csv"}


def test_the_installed_wheel_plays_the_demo(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
    bin_ = home / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run([bin_ / "python", "-m", "pip", "install", "-q", "--no-deps", str(wheel)], check=True, cwd=tmp_path)
    # The dependencies come from this environment; its editable install of the checkout does not.
    site = next(home.rglob("site-packages"))
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n" + sysconfig.get_path("platlib") + "\n")
    storage = tmp_path / "storage"
    environment = {**os.environ, "FLET_APP_STORAGE_DATA": str(storage), "PYTHONPATH": ""}
    where = subprocess.run(
        [bin_ / "python", "-c", "import companion; print(companion.__file__)"],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment,
    )
    assert str(home) in where.stdout
    shown = subprocess.run(
        [bin_ / "companion", "demo"], capture_output=True, text=True, cwd=tmp_path, env=environment, check=False
    )
    assert shown.returncode == 0, shown.stderr
    assert "Lord of Darkness" in shown.stdout
    assert list(storage.glob("*.sqlite3"))
