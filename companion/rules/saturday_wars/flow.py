"""What comes next: the agenda of things that wait, whose turn it is, and the steps from one Chapter to the next."""

from __future__ import annotations

from functools import lru_cache

from companion.rules.engine import Draft, Outcome, Problem, Reason
from companion.rules.rulings import Rulings
from companion.rules.saturday_wars import effects, moves
from companion.rules.saturday_wars import problems as p
from companion.rules.saturday_wars.cards import Effects
from companion.rules.saturday_wars.position import (
    ACTIONS,
    Attached,
    Piece,
    Position,
    Seat,
    Task,
    card_of,
    find,
    free_key,
    is_character,
    kind_of,
    limit_of,
    name_of,
    put_piece,
    total_progress,
)

PERSONAL = ("pay", "trigger", "challenge")
"""Tasks that always wait for a person; an ability waits where it asks for something, a claim where it is not known."""
_STEPS = ("turn", "prologue", "claim", "clean-up", "arcs", "next")
_DUE = {
    "pay": "the cards of the bid",
    "trigger": "the Purge ability of {card}",
    "ability": "the ability of {card}",
    "challenge": "the Challenge of {card}",
    "claim": "who claims the Chapter",
}


def due(position: Position) -> Task | None:
    """What somebody has to deal with before play goes on (None: nothing waits)."""
    agenda = position.agenda
    if not agenda or (position.challenge is not None and agenda[0].kind in _STEPS):
        return None
    return agenda[0]


def waiting(position: Position) -> tuple[Problem, ...]:
    """The problem of acting while something is due."""
    task = due(position)
    return () if task is None else _waiting(task.kind, task.player, position.box.name(task.card))


@lru_cache(maxsize=4096)
def _waiting(kind: str, player: str, card: str) -> tuple[Problem, ...]:
    what = _DUE.get(kind, "the card that was paid").format(card=card)
    return (Problem(p.SOMETHING_DUE, {"player": player, "what": what}),)


def proceed(draft: Draft) -> None:
    """Do whatever follows without anybody's choice, until somebody is to act or the game is over."""
    while not moves.conclude(draft):
        _pass_over_the_lost(draft)
        now: Position = draft.now
        task = due(now)
        if task is None:
            return
        if now.seat(task.player).out is not None:
            draft.now = now._replace(agenda=now.agenda[1:])
            if task.kind in _STEPS:
                _run_step(draft, task)
        elif task.kind in PERSONAL or not _run(draft, task):
            return


def _run(draft: Draft, task: Task) -> bool:
    """Do a task of the agenda; False where it waits for somebody."""
    now: Position = draft.now
    if task.kind == "ability":
        plan = effects.plan(now, task.player, task.key, task.effects or Effects(()), {})
        if plan.needs:
            return False
        draft.now = now._replace(agenda=now.agenda[1:])
        effects.run(draft, task.player, task.card, plan, {}, reason_of(now, task))
        return True
    if task.kind == "claim" and unclear(draft.now):
        return False
    draft.now = now._replace(agenda=now.agenda[1:])
    if task.kind == "enter":
        _come_into_play(draft, task)
    elif task.kind == "attach":
        _attach(draft, task)
    else:
        _run_step(draft, task)
    return True


def reason_of(position: Position, task: Task) -> Reason:
    """Why what an ability moves is moved."""
    return p.CHAPTER_PROLOGUE if position.phase == "prologue" and task.card == position.chapter else p.ABILITY


def _run_step(draft: Draft, task: Task) -> None:
    if task.kind == "turn":
        next_turn(draft, task.player)
    elif task.kind == "prologue":
        next_prologue(draft, task.player)
    elif task.kind == "claim":
        claim(draft, *leading(draft.now, draft.rulings))
    elif task.kind == "clean-up":
        _clean_up(draft, task.player)
    elif task.kind == "arcs":
        _advance_arcs(draft, task.player)
    elif task.kind == "next":
        _next_chapter(draft)


def _pass_over_the_lost(draft: Draft) -> None:
    """Move on where the player whose step it is has left the game."""
    now: Position = draft.now
    if now.turn is not None and now.seat(now.turn).out is not None:
        if now.phase == "actions":
            next_turn(draft, now.turn)
        elif now.phase == "prologue":
            next_prologue(draft, now.turn)
        elif now.phase == "chapter":
            _next_chapter(draft)
        else:
            draft.now = now._replace(turn=None)


def _come_into_play(draft: Draft, task: Task) -> None:
    """A paid card takes its place: its row, or the Purge Pile when a Plot Twist is through."""
    name = draft.now.box.name(task.card)
    if task.piece is None:
        _purge_card(draft, task, p.PLAYED)
    else:
        piece = _keyed(draft.now.seat(task.player), task.piece)
        moves.enter(draft, task.player, piece, p.PLAYED, cast=task.to == "protagonists", card=name)


def _keyed(seat: Seat, piece: Piece) -> Piece:
    """The piece by a key that is still free on its side."""
    key = free_key(seat, piece.key)
    return piece if key == piece.key else piece._replace(key=key, card=card_of(piece) or "")


def _attach(draft: Draft, task: Task) -> None:
    """A paid Upgrade goes on its Character; where that one is gone by now, it is purged."""
    seat: Seat = draft.now.seat(task.player)
    host = find(seat, task.to or "")
    if host is None or task.piece is None:
        _purge_card(draft, task, p.LEFT_PLAY)
        return
    piece = _keyed(seat, task.piece)
    upgrade = Attached(piece.key, piece.card, piece.progress)
    moved = put_piece(seat, host._replace(upgrades=(*host.upgrades, upgrade)))
    moves.change(draft, seat, moved, p.PLAYED, card=draft.now.box.name(task.card))


def _purge_card(draft: Draft, task: Task, reason: Reason) -> None:
    """The card of a task goes to the Purge Pile; being purged, it may trigger."""
    seat: Seat = draft.now.seat(task.player)
    card = task.card
    pile = moves.put_on(draft, seat.purge_pile, [card])
    moves.change(draft, seat, seat._replace(purge_pile=pile), reason, card=draft.now.box.name(card))
    moves.queue_triggers(draft, seat.name, [card])


# Turns


def end_action(draft: Draft, player: str) -> None:
    """An action is over: whatever it set off comes first, then the next player's turn."""
    now: Position = draft.now
    if now.agenda or now.challenge is not None:
        draft.now = now._replace(agenda=(*now.agenda, Task("turn", player)))
        proceed(draft)
    elif not moves.conclude(draft):
        next_turn(draft, player)


def next_turn(draft: Draft, player: str) -> None:
    """The next seat clockwise with actions left is on turn; with none the Epilogue is due."""
    now: Position = draft.now
    for seat in now.around(player, after=True):
        if seat.actions_left is None or seat.actions_left > 0:
            draft.now = now._replace(turn=seat.name)
            return
    draft.now = now._replace(phase="epilogue", turn=None)


def begin_prologue(draft: Draft) -> None:
    """The Prologue starts with whoever played the Chapter."""
    now: Position = draft.now
    draft.now = now._replace(phase="prologue", turn=next(now.around(now.chapter_by)).name)


def next_prologue(draft: Draft, player: str) -> None:
    """The next player's Prologue, or the actions when all have had theirs."""
    now: Position = draft.now
    names = [seat.name for seat in now.players]
    at = names.index(now.chapter_by) if now.chapter_by in names else 0
    order = [*names[at:], *names[:at]]
    for name in order[order.index(player) + 1 :]:
        if now.seat(name).out is None:
            draft.now = now._replace(turn=name)
            return
    for seat in now.alive:
        moves.change(draft, seat, seat._replace(actions_left=ACTIONS), p.NEW_ACTIONS)
    first = leader(draft.now, draft.rulings)
    draft.moved(None, "turn", now.turn, first, p.FIRST_ACTION)
    draft.now = draft.now._replace(phase="actions", turn=first)


def leader(position: Position, rulings: Rulings) -> str:
    """Who takes the first action of this Chapter, and is first in turn order in its Epilogue."""
    choice = rulings["SW24"]
    name: str | None = position.chapter_by or position.first
    if position.number > 1 and choice == "claimer":
        name = position.claimer or name
    elif position.number == 1 or choice == "starting-player":
        name = position.first
    return next(position.around(name)).name


# The end of a Chapter


def unclear(position: Position) -> bool:
    """Whether nobody can say from the position who has the most progress."""
    return any(total_progress(seat, position.box) is None for seat in position.alive)


def leading(position: Position, rulings: Rulings) -> tuple[str | None, bool]:
    """Who claims the Chapter (None: nobody), and whether a tie was decided by the table's ruling."""
    totals = {seat.name: total_progress(seat, position.box) or 0 for seat in position.alive}
    most = max(totals.values())
    tied = [name for name, total in totals.items() if total == most]
    if len(tied) == 1:
        return tied[0], False
    choice = rulings["SW41"]
    if choice not in ("chapter-player", "other-player"):
        return None, True
    after = choice == "other-player"
    return next(seat.name for seat in position.around(position.chapter_by, after) if seat.name in tied), True


def claim(draft: Draft, claimer: str | None, tie: bool, told: bool = False) -> None:
    """The Chapter goes to its claimer, or back under its owner's Story Deck; its markers go back."""
    now: Position = draft.now
    known = (now.chapter,)
    stays = claimer is None and draft.rulings["SW41"] == "stays"
    if claimer is not None:
        seat = now.seat(claimer)
        reason = p.CLAIMED_TOLD if told else p.CLAIMED_TIE if tie else p.CLAIMED
        moves.change(draft, seat, seat._replace(won=seat.won.add(known)), reason)
    elif not stays and now.chapter_by is not None and now.seat(now.chapter_by).out is None and not now.scores:
        seat = now.seat(now.chapter_by)
        draft.now = now.with_seat(seat._replace(story=seat.story.add(known, now.tracks)))
        draft.moved(seat.name, "story", seat.story.size, draft.now.seat(seat.name).story.size, p.CLAIMED_TIE)
    if not stays:
        for seat in draft.now.players:
            moves.change(draft, seat, seat._replace(markers=0), p.MARKERS_BACK)
        draft.now = draft.now._replace(chapter=None)
    draft.now = draft.now._replace(claimer=claimer)
    if now.scores or moves.conclude(draft):
        return
    first = leader(now, draft.rulings)
    steps = [Task("clean-up", first), Task("arcs", first), Task("next", first)]
    draft.now = draft.now._replace(agenda=(*draft.now.agenda, *steps))


def _clean_up(draft: Draft, first: str) -> None:
    """Allies and Enduring Plot Twists are purged in turn order; what held for the Chapter ends."""
    box = draft.now.box
    for name in [seat.name for seat in draft.now.around(first)]:
        for piece in draft.now.seat(name).active:
            if kind_of(piece, box) != "story-arc":
                moves.leave(draft, name, piece, p.CLEANED_UP, card=name_of(piece, box))
        seat = draft.now.seat(name)
        if any(piece.bonus for piece in seat.pieces):
            cast = None if seat.protagonists is None else tuple(one._replace(bonus=0) for one in seat.protagonists)
            rest = tuple(one._replace(bonus=0) for one in seat.active)
            moves.change(draft, seat, seat._replace(protagonists=cast, active=rest), p.CHAPTER_ENDS)


def _advance_arcs(draft: Draft, first: str) -> None:
    """Every Story Arc that was not yet marked in this Epilogue gets its marker."""
    for name in [seat.name for seat in draft.now.around(first)]:
        for piece in draft.now.seat(name).active:
            if piece.advanced:
                seat = draft.now.seat(name)
                draft.now = draft.now.with_seat(put_piece(seat, piece._replace(advanced=False)))
            elif not is_character(piece, draft.now.box):
                mark_arc(draft, name, piece, 1, advanced=False)


def mark_arc(draft: Draft, name: str, piece: Piece, amount: int, advanced: bool) -> None:
    """Markers onto a Story Arc; at its Arc Limit it is purged."""
    title = name_of(piece, draft.now.box)
    markers = max(piece.markers + amount, 0)
    marked = piece._replace(markers=markers, advanced=advanced or piece.advanced)
    draft.now = draft.now.with_seat(put_piece(draft.now.seat(name), marked))
    draft.moved(name, f"markers.{piece.key}", piece.markers, markers, p.ADVANCED, card=title)
    limit = limit_of(piece, draft.now.box)
    if limit is not None and markers >= limit:
        moves.leave(draft, name, marked, p.ARC_DONE, card=title)


def _next_chapter(draft: Draft) -> None:
    """Who places the next Chapter; with none left to place the game is over."""
    now: Position = draft.now
    if now.claimer is None and draft.rulings["SW41"] == "stays":
        begin_prologue(draft)
        return
    after = now.claimer or now.chapter_by
    for seat in now.around(after, after=True):
        if seat.story.size is None or seat.story.size > 0:
            draft.now = now._replace(phase="chapter", turn=seat.name)
            return
    most = max(seat.won.size or 0 for seat in now.alive)
    best = [seat.name for seat in now.alive if (seat.won.size or 0) == most]
    draft.now = now._replace(outcome=Outcome((best[0],), "most-chapters") if len(best) == 1 else Outcome((), "draw"))
