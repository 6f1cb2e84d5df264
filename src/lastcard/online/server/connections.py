"""How many connections may be open: in all, so that descriptors stay free, and of one address.

A connection counts from its first byte to its last, whatever it turns out to be.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from .limits import WIDE, wider

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

MOST_REQUESTING = 300  # connections of one address that are no sockets
MOST_SOCKETS = 1000  # of one address
SHARE = 4  # one address has at most this part of all connections that are possible, and a whole network two
SPARE = 32  # connections beyond all others, of which only /healthz is answered
DESCRIPTORS = 65_536  # are asked for at start
FEWEST = 256  # descriptors that are counted on where the system does not tell


def descriptors() -> int:
    """Raise the limit of open files and connections as far as the system allows and as is useful; return it."""
    if resource is None:
        return DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(FEWEST, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def reserve(limit: int) -> int:
    """Return how many descriptors are kept for files, backups and thinkers, and for connections about to be closed."""
    return limit // 8


class Opened:
    """How much each address has open, and each wide network: connections, sockets or tables."""

    def __init__(self, most: float, widest: float) -> None:
        self._most = most
        self._widest = widest
        self._open: Counter[str] = Counter()

    def add(self, key: str) -> bool:
        """Count one more; return False, and count nothing, if that would be too many."""
        wide = wider(key)
        if self._open[key] >= self._most or (wide and self._open[wide] >= self._widest):
            return False
        self._open[key] += 1
        if wide:
            self._open[wide] += 1
        return True

    def remove(self, key: str) -> None:
        """Count one less."""
        for one in filter(None, (key, wider(key))):
            self._open[one] -= 1
            if not self._open[one]:
                del self._open[one]


class Admission:
    """A connection that may be open.  That of a proxy, which speaks for many, counts for whom it speaks."""

    def __init__(self, connections: "Connections", address: str | None, *, spare: bool) -> None:
        self.proxied = address is None
        self.spare = spare
        self.address = address or ""  # of a proxy's connection only once it is a socket
        self._all = connections
        self._counts_in = None if address is None else connections.requesting

    @contextmanager
    def request(self, address: str) -> Iterator[bool]:
        """While a request is answered, count the connection of a proxy for its client; say whether there is room."""
        counted = self.proxied and self._all.requesting.add(address)
        try:
            yield counted or not self.proxied
        finally:
            if counted:
                self._all.requesting.remove(address)

    def upgrade(self, address: str) -> bool:
        """Count the connection as a socket from now on; return False if there is no room for one more."""
        if self.spare or not self._all.sockets.add(address):
            return False
        self._stop_counting()
        self.address, self._counts_in = address, self._all.sockets
        return True

    def leave(self) -> None:
        """Stop counting a connection that is gone."""
        self._stop_counting()
        self._all.left(self)

    def _stop_counting(self) -> None:
        if self._counts_in is not None:
            self._counts_in.remove(self.address)
            self._counts_in = None


class Connections:
    """The open connections of a server; a factor makes the limits of one address wider, for measurements."""

    def __init__(self, most: int, factor: float = 1.0) -> None:
        share = most // SHARE
        self.most = most
        self.open = 0
        self.requesting = Opened(min(MOST_REQUESTING, share) * factor, min(WIDE * MOST_REQUESTING, 2 * share) * factor)
        self.sockets = Opened(min(MOST_SOCKETS, share) * factor, min(WIDE * MOST_SOCKETS, 2 * share) * factor)
        self._spare: dict[Admission, Callable[[], object]] = {}  # the oldest first

    def admit(self, address: str | None, end: Callable[[], object]) -> Admission | None:
        """Count a connection of an address, or of a proxy (None); return None if the address has too many.

        Where all places are taken it gets a spare one; of these, the oldest makes room for the newest.
        """
        if address is not None and not self.requesting.add(address):
            return None
        self.open += 1
        admission = Admission(self, address, spare=self.open > self.most)
        if admission.spare:
            self._spare[admission] = end
            if len(self._spare) > SPARE:
                self._spare.pop(next(iter(self._spare)))()
        return admission

    def left(self, admission: Admission) -> None:
        """Note that a connection is gone."""
        self.open -= 1
        self._spare.pop(admission, None)
