"""All tables: made, found, restored from the log when they are wanted, and forgotten when nobody is there."""

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from .... import __version__
from ....errors import LastCardError, RecordError
from ... import protocol as p
from ..connections import Opened
from ..identity import Guest
from ..limits import WIDE
from ..space import ROW
from ..store import entries
from ..store.entries import Made, Room, Seat, Settings
from ..store.store import Append, Lost, NoRoom, StoreError
from .around import Services
from .dealing import new_secret
from .effects import KEPT
from .past import MOST_SAID
from .table import Table
from .timers import abandoned_due

CONSONANTS = "BCDFGHJKLMNPQRSTVWXZ"
CODE_LENGTH = 6
FORGET_AFTER = 120_000  # milliseconds without anyone connected
SWEEP = 15.0  # seconds
MOST_TABLES = 20_000
MOST_VISITORS = 1_000  # guests that a table remembers to have been there
MOST_OPEN = 200  # tables that were made from one address since the start and are not closed
LOOKED_THROUGH = 1_000  # entries before a checkpoint in which messages are looked for
AT_ONCE = 50  # entries that are applied without a break
READ_AT_ONCE = 500  # entries that are read between two commits
MOST_TOLD = 20  # tables that one line of the log names
SPREAD = 64  # groups in which tables are looked at that nobody has come back to since a restart
APOLOGY = "this version of the server cannot restore the table; we are sorry.  It is kept as it is for a later version"

NO_CHECKPOINT = "the entries of the table do not begin with a checkpoint"
LOSS = (
    "entries that players were told are saved are missing from %s: %s.  Its journal (-wal) was damaged or is gone, or "
    "the file was replaced by an older one.  These tables are marked and go on from what is left; a new epoch begins, "
    "so clients start afresh.  To get the entries back, stop the server and put the file and its journal back as they "
    "were, or restore a backup; check the disk"
)

logger = logging.getLogger("lastcard.server")


class Address(NamedTuple):
    """How a table is found."""

    number: int
    link: str
    code: str


class TableGone(LastCardError):
    """A table that does not exist, or is closed."""


class TableUnreadable(LastCardError):
    """A table that could not be restored."""

    def __init__(self) -> None:
        super().__init__(APOLOGY)


class TooManyTables(LastCardError):
    """There are as many tables as there may be, in all or from one address."""


class Hub:
    """The tables of a server."""

    def __init__(self, services: Services, last_alive: int, most_open: float = MOST_OPEN) -> None:
        self.services = services
        self.last_alive = last_alive
        self.tables: dict[int, Table] = {}
        self._running: dict[int, Address] = {}
        self._by_code: dict[str, int] = {}
        self._by_link: dict[str, int] = {}
        self._made_from: dict[int, str] = {}  # the address from which a running table was made since the start
        self._open = Opened(most_open, WIDE * most_open)  # running tables by that address
        self._codes: set[str] = set()  # of tables that are being made
        self._visitors: dict[int, set[str]] = {}  # guests who have been at a running table since the start
        self._empty_since: dict[int, int] = {}  # of tables that are not in memory
        self._wanted_at: dict[int, int] = {}  # when such a table is to be looked at, because it may have to end
        self._loading: dict[int, asyncio.Future[Table]] = {}
        self._unreadable: set[int] = set()  # running tables that could not be restored since the start
        self._epochs = {services.epoch}  # the present one, and those that ended because something was lost
        self._rewound: set[int] = set()  # tables that were marked

    async def start(self) -> None:
        """Read which tables are running; none is restored before it is wanted."""
        store, now = self.services.store, self.services.clock.now()
        outage = max(0, now - self.last_alive)
        for number, link, code, empty_since in await store.running():
            self._add(Address(number, link, code))
            self._empty_since[number] = since = min(now, empty_since + outage) if empty_since else now
            later = self.services.timing.abandoned * (number % SPREAD) // (10 * SPREAD)  # not all at once
            self._wanted_at[number] = since + self.services.timing.abandoned + later
        if store.lost:
            await self._alarm(self.services.epoch, *store.lost)

    # ------------------------------------------------------------ lost entries

    async def compare(self, table: Table, hello: p.Hello) -> None:
        """Compare what a client has seen with what the server has; if the server has lost it, begin a new epoch."""
        services = self.services
        at = services.marks.read(hello.mark, hello.epoch, table.link, hello.v)
        if at is None or hello.epoch not in self._epochs:
            return
        if hello.v <= table.v:
            here = table.past.at_of(hello.v) or await services.store.at_of(table.number, hello.v)
            if here is None or here == at:  # deleted, or the same
                return
        epoch = secrets.token_hex(8) if hello.epoch == services.epoch else services.epoch
        await self._alarm(epoch, Lost(table.number, hello.v, min(table.v, hello.v - 1)))

    async def _alarm(self, epoch: str, *found: Lost) -> None:
        """Mark tables that have lost versions, tell the operator, and let a new epoch begin."""
        new = [lost for lost in found if lost.table not in self._rewound]
        self._epochs.add(epoch)
        self.services.epoch = epoch
        if new:
            self._rewound |= {lost.table for lost in new}
            told = [f"table {table} had {known} versions, {left} are left" for table, known, left in new if table]
            more = len(told) - MOST_TOLD
            told = told[:MOST_TOLD] + ([f"{more} more tables"] if more > 0 else [])
            logger.critical(LOSS, self.services.store.name, "; ".join(told) or "what guests did beside the tables")
        await self.services.store.begin_epoch(epoch, new)

    # ------------------------------------------------------------ time that is set right

    async def start_over(self, before: int) -> None:
        """Take all tables out of memory, because the time was set right: restored, their times fit again.

        What is skipped since the time `before` counts for nobody, as if the server had been away.
        """
        await self.drain()
        now = self.services.clock.now()
        self.last_alive = min(before, now)
        for table in list(self.tables.values()):
            table.shut(1012)
            del self.tables[table.number]
            self._empty_since[table.number] = before
        for number, since in self._empty_since.items():
            self._empty_since[number] = since = min(now, since + now - self.last_alive)
            self._wanted_at[number] = since + self.services.timing.abandoned

    def _add(self, address: Address) -> None:
        self._running[address.number] = address
        self._by_code[address.code] = address.number
        self._by_link[address.link] = address.number
        self.services.metrics.running.set(len(self._running))

    def _drop(self, number: int) -> None:
        address = self._running.pop(number, None)
        self._stop_counting(number)
        if address is not None:
            self._by_code.pop(address.code, None)
            self._by_link.pop(address.link, None)
        self._visitors.pop(number, None)
        self.tables.pop(number, None)
        self._empty_since.pop(number, None)
        self._wanted_at.pop(number, None)
        self.services.metrics.running.set(len(self._running))
        self.services.metrics.tables.set(len(self.tables))

    def _stop_counting(self, number: int) -> None:
        made_from = self._made_from.pop(number, None)
        if made_from is not None:
            self._open.remove(made_from)

    # ------------------------------------------------------------ making

    async def create(self, settings: Settings, host: Guest, made_from: str = "") -> Table:
        """Make a table; its maker sits at the first seat and hosts.  `made_from` is the maker's network address."""
        self.services.store.check_room()
        if len(self._running) >= MOST_TABLES:
            raise TooManyTables("the server has as many tables as it can hold; try again later")
        if not self.services.space.has_room(made_from):
            raise NoRoom
        if not self._open.add(made_from):
            raise TooManyTables("too many open tables from this address; close some, or try again later")
        seats = [Seat() for _ in range(settings.seats)]
        seats[0] = Seat("person", host.id, host.name, outside=host.outside)
        room = Room(settings, host.id, seats, secret=new_secret())
        link, code, now, made = secrets.token_urlsafe(16), self._new_code(), self.services.clock.now(), Made(room)
        try:
            number = await self.services.store.make_table(link, code, now, made)
        except LastCardError:
            self._open.remove(made_from)
            raise
        finally:
            self._codes.remove(code)
        self.services.space.charge(made_from, len(settings.ruleset) + ROW)
        self._made_from[number] = made_from
        table = Table(self.services, number, link, code)
        self._add(Address(number, link, code))
        table.state.apply(made, 1, now)
        table.note(made, 1, now, None)
        self._keep(table)
        table.wake()
        return table

    def _new_code(self) -> str:
        while True:
            code = "".join(secrets.choice(CONSONANTS) for _ in range(CODE_LENGTH))
            if code not in self._by_code and code not in self._codes:
                self._codes.add(code)
                return code

    def _keep(self, table: Table) -> None:
        self.tables[table.number] = table
        self._empty_since.pop(table.number, None)
        self._wanted_at.pop(table.number, None)
        self.services.metrics.tables.set(len(self.tables))

    # ------------------------------------------------------------ finding

    def number_of(self, ref: str) -> int | None:
        """Return the number of a running table by its code or link; upper and lower case do not matter in a code."""
        return self._by_link.get(ref) or self._by_code.get(ref.upper())

    def is_link(self, ref: str) -> bool:
        """Return whether a text is the link of a running table, which nobody can guess."""
        return ref in self._by_link

    def note_visitor(self, number: int, guest: str) -> None:
        """Remember that a guest was let in at a table."""
        visitors = self._visitors.setdefault(number, set())
        if len(visitors) < MOST_VISITORS:
            visitors.add(guest)

    async def knows(self, guest: str, number: int | None) -> bool:
        """Return whether a guest is, or was, at a running table; how long it takes does not tell whether there is one.

        After a restart it knows those who played there.
        """
        played = await self.services.store.tables_of(guest)
        table = None if number is None else self.tables.get(number)
        seated = table is not None and table.state.room.seat_of(guest) is not None
        return number is not None and (seated or guest in self._visitors.get(number, ()) or number in played)

    async def table(self, number: int) -> Table:
        """Return a running table, restored from the log if need be; raise TableGone or TableUnreadable."""
        if (table := self.tables.get(number)) is not None:
            if table.state.room.phase == "ended":
                self._drop(number)
            elif table.failed:
                del self.tables[number]
            else:
                return table
        if number not in self._running:
            raise TableGone("there is no such table, or it is closed")
        if number in self._unreadable:
            raise TableUnreadable
        loading = self._loading.get(number)
        if loading is None:
            loading = self._loading[number] = asyncio.ensure_future(self._load(number))
            loading.add_done_callback(lambda _: self._loading.pop(number, None))
        return await asyncio.shield(loading)

    def listed(self) -> list[Table]:
        """Return the public tables at which no round is being played, fairly: the newest of each address come first.

        Then come the second ones, and so on; last those at which nobody can sit down now, or no player is.
        """
        before: Counter[tuple[str, bool]] = Counter()
        ranked = []
        for table in sorted(filter(_is_listed, self.tables.values()), key=lambda table: -table.number):
            kind = (table.home, _can_be_joined(table))
            ranked.append((not kind[1], before[kind], -table.number, table))
            before[kind] += 1
        return [table for *_, table in sorted(ranked, key=lambda one: one[:-1])]

    def quick(self, guest: Guest, digest: str | None) -> Table | None:
        """Return a public table with a free seat for a guest, by the rules of a digest or by any.

        Chance decides between addresses, so that many tables of one do not take all who look for people.
        """
        homes: dict[str, list[Table]] = {}
        for table in self.listed():
            room = table.state.room
            if _can_be_joined(table) and digest in (None, room.settings.digest) and _can_sit(room, guest):
                homes.setdefault(table.home, []).append(table)
        return secrets.choice(list(homes.values()))[0] if homes else None

    async def _load(self, number: int) -> Table:
        """Restore a table from its last checkpoint; keep one that cannot be, whatever the reason, as it is."""
        began = time.perf_counter()
        address = self._running[number]
        table, store = Table(self.services, *address), self.services.store
        await store.claim(number)
        try:
            last_at = await self._replay(table)
        except StoreError:
            raise
        except Exception as error:
            await self._give_up(table, error)
            raise TableUnreadable from error
        table.past.remember(await store.commands(number, table.v - KEPT))
        table.empty_since = self._empty_since.get(number, table.empty_since)
        await self._add_outage(table, last_at)
        absent = [seat.guest for seat in table.state.room.seats if seat.kind == "person"]
        table.absent = dict.fromkeys(absent, self.services.clock.now())
        self._keep(table)
        table.wake()
        self.services.metrics.load_time.observe(time.perf_counter() - began)
        return table

    async def _replay(self, table: Table) -> int:
        """Apply the entries of a table from its checkpoint, and return the time of the last.

        Raise an error if they do not fit.  There may be thousands, of chat or of nonces: other tables go on meanwhile.
        """
        store, number = self.services.store, table.number
        table.checkpoint, room, table.past.before_recent = await store.start_of(number)
        table.recall(await store.said(number, table.checkpoint - LOOKED_THROUGH, table.checkpoint, MOST_SAID))
        table.past.v, at = table.checkpoint - 1, 0
        if room is not None:
            table.state.apply(Made(room), table.v, table.past.before_recent or 0)
        while found := await store.entries(number, table.v + 1, READ_AT_ONCE):
            for place, (v, at, guest, cmd, entry) in enumerate(found):
                if table.state.room is None and not isinstance(entry, Made | entries.Dealt):
                    raise RecordError(NO_CHECKPOINT)
                if v != table.v + 1:
                    raise RecordError("an entry of the table is missing")
                if place % AT_ONCE == AT_ONCE - 1:
                    await asyncio.sleep(0)
                table.state.apply(entry, v, at)
                table.note(entry, v, at, (guest, cmd) if cmd else None)
        if table.state.room is None:
            raise RecordError(NO_CHECKPOINT)
        return at

    async def _add_outage(self, table: Table, last_at: int) -> None:
        """Note how long time stood still at a table, so that its clocks are the same after the next restart too.

        It does not matter any more at one that is about to end.
        """
        now = self.services.clock.now()
        lost = now - max(last_at, self.last_alive)
        ends = abandoned_due(table)
        if lost and table.state.timed and (ends is None or ends > now):
            entry, v = entries.Interrupted(lost), table.v + 1
            await self.services.store.save(Append(table.number, v, now, entry))
            table.state.apply(entry, v, now)
            table.note(entry, v, now, None)

    async def _give_up(self, table: Table, error: Exception) -> None:
        """Mark a table that cannot be restored.  It is not tried again before the next start, of a later version say.

        The mark may name cards and guests, the line of the log must not.
        """
        number, v = table.number, table.v + 1
        told = str(error) if isinstance(error, RecordError) else type(error).__name__
        logger.error("table %d cannot be restored from version %d on, and stays as it is: %s", number, v, told)
        self.services.metrics.broken.inc()
        self._unreadable.add(number)
        self._wanted_at.pop(number, None)
        with suppress(StoreError):
            await self.services.store.mark_unreadable(number, f"{__version__}: version {v}: {error!r}")
            self.services.store.release(number, self._empty_since.setdefault(number, self.services.clock.now()))

    # ------------------------------------------------------------ the end

    async def drain(self) -> None:
        """Take no more commands, and wait until everything that is being saved has been told."""
        for table in self.tables.values():
            table.stop()
        for _ in range(500):
            if not any(table.busy for table in self.tables.values()):
                return
            await asyncio.sleep(0.01)

    # ------------------------------------------------------------ forgetting

    async def sweep(self) -> None:
        """Forever: forget tables nobody is at, and look at those whose time has come."""
        while True:
            await asyncio.sleep(SWEEP)
            await self.look()

    async def look(self) -> None:
        """Forget tables nobody is at, and restore those whose time has come."""
        now = self.services.clock.now()
        for table in list(self.tables.values()):
            with _noted("a table could not be looked at"):
                self._sweep_one(table, now)
        for number in [number for number, due in self._wanted_at.items() if due <= now]:
            with suppress(LastCardError), _noted("a table could not be looked at"):
                await self.table(number)

    def _sweep_one(self, table: Table, now: int) -> None:
        if table.state.room.phase == "ended":
            self._drop(table.number)
        elif table.idle and table.empty_since is not None and now - table.empty_since > FORGET_AFTER:
            ends = abandoned_due(table)
            assert ends is not None
            table.shut(1001)
            del self.tables[table.number]
            self._empty_since[table.number], self._wanted_at[table.number] = table.empty_since, ends
            self.services.store.release(table.number, table.empty_since)


@contextmanager
def _noted(text: str) -> Iterator[None]:
    """Note a fault of ours and go on: one table must not keep the others from being looked at."""
    try:
        yield
    except LastCardError:
        raise
    except Exception as error:
        logger.error("%s: %s", text, type(error).__name__, exc_info=error)


def _is_listed(table: Table) -> bool:
    return table.state.room.settings.public and table.state.room.phase in ("waiting", "between", "over")


def _can_be_joined(table: Table) -> bool:
    """Return whether there is a seat that a person could take, and a player who is there."""
    room = table.state.room
    return not room.locked and any(seat.kind != "person" for seat in room.seats) and bool(table.present())


def _can_sit(room: Room, guest: Guest) -> bool:
    """Return whether a guest has a seat, or can take a free one and was not removed before."""
    if not room.free():
        return False
    return room.seat_of(guest.id) is not None or not (room.is_removed(guest.id) or room.name_taken(guest.name))
