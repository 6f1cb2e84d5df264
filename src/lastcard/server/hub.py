"""All tables: made, found, restored from the log when they are wanted, and forgotten when nobody is there."""

import asyncio
import logging
import secrets
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from ..errors import LastCardError, RecordError
from . import entries
from .connections import Opened
from .dealing import new_secret
from .entries import Room, Seat, Settings
from .identity import Guest
from .limits import WIDE
from .log import INSERT, Row, Statement
from .table import KEPT, MOST_SAID, Services, Table
from .timers import abandoned_due

CONSONANTS = "BCDFGHJKLMNPQRSTVWXZ"
CODE_LENGTH = 6
FORGET_AFTER = 120_000  # milliseconds without anyone connected
SWEEP = 15.0  # seconds
MOST_TABLES = 20_000
MOST_OPEN = 200  # tables that were made from one address since the start and are not closed
LOOKED_THROUGH = 1_000  # entries before a checkpoint in which messages are looked for
AT_ONCE = 50  # entries that are read without a break
SPREAD = 64  # groups in which tables are looked at that nobody has come back to since a restart
APOLOGY = "the table could not be restored after a restart of the server; we are sorry"

logger = logging.getLogger("lastcard.server")


class Address(NamedTuple):
    """How a table is found."""

    number: int
    link: str
    code: str


class TableGone(LastCardError):
    """A table that does not exist, is closed, or could not be restored."""


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
        self._empty_since: dict[int, int] = {}  # of tables that are not in memory
        self._wanted_at: dict[int, int] = {}  # when such a table is to be looked at, because it may have to end
        self._loading: dict[int, asyncio.Future[Table]] = {}
        self._broken: set[int] = set()  # tables that could not be restored
        self._next_number = 1

    async def start(self) -> None:
        """Read which tables are running; none is restored before it is wanted."""
        rows = await self.services.log.execute("SELECT number, link, code, empty_since FROM tables WHERE ended = 0")
        top = await self.services.log.execute("SELECT coalesce(max(number), 0) FROM tables")
        self._next_number = top[0][0] + 1
        now = self.services.clock.now()
        outage = max(0, now - self.last_alive)
        for number, link, code, empty_since in rows:
            self._add(Address(number, link, code))
            self._empty_since[number] = since = empty_since + outage if empty_since else now
            later = self.services.timing.abandoned * (number % SPREAD) // (10 * SPREAD)  # not all at once
            self._wanted_at[number] = since + self.services.timing.abandoned + later

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
        if len(self._running) >= MOST_TABLES:
            raise TooManyTables("the server has as many tables as it can hold; try again later")
        if not self._open.add(made_from):
            raise TooManyTables("too many open tables from this address; close some, or try again later")
        number, link = self._next_number, secrets.token_urlsafe(16)
        self._next_number += 1
        self._made_from[number] = made_from
        seats = [Seat() for _ in range(settings.seats)]
        seats[0] = Seat("person", host.id, host.name, outside=host.outside)
        room = Room(settings, host.id, seats, secret=new_secret())
        table = Table(self.services, number, link, self._new_code())
        self._add(Address(number, link, table.code))
        now = self.services.clock.now()
        index = Statement(
            "INSERT INTO tables (number, link, code, public, checkpoint) VALUES (?, ?, ?, ?, 1)",
            (number, link, table.code, settings.public),
        )
        try:
            row = Row(number, 1, now, "", "", entries.to_bytes(entries.Made(room)))
            await self.services.log.commit((row,), index)
        except LastCardError:
            self._drop(number)
            raise
        table.state.apply(entries.Made(room), 1, now)
        table.note(entries.Made(room), 1, now, None)
        self._keep(table)
        table.wake()
        return table

    def _new_code(self) -> str:
        while True:
            code = "".join(secrets.choice(CONSONANTS) for _ in range(CODE_LENGTH))
            if code not in self._by_code:
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

    async def table(self, number: int) -> Table:
        """Return a running table, restored from the log if it is not in memory; raise TableGone."""
        if (table := self.tables.get(number)) is not None:
            if table.state.room.phase == "ended":
                self._drop(number)
            elif table.failed:
                del self.tables[number]
            else:
                return table
        if number in self._broken:
            raise TableGone(APOLOGY)
        if number not in self._running:
            raise TableGone("there is no such table, or it is closed")
        loading = self._loading.get(number)
        if loading is None:
            loading = self._loading[number] = asyncio.ensure_future(self._load(number))
            loading.add_done_callback(lambda _: self._loading.pop(number, None))
        return await asyncio.shield(loading)

    def listed(self) -> list[Table]:
        """Return the public tables that can be joined, the newest first."""
        found = [table for table in self.tables.values() if _can_be_joined(table)]
        return sorted(found, key=lambda table: -table.number)

    async def _load(self, number: int) -> Table:
        """Restore a table from its last checkpoint; close one that cannot be, whatever the reason."""
        began = time.perf_counter()
        address = self._running[number]
        rows, known, said = await self.services.log.call(lambda connection: _stored(connection, number))
        table = Table(self.services, *address)
        try:
            table.recall((v, at, entries.from_bytes(data)) for v, at, data in said)
            last_at = await _replay(table, rows)
        except Exception as error:
            await self._give_up(address, error)
            raise TableGone(APOLOGY) from error
        table.remember(known)
        table.empty_since = self._empty_since.get(number, table.empty_since)
        await self._add_outage(table, last_at)
        absent = [seat.guest for seat in table.state.room.seats if seat.kind == "person"]
        table.absent = dict.fromkeys(absent, self.services.clock.now())
        self._keep(table)
        self._note_empty(number, 0)
        table.wake()
        self.services.metrics.load_time.observe(time.perf_counter() - began)
        return table

    async def _add_outage(self, table: Table, last_at: int) -> None:
        """Note how long time stood still at a table, so that its clocks are the same after the next restart too.

        It does not matter any more at one that is about to end.
        """
        now = self.services.clock.now()
        lost = now - max(last_at, self.last_alive)
        ends = abandoned_due(table)
        if lost > 0 and table.state.timed and (ends is None or ends > now):
            entry, v = entries.Interrupted(lost), table.v + 1
            await self.services.log.commit((Row(table.number, v, now, "", "", entries.to_bytes(entry)),))
            table.state.apply(entry, v, now)
            table.note(entry, v, now, None)

    async def _give_up(self, address: Address, error: Exception) -> None:
        """Close a table that cannot be restored; until the next start, whoever asks for it gets an apology."""
        logger.error("table %d cannot be restored and is closed: %s", address.number, type(error).__name__)
        number, now = address.number, self.services.clock.now()
        await self.services.log.call(lambda connection: _end_broken(connection, number, now))
        self.services.metrics.broken.inc()
        self._broken.add(number)
        self._running.pop(number, None)
        self._stop_counting(number)
        self._empty_since.pop(number, None)
        self._wanted_at.pop(number, None)
        self.services.metrics.running.set(len(self._running))

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
            self._note_empty(table.number, table.empty_since)

    def _note_empty(self, number: int, since: int) -> None:
        """Save since when a table is empty, for a restart; 0 means that it is in memory, and somebody may be there.

        If it cannot be saved, a restart takes the table for one that has just become empty.
        """
        change = Statement("UPDATE tables SET empty_since = ? WHERE number = ? AND empty_since <> ?",
                           (since, number, since))  # fmt: skip
        self.services.log.append((), lambda error: None, change)


@contextmanager
def _noted(text: str) -> Iterator[None]:
    """Note a fault of ours and go on: one table must not keep the others from being looked at."""
    try:
        yield
    except LastCardError:
        raise
    except Exception as error:
        logger.error("%s: %s", text, type(error).__name__, exc_info=error)


def _can_be_joined(table: Table) -> bool:
    room = table.state.room
    free = any(seat.kind != "person" for seat in room.seats)
    open_phase = room.phase in ("waiting", "between", "over")
    return room.settings.public and not room.locked and open_phase and free and bool(table.connections)


StoredRow = tuple[int, int, str, str, bytes]
Stored = tuple[list[StoredRow], list[tuple[str, str, int]], list[tuple[int, int, bytes]]]


async def _replay(table: Table, rows: list[StoredRow]) -> int:
    """Apply the entries of a table, and return the time of the last; raise an error if they do not fit.

    There may be thousands, of chat or of nonces: other tables go on meanwhile.
    """
    if not rows or not isinstance(entries.from_bytes(rows[0][4]), entries.Made | entries.Dealt):
        raise RecordError("the entries of the table do not begin with a checkpoint")
    for place, (v, at, guest, cmd, data) in enumerate(rows):
        if v != rows[0][0] + place:
            raise RecordError("an entry of the table is missing")
        if place % AT_ONCE == AT_ONCE - 1:
            await asyncio.sleep(0)
        entry = entries.from_bytes(data)
        table.state.apply(entry, v, at)
        table.note(entry, v, at, (guest, cmd) if cmd else None)
    return rows[-1][1]


def _end_broken(connection: sqlite3.Connection, number: int, now: int) -> None:
    connection.execute("BEGIN")
    (last,) = connection.execute("SELECT coalesce(max(v), 0) FROM entries WHERE tab = ?", (number,)).fetchone()
    connection.execute(INSERT, Row(number, last + 1, now, "", "", entries.to_bytes(entries.Ended("broken"))))
    connection.execute("UPDATE tables SET ended = 1 WHERE number = ?", (number,))


def _stored(connection: sqlite3.Connection, number: int) -> Stored:
    """Return the entries of a table from its last checkpoint, the commands of its last versions, and what was said."""
    (checkpoint,) = connection.execute("SELECT checkpoint FROM tables WHERE number = ?", (number,)).fetchone()
    rows = connection.execute(
        "SELECT v, at, guest, cmd, data FROM entries WHERE tab = ? AND v >= ? ORDER BY v", (number, checkpoint)
    ).fetchall()
    recent = (rows[-1][0] if rows else checkpoint) - KEPT
    known = connection.execute(
        "SELECT guest, cmd, v FROM entries WHERE tab = ? AND v > ? AND cmd <> '' ORDER BY v", (number, recent)
    ).fetchall()
    said = connection.execute(
        "SELECT v, at, data FROM entries WHERE tab = ? AND v < ? AND v >= ? AND substr(data, 1, ?) = ?"
        " ORDER BY v DESC LIMIT ?",
        (number, checkpoint, checkpoint - LOOKED_THROUGH, len(entries.SAID), entries.SAID, MOST_SAID),
    ).fetchall()
    return rows, known, said[::-1]
