"""Processes for what takes long, so that tables do not wait for it.

A process is started afresh when it is first needed and has none of the server's sockets, files and signal handlers.  It
ignores the signals that are meant for the server, and ends when the server does, however that ends.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import Any, TypeVar

from ....errors import LastCardError

T = TypeVar("T")

BEHIND = 5  # how much processes stand back behind the server, where it is busy (nice)

# Signals for the server that also reach its processes: when they are sent to the whole group, or from a terminal.
_FOR_THE_SERVER = {signal.SIGINT, *((signal.SIGUSR1,) if hasattr(signal, "SIGUSR1") else ())}

logger = logging.getLogger("lastcard.server")


class Workers:
    """A few processes.  When one dies, they are replaced; only what they worked at is lost."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """Return what a function of a module returns, or raise what it raises."""
        try:
            self._pool = self._pool or make_processes(self._size, BEHIND)
            with held_signals():
                future = self._pool.submit(work, *args)
            return await asyncio.wrap_future(future)
        except (BrokenExecutor, OSError) as error:  # one has died, or no more processes are possible
            logger.error("the processes for long work broke and are replaced: %s", type(error).__name__)
            self.close()
            raise LastCardError("this cannot be worked out now; try again later") from error

    def close(self) -> None:
        """Begin nothing more."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def make_processes(size: int, behind: int = 0) -> ProcessPoolExecutor:
    """Return a pool of so many processes."""
    return ProcessPoolExecutor(size, multiprocessing.get_context("spawn"), _begin, (behind,))


def _begin(behind: int) -> None:
    """Prepare a process."""
    for number in _FOR_THE_SERVER:
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if behind and hasattr(os, "nice"):  # not on Windows
        os.nice(behind)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


@contextmanager
def held_signals() -> Iterator[None]:
    """Hold back the server's signals, also in a process that starts meanwhile, until that can ignore them."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _FOR_THE_SERVER)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
