"""The stop-watch of every peer's script: play for some seconds, several times, and print the best as JSON."""

import argparse
import json
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple


class Batch(NamedTuple):
    """Some rounds played: a move is one decision of a player, not what chance decides."""

    rounds: int
    moves: int
    seconds: float


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=3.0, help="to play for, each time")
    parser.add_argument("--repeats", type=int, default=3)
    return parser.parse_args()


def timed(play_round: Callable[[], int], rounds: int, clock: Callable[[], float] = time.perf_counter) -> Batch:
    """Play that many rounds with a function that plays one and says how many moves it took."""
    start = clock()
    moves = sum(play_round() for _ in range(rounds))
    return Batch(rounds, moves, clock() - start)


def report(
    peer: str, version: str, leaves_out: Sequence[str], options: argparse.Namespace, batch: Callable[[], Batch]
) -> None:
    """Print the best of several runs as one line."""
    best = max((_run(batch, options.seconds) for _ in range(options.repeats)), key=lambda run: run.moves / run.seconds)
    result = {
        "peer": peer,
        "version": version,
        "seats": options.seats,
        "rounds": best.rounds,
        "moves": best.moves,
        "seconds": round(best.seconds, 3),
        "moves_per_second": round(best.moves / best.seconds),
        "rounds_per_second": round(best.rounds / best.seconds, 1),
        "leaves_out": list(leaves_out),
    }
    print(json.dumps(result), flush=True)


def _run(batch: Callable[[], Batch], seconds: float) -> Batch:
    total = Batch(0, 0, 0.0)
    while total.seconds < seconds:
        total = Batch(*map(sum, zip(total, batch(), strict=True)))
    return total
