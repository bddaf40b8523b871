"""First paint in the browser, beside a Flet hello world in the same run. `--json` ends with one line of JSON.

Each round opens both in a fresh browser profile and takes the time from navigation to the first text on the screen.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

OURS = "from companion.app.launch import run; run(port=0)"
HELLO = """
import socket, uvicorn, flet as ft, flet_web.fastapi as ff
app = ff.FastAPI()
app.mount("/", ff.app(lambda page: page.add(ft.Text("Hello, world")), no_cdn=True))
listener = socket.create_server(("127.0.0.1", 0))
print(f"http://127.0.0.1:{listener.getsockname()[1]}/ ", flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="error")).run([listener])
"""
# Turns Flutter's semantics on as soon as they can be, and notes when the text stands there.
WATCH = """
window.addEventListener('DOMContentLoaded', () => { const look = () => {
    document.querySelector('flt-semantics-placeholder')?.click();
    const host = document.querySelector('flt-semantics-host');
    if (host && host.textContent.includes(%s)) window.painted = performance.now();
    else requestAnimationFrame(look);
}; look(); });
"""


@contextmanager
def serving(program: str) -> Iterator[str]:
    """The address of a server process."""
    with tempfile.TemporaryDirectory() as data:
        environment = {"PATH": "/usr/bin:/bin", "HOME": data, "FLET_APP_STORAGE_DATA": data}
        process = subprocess.Popen(
            [sys.executable, "-c", program],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+/", process.stdout.readline())
            assert found, "the server did not start"
            yield found.group()
        finally:
            process.terminate()
            process.wait()


def first_paint(browser: Browser, address: str, text: str) -> float:
    """Seconds from navigation to the first text."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    context.route("**/*", lambda route: route.continue_() if "//127.0.0.1" in route.request.url else route.abort())
    tab = context.new_page()
    tab.add_init_script(WATCH % json.dumps(text))
    tab.goto(address)
    tab.wait_for_function("window.painted > 0", timeout=60_000)
    milliseconds: float = tab.evaluate("window.painted")
    context.close()
    return milliseconds / 1000


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--json", action="store_true")
    chosen = options.parse_args()
    ours: list[float] = []
    hello: list[float] = []
    with serving(OURS) as our_address, serving(HELLO) as hello_address, sync_playwright() as playwright:
        chromium = shutil.which("chromium")
        browser = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--enable-unsafe-swiftshader"]
        )
        for number in range(chosen.rounds + 1):
            pair = (
                first_paint(browser, hello_address, "Hello, world"),
                first_paint(browser, our_address, "Table Companion"),
            )
            if number:  # the first round warms the disk cache for both
                hello.append(pair[0])
                ours.append(pair[1])
        browser.close()
    result = {
        "first_paint_s": round(statistics.median(ours), 3),
        "hello_world_s": round(statistics.median(hello), 3),
        "ratio": round(statistics.median(ours) / statistics.median(hello), 3),
        "rounds": chosen.rounds,
    }
    if chosen.json:
        print(json.dumps(result))
    else:
        for name, value in result.items():
            print(f"{name:16} {value}")


if __name__ == "__main__":
    main()
