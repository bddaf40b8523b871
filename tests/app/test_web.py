from __future__ import annotations

import pytest

pytest.importorskip("flet_web", reason="install the web extra: pip install '.[web]'")

from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from companion.app.web import CONTENT_SECURITY_POLICY, asgi_app


@pytest.fixture
def client() -> TestClient:
    return TestClient(asgi_app(), base_url="http://localhost")


@pytest.mark.parametrize("path", ["/", "/settings", "/main.dart.js", "/manifest.json"])
def test_every_answer_carries_the_content_security_policy(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-security-policy"] == CONTENT_SECURITY_POLICY


def test_the_policy_names_no_outside_address() -> None:
    assert "http" not in CONTENT_SECURITY_POLICY
    assert "*" not in CONTENT_SECURITY_POLICY


def test_another_host_name_is_refused(client: TestClient) -> None:
    assert client.get("/", headers={"host": "rebound.example"}).status_code == 400


def test_a_page_of_another_site_cannot_open_the_socket(client: TestClient) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/ws", headers={"origin": "http://evil.example"}):
        pass
    with client.websocket_connect("/ws", headers={"origin": "http://localhost", "host": "localhost"}):
        pass
