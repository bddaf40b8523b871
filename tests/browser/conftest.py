"""The real app in a real Chromium: server, fake camera, and a person's view of the page through its semantics."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image

try:
    from playwright import sync_api
except ImportError:  # see missing()
    sync_api = None

PHONE, DESK = (390, 844), (1280, 800)
REQUIRED = os.environ.get("COMPANION_BROWSER_TESTS") == "required"
CHROMIUM = os.environ.get("COMPANION_CHROMIUM") or next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
)
SHOTS = os.environ.get("COMPANION_SCREENSHOTS")
START = "from companion.app.launch import run; raise SystemExit(run(port=0))"


def missing() -> str | None:
    """What to install before these tests can run."""
    if sync_api is None:
        return "no Playwright here: pip install '.[test]' runs these tests"
    if CHROMIUM is None:
        return "no Chromium here: apt-get install chromium runs these tests"
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if (reason := missing()) and not REQUIRED:
                item.add_marker(pytest.mark.skip(reason=reason))


class Server:
    """The app as a person starts it, on a data folder of its own. It can be stopped and started on the same data."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self.data.mkdir()
        self._log = folder / "server.log"
        self._process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "BROWSER")}
        environment |= {"FLET_APP_STORAGE_DATA": str(self.data), "PYTHONUNBUFFERED": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-c", START],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=self._log.open("a"),
            text=True,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()  # ends with the process where it cannot start
        address = re.search(r"http://\S+/", line)
        assert address, f"the app did not start: {line}{self.log()}"
        self.address = address.group()

    def stop(self) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.wait(10)

    def log(self) -> str:
        return self._log.read_text()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path)
    yield running
    running.stop()
    assert "Traceback" not in running.log(), running.log()
    assert "client:" not in running.log(), running.log()


class Ui:
    """One browser tab, used as a person does: by the names of things, with real pointer events at their centres."""

    def __init__(self, tab: sync_api.Page, address: str) -> None:
        self.tab = tab
        self._address = address.rstrip("/")

    def open(self, route: str = "/") -> Ui:
        self.tab.goto(self._address + route)
        placeholder = self.tab.locator("flt-semantics-placeholder")
        placeholder.wait_for(state="attached", timeout=60_000)
        placeholder.evaluate("node => node.click()")  # what a screen reader does to turn semantics on
        self.tab.locator("flt-semantics-host flt-semantics").nth(3).wait_for(state="attached")
        return self

    def _candidates(self, name: str) -> tuple[sync_api.Locator, ...]:
        tab = self.tab
        longer = re.compile(
            rf"^{re.escape(name)}\s"
        )  # the first words of a button that says more: a tile, a rail's place
        return (
            tab.get_by_role("button", name=name, exact=True),
            tab.get_by_role("tab", name=name, exact=True),
            tab.get_by_label(name, exact=True),
            tab.get_by_text(name, exact=True),
            tab.get_by_role("button", name=longer),
        )

    def find(self, name: str) -> sync_api.Locator:
        """What carries this name, buttons first; scrolls down, then up, where it is not to be seen."""
        candidates = self._candidates(name)
        for step in [0] * 10 + [300] * 20 + [-300] * 40:
            for found in candidates:
                if found.count():
                    return found.first
            if step:
                self._wheel(step)
            self.tab.wait_for_timeout(100)
        raise AssertionError(f"{name!r} is nowhere on the page")

    def _wheel(self, pixels: int) -> None:
        # What is far off the screen has no semantics; the moves are in the middle.
        size = self.tab.viewport_size
        assert size is not None
        self.tab.mouse.move(size["width"] / 2, size["height"] / 2)
        self.tab.mouse.wheel(0, pixels)

    def _centre(self, name: str) -> tuple[float, float]:
        """The middle of what carries this name, once it has come to rest."""
        before = None
        for _ in range(50):
            try:
                node = self.find(name)
                node.scroll_into_view_if_needed(timeout=1000)
                box = node.bounding_box(timeout=1000)
            except sync_api.TimeoutError:  # the screen was drawn anew meanwhile
                continue
            if box is not None and box == before:
                return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            before = box
            self.tab.wait_for_timeout(100)
        raise AssertionError(f"{name!r} does not come to rest on the screen")

    def tap(self, name: str) -> None:
        self.tab.mouse.click(*self._centre(name))

    def hold(self, name: str) -> None:
        """A long press."""
        self.tab.mouse.move(*self._centre(name))
        self.tab.mouse.down()
        self.tab.wait_for_timeout(800)
        self.tab.mouse.up()

    def type(self, label: str, text: str) -> None:
        field = self.tab.get_by_label(label, exact=True).last
        field.wait_for(state="attached")
        for _ in range(5):
            field.focus()
            field.fill(text)
            self.tab.wait_for_timeout(200)
            if field.input_value() == text:
                return
        raise AssertionError(f"{label!r} does not take {text!r}")

    def close(self) -> None:
        self.tab.close()

    def sees(self, text: str) -> None:
        # A text that stands alone in its node is its label, and no text of it.
        self.tab.get_by_text(text).or_(self.tab.get_by_label(text)).first.wait_for(state="attached")

    def shot(self, name: str) -> None:
        """Keep a picture for people to look at, where COMPANION_SCREENSHOTS names a folder."""
        if SHOTS and not self.tab.is_closed():
            Path(SHOTS).mkdir(parents=True, exist_ok=True)
            self.tab.wait_for_timeout(400)  # ink and dialogs come to rest
            self.tab.screenshot(path=Path(SHOTS) / f"{name}.png")


def mjpeg(pictures: list[Image.Image]) -> bytes:
    """A film for the fake camera: JPEG pictures one after another."""
    film = io.BytesIO()
    for picture in pictures:
        picture.convert("RGB").save(film, "JPEG", quality=90)
    return film.getvalue()


Browse = Callable[..., Ui]


@pytest.fixture
def browse(server: Server, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Browse]:
    """`browse(size=PHONE, film=None, camera=True)` opens a new device on the app; `film` is what its camera sees.

    The test fails if any page asked for anything outside this machine, or if its client reported an error.
    """
    assert missing() is None, missing()
    outside: list[str] = []
    errors: list[str] = []
    with sync_api.sync_playwright() as playwright:
        browsers: list[sync_api.Browser] = []
        devices: list[Ui] = []

        def open_device(
            size: tuple[int, int] = PHONE,
            film: list[Image.Image] | None = None,
            camera: bool = True,
            **context: object,
        ) -> Ui:
            arguments = ["--no-sandbox", "--enable-unsafe-swiftshader", "--use-fake-ui-for-media-stream"]
            if camera:
                arguments.append("--use-fake-device-for-media-stream")
            if film:
                feed = tmp_path / f"camera{len(browsers)}.mjpeg"
                feed.write_bytes(mjpeg(film))
                arguments.append(f"--use-file-for-fake-video-capture={feed}")
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
            browsers.append(browser)
            device = browser.new_context(
                viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", **context
            )

            def local_only(route: sync_api.Route) -> None:
                if route.request.url.startswith((server.address, "blob:", "data:")):
                    route.continue_()
                else:
                    outside.append(route.request.url)
                    route.abort()

            device.route("**/*", local_only)
            tab = device.new_page()
            tab.set_default_timeout(10_000)
            tab.on("pageerror", lambda error: errors.append(str(error)))
            devices.append(Ui(tab, server.address))
            return devices[-1]

        yield open_device
        for number, last in enumerate(devices):
            last.shot(f"last-{request.node.name}-{number}")
        for browser in browsers:
            browser.close()
    assert not outside, f"asked outside addresses: {outside}"
    assert not errors, f"errors in the page: {errors}"
