"""The frame around every screen: routes, navigation at the foot of a phone and at the side of a wide window."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.app import theme
from companion.app.handlers import safe, screen
from companion.app.screens import cards, deck_check, home, new_table, pack, settings, table
from companion.app.state import LookCtx, LookState, Viewport, ViewportCtx
from companion.texts import _


@dataclass(frozen=True)
class Tab:
    route: str
    label: str
    icon: ft.IconData


def tabs() -> list[Tab]:
    return [Tab("/", _("Home"), ft.Icons.HOME), Tab("/settings", _("Settings"), ft.Icons.SETTINGS)]


@screen
def Shell() -> ft.Control:
    viewport, location, outlet = ft.use_context(ViewportCtx), ft.use_route_location(), ft.use_route_outlet()
    page = ft.context.page
    places = tabs()
    selected = next((i for i, tab in enumerate(places) if tab.route == location), 0)
    go = safe(lambda event: page.navigate(places[int(event.control.selected_index)].route))
    body = ft.Container(content=outlet, expand=True)
    if viewport.wide:
        rail = ft.NavigationRail(
            selected_index=selected,
            on_change=go,
            label_type=ft.NavigationRailLabelType.ALL,
            min_width=96,
            destinations=[ft.NavigationRailDestination(icon=tab.icon, label=tab.label) for tab in places],
        )
        return ft.Row(controls=[rail, ft.VerticalDivider(width=1), body], expand=True, spacing=0)
    bar = ft.NavigationBar(
        selected_index=selected,
        on_change=go,
        destinations=[ft.NavigationBarDestination(icon=tab.icon, label=tab.label) for tab in places],
    )
    return ft.Column(controls=[body, bar], expand=True, spacing=0)


@screen
def NotFound() -> ft.Control:
    page = ft.context.page
    return ft.Column(
        controls=[
            ft.Text(value=_("There is nothing at this address."), theme_style=ft.TextThemeStyle.TITLE_LARGE),
            ft.FilledButton(
                content=_("Go to the start"), height=theme.TARGET, on_click=safe(lambda: page.navigate("/"))
            ),
        ],
    )


ROUTES = [
    ft.Route(
        component=Shell,
        outlet=True,
        children=[
            ft.Route(index=True, component=home.Home),
            ft.Route(path="settings", component=settings.Settings),
            ft.Route(path="new", component=new_table.NewTable),
            ft.Route(path="cards", component=cards.Cards),
            ft.Route(path="decks/:game", component=deck_check.DeckCheckScreen),
            ft.Route(path="cards/:game", component=cards.Packs),
            ft.Route(path="cards/:game/:pack", component=pack.PackScreen),
        ],
    ),
    ft.Route(path="table/:id", component=table.TableScreen),
]


@screen
def App() -> ft.Control:
    page = ft.context.page
    viewport, set_viewport = ft.use_state(Viewport(page.width or 400, page.height or 800))
    look, set_look = ft.use_state(theme.Look())
    _epoch, set_epoch = ft.use_state(0)
    preferences = ft.use_memo(ft.SharedPreferences, [])

    def put_on(new: theme.Look) -> None:
        theme.apply(page, new)
        page.update()
        set_look(new)

    async def choose(new: theme.Look) -> None:
        put_on(new)
        await preferences.set(theme.PREFERENCE, new.to_json())

    async def remember() -> None:
        kept = await preferences.get(theme.PREFERENCE)
        saved = theme.Look.from_json(kept if isinstance(kept, str) else None)
        if saved != look:
            put_on(saved)

    def mount() -> None:
        # What changed while the client was away was not sent: render everything anew.
        page.on_connect = lambda: set_epoch(lambda epoch: epoch + 1)
        page.on_resize = lambda event: set_viewport(Viewport(event.width, event.height))
        page.run_task(remember)

    ft.use_effect(mount, [])
    return ViewportCtx(
        viewport,
        lambda: LookCtx(
            LookState(look, choose),
            lambda: ft.SafeArea(expand=True, content=ft.Router(ROUTES, not_found=NotFound)),
        ),
    )
