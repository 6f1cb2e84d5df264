"""Spread work over a pool of threads or processes, and return the results in order."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeVar

Piece = TypeVar("Piece")
Done = TypeVar("Done")

AHEAD = 4  # pieces per worker that are queued, or done but not yet yielded


@contextmanager
def thread_pool(count: int) -> Iterator[Executor]:
    """Provide a pool of threads; on exit, queued work that has not begun is cancelled."""
    pool = ThreadPoolExecutor(count)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def in_order(
    pool: Executor, work: Callable[[Piece], Done], pieces: Iterable[Piece], workers: int
) -> Generator[Done, None, None]:
    """Yield the result of each piece in order; only a few pieces are queued at any time."""
    left = iter(pieces)
    queued: deque[Future[Done]] = deque(pool.submit(work, piece) for piece in islice(left, AHEAD * workers))
    while queued:
        yield queued.popleft().result()
        queued.extend(pool.submit(work, piece) for piece in islice(left, 1))


def in_batches(
    pool: Executor, work: Callable[[Piece], Done], pieces: Iterable[Piece], workers: int, size: int
) -> Generator[Done, None, None]:
    """Do the same with several pieces in one task, to send less between processes or machines."""
    for batch in in_order(pool, _Batch(work), _batches(pieces, size), workers):
        yield from batch


@dataclass(frozen=True)
class _Batch(Generic[Piece, Done]):
    work: Callable[[Piece], Done]

    def __call__(self, batch: Sequence[Piece]) -> list[Done]:
        return [self.work(piece) for piece in batch]


def _batches(pieces: Iterable[Piece], size: int) -> Iterator[list[Piece]]:
    left = iter(pieces)
    while batch := list(islice(left, size)):
        yield batch


def share(pieces: int, workers: int, least: int, most: int) -> int:
    """Return how many pieces to give a worker at a time: few enough that each worker gets some several times."""
    return max(least, min(most, pieces // (AHEAD * workers)))
