"""Much work in a pool of threads or processes: a little of it at a time, the results in order."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import TypeVar

Piece = TypeVar("Piece")
Done = TypeVar("Done")

AHEAD = 4  # pieces for each worker that wait or are done and not asked for


@contextmanager
def thread_pool(count: int) -> Iterator[Executor]:
    """Offer a pool of threads; what is still queued when it is left is not begun."""
    pool = ThreadPoolExecutor(count)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def in_order(
    pool: Executor, work: Callable[[Piece], Done], pieces: Iterable[Piece], workers: int
) -> Generator[Done, None, None]:
    """Yield the result of each piece in turn; only few are ever queued."""
    left = iter(pieces)
    queued: deque[Future[Done]] = deque(pool.submit(work, piece) for piece in islice(left, AHEAD * workers))
    while queued:
        yield queued.popleft().result()
        queued.extend(pool.submit(work, piece) for piece in islice(left, 1))
