"""Fights in the ten steps of the rulebook: roll, cards, effect, Combat cards and re-rolls, damage, the strike back.

`fight` is the whole of it at once; its parts are the same functions one after another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from companion.rules.anime_saga import effects, ending, gate, moves, skills
from companion.rules.anime_saga import problems as p
from companion.rules.anime_saga.cards import ActionCard, Effects
from companion.rules.anime_saga.challenges import move_up
from companion.rules.anime_saga.position import Episode, Fight, Position, Seat, sheet_value, standing
from companion.rules.anime_saga.skills import DIE, PLAYER, RESULT
from companion.rules.anime_saga.turn import known_cards
from companion.rules.engine import Action, ActionSpec, Draft, Subset
from companion.rules.fields import Field
from companion.rules.records import but
from companion.rules.rulings import Rulings

_NO_ENEMY = gate.constant(p.NO_ENEMY)
_NO_COMBAT = gate.constant(p.NO_COMBAT)

DIE_FACES = range(1, 7)


def forbids_roll(position: Position, player: str | None, rulings: Rulings) -> gate.Problems:
    found, episode = gate.room(position, player).action, position.current
    return found + _NO_ENEMY if episode is None or episode.kind == "challenge" else found


def offers_roll(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    return {"player": (player,), "attack_die": DIE_FACES, "defence_die": DIE_FACES}


def roll(draft: Draft, action: Action) -> None:
    """Step 1: one blue and one green die (AS-5.28)."""
    if draft.now.current is not None and draft.now.current.kind is None:
        draft.need("current.kind")
    if draft.stopped:
        return
    name, attack, defence = action["player"], action["attack_die"], action["defence_die"]
    draft.moved(name, "fight.attack_die", None, attack, p.ROLLED)
    draft.moved(name, "fight.defence_die", None, defence, p.ROLLED)
    draft.now = but(draft.now, fight=Fight(attack, defence), **gate.acted(draft.now, name))


# Steps 2 to 4: cards against the negative effect.


def forbids_cards(position: Position, player: str | None, rulings: Rulings) -> gate.Problems:
    return gate.of_fight(position, player, "cards")


def offers_cards(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    hand = position.seat(player or "").hand
    some = moves.some(hand)
    allowed: dict[str, Any] = {"player": (player,), "cards": some, "discards": some}
    if position.current is not None and position.current.kind == "lord":
        allowed["cancel"] = ("first", "second")
    return allowed


def play_cards(draft: Draft, action: Action) -> None:
    """Steps 2 to 4: play cards, see which effects they ward off, suffer the others (AS-5.29 to AS-5.32)."""
    name, ids = action["player"], action.get("cards", ())
    cards = known_cards(draft, ids)
    moves.check_hand(draft, name, ids)
    fight: Fight | None = draft.now.fight
    if draft.stopped or fight is None:
        return
    moves.from_hand(draft, name, ids, p.PLAYED, cards="; ".join([card.name for card in cards]))
    draft.now = but(draft.now, fight=but(fight, stage="combat", cards=fight.cards + tuple(ids)))
    symbols: list[str] = [card.attribute for card in cards]
    if draft.rulings["AS71"] == "whole-turn":
        symbols += [card.attribute for card in known_cards(draft, draft.now.traded)]
    episode: Episode = draft.now.current or Episode()
    pending = _not_warded(draft, action, episode, symbols)
    if not draft.stopped:
        reason = p.WHOLE_TURN_SUFFERED if draft.now.traded else p.EFFECT_SUFFERED
        effects.suffer(draft, action, name, pending, reason, _name(episode))


def _name(episode: Episode) -> str:
    return episode.name or "the Enemy"


def _not_warded(draft: Draft, action: Action, episode: Episode, symbols: list[str]) -> list[tuple[Effects | None, str]]:
    """The effects the cards do not ward off; against a Lord each has its own requirement and cards (AS-4.38)."""
    told, cancel = "told" in action, action.get("cancel")
    first, second = episode.requirement, episode.second_requirement
    if first is None and not told:
        draft.need("current.requirement")
    if episode.kind != "lord":
        if cancel is not None:
            draft.refuse(p.NOT_WARDED)
        met = first is not None and effects.meets(first, symbols)
        return [] if met else [_read(episode.effect, first, "current.effect")]
    if second is None and not told:
        draft.need("current.second_requirement")
    one = first is not None and effects.meets(first, symbols)
    two = second is not None and effects.meets(second, symbols)
    both = one and two and effects.meets((*(first or ()), *(second or ())), symbols)
    if cancel is not None and not both and not draft.needs:
        if not (one if cancel == "first" else two):
            draft.refuse(p.NOT_WARDED)
        one, two = cancel == "first", cancel == "second"
    elif one and two and not both:
        # The cards can serve either: the first, unless the player chooses the second.
        two = False
    pending = [] if one else [_read(episode.effect, first, "current.effect")]
    return pending if two else [*pending, _read(episode.second_effect, second, "current.second_effect")]


def _read(effect: Effects | None, requirement: tuple[str, ...] | None, path: str) -> tuple[Effects | None, str]:
    # With an unknown requirement the table tells what was suffered, perhaps nothing.
    return (effect if requirement is not None else None), path


# Step 7: Combat cards.


def forbids_reroll(position: Position, player: str | None, rulings: Rulings) -> gate.Problems:
    found = gate.of_fight(position, player, "combat")
    if player is None or found or position.fight is None:
        return found
    hand = position.seat(player).hand
    cards = (*hand.known, *unspent(position, position.fight))
    if hand.unseen == 0 and position.box.of_type["combat"].isdisjoint(cards):
        return _NO_COMBAT
    return ()


def unspent(position: Position, fight: Fight) -> tuple[str, ...]:
    """The Combat cards of step 2 whose effect was not used yet (AS-5.36)."""
    left = list(_combat(position, fight.cards))
    for card in fight.spent:
        if card in left:
            left.remove(card)
    return tuple(left)


def _combat(position: Position, ids: Sequence[str]) -> tuple[str, ...]:
    combat = position.box.of_type["combat"]
    return tuple([id_ for id_ in ids if id_ in combat])


def _all_combat(position: Position, player: str | None) -> Subset:
    hand = position.seat(player or "").hand
    fight = position.fight or Fight()
    return Subset((*unspent(position, fight), *_combat(position, hand.known)), 0, None, hand.unseen)


def offers_reroll(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    card = _all_combat(position, player)._replace(low=1, high=1)
    return {"player": (player,), "card": card, "die": skills.DICE, "result": DIE_FACES}


def reroll(draft: Draft, action: Action) -> None:
    """A Combat card rolls one die again; the new result stands (AS-4.22)."""
    use_combat(draft, action["player"], [action["card"]])
    if not draft.stopped:
        card = draft.now.box.name(action["card"])
        skills.roll_again(draft, action["player"], action["die"], action["result"], card)


def use_combat(draft: Draft, name: str, ids: Sequence[str]) -> list[ActionCard]:
    """Use Combat cards: those of step 2 first, the others from the hand (AS-5.35, AS-5.36)."""
    fight: Fight | None = draft.now.fight
    cards = known_cards(draft, ids)
    for card in cards:
        if card.type != "combat":
            draft.refuse(p.NOT_COMBAT, card=card.name)
    if fight is None:
        return cards
    free, from_hand = list(unspent(draft.now, fight)), []
    for id_ in ids:
        if id_ in free:
            free.remove(id_)
        else:
            from_hand.append(id_)
    moves.check_hand(draft, name, from_hand)
    if not draft.stopped:
        moves.from_hand(draft, name, from_hand, p.PLAYED, cards="; ".join(map(draft.now.box.name, from_hand)))
        # A card from the hand is spent at once, so it joins both lists.
        laid = but(fight, cards=(*fight.cards, *from_hand), spent=(*fight.spent, *ids))
        draft.now = but(draft.now, fight=laid)
    return cards


# Steps 5, 6 and 8 to 10.


def forbids_resolve(position: Position, player: str | None, rulings: Rulings) -> gate.Problems:
    return gate.of_fight(position, player, "combat")


def offers_resolve(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    some = _all_combat(position, player)
    return {"player": (player,), "attack_cards": some, "defence_cards": some}


def resolve(draft: Draft, action: Action) -> None:
    """Attack and defence values, damage, Fame, the strike back, and the end of the Enemy (AS-5.33 to AS-5.43)."""
    name = action["player"]
    attack_bonus = _bonus(draft, action, "attack")
    defence_bonus = _bonus(draft, action, "defence")
    attack = _value(draft, name, "attack", attack_bonus)
    defence = _value(draft, name, "defence", defence_bonus)
    fight: Fight | None = draft.now.fight
    both = (*action.get("attack_cards", ()), *action.get("defence_cards", ()))
    if fight is not None:
        use_combat(draft, name, both)
    episode: Episode = draft.now.current or Episode()
    if fight is not None:
        for what in ("life", "defence", "damage"):
            if getattr(episode, what) is None:
                draft.need(f"current.{what}")
    if draft.stopped or attack is None or defence is None:
        return
    _strike(draft, name, episode, attack, defence)


def _bonus(draft: Draft, action: Action, what: Literal["attack", "defence"]) -> int | None:
    """What a combination of Combat cards of different colours adds (AS-5.35); asked for where the box does not say."""
    ids = action.get(f"{what}_cards", ())
    colours = set()
    for id_ in ids:
        card = draft.now.box.actions.get(id_)
        if card is not None and card.attribute in colours:
            draft.refuse(p.COMBAT_COLOURS, what=what, attribute=card.attribute)
        colours.add(card.attribute if card is not None else None)
    table, given = draft.now.box.combat_bonus, action.get(f"{what}_bonus")
    if table is None:
        if ids and given is None:
            draft.need(f"{what}_bonus")
        return given or 0
    # By agreement two cards of a colour may count, but no combination is larger than the colours there are.
    worth = table[min(len(ids), len(table)) - 1] if ids else 0
    if given is not None and given != worth:
        draft.refuse(p.BONUS_DIFFERS, n=len(ids), want=worth, have=given)
        return int(given)
    return worth


def _value(draft: Draft, name: str, what: Literal["attack", "defence"], bonus: int | None) -> int | None:
    """Sheet + skills + die + what this fight changed (AS-5.33, AS-5.34); needs what is unknown of it."""
    position: Position = draft.now
    seat: Seat = position.seat(name)
    fight = position.fight
    if fight is None:
        return None
    sheet = sheet_value(position, seat, what)
    die = fight.attack_die if what == "attack" else fight.defence_die
    if sheet is None:
        draft.need(f"players.{name}.{what}")
    if seat.skills is None:
        draft.need(f"players.{name}.skills")
    if die is None:
        draft.need(f"fight.{what}_die")
    if sheet is None or seat.skills is None or die is None or bonus is None:
        return None
    changed = fight.attack if what == "attack" else fight.defence
    return sheet + standing(position, seat.skills, what) + die + changed + bonus


def _strike(draft: Draft, name: str, episode: Episode, attack: int, defence: int) -> None:
    life, shield, damage = episode.life or 0, episode.defence or 0, episode.damage or 0
    removed = min(max(attack - shield, 0), life)
    who = _name(episode)
    draft.moved(None, "enemy_life", life, life - removed, p.DAMAGE_DEALT, attack=attack, defence=shield)
    draft.now = but(draft.now, current=but(episode, life=life - removed))
    moves.gain_fame(draft, name, removed, p.DAMAGE_FAME, n=removed, name=who)
    defeated = removed == life
    if defeated:
        moves.gain_fame(draft, name, 2, p.DEFEATED, name=who)
    last = defeated and episode.kind == "lord"
    if not last or draft.rulings["AS55"] == "counter-attack":
        reason = p.STRUCK_BY_LORD if last else p.STRUCK
        moves.lose_life(draft, name, damage - defence, reason, name=who, damage=damage, defence=defence)
    draft.now = but(draft.now, fight=None)
    if draft.stopped:
        return
    if last:
        draft.now = but(draft.now, stage="over")
        ending.settle(draft)
    elif defeated:
        move_up(draft)


# All of it at once.


def offers_fight(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    combat = _all_combat(position, player)
    allowed = offers_cards(position, player, rulings)
    allowed["attack_die"] = allowed["defence_die"] = DIE_FACES
    allowed["attack_cards"] = allowed["defence_cards"] = allowed["rerolls"] = combat
    return allowed


def whole(draft: Draft, action: Action) -> None:
    """All the steps in order, each the same function as on its own."""
    name = action["player"]
    roll(draft, action)
    if draft.stopped:
        # What can be said of the cards all the same: every problem at once.
        known_cards(draft, action.get("cards", ()))
        moves.check_hand(draft, name, action.get("cards", ()))
        return
    play_cards(draft, action)
    for record in action.get("rerolls", ()):
        if not draft.stopped:
            reroll(draft, {"player": name, **record})
    for record in action.get("skills", ()):
        if not draft.stopped:
            skills.use(draft, {"player": name, **record})
    if not draft.stopped:
        resolve(draft, action)


_CARDS = Field("cards", "cards", required=False, about="cards of step 2")
_CANCEL = Field(
    "cancel", "choice", required=False, options=("first", "second"), about="which effect of a Lord, when only one"
)
_ROLL = (
    Field("attack_die", "int", low=1, high=6, about="the blue die"),
    Field("defence_die", "int", low=1, high=6, about="the green die"),
)
_STEP_2 = (_CARDS, _CANCEL, effects.DISCARDS, effects.TOLD)
_REROLL = (Field("card", "card", about="the Combat card"), DIE, RESULT)
_COMBINE = (
    Field("attack_cards", "cards", required=False, about="Combat cards combined for attack"),
    Field("defence_cards", "cards", required=False, about="Combat cards combined for defence"),
    Field("attack_bonus", "int", required=False, high=99, about="their bonus, where the box does not say"),
    Field("defence_bonus", "int", required=False, high=99),
)
_REROLLS = Field("rerolls", "records", required=False, high=40, of=_REROLL, about="dice rolled again, in order")
_USES = Field(
    "skills",
    "records",
    required=False,
    high=40,
    of=(
        Field("skill", "card"),
        effects.DISCARDS,
        DIE._replace(required=False),
        RESULT._replace(required=False),
        effects.TOLD,
    ),
    about="skills used in the fight, in order",
)

SPECS = (
    ActionSpec(
        "fight",
        "Fight (all at once)",
        (PLAYER, *_ROLL, *_STEP_2, _REROLLS, _USES, *_COMBINE),
        whole,
        forbids_roll,
        offers_fight,
    ),
    ActionSpec("fight-roll", "Fight: roll the dice", (PLAYER, *_ROLL), roll, forbids_roll, offers_roll),
    ActionSpec(
        "fight-cards", "Fight: cards against the effect", (PLAYER, *_STEP_2), play_cards, forbids_cards, offers_cards
    ),
    ActionSpec("fight-reroll", "Fight: roll again", (PLAYER, *_REROLL), reroll, forbids_reroll, offers_reroll),
    ActionSpec("fight-resolve", "Fight: resolve", (PLAYER, *_COMBINE), resolve, forbids_resolve, offers_resolve),
)
