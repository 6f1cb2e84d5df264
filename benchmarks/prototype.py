"""The study the core grew from, compiled, on one thread, with all its house rules on: one line of JSON.

It is not part of this repository: LASTCARD_PROTOTYPE names the folder it lies in.
"""

import json
import os
import sys
import time
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from types import ModuleType

SEATS = 4
ROUNDS, REPEATS = 1_000, 400  # short, so that on a busy machine some run is left alone
HOUSE_RULES = {
    "stack_two": 1,
    "stack_four": 1,
    "stack_up": 1,
    "stack_down": 1,
    "seven_swaps": 1,
    "zero_rotates": 1,
    "jump_in": 1,
    "restrict_four": 2,
    "challenge": 1,
    "uno_call": 1,
    "must_play": 1,  # as our `random`: draw only with nothing to lay
}
LEAVES_OUT = [
    "an ordered stock: each draw takes a random card",
    "the catch: a forgotten call is always punished",
    "other decks, batches, ready, fines, hand limits, partners",
    "sums of points in a match, and facts",
]


def modules_of(folder: str, *names: str) -> list[ModuleType]:
    """Modules of a folder that is a package without saying so."""
    package = ModuleSpec("study", None, is_package=True)
    package.submodule_search_locations = [folder]
    sys.modules["study"] = module_from_spec(package)
    return [import_module(f"study.{name}") for name in names]


def main() -> int:
    folder = os.environ.get("LASTCARD_PROTOTYPE")
    if not folder:
        print("prototype: left out, LASTCARD_PROTOTYPE does not name its folder", file=sys.stderr)
        return 0
    cpu, records = modules_of(folder, "cpu", "records")
    engine = cpu.make()
    states, rules = records.states(1), records.rules(**HOUSE_RULES)
    engine.run_one(states, rules, SEATS, 1, 1, 2)
    best, moves = float("inf"), 0
    for _ in range(REPEATS):
        start = time.perf_counter()
        moves = engine.run_one(states, rules, SEATS, ROUNDS, 1, 2)
        best = min(best, time.perf_counter() - start)
    result = {
        "peer": "the prototype",
        "version": "house rules",
        "seats": SEATS,
        "rounds": ROUNDS,
        "moves": int(moves),
        "seconds": round(best, 3),
        "moves_per_second": round(moves / best),
        "rounds_per_second": round(ROUNDS / best, 1),
        "leaves_out": LEAVES_OUT,
    }
    print(json.dumps(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
