"""Skills: the first ones, chosen in secret and revealed together, and those that are used by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.rules.anime_saga import effects, gate, moves
from companion.rules.anime_saga import problems as p
from companion.rules.anime_saga.cards import Advantage, Skill
from companion.rules.anime_saga.position import Position, Seat
from companion.rules.anime_saga.turn import add_skills, check_skills, open_skills
from companion.rules.engine import Action, ActionSpec, Draft, Problem, Subset
from companion.rules.fields import Field
from companion.rules.rulings import Rulings

_SKILLS_CHOSEN = gate.constant(p.SKILLS_CHOSEN)
_NO_USABLE_SKILL = gate.constant(p.NO_USABLE_SKILL)

DICE = ("attack", "defence")
RESULTS = range(1, 7)
DIE = Field("die", "choice", options=DICE)
RESULT = Field("result", "int", low=1, high=6)
PLAYER = Field("player", "player")


# The first skills.


def forbids_choose(position: Position, player: str | None, rulings: Rulings) -> gate.Problems:
    seat = gate.room(position, player).seat
    if seat is None:
        return gate.NOBODY
    if seat.left:
        return (Problem(p.HAS_LEFT, {"player": player}),)
    return () if seat.skills is None else _SKILLS_CHOSEN


def offers_choose(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    seat = position.seat(player or "")
    return {"player": (player,), "skills": Subset(open_skills(position, seat, 99))}


def choose(draft: Draft, action: Action) -> None:
    """Choose first skills in secret; when everybody has, they are revealed together (AS-6.1)."""
    name, ids = action["player"], tuple(action["skills"])
    position: Position = draft.now
    seat = position.seat(name)
    if seat.skills is None:
        check_skills(draft, name, ids, None)
    character = position.box.characters.get(seat.character or "")
    if character is not None:
        want = position.box.first_sums[character.id]
        have = sum(position.box.skills[id_].cost for id_ in ids if id_ in position.box.skills)
        if have != want:
            draft.refuse(p.WRONG_SUM, player=name, have=have, want=want)
    if draft.stopped:
        return
    draft.now = position.with_seat(seat._replace(committed=ids, ready=True))
    reveal(draft)


def reveal(draft: Draft) -> None:
    """Turn the first skills over once every player still to choose has chosen."""
    waiting = [seat for seat in draft.now.playing if seat.skills is None]
    if all(seat.ready for seat in waiting):
        for seat in waiting:
            skills = seat.committed or ()
            draft.moved(seat.name, "skills", None, skills, p.FIRST_SKILLS)
            add_skills(draft, seat._replace(committed=None, ready=False), skills, skills)
        if draft.now.stage == "skills":
            draft.now = draft.now._replace(stage="turn")


# Skills used by hand.


def forbids_use(position: Position, player: str | None, rulings: Rulings) -> gate.Problems:
    room = gate.room(position, player)
    seat, found = room.seat, room.skill
    if seat is not None and not found and seat.skills is not None and not _usable(position, seat, seat.skills, rulings):
        return _NO_USABLE_SKILL
    return found


def _usable(position: Position, seat: Seat, skills: Sequence[str], rulings: Rulings) -> tuple[str, ...]:
    """The skills that can be used by hand now."""
    by_hand, fighting = position.box.by_hand, position.fight is not None
    if by_hand.keys().isdisjoint(skills):
        return ()
    usable = []
    for id_ in skills:
        how = by_hand.get(id_)
        if (
            how is not None
            and (fighting or how.what in ("heal", "told"))
            and (seat.hand.size is None or how.cost <= seat.hand.size)
            and (id_ not in seat.used or rulings["AS73"] != "once-a-turn")
        ):
            usable.append(id_)
    return tuple(usable)


def offers_use(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    seat = position.seat(player or "")
    return {
        "player": (player,),
        "skill": _usable(position, seat, seat.skills or (), rulings),
        "discards": moves.some(seat.hand),
        "die": DICE if position.fight is not None else (),
        "result": RESULTS if position.fight is not None else (),
    }


def use(draft: Draft, action: Action) -> None:
    """Use a skill by hand; the cards it costs count for nothing else (AS-6.6)."""
    name, id_, discards = action["player"], action["skill"], action.get("discards", ())
    position: Position = draft.now
    seat = position.seat(name)
    skill = position.box.skills.get(id_)
    if skill is None:
        draft.refuse(p.UNKNOWN_CARD, card=id_, what="skill")
        return
    how = _check_use(draft, seat, skill, action)
    moves.check_hand(draft, name, discards)
    if draft.stopped or how is None:
        return
    seat = draft.now.seat(name)
    draft.now = draft.now.with_seat(seat._replace(used=(*seat.used, id_)))
    moves.from_hand(draft, name, discards, p.SKILL_USED, skill=skill.name)
    if how.what == "heal":
        moves.heal(draft, name, how.amount, p.SKILL_USED, skill=skill.name)
    elif how.what == "reroll":
        roll_again(draft, name, action["die"], action["result"], skill.name)
    elif how.what in ("attack", "defence"):
        add_to_fight(draft, name, how, skill)
    effects.tell(draft, action, ("told",) if how.what == "told" else ())


def _check_use(draft: Draft, seat: Seat, skill: Skill, action: Action) -> Advantage | None:
    how, have = skill.advantage.by_hand, len(action.get("discards", ()))
    if seat.skills is None:
        draft.need(f"players.{seat.name}.skills")
    elif skill.id not in seat.skills:
        draft.refuse(p.SKILL_NOT_HELD, player=seat.name, skill=skill.name)
    if how is None:
        draft.refuse(p.NOT_BY_HAND, skill=skill.name)
        return None
    if have != how.cost:
        draft.refuse(p.WRONG_COST, skill=skill.name, want=how.cost, have=have)
    if how.what not in ("heal", "told") and draft.now.fight is None:
        draft.refuse(p.FIGHT_SKILL, skill=skill.name)
    if draft.rulings["AS73"] == "once-a-turn" and skill.id in seat.used:
        draft.refuse(p.USED_SKILL, player=seat.name, skill=skill.name)
    rolls = ("die" in action, "result" in action)
    if how.what == "reroll" and not all(rolls):
        draft.refuse(p.NAME_DIE)
    if how.what != "reroll" and any(rolls):
        draft.refuse(p.NO_DIE, skill=skill.name)
    return how


def roll_again(draft: Draft, name: str, die: str, result: int, card: str) -> None:
    """One die of the fight rolled again: the new result stands (AS-5.35)."""
    fight = draft.now.fight
    field = f"{die}_die"
    draft.moved(name, f"fight.{field}", getattr(fight, field), result, p.REROLLED, die=die, card=card)
    draft.now = draft.now._replace(fight=fight._replace(**{field: result}))


def add_to_fight(draft: Draft, name: str, how: Advantage, skill: Skill) -> None:
    """Attack or defence of this fight raised by a skill."""
    fight = draft.now.fight
    before = getattr(fight, how.what)
    draft.moved(name, f"fight.{how.what}", before, before + how.amount, p.SKILL_USED, skill=skill.name)
    draft.now = draft.now._replace(fight=fight._replace(**{how.what: before + how.amount}))


SPECS = (
    ActionSpec(
        "choose-skills",
        "Choose first skills in secret",
        (PLAYER, Field("skills", "cards")),
        choose,
        forbids_choose,
        offers_choose,
        secret=("skills",),
        opened=lambda position, action: position.seat(action["player"]).skills is not None,
    ),
    ActionSpec(
        "use-skill",
        "Use a skill",
        (
            PLAYER,
            Field("skill", "card"),
            effects.DISCARDS,
            DIE._replace(required=False),
            RESULT._replace(required=False),
            effects.TOLD,
        ),
        use,
        forbids_use,
        offers_use,
    ),
)
