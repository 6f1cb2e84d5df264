"""Work on several cores."""

import signal
import sys
import threading
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from multiprocessing import active_children, get_all_start_methods, get_context
from typing import Any, TypeVar

from ..errors import BotError, LastCardError
from ..sim.pool import in_order
from .lots import Lot

Some = TypeVar("Some")

ANEW = (
    'processes start anew here, so a program must call the arena below `if __name__ == "__main__":` and register its '
    "bots above it; or give processes=1"
)


def in_processes(
    play_it: Callable[[Some], Lot], work: Iterable[Some], pieces: int, processes: int, *, together: int = 1
) -> Generator[Lot, None, None]:
    """Yield the lots of all pieces of work in turn, played on so many cores, so many pieces at a time."""
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
                for batch in in_order(pool, _Batch(play_it), _batches(work, together), processes):
                    yield from batch
            except (KeyboardInterrupt, GeneratorExit):
                # A round may take long, and nobody wants it any more.  What is queued must not be cancelled before: a
                # pool whose processes end marks it as failed, and raises if it is cancelled already.
                for child in set(active_children()) - before:
                    child.terminate()
                raise
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
    except BrokenProcessPool as error:
        why = "a bot has ended it" if method == "fork" else ANEW
        raise LastCardError(f"a process of the arena has ended before its rounds: {why}") from error
    except LastCardError as error:
        if method == "fork" or isinstance(error, BotError):
            raise
        raise LastCardError(f"{error}; {ANEW}") from error


def _start(pool: ProcessPoolExecutor) -> None:
    """Start the processes that are forked, all at once."""
    with warnings.catch_warnings():  # of threads that Python does not know: those of NumPy bear a fork
        warnings.simplefilter("ignore", DeprecationWarning)
        pool.submit(_nothing)


def _nothing() -> None:
    """Do nothing."""


@dataclass(frozen=True)
class _Batch:
    """Plays some pieces of work in one go, so that little is sent to and fro."""

    play_it: Callable[[Any], Lot]

    def __call__(self, batch: Sequence[Any]) -> list[Lot]:
        return [self.play_it(piece) for piece in batch]


def _batches(work: Iterable[Some], size: int) -> Iterator[list[Some]]:
    left = iter(work)
    while batch := list(islice(left, size)):
        yield batch


def _leave_the_keyboard() -> None:
    """Leave Ctrl-C, which a terminal sends to all processes, to the one that waits for the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def start_method() -> str:
    """How processes are started: forked where that is safe, so that they know what the program has registered.

    A fork copies only the thread that forks; a lock that another one holds stays held in the child for ever.  Ours
    have ended by then, and numba has none as long as nothing is compiled to run in parallel.  On macOS the libraries of
    the system do not bear forks.
    """
    safe = sys.platform != "darwin" and "fork" in get_all_start_methods() and threading.active_count() == 1
    return "fork" if safe else "spawn"
