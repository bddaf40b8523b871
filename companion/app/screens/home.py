"""The first screen: what the app can do, and the tables there are."""

from __future__ import annotations

import flet as ft

from companion.app import tables
from companion.app.games import DECKS
from companion.app.handlers import screen
from companion.app.widgets.buttons import tile
from companion.app.widgets.layout import reading_page, section
from companion.app.widgets.loading import use_loaded, waiting
from companion.rules import ROOMS
from companion.texts import _, n_
from models import SessionInfo


@screen
def Home() -> ft.Control:
    page = ft.context.page
    loaded, again = use_loaded(tables.sessions, "sessions")
    controls: list[ft.Control] = [
        ft.Text(value=_("Scan a card, check the move, keep every total, and write it all down.")),
        tile(
            _("Track a game"),
            _("Players, totals and moves of a game at your table."),
            ft.Icons.SCOREBOARD,
            lambda: page.navigate("/new"),
        ),
        tile(
            _("Cards"),
            _("Look through the cards, and enter your own box."),
            ft.Icons.STYLE,
            lambda: page.navigate("/cards"),
        ),
        *(
            tile(
                _("Check a deck"),
                _("{game}: is it legal, and its sheet for a tournament.", game=name),
                ft.Icons.FACT_CHECK,
                lambda id_=id_: page.navigate(f"/decks/{id_}"),
            )
            for id_, (_room, name) in ROOMS.items()
            if id_ in DECKS
        ),
    ]
    if loaded.value is None:
        controls.append(waiting(loaded, again))
    for title, states in ((_("Go on playing"), ("open",)), (_("Played"), ("finished", "abandoned"))):
        listed = [info for info in loaded.value or () if info.state in states]
        if listed:
            controls.append(section(title, [_session(page, info) for info in listed]))
    return reading_page(_("Table Companion"), controls)


def _session(page: ft.Page, info: SessionInfo) -> ft.Control:
    _room, game = ROOMS.get(info.game, ("", info.game))
    names = ", ".join(seat.name for seat in info.seats)
    entries = n_("{n} entry", "{n} entries", info.last_seq)
    icon = ft.Icons.TABLE_BAR if info.state == "open" else ft.Icons.EMOJI_EVENTS
    title = info.title if info.title == game else f"{info.title} · {game}"
    return tile(
        title, f"{names} · {entries} · {info.updated_at[:10]}", icon, lambda: page.navigate(f"/table/{info.id}")
    )
