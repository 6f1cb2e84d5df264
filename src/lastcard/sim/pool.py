"""Spread work over a pool of threads or processes, and return the results in order."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar

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
