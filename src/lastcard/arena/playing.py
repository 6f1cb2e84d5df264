"""Play in the arena: check the arguments, play the rounds, sum up the result."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing

from ..bots import make_bot
from ..bots.base import SEEDS
from ..core.terms import SEATS
from ..errors import LastCardError
from ..rules import Ruleset
from ..sim.cluster import cluster_pool
from ..sim.engines import cores
from ..sim.plan import POLICIES
from ..sim.play import MOST
from .lots import Deals, Lot, Winners
from .ratings import Ratings
from .result import Result, Tally
from .simulated import policies_here, policies_there
from .tables import tables_here, tables_there

Progress = Callable[[int, int], None]

PROCESSES = 1024  # at most


def play(
    rules: Ruleset | str,
    bots: Sequence[str],
    *,
    games: int,
    seed: int = 0,
    processes: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> Result:
    """Play at least `games` rounds, each deal once with every rotation of the seats, on all cores by default.

    `cluster` is the address of a Ray cluster to play on; the bots must be installed on its machines.
    """
    ruleset = Ruleset.from_id(rules) if isinstance(rules, str) else rules
    _check(ruleset, bots, games, seed, processes)
    if cluster is not None and processes is not None:
        raise LastCardError("a cluster uses all its cores: do not choose a number of processes")
    deals = Deals(ruleset, tuple(bots), seed, -(-games // len(bots)))
    simulated = all(name in POLICIES for name in bots)
    with ExitStack() as open_until_then:
        if cluster is not None:
            pool = open_until_then.enter_context(cluster_pool(cluster))
            lots = (policies_there if simulated else tables_there)(deals, pool)
        else:
            lots = (policies_here if simulated else tables_here)(deals, processes or cores())
        open_until_then.enter_context(closing(lots))
        return _result(deals, lots, progress)


def _check(ruleset: Ruleset, bots: Sequence[str], games: int, seed: int, processes: int | None) -> None:
    if not 2 <= len(bots) <= SEATS:
        given = "one bot" if len(bots) == 1 else f"{len(bots)} bots"
        raise LastCardError(f"expected 2 to {SEATS} bots, one name for each seat, not {given}")
    ruleset.check_table(len(bots))
    if games < 1:
        raise LastCardError(f"games must be at least 1, not {games}")
    if games > MOST:
        raise LastCardError("too many games: at most 10^15 rounds can be played")
    if not 0 <= seed < SEEDS:
        raise LastCardError(f"seed {seed} is out of range; seeds go from 0 to 2^63 - 1")
    if processes is not None and not 1 <= processes <= PROCESSES:
        raise LastCardError(f"processes must be from 1 to {PROCESSES}, not {processes}")
    for name in bots:
        make_bot(name)


def _result(deals: Deals, lots: Iterator[Lot], progress: Progress | None) -> Result:
    began = time.perf_counter()
    games = deals.count * len(deals.bots)
    tallies = [Tally(name, games) for name in deals.bots]
    ratings = Ratings(len(deals.bots))
    ends: Counter[Winners] = Counter()
    moves = unfinished = 0
    for lot in lots:
        moves += lot.moves
        unfinished += lot.unfinished
        ends.update(lot.winners)
        for bot, seconds in lot.times:
            tallies[bot].times.append(seconds)
        ratings.add(lot.winners)
        if progress:
            progress(ends.total(), games)
    beaten = _beaten(ends, tallies)
    seconds = time.perf_counter() - began
    return Result(deals.rules, deals.seed, games, unfinished, moves, seconds, tallies, beaten, ratings.found())


def _beaten(ends: Counter[Winners], tallies: list[Tally]) -> list[list[float]]:
    """Count the wins of each bot, in all and against each other bot."""
    beaten = [[0.0] * len(tallies) for _ in tallies]
    for winners, rounds in ends.items():
        for winner in winners:
            tallies[winner].wins += rounds / len(winners)
            for other in set(range(len(tallies))).difference(winners):
                beaten[winner][other] += rounds
    return beaten
