"""The actions of a turn that need no opponent: Heal, buying a pile, playing a set of cards; and Trades before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.rules.anime_saga import gate, moves
from companion.rules.anime_saga import problems as p
from companion.rules.anime_saga.cards import ActionCard
from companion.rules.anime_saga.position import PILES, Position, Seat, max_life, standing
from companion.rules.engine import Action, ActionSpec, Draft, Subset
from companion.rules.fields import Field
from companion.rules.records import but
from companion.rules.rulings import Rulings
from companion.rules.zones import Zone

FAME = (0, 1, 3, 5)
HEAL = (2, 4, 6, 10)
TRAINING = (1, 2, 3, 4)
SETS = {"fame": FAME, "heal": HEAL, "training": TRAINING}
"""What 1, 2, 3, 4 cards of a type give (AS-5.11 to AS-5.13)."""

_NO_PILES = gate.constant(p.NO_PILES)
_NOTHING_TO_PLAY = gate.constant(p.NOTHING_TO_PLAY)
_NO_TRADE = gate.constant(p.NO_TRADE)

PLAYER = Field("player", "player")
PILE = Field("pile", "int", low=1, high=PILES)


def forbids_heal(position: Position, player: str | None, rulings: Rulings) -> gate.Problems:
    return gate.room(position, player).heal


def offers_player(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    return {"player": (player,)}


def heal(draft: Draft, action: Action) -> None:
    if draft.stopped:
        return
    moves.heal(draft, action["player"], 1, p.HEALED)
    draft.now = but(draft.now, **gate.acted(draft.now, action["player"]))


# Buying a pile.


def forbids_buy(position: Position, player: str | None, rulings: Rulings) -> gate.Problems:
    return gate.room(position, player).action or _without_piles(position)


def _without_piles(position: Position) -> gate.Problems:
    for pile in position.piles:
        if pile.size != 0:
            return ()
    return _NO_PILES


def offers_buy(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    return {"player": (player,), "pile": _filled(position)}


def _filled(position: Position) -> tuple[int, ...]:
    return tuple([number for number, pile in enumerate(position.piles, 1) if pile.size != 0])


def buy(draft: Draft, action: Action) -> None:
    name, number = action["player"], action["pile"]
    position: Position = draft.now
    pile = position.piles[number - 1]
    cards: Sequence[str | None] = action.get("cards", ())
    if pile.size == 0:
        draft.refuse(p.EMPTY_PILE, pile=number)
    elif pile.size is None and position.detail != "scores":
        draft.need(f"piles[{number - 1}]")
    if cards and pile.size is not None:
        if len(cards) != pile.size:
            draft.refuse(p.WRONG_COUNT, pile=number, have=pile.size, want=len(cards))
        moves.check_cards(draft, pile, cards, f"pile {number}")
    if draft.stopped:
        return
    seat, left = position.seat(name), Zone(0 if pile.size is not None else None)
    taken = tuple(cards) if cards else (*pile.known, *[None] * (pile.unseen or 0))
    hand = seat.hand.add(taken, position.detail == "cards") if pile.size is not None else but(seat.hand, size=None)
    draft.moved(name, "hand", seat.hand.size, hand.size, p.BOUGHT, pile=number)
    draft.moved(None, f"pile-{number}", pile.size, 0, p.BOUGHT, pile=number)
    piles = (*position.piles[: number - 1], left, *position.piles[number:])
    draft.now = position.with_seat(but(seat, hand=hand), piles=piles, **gate.acted(position, name))


# Playing a set of one type.


def forbids_play(position: Position, player: str | None, rulings: Rulings) -> gate.Problems:
    room = gate.room(position, player)
    seat, found = room.seat, room.action
    if found or seat is None:
        return found
    size, known = seat.hand
    return _NOTHING_TO_PLAY if size == len(known) and position.box.playable.isdisjoint(known) else ()


def offers_play(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    seat = position.seat(player or "")
    playable, unseen = position.box.playable, seat.hand.unseen
    cards = tuple([card for card in seat.hand.known if card in playable])
    training = unseen != 0 or not position.box.of_type["training"].isdisjoint(cards)
    return {
        "player": (player,),
        "cards": Subset(cards, 1, 4, unseen),
        "skills": open_skills(position, seat, len(TRAINING)) if training else (),
    }


def open_skills(position: Position, seat: Seat, points: int) -> tuple[str, ...]:
    """The skills the seat's character may still learn with that many Skill Points."""
    own, cards = seat.skills or (), position.box.skills_of.get(seat.character or "", ())
    return tuple([skill.id for skill in cards if skill.cost <= points and skill.id not in own])


def play(draft: Draft, action: Action) -> None:
    name, ids = action["player"], action["cards"]
    cards = known_cards(draft, ids)
    kinds = dict.fromkeys([card.type for card in cards])
    for kind in kinds:
        if kind not in SETS:
            draft.refuse(p.NOT_AN_ACTION, type=kind.capitalize())
    if len(kinds) > 1:
        draft.refuse(p.MIXED_TYPES, types=", ".join(kinds))
    check_colours(draft, cards)
    if not 1 <= len(ids) <= 4:
        draft.refuse(p.NO_SUCH_SET, n=len(ids))
    moves.check_hand(draft, name, ids)
    skills = action.get("skills", ())
    if skills and "training" not in kinds:
        draft.refuse(p.NOT_TRAINING)
    elif skills:
        check_skills(draft, name, skills, TRAINING[min(max(len(ids), 1), 4) - 1])
    if draft.stopped:
        return
    kind, n = cards[0].type, len(cards)
    moves.from_hand(draft, name, ids, p.PLAYED, cards="; ".join([card.name for card in cards]))
    amount = SETS[kind][n - 1]
    if kind == "fame":
        moves.gain_fame(draft, name, amount, p.FAME_CARDS, n=n, amount=amount)
    elif kind == "heal":
        moves.heal(draft, name, amount, p.HEAL_CARDS, n=n, amount=amount)
    elif skills:
        learn(draft, name, skills, amount)
    draft.now = but(draft.now, **gate.acted(draft.now, name))


def known_cards(draft: Draft, ids: Sequence[str]) -> list[ActionCard]:
    """The Action cards of these ids; refuses those the box does not know."""
    actions = draft.now.box.actions
    cards = []
    for id_ in ids:
        if id_ in actions:
            cards.append(actions[id_])
        else:
            draft.refuse(p.UNKNOWN_CARD, card=id_, what="Action card")
    return cards


def check_colours(draft: Draft, cards: Sequence[ActionCard]) -> None:
    """Refuse two cards of one attribute in a set (AS-5.10)."""
    seen = set()
    for card in cards:
        if card.attribute in seen:
            draft.refuse(p.SAME_COLOUR, attribute=card.attribute)
        seen.add(card.attribute)


def check_skills(draft: Draft, name: str, skills: Sequence[str], points: int | None) -> None:
    """Refuse skills that are of another character, learned already, or (with `points`) too costly."""
    position: Position = draft.now
    seat = position.seat(name)
    if seat.character is None:
        draft.need(f"players.{name}.character")
    if points is not None and seat.skills is None:
        draft.need(f"players.{name}.skills")
    cost = 0
    for index, id_ in enumerate(skills):
        skill = position.box.skills.get(id_)
        if skill is None:
            draft.refuse(p.UNKNOWN_CARD, card=id_, what="skill")
            continue
        cost += skill.cost
        if seat.character is not None and skill.character != seat.character:
            draft.refuse(p.NOT_YOUR_SKILL, skill=skill.name, player=name)
        if id_ in (seat.skills or ()) or id_ in skills[:index]:
            draft.refuse(p.SKILL_TWICE, player=name, skill=skill.name)
    if points is not None and cost > points:
        draft.refuse(p.TOO_COSTLY, cost=cost, points=points)


def learn(draft: Draft, name: str, skills: Sequence[str], points: int) -> None:
    """Put learned skills beside the sheet; those that raise the maximum life do it at once (AS-4.8)."""
    seat: Seat = draft.now.seat(name)
    box = draft.now.box
    cost = sum(box.skills[id_].cost for id_ in skills)
    names = ", ".join(box.skills[id_].name for id_ in skills)
    owned = (*(seat.skills or ()), *skills)
    draft.moved(name, "skills", seat.skills, owned, p.LEARNED, skills=names, cost=cost, points=points)
    add_skills(draft, seat, owned, skills)


def add_skills(draft: Draft, seat: Seat, owned: tuple[str, ...], new: Sequence[str]) -> None:
    """The seat with the skills `owned`, of which `new` are new."""
    raised = standing(draft.now, tuple(new), "max-life")
    top = max_life(draft.now, seat)
    if raised and top is not None:
        draft.moved(seat.name, "max_life", top, top + raised, p.RAISED)
        top += raised
    draft.now = draft.now.with_seat(but(seat, skills=owned, max_life=top))


# Trades, before the action.


def forbids_trade(position: Position, player: str | None, rulings: Rulings) -> gate.Problems:
    room = gate.room(position, player)
    seat, found = room.seat, room.trade
    if found or seat is None:
        return found
    size, known = seat.hand
    if size == len(known) and position.box.of_type["trade"].isdisjoint(known):
        return _NO_TRADE
    if size == 1 and rulings["AS27"] == "to-discards":
        return _NO_TRADE
    return _without_piles(position)


def _trades(position: Position, cards: Sequence[str]) -> tuple[str, ...]:
    trades = position.box.of_type["trade"]
    return tuple([card for card in cards if card in trades])


def offers_trade(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    hand = position.seat(player or "").hand
    allowed: dict[str, Any] = {
        "player": (player,),
        "card": Subset(_trades(position, hand.known), 1, 1, hand.unseen),
        "pile": _filled(position),
    }
    if rulings["AS27"] == "to-discards":
        allowed["give"] = Subset(hand.known, 1, 1, hand.unseen)
    return allowed


def trade(draft: Draft, action: Action) -> None:
    name, number, take = action["player"], action["pile"], action["take"]
    card, give = action["card"], action.get("give")
    to_discards = draft.rulings["AS27"] == "to-discards"
    for known in known_cards(draft, [card]):
        if known.type != "trade":
            draft.refuse(p.NOT_A_TRADE, card=known.name)
    if to_discards and give is None:
        draft.refuse(p.TRADE_GIVES)
    if not to_discards and give is not None:
        draft.refuse(p.TRADE_TAKES_PLACE)
    moves.check_hand(draft, name, [card] if give is None else [card, give])
    position: Position = draft.now
    pile = position.piles[number - 1]
    if pile.size == 0:
        draft.refuse(p.EMPTY_PILE, pile=number)
    else:
        moves.check_cards(draft, pile, [take], f"pile {number}")
    if draft.stopped:
        return
    seat, track = position.seat(name), position.detail == "cards"
    values = {"card": position.box.name(card), "pile": number}
    spent = [card, give] if to_discards else [card]
    hand = seat.hand.remove(spent).add([take], track)
    draft.moved(name, "hand", seat.hand.size, hand.size, p.TRADED, **values)
    discards = seat.discards.add([card], track) if to_discards else seat.discards
    draft.moved(name, "discards", seat.discards.size, discards.size, p.TRADED, **values)
    swapped = pile.remove([take]).add([give if to_discards else card], track)
    traded = position.with_seat(but(seat, hand=hand, discards=discards), traded=(*position.traded, card))
    if traded.turn is None and traded.detail != "scores":
        traded = traded._replace(turn=name)
    draft.now = traded.with_pile(number, swapped)


SPECS = (
    ActionSpec("heal", "Heal 1 life", (PLAYER,), heal, forbids_heal, offers_player),
    ActionSpec(
        "buy",
        "Buy a pile",
        (PLAYER, PILE, Field("cards", "cards", required=False, unseen=True, about="what lay in the pile")),
        buy,
        forbids_buy,
        offers_buy,
    ),
    ActionSpec(
        "play",
        "Play Fame, Heal or Training cards",
        (PLAYER, Field("cards", "cards"), Field("skills", "cards", required=False, about="skills learned by Training")),
        play,
        forbids_play,
        offers_play,
    ),
    ActionSpec(
        "trade",
        "Trade a card",
        (
            PLAYER,
            Field("card", "card", about="the Trade card"),
            PILE,
            Field("take", "card", nullable=True, about="the card taken from the pile, null when it was not seen"),
            Field("give", "card", required=False, about="with ruling AS27 to-discards: the card put into the pile"),
        ),
        trade,
        forbids_trade,
        offers_trade,
    ),
)
