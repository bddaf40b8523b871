"""What a table of Saturday Wars can see coming: who can still reach what, which decks may run out, what waits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.app.widgets.fields import words
from companion.rules.saturday_wars import challenge, effects, flow
from companion.rules.saturday_wars.cards import Abilities, Box, Effects
from companion.rules.saturday_wars.position import (
    ACTIONS,
    HAND,
    Attached,
    Duel,
    Piece,
    Position,
    Seat,
    Task,
    card_of,
    find,
    name_of,
    parts,
    progress_of,
    total_progress,
)
from companion.texts import _, n_


def reach(position: Position, seat: Seat) -> int | None:
    """The progress a player comes to with nothing but a marker for every action left; None: unknown, or no Chapter."""
    total, left = total_progress(seat, position.box), _actions_to_come(position, seat)
    return None if position.scores or total is None or left is None else total + left


def _actions_to_come(position: Position, seat: Seat) -> int | None:
    if position.phase in ("chapter", "prologue"):
        return ACTIONS
    return {"actions": seat.actions_left, "epilogue": 0}.get(position.phase)


# Decks


class DeckWarning(NamedTuple):
    """What may go wrong with a deck; `certain` where it loses the game as things stand."""

    certain: bool
    sentence: str


class _Forced(NamedTuple):
    what: str
    cards: int


def warning(position: Position, seat: Seat) -> DeckWarning | None:
    """What to say of a deck that may not meet the draws and purges that nobody can refuse; None: nothing."""
    left = seat.deck.size
    if left is None or seat.out is not None or position.outcome is not None or position.scores:
        return None
    for forced in _to_come(position, seat):
        if forced.cards > left:
            told = _(
                "{what} takes {cards}, the deck can give {left}: as things stand that loses the game.",
                what=forced.what,
                cards=n_("{n} card", "{n} cards", forced.cards),
                left=left,
            )
            return DeckWarning(True, told)
        left -= forced.cards
    if seat.deck.size == 0:
        return DeckWarning(True, _("The deck is empty: any draw, purge or Challenge loses the game."))
    if (seat.deck.size or 0) < HAND:
        return DeckWarning(False, _("A Prologue can draw up to {n} cards, and each Challenge takes one.", n=HAND))
    return None


def _to_come(position: Position, seat: Seat) -> Iterator[_Forced]:
    """What the deck must give next, in order, as things stand."""
    duel, box = position.challenge, position.box
    if duel is not None and seat.name in (duel.player, duel.rival):
        yield _Forced(_("The Challenge"), 1)
    yield from (_Forced(_("The bid"), task.amount) for task in position.agenda if _is_bid(task, seat))
    chapter = box.chapter(position.chapter)
    own = [box.shonen(card_of(part)) for piece in seat.pieces for part in parts(piece)]
    printed = [card.abilities for card in (chapter, *own) if card is not None]
    short = max(HAND - seat.hand.size, 0) if seat.hand.size is not None else 0
    if _has_prologue_before(position, seat):
        yield _Forced(_("The Prologue"), short + _taken(printed, "prologue"))
        return
    if position.phase in ("actions", "epilogue"):
        if not (position.phase == "epilogue" and position.agenda):
            yield _Forced(_("The Epilogue"), _taken(printed, "epilogue"))
        yield _Forced(_("The next Prologue"), short)


def _is_bid(task: Task, seat: Seat) -> bool:
    return task.kind == "pay" and task.player == seat.name


def _has_prologue_before(position: Position, seat: Seat) -> bool:
    """Whether this Chapter's Prologue of that seat is still to come."""
    if position.phase == "chapter":
        return True
    if position.phase != "prologue":
        return False
    names = [other.name for other in position.players]
    start = names.index(position.chapter_by) if position.chapter_by in names else 0
    order = [*names[start:], *names[:start]]
    return position.turn is not None and order.index(seat.name) >= order.index(position.turn)


def _taken(printed: list[Abilities], when: str) -> int:
    """How many cards of the own deck these abilities draw and purge at that point."""
    return sum(
        effect.amount
        for abilities in printed
        for effect in (abilities.at(when) or Effects()).items
        if effect.verb in ("draw", "purge") and effect.on == "player" and effect.who in ("you", "each")
    )


# Challenges


class Side(NamedTuple):
    """One side of a Challenge before its card: whose, which Character, its progress and what is added to it."""

    player: str
    name: str
    progress: int | None
    modifier: int

    def total(self, flipped: int | None) -> int | None:
        """What it comes to with a flipped card of that cost; None while something is unknown."""
        return None if self.progress is None or flipped is None else self.progress + self.modifier + flipped


def side(position: Position, which: str, entered: Mapping[str, Any]) -> Side | None:
    """The attack's or the defence's side (`which`) of the declared Challenge, or of the one being `entered`."""
    duel = position.challenge or _entered(position, entered)
    if duel is None:
        return None
    attack, defence = challenge.sides(position, duel)
    one = attack if which == "attack" else defence
    progress = progress_of(one.piece, position.box)
    told = entered.get(f"{which}_progress", progress)
    return Side(one.seat.name, titled(one.piece, position.box), told, one.modifier)


def _entered(position: Position, entered: Mapping[str, Any]) -> Duel | None:
    player, attacker, defender = (entered.get(name) for name in ("player", "attacker", "defender"))
    if not player or not attacker or not defender or find(position.seat(player), attacker) is None:
        return None
    found = effects.on_side(position, player, "rival", defender)
    if found is None:
        return None
    task = flow.due(position)
    modifier = task.amount if task is not None and task.kind == "challenge" else 0
    return Duel(player, attacker, found[0].name, found[1].key, modifier)


# What waits


def waiting(position: Position) -> list[str]:
    """What people have to deal with before play goes on, in order, each as a sentence."""
    told = []
    for task in position.agenda:
        said = _sentence(position, task)
        if said is not None:
            told.append(said)
    return told


def _sentence(position: Position, task: Task) -> str | None:
    values = {"player": task.player, "card": position.box.name(task.card), "effect": spoken(task.effects)}
    match task.kind:
        case "pay":
            return _("{player} purges {n} for the bid", player=task.player, n=task.amount)
        case "trigger":
            return _("{player} may take the Purge ability of {card}: {effect}", **values)
        case "ability":
            return _("{player} resolves {card}: {effect}", **values)
        case "challenge":
            return _("{player} may issue the Challenge of {card}", **values)
        case "enter" | "attach":
            return _("The paid card takes its place: {card}", **values)
        case "claim":
            return _("Somebody claims the Chapter")
    return None


def spoken(effects: Effects | None) -> str:
    """Effects as people read them."""
    return "" if effects is None else str(effects).replace("told: ", "")


def printed(abilities: Abilities) -> list[str]:
    """Each ability of a card in a line."""
    return [f"{ability.when.capitalize()}: {spoken(ability.effects)}" for ability in abilities.items]


def titled(piece: Piece | Attached, box: Box) -> str:
    """The name of a card in play, with a number where this table has further copies of it there."""
    name, card = name_of(piece, box), card_of(piece)
    if card is None:
        return words(piece.key)
    copy = piece.key.removeprefix(f"{card}-")
    return f"{name} ({copy})" if copy != piece.key else name
