"""The log: every entry of every table in one SQLite file, which is the only truth of the server.

One thread owns the only connection.  It commits everything that is waiting as one transaction, with a full sync, so
many tables share the cost of one sync.  One connection that locks the file exclusively also avoids a fault of SQLite
before 3.51.3, which can lose a committed transaction when two connections write checkpoints.

`datafile` opens and closes the file, `heads` knows the head of each table in a second place, and `queries` has the SQL.
"""

import asyncio
import logging
import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from ....errors import LastCardError
from . import queries
from .datafile import DataFile, close_file, create_file, open_file, read_meta, told
from .datafile import LogError as LogError
from .heads import CHANGES, Head, Lost
from .queries import Effect, Place, Row, Running, Statement, StoredRow

T = TypeVar("T")
Done = Callable[[Exception | None], None]  # called in the event loop, with what went wrong or None

FAILED_SYNC = ("SQLITE_IOERR_FSYNC", "SQLITE_IOERR_DIR_FSYNC")
REST = 0.005  # seconds from the beginning of one commit to that of the next, at least
BACKUP_PAGES = 256  # copied at a time, between commits
MOST_HEADS = 50_000  # tables whose last digest is kept in memory

logger = logging.getLogger("lastcard.server")


class NoRoom(LastCardError):
    """The data has reached its quota: nothing new begins."""

    def __init__(self) -> None:
        super().__init__("the server has no room for anything new now; nothing has happened")


class _Append(NamedTuple):
    rows: tuple[Row, ...]
    effects: tuple[Effect, ...]
    done: Done


class _Call(NamedTuple):
    run: Callable[[sqlite3.Connection], Any]
    future: "asyncio.Future[Any]"


class Log:
    """The file and the thread that writes it.

    Create it inside a running event loop.  `append` and `call` never block; what they report arrives in that loop.
    """

    def __init__(
        self, path: Path, connection: sqlite3.Connection, panic: Callable[[], None] | None = None,
        file: DataFile | None = None,
    ) -> None:  # fmt: skip
        self.path = path
        self.commits = self.appended = 0
        self.meta = read_meta(connection) if file is None else file.meta
        self.lost: tuple[Lost, ...] = () if file is None else file.lost
        self.quota = 0  # bytes; 0: no limit
        self.full = False  # whether the data has reached it
        self._panic = panic
        self._connection = connection
        self._second = None if file is None else file.heads
        self._heads: dict[int, Head] = {}  # of tables that were written to lately
        self._changes = self.meta.changes
        self._loop = asyncio.get_running_loop()
        self._waiting: SimpleQueue[_Append | _Call | None] = SimpleQueue()
        self.timed: Callable[[float], object] | None = None  # called with the seconds of each commit, from the thread
        self.writable = True  # whether the last attempt to write succeeded; there is one every few seconds
        self._broken: Exception | None = None
        self._last = 0.0  # when the last commit began
        self._thread = threading.Thread(target=self._work, name="log", daemon=True)
        self._thread.start()

    @classmethod
    def open(cls, path: str | Path, panic: Callable[[], None] | None = None, *, accept_loss: bool = False) -> "Log":
        """Open or create the file; raise LogError if it is damaged, foreign, newer than this program, or in use.

        `panic` is called, from another thread, when nobody can know any more what is on disk, or when that thread
        fails: the process should end at once and answer nobody, because only reading the file again can tell what has
        happened.  A file whose journal is missing is refused too, unless `accept_loss` says to go on with what is left.
        """
        path = Path(path)
        file = open_file(path, accept_loss=accept_loss)
        return cls(path, file.connection, panic, file)

    # ------------------------------------------------------------ from the event loop

    def append(self, rows: tuple[Row, ...], done: Done, *effects: Effect) -> None:
        """Commit entries, all or none, and then call `done` with None, or with the error that kept them out."""
        self._waiting.put(_Append(rows, effects, done))

    def waiting(self) -> int:
        """Return how much waits for the thread."""
        return self._waiting.qsize()

    async def call(self, run: Callable[[sqlite3.Connection], T]) -> T:
        """Run a function on the connection, between commits, and return its result."""
        future: asyncio.Future[T] = self._loop.create_future()
        self._waiting.put(_Call(run, future))
        return await future

    async def execute(self, sql: str, *values: Any) -> list[Any]:
        """Run one statement in a transaction of its own and return its rows."""

        def run(connection: sqlite3.Connection) -> list[Any]:
            return connection.execute(sql, values).fetchall()

        return await self.call(run)

    async def change(self, sql: str, *values: Any) -> None:
        """Run one statement together with whatever else is committed, and wait until it is on disk."""
        await self.commit((), Statement(sql, values))

    async def commit(self, rows: tuple[Row, ...], *effects: Effect) -> None:
        """Append entries, and wait until they are on disk."""
        future: asyncio.Future[None] = self._loop.create_future()
        self.append(rows, lambda error: _settle(future, None, error), *effects)
        await future

    async def note_alive(self, alive: int, lived: int) -> None:
        """Note a sign of life, and make sure of what the second place knows; neither delays a commit."""
        await self.commit((), queries.Alive(alive, lived))
        await self.measure()
        if self._second is not None:
            await asyncio.to_thread(self._second.sync)

    async def begin_epoch(self, epoch: str, *rewound: Lost) -> None:
        """Note that a new epoch begins, because tables have lost versions."""
        await self.commit((), queries.Epoch(epoch), *(queries.Rewound(*one) for one in rewound))

    async def running(self) -> list[Running]:
        """Return the tables that have not ended."""
        return await self.call(queries.running)

    async def last_number(self) -> int:
        """Return the highest number of a table."""
        return await self.call(queries.last_number)

    async def last_at(self, latest: int) -> int:
        """Return the time of the last entry of a running table, of those up to a time; 0 if there is none."""
        return await self.call(lambda connection: queries.last_at(connection, latest))

    async def checkpoint(self, number: int) -> tuple[int, bytes]:
        """Return the version from which a table is restored, and its room before that where no entry has it."""
        return await self.call(lambda connection: queries.checkpoint(connection, number))

    async def entries(self, number: int, first: int, most: int) -> list[StoredRow]:
        """Return so many entries of a table, from a version on; a long table is read a few at a time."""
        return await self.call(lambda connection: queries.entries(connection, number, first, most))

    async def known(self, number: int, above: int) -> list[tuple[str, str, int]]:
        """Return the guests, ids and versions of the commands that were carried out above a version."""
        return await self.call(lambda connection: queries.known(connection, number, above))

    async def said(self, number: int, above: int, before: int, most: int) -> list[tuple[int, int, bytes]]:
        """Return what was said last at a table between two versions."""
        return await self.call(lambda connection: queries.said(connection, number, above, before, most))

    async def at_of(self, number: int, v: int) -> int | None:
        """Return the time of a version of a table; None if there is none, or if it was deleted."""
        return await self.call(lambda connection: queries.at_of(connection, number, v))

    async def head_of(self, number: int) -> int:
        """Return the last version of a table; 0 if there is none."""
        return await self.call(lambda connection: queries.head_of(connection, number).v)

    async def carried_out(self, number: int, guest: str, cmd: str) -> int | None:
        """Return the version at which a command was carried out; None if it was not."""
        return await self.call(lambda connection: queries.carried_out(connection, number, guest, cmd))

    async def rulesets(self, digests: Iterable[str]) -> dict[str, str]:
        """Return the texts of rule sets by their digests."""
        wanted = tuple(digests)
        return await self.call(lambda connection: queries.rulesets(connection, wanted)) if wanted else {}

    async def matches_of(self, guest: str, most: int) -> list[tuple[str, int, bytes]]:
        """Return the ids, times and first entries of the matches of a guest, the newest first."""
        return await self.call(lambda connection: queries.matches_of(connection, guest, most))

    async def tables_of(self, guest: str) -> set[int]:
        """Return the tables at which a guest has played."""
        return await self.call(lambda connection: queries.tables_of(connection, guest))

    async def place_of(self, guest: str, match: str) -> Place | None:
        """Return where a match of a guest is; None if the guest did not play in it."""
        return await self.call(lambda connection: queries.place_of(connection, guest, match))

    async def match_entries(self, place: Place) -> list[tuple[int, bytes]]:
        """Return the times and entries of a match, without what was said."""
        return await self.call(lambda connection: queries.match_entries(connection, place))

    async def keep_within(self, quota: int) -> None:
        """Let the data take so many bytes until it counts as full, and a tenth more for what has begun."""
        self.quota = quota
        if quota:
            await self.call(lambda connection: queries.limit(connection, quota + quota // 10))
            await self.measure()

    async def measure(self) -> None:
        """Look whether the data is full."""
        full = bool(self.quota) and await self.call(queries.size) >= self.quota
        if full and not self.full:
            logger.error("%s has reached its quota: nothing new begins; raise --quota, or keep matches for less time "
                         "with --keep-days", self.path)  # fmt: skip
        self.full = full

    def check_room(self) -> None:
        """Raise NoRoom if the data is full, so that nothing new may begin."""
        if self.full:
            raise NoRoom

    async def forget(self, before: int, after: int) -> int | None:
        """Delete what ended before a time, of a few tables with numbers above `after`: tables with their matches, and
        matches of tables that go on.

        Return the last number that was looked at, to go on from there; None at the end.
        """
        return await self.call(lambda connection: self._forget(connection, before, after))

    async def backup(self, path: str | Path) -> None:
        """Copy the file while it is in use; everything else goes on in between.

        The copy gets an epoch of its own, so that clients of a restored server do not take it for the one they knew.
        """
        target = Path(path)
        if target.exists():
            raise LogError(f"{target} already exists; choose another name for the backup")
        partial = target.with_name(f"{target.name}.part")
        try:
            copy = await self.call(lambda connection: self._copy(connection, partial))
            await asyncio.to_thread(_finish_copy, copy, partial, target)
        except (sqlite3.Error, OSError) as error:
            raise told(error, target) from error
        finally:
            partial.unlink(missing_ok=True)

    async def close(self) -> None:
        """Write everything that waits, then close the file."""
        self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)

    # ------------------------------------------------------------ in the thread

    def _work(self) -> None:
        try:
            while self._serve(self._next()):
                pass
        except BaseException as error:  # whatever it is: without this thread, everyone would wait for ever
            logger.critical("the thread that saves has failed: %s", type(error).__name__, exc_info=error)
            if self._panic is not None:
                self._panic()
            raise
        close_file(self._connection, self._second)

    def _next(self) -> "_Append | _Call | None":
        """Wait for something to do; while commits follow each other closely, let a few more moves share the next."""
        item = self._waiting.get()
        if (early := self._last + REST - time.monotonic()) > 0 and isinstance(item, _Append):
            time.sleep(early)
        return item

    def _serve(self, item: _Append | _Call | None) -> bool:
        """Commit what waits, up to the next call, and run that; return False at the end."""
        batch: list[_Append] = []
        while isinstance(item, _Append):
            batch.append(item)
            if self._waiting.empty():
                break
            item = self._waiting.get()
        if batch:
            self._commit(batch)
        if isinstance(item, _Call):
            self._run(item)
        return item is not None

    def _run(self, call: _Call) -> None:
        try:
            error = None
            outcome = call.run(self._connection)
            if self._connection.in_transaction:
                heads = self._write_all((), ())
                self._connection.execute("COMMIT")
                self._note(heads)
        except Exception as problem:
            outcome, error = None, self._failed(problem)
        self._loop.call_soon_threadsafe(_settle, call.future, outcome, error)

    def _commit(self, batch: list[_Append]) -> None:
        """Commit a batch; if that fails, try each append alone, so that one fault does not stop other tables."""
        self._last = time.monotonic()
        error = self._write(batch)
        if error is None or len(batch) == 1:
            outcomes = [(one.done, error) for one in batch]
        else:
            outcomes = [(one.done, self._write([one])) for one in batch]
        if self.timed is not None:
            self.timed(time.monotonic() - self._last)
        self._loop.call_soon_threadsafe(_report, outcomes)

    def _write(self, batch: list[_Append]) -> Exception | None:
        if self._broken is not None:
            return self._broken
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            rows = [row for one in batch for row in one.rows]
            heads = self._write_all(rows, [effect for one in batch for effect in one.effects])
            self._connection.execute("COMMIT")
        except Exception as problem:
            self.writable = False
            return self._failed(problem)
        self.writable = True
        self.commits += 1
        self.appended += sum(len(one.rows) for one in batch)
        self._note(heads)
        return None

    def _write_all(self, rows: Iterable[Row], effects: Iterable[Effect]) -> dict[int, Head]:
        """Write entries, each with the digest of all up to it, and what they bring; return the new heads."""
        heads: dict[int, Head] = {}
        for row in rows:
            before = heads.get(row.tab) or self._heads.get(row.tab) or queries.head_of(self._connection, row.tab)
            heads[row.tab] = queries.insert(self._connection, row, before)
        for effect in effects:
            for statement in queries.statements(effect):
                self._connection.execute(*statement)
        if not heads:  # so that the second place shows whether such a commit was lost
            heads[CHANGES] = Head(self._changes + 1)
            self._connection.execute(*queries.changed(self._changes + 1))
        return heads

    def _note(self, heads: dict[int, Head]) -> None:
        """Keep the heads of what was committed, in memory and in the second place."""
        if CHANGES in heads:
            self._changes = heads[CHANGES].v
        if len(self._heads) > MOST_HEADS:
            self._heads.clear()
        self._heads.update(heads)
        if self._second is not None:
            self._second.note(heads)

    def _forget(self, connection: sqlite3.Connection, before: int, after: int) -> int | None:
        numbers = queries.numbers(connection, after)
        old = queries.old_tables(connection, numbers, before)
        matches = queries.old_matches(connection, numbers, before)
        if old or matches:
            if self._second is not None:  # first: then a crash leaves nothing that looks as if it had been lost
                self._second.note({number: Head(0) for number in old})
            connection.execute("BEGIN IMMEDIATE")
            queries.delete(connection, old, matches)
        return numbers[-1] if numbers else None

    def _failed(self, problem: Exception) -> LogError:
        """Roll back what failed, and return its error; panic if nobody can know what is on disk.

        That is so after a failed sync: only a restart, which reads the file, can tell.
        """
        error = told(problem, self.path)
        if getattr(problem, "sqlite_errorname", "") in FAILED_SYNC or not self._roll_back():
            self._broken = error
            logger.critical("the disk could not confirm that data was written")
            if self._panic is not None:
                self._panic()
        return error

    def _roll_back(self) -> bool:
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            return True
        except sqlite3.Error:
            return False

    def _copy(self, connection: sqlite3.Connection, partial: Path) -> sqlite3.Connection:
        """Copy the file in steps; between two steps, do what came in.  Raise LogError, which names the copy."""

        def between(status: int, remaining: int, total: int) -> None:
            if not self._waiting.empty() and not self._serve(self._waiting.get()):
                self._waiting.put(None)  # the end waits for the copy

        try:
            partial.unlink(missing_ok=True)
            create_file(partial)
            copy = sqlite3.connect(partial, check_same_thread=False)  # finished in another thread
            try:
                copy.execute("PRAGMA synchronous = OFF")  # it is synced once, when it is whole
                connection.backup(copy, pages=BACKUP_PAGES, progress=between)
            except BaseException:
                copy.close()
                raise
        except (sqlite3.Error, OSError) as error:
            raise told(error, partial.with_suffix("")) from error
        return copy


def _finish_copy(copy: sqlite3.Connection, partial: Path, target: Path) -> None:
    """Give a copy an epoch of its own and sync it; only then its name appears."""
    try:
        copy.execute("UPDATE meta SET value = ? WHERE key = 'epoch'", (secrets.token_hex(8),))
        copy.execute("DELETE FROM meta WHERE key = 'open'")  # a copy needs no journal
        copy.commit()
        copy.execute("PRAGMA journal_mode = DELETE")
    finally:
        copy.close()
    _sync(partial)
    os.link(partial, target)  # fails if the name was taken meanwhile


def _settle(future: "asyncio.Future[Any]", outcome: Any, error: Exception | None) -> None:
    if not future.cancelled():
        if error is None:
            future.set_result(outcome)
        else:
            future.set_exception(error)


def _report(outcomes: list[tuple[Done, Exception | None]]) -> None:
    for done, error in outcomes:
        try:
            done(error)
        except Exception as problem:  # one table's fault must not keep the others waiting
            logger.error("what follows a commit failed: %s", type(problem).__name__, exc_info=problem)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
