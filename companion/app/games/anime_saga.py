"""Anime Saga's table: the episodes with what they still need, the five piles, fame and life."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import flet as ft

from companion.app.deck import Deck
from companion.app.games import anime_saga_forms as forms
from companion.app.games.panel import OnWhy, Panel, Totals
from companion.app.widgets.counters import number
from companion.app.widgets.layout import heading
from companion.app.widgets.players import shown
from companion.rules.anime_saga.totals import ZONES
from companion.table import Table
from companion.texts import _

# A sign of its own for each attribute, so that colour is never the only one.
_SIGNS = {
    "strength": ft.Icons.FITNESS_CENTER,
    "agility": ft.Icons.DIRECTIONS_RUN,
    "power": ft.Icons.BOLT,
    "intelligence": ft.Icons.LIGHTBULB,
}


def _word(name: str) -> str:
    return {
        "strength": _("Strength"),
        "agility": _("Agility"),
        "power": _("Power"),
        "intelligence": _("Intelligence"),
        "training": _("Training"),
        "fame": _("Fame"),
        "combat": _("Combat"),
        "trade": _("Trade"),
        "heal": _("Heal"),
        "challenge": _("Challenge"),
        "enemy": _("Enemy"),
        "lord": _("Lord of Darkness"),
    }.get(name, name)


def counters(totals: Totals) -> list[tuple[str, str]]:
    """What a player's card shows."""
    return [
        ("fame", _("Fame")),
        ("life", _("Life of {max}", max=shown(totals.get("max_life")))),
        ("hand", _("Hand")),
        ("blue", _("Blue")),
        ("green", _("Green")),
    ]


def about(table: Table, player: str, deck: Deck) -> str:
    """The character of a player and the skills beside the sheet."""
    seat = table.position.seat(player)
    if seat.character is None:
        return ""
    said = [
        _(
            "{character}: attack {attack}, defence {defence}.",
            character=deck.name(seat.character),
            attack=shown(seat.attack),
            defence=shown(seat.defence),
        )
    ]
    if seat.skills:
        said.append(_("Skills: {skills}.", skills=deck.told(seat.skills)))
    if seat.owes:
        said.append(_("Must discard {n}.", n=seat.owes))
    if seat.left:
        said.append(_("Has left the game."))
    return " ".join(said)


def board(table: Table, totals: Totals, why: OnWhy, deck: Deck) -> ft.Control:
    """What lies in the middle."""
    position = table.position
    parts = [
        _current(position.current, totals.get("episode") or {}, why),
        _coming(position),
        _piles(totals["piles"], why),
    ]
    if position.fight is not None:
        parts.insert(1, _fight(position.fight))
    return ft.Card(margin=0, content=ft.Container(padding=12, content=ft.Column(spacing=10, controls=parts)))


def _current(episode: Any, totals: Mapping[str, Any], why: OnWhy) -> ft.Control:
    """What stands in the Current Episode, and what it still takes."""
    if episode is None:
        return heading(_("There is no Current Episode."))
    if episode.name is None:
        return ft.Column(
            spacing=2,
            controls=[
                heading(_word(str(episode.kind))),
                ft.Text(value=_("Turn the Current Episode over: nobody has told which card it is.")),
            ],
        )
    rows: list[ft.Control] = [heading(f"{_word(str(episode.kind))}: {episode.name}")]
    missing = totals.get("missing")
    if isinstance(missing, Mapping):
        needs = [_need(name, count, why) for name, count in missing.items()]
        rows += [ft.Text(value=_("Still needed:")), ft.Row(wrap=True, spacing=4, controls=needs)]
    elif episode.kind != "challenge":
        rows.append(
            ft.Row(
                spacing=20,
                controls=[
                    number(_("Life left"), None, episode.life, partial(why, None, "enemy_life"), size=36),
                    ft.Text(value=_("Damage {n}", n=shown(episode.damage))),
                    ft.Text(value=_("Defence {n}", n=shown(episode.defence))),
                ],
            )
        )
    pairs = [(episode.requirement, episode.effect), (episode.second_requirement, episode.second_effect)]
    rows += [ft.Text(value=_effect(requirement, effect)) for requirement, effect in pairs if requirement is not None]
    return ft.Column(spacing=4, controls=rows)


def _effect(requirement: tuple[str, ...], effect: Any) -> str:
    symbols = " + ".join(map(_word, requirement))
    return _("{effect}, unless {symbols} are played", effect=shown(effect), symbols=symbols)


def _need(attribute: str, count: Any, why: OnWhy) -> ft.Control:
    return ft.Row(
        tight=True,
        spacing=2,
        controls=[
            ft.Icon(icon=_SIGNS[attribute], size=24),
            number(_word(attribute), None, count, partial(why, None, f"contributed.{attribute}"), size=26),
        ],
    )


def _coming(position: Any) -> ft.Control:
    """The next two episodes, as far as people know them."""
    said = []
    for title, episode in ((_("Next"), position.next), (_("Spoiler"), position.spoiler)):
        if episode is not None:
            kind = _word(str(episode.kind)) if episode.kind else "?"
            said.append(f"{title}: {kind}, {episode.name}" if episode.name else f"{title}: {kind}")
    return ft.Text(value=" · ".join(said) if said else _("No further episode."))


def _fight(fight: Any) -> ft.Control:
    dice = _(
        "Dice: attack {attack}, defence {defence}.", attack=shown(fight.attack_die), defence=shown(fight.defence_die)
    )
    return ft.Row(controls=[ft.Icon(icon=ft.Icons.CASINO), ft.Text(value=dice)])


def _piles(piles: list[int | None], why: OnWhy) -> ft.Control:
    """How many cards lie in each of the five piles."""
    return ft.Row(
        wrap=True,
        spacing=4,
        controls=[
            number(_("Pile {n}", n=place), None, count, partial(why, None, f"pile-{place}"), size=22)
            for place, count in enumerate(piles, start=1)
        ],
    )


_ACTIONS = frozenset({"action"})
PANEL = Panel(
    counters=counters,
    about=about,
    board=board,
    asks={"blue": "fame", "green": "fame"},
    rare=frozenset({"fight", "leave", "concede", "finish"}),
    inputs={"sheets": forms.sheets_input, "skills": forms.skills_input, "returns": forms.returns_input},
    kinds={
        **dict.fromkeys(("cards", "card", "take", "give", "discards", "attack_cards", "defence_cards"), _ACTIONS),
        **dict.fromkeys(("skill", "skills"), frozenset({"skill"})),
        "episodes": frozenset({"challenge", "enemy", "lord"}),
    },
    first={
        "setup": ("sheets", "first", "episodes"),
        "reveal-episode": ("slot", "card"),
        "contribute": ("cards",),
        "buy": ("pile",),
        "play": ("cards", "skills"),
        "fight-roll": ("attack_die", "defence_die"),
        "fight-cards": ("cards", "cancel"),
        "fight-resolve": ("attack_cards", "defence_cards"),
        "end-turn": ("discards", "returns"),
        "choose-skills": ("skills",),
    },
    zones=ZONES,
)
