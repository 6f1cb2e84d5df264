"""Much work in a pool of threads or processes: a little of it at a time, the results in order."""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor, Future
from itertools import islice
from typing import TypeVar

Piece = TypeVar("Piece")
Done = TypeVar("Done")

AHEAD = 4  # pieces for each worker that wait or are done and not asked for


def in_order(
    pool: Executor, work: Callable[[Piece], Done], pieces: Iterable[Piece], workers: int
) -> Generator[Done, None, None]:
    """Yield the result of each piece in turn; few are ever queued, and those are cancelled when it is left."""
    left = iter(pieces)
    queued: deque[Future[Done]] = deque(pool.submit(work, piece) for piece in islice(left, AHEAD * workers))
    try:
        while queued:
            yield queued.popleft().result()
            queued.extend(pool.submit(work, piece) for piece in islice(left, 1))
    finally:
        for future in queued:
            future.cancel()
