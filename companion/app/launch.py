"""How the app starts: in a window, in the browser, or as a server whose address it prints."""

from __future__ import annotations

import contextlib
import ctypes.util
import enum
import importlib
import importlib.util
import os
import socket
import sys
import webbrowser

import flet as ft

from companion.app.main import ASSETS, main
from companion.texts import _

PORT = 8550
"""Preferred port: browsers keep settings by address, so the address should stay the same."""


class Way(enum.Enum):
    """Where the app shows itself."""

    HOST = "host"
    """A packaged app or Flet's own runner holds the window and says how to connect."""
    WINDOW = "window"
    BROWSER = "browser"
    SERVE = "serve"
    """No display here: print the address."""
    NOWHERE = "nowhere"
    """Neither the desktop client nor the web client is installed."""


def way() -> Way:
    """The best way to show the app on this machine."""
    if sys.platform == "emscripten" or {"FLET_PLATFORM", "FLET_DISPLAY_URL_PREFIX"} & os.environ.keys():
        return Way.HOST
    display = sys.platform != "linux" or bool(os.environ.get("DISPLAY"))
    if display and _desktop_client():
        return Way.WINDOW
    if not all(importlib.util.find_spec(name) for name in ("flet_web", "uvicorn")):
        return Way.NOWHERE
    return Way.BROWSER if display and _browser() else Way.SERVE


def _desktop_client() -> bool:
    """Whether Flet's desktop client can run here; where it is installed but not yet unpacked, this fetches it once."""
    if not importlib.util.find_spec("flet_desktop"):
        return False
    if sys.platform == "linux" and not ctypes.util.find_library("gtk-3"):
        return False
    try:
        importlib.import_module("flet_desktop").ensure_client_cached()
    except OSError:  # no network the first time, or no client for this machine
        return False
    return True


def _browser() -> bool:
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def run(port: int | None = None) -> int:
    """Start the app and return when it ends: 0, or 1 where there is no way to show it.

    `port` is that of the browser's address, 0 for any free one; without it, 8550 where that is free.
    """
    chosen = way()
    if chosen is Way.NOWHERE:
        return _fail(
            _(
                "There is neither a desktop client nor a web client here: install one with "
                'pip install "table-companion[web]" or "table-companion[desktop]".'
            )
        )
    if chosen in (Way.HOST, Way.WINDOW):
        ft.run(main, assets_dir=str(ASSETS), no_cdn=True)
        return 0
    try:
        listener = _listen(port)
    except OSError as fault:
        return _fail(_("Port {port} cannot be used: {reason}.", port=port or PORT, reason=fault.strerror))
    _serve(listener, open_page=chosen is Way.BROWSER)
    return 0


def _fail(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


def _listen(port: int | None) -> socket.socket:
    """A socket that listens on the loopback interface only."""
    if port is not None:
        return socket.create_server(("127.0.0.1", port))
    try:
        return socket.create_server(("127.0.0.1", PORT))
    except OSError:  # most likely another copy of the app
        return socket.create_server(("127.0.0.1", 0))


def _serve(listener: socket.socket, *, open_page: bool) -> None:
    """Serve the app to this machine until interrupted."""
    import uvicorn  # with the web extra only

    from companion.app.web import asgi_app

    address = f"http://127.0.0.1:{listener.getsockname()[1]}/"

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            print(_("Table Companion is at {address} (Ctrl+C ends it).", address=address), flush=True)
            if open_page:
                webbrowser.open(address)

    with contextlib.suppress(KeyboardInterrupt):  # uvicorn raises it again after it has shut down
        Server(uvicorn.Config(asgi_app(), log_level="warning")).run([listener])
