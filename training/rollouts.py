"""Tables in worker processes, which write what they show into shared memory.

There are two halves: while the workers play one, actions for the other can be chosen.
"""

import mmap
import os
import signal
import time
from multiprocessing import get_context
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lastcard.env import Lookahead, Tables
from rounds import alone_with

HALVES = 2
PATIENCE = 60  # seconds without an answer after which a worker counts as lost


class Task(NamedTuple):
    """What is played."""

    rules: str
    seats: int
    seed: int
    history: int  # events shown


class Setup(NamedTuple):
    """Which tables are played."""

    task: Task
    tables: int  # in all
    workers: int
    careful: float  # share of the tables where `careful` plays all seats but one
    against: bool  # whether an opponent does so at every table; it decides as the others do, but does not learn
    ahead: float = 0  # actions of each table that are tried out at each step, on average at most

    @property
    def each(self) -> int:
        """The tables of one worker in one half."""
        return self.tables // (HALVES * self.workers)

    def numbers(self, worker: int, half: int) -> NDArray[np.int64]:
        """Return the numbers that the tables of a worker have among all."""
        return (half * self.workers + worker) * self.each + np.arange(self.each)

    def alone(self, numbers: Any) -> Any:
        """Return the one seat of tables with these numbers that an opponent does not play, if there is one."""
        return numbers % self.task.seats

    @property
    def tries(self) -> int:
        """The actions that one worker tries out at each step of one half."""
        return int(self.each * self.ahead)


class Half(NamedTuple):
    """What the tables of one half show, the actions chosen for them, and what all actions lead to."""

    obs: NDArray[np.int8]
    truth: NDArray[np.int8]
    mask: NDArray[np.bool_]
    seat: NDArray[np.int8]
    rewards: NDArray[np.float32]
    ended: NDArray[np.bool_]
    chosen: NDArray[np.int32]
    tried_at: NDArray[np.int32]  # the table where an action was tried out,
    tried: NDArray[np.int32]  # the action,
    next_obs: NDArray[np.int8]  # and what then was shown,
    next_truth: NDArray[np.int8]
    next_seat: NDArray[np.int8]  # to whom,
    next_paid: NDArray[np.float32]  # or paid to the seat,
    next_ended: NDArray[np.bool_]  # if that ended the round


def shared(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """Return an array of zeros that forked processes share."""
    count = int(np.prod(shape))
    memory = mmap.mmap(-1, max(count * np.dtype(dtype).itemsize, mmap.PAGESIZE))
    return np.frombuffer(memory, dtype, count).reshape(shape)


def seated(setup: Setup, worker: int, half: int) -> list[dict[int, str]]:
    """Return the opponents of each table of a worker: `careful` or, if all seats learn, none."""
    found = []
    for table in setup.numbers(worker, half).tolist():
        against = (table // setup.task.seats * 0.6180339887) % 1 < setup.careful
        found.append(alone_with("careful", setup.task.seats, setup.alone(table)) if against else {})
    return found


def make_tables(setup: Setup, worker: int, half: int) -> Tables:
    """Return the tables of a worker."""
    task = setup.task
    return Tables(
        task.rules, seats=task.seats, tables=setup.each, seed=(task.seed * 4096 + worker) * HALVES + half,
        opponents=seated(setup, worker, half), claims="auto", truth=True, history=task.history,
    )  # fmt: skip


class Rollouts:
    """Both halves, played by worker processes.  Make them before anything touches the GPU."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        sample = make_tables(setup._replace(tables=HALVES, workers=1), 0, 0)  # compiles, if need be
        self.layout = sample.layout
        self.features = sample.layout["rules"].start  # what follows is the same at every table
        self.truths, self.actions = sample.truth.shape[1], len(sample.actions)
        self.version = sample.version
        n, tries = setup.each * setup.workers, setup.tries * setup.workers
        self.halves = [
            Half(
                shared((n, self.features), np.int8), shared((n, self.truths), np.int8),
                shared((n, self.actions), np.bool_), shared((n,), np.int8),
                shared((n, setup.task.seats), np.float32), shared((n,), np.bool_), shared((n,), np.int32),
                shared((tries,), np.int32), shared((tries,), np.int32), shared((tries, self.features), np.int8),
                shared((tries, self.truths), np.int8), shared((tries,), np.int8), shared((tries,), np.float32),
                shared((tries,), np.bool_),
            )
            for _ in range(HALVES)
        ]  # fmt: skip
        self._asked = shared((HALVES, setup.workers), np.int64)
        self._done = shared((HALVES, setup.workers), np.int64)
        self.rounds = shared((setup.workers,), np.int64)
        self._asked[:] = 1
        context = get_context("fork")
        self._workers = [context.Process(target=self._work, args=(k,), daemon=True) for k in range(setup.workers)]
        for worker in self._workers:
            worker.start()
        for half in range(HALVES):
            self.wait(half)

    @property
    def tables(self) -> int:
        """The tables of both halves."""
        return HALVES * self.setup.each * self.setup.workers

    def step(self, half: int) -> None:
        """Let the workers carry out the chosen actions of a half."""
        self._asked[half] += 1

    def wait(self, half: int) -> None:
        """Wait until they have."""
        began = time.monotonic()
        while self._done[half].min() < self._asked[half, 0]:
            time.sleep(2e-5)
            if time.monotonic() - began > PATIENCE:
                raise RuntimeError("a worker is lost")

    def close(self) -> None:
        """End the workers."""
        self._asked[:] = -1
        for worker in self._workers:
            worker.join()

    def _work(self, worker: int) -> None:
        """Play the tables of one worker until its parent ends or says so; only the parent minds Ctrl-C."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        mine = slice(worker * self.setup.each, (worker + 1) * self.setup.each)
        tables = [make_tables(self.setup, worker, half) for half in range(HALVES)]
        ahead = [each.lookahead(self.setup.tries) for each in tables] if self.setup.tries else []
        for half in range(HALVES):
            self._show(tables[half], self.halves[half], mine)
            if ahead:
                self._try_all(tables[half], ahead[half], half, worker)
            self._done[half, worker] = 1
        parent, idle = os.getppid(), 0
        while self._asked[0, worker] >= 0:
            idle += 1
            for half in range(HALVES):
                if self._asked[half, worker] > self._done[half, worker]:
                    tables[half].step(self.halves[half].chosen[mine])
                    self._show(tables[half], self.halves[half], mine)
                    if ahead:
                        self._try_all(tables[half], ahead[half], half, worker)
                    self.rounds[worker] += int(tables[half].ended.sum())
                    self._done[half, worker] += 1
                    idle = 0
            if idle > 2000:
                time.sleep(5e-5)
                if os.getppid() != parent:
                    return

    def _show(self, tables: Tables, half: Half, mine: slice) -> None:
        half.obs[mine] = tables.obs[:, : self.features]
        half.truth[mine], half.mask[mine], half.seat[mine] = tables.truth, tables.mask, tables.seat
        half.rewards[mine], half.ended[mine] = tables.rewards, tables.ended

    def _try_all(self, tables: Tables, ahead: Lookahead, number: int, worker: int) -> None:
        """Try out every legal action of seats that learn; those for which there is no room are left out."""
        half, legal = self.halves[number], tables.mask
        if self.setup.against:
            legal = legal & (tables.seat == self.setup.alone(self.setup.numbers(worker, number)))[:, None]
        tables_of, actions = (part[: self.setup.tries] for part in np.nonzero(legal))
        ahead.look(tables_of, actions)
        count = len(actions)
        first = worker * self.setup.tries
        mine = slice(first, first + count)
        half.tried_at[mine], half.tried[mine] = tables_of + worker * self.setup.each, actions
        half.tried_at[first + count : first + self.setup.tries] = -1
        half.next_obs[mine], half.next_truth[mine] = ahead.obs[:count, : self.features], ahead.truth[:count]
        half.next_seat[mine] = ahead.seat[:count]
        half.next_paid[mine] = ahead.rewards[np.arange(count), tables.seat[tables_of]]
        half.next_ended[mine] = ahead.ended[:count]
