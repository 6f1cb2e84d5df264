"""Limits that people never meet and programs that flood do: token buckets by socket, guest and address."""

import time
from collections import Counter, OrderedDict
from ipaddress import IPv6Address, IPv6Network
from typing import NamedTuple


class Rate(NamedTuple):
    """So many at once, and so many a second after that."""

    burst: float
    per_second: float


MESSAGES = Rate(60, 20)  # of one socket
COMMANDS = Rate(30, 10)  # of one guest
CHAT = Rate(6, 0.5)  # of one guest
QUESTIONS = Rate(10, 2)  # of one guest
REQUESTS = Rate(200, 40)  # over HTTP, of one address
REPLAYS = Rate(60, 2)  # matches that are replayed for an answer, of one address
GUESTS = Rate(60, 1)  # new guests, of one address
NAMES = Rate(10, 0.2)  # new names, of one guest
TABLES = Rate(10, 0.1)  # new tables, of one guest
CODES = Rate(20, 0.2)  # codes of tables that do not exist, of one address
SOCKETS = Rate(400, 100)  # new sockets, of one address
EXTRAS = Rate(60, 20)  # pings, pongs and parts of messages, of one socket
SENT_BY_GUEST = Rate(4e6, 0.5e6)  # bytes that one guest makes the server send, to everyone
SENT_BY_ADDRESS = Rate(16e6, 1e6)  # the same, of all guests of one address
MOST_WATCHING = 200  # sockets of people without a seat, at one table
MOST_WATCHING_OF_ONE = 50  # of these, from one address
MOST_CONNECTIONS = 300  # open at once, of one address, that are no sockets
MOST_SOCKETS = 1000  # open at once, of one address
UNREADABLE = 20  # messages of one socket that cannot be read, until it is closed


class Bucket:
    """A token bucket."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._left = rate.burst
        self._at = time.monotonic()

    def any(self) -> bool:
        """Return whether there is a token."""
        now = time.monotonic()
        self._left = min(self._rate.burst, self._left + (now - self._at) * self._rate.per_second)
        self._at = now
        return self._left >= 1

    def take(self) -> bool:
        """Take a token; return False if there is none."""
        if not self.any():
            return False
        self._left -= 1
        return True

    def charge(self, amount: float) -> None:
        """Take so many tokens, also ones that come later."""
        self.any()
        self._left -= amount


class Buckets:
    """Buckets by key, the least recently used of which are forgotten."""

    def __init__(self, rate: Rate, most: int = 20_000) -> None:
        self._rate = rate
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take a token for a key; return False if there is none."""
        return self._of(key).take()

    def charge(self, key: str, amount: float) -> None:
        """Take so many tokens for a key, also ones that come later."""
        self._of(key).charge(amount)

    def _of(self, key: str) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket

    def any(self, key: str) -> bool:
        """Return whether there is a token for a key."""
        bucket = self._buckets.get(key)
        return bucket is None or bucket.any()


class Opened:
    """How many connections each address has open."""

    def __init__(self, most: float) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def add(self, key: str) -> bool:
        """Count one more; return False if these are too many.  It counts until it is removed, in either case."""
        self._open[key] += 1
        return self._open[key] <= self._most

    def remove(self, key: str) -> None:
        """Count one less."""
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]


def network_of(host: str) -> str:
    """Return an address as limits count it: of IPv6 the network, because one client has all of its addresses."""
    if ":" not in host:
        return host
    try:
        found = IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    return str(found.ipv4_mapped or IPv6Network((found, 64), strict=False))


class Limits:
    """The limits of one server; a factor makes all of them wider, for measurements from one address."""

    def __init__(self, factor: float = 1.0) -> None:
        def wide(rate: Rate) -> Rate:
            return Rate(rate.burst * factor, rate.per_second * factor)

        self.messages = wide(MESSAGES)
        self.extras = wide(EXTRAS)
        self.unreadable = UNREADABLE * factor
        self.commands = Buckets(wide(COMMANDS))
        self.chat = Buckets(wide(CHAT))
        self.questions = Buckets(wide(QUESTIONS))
        self.requests = Buckets(wide(REQUESTS))
        self.replays = Buckets(wide(REPLAYS))
        self.guests = Buckets(wide(GUESTS))
        self.names = Buckets(wide(NAMES))
        self.tables = Buckets(wide(TABLES))
        self.codes = Buckets(wide(CODES))
        self.sockets = Buckets(wide(SOCKETS))
        self.sent_by_guest = Buckets(wide(SENT_BY_GUEST))
        self.sent_by_address = Buckets(wide(SENT_BY_ADDRESS))
        self.most_watching = MOST_WATCHING * factor
        self.most_watching_of_one = MOST_WATCHING_OF_ONE * factor
        self.open_connections = Opened(MOST_CONNECTIONS * factor)
        self.open_sockets = Opened(MOST_SOCKETS * factor)

    def charge(self, guest: str, address: str, size: int) -> None:
        """Note how many bytes somebody made the server send."""
        self.sent_by_guest.charge(guest, size)
        self.sent_by_address.charge(address, size)

    def in_debt(self, guest: str, address: str) -> bool:
        """Return whether somebody has made the server send too much lately."""
        return not (self.sent_by_guest.any(guest) and self.sent_by_address.any(address))
