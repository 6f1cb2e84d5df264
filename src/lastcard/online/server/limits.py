"""Limits that people never meet and programs that flood do: token buckets by socket, guest and address."""

import time
from collections import OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network
from typing import NamedTuple

from .. import protocol as p


class Rate(NamedTuple):
    """So many at once, and so many a second after that."""

    burst: float
    per_second: float


MESSAGES = Rate(60, 20)  # of one socket
COMMANDS = Rate(30, 10)  # of one guest
CHAT = Rate(6, 0.5)  # of one guest
QUESTIONS = Rate(10, 2)  # of one guest
QUESTIONS_FROM = Rate(100, 10)  # of one address
REQUESTS = Rate(200, 40)  # over HTTP, of one address


class Rates(NamedTuple):
    """What one guest may do, all guests of one address, and those of them who play at one table, or who watch it."""

    guest: Rate
    address: Rate
    table: Rate


# Commands that are kept: each is an entry of the log.
ENTRIES = Rates(COMMANDS, Rate(1000, 60), Rate(300, 40))
NONCES = Rates(Rate(20, 0.5), Rate(300, 5), Rate(100, 5))
ALONE = Rate(600, 60)  # what happens by itself at the tables of one address: moves of bots, windows, times
SETTINGS = Rates(Rate(40, 0.5), Rate(60, 2), Rate(60, 1))  # each takes milliseconds
ROUNDS = Rates(Rate(20, 0.2), Rate(200, 2), Rate(60, 1))
MATCHES = Rates(Rate(10, 0.1), Rate(60, 0.5), Rate(30, 0.3))  # first deals: the largest entries

REPLAYS = Rate(60, 2)  # matches that are replayed for an answer, of one address
ANALYSES = Rate(10, 0.1)  # matches whose questions are made, of one address: each takes a second
GUESTS = Rate(60, 1)  # new guests, of one address
TRANSFERS = Rate(20, 0.5)  # links for other devices, of one address
NAMES = Rate(10, 0.2)  # new names, of one guest
TABLES = Rate(10, 0.1)  # new tables, of one guest
RULES = Rate(40, 4)  # rule sets that are read or described, of one address: each takes milliseconds
TABLES_FROM = Rate(100, 1)  # new tables, of one address
CONNECTIONS = Rate(600, 100)  # new connections, of one address
CODES = Rate(20, 0.2)  # codes of tables that do not exist, of one address
SOCKETS = Rate(400, 100)  # new sockets, of one address
EXTRAS = Rate(60, 20)  # pings, pongs and parts of messages, of one socket
ARRIVING = Rate(3_000, 600)  # messages, pings, pongs and parts of messages over all sockets, of one address
SENT_BY_GUEST = Rate(4e6, 0.5e6)  # bytes that one guest makes the server send, to everyone
SENT_BY_ADDRESS = Rate(16e6, 1e6)  # the same, of all guests of one address
MOST_WATCHING = 200  # sockets of people without a seat, at one table
MOST_WATCHING_OF_ONE = 50  # of these, from one address
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

    def charge(self, amount: float) -> None:
        """Take so many tokens, also ones that come later."""
        self.any()
        self._left -= amount


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

    def charge(self, key: str, amount: float) -> None:
        """Take so many tokens for a key, also ones that come later."""
        self._bucket(key, self._rate).charge(amount)
        if wide := wider(key):
            self._bucket(wide, self._wide).charge(amount)

    def _bucket(self, key: str, rate: Rate) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(rate)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket


class SharedBuckets:
    """Buckets by guest and address, of which one token each is taken, or none; and by table."""

    def __init__(self, rates: Rates) -> None:
        self._guests, self._addresses, self._tables = (Buckets(rate) for rate in rates)

    def take(self, guest: str, address: str) -> bool:
        """Take a token of both; return False if one of them has none."""
        pairs = ((self._guests, guest), (self._addresses, address))
        return all(buckets.any(key) for buckets, key in pairs) and all(buckets.take(key) for buckets, key in pairs)

    def take_at(self, table: str) -> bool:
        """Take a token of a table; return False if there is none."""
        return self._tables.take(table)


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

        def shared(rates: Rates) -> SharedBuckets:
            return SharedBuckets(Rates(*map(wide, rates)))

        self.messages = wide(MESSAGES)
        self.extras = wide(EXTRAS)
        self.unreadable = UNREADABLE * factor
        self.entries = shared(ENTRIES)
        kinds: dict[p.Kind, Rates] = {"nonce": NONCES, "settings": SETTINGS, "round": ROUNDS, "match": MATCHES}
        self.kinds = {kind: shared(rates) for kind, rates in kinds.items()}
        self.chat = Buckets(wide(CHAT))
        self.questions = SharedBuckets(Rates(*map(wide, (QUESTIONS, QUESTIONS_FROM, QUESTIONS_FROM))))
        self.alone = Buckets(wide(ALONE))
        self.requests = Buckets(wide(REQUESTS))
        self.replays = Buckets(wide(REPLAYS))
        self.analyses = Buckets(wide(ANALYSES))
        self.guests = Buckets(wide(GUESTS))
        self.transfers = Buckets(wide(TRANSFERS))
        self.names = Buckets(wide(NAMES))
        self.tables = Buckets(wide(TABLES))
        self.rules = Buckets(wide(RULES))
        self.tables_from = Buckets(wide(TABLES_FROM))
        self.connections = Buckets(wide(CONNECTIONS))
        self.codes = Buckets(wide(CODES))
        self.sockets = Buckets(wide(SOCKETS))
        self.arriving = Buckets(wide(ARRIVING))
        self.sent_by_guest = Buckets(wide(SENT_BY_GUEST))
        self.sent_by_address = Buckets(wide(SENT_BY_ADDRESS))
        self.most_watching = MOST_WATCHING * factor
        self.most_watching_of_one = MOST_WATCHING_OF_ONE * factor

    def allow(self, command: p.Command, guest: str, address: str) -> bool:
        """Count a command of a guest; return False for one too many of its kind."""
        if isinstance(command, p.Question):
            return self.questions.take(guest, address)
        kind = p.COMMANDS[type(command)].kind
        if kind == "talk" and not self.chat.take(guest):
            return False
        buckets = self.kinds.get(kind)
        return (buckets is None or buckets.take(guest, address)) and self.entries.take(guest, address)

    def allow_at(self, command: p.Command, table: str) -> bool:
        """Count a command that a table may carry out; return False for one too many of its kind there."""
        if isinstance(command, p.Question):
            return True
        buckets = self.kinds.get(p.COMMANDS[type(command)].kind)
        return (buckets is None or buckets.take_at(table)) and self.entries.take_at(table)

    def charge(self, guest: str, address: str, size: int) -> None:
        """Note how many bytes somebody made the server send."""
        self.sent_by_guest.charge(guest, size)
        self.sent_by_address.charge(address, size)

    def in_debt(self, guest: str, address: str) -> bool:
        """Return whether somebody has made the server send too much lately."""
        return not (self.sent_by_guest.any(guest) and self.sent_by_address.any(address))
