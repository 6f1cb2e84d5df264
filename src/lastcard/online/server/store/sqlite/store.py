"""A store in one SQLite file, of one server: every table is its own."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from .. import codec
from ..codec import Packed
from ..effects import MatchOver
from ..entries import AnyEntry, Dealt, Made
from ..store import Append, Command, Done, ListedMatch, Lost, MatchEntries, NoRoom, Place, Running, Start, Stored
from . import statements as sql
from .datafile import DataFile, open_file
from .statements import StoredRow
from .writer import Writer

READ_AT_ONCE = 500  # entries that are read between two commits

logger = logging.getLogger("lastcard.server")


class SqliteStore:
    """The data file; `store.Store` says what its methods do.

    Create it inside a running event loop; nothing blocks that loop.
    """

    def __init__(self, path: Path, file: DataFile, panic: Callable[[], None] | None = None) -> None:
        self.name = str(path)
        self.meta = file.meta
        self.lost = file.lost
        self.full = False
        self.quota = 0
        self._last_number = sql.last_number(file.connection)
        self._writer = Writer(path, file, panic)

    @classmethod
    def open(
        cls, path: str | Path, panic: Callable[[], None] | None = None, *, accept_loss: bool = False
    ) -> "SqliteStore":
        """Open or create the file; raise StoreError if it is damaged, foreign, newer than this program, or in use.

        `panic` is called, from another thread, when nobody can know any more what is on disk (`Writer`).  A file whose
        journal is missing is refused too, unless `accept_loss` says to go on with what is left.
        """
        path = Path(path)
        return cls(path, open_file(path, accept_loss=accept_loss), panic)

    @property
    def writable(self) -> bool:
        return self._writer.writable

    # ------------------------------------------------------------ tables

    async def make_table(self, link: str, code: str, at: int, made: Made) -> int:
        self._last_number = number = self._last_number + 1
        first = Append(number, 1, at, made)
        changes = (*sql.made(number, link, code, made), *sql.statements(first))
        await self._writer.commit((sql.row_of(first),), *changes)
        return number

    async def running(self) -> list[Running]:
        return await self._writer.call(sql.running)

    async def claim(self, number: int) -> None:
        self._writer.write((), (sql.claimed(number),), lambda outcome: None)  # nobody else can have it

    def release(self, number: int, empty_since: int) -> None:
        self._writer.write((), (sql.released(number, empty_since),), lambda outcome: None)

    async def mark_unreadable(self, number: int, why: str) -> None:
        await self._writer.commit((), sql.unreadable(number, why))

    def append(self, one: Append, done: Done) -> int:
        row = sql.row_of(one)
        self._writer.write((row,), tuple(sql.statements(one)), done)
        return len(row.data)

    async def save(self, one: Append) -> None:
        await self._writer.commit((sql.row_of(one),), *sql.statements(one))

    async def start_of(self, number: int) -> Start:
        def run(connection: sqlite3.Connection) -> tuple[int, bytes, int, int | None]:
            v, room, format = sql.checkpoint(connection, number)
            return v, room, format, sql.at_of(connection, number, v - 1)

        v, room, format, before = await self._writer.call(run)
        if not room:
            return Start(v, None, before)
        (made,) = await self._completed([codec.unpack("made", format, room)])
        assert isinstance(made, Made)
        return Start(v, made.room, before)

    async def entries(self, number: int, first: int, most: int) -> list[Stored]:
        rows = await self._writer.call(lambda connection: sql.entries(connection, number, first, most))
        return await self._stored(rows, _unpacked(rows))

    async def said(self, number: int, above: int, before: int, most: int) -> list[Stored]:
        rows = await self._writer.call(lambda connection: sql.said(connection, number, above, before, most))
        return await self._stored(rows, _unpacked(rows))

    async def commands(self, number: int, above: int) -> list[Command]:
        return await self._writer.call(lambda connection: sql.commands(connection, number, above))

    async def carried_out(self, number: int, guest: str, cmd: str) -> int | None:
        return await self._writer.call(lambda connection: sql.carried_out(connection, number, guest, cmd))

    async def at_of(self, number: int, v: int) -> int | None:
        return await self._writer.call(lambda connection: sql.at_of(connection, number, v))

    async def last_at(self, latest: int) -> int:
        return await self._writer.call(lambda connection: sql.last_at(connection, latest))

    async def _stored(self, rows: list[StoredRow], found: list[AnyEntry]) -> list[Stored]:
        whole = await self._completed(found)
        return [Stored(*row[:4], entry) for row, entry in zip(rows, whole, strict=True)]

    async def _completed(self, found: list[AnyEntry]) -> list[AnyEntry]:
        """Return entries with the texts of their rule sets."""
        texts = await self._texts(found)
        return [codec.completed(entry, texts) for entry in found] if texts else found

    async def _texts(self, found: list[AnyEntry]) -> dict[str, str]:
        """Return the texts of the rule sets that entries need, by digest."""
        wanted = tuple({digest for entry in found if (digest := codec.missing_text(entry)) is not None})
        return await self._writer.call(lambda connection: sql.rulesets(connection, wanted)) if wanted else {}

    # ------------------------------------------------------------ matches

    async def matches_of(self, guest: str, most: int) -> list[ListedMatch]:
        found = await self._writer.call(lambda connection: sql.matches_of(connection, guest, most))
        rows = [row for _, row in found]
        deals = await self._stored(rows, await asyncio.to_thread(_unpacked, rows))
        return [
            ListedMatch(match, deal.at, deal.entry)
            for (match, _), deal in zip(found, deals, strict=True)
            if isinstance(deal.entry, Dealt)
        ]

    async def tables_of(self, guest: str) -> set[int]:
        return await self._writer.call(lambda connection: sql.tables_of(connection, guest))

    async def place_of(self, guest: str, match: str) -> Place | None:
        return await self._writer.call(lambda connection: sql.place_of(connection, guest, match))

    async def entries_of(self, place: Place) -> MatchEntries:
        rows: list[StoredRow] = []
        for first in range(place.first, place.last + 1, READ_AT_ONCE):
            part = place._replace(first=first, last=min(place.last, first + READ_AT_ONCE - 1))
            rows += await self._writer.call(partial(sql.entries_of, place=part))
        packed = [(row.at, Packed(row.kind, row.format, row.data)) for row in rows]
        return MatchEntries(packed, await self._texts(_unpacked(rows[:1])))

    async def result_of(self, match: str) -> MatchOver | None:
        return await self._writer.call(lambda connection: sql.result_of(connection, match))

    # ------------------------------------------------------------ guests

    async def make_guest(self, guest: str, name: str, at: int) -> None:
        await self._writer.commit((), sql.new_guest(guest, name, at))

    async def rename_guest(self, guest: str, name: str) -> None:
        await self._writer.commit((), sql.renamed(guest, name))

    async def name_of(self, guest: str) -> str | None:
        return await self._writer.call(lambda connection: sql.name_of(connection, guest))

    async def put_transfer(self, text: str, guest: str, now: int, until: int) -> None:
        await self._writer.commit((), *sql.transfer(text, guest, now, until))

    async def take_transfer(self, text: str, now: int) -> str | None:
        def run(connection: sqlite3.Connection) -> str | None:
            guest = sql.guest_of_transfer(connection, text, now)
            if guest is not None:
                connection.execute("BEGIN IMMEDIATE")
                sql.use_up(connection, text)
            return guest

        return await self._writer.call(run)

    # ------------------------------------------------------------ life

    async def ping(self) -> None:
        await self._writer.call(lambda connection: connection.execute("SELECT 1").fetchone())

    def waiting(self) -> int:
        return self._writer.waiting()

    def time_commits(self, hear: Callable[[float], object]) -> None:
        self._writer.timed = hear

    async def note_alive(self, alive: int, lived: int) -> None:
        await self._writer.commit((), *sql.alive(alive, lived))
        await self.measure()
        await self._writer.sync_heads()  # here, where it delays no commit

    async def begin_epoch(self, epoch: str, lost: Iterable[Lost]) -> None:
        await self._writer.commit((), *sql.epoch(epoch, lost))

    async def keep_within(self, quota: int) -> None:
        self.quota = quota
        if quota:
            await self._writer.call(lambda connection: sql.limit(connection, quota + quota // 10))
            await self.measure()

    async def measure(self) -> None:
        full = bool(self.quota) and await self._writer.call(sql.size) >= self.quota
        if full and not self.full:
            logger.error("%s has reached its quota: nothing new begins; raise --quota, or keep matches for less time "
                         "with --keep-days", self.name)  # fmt: skip
        self.full = full

    def check_room(self) -> None:
        if self.full:
            raise NoRoom

    async def forget(self, before: int, after: int) -> int | None:
        def run(connection: sqlite3.Connection) -> int | None:
            numbers = sql.numbers(connection, after)
            tables = sql.old_tables(connection, numbers, before)
            matches = sql.old_matches(connection, numbers, before)
            if tables or matches:
                self._writer.gone(tables)
                connection.execute("BEGIN IMMEDIATE")
                sql.delete(connection, tables, matches)
            return numbers[-1] if numbers else None

        return await self._writer.call(run)

    async def backup(self, path: str | Path) -> None:
        await self._writer.backup(Path(path))

    async def close(self) -> None:
        await self._writer.close()


def _unpacked(rows: list[StoredRow]) -> list[AnyEntry]:
    return [codec.unpack(row.kind, row.format, row.data) for row in rows]
