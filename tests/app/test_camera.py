from __future__ import annotations

import pytest

from companion.app.widgets.camera import insecure


@pytest.mark.parametrize("url", ["ws://192.168.0.7:8550", "http://table.local/", "ws://example.org:80"])
def test_browsers_give_no_camera_to_a_plain_address_of_another_machine(url: str) -> None:
    assert insecure(url)


@pytest.mark.parametrize(
    "url", ["wss://192.168.0.7:8550", "https://table.local/", "ws://127.0.0.1:8550", "ws://localhost", None]
)
def test_the_camera_works_on_this_machine_and_over_tls(url: str | None) -> None:
    assert not insecure(url)
