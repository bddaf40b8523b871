"""The app starts without any one of its optional parts; what needs it says so in a sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

OPTIONAL = ["psycopg", "rustworkx", "zxingcpp", "flet_web", "uvicorn", "flet_desktop", "cv2", "numpy"]

BLOCK = """
from importlib.machinery import PathFinder
find = PathFinder.find_spec
PathFinder.find_spec = lambda name, *more: None if name.split(".")[0] in {absent!r} else find(name, *more)
"""
APP = """
import asyncio
from tests.app.driver import Driver
from companion.app.main import main
async def start():
    driver = await Driver().start(main)
    await driver.until(lambda: "Track a game" in driver.texts())
    assert not driver.crashes, driver.crashes
    print(driver.texts())
asyncio.run(start())
"""


def without(absent: list[str], code: str, home: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "FLET_APP_STORAGE_DATA": str(home)}
    environment.pop("COMPANION_DATABASE_URL", None)
    call = [sys.executable, "-c", BLOCK.format(absent=absent) + code]
    return subprocess.run(
        call, capture_output=True, text=True, env=environment, cwd=Path(__file__).parents[2], check=False
    )


@pytest.mark.parametrize("absent", [[name] for name in OPTIONAL] + [OPTIONAL], ids=lambda names: "+".join(names))
def test_the_app_starts_without(absent: list[str], tmp_path: Path) -> None:
    done = without(absent, APP, tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Track a game" in done.stdout


def test_without_any_client_the_command_says_what_to_install(tmp_path: Path) -> None:
    code = "import sys; sys.argv = ['companion']; from companion.cli import main; main()"
    done = without(["flet_web", "uvicorn", "flet_desktop"], code, tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "table-companion[web]" in done.stderr


def test_without_opencv_scanning_says_what_is_missing_and_the_rest_works(tmp_path: Path) -> None:
    picture = tmp_path / "sticker.png"
    code = (
        "import sys; from pathlib import Path; from scanners.symbol import png; from scanners import Payload, encode;"
        f"Path({str(picture)!r}).write_bytes(png(encode(Payload('AS', '0001'))));"
        f"sys.argv = ['companion', 'scan', {str(picture)!r}]; from companion.cli import main; main()"
    )
    done = without(["cv2"], code, tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert "opencv" in done.stderr.lower()
