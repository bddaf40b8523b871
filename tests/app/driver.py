"""A Flet session without a browser: a fake connection that packs every message, as the real one does, and keeps it.

This leans on Flet's messaging layer, which is no public interface: `pyproject.toml` keeps Flet below 1.1.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import flet as ft
import msgpack
from flet.controls.context import _context_page
from flet.messaging.connection import Connection
from flet.messaging.protocol import Message, configure_encode_object_for_msgpack
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub

C = TypeVar("C", bound=ft.BaseControl)
_encode = configure_encode_object_for_msgpack(ft.BaseControl)


class FakeConnection(Connection):
    """Answers what a client would: service calls with `replies`, a pushed route with a route change."""

    def __init__(self, replies: dict[str, Any]) -> None:
        super().__init__()
        self.loop = asyncio.get_running_loop()
        self.executor = ThreadPoolExecutor(1)
        self.pubsubhub = PubSubHub(loop=self.loop, executor=self.executor)
        self.page_url = "http://127.0.0.1"
        self.sent: list[Message] = []
        self.replies = replies
        self.session: Session

    def dispose(self) -> None:
        self.executor.shutdown()

    def send_message(self, message: Message) -> None:
        self.sent.append(message)
        msgpack.packb([message.action, message.body], default=_encode)  # packing is what renders components
        if message.action.name != "INVOKE_METHOD":
            return
        call = message.body
        if call.name == "push_route":
            self.loop.create_task(self._navigate(call.args["route"]))
        answer = self.replies.get(call.name)
        self.loop.call_soon(self.session.handle_invoke_method_results, call.control_id, call.call_id, answer, None)

    async def _navigate(self, route: str) -> None:
        self.session.apply_page_patch({"route": route})
        await self.session.dispatch_event(self.session.page._i, "route_change", {"route": route})


class Driver:
    """Starts `main` on a page of the given size; finds controls by type and what they say; fires their events."""

    def __init__(self, *, width: int = 390, height: int = 844, route: str = "/", **replies: Any) -> None:
        self.connection = FakeConnection(replies)
        self.session = self.connection.session = Session(self.connection)
        self.page = self.session.page
        _context_page.set(self.page)
        self.session.apply_page_patch({"width": width, "height": height, "route": route, "web": True})
        msgpack.packb(self.session.get_page_patch(), default=_encode)

    async def start(self, main: Callable[[ft.Page], None]) -> Driver:
        main(self.page)
        await self.session.after_event(self.page)
        await self.settle()
        return self

    async def settle(self) -> None:
        for _ in range(12):
            await asyncio.sleep(0)

    def all(self, kind: type[C]) -> list[C]:
        return [control for control in _walk(self.page, set()) if isinstance(control, kind)]

    def texts(self) -> list[str]:
        """Everything that can be read on the page."""
        said = []
        for control in self.all(ft.Control):
            for part in ("value", "content", "label", "tooltip"):
                text = getattr(control, part, None)
                if isinstance(text, str) and text:
                    said.append(text)
        return said

    async def tap(self, name: str, *, last: bool = False) -> None:
        """Press the first (or the last) of this name: itself, or the nearest thing around it that can be pressed."""
        controls = self.all(ft.Control)
        for control in reversed(controls) if last else controls:
            if name in (getattr(control, part, None) for part in ("value", "content", "label", "tooltip")):
                pressable: Any = control
                while pressable is not None and getattr(pressable, "on_click", None) is None:
                    pressable = pressable.parent
                if pressable is not None and not pressable.disabled:
                    await self.fire(pressable, "click")
                    return
        raise AssertionError(f"nothing called {name!r} can be pressed; there is: {self.texts()}")

    async def until(self, holds: Callable[[], bool]) -> None:
        """Let threads and updates go on until this holds."""
        for _ in range(500):
            if holds():
                return
            await asyncio.sleep(0.01)
        raise AssertionError(f"it never came to hold; there is: {self.texts()}; crashes: {self.crashes}")

    async def fire(self, control: ft.BaseControl, event: str, data: Any = None, **values: Any) -> None:
        """The client's side of an event: first the new values of the control, then the event."""
        if values:
            self.session.apply_patch(control._i, values)
        await self.session.dispatch_event(control._i, event, data)
        await self.settle()

    @property
    def crashes(self) -> list[str]:
        return [m.body.message for m in self.connection.sent if m.action.name == "SESSION_CRASHED"]


def _walk(value: Any, seen: set[int]) -> Iterator[ft.BaseControl]:
    if id(value) in seen:
        return
    if isinstance(value, (list, tuple, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _walk(item, seen)
        return
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        return
    seen.add(id(value))
    if isinstance(value, ft.BaseControl):
        yield value
    for field in dataclasses.fields(value):
        hidden = field.metadata.get("skip") and field.name != "_b"  # _b is what a component rendered
        if not hidden and field.name not in ("_parent", "parent", "page"):
            yield from _walk(getattr(value, field.name, None), seen)
