"""The app as an ASGI application: for the browser on this machine and, behind `companion serve`, for other devices."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

import flet_web.fastapi as flet_fastapi
from fastapi import FastAPI
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.app.main import ASSETS, main

# Flet's client compiles WebAssembly, starts workers from blob: addresses, and its index.html has inline scripts and
# styles. It also asks a public CDN for one file on every start (the Rive runtime, which this app has no use for): under
# this policy the browser itself refuses that, and no request leaves the machine.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self' blob: data:",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline'",
        "connect-src 'self' blob: data:",
        "worker-src 'self' blob:",
        "frame-ancestors 'none'",
    )
)
LOCAL_HOSTS = ("127.0.0.1", "localhost")


class SameOrigin:
    """Sends the content security policy with every answer, and refuses a WebSocket that another site's page opens."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and not _same_origin(Headers(scope=scope)):
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "opened by a page of another site"})
            return

        async def send_with_policy(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
            await send(message)

        await self._app(scope, receive, send_with_policy)


def _same_origin(headers: Headers) -> bool:
    """Whether the page that asks came from this server. Programs that are no browser send no origin and are let in."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


def asgi_app(hosts: Sequence[str] = LOCAL_HOSTS) -> FastAPI:
    """The whole app for uvicorn. `hosts` are the names it answers to; any other is refused (DNS rebinding)."""
    app: FastAPI = flet_fastapi.FastAPI(openapi_url=None)
    app.add_middleware(SameOrigin)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(hosts))
    app.mount(
        "/",
        flet_fastapi.app(
            main, assets_dir=str(ASSETS), app_name="Table Companion", app_short_name="Companion", no_cdn=True
        ),
    )
    return app
