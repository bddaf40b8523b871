from __future__ import annotations

import importlib.util
import os
import signal
import socket
import subprocess
import sys
import webbrowser
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.app import launch
from companion.app.launch import Way


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A Linux machine with a display, a browser and every part installed; tests take parts away."""
    parts = SimpleNamespace(installed={"flet_desktop", "flet_web", "uvicorn"}, client=None)

    def ensure() -> None:
        if parts.client:
            raise parts.client

    for name in ("FLET_PLATFORM", "FLET_DISPLAY_URL_PREFIX"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name in parts.installed or None)
    monkeypatch.setattr(launch.importlib, "import_module", lambda name: SimpleNamespace(ensure_client_cached=ensure))
    monkeypatch.setattr(launch.ctypes.util, "find_library", lambda name: "libgtk-3.so.0")
    monkeypatch.setattr(webbrowser, "get", lambda: object())
    return parts


def test_a_window_where_display_and_client_are_to_be_had(machine: SimpleNamespace) -> None:
    assert launch.way() is Way.WINDOW


def test_the_browser_where_the_client_is_not_to_be_had(machine: SimpleNamespace) -> None:
    machine.client = OSError("no network")
    assert launch.way() is Way.BROWSER
    machine.installed.remove("flet_desktop")
    assert launch.way() is Way.BROWSER


def test_only_an_address_without_a_display_or_a_browser(
    machine: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.installed.remove("flet_desktop")

    def none() -> None:
        raise webbrowser.Error

    with monkeypatch.context() as patch:
        patch.setattr(webbrowser, "get", none)
        assert launch.way() is Way.SERVE
    monkeypatch.delenv("DISPLAY")
    assert launch.way() is Way.SERVE


def test_a_packaged_app_is_shown_by_its_host(machine: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLET_PLATFORM", "android")
    assert launch.way() is Way.HOST


def test_without_any_client_one_sentence_says_what_to_install(
    machine: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.installed.clear()
    assert launch.run() == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert 'pip install "table-companion[web]"' in said.err


def test_a_port_in_use_is_said_in_one_sentence(machine: SimpleNamespace, capsys: pytest.CaptureFixture[str]) -> None:
    machine.installed.remove("flet_desktop")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert launch.run(port) == 1
    assert str(port) in capsys.readouterr().err


def test_ctrl_c_ends_the_server_without_a_traceback(tmp_path: Path) -> None:
    pytest.importorskip("flet_web", reason="install the web extra: pip install '.[web]'")
    environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    process = subprocess.Popen(
        [sys.executable, "-c", "from companion.app.launch import run; raise SystemExit(run(0))"],
        env={**environment, "FLET_APP_STORAGE_DATA": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert "http://127.0.0.1:" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _said, complaints = process.communicate(timeout=30)
    assert (process.returncode, complaints) == (0, "")
