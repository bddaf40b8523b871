"""The board: episodes that are turned over, and the bonuses below the Green track."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.anime_saga import gate, moves
from companion.rules.anime_saga import problems as p
from companion.rules.anime_saga.cards import ATTRIBUTES, TYPES, Effects, kind_of
from companion.rules.anime_saga.position import BLUE_TOP, Attributes, Episode, Position, Seat, episode_of
from companion.rules.engine import Action, ActionSpec, Draft
from companion.rules.fields import Field
from companion.rules.rulings import Rulings

_NOTHING_TO_REVEAL = gate.constant(p.NOTHING_TO_REVEAL)
_NO_BONUS = gate.constant(p.NO_BONUS)

SLOTS = ("current", "next", "spoiler")
TITLES = {"current": "the Current Episode", "next": "the Next Episode", "spoiler": "the Spoiler"}
KINDS = ("challenge", "enemy", "lord")


def unseen_slots(position: Position) -> tuple[str, ...]:
    """Where a card lies that nobody has told yet."""
    slots = (("current", position.current), ("next", position.next), ("spoiler", position.spoiler))
    return tuple([slot for slot, episode in slots if episode is not None and episode.name is None])


def forbids_reveal(position: Position, player: str | None, rulings: Rulings) -> gate.Problems:
    for episode in (position.current, position.next, position.spoiler):
        if episode is not None and episode.name is None:
            return ()
    return _NOTHING_TO_REVEAL


def offers_reveal(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    slots = unseen_slots(position)
    episode: Episode = getattr(position, slots[0])
    out = {slot.card for slot in (position.current, position.next, position.spoiler) if slot is not None}
    kind = episode.kind
    cards = tuple(
        [id_ for id_ in position.box.episodes_of.get(kind or "", tuple(position.box.episodes)) if id_ not in out]
    )
    return {"slot": slots, "card": cards}


def reveal(draft: Draft, action: Action) -> None:
    """A card is turned over: one of the box, or one told by its facts (AS-3.15)."""
    slots = unseen_slots(draft.now)
    slot = action.get("slot") or (slots[0] if slots else "current")
    if ("card" in action) == ("facts" in action):
        draft.refuse(p.REVEAL_UNCLEAR)
    elif "card" in action:
        reveal_card(draft, slot, action["card"])
    else:
        _put(draft, slot, _told(draft, slot, action["facts"]))


def reveal_card(draft: Draft, slot: str, id_: str) -> None:
    """Put a card of the box face up into a place of the board."""
    card = draft.now.box.episodes.get(id_)
    if card is None:
        draft.refuse(p.UNKNOWN_CARD, card=id_, what="Challenge, Enemy or Lord of Darkness")
        return
    lying: Episode | None = getattr(draft.now, slot)
    kind = kind_of(card)
    if lying is not None and lying.kind not in (kind, None):
        draft.refuse(p.WRONG_KIND, want=lying.kind, have=kind)
    if any(other is not None and other.card == id_ for other in _others(draft.now, slot)):
        draft.refuse(p.ALREADY_OUT, name=card.name)
    _put(draft, slot, episode_of(card))


def _others(position: Position, slot: str) -> list[Episode | None]:
    return [getattr(position, other) for other in SLOTS if other != slot]


def _told(draft: Draft, slot: str, facts: Mapping[str, Any]) -> Episode:
    """The episode that the facts describe; what they leave out is unknown."""
    lying: Episode = getattr(draft.now, slot) or Episode()
    kind = facts.get("kind", lying.kind)
    if lying.kind not in (kind, None):
        draft.refuse(p.WRONG_KIND, want=lying.kind, have=kind)
    numbers: dict[str, Any] = {name: facts[name] for name in ("life", "damage", "defence") if name in facts}
    needs = {name: facts[name] for name in ATTRIBUTES if name in facts}
    lists: dict[str, Any] = {
        name: tuple(facts[name]) for name in ("requirement", "second_requirement") if name in facts
    }
    effects: dict[str, Any] = {}
    for name in ("effect", "second_effect"):
        if name in facts:
            try:
                effects[name] = Effects.parse(facts[name])
            except ValueError as error:
                draft.refuse(p.EFFECT_UNREAD, error=error, expected=Effects.EXPECTED)
    return Episode(
        kind,
        facts["name"],
        needs=Attributes(**needs) if needs else None,
        contributed=Attributes() if kind == "challenge" else None,
        **numbers,
        **lists,
        **effects,
    )


def _put(draft: Draft, slot: str, episode: Episode) -> None:
    lying: Episode | None = getattr(draft.now, slot)
    if lying is None:
        draft.refuse(p.NO_EPISODE, slot=TITLES[slot])
        return
    if lying.name is not None:
        draft.refuse(p.REVEALED, slot=TITLES[slot], name=lying.name)
    if draft.stopped:
        return
    draft.moved(None, slot, lying.name, episode.name, p.REVEALED_CARD, name=episode.name)
    if slot == "current" and episode.life is not None:
        draft.moved(None, "enemy_life", lying.life, episode.life, p.REVEALED_CARD, name=episode.name)
    draft.now = draft.now._replace(**{slot: episode})


# Bonuses below the Green track, read from the players' own board.


def forbids_bonus(position: Position, player: str | None, rulings: Rulings) -> gate.Problems:
    seat = gate.room(position, player).seat
    if seat is None:
        return gate.NOBODY
    return () if reached(seat) or position.detail == "scores" else _NO_BONUS


def reached(seat: Seat) -> int:
    """The highest space of the Green track the seat has reached; it stays reached when Fame falls."""
    return seat.reached if seat.fame is None else max(seat.reached, seat.fame - BLUE_TOP)


def offers_bonus(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    seat = position.seat(player or "")
    spaces = [space for space in range(1, reached(seat) + 1) if space not in seat.bonuses]
    return {"player": (player,), "space": tuple(spaces), "amount": range(100)}


def bonus(draft: Draft, action: Action) -> None:
    """The bonus of a space, once (AS-4.2)."""
    name, space = action["player"], action["space"]
    seat: Seat = draft.now.seat(name)
    if space > reached(seat) and draft.now.detail != "scores":
        draft.refuse(p.SPACE_NOT_REACHED, player=name, reached=reached(seat), space=space)
    if space in seat.bonuses:
        draft.refuse(p.BONUS_TAKEN, player=name, space=space)
    if not draft.stopped:
        moves.take_bonus(draft, name, space, action["amount"])


_NUMBER = Field("life", "int", required=False, high=99)
_SYMBOLS = Field("requirement", "choices", required=False, high=4, options=(*TYPES, *ATTRIBUTES))
_EFFECT = Field("effect", "text", required=False, about=Effects.EXPECTED)
_FACTS = (
    Field("name", "text"),
    Field("kind", "choice", required=False, options=KINDS),
    *(_NUMBER._replace(name=name) for name in ("life", "damage", "defence", *ATTRIBUTES)),
    _SYMBOLS,
    _EFFECT,
    _SYMBOLS._replace(name="second_requirement"),
    _EFFECT._replace(name="second_effect"),
)

SPECS = (
    ActionSpec(
        "reveal-episode",
        "Turn an episode over",
        (
            Field("slot", "choice", required=False, options=SLOTS),
            Field("card", "card", required=False, about="a card of the box"),
            Field("facts", "record", required=False, of=_FACTS, about="what the card says, when the box has it not"),
        ),
        reveal,
        forbids_reveal,
        offers_reveal,
        by_seat=False,
    ),
    ActionSpec(
        "bonus",
        "Bonus of the Green track",
        (Field("player", "player"), Field("space", "int", low=1, high=999), Field("amount", "int", high=99)),
        bonus,
        forbids_bonus,
        offers_bonus,
    ),
)
