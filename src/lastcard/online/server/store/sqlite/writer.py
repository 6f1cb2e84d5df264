"""The thread that owns the only connection to a data file, and commits what waits together.

It commits everything that is waiting as one transaction, with a full sync, so many tables share the cost of one sync.
One connection that locks the file exclusively also avoids a fault of SQLite before 3.51.3, which can lose a committed
transaction when two connections write checkpoints.
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

from ..store import Done, Outcome, Refused, Saved, StoreError, Unknown
from . import statements
from .datafile import DataFile, close_file, create_file, told
from .heads import CHANGES, Head
from .statements import Row, Statement

T = TypeVar("T")

FAILED_SYNC = ("SQLITE_IOERR_FSYNC", "SQLITE_IOERR_DIR_FSYNC")
REST = 0.005  # seconds from the beginning of one commit to that of the next, at least
BACKUP_PAGES = 256  # copied at a time, between commits
MOST_HEADS = 50_000  # tables whose last digest is kept in memory
SAVED = Saved()

logger = logging.getLogger("lastcard.server")


class _Write(NamedTuple):
    rows: tuple[Row, ...]
    statements: tuple[Statement, ...]
    done: Done


class _Call(NamedTuple):
    run: Callable[[sqlite3.Connection], Any]
    future: "asyncio.Future[Any]"


class _Overtaken(Exception):
    """An entry that does not follow the last one of its table."""


class Writer:
    """The connection and its thread.

    Create it inside a running event loop.  `write` and `call` never block; what they report arrives in that loop.
    `panic` is called, from the thread, when nobody can know any more what is on disk, or when the thread fails: the
    process should end at once and answer nobody, because only reading the file again can tell what has happened.
    """

    def __init__(self, path: Path, file: DataFile, panic: Callable[[], None] | None = None) -> None:
        self.commits = self.appended = 0
        self.timed: Callable[[float], object] | None = None  # called with the seconds of each commit, from the thread
        self.writable = True  # whether the last attempt to write succeeded
        self._path = path
        self._panic = panic
        self._connection = file.connection
        self._second = file.heads
        self._heads: dict[int, Head] = {}  # of tables that were written to lately
        self._changes = file.changes
        self._loop = asyncio.get_running_loop()
        self._waiting: SimpleQueue[_Write | _Call | None] = SimpleQueue()
        self._broken = ""  # what went wrong, once nobody knows what is on disk
        self._last = 0.0  # when the last commit began
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)
        self._thread.start()

    # ------------------------------------------------------------ from the event loop

    def write(self, rows: tuple[Row, ...], changes: tuple[Statement, ...], done: Done) -> None:
        """Commit rows and statements, all or none, and then call `done`."""
        self._waiting.put(_Write(rows, changes, done))

    async def commit(self, rows: tuple[Row, ...], *changes: Statement) -> None:
        """Commit rows and statements, and wait until they are on disk; raise StoreError if they are not."""
        future: asyncio.Future[Outcome] = self._loop.create_future()
        self.write(rows, changes, lambda outcome: _settle(future, outcome, None))
        outcome = await future
        if not isinstance(outcome, Saved):
            raise StoreError(outcome.text)

    async def call(self, run: Callable[[sqlite3.Connection], T]) -> T:
        """Run a function on the connection, between commits, and return its result; commit what it began."""
        future: asyncio.Future[T] = self._loop.create_future()
        self._waiting.put(_Call(run, future))
        return await future

    def waiting(self) -> int:
        """Return how much waits for the thread."""
        return self._waiting.qsize()

    async def sync_heads(self) -> None:
        """Make sure of what the second place knows."""
        if self._second is not None:
            await asyncio.to_thread(self._second.sync)

    async def backup(self, target: Path) -> None:
        """Copy the file while it is in use; everything else goes on in between.

        The copy gets an epoch of its own, so that clients of a restored server do not take it for the one they knew.
        """
        if target.exists():
            raise StoreError(f"{target} already exists; choose another name for the backup")
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

    def gone(self, tables: Iterable[int]) -> None:
        """Note that tables are about to be deleted: then a crash leaves nothing that looks as if it had been lost."""
        if self._second is not None:
            self._second.note({number: Head(0) for number in tables})

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

    def _next(self) -> "_Write | _Call | None":
        """Wait for something to do; while commits follow each other closely, let a few more moves share the next."""
        item = self._waiting.get()
        if (early := self._last + REST - time.monotonic()) > 0 and isinstance(item, _Write):
            time.sleep(early)
        return item

    def _serve(self, item: _Write | _Call | None) -> bool:
        """Commit what waits, up to the next call, and run that; return False at the end."""
        batch: list[_Write] = []
        while isinstance(item, _Write):
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
            result = call.run(self._connection)
            if self._connection.in_transaction:
                heads = self._write_all((), ())
                self._connection.execute("COMMIT")
                self._note(heads)
        except Exception as problem:
            result, error = None, StoreError(self._failed(problem).text)
            error.__cause__ = problem
        self._loop.call_soon_threadsafe(_settle, call.future, result, error)

    def _commit(self, batch: list[_Write]) -> None:
        """Commit a batch; if that fails, try each alone, so that one fault does not stop other tables."""
        self._last = time.monotonic()
        outcome = self._write(batch)
        if isinstance(outcome, Saved) or len(batch) == 1:
            outcomes = [(one.done, outcome) for one in batch]
        else:
            outcomes = [(one.done, self._write([one])) for one in batch]
        if self.timed is not None:
            self.timed(time.monotonic() - self._last)
        self._loop.call_soon_threadsafe(_report, outcomes)

    def _write(self, batch: list[_Write]) -> Outcome:
        if self._broken:
            return Refused("trouble", self._broken)
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            rows = [row for one in batch for row in one.rows]
            heads = self._write_all(rows, [change for one in batch for change in one.statements])
            self._connection.execute("COMMIT")
        except Exception as problem:
            self.writable = self.writable and isinstance(problem, _Overtaken)
            return self._failed(problem)
        self.writable = True
        self.commits += 1
        self.appended += len(rows)
        self._note(heads)
        return SAVED

    def _write_all(self, rows: Iterable[Row], changes: Iterable[Statement]) -> dict[int, Head]:
        """Write entries, each with the digest of all up to it, and what they bring; return the new heads."""
        heads: dict[int, Head] = {}
        for row in rows:
            before = heads.get(row.tab) or self._heads.get(row.tab) or statements.head_of(self._connection, row.tab)
            if row.v != before.v + 1:
                raise _Overtaken(f"version {row.v} of table {row.tab} does not follow version {before.v}")
            heads[row.tab] = statements.insert(self._connection, row, before)
        for change in changes:
            self._connection.execute(*change)
        if not heads:  # so that the second place shows whether such a commit was lost
            heads[CHANGES] = Head(self._changes + 1)
            self._connection.execute(*statements.changed(self._changes + 1))
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

    def _failed(self, problem: Exception) -> Refused | Unknown:
        """Roll back what failed, and return what that means; panic if nobody can know what is on disk.

        That is so after a failed sync: only a restart, which reads the file, can tell.
        """
        if isinstance(problem, _Overtaken) and self._roll_back():
            return Refused("overtaken", str(problem))
        text = str(told(problem, self._path))
        if getattr(problem, "sqlite_errorname", "") not in FAILED_SYNC and self._roll_back():
            return Refused("trouble", text)
        self._broken = text
        logger.critical("the disk could not confirm that data was written")
        if self._panic is not None:
            self._panic()
        return Unknown(text)

    def _roll_back(self) -> bool:
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            return True
        except sqlite3.Error:
            return False

    def _copy(self, connection: sqlite3.Connection, partial: Path) -> sqlite3.Connection:
        """Copy the file in steps; between two steps, do what came in.  Raise StoreError, which names the copy."""

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


def _settle(future: "asyncio.Future[Any]", result: Any, error: Exception | None) -> None:
    if not future.cancelled():
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)


def _report(outcomes: list[tuple[Done, Outcome]]) -> None:
    for done, outcome in outcomes:
        try:
            done(outcome)
        except Exception as problem:  # one table's fault must not keep the others waiting
            logger.error("what follows a commit failed: %s", type(problem).__name__, exc_info=problem)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
