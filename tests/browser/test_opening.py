"""The app opens, on a phone and on a desk, and asks no outside address."""

from __future__ import annotations

import pytest

from .conftest import DESK, PHONE, Browse


@pytest.mark.parametrize(("name", "size"), [("phone", PHONE), ("desk", DESK)])
def test_the_app_opens_and_its_settings_stay(browse: Browse, name: str, size: tuple[int, int]) -> None:
    ui = browse(size).open()
    ui.sees("Scan a card")
    ui.shot(f"home-{name}")
    ui.tap("Settings")
    ui.sees("Text size")
    assert ui.tab.url.endswith("/settings")
    ui.shot(f"settings-{name}")
    ui.tap("Dark")
    ui.tap("High contrast")
    ui.shot(f"settings-dark-{name}")
    ui.open("/settings")
    ui.tab.get_by_role("radio", name="Dark", checked=True).wait_for(state="attached")
    ui.tab.get_by_role("switch", name="High contrast", checked=True).wait_for(state="attached")


def test_an_address_that_is_not_there_says_so(browse: Browse) -> None:
    ui = browse().open("/no/such/place")
    ui.sees("There is nothing at this address.")
    ui.tap("Go to the start")
    ui.sees("Scan a card")
