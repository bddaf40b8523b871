"""The duel kernel: against an independent reading of the rule, by itself, and through `judge`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.challengers import duel as kernel
from companion.rules.challengers.cards import Card
from companion.rules.challengers.duel import MAX_REVEALS, Duel, Side
from companion.rules.challengers.effects import Effect
from companion.rules.challengers.position import Position
from tests.rules.challengers.table import BOX, GAME, RULINGS, judge, play, start

EXECUTED = [card for card in BOX.cards.values() if not card.effect.told]


def run(first: Sequence[Card], second: Sequence[Card], starter: int) -> Duel:
    """A duel of two decks (top card last) without choices."""
    duel = Duel((Side([*first]), Side([*second])), starter)
    if not duel.sides[starter].deck:
        duel.end(1 - starter, "deck")
    while duel.winner is None:
        deck = duel.sides[duel.turn].deck
        assert deck
        card = deck.pop()
        assert card is not None
        duel.reveal(card)
    return duel


# An independent reading of the rulebook, for cards that say nothing or one of three simple things. Decks are texts:
# each letter is a card, the first letter is revealed first.

POWER = {"a": 1, "b": 2, "c": 3, "A": 1, "F": 1, "B": 1}
LETTERS = {
    "a": Card("a", "", "a", 1, "city", "A", 1),
    "b": Card("b", "", "b", 1, "city", "A", 2),
    "c": Card("c", "", "c", 1, "city", "A", 3),
    "A": Card("A", "", "A", 1, "city", "A", 1, Effect.parse("attack: power +1")),
    "F": Card("F", "", "F", 1, "city", "A", 1, Effect.parse("flag: power +1")),
    "B": Card("B", "", "B", 1, "city", "A", 1, Effect.parse("bench: card +1")),
}


def winner_by_the_book(decks: tuple[str, str], starter: int, slots: int) -> int:
    """Who wins, read sentence by sentence from the rulebook."""
    left = list(decks)
    bench = ["", ""]
    if not left[starter]:
        return 1 - starter
    stack = {starter: left[starter][0], 1 - starter: ""}
    left[starter] = left[starter][1:]
    defender = starter
    while True:
        attacker = 1 - defender
        top = stack[defender][-1]
        defence = POWER[top] + (top == "F") + bench[defender].count("B")
        attack = ""
        while sum(POWER[card] + (card == "A") + bench[attacker].count("B") for card in attack) < defence:
            if not left[attacker]:
                return defender
            attack += left[attacker][0]
            left[attacker] = left[attacker][1:]
        if len(set(bench[defender] + stack[defender])) > slots:
            return attacker
        bench[defender] += stack[defender]
        stack = {attacker: attack, defender: ""}
        defender = attacker


@pytest.mark.parametrize(
    ("letters", "longest", "slots"), [("abc", 4, 6), ("abc", 4, 1), ("bAFB", 3, 6), ("bAFB", 3, 2)]
)
def test_every_pair_of_small_decks(letters: str, longest: int, slots: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "SLOTS", slots)
    decks = ["".join(deck) for n in range(longest + 1) for deck in product(letters, repeat=n)]
    for first, second, starter in product(decks, decks, (0, 1)):
        mine, theirs = ([LETTERS[letter] for letter in reversed(deck)] for deck in (first, second))
        assert run(mine, theirs, starter).winner == winner_by_the_book((first, second), starter, slots), (first, second)


def test_the_stack_shows_the_card_revealed_last() -> None:
    """CH58, CH13: all cards of an attack form one stack, and all of it is benched later."""
    duel = Duel((Side([LETTERS["c"]]), Side([LETTERS["b"], LETTERS["a"], LETTERS["b"]])), 0)
    for _ in range(3):
        card = duel.sides[duel.turn].deck.pop()  # type: ignore[union-attr]
        assert card is not None
        duel.reveal(card)
    assert [card.id for card in duel.sides[1].stack] == ["b", "a"]
    assert (duel.holder, duel.sides[1].defence(), duel.winner, duel.why) == (1, 1, 1, "deck")


def test_a_last_card_that_captures_does_not_lose() -> None:
    """CH19, CH20: only who has to reveal and cannot has lost."""
    assert run([LETTERS["a"]], [LETTERS["b"]], 0).winner == 1
    assert run([LETTERS["b"]], [LETTERS["a"]], 0).winner == 0
    assert run([], [LETTERS["a"]], 0).winner == 1


def test_a_bench_too_full_loses_before_a_deck_too_short() -> None:
    """CH18: the last card captures, and the other bench has no slot."""
    names = [LETTERS["a"]._replace(name=str(n)) for n in range(7)]
    duel = Duel((Side([]), Side([LETTERS["c"]])), 0)
    duel.sides[0].onto_bench(names[:6])
    duel.sides[0].stack, duel.sides[0].kept, duel.sides[0].base = [names[6]], [0], 1
    duel.holder, duel.turn, duel.stage = 0, 1, "attack"
    card = duel.sides[1].deck.pop()  # type: ignore[union-attr]
    assert card is not None
    duel.reveal(card)
    assert (duel.winner, duel.why) == (1, "bench")


# Random duels with every executed effect


def choose(duel: Duel, rng: Random) -> list[Card | None]:
    """An answer for what is asked first, at random among what the card allows."""
    at, _card, clause = duel.asked[0]
    side = duel.sides[duel.whose(at, clause)]
    if clause.verb in ("exhaust", "return"):
        fitting = [card for card in side.bench if clause.of.fits(card)]
        most = min(clause.n, len(fitting))
        return [*rng.sample(fitting, rng.randint(0, most) if clause.optional else most)]
    if clause.verb == "add":
        return [*rng.choices([card for card in EXECUTED if clause.of.fits(card)], k=clause.n)]
    if clause.verb == "look":
        top = list((side.deck or [])[-clause.n :])
        rng.shuffle(top)
        return top
    return [rng.choice(side.deck or [None])]


def cards_of(side: Side) -> int:
    return len(side.deck or []) + len(side.bench) + len(side.stack) + len(side.exhaust)


decks = st.lists(st.sampled_from(EXECUTED), min_size=1, max_size=14)


@settings(max_examples=200, deadline=None)
@given(decks, decks, st.integers(0, 1), st.randoms(use_true_random=False), st.booleans())
def test_a_duel_keeps_its_cards_and_ends(
    first: list[Card], second: list[Card], starter: int, rng: Random, loss_first: bool
) -> None:
    duel = Duel((Side([*first]), Side([*second])), starter, loss_first)
    sizes = len(first), len(second)
    while duel.winner is None and duel.reveals < MAX_REVEALS:
        if duel.asked:
            duel.answer(choose(duel, rng))
        else:
            card = duel.sides[duel.turn].deck.pop()  # type: ignore[union-attr]
            assert card is not None
            duel.reveal(card)
        for at in (0, 1):
            assert cards_of(duel.sides[at]) == sizes[at] + len(duel.sides[at].added)
        if duel.stage == "attack" and duel.winner is None:
            assert duel.holder is not None
            assert duel.sides[duel.holder].stack
            assert duel.turn != duel.holder
            assert duel.sides[duel.turn].attack() < duel.sides[duel.holder].defence() or not duel.sides[duel.turn].stack
            assert all(len(side.names) <= kernel.SLOTS for side in duel.sides)
    assert (duel.winner is not None) == (duel.why is not None)


# The same duels through `judge`


def table_of(first: list[Card], second: list[Card]) -> Position:
    """Ana and Bo before their match, with these decks written down."""
    position = start(4, detail="moves")
    actions: list[dict[str, Any]] = [{"do": "decline", "player": name} for name in ("Ana", "Bo", "Cy", "Dee")]
    position = play(position, *actions)
    pair = [side.name for side in position.matches[0].sides]
    for name, deck in zip(pair, (first, second), strict=True):
        seat = position.seat(name)
        position = position.with_seat(seat._replace(deck=type(seat.deck)(len(deck))))
    return position


def same_duel(first: list[Card], second: list[Card], rng: Random) -> None:
    """Play a duel through the kernel, which sees every card, and through `judge`, which sees what is shown."""
    position = table_of(first, second)
    names = [side.name for side in position.matches[0].sides]
    duel = Duel((Side([*first]), Side([*second])), 0)
    position = play(position, {"do": "start-match", "player": names[0]})
    while position.matches[0].winner is None and duel.reveals < MAX_REVEALS:
        match = position.matches[0]
        if match.asked:
            question = match.asked[0]
            if question.clause.verb == "mill":
                # The kernel knew the card and went on by itself.
                victim = (
                    names.index(question.player) if not question.clause.theirs else 1 - names.index(question.player)
                )
                gone = duel.sides[victim].exhaust[len(match.sides[victim].exhaust)]
                ids: list[str | None] = [gone.id]
            else:
                cards = choose(duel, rng)
                duel.answer(cards)
                ids = [card and card.id for card in cards]
            verdict = judge(position, do="effect", player=question.player, cards=ids)
        elif duel.asked:
            duel.answer(choose(duel, rng))
            continue
        else:
            card = duel.sides[duel.turn].deck.pop()  # type: ignore[union-attr]
            assert card is not None
            player = names[duel.turn]
            duel.reveal(card)
            verdict = judge(position, do="reveal", player=player, card=card.id)
        assert verdict.legal, (verdict.problems, verdict.needs)
        position = verdict.position
        while duel.asked and duel.asked[0].clause.verb == "look":
            duel.answer(choose(duel, rng))
    match = position.matches[0]
    for at, (side, frozen) in enumerate(zip(duel.sides, match.sides, strict=True)):
        assert [card.id for card in side.bench] == list(frozen.bench), at
        assert [card.id for card in side.exhaust] == list(frozen.exhaust)
        assert len(side.deck or []) == frozen.pile.size
    assert (duel.why, duel.holder if duel.winner is None else names[duel.winner]) == (
        match.why,
        duel.holder if match.winner is None else match.winner,
    )


def test_a_thousand_duels_through_kernel_and_judge() -> None:
    rng = Random(4)
    for _ in range(1000):
        first = rng.choices(EXECUTED, k=rng.randint(4, 14))
        second = rng.choices(EXECUTED, k=rng.randint(4, 14))
        # At this level of detail nobody checks the decks, except that a starter card is there a fixed number of times.
        same_duel(
            *([card for card in deck if card.level != "S"] or [BOX.cards["pig"]] for deck in (first, second)), rng
        )


def test_the_duel_is_capped() -> None:
    """CH48: after so many cards the table enters the result."""
    position = table_of([BOX.cards["pig"]], [BOX.cards["pig"]])
    starter = position.matches[0].sides[0].name
    position = play(position, {"do": "start-match", "player": starter})
    position = position.with_match(position.matches[0]._replace(reveals=MAX_REVEALS))
    verdict = judge(position, do="reveal", player=starter, card="pig")
    assert [problem.code for problem in verdict.problems] == ["too-long"]
    assert judge(position, do="match-result", player=starter).legal
    assert GAME.choices(position, RULINGS, starter)
