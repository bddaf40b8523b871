"""How fast the rules are beside python-chess in the same process: moves per second through whole random games.

A move is: list what may be done (every value or problem code of it read), judge the action, apply it. The peer lists
its legal moves, asks `is_legal` and pushes. Both replay games that were played at random beforehand, so that choosing
a move costs neither of them anything. Of several rounds, taken in turn, the best of each counts; time is that of the
processor, which other programs on the machine disturb least.

    python tests/benchmarks/rules.py [--games N] [--rounds N] [--json]
"""

from __future__ import annotations

import argparse
import json
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import chess

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from companion.rules import ROOMS, games

Recorded = tuple[Any, Any, list[dict[str, Any]]]


def play_ours(id_: str, recorded: list[Recorded]) -> tuple[int, float]:
    """Moves and seconds of replaying these games, with everything listed and read on the way."""
    game = games[id_]
    moves = read = 0
    begun = process_time()
    for position, rulings, actions in recorded:
        for action in actions:
            for choice in game.choices(position, rulings):
                for problem in choice.problems:
                    read += len(problem.code)
                for values in choice.allowed.values():
                    read += values is not None
            verdict = game.judge(position, action, rulings)
            if not verdict.legal:
                raise AssertionError(f"{action} was legal when the game was recorded")
            position = verdict.position
        moves += len(actions)
    seconds = process_time() - begun
    assert read
    return moves, seconds


def play_chess(recorded: list[list[chess.Move]]) -> tuple[int, float]:
    """Moves and seconds of replaying these chess games."""
    moves = 0
    begun = process_time()
    for game in recorded:
        board = chess.Board()
        for move in game:
            listed = list(board.legal_moves)
            if not listed or not board.is_legal(move):
                raise AssertionError(f"{move} was legal when the game was recorded")
            board.push(move)
        moves += len(game)
    return moves, process_time() - begun


def record_chess(rng: Random, count: int) -> list[list[chess.Move]]:
    """Random games until mate, stalemate or 200 plies."""
    recorded = []
    for _ in range(count):
        board = chess.Board()
        game: list[chess.Move] = []
        while len(game) < 200 and (listed := list(board.legal_moves)):
            move = rng.choice(listed)
            game.append(move)
            board.push(move)
        recorded.append(game)
    return recorded


def record_ours(id_: str, rng: Random, count: int) -> list[Recorded] | None:
    """Random games of one of ours, by `random_game(rng)` of its tests' player; None when its room has none yet."""
    module = f"tests.rules.{ROOMS[id_][0]}.player"
    try:
        found = find_spec(module)
    except ModuleNotFoundError:
        found = None
    random_game = getattr(import_module(module), "random_game", None) if found else None
    return [random_game(rng) for _ in range(count)] if random_game else None


def measure(id_: str, recorded: list[Recorded], peer: list[list[chess.Move]], rounds: int) -> dict[str, float]:
    ours, theirs = 0.0, 0.0
    for _ in range(rounds):
        moves, seconds = play_ours(id_, recorded)
        ours = max(ours, moves / seconds)
        moves, seconds = play_chess(peer)
        theirs = max(theirs, moves / seconds)
    return {"moves_per_s": round(ours), "peer_moves_per_s": round(theirs), "ratio": round(ours / theirs, 3)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20, help="random games of each kind")
    parser.add_argument("--rounds", type=int, default=15, help="how often each is replayed; the best counts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    peer = record_chess(Random(options.seed), options.games)
    results = {}
    for id_ in games:
        recorded = record_ours(id_, Random(options.seed), options.games)
        if recorded is not None:
            results[id_] = measure(id_, recorded, peer, options.rounds)
            print(f"{id_}: {results[id_]}", file=sys.stderr)
    if options.json:
        print(json.dumps({"games": results}))


if __name__ == "__main__":
    main()
