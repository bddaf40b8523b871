"""What abilities do: from the vocabulary of the cards, with what the table tells, to steps on the position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.rules.engine import Action, Draft, Problem, Reason
from companion.rules.fields import Field
from companion.rules.saturday_wars import moves
from companion.rules.saturday_wars import problems as p
from companion.rules.saturday_wars.cards import Effect, Effects
from companion.rules.saturday_wars.position import (
    Piece,
    Position,
    Seat,
    Task,
    card_of,
    find,
    is_character,
    kind_of,
    locate,
    name_of,
    parts,
    put_piece,
)

INPUTS = (
    Field("targets", "cards", required=False, about="the Characters chosen, in order, as CARD or PLAYER:CARD"),
    Field("rival", "player", required=False, about="the opponent chosen"),
    Field("drawn", "cards", required=False, unseen=True, about="the cards drawn by it, as far as seen"),
    Field("purged", "cards", required=False, unseen=True, about="the own cards purged by it, as far as seen, in order"),
    Field("told", "text", required=False, about=f"what came of it: {Effects.EXPECTED}, or “nothing”"),
)
"""What an ability may ask the table for; the same fields on every action that resolves one."""


class Step(NamedTuple):
    """One effect with its object chosen: a player, or (with `key`) a Character of that player."""

    effect: Effect
    player: str
    key: str | None = None


class Plan(NamedTuple):
    """The steps of an ability, or all that speaks against it and what must be told."""

    steps: tuple[Step, ...]
    problems: tuple[Problem, ...] = ()
    needs: tuple[str, ...] = ()


def plan(position: Position, player: str, key: str | None, effects: Effects, inputs: Action) -> Plan:
    """How an ability of `player` resolves; `key` is the piece it is printed on or attached to."""
    problems: list[Problem] = []
    needs: list[str] = []
    steps = []
    targets = iter(inputs.get("targets", ()))
    for effect in _told(effects, inputs, problems, needs):
        if effect.on == "character":
            where = _character(position, player, key, effect, targets, problems, needs)
            if where is not None:
                steps.append(Step(effect, *where))
        elif effect.on == "challenge" or effect.who == "you":
            steps.append(Step(effect, player))
        elif effect.who == "each":
            steps += [Step(effect, seat.name) for seat in position.around(player)]
        else:
            rival = _rival(position, player, inputs, problems, needs)
            if rival is not None:
                steps.append(Step(effect, rival))
    seat = position.seat(player)
    for field, verb in (("drawn", "draw"), ("purged", "purge")):
        cards = inputs.get(field, ())
        due = sum(
            step.effect.amount
            for step in steps
            if step.effect.on == "player" and step.effect.verb == verb and step.player == player
        )
        if len(cards) > due and not needs:
            problems.append(Problem(p.WRONG_COUNT, {"have": len(cards), "what": f"`{field}`", "need": due}))
        problems += missing(position, seat.deck.lacks(moves.named(cards)), f"{player}'s deck")
    return Plan(tuple(steps), tuple(problems), tuple(needs))


def check(draft: Draft, player: str, key: str | None, effects: Effects, inputs: Action) -> Plan:
    """The plan of an ability, with all that speaks against it held against the action."""
    made = plan(draft.now, player, key, effects, inputs)
    draft.hold(made.problems)
    for path in made.needs:
        draft.need(path)
    return made


def _told(effects: Effects, inputs: Action, problems: list[Problem], needs: list[str]) -> Iterator[Effect]:
    """The effects, with what the table told in place of what the vocabulary cannot say."""
    for effect in effects.items:
        if effect.on != "told":
            yield effect
        elif "told" not in inputs:
            needs.append("told")
        else:
            said = told(inputs["told"], problems)
            yield from () if said is None else said.items


def told(text: str, problems: list[Problem]) -> Effects | None:
    """The effects that the table tells; None for “nothing” and for what is no effect (a problem)."""
    if text.strip().lower() == "nothing":
        return None
    try:
        effects = Effects.parse(text)
    except ValueError as error:
        problems.append(Problem(p.BAD_EFFECTS, {"text": text[:60], "fault": str(error)}))
        return None
    if any(effect.on == "told" for effect in effects.items):
        problems.append(Problem(p.BAD_EFFECTS, {"text": text[:60], "fault": "told cannot be told again"}))
        return None
    return effects


def missing(position: Position, cards: tuple[str, ...], place: str) -> list[Problem]:
    """One problem for each card that cannot lie there."""
    return [Problem(p.CARD_NOT_HERE, {"card": position.box.name(card), "place": place}) for card in cards]


def candidates(position: Position, player: str, who: str) -> list[tuple[Seat, Piece]]:
    """The Characters an effect can choose from."""
    return [
        (seat, piece)
        for seat in position.around(player)
        if (seat.name == player) == (who == "own")
        for piece in seat.pieces
        if is_character(piece, position.box)
    ]


def _character(
    position: Position,
    player: str,
    key: str | None,
    effect: Effect,
    targets: Iterator[str],
    problems: list[Problem],
    needs: list[str],
) -> tuple[str, str] | None:
    """Whose Character and which; None where there is none or it is not yet chosen."""
    if effect.who == "self":
        return None if key is None else (player, key)
    open_to = candidates(position, player, effect.who)
    reference = next(targets, None)
    if reference is None:
        if len(open_to) > 1:
            needs.append("targets")
            return None
        return (open_to[0][0].name, open_to[0][1].key) if open_to else None
    found = on_side(position, player, effect.who, reference)
    if found is None:
        problems.append(Problem(p.NO_SUCH_PIECE, {"card": reference}))
    elif not any(found[0].name == seat.name and found[1].key == piece.key for seat, piece in open_to):
        side = "one of your" if effect.who == "own" else "an opponent's"
        values = {"card": name_of(found[1], position.box), "effect": f"“{effect}”", "side": side}
        problems.append(Problem(p.WRONG_TARGET, values))
    else:
        return found[0].name, found[1].key
    return None


def on_side(position: Position, player: str, who: str, reference: str) -> tuple[Seat, Piece] | None:
    """The piece a reference names, looked for on the side the effect is about before the other."""
    if who == "rival" and ":" not in reference:
        for seat in position.around(player, after=True):
            piece = None if seat.name == player else find(seat, reference)
            if piece is not None:
                return seat, piece
    return locate(position, player, reference)


def _rival(position: Position, player: str, inputs: Action, problems: list[Problem], needs: list[str]) -> str | None:
    rivals = [seat.name for seat in position.around(player) if seat.name != player]
    named = inputs.get("rival")
    if named is None:
        if len(rivals) > 1:
            needs.append("rival")
        return rivals[0] if len(rivals) == 1 else None
    if named in rivals:
        return str(named)
    problems.append(Problem(p.NOT_A_RIVAL, {"rival": named, "player": player}))
    return None


def run(draft: Draft, player: str, source: str | None, plan: Plan, inputs: Action, reason: Reason = p.ABILITY) -> None:
    """Do the steps one after another; nothing more of them once the player or the game is out."""
    drawn, purged = list(inputs.get("drawn", ())), list(inputs.get("purged", ()))
    name = draft.now.box.name(source)
    for step in plan.steps:
        if step.effect.on == "challenge":
            moves.queue(draft, [Task("challenge", player, source, amount=step.effect.amount)])
        elif step.effect.on == "player":
            own = step.player == player
            _to_player(draft, step, drawn if own else [], purged if own else [], reason, name)
        else:
            _to_character(draft, step, reason, name)
        if moves.conclude(draft) or draft.now.seat(player).out is not None:
            return


def _to_player(
    draft: Draft, step: Step, drawn: list[str | None], purged: list[str | None], reason: Reason, card: str
) -> None:
    amount = step.effect.amount
    seat = draft.now.seat(step.player)
    if step.effect.verb == "draw":
        moves.draw(draft, seat.name, amount, reason, _next(drawn, amount), card=card)
    elif step.effect.verb == "purge":
        moves.purge(draft, seat.name, amount, reason, _next(purged, amount), card=card)
    elif step.effect.verb == "return":
        for _once in range(amount):
            moves.retrieve(draft, seat.name, reason, card=card)
    elif step.effect.verb == "marker":
        if seat.markers is not None:
            moves.change(draft, seat, seat._replace(markers=max(seat.markers + amount, 0)), reason, card=card)
    elif seat.actions_left is not None:
        moves.change(draft, seat, seat._replace(actions_left=max(seat.actions_left + amount, 0)), reason, card=card)


def _next(cards: list[str | None], count: int) -> list[str | None]:
    """The first `count` of the named cards, taken off the list."""
    taken, cards[:] = cards[:count], cards[count:]
    return taken


def _to_character(draft: Draft, step: Step, reason: Reason, card: str) -> None:
    seat = draft.now.seat(step.player)
    piece = find(seat, step.key or "")
    if piece is None:
        return
    if step.effect.verb == "exhaust":
        moves.exhaust(draft, seat.name, piece, p.EXHAUSTED, card=card)
    elif step.effect.verb == "ready":
        moves.turn(draft, seat.name, piece, False, reason, card=card)
    elif step.effect.verb == "purge":
        moves.leave(draft, seat.name, piece, reason, card=card)
    else:
        moved = put_piece(seat, piece._replace(bonus=piece.bonus + step.effect.amount))
        moves.change(draft, seat, moved, reason, card=card)


def modifier(position: Position, seat: Seat, piece: Piece) -> int:
    """What standing abilities add to a Character's total in a Challenge.

    Its own and its Upgrades', those of the player's Story Arcs and Enduring Plot Twists, and the Chapter's.
    """
    box = position.box
    chapter = box.chapter(position.chapter)
    total = 0 if chapter is None else chapter.abilities.modifier
    standing = [other for other in seat.active if kind_of(other, box) != "character"]
    for part in (*parts(piece), *standing):
        card = box.shonen(card_of(part))
        total += 0 if card is None else card.abilities.modifier
    return total
