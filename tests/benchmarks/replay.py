"""How fast a log replays: whole random games through `Game.replay`, in games per second, beside random chess games
whose moves python-chess checks and pushes in the same process (without listing any).

    python tests/benchmarks/replay.py [--games N] [--rounds N] [--json]
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import chess

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from companion.rules import games
from tests.benchmarks.rules import record_chess, record_ours


def replay_ours(id_: str, recorded: list[Any]) -> float:
    """Seconds of replaying these games."""
    begun = process_time()
    for position, rulings, actions in recorded:
        games[id_].replay(position, actions, rulings)
    return process_time() - begun


def replay_chess(recorded: list[list[chess.Move]]) -> float:
    """Seconds of replaying these chess games, each move checked."""
    begun = process_time()
    for game in recorded:
        board = chess.Board()
        for move in game:
            if not board.is_legal(move):
                raise AssertionError(f"{move} was legal when the game was recorded")
            board.push(move)
    return process_time() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=30, help="random games of each kind")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is replayed; the best counts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    peer = record_chess(Random(options.seed), options.games)
    peer_moves = sum(map(len, peer))
    results = {}
    for id_ in games:
        recorded = record_ours(id_, Random(options.seed), options.games)
        if recorded is None:
            continue
        actions = sum(len(game[2]) for game in recorded)
        ours = min(replay_ours(id_, recorded) for _round in range(options.rounds))
        theirs = min(replay_chess(peer) for _round in range(options.rounds))
        results[id_] = {
            "games_per_s": round(len(recorded) / ours, 1),
            "actions_per_game": round(actions / len(recorded), 1),
            "ms_per_120_actions": round(ours / actions * 120 * 1000, 2),
            "ratio": round((actions / ours) / (peer_moves / theirs), 3),
        }
        print(f"{id_}: {results[id_]}", file=sys.stderr)
    if options.json:
        print(json.dumps({"games": results}))


if __name__ == "__main__":
    main()
