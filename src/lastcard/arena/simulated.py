"""Policies only, played in the loop of the simulator."""

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice

from ..core.layout import State
from ..rules import Ruleset
from ..sim.cluster import ClusterPool
from ..sim.engines import CompiledWorker, InterpretedWorker, choose_backend
from ..sim.plan import POLICIES, ROUNDS, ROW_ENDED, ROW_MOVES, ROW_WINNERS, UNFINISHED, Job, Unknown, plan_of
from ..sim.pool import in_batches, in_order, share, thread_pool
from .lots import Deals, Lot, seating
from .processes import in_processes

CHUNK = 500  # rounds per job of the simulator
TOGETHER = 100  # jobs in one task of a cluster, at most


@dataclass(frozen=True)
class Stretch:
    """Some deals to be played with the policies rotated by `turn` seats."""

    rules: Ruleset
    bots: tuple[str, ...]
    seed: int
    turn: int
    first: int
    count: int


def policies_here(deals: Deals, cores: int) -> Generator[Lot, None, None]:
    """Play policies of the simulator on all cores: in threads where they are compiled, else in processes."""
    compiled = choose_backend("auto") == "c"  # compiles, before the clock starts
    return (_in_threads if compiled else _in_processes)(deals, cores)


def _in_threads(deals: Deals, cores: int) -> Generator[Lot, None, None]:
    workers = min(cores, _number(deals))
    with thread_pool(workers) as pool:
        yield from _by_deals(in_order(pool, play_stretch, _stretches(deals), workers), len(deals.bots))


def _in_processes(deals: Deals, cores: int) -> Generator[Lot, None, None]:
    with closing(in_processes(play_stretch, _stretches(deals), _number(deals), cores)) as lots:
        yield from _by_deals(lots, len(deals.bots))


def policies_there(deals: Deals, pool: ClusterPool) -> Generator[Lot, None, None]:
    """Play policies of the simulator on a cluster."""
    pool.submit(choose_backend, "auto").result()  # compiles, before the clock starts
    together = share(_number(deals), pool.workers, 1, TOGETHER)
    lots = in_batches(pool, play_stretch, _stretches(deals), pool.workers, together)
    return _by_deals(lots, len(deals.bots))


def _stretches(deals: Deals) -> Iterator[Stretch]:
    for first in range(0, deals.count, CHUNK):
        for turn in range(len(deals.bots)):
            yield Stretch(deals.rules, deals.bots, deals.seed, turn, first, min(CHUNK, deals.count - first))


def _number(deals: Deals) -> int:
    return -(-deals.count // CHUNK) * len(deals.bots)


def _by_deals(lots: Iterator[Lot], turns: int) -> Generator[Lot, None, None]:
    """Merge lots of the same deals, with the rotations of each deal side by side: ratings depend on the order."""
    while group := list(islice(lots, turns)):
        winners = [won for deal in zip(*(lot.winners for lot in group), strict=True) for won in deal]
        yield Lot(winners, sum(lot.moves for lot in group), sum(lot.unfinished for lot in group))


def play_stretch(work: Stretch) -> Lot:
    """Play a stretch of deals."""
    make = CompiledWorker if choose_backend("auto") == "c" else InterpretedWorker
    at_seat = seating(len(work.bots), work.turn)
    plan = plan_of([POLICIES.index(work.bots[bot]) for bot in at_seat])
    job = Job()
    job.kind, job.seats, job.seed = ROUNDS, len(work.bots), work.seed
    job.first, job.count = work.first, work.count
    rows = make(work.rules.core_rules, plan, State(), Unknown()).play(job, rows=True)
    cut = [int(row[ROW_ENDED]) == UNFINISHED for row in rows]
    seats = [0 if unfinished else int(row[ROW_WINNERS]) for row, unfinished in zip(rows, cut, strict=True)]
    winners = {won: tuple(bot for seat, bot in enumerate(at_seat) if won >> seat & 1) for won in set(seats)}
    return Lot([winners[won] for won in seats], sum(int(row[ROW_MOVES]) for row in rows), sum(cut))
