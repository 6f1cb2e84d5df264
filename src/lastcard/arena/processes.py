"""Play on several cores."""

import signal
import sys
import threading
import warnings
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_all_start_methods, get_context
from typing import TypeVar

from ..errors import BotError, LastCardError
from ..sim.pool import in_batches
from .lots import Lot

Some = TypeVar("Some")

ANEW = (
    'each process imports your program again, so call the arena below `if __name__ == "__main__":` and register your '
    "bots above it, or use processes=1"
)


def in_processes(
    play_it: Callable[[Some], Lot], work: Iterable[Some], pieces: int, processes: int, *, together: int = 1
) -> Generator[Lot, None, None]:
    """Yield the lots of all pieces of work in order, played in `processes` processes, `together` pieces at a time."""
    processes = min(processes, pieces // together)
    if processes <= 1:
        yield from map(play_it, work)
        return
    method = start_method()
    before = set(active_children())
    try:
        with ProcessPoolExecutor(processes, mp_context=get_context(method), initializer=_leave_the_keyboard) as pool:
            _start(pool)
            try:
                yield from in_batches(pool, play_it, work, processes, together)
            except (KeyboardInterrupt, GeneratorExit):
                # A round may take long, and its result is no longer needed.  Do not cancel queued work first: a pool
                # whose processes end marks it as failed, and raises if it is already cancelled.
                for child in set(active_children()) - before:
                    child.terminate()
                raise
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
    except BrokenProcessPool as error:
        why = "a bot ended it" if method == "fork" else ANEW
        raise LastCardError(f"a process of the arena ended before its rounds were played: {why}") from error
    except LastCardError as error:
        if method == "fork" or isinstance(error, BotError):
            raise
        raise LastCardError(f"{error}; {ANEW}") from error


def _start(pool: ProcessPoolExecutor) -> None:
    """Fork all processes at once."""
    with warnings.catch_warnings():  # about threads unknown to Python
        warnings.simplefilter("ignore", DeprecationWarning)
        pool.submit(_nothing)


def _nothing() -> None:
    """Do nothing."""


def _leave_the_keyboard() -> None:
    """Ignore Ctrl-C, which a terminal sends to all processes: the parent handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def start_method() -> str:
    """Return how to start processes: by fork where that is safe, so that they know the bots registered so far.

    A fork copies only the thread that forks, so a lock held by another thread stays locked in the child.  Our own
    threads have ended by then.  On macOS, system libraries do not survive a fork.
    """
    safe = sys.platform != "darwin" and "fork" in get_all_start_methods() and threading.active_count() == 1
    return "fork" if safe else "spawn"
