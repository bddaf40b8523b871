"""Set-up: the start of a table, and the action that tells its sheets, its first player and its first episodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.rules.anime_saga import gate
from companion.rules.anime_saga import problems as p
from companion.rules.anime_saga.board import reveal_card
from companion.rules.anime_saga.cards import Box
from companion.rules.anime_saga.challenges import face_down
from companion.rules.anime_saga.position import PILES, Position, Seat
from companion.rules.engine import Action, ActionSpec, Draft
from companion.rules.fields import Field
from companion.rules.rulings import Rulings
from companion.rules.zones import Zone

_BEGUN = gate.constant(p.BEGUN)

PLACES = {"by-place": (1, 1, 2, 2, 3), "quick-setup": (0, 1, 2, 3, 4)}
"""Starting Fame by place in the turn order (AS-3.13; AS-8.2 by ruling AS1)."""
HAND = 4
IN_PILE = 4
SLOTS = ("current", "next", "spoiler")
MAX_ENEMIES = 16


def start(players: Sequence[str], box: Box, rulings: Rulings) -> Position:
    """The table after set-up; what chance or a hidden choice decides is unknown (AS-3.2 to AS-3.15)."""
    fame = PLACES[rulings["AS1"]]
    seats = tuple(Seat(name, fame=fame[place], hand=Zone(HAND)) for place, name in enumerate(players))
    position = Position(seats, players[0], box, piles=(Zone(IN_PILE),) * PILES)
    return deal_episodes(position, len(players) + 1)


def deal_episodes(position: Position, challenges: int) -> Position:
    """The episode deck of that many Challenges and one Enemy fewer, its first three cards on the board (AS-3.2)."""
    deck = 2 * challenges
    slots: dict[str, Any] = {slot: face_down(deck - at) for at, slot in enumerate(SLOTS)}
    return position._replace(deck=deck - len(SLOTS), **slots)


def forbids(position: Position, player: str | None, rulings: Rulings) -> gate.Problems:
    begun = position.turns or position.acted or position.traded or position.stage == "over"
    return _BEGUN if begun else ()


def offers(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    return {
        "first": tuple([seat.name for seat in position.players]),
        "challenges": range(2, MAX_ENEMIES + 2),
        "episodes": tuple(position.box.episodes),
    }


def setup(draft: Draft, action: Action) -> None:
    sheets: Sequence[Mapping[str, Any]] = action.get("sheets", ())
    _check_sheets(draft, sheets)
    if draft.stopped:
        return
    if "first" in action:
        _seat_from(draft, action["first"])
    for record in sheets:
        _hand_sheet(draft, record)
    if "challenges" in action:
        before = draft.now.deck
        draft.now = deal_episodes(draft.now, action["challenges"])
        values = {"challenges": action["challenges"], "enemies": action["challenges"] - 1}
        draft.moved(None, "deck", before, draft.now.deck, p.DECK_BUILT, **values)
    for slot, card in zip(SLOTS, action.get("episodes", ()), strict=False):
        reveal_card(draft, slot, card)
    if draft.now.detail != "scores" and all(seat.character in draft.now.box.characters for seat in draft.now.players):
        waiting = any(seat.skills is None for seat in draft.now.players)
        draft.now = draft.now._replace(stage="skills" if waiting else "turn")


def _check_sheets(draft: Draft, sheets: Sequence[Mapping[str, Any]]) -> None:
    position: Position = draft.now
    names = [seat.name for seat in position.players]
    taken = {seat.character for seat in position.players if seat.name not in {s["player"] for s in sheets}} - {None}
    for record in sheets:
        character = record["character"]
        if record["player"] not in names:
            draft.refuse(p.SHEET_STRANGER, player=record["player"], players=", ".join(names))
        if character in taken:
            draft.refuse(p.SHEET_TWICE, character=position.box.name(character))
        taken.add(character)
        told = all(name in record for name in ("attack", "defence", "max_life"))
        if character not in position.box.characters and not told:
            draft.refuse(p.NO_SHEET, player=record["player"])


def _seat_from(draft: Draft, first: str) -> None:
    """Turn the order so that `first` begins; starting Fame goes by place (AS-5.1)."""
    seats = draft.now.players
    at = [seat.name for seat in seats].index(first)
    fame = PLACES[draft.rulings["AS1"]]
    order = []
    for place, seat in enumerate((*seats[at:], *seats[:at])):
        draft.moved(seat.name, "fame", seat.fame, fame[place], p.PLACE, n=place + 1)
        order.append(seat._replace(fame=fame[place]))
    draft.now = draft.now._replace(players=tuple(order), turn=first)


def _hand_sheet(draft: Draft, record: Mapping[str, Any]) -> None:
    """Give a sheet: life starts at its maximum (AS-3.11)."""
    position: Position = draft.now
    seat, card = position.seat(record["player"]), position.box.characters.get(record["character"])
    sheet = {name: getattr(card, name) if card else record[name] for name in ("attack", "defence", "max_life")}
    sheet["life"] = sheet["max_life"]
    for counter, value in sheet.items():
        character = position.box.name(record["character"])
        draft.moved(seat.name, counter, getattr(seat, counter), value, p.SHEET, character=character)
    new = seat._replace(character=record["character"], skills=None, committed=None, ready=False, **sheet)
    draft.now = position.with_seat(new)


_SHEET = (
    Field("player", "text"),
    Field("character", "text", about="a character of the box, or any name with the values of its sheet"),
    Field("attack", "int", required=False, high=99),
    Field("defence", "int", required=False, high=99),
    Field("max_life", "int", required=False, low=1, high=99),
)

SPECS = (
    ActionSpec(
        "setup",
        "Set the table up",
        (
            Field("first", "player", required=False, about="who begins; the others follow clockwise"),
            Field("sheets", "records", required=False, high=5, of=_SHEET),
            Field("challenges", "int", required=False, low=2, high=MAX_ENEMIES + 1, about="Enemies are one fewer"),
            Field("episodes", "cards", required=False, high=3, about="Current Episode, Next Episode, Spoiler"),
        ),
        setup,
        forbids,
        offers,
        by_seat=False,
    ),
)
