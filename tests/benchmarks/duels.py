"""How fast duels are simulated: full duels between 12-card decks, beside the simplest loop that knows no effects.

Both shuffle the same decks and play to the end on one core; of several rounds, taken in turn, the best of each counts.
Then the estimator: how long its 10,000 duels take (the goal is 2 seconds).

    python tests/benchmarks/duels.py [--duels N] [--rounds N] [--json]
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from random import Random
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from companion import catalog
from companion.judge.estimate import DUELS, estimate, play
from companion.rules.challengers.cards import Card

BOX = catalog.box("challengers", ["printed"])
SLOTS = 6


def plain_duel(first: list[tuple[str, int]], second: list[tuple[str, int]]) -> int:
    """Who wins (0 or 1) without effects; the first deck starts."""
    decks = first, second
    benches: tuple[set[str], set[str]] = (set(), set())
    stack = [first.pop()]
    holder = 0
    while True:
        attacker = 1 - holder
        deck = decks[attacker]
        defence = stack[-1][1]
        power = 0
        attack = []
        while power < defence:
            if not deck:
                return holder
            card = deck.pop()
            attack.append(card)
            power += card[1]
        bench = benches[holder]
        for name, _power in stack:
            bench.add(name)
        if len(bench) > SLOTS:
            return attacker
        stack = attack
        holder = attacker


def random_decks(rng: Random) -> tuple[list[Card], list[Card]]:
    """Two decks as in the middle of an evening: the starters, four of A and two of B, with effects that are known."""
    known = {
        level: [card for card in cards if not card.effect.told]
        for level, cards in BOX.by_level.items()
        if level in "AB"
    }
    decks = []
    for _ in range(2):
        starters = [BOX.cards[id_] for id_ in BOX.starter]
        decks.append([*starters, *rng.sample(known["A"], 4), *rng.sample(known["B"], 2)])
    return decks[0], decks[1]


def duels_per_second(pairs: list[tuple[list[Card], list[Card]]], count: int, seed: int) -> float:
    """The kernel's duels, choices and all."""
    rng = Random(seed)
    tray = {level: [card for card in cards if not card.effect.told] for level, cards in BOX.by_level.items()}
    begun = perf_counter()
    for number in range(count):
        first, second = pairs[number % len(pairs)]
        mine: list[Card | None] = [*first]
        theirs: list[Card | None] = [*second]
        rng.shuffle(mine)
        rng.shuffle(theirs)
        play(mine, theirs, 0, tray, rng)
    return count / (perf_counter() - begun)


def plain_per_second(pairs: list[tuple[list[Card], list[Card]]], count: int, seed: int) -> float:
    """The simple loop's duels."""
    rng = Random(seed)
    plain = [tuple([(card.name, card.power) for card in deck] for deck in pair) for pair in pairs]
    begun = perf_counter()
    for number in range(count):
        first, second = plain[number % len(plain)]
        mine, theirs = [*first], [*second]
        rng.shuffle(mine)
        rng.shuffle(theirs)
        plain_duel(mine, theirs)
    return count / (perf_counter() - begun)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--duels", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rng = Random(options.seed)
    pairs = [random_decks(rng) for _ in range(200)]
    ours = theirs = 0.0
    for _ in range(options.rounds):
        ours = max(ours, duels_per_second(pairs, options.duels, options.seed))
        theirs = max(theirs, plain_per_second(pairs, options.duels, options.seed))
    first, second = ([card.id for card in deck] for deck in pairs[0])
    begun = perf_counter()
    found = estimate(BOX, first, second, rng=rng)
    seconds = perf_counter() - begun
    result = {
        "duels_per_s": round(ours),
        "peer_duels_per_s": round(theirs),
        "ratio": round(ours / theirs, 3),
        "estimator_duels": DUELS,
        "estimator_s": round(seconds, 3),
    }
    print(f"{result} {found}", file=sys.stderr)
    if options.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
