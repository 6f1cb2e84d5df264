"""Work on several cores."""

import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_all_start_methods, get_context
from typing import TypeVar

from ..errors import BotError, LastCardError
from .lots import Lot

Some = TypeVar("Some")

ANEW = (
    'processes start anew here, so a program must call the arena below `if __name__ == "__main__":` and register its '
    "bots above it; or give processes=1"
)


def in_processes(
    play_it: Callable[[Some], Lot], work: Sequence[Some], processes: int, *, together: int = 1
) -> Iterator[Lot]:
    """Pieces of work on so many cores, so many of them at a time."""
    processes = min(processes, len(work) // together)
    if processes <= 1:
        yield from map(play_it, work)
        return
    method = start_method()
    try:
        with ProcessPoolExecutor(processes, mp_context=get_context(method)) as pool:
            with warnings.catch_warnings():  # of threads that Python does not know: those of NumPy bear a fork
                warnings.simplefilter("ignore", DeprecationWarning)
                lots = pool.map(play_it, work, chunksize=together)
            yield from lots
    except BrokenProcessPool as error:
        why = "a bot has ended it" if method == "fork" else ANEW
        raise LastCardError(f"a process of the arena has ended before its rounds: {why}") from error
    except LastCardError as error:
        if method == "fork" or isinstance(error, BotError):
            raise
        raise LastCardError(f"{error}; {ANEW}") from error


def start_method() -> str:
    """How processes are started: forked where that is safe, so that they know what the program has registered.

    A fork copies only the thread that forks; a lock that another one holds stays held in the child for ever.  Ours
    have ended by then, and numba has none as long as nothing is compiled to run in parallel.  On macOS the libraries of
    the system do not bear forks.
    """
    safe = sys.platform != "darwin" and "fork" in get_all_start_methods() and threading.active_count() == 1
    return "fork" if safe else "spawn"
