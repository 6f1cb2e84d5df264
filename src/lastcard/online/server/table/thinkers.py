"""The pool in which slow bots think: threads where compiled code frees the interpreter, else processes.

A process of the pool is started afresh and has none of the server's sockets, files and signal handlers.  It ignores the
signals that are meant for the server, and ends when the server does, however that ends.  When one dies, the pool is
replaced; only what it was thinking about is lost.
"""

import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait

from ....bots import make_bot
from ....bots.base import decided
from ....bots.learned import is_compiled
from ....game.values import Action
from ....game.view import View
from ....sim.engines import choose_backend

# Signals for the server that also reach its processes: when they are sent to the whole group, or from a terminal.
_FOR_THE_SERVER = {signal.SIGINT, *((signal.SIGUSR1,) if hasattr(signal, "SIGUSR1") else ())}

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
            with _held_signals():
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
    return ProcessPoolExecutor(size, multiprocessing.get_context("spawn"), _begin)


def think(level: str, seed: int, view: View) -> Action:
    """Return what a bot decides; runs in the pool."""
    return decided(make_bot(level, seed), view)


def _begin() -> None:
    """Prepare a process of the pool."""
    for number in _FOR_THE_SERVER:
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


@contextmanager
def _held_signals() -> Iterator[None]:
    """Hold back the server's signals, also in a process that starts meanwhile, until that can ignore them."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _FOR_THE_SERVER)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
