"""Challenges: contributing to one, and the episodes that move up when the current one is done."""

from __future__ import annotations

from operator import add, sub
from typing import Any

from companion.rules.anime_saga import effects, gate, moves
from companion.rules.anime_saga import problems as p
from companion.rules.anime_saga.cards import ATTRIBUTES, ActionCard
from companion.rules.anime_saga.position import Attributes, Episode, Position, kind_below
from companion.rules.anime_saga.turn import known_cards
from companion.rules.engine import Action, ActionSpec, Draft, Problem
from companion.rules.fields import Field
from companion.rules.records import but
from companion.rules.rulings import Rulings

_NO_CHALLENGE = gate.constant(p.NO_CHALLENGE)
_NO_CARDS = gate.constant(p.NO_CARDS)


def missing(episode: Episode) -> Attributes | None:
    """What a Challenge still needs of each attribute; None when it is unknown."""
    if episode.needs is None or episode.contributed is None:
        return None
    return Attributes(*[max(more, 0) for more in map(sub, episode.needs, episode.contributed)])


def forbids(position: Position, player: str | None, rulings: Rulings) -> gate.Problems:
    room = gate.room(position, player)
    seat, found = room.seat, room.action
    episode = position.current
    if episode is None or episode.kind not in ("challenge", None):
        return found + _NO_CHALLENGE
    if seat is None or found:
        return found
    hand = seat.hand
    if hand.size == 0:
        return _NO_CARDS
    if hand.unseen == 0 and not _counts(position, hand.known, episode):
        return (_nothing_counts(missing(episode) or Attributes()),)
    return ()


def _counts(position: Position, ids: tuple[str, ...], episode: Episode) -> bool:
    """Whether some card shows an attribute that the Challenge needs, or may need."""
    needs, done, actions = episode.needs, episode.contributed, position.box.actions
    if needs is None or done is None:
        return True
    for id_ in ids:
        card = actions.get(id_)
        if card is not None and needs.of(card.attribute) > done.of(card.attribute):
            return True
    return False


def _nothing_counts(lacking: Attributes) -> Problem:
    names = ", ".join(attribute for attribute in ATTRIBUTES if lacking.of(attribute))
    return Problem(p.NOTHING_COUNTS, {"missing": names or "nothing"})


def offers(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    hand = position.seat(player or "").hand
    return {"player": (player,), "cards": moves.some(hand, 1), "discards": moves.some(hand)}


def contribute(draft: Draft, action: Action) -> None:
    """Contribute, gain Fame, suffer the effect unless it is warded off, then complete the Challenge (AS-5.22 on)."""
    name, ids = action["player"], action["cards"]
    episode: Episode = draft.now.current or Episode()
    lacking = missing(episode)
    if episode.kind is None:
        draft.need("current.kind")
    if lacking is None and draft.now.current is not None and episode.kind in ("challenge", None):
        draft.need("current.needs" if episode.needs is None else "current.contributed")
    cards = known_cards(draft, ids)
    moves.check_hand(draft, name, ids)
    added = _added(cards, lacking or Attributes())
    n = sum(added)
    if n == 0 and lacking is not None:
        draft.hold((_nothing_counts(lacking),))
    if draft.stopped:
        return
    done = Attributes(*map(add, episode.contributed or (), added))
    moves.from_hand(draft, name, ids, p.PLAYED, cards="; ".join([card.name for card in cards]))
    values = {"n": n, "name": episode.name or "the Challenge"}
    for attribute, before, after in zip(ATTRIBUTES, episode.contributed or (), done, strict=True):
        if before != after:
            draft.moved(None, f"contributed.{attribute}", before, after, p.CONTRIBUTED, **values)
    draft.now = but(draft.now, current=but(episode, contributed=done))
    moves.gain_fame(draft, name, n, p.CONTRIBUTED, **values)
    _suffer(draft, action, name, episode, [card.type for card in cards])
    draft.now = but(draft.now, **gate.acted(draft.now, name))
    if done == episode.needs and not draft.stopped:
        move_up(draft)


def _added(cards: list[ActionCard], lacking: Attributes) -> list[int]:
    """What the cards add of each attribute, up to what is still needed; the rest is disregarded (AS-5.23)."""
    added = [0, 0, 0, 0]
    for card in cards:
        at = ATTRIBUTES.index(card.attribute)
        if added[at] < lacking[at]:
            added[at] += 1
    return added


def _suffer(draft: Draft, action: Action, name: str, episode: Episode, types: list[str]) -> None:
    whole_turn = draft.rulings["AS71"] == "whole-turn"
    if whole_turn:
        types = types + ["trade"] * len(draft.now.traded)
    pending: list[Any] = []
    if episode.requirement is None and "told" not in action:
        draft.need("current.requirement")
    elif episode.requirement is None or not effects.meets(episode.requirement, types):
        # With an unknown requirement the table tells what was suffered, perhaps nothing.
        pending.append((episode.effect if episode.requirement is not None else None, "current.effect"))
    if not draft.needs:
        reason = p.WHOLE_TURN_SUFFERED if draft.now.traded else p.EFFECT_SUFFERED
        effects.suffer(draft, action, name, pending, reason, episode.name or "the Challenge")


def face_down(deck: int | None) -> Episode | None:
    """The top card of the episode deck, of which only the kind is known; None when the deck is empty (AS-3.3)."""
    if deck == 0:
        return None
    kind = kind_below(deck)
    return Episode(kind, contributed=Attributes() if kind == "challenge" else None)


def move_up(draft: Draft) -> None:
    """Discard the current episode, move the others along the arrows and turn a card over (AS-5.27, AS-5.42)."""
    position: Position = draft.now
    spoiler = face_down(position.deck)
    deck = None if position.deck is None else max(position.deck - 1, 0)
    before = position.current.name if position.current else None
    after = position.next.name if position.next else None
    draft.moved(None, "episode", before, after, p.MOVED_UP)
    if deck != position.deck:
        draft.moved(None, "deck", position.deck, deck, p.MOVED_UP)
    draft.now = but(position, current=position.next, next=position.spoiler, spoiler=spoiler, deck=deck)


SPECS = (
    ActionSpec(
        "contribute",
        "Contribute to the Challenge",
        (Field("player", "player"), Field("cards", "cards", low=1), effects.DISCARDS, effects.TOLD),
        contribute,
        forbids,
        offers,
    ),
)
