"""Every control has a name that screen readers can say, on each screen."""

from __future__ import annotations

import pytest

from .conftest import DESK, PHONE, Browse, Server, Ui
from .seed import anime_saga

UNNAMED = """() => [...document.querySelectorAll(
    'flt-semantics-host [role=button], flt-semantics-host [role=checkbox], flt-semantics-host [role=radio], ' +
    'flt-semantics-host [role=switch], flt-semantics-host [role=tab], flt-semantics-host input, ' +
    'flt-semantics-host textarea')]
  .filter(node => !(node.getAttribute('aria-label') || node.textContent || '').trim())
  .map(node => node.outerHTML.slice(0, 300))"""


def walk(ui: Ui, place: str) -> None:
    ui.tab.wait_for_timeout(300)
    assert ui.tab.evaluate(UNNAMED) == [], f"unnamed controls {place}"


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_no_control_is_without_a_name(server: Server, browse: Browse, size: tuple[int, int]) -> None:
    table = f"/table/{anime_saga(server.data, ('Ana', 'Bo', 'Cy'))}"
    ui = browse(size).open()
    ui.sees("Track a game")
    walk(ui, "at home")
    ui.tap("Settings")
    walk(ui, "in the settings")
    ui.open("/new")
    ui.find("Start the table")
    walk(ui, "at a new table")
    ui.open(table)
    ui.find("Contribute to the Challenge")
    walk(ui, "at the table")
    ui.tap("Contribute to the Challenge")
    ui.tap("Add a card")
    ui.find("Code or name of the card")
    walk(ui, "while a card is entered")
    ui.tap("Back")
    ui.tap("Table tools")
    walk(ui, "among the tools")
    ui.tap("Correct a number")
    walk(ui, "in a correction")
