"""Keep tables to one thread at a time."""

from threading import RLock

from ..errors import LastCardError


class Alone:
    """Lets one thread in, and refuses any other until it has left.

    Nobody waits, so nothing hangs in a process that was forked while a thread was inside.  A thread that was
    interrupted before it could leave is let in again.  `with` is how to use it; where that takes too long, call
    `enter(False)`, raise `busy()` if it returns False, and `leave()` in the end.
    """

    __slots__ = ("enter", "leave")

    def __init__(self) -> None:
        lock = RLock()
        self.enter, self.leave = lock.acquire, lock.release

    def __enter__(self) -> None:
        if not self.enter(False):
            raise busy()

    def __exit__(self, *raised: object) -> None:
        self.leave()


def busy() -> LastCardError:
    """Return what to raise if another thread is inside."""
    return LastCardError("these tables are being used by another thread: make tables for each thread")
