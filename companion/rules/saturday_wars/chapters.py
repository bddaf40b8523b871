"""The frame of a Chapter: placing it, the Prologue, the Epilogue, Story Arcs and unwanted cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.rules.engine import Action, ActionSpec, Draft, Problem, Subset
from companion.rules.fields import Field
from companion.rules.rulings import Rulings
from companion.rules.saturday_wars import flow, gates, moves
from companion.rules.saturday_wars import problems as p
from companion.rules.saturday_wars.position import (
    HAND,
    Piece,
    Position,
    Seat,
    Task,
    card_of,
    find,
    kind_of,
    name_of,
    parts,
    total_progress,
    unknown_progress,
)
from companion.rules.saturday_wars.setup import PLAYER, ended

# Placing a Chapter


def _names_chapter(position: Position, player: str | None) -> bool:
    """Whether the Chapter in the story row is still to be told, by who placed it."""
    placed = position.chapter is None and position.phase in ("prologue", "actions")
    return placed and player is not None and player == position.chapter_by


def forbids_chapter(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    if position.scores or _names_chapter(position, player):
        return gates.out(position, player)
    if position.phase != "chapter" or position.turn != player:
        return gates.closed(position, player, p.NO_CHAPTER_DUE)
    return gates.between(position, player)


def offers_chapter(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    known = position.seat(player or "").story.known
    return {"player": (player,), "card": known} if known else {"player": (player,)}


def chapter(draft: Draft, action: Action) -> None:
    now: Position = draft.now
    seat = now.seat(action["player"])
    card = action.get("card")
    naming = _names_chapter(now, seat.name)
    if card is not None and now.box.card(card) is not None and now.box.chapter(card) is None:
        draft.refuse(p.NOT_A_CHAPTER, card=now.box.name(card))
    elif not naming:
        draft.hold(_may_place(now, seat, card))
    if draft.stopped or now.scores:
        return
    if naming:
        draft.now = now._replace(chapter=card)
        draft.moved(seat.name, "chapter", None, card, p.PLACED)
        return
    story = moves.take(seat.story, () if card is None else (card,), 1)
    placed = now.with_seat(seat._replace(story=story))
    number = now.number if now.chapter_by is None else now.number + 1
    draft.now = placed._replace(chapter=card, chapter_by=seat.name, number=number)
    draft.moved(seat.name, "story", seat.story.size, story.size, p.PLACED)
    flow.begin_prologue(draft)


def _may_place(position: Position, seat: Seat, card: str | None) -> list[Problem]:
    if seat.story.size != 0 and (card is None or (not seat.story.lacks((card,)) and card not in seat.won.known)):
        return []
    values = {"card": "A Chapter" if card is None else position.box.name(card), "place": f"{seat.name}'s Story Deck"}
    return [Problem(p.CARD_NOT_HERE, values)]


# Prologue


def forbids_prologue(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    if position.scores:
        return gates.out(position, player)
    if position.phase != "prologue" or position.turn != player:
        return gates.closed(position, player, p.NOT_PROLOGUE)
    return gates.between(position, player)


def offers_prologue(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    hand = position.seat(player or "").hand
    over = 0 if hand.size is None else max(hand.size - HAND, 0)
    return {"player": (player,), "purged": Subset(hand.known, 0, over, hand.unseen)} if over else {"player": (player,)}


def prologue(draft: Draft, action: Action) -> None:
    now: Position = draft.now
    if now.scores:
        return
    seat = now.seat(action["player"])
    drawn, purged = action.get("drawn", ()), action.get("purged", ())
    if seat.hand.size is None:
        draft.need(f"players.{seat.name}.hand")
    else:
        short, over = max(HAND - seat.hand.size, 0), max(seat.hand.size - HAND, 0)
        if len(drawn) > short:
            draft.refuse(p.WRONG_COUNT, have=len(drawn), what="the draw to five", need=short)
        if len(purged) > over:
            draft.refuse(p.WRONG_COUNT, have=len(purged), what="the purge to five", need=over)
    draft.hold(gates.may_show(now, seat, seat.deck, drawn, f"{seat.name}'s deck"))
    draft.hold(gates.may_show(now, seat, seat.hand, purged, f"{seat.name}'s hand"))
    if draft.stopped:
        return
    for piece in seat.pieces:
        moves.turn(draft, seat.name, piece, False, p.READIED)
    tasks = _prologue_abilities(draft.now, seat.name, draft.rulings)
    draft.now = draft.now._replace(agenda=(*draft.now.agenda, *tasks, Task("prologue", seat.name)))
    if short:
        moves.draw(draft, seat.name, short, p.TO_FIVE, drawn)
    elif over:
        moves.purge_hand(draft, seat.name, purged, over, p.TO_FIVE_PURGED, draft.rulings["SW13"] == "triggers")
    flow.proceed(draft)


def _prologue_abilities(position: Position, player: str, rulings: Rulings) -> list[Task]:
    chapter = position.box.chapter(position.chapter)
    effects = None if chapter is None else chapter.abilities.at("prologue")
    tasks = []
    if effects is not None and (rulings["SW15"] == "each-player" or player == position.chapter_by):
        tasks.append(Task("ability", player, position.chapter, effects))
    return tasks + _own_abilities(position, player, "prologue")


def _own_abilities(position: Position, player: str, when: str) -> list[Task]:
    """The abilities of a player's cards in play that happen at this point of every Chapter."""
    tasks = []
    for piece in position.seat(player).pieces:
        for part in parts(piece):
            card = position.box.shonen(card_of(part))
            effects = None if card is None else card.abilities.at(when)
            if effects is not None:
                tasks.append(Task("ability", player, card_of(part), effects, key=piece.key))
    return tasks


# Epilogue


def forbids_epilogue(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    if position.scores:
        return ()
    if position.phase != "epilogue":
        return p.EPILOGUE_CLOSED
    task = flow.due(position)
    if task is not None and task.kind == "claim":
        return ()
    waiting = flow.waiting(position)
    return waiting if position.challenge is None else (*waiting, *p.CHALLENGE_OPENED)


def offers_epilogue(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    unclear = position.scores or (flow.unclear(position) and not _epilogue_abilities(position, rulings))
    return {"claims": tuple(seat.name for seat in position.alive)} if unclear else {}


def _epilogue_abilities(position: Position, rulings: Rulings) -> list[Task]:
    """The Epilogue abilities of the Chapter and of the cards in play, in turn order; none once they are through."""
    if position.agenda:
        return []
    chapter = position.box.chapter(position.chapter)
    effects = None if chapter is None else chapter.abilities.at("epilogue")
    tasks: list[Task] = []
    for seat in position.around(flow.leader(position, rulings)):
        if effects is not None:
            tasks.append(Task("ability", seat.name, position.chapter, effects))
        tasks += _own_abilities(position, seat.name, "epilogue")
    return tasks


def epilogue(draft: Draft, action: Action) -> None:
    now: Position = draft.now
    if now.scores:
        if "claims" not in action:
            draft.need("claims")
        else:
            flow.claim(draft, action["claims"], tie=False, told=True)
            moves.conclude(draft)
        return
    if draft.stopped:
        return
    if not now.agenda:
        tasks = _epilogue_abilities(now, draft.rulings)
        if tasks:
            draft.now = now._replace(agenda=tuple(tasks))
            flow.proceed(draft)
        if draft.now.outcome is not None:
            return
        lead = flow.leader(draft.now, draft.rulings)
        draft.now = draft.now._replace(agenda=(*draft.now.agenda, Task("claim", lead)))
    task = flow.due(draft.now)
    if task is None or task.kind != "claim":
        return
    if "claims" in action:
        _claim_told(draft, action["claims"])
    elif flow.unclear(draft.now):
        for seat in draft.now.alive:
            for path in unknown_progress(seat, now.box):
                draft.need(path)
    if not draft.stopped:
        flow.proceed(draft)


def _claim_told(draft: Draft, claimer: str | None) -> None:
    """The table says who claims: refused where the totals say otherwise."""
    now: Position = draft.now
    if claimer is not None and now.seat(claimer).out is not None:
        draft.hold(gates.out(now, claimer))
        return
    if not flow.unclear(now):
        right, tie = flow.leading(now, draft.rulings)
        if right != claimer:
            standing = ", ".join(f"{seat.name} {total_progress(seat, now.box)}" for seat in now.alive)
            draft.refuse(p.CLAIM_WRONG, claimer=claimer or "Nobody", standing=standing)
    if not draft.stopped:
        tie = claimer is None
        draft.now = now._replace(agenda=now.agenda[1:])
        flow.claim(draft, claimer, tie, told=not tie)


# Unwanted cards


def _may_discard(position: Position) -> bool:
    """Between the new Chapter and the first Prologue after an Epilogue."""
    if position.phase != "prologue" or position.number == 1 or position.agenda:
        return False
    return position.turn == next(position.around(position.chapter_by)).name


def forbids_discard(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    if player is not None and not position.scores and position.seat(player).hand.size == 0:
        return gates.closed(position, player, p.HAND_EMPTY)
    return gates.any_time(position, player)


def offers_discard(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    hand = position.seat(player or "").hand
    offer: dict[str, Any] = {"player": (player,), "cards": Subset(hand.known, 0, None, hand.unseen)}
    return offer if _may_discard(position) else {**offer, "because": ("a card",)}


def discard(draft: Draft, action: Action) -> None:
    now: Position = draft.now
    if now.scores:
        return
    seat = now.seat(action["player"])
    cards = action.get("cards", ())
    count = action.get("amount", len(cards))
    if "because" not in action and not _may_discard(now):
        draft.refuse(p.NOT_DISCARDING)
    if len(cards) > count:
        draft.refuse(p.WRONG_COUNT, have=len(cards), what="the purge from the hand", need=count)
    if seat.hand.size is not None and count > seat.hand.size:
        draft.refuse(p.HAND_TOO_SMALL, player=seat.name, have=seat.hand.size, need=count)
    draft.hold(gates.may_show(now, seat, seat.hand, cards, f"{seat.name}'s hand"))
    if draft.stopped:
        return
    moves.purge_hand(draft, seat.name, cards, count, p.HAND_PURGED, draft.rulings["SW13"] == "triggers")
    flow.proceed(draft)


# Story Arcs


def _arcs(position: Position, player: str) -> list[Piece]:
    return [piece for piece in position.seat(player).active if kind_of(piece, position.box) == "story-arc"]


def forbids_mark_arc(position: Position, player: str | None, rulings: Rulings) -> Sequence[Problem]:
    found = gates.any_time(position, player)
    if found or player is None or position.scores or _arcs(position, player):
        return found
    return p.about(p.NO_ARC, player)


def offers_mark_arc(position: Position, player: str | None, rulings: Rulings) -> dict[str, Any]:
    arcs = _arcs(position, player or "")
    due = [piece.key for piece in arcs if position.phase == "epilogue" and not piece.advanced]
    if due:
        return {"player": (player,), "card": tuple(due)}
    return {"player": (player,), "card": tuple(piece.key for piece in arcs), "because": ("a card",)}


def mark_arc(draft: Draft, action: Action) -> None:
    now: Position = draft.now
    if now.scores:
        return
    piece = find(now.seat(action["player"]), action["card"])
    if piece is None:
        draft.refuse(p.NO_SUCH_PIECE, card=action["card"])
        return
    if kind_of(piece, now.box) != "story-arc":
        draft.refuse(p.NOT_AN_ARC, card=name_of(piece, now.box))
        return
    told = "because" in action
    if not told and (now.phase != "epilogue" or piece.advanced):
        draft.refuse(p.ARC_NOT_DUE, card=name_of(piece, now.box))
    if draft.stopped:
        return
    flow.mark_arc(draft, action["player"], piece, action.get("amount", 1), advanced=not told)
    flow.proceed(draft)


BECAUSE = Field("because", "text", required=False, about="the card that says otherwise")

SPECS = (
    ActionSpec(
        "chapter",
        "Place a Chapter",
        (PLAYER, Field("card", "card", required=False)),
        chapter,
        forbids_chapter,
        offers_chapter,
    ),
    ActionSpec(
        "prologue",
        "Prologue",
        (
            PLAYER,
            Field("drawn", "cards", required=False, unseen=True, about="the cards drawn to five, as far as seen"),
            Field(
                "purged", "cards", required=False, unseen=True, about="the cards purged from the hand to five, in order"
            ),
        ),
        prologue,
        forbids_prologue,
        offers_prologue,
        secret=("drawn",),
        opened=ended,
    ),
    ActionSpec(
        "discard",
        "Purge unwanted cards",
        (
            PLAYER,
            Field("cards", "cards", required=False, unseen=True),
            Field("amount", "int", required=False, high=400),
            BECAUSE,
        ),
        discard,
        forbids_discard,
        offers_discard,
    ),
    ActionSpec(
        "mark-arc",
        "Mark a Story Arc",
        (PLAYER, Field("card", "text"), Field("amount", "int", required=False, low=-99, high=99), BECAUSE),
        mark_arc,
        forbids_mark_arc,
        offers_mark_arc,
    ),
    ActionSpec(
        "epilogue",
        "Epilogue",
        (
            Field("player", "player", required=False),
            Field("claims", "player", required=False, nullable=True, about="who claims; null: nobody, a tie"),
        ),
        epilogue,
        forbids_epilogue,
        offers_epilogue,
    ),
)
