"""Measure the bot `learned` on fresh deals, with 95 % intervals; this needs NumPy, but no PyTorch.

    python training/evaluate.py official --against careful --rounds 100000   at tables of lastcard.env, all at once
    python training/evaluate.py official --against search --rounds 4000      in the arena, each deal from every seat

`--net FILE` measures another net than the one in the package, `--waits freely` one that waits as long as it likes.  In
the arena, `--seconds` ends the measurement early.
"""

import argparse
import math
import sys
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lastcard import Ruleset
from lastcard.arena import play
from lastcard.bots import LearnedBot, make_bot, register
from lastcard.bots.learned import Chooser, Fitted, fitted, shown_to
from lastcard.bots.nets import FOLDER, SUFFIX, NetFile, read_facts, read_net, shipped
from lastcard.bots.pace import WAITS
from lastcard.env import Tables
from lastcard.errors import LastCardError
from lastcard.sim.plan import POLICIES
from options import Help, above_zero, positive, seed
from rounds import Score, alone_with, score

TABLES = 512
FRESH = 1 << 41  # seeds from here on were dealt neither in training nor while it was measured
DEALS = 16  # in the arena between two looks at the clock
MEASURED = "measured"  # the name of the bot in the arena


def at_tables(file: NetFile, waits: str, against: str, rounds: int, seed: int) -> Score:
    """Play one seat of each table against a policy."""
    facts, chooser = file.facts, Chooser(fitted(file), waits)
    seats, count = facts["seats"], min(TABLES, rounds)
    mine = np.arange(count) % seats
    opponents = [alone_with(against, seats, own) for own in mine.tolist()]
    tables = Tables(
        facts["rules"], seats=seats, tables=count, seed=FRESH + seed, opponents=opponents, claims="auto",
        **shown_to(facts),
    )  # fmt: skip

    def best(shown: Tables, playing: NDArray[np.bool_]) -> NDArray[np.int64]:
        found = np.zeros(count, np.int64)
        for table in np.flatnonzero(playing):
            legal = np.flatnonzero(shown.mask[table]).tolist()
            found[table] = chooser.choose(shown.obs[table].tolist(), legal, shown.ply(table))
        return found

    return score(f"{seats - 1} {against}", tables, mine, -(-rounds // count), best)


class Measured(LearnedBot):
    """`learned` with one net, which plays everywhere."""

    def __init__(self, seed: int, net: Fitted, waits: str) -> None:
        super().__init__(seed, waits=waits)
        self._net = net

    def net_for(self, rules: Ruleset, seats: int) -> Fitted:
        """Return the net."""
        return self._net


def in_arena(file: NetFile, waits: str, against: str, rounds: int, seed: int, seconds: float) -> Score:
    """Play in the arena, each deal from every seat."""
    net, seats = fitted(file), file.facts["seats"]
    register(MEASURED, lambda seed: Measured(seed, net, waits))
    began, won, played, part = time.monotonic(), 0.0, 0, 0
    while played < rounds and time.monotonic() - began < seconds:
        games = min(DEALS * seats, rounds - played)
        bots = [MEASURED, *[against] * (seats - 1)]
        result = play(file.facts["rules"], bots, games=games, seed=FRESH + seed * 1_000_000 + part)
        won, played, part = won + result.tallies[0].wins, played + result.games, part + 1
        print(f"\r{played:,} rounds, {100 * won / played:.2f} %", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return Score(f"{seats - 1} {against}", played, won)


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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=Help)
    add = parser.add_argument
    add("rules", help="a rule set by its id")
    add("--seats", type=positive, default=2, help="2 to 10")
    add("--waits", choices=WAITS, default="seldom", help="how often the bot draws although it could play")
    add("--against", default="careful", help="a policy of the simulator, or any bot in the arena")
    add("--rounds", type=positive, default=100_000, help="to play; in the arena, each deal is played from every seat")
    clock = f"looked at after every {DEALS} deals"
    add("--seconds", type=above_zero, help=f"after which no more deals are begun, in the arena; {clock}")
    add("--seed", type=seed, default=0, help="decides the deals")
    add("--net", type=Path, help="a file; without it, the net of the package for these rules and seats")
    options = parser.parse_args()
    if options.against in POLICIES and options.seconds:
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
    asked = (options.file, options.waits, options.against, options.rounds, options.seed)
    try:
        in_tables = options.against in POLICIES
        found = at_tables(*asked) if in_tables else in_arena(*asked, options.seconds or math.inf)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    who = f"{options.rules.id}, {options.seats} seats: {options.net or 'learned'}"
    print(f"{who}: {found} (by chance {100 / options.seats:.0f} %)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
