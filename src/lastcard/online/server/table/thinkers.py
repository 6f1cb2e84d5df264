"""The pool in which slow bots think: threads where compiled code frees the interpreter, else processes.

When a process of the pool dies, the pool is replaced; only what it was thinking about is lost.
"""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress

from ....bots import make_bot
from ....bots.base import decided
from ....bots.learned import is_compiled
from ....game.values import Action
from ....game.view import View
from ....sim.engines import choose_backend
from .workers import held_signals, make_processes

logger = logging.getLogger("lastcard.server")


class Thinkers:
    """A bounded pool for slow bots.  When it is full, a bot is not asked."""

    def __init__(self, make_pool: Callable[[], Executor] | None, at_once: int) -> None:
        self._make_pool = make_pool
        self._pool = None if make_pool is None else make_pool()
        self._free = threading.Semaphore(at_once)

    def ask(self, level: str, seed: int, view: View) -> "Future[Action] | None":
        """Let a bot think about a view; None if nobody is free, or the pool had to be replaced."""
        if self._pool is None or not self._free.acquire(blocking=False):
            return None
        try:
            with held_signals():
                future = self._pool.submit(think, level, seed, view)
        except (RuntimeError, OSError) as error:  # broken, closed, or no more processes or threads are possible
            self._free.release()
            self._replace(error)
            return None
        future.add_done_callback(lambda _: self._free.release())
        return future

    def close(self) -> None:
        """Let nobody begin to think any more."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _replace(self, error: Exception) -> None:
        logger.error("the pool of thinking bots broke and is replaced: %s", type(error).__name__)
        self.close()
        assert self._make_pool is not None
        with suppress(RuntimeError, OSError):  # the closed one stays, until a pool can be made
            self._pool = self._make_pool()


def make_pool(size: int) -> Executor:
    """Return a pool in which that many bots think at once; load the compiled code, so that no table waits for it."""
    is_compiled()
    if choose_backend("auto") != "python":
        return ThreadPoolExecutor(size, "bot")
    return make_processes(size)


def think(level: str, seed: int, view: View) -> Action:
    """Return what a bot decides; runs in the pool."""
    return decided(make_bot(level, seed), view)
