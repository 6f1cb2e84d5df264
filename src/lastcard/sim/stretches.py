"""Split a simulation into stretches of rounds, play them here or on a cluster, and merge what was found.

A round depends only on the seed and its number, and totals are whole numbers.  So the result is the same however the
work is split, wherever it is done, and whatever had to be done again.
"""

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from queue import SimpleQueue
from typing import NamedTuple

from ..core.layout import Rules, State
from .cluster import cluster_pool
from .engines import CompiledWorker, InterpretedWorker, Worker, choose_backend
from .plan import MATCHES, Job, Plan, Totals, Unknown
from .pool import in_order, share, thread_pool
from .result import added

Progress = Callable[[int, int], None]  # done, total

CHUNK = {"c": 4_000, "python": 50, "gpu": 1 << 22}  # rounds in a job, which take a fraction of a second
CHUNK_OF_MATCHES = {"c": 200, "python": 5}
FAR = 25  # a task of a cluster has up to that many jobs, more on a large one: all results come to one machine
FAR_WITH_ROWS = 10


@dataclass(frozen=True)
class Setting:
    """What all stretches of a simulation have in common."""

    backend: str
    rules: Rules
    plan: Plan
    seats: int
    template: State
    unknown: Unknown
    rows: bool  # whether one is wanted for each round

    def worker(self) -> Worker:
        """Return a new worker."""
        if self.backend == "gpu":
            from .gpu import GpuWorker  # it brings the translator, which nothing else needs

            return GpuWorker(self.rules, self.plan, self.seats)
        make = CompiledWorker if choose_backend(self.backend) == "c" else InterpretedWorker
        return make(self.rules, self.plan, self.template, self.unknown)


class Stretches(NamedTuple):
    """Rounds or matches, from number 0 on."""

    kind: int
    seats: int
    seed: int
    games: int
    watch: bool = False

    def chunk(self, backend: str) -> int:
        """Return how many a worker of this machine plays in one go."""
        return (CHUNK_OF_MATCHES if self.kind == MATCHES else CHUNK)[backend]

    def jobs(self, chunk: int) -> Iterator[Job]:
        """Yield them in jobs of this size."""
        for first in range(0, self.games, chunk):
            yield _job(self, first, min(chunk, self.games - first))


def _job(stretches: Stretches, first: int, count: int) -> Job:
    job = Job()
    job.kind, job.seats, job.seed, job.watch = stretches.kind, stretches.seats, stretches.seed, int(stretches.watch)
    job.first, job.count = first, count
    return job


class PlayedStretch(NamedTuple):
    """A stretch that was played: its rows, if they are wanted, and its totals, unless a worker kept them."""

    games: int
    rows: Sequence[Sequence[int]]
    totals: Totals | None = None


class Outcome(NamedTuple):
    """What all stretches came to, and what they were played on."""

    rows: list[Sequence[int]]
    totals: Totals
    seconds: float
    backend: str
    threads: int
    nodes: int


def _merged(all_played: Generator[PlayedStretch, None, None], games: int, progress: Progress | None) -> PlayedStretch:
    """Return the stretches as one; say after each how much is done."""
    rows: list[Sequence[int]] = []
    totals, done = Totals(), 0
    with closing(all_played):
        for played in all_played:
            rows.extend(played.rows)
            if played.totals is not None:
                totals = added([totals, played.totals])
            done += played.games
            if progress:
                progress(done, games)
    return PlayedStretch(done, rows, totals)


# ---------------------------------------------------------------- on this machine


def play_here(setting: Setting, stretches: Stretches, threads: int, progress: Progress | None) -> Outcome:
    """Play all stretches in threads of this process."""
    workers = [setting.worker() for _ in range(threads)]
    jobs = stretches.jobs(stretches.chunk(setting.backend))
    began = time.perf_counter()
    rows = _merged(_in_threads(workers, jobs, setting.rows), stretches.games, progress).rows
    seconds = time.perf_counter() - began
    totals = added([worker.totals() for worker in workers])
    return Outcome([*rows], totals, seconds, setting.backend, threads, nodes=1)


def _in_threads(workers: Sequence[Worker], jobs: Iterable[Job], rows: bool) -> Generator[PlayedStretch, None, None]:
    """Yield what the jobs come to, in order; each worker adds to its own totals."""
    free: SimpleQueue[Worker] = SimpleQueue()
    for worker in workers:
        free.put(worker)

    def carry_out(job: Job) -> PlayedStretch:
        worker = free.get()
        try:
            return PlayedStretch(job.count, worker.play(job, rows))
        finally:
            free.put(worker)

    if len(workers) == 1:
        yield from map(carry_out, jobs)
        return
    with thread_pool(len(workers)) as pool:
        yield from in_order(pool, carry_out, jobs, len(workers))


# ---------------------------------------------------------------- on a cluster


@dataclass(frozen=True)
class Task:
    """A stretch to be played by a machine that knows nothing of it yet."""

    setting: Setting
    job: Job


def play_there(setting: Setting, stretches: Stretches, address: str, progress: Progress | None) -> Outcome:
    """Play all stretches on a cluster."""
    with cluster_pool(address) as pool:
        backend = pool.submit(choose_backend, setting.backend).result()  # what a machine of the cluster has
        least = stretches.chunk(backend)
        most = least * (FAR_WITH_ROWS if setting.rows else max(FAR, pool.workers))
        tasks = (Task(setting, job) for job in stretches.jobs(share(stretches.games, pool.workers, least, most)))
        began = time.perf_counter()
        _, rows, totals = _merged(in_order(pool, play_task, tasks, pool.workers), stretches.games, progress)
        seconds = time.perf_counter() - began
    assert totals is not None
    return Outcome([*rows], totals, seconds, backend, pool.workers, pool.nodes)


def play_task(task: Task) -> PlayedStretch:
    """Play a stretch; its totals come with it, so that no machine holds anything that is needed later."""
    worker = task.setting.worker()
    rows = worker.play(task.job, task.setting.rows)
    return PlayedStretch(task.job.count, rows, worker.totals())
