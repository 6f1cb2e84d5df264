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
from lastcard.bots import LearnedBot, make_bot, register
from lastcard.bots.learned import Asker, Fitted, fitted, shown_to
from lastcard.bots.nets import FOLDER, SUFFIX, NetFile, read_facts, read_net, shipped
from lastcard.env import Tables
from lastcard.errors import LastCardError
from lastcard.sim.plan import POLICIES

TABLES = 512
FRESH = 1 << 41  # seeds from here on were dealt neither in training nor while it was measured
PART = 128  # rounds in the arena between two looks at the clock
MEASURED = "measured"  # the name of the bot in the arena


def at_tables(file: NetFile, against: str, rounds: int, seed: int) -> tuple[float, int]:
    """Play one seat of each table against a policy, the same number of rounds at each; return wins and rounds.

    So long rounds count as much as short ones.
    """
    facts, asker = file.facts, Asker(fitted(file).net)
    seats, count = facts["seats"], min(TABLES, rounds)
    mine = np.arange(count) % seats
    opponents = [{seat: against for seat in range(seats) if seat != own} for own in mine]
    tables = Tables(
        facts["rules"], seats=seats, tables=count, seed=FRESH + seed, opponents=opponents, claims="auto",
        **shown_to(facts),
    )  # fmt: skip
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


class Measured(LearnedBot):
    """`learned` with one net, which plays everywhere."""

    def __init__(self, seed: int, net: Fitted) -> None:
        super().__init__(seed)
        self._net = net

    def net_for(self, rules: Ruleset, seats: int) -> Fitted:
        """Return the net."""
        return self._net


def in_arena(file: NetFile, against: str, rounds: int, seed: int, seconds: float) -> tuple[float, int]:
    """Play in the arena, each deal from every seat; return wins and rounds."""
    net, bots = fitted(file), [MEASURED, *[against] * (file.facts["seats"] - 1)]
    register(MEASURED, lambda seed: Measured(seed, net))
    began, won, played, part = time.monotonic(), 0.0, 0, 0
    while played < rounds and time.monotonic() - began < seconds:
        games = min(PART, rounds - played)
        result = play(file.facts["rules"], bots, games=games, seed=FRESH + seed * 1_000_000 + part)
        won, played, part = won + result.tallies[0].wins, played + result.games, part + 1
        print(f"{played:,} rounds, {100 * won / played:.2f} %", file=sys.stderr, flush=True)
    return won, played


def chosen_net(path: Path | None, rules: Ruleset, seats: int) -> NetFile:
    """Return the net to measure; raise LastCardError if it is for other rules or seats, or if there is none."""
    for found in shipped() if path is None else [path]:
        facts = read_facts(found)
        if (facts["digest"], facts["seats"]) == (rules.digest, seats):
            return read_net(found)
        if path is not None:
            raise LastCardError(f"{path} is for {facts['rules']} with {facts['seats']} seats")
    raise LastCardError(f"there is no net for {rules.id} with {seats} seats ({FOLDER}/*{SUFFIX})")


def parsed() -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--against", default="careful", help="a policy of the simulator, or any bot in the arena")
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=math.inf, help="in the arena only")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--net", type=Path, help="a file; without it, the net of the package for these rules and seats")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")
    if options.against in POLICIES and options.seconds < math.inf:
        parser.error("--seconds is for bots in the arena, not for policies of the simulator")
    try:
        options.rules = Ruleset.from_id(options.rules)
        options.file = chosen_net(options.net, options.rules, options.seats)
        fitted(options.file)
        make_bot(options.against)
    except (LastCardError, OSError) as error:
        parser.error(str(error))
    return options


def main() -> int:
    """Measure and print."""
    options = parsed()
    if options.against in POLICIES:
        won, played = at_tables(options.file, options.against, options.rounds, options.seed)
    else:
        won, played = in_arena(options.file, options.against, options.rounds, options.seed, options.seconds)
    low, high = wilson(won, played)
    print(
        f"{options.rules.id}, {options.seats} seats: {options.net or 'learned'} against {options.seats - 1} "
        f"{options.against}: {100 * won / played:.2f} % of {played:,} rounds "
        f"({100 * low:.2f} to {100 * high:.2f} %; par {100 / options.seats:.0f} %)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
