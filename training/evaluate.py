"""Measure the bot `learned` on fresh deals, with 95 % intervals; this needs NumPy, but no PyTorch.

    python training/evaluate.py official --against careful --rounds 100000   at tables of lastcard.env, all at once
    python training/evaluate.py official --against search --rounds 4000      in the arena, each deal from every seat

`--net FILE` measures another net than the one in the package.  In the arena, `--seconds` ends the measurement early.
"""

import argparse
import math
import sys
import time
from pathlib import Path

import numpy as np

from lastcard import Ruleset
from lastcard.arena import play, wilson
from lastcard.bots.learned import Asker, Net
from lastcard.bots.nets import FOLDER, SUFFIX, read_facts, read_net, shipped
from lastcard.env import Tables
from lastcard.sim.plan import POLICIES

TABLES = 512
FRESH = 1 << 41  # seeds from here on were dealt neither in training nor while it was measured
PART = 128  # rounds in the arena between two looks at the clock


def at_tables(path: Path, against: str, rounds: int, seed: int) -> tuple[float, int]:
    """Play one seat of each table against a policy, the same number of rounds at each; return wins and rounds.

    So long rounds count as much as short ones.
    """
    facts, asker = read_facts(path), Asker(Net(read_net(path)))
    seats, count = facts["seats"], min(TABLES, rounds)
    mine = np.arange(count) % seats
    opponents = [{seat: against for seat in range(seats) if seat != own} for own in mine]
    tables = Tables(facts["rules"], seats=seats, tables=count, seed=FRESH + seed, opponents=opponents, claims="auto")
    each, ended, won = -(-rounds // count), np.zeros(count, int), 0.0
    chosen = tables.mask.argmax(1)
    while ended.min() < each:
        for table in np.flatnonzero(ended < each):
            values = np.frombuffer(asker.values(tables.obs[table].tobytes()), np.float32)
            chosen[table] = np.where(tables.mask[table], values, -np.inf).argmax()
        chosen = np.where(ended < each, chosen, tables.mask.argmax(1))
        tables.step(chosen)
        counted = tables.ended & (ended < each)
        won += np.maximum(tables.rewards[np.arange(count), mine], 0)[counted].sum()
        ended += tables.ended
    return won, each * count


def in_arena(rules: str, seats: int, against: str, rounds: int, seed: int, seconds: float) -> tuple[float, int]:
    """Play in the arena, each deal from every seat; return wins and rounds."""
    began, won, played, part = time.monotonic(), 0.0, 0, 0
    while played < rounds and time.monotonic() - began < seconds:
        games = min(PART, rounds - played)
        result = play(rules, ["learned", *[against] * (seats - 1)], games=games, seed=FRESH + seed * 1_000_000 + part)
        won, played, part = won + result.tallies[0].wins, played + result.games, part + 1
        print(f"{played:,} rounds, {100 * won / played:.2f} %", file=sys.stderr, flush=True)
    return won, played


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--against", default="careful", help="a policy of the simulator, or any bot in the arena")
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--net", type=Path, help="a file, for policies only")
    options = parser.parse_args()
    wanted = (Ruleset.from_id(options.rules).id, options.seats)
    found = [path for path in shipped() if (read_facts(path)["rules"], read_facts(path)["seats"]) == wanted]
    if options.against in POLICIES and (options.net or found):
        won, played = at_tables(options.net or found[0], options.against, options.rounds, options.seed)
    elif found:
        won, played = in_arena(*wanted, options.against, options.rounds, options.seed, options.seconds)
    else:
        parser.error(f"there is no net for {wanted[0]} with {wanted[1]} seats ({FOLDER}/*{SUFFIX})")
    low, high = wilson(won, played)
    print(
        f"{wanted[0]}, {wanted[1]} seats: learned against {wanted[1] - 1} {options.against}: "
        f"{100 * won / played:.2f} % of {played:,} rounds "
        f"({100 * low:.2f} to {100 * high:.2f} %; par {100 / wanted[1]:.0f} %)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
