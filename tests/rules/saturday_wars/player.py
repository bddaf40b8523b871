"""A table of players who do something legal at random: for whole games in the tests and in the benchmark.

What a real table would see is drawn from what the registered decks can still hold; now and then nobody looks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.resources import files
from random import Random
from typing import Any, NamedTuple

from companion import catalog
from companion.catalog.decklists import read_deck_list
from companion.rules.engine import Choice, Subset, Verdict
from companion.rules.rulings import Rulings
from companion.rules.saturday_wars import GAME
from companion.rules.saturday_wars.cards import Box, Character
from companion.rules.saturday_wars.deckcheck import split
from companion.rules.saturday_wars.effects import candidates
from companion.rules.saturday_wars.position import CAST_COST, Position, Seat, card_of, parts

Decks = tuple[tuple[str, ...], tuple[str, ...]]
TOLD = ("nothing", "draw 1", "marker +1", "purge 2", "rival marker -1", "exhaust own character")


class Move(NamedTuple):
    """One step of a game: where it was taken, what it was, and what became of it."""

    before: Position
    action: dict[str, Any]
    verdict: Verdict


def practice_decks(box: Box) -> tuple[Decks, Decks]:
    """The decks of the practice set: Ember and Tide."""
    return _deck(box, "ember"), _deck(box, "tide")


def _deck(box: Box, name: str) -> Decks:
    file = files("data") / "saturday_wars" / "packs" / "practice" / "decks" / f"{name}.csv"
    read = read_deck_list(file.read_bytes(), list(box.cards.values()))
    assert not read.faults
    shonen, story = split(read.counts.items(), box)
    return tuple(Counter(dict(shonen)).elements()), tuple(Counter(dict(story)).elements())


def random_game(random: Random) -> tuple[Position, Rulings, list[dict[str, Any]]]:
    """A whole game for two to four: its start, the rulings, and its actions (for the benchmark)."""
    box: Box = catalog.box("saturday-wars")
    rulings = GAME.rulings()
    names = ("Ana", "Bo", "Cy", "Di")[: random.randint(2, 4)]
    moves = list(game(names, box, practice_decks(box), rulings, random))
    return moves[0].before, rulings, [move.action for move in moves]


def game(
    names: Sequence[str], box: Box, decks: Sequence[Decks], rulings: Rulings, random: Random, detail: str = "cards"
) -> Iterator[Move]:
    """A whole game from the first set-up action, move by move."""
    position = GAME.start(names, box, rulings)._replace(detail=detail)
    verdict = GAME.judge(position, {"do": "setup", "step_by_step": True}, rulings)
    yield Move(position, {"do": "setup", "step_by_step": True}, verdict)
    position = verdict.position
    while position.outcome is None:
        move = step(position, decks, rulings, random)
        yield move
        position = move.verdict.position


def step(position: Position, decks: Sequence[Decks], rulings: Rulings, random: Random) -> Move:
    """Something legal that somebody does."""
    for _attempt in range(200):
        viewer = random.choice([seat.name for seat in position.alive]) if random.random() < 0.05 else None
        choices = [choice for choice in GAME.choices(position, rulings, viewer) if choice.legal]
        weighted = [choice for choice in choices for _times in range(_WEIGHTS.get(choice.do, 10))]
        if not weighted:
            continue
        action = fill(position, random.choice(weighted), decks, random)
        if action is None:
            continue
        for _question in range(4):
            verdict = GAME.judge(position, action, rulings)
            if verdict.legal is not None:
                break
            action = {**action, **answers(position, action, verdict.needs, random)}
        if verdict.legal:
            return Move(position, action, verdict)
    raise AssertionError(f"nobody can do anything: {GAME.to_json(position)}")


_WEIGHTS = {
    "setup": 0,
    "concede": 0,
    "leave": 0,
    "mark-arc": 1,
    "discard": 1,
    "chapter": 30,
    "prologue": 30,
    "epilogue": 30,
    "flip": 40,
    "trigger": 40,
    "pay": 40,
    "challenge": 8,
    "pass": 5,
    "play": 8,
    "draw": 12,
    "retrieve": 15,
    "progress": 15,
    "ability": 5,
}


def fill(position: Position, choice: Choice, decks: Sequence[Decks], random: Random) -> dict[str, Any] | None:
    """A choice as an action: one of the allowed values for each field, and what the table saw; None: not this one."""
    action: dict[str, Any] = {"do": choice.do}
    for name, allowed in choice.allowed.items():
        if isinstance(allowed, Subset):
            cards = list(allowed.of[: allowed.high])
            action[name] = random.sample(cards, random.randint(allowed.low, len(cards)))
        elif isinstance(allowed, tuple | range):
            if not allowed:
                return None
            action[name] = random.choice(allowed)
    seat = position.seat(choice.player or position.players[0].name)
    if "because" in action and random.random() < 0.9:
        return None
    number = [other.name for other in position.players].index(seat.name)
    if choice.do == "deck":
        if seat.deck_list is not None:
            return None
        action["shonen"], action["story"] = map(list, decks[number % len(decks)])
    elif choice.do == "protagonists":
        action["cards"] = cast(position.box, decks[number % len(decks)][0], random)
    elif choice.do == "bid":
        action["markers"] = random.randint(0, 3)
    elif choice.do == "chapter":
        won = {card for other in position.players for card in other.won.known}
        left = [card for card in decks[number % len(decks)][1] if card not in won]
        if seat.story.unseen and left and random.random() < 0.8:
            action["card"] = random.choice(left)
    elif choice.do in ("draw", "pay", "flip", "play", "prologue"):
        _see(position, seat, action, random)
    elif choice.do == "discard" and not action["cards"]:
        return None
    return action


def _see(position: Position, seat: Seat, action: dict[str, Any], random: Random) -> None:
    """Name some of the cards that come off the deck."""
    do = action["do"]
    if do == "draw" and random.random() < 0.8:
        action.update(zip(("card",), unseen(position, seat, 1, random), strict=False))
    elif do == "pay":
        action["cards"] = unseen(position, seat, position.agenda[0].amount, random)
    elif do == "prologue" and seat.hand.size is not None and seat.hand.size < 5:
        action["drawn"] = unseen(position, seat, 5 - seat.hand.size, random)
    elif do == "flip" and position.challenge is not None:
        for which, name in (("attack", position.challenge.player), ("defence", position.challenge.rival)):
            cards = unseen(position, position.seat(name), 1, random)
            if cards:
                action[f"{which}_card"] = cards[0]
                action.pop(f"{which}_cost", None)
    elif do == "play":
        card = position.box.shonen(action.get("card"))
        cost = card.cost if card is not None else action.get("cost", 0)
        if random.random() < 0.8:
            action["paid"] = unseen(position, seat, cost, random)
            if len(action["paid"]) < cost:
                action["paid"] += [None] * (cost - len(action["paid"]))
            if not action["paid"]:
                del action["paid"]


def unseen(position: Position, seat: Seat, count: int, random: Random) -> list[str]:
    """Cards of the registered deck that nobody has seen yet, as many as there are."""
    if seat.deck_list is None or seat.deck.unseen is None:
        return []
    left = Counter(seat.deck_list)
    left.subtract([*seat.deck.known, *seat.hand.known, *seat.purge_pile.known])
    left.subtract(card_of(part) for piece in seat.pieces for part in parts(piece))
    left.subtract(task.card for task in position.agenda if task.kind in ("enter", "attach") and task.card is not None)
    pool = sorted(left.elements())
    return random.sample(pool, min(count, len(pool), seat.deck.unseen))


def cast(box: Box, deck: Sequence[str], random: Random) -> list[str]:
    """Characters of the deck whose costs come to what Protagonists cost."""
    for _attempt in range(1000):
        cards = list(deck)
        random.shuffle(cards)
        chosen: list[str] = []
        total = 0
        for id_ in cards:
            card = box.shonen(id_)
            if isinstance(card, Character) and total + card.cost <= CAST_COST and card.cost:
                chosen.append(id_)
                total += card.cost
        if total == CAST_COST:
            return chosen
    raise AssertionError("this deck has no Protagonists")


def answers(position: Position, action: dict[str, Any], needs: Sequence[str], random: Random) -> dict[str, Any]:
    """What the table tells when the rules ask for it."""
    told: dict[str, Any] = {}
    player = action.get("player") or ""
    for need in needs:
        if need == "targets":
            # Which side is asked for is not said: offer one of each until the rules are content.
            side = random.choice(("own", "rival"))
            open_to = candidates(position, player, side)
            told["targets"] = [f"{seat.name}:{piece.key}" for seat, piece in random.choices(open_to, k=1)]
        elif need == "rival":
            told["rival"] = random.choice([seat.name for seat in position.alive if seat.name != player])
        elif need == "told":
            told["told"] = random.choice(TOLD)
        elif need == "claims":
            told["claims"] = random.choice([None, *(seat.name for seat in position.alive)])
        elif need.startswith(("attack_", "defence_", "cost")):
            told[need] = random.randint(0, 4)
        elif need.startswith("players.") and action["do"] == "epilogue":
            told["claims"] = random.choice([None, *(seat.name for seat in position.alive)])
    return told
