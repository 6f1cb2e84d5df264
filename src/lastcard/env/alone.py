"""Keep tables to one thread at a time."""

from ..errors import LastCardError


class Alone:
    """Lets one thread in, and refuses any other until it has left.

    There is one token, which whoever is inside has taken.  To take it from a list is faster than a lock, and nobody
    waits, so nothing hangs in a process that was forked while a thread was inside.  `with` is how to use it; where that
    takes too long, `take()` it, raise `busy()` after an IndexError, and `give(None)` it back in the end.
    """

    __slots__ = ("give", "take")

    def __init__(self) -> None:
        tokens = [None]
        self.take, self.give = tokens.pop, tokens.append

    def __enter__(self) -> None:
        try:
            self.take()
        except IndexError:
            raise busy() from None

    def __exit__(self, *raised: object) -> None:
        self.give(None)


def busy() -> LastCardError:
    """Return what to raise if another thread is inside."""
    return LastCardError("these tables are being used by another thread: make tables for each thread")
