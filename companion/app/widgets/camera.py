"""The live camera: pictures of what is on the table, at a bounded rate, to whoever looks for codes in them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from urllib.parse import urlsplit

import flet as ft
import flet_camera as fc

from companion.app.handlers import sentence_of
from companion.app.widgets.buttons import plain_button
from companion.texts import _

log = logging.getLogger(__name__)

PERIOD = 0.2
"""Seconds between two pictures at least: a phone sends about 100 kB for each."""
LATE_ANSWER = 15.0
"""Seconds for which the answer of a camera that was closed may still arrive."""
_PHONES = (ft.PagePlatform.ANDROID, ft.PagePlatform.IOS)
_REAR_FIRST = (fc.CameraLensDirection.BACK, fc.CameraLensDirection.EXTERNAL, fc.CameraLensDirection.FRONT)

OnPicture = Callable[[bytes], Awaitable[None]]
"""Is given one encoded picture (JPEG); the next one is taken after it returns."""


def insecure(url: str | None) -> bool:
    """Whether browsers refuse the camera at this address: neither encrypted nor this same machine."""
    parts = urlsplit(url or "")
    return parts.scheme in ("http", "ws") and parts.hostname not in ("127.0.0.1", "localhost", "::1")


@ft.component
def CameraView(on_picture: OnPicture, height: float = 300) -> ft.Control:
    """Shows what the camera sees and hands its pictures on; where there is no camera, a sentence says why.

    In browsers and on phones the client's camera is used, on desktops the webcam of this machine.
    """
    page = ft.context.page
    trouble, set_trouble = ft.use_state("")
    attempt, set_attempt = ft.use_state(0)
    shown, set_shown = ft.use_state(b"")
    in_client = page.web or page.platform in _PHONES
    nothing: fc.Camera | None = None
    camera = ft.use_ref(nothing)
    newest: list[OnPicture] = ft.use_memo(lambda: [on_picture], [])
    newest[0] = on_picture

    def on_page() -> fc.Camera:
        assert camera.current is not None
        return camera.current

    async def watch() -> None:
        if page.web and insecure(page.url):
            set_trouble(_("The browser gives the camera only to a secure (https) address."))
            return
        pictures = _client_pictures(on_page) if in_client else _webcam_pictures()
        try:
            async for picture in pictures:
                if not in_client:
                    set_shown(picture)
                await newest[0](picture)
        except asyncio.CancelledError:
            raise
        except Exception as fault:
            log.warning("camera: %s", fault)
            said = sentence_of(fault) if hasattr(fault, "sentence") else _("The camera does not answer.")
            set_trouble(said)
        finally:
            await pictures.aclose()

    def let_go() -> None:
        # The picture that the client is taking right now is still to come. Flet ends the connection when an answer
        # comes for a control it no longer knows, so it has to know this one a little longer (its index holds weakly).
        if camera.current is not None:
            page.session.index[camera.current._i] = camera.current
            page.loop.call_later(LATE_ANSWER, id, camera.current)

    ft.use_effect(watch, [attempt], let_go)
    if trouble:

        def again() -> None:
            set_trouble("")
            set_attempt(attempt + 1)

        return ft.Column(
            spacing=8,
            controls=[
                ft.Text(value=trouble),
                ft.Text(value=_("Let this page use the camera, or enter the card by a picture or by its code.")),
                plain_button(_("Try the camera again"), again, ft.Icons.REFRESH),
            ],
        )
    if in_client:
        # A new control each time, for Flet gives the old one's place to it: only the newest one is on the page.
        view: ft.Control = fc.Camera(expand=True)
        camera.current = view
    else:
        view = ft.Image(src=shown, gapless_playback=True, fit=ft.BoxFit.CONTAIN) if shown else ft.ProgressRing()
    return ft.Semantics(
        container=True,
        label=_("What the camera sees"),
        content=ft.Container(
            content=view,
            height=height,
            border_radius=12,
            clip_behavior=ft.ClipBehavior.HARD_EDGE,
            alignment=ft.Alignment.CENTER,
            bgcolor=ft.Colors.BLACK,
        ),
    )


async def _client_pictures(camera: Callable[[], fc.Camera]) -> AsyncGenerator[bytes, None]:
    """Pictures of the camera of the browser or phone, the one at its back first."""
    await asyncio.sleep(0)  # the control reaches the page with the update that follows this render
    found = await camera().get_available_cameras()
    if not found:
        raise NoCamera
    found.sort(key=lambda description: _REAR_FIRST.index(description.lens_direction))
    await camera().initialize(found[0], fc.ResolutionPreset.HIGH, enable_audio=False)
    loop = asyncio.get_running_loop()
    while True:
        started = loop.time()
        yield await camera().take_picture()
        await asyncio.sleep(max(0.0, PERIOD - (loop.time() - started)))


async def _webcam_pictures() -> AsyncGenerator[bytes, None]:
    """Pictures of this machine's webcam, read in a thread."""
    from scanners.webcam import Webcam  # OpenCV, for those who scan

    webcam = await asyncio.to_thread(Webcam)
    try:
        while True:
            yield await asyncio.to_thread(webcam.picture)
            await asyncio.sleep(PERIOD)
    finally:
        await asyncio.to_thread(webcam.close)


class NoCamera(Exception):
    """This device has no camera."""

    @property
    def sentence(self) -> str:
        return _("This device has no camera.")
