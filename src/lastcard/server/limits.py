"""Limits that people never meet and programs that flood do: token buckets by socket, guest and address."""

import time
from collections import OrderedDict
from functools import lru_cache
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
RULES = Rate(40, 4)  # rule sets that are read or described, of one address: each takes milliseconds
CONNECTIONS = Rate(600, 100)  # new connections, of one address
CODES = Rate(20, 0.2)  # codes of tables that do not exist, of one address
SOCKETS = Rate(400, 100)  # new sockets, of one address
EXTRAS = Rate(60, 20)  # pings, pongs and parts of messages, of one socket
ARRIVING = Rate(3_000, 600)  # messages, pings, pongs and parts of messages over all sockets, of one address
UNREADABLE = 20  # messages of one socket that cannot be read, until it is closed
NARROW = 64  # bits of an IPv6 address by which limits tell clients apart
WIDE = 8  # how much more a wide network may do than one address of it


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


class Buckets:
    """Buckets by key, the least recently used of which are forgotten.  An address also takes from its wide network."""

    def __init__(self, rate: Rate, most: int = 20_000) -> None:
        self._rate = rate
        self._wide = Rate(rate.burst * WIDE, rate.per_second * WIDE)
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take a token for a key; return False if there is none."""
        wide = wider(key)  # asked last: an address that has too much takes nothing from its neighbours
        return self._bucket(key, self._rate).take() and (not wide or self._bucket(wide, self._wide).take())

    def any(self, key: str) -> bool:
        """Return whether there is a token for a key."""
        buckets = (self._buckets.get(one) for one in (key, wider(key)))
        return all(bucket is None or bucket.any() for bucket in buckets)

    def _bucket(self, key: str, rate: Rate) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(rate)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket


def network_of(host: str) -> str:
    """Return an address as limits count it: of IPv6 the network (/64), because one client has all of its addresses."""
    if ":" not in host:
        return host
    try:
        found = IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    return str(found.ipv4_mapped or IPv6Network((found, NARROW), strict=False))


@lru_cache(maxsize=4096)
def wider(key: str) -> str:
    """Return the wide network (/48) of an IPv6 network, all of which one client may have; "" for any other key."""
    if not key.endswith(f"/{NARROW}"):
        return ""
    return str(IPv6Network(key).supernet(new_prefix=48))


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
        self.rules = Buckets(wide(RULES))
        self.connections = Buckets(wide(CONNECTIONS))
        self.codes = Buckets(wide(CODES))
        self.sockets = Buckets(wide(SOCKETS))
        self.arriving = Buckets(wide(ARRIVING))
