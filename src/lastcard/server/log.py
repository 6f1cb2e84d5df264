"""The log: every entry of every table in one SQLite file, which is the only truth of the server.

One thread owns the only connection.  It commits everything that is waiting as one transaction, with a full sync, so
many tables share the cost of one sync.  One connection that locks the file exclusively also avoids a fault of SQLite
before 3.51.3, which can lose a committed transaction when two connections write checkpoints.
"""

import asyncio
import logging
import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from ..errors import LastCardError

T = TypeVar("T")
Done = Callable[[Exception | None], None]  # called in the event loop, with what went wrong or None

APPLICATION = 0x4C434152  # "LCAR": marks the file as ours
LARGEST_CHECKED = 256 * 1024 * 1024  # bytes; larger files are not read through at start
NOT_WRITABLE = "{} cannot be opened for writing; check that it and its folder are writable"
FAILED_SYNC = ("SQLITE_IOERR_FSYNC", "SQLITE_IOERR_DIR_FSYNC")
REST = 0.005  # seconds from the beginning of one commit to that of the next, at least
AT_ONCE = 50  # tables that are deleted between two commits, at most
BACKUP_PAGES = 256  # copied at a time, between commits

# Each migration brings the file from version `index` to the next.  Never change one that was released.
MIGRATIONS = (
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE guests (id TEXT PRIMARY KEY, name TEXT NOT NULL, made INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE tables (
        number INTEGER PRIMARY KEY, link TEXT NOT NULL UNIQUE, code TEXT NOT NULL, public INTEGER NOT NULL,
        checkpoint INTEGER NOT NULL, ended INTEGER NOT NULL DEFAULT 0);
    CREATE INDEX running ON tables (code) WHERE ended = 0;
    CREATE TABLE entries (
        tab INTEGER NOT NULL, v INTEGER NOT NULL, at INTEGER NOT NULL, guest TEXT NOT NULL, cmd TEXT NOT NULL,
        data BLOB NOT NULL, PRIMARY KEY (tab, v)) WITHOUT ROWID;
    CREATE TABLE matches (id TEXT PRIMARY KEY, tab INTEGER NOT NULL, first INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE players (guest TEXT NOT NULL, match TEXT NOT NULL, PRIMARY KEY (guest, match)) WITHOUT ROWID;
    """,
    "ALTER TABLE tables ADD COLUMN empty_since INTEGER NOT NULL DEFAULT 0",  # of a table that is not in memory
    "CREATE INDEX commands ON entries (tab, guest, cmd) WHERE cmd <> ''",
    "CREATE INDEX of_table ON matches (tab, first); CREATE INDEX of_match ON players (match)",
)

logger = logging.getLogger("lastcard.server")

LAST = "coalesce((SELECT at FROM entries WHERE tab = number ORDER BY v DESC LIMIT 1), 0)"
ENDED = f"SELECT number, {LAST} FROM tables WHERE ended = 1 AND number > ? ORDER BY number LIMIT ?"
FORGET = (
    "DELETE FROM players WHERE match IN (SELECT id FROM matches WHERE tab = ?)",
    "DELETE FROM matches WHERE tab = ?",
    "DELETE FROM entries WHERE tab = ?",
    "DELETE FROM tables WHERE number = ?",
)
INSERT = "INSERT INTO entries (tab, v, at, guest, cmd, data) VALUES (?, ?, ?, ?, ?, ?)"


class LogError(LastCardError):
    """The log cannot be opened, read or written."""


class Row(NamedTuple):
    """One entry of a table as it is stored; `guest` and `cmd` say who asked for it, with which command id."""

    tab: int
    v: int
    at: int
    guest: str
    cmd: str
    data: bytes


class Statement(NamedTuple):
    """A statement that is committed together with an entry, such as an index that changes."""

    sql: str
    values: tuple[Any, ...]


class _Append(NamedTuple):
    rows: tuple[Row, ...]
    also: tuple[Statement, ...]
    done: Done


class _Call(NamedTuple):
    run: Callable[[sqlite3.Connection], Any]
    future: "asyncio.Future[Any]"


class Log:
    """The file and the thread that writes it.

    Create it inside a running event loop.  `append` and `call` never block; what they report arrives in that loop.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, panic: Callable[[], None] | None = None) -> None:
        self.path = path
        self.commits = self.appended = 0
        self._panic = panic
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._waiting: SimpleQueue[_Append | _Call | None] = SimpleQueue()
        self.timed: Callable[[float], object] | None = None  # called with the seconds of each commit, from the thread
        self.writable = True  # whether the last attempt to write succeeded; there is one every few seconds
        self._broken: Exception | None = None
        self._last = 0.0  # when the last commit began
        self._thread = threading.Thread(target=self._work, name="log", daemon=True)
        self._thread.start()

    @classmethod
    def open(cls, path: str | Path, panic: Callable[[], None] | None = None) -> "Log":
        """Open or create the file; raise LogError if it is damaged, foreign, newer than this program, or in use.

        `panic` is called, from another thread, when nobody can know any more what is on disk, or when that thread
        fails: the process should end at once and answer nobody, because only reading the file again can tell what has
        happened.
        """
        path = Path(path)
        return cls(path, connect(path), panic)

    # ------------------------------------------------------------ from the event loop

    def append(self, rows: tuple[Row, ...], done: Done, *also: Statement) -> None:
        """Commit entries, all or none, and then call `done` with None, or with the error that kept them out."""
        self._waiting.put(_Append(rows, also, done))

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

    async def commit(self, rows: tuple[Row, ...], *also: Statement) -> None:
        """Append entries, and wait until they are on disk."""
        future: asyncio.Future[None] = self._loop.create_future()
        self.append(rows, lambda error: _settle(future, None, error), *also)
        await future

    async def forget(self, before: int, after: int) -> int | None:
        """Delete tables that ended before a time, with their matches: of a few whose numbers are above `after`.

        Return the last number that was looked at, to go on from there; None at the end.
        """

        def run(connection: sqlite3.Connection) -> int | None:
            ended = connection.execute(ENDED, (after, AT_ONCE)).fetchall()
            old = [(number,) for number, at in ended if at < before]
            if old:
                connection.execute("BEGIN IMMEDIATE")
                for statement in FORGET:
                    connection.executemany(statement, old)
            return ended[-1][0] if ended else None

        return await self.call(run)

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
            raise _told(error, target) from error
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
        with suppress(sqlite3.Error):
            self._connection.close()

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
                self._connection.execute("COMMIT")
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
            connection = self._connection
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(INSERT, [row for one in batch for row in one.rows])
            for one in batch:
                for statement in one.also:
                    connection.execute(*statement)
            connection.execute("COMMIT")
        except Exception as problem:
            self.writable = False
            return self._failed(problem)
        self.writable = True
        self.commits += 1
        self.appended += sum(len(one.rows) for one in batch)
        return None

    def _failed(self, problem: Exception) -> LogError:
        """Roll back what failed, and return its error; panic if nobody can know what is on disk.

        That is so after a failed sync: only a restart, which reads the file, can tell.
        """
        error = _told(problem, self.path)
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
            _create(partial)
            copy = sqlite3.connect(partial, check_same_thread=False)  # finished in another thread
            try:
                copy.execute("PRAGMA synchronous = OFF")  # it is synced once, when it is whole
                connection.backup(copy, pages=BACKUP_PAGES, progress=between)
            except BaseException:
                copy.close()
                raise
        except (sqlite3.Error, OSError) as error:
            raise _told(error, partial.with_suffix("")) from error
        return copy


def _finish_copy(copy: sqlite3.Connection, partial: Path, target: Path) -> None:
    """Give a copy an epoch of its own and sync it; only then its name appears."""
    try:
        copy.execute("UPDATE meta SET value = ? WHERE key = 'epoch'", (secrets.token_hex(8),))
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


# ---------------------------------------------------------------- opening


def connect(path: Path) -> sqlite3.Connection:
    """Open the file with exclusive locking and full syncs, and bring its schema up to date.

    A file that is refused is not changed: it is first looked at through a connection that can only read.
    """
    if os.path.isdir(path):
        raise LogError(f"{path} is a folder; the data needs a file")
    if os.path.exists(path) and not os.path.isfile(path):
        raise LogError(f"{path} is not a regular file; the data needs one")
    _create(path)
    try:
        if path.exists() and not os.access(path, os.W_OK):
            raise LogError(NOT_WRITABLE.format(path))
        _look(path)
        # Autocommit mode: transactions begin and end where this module says so.
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0.2)
    except (sqlite3.Error, OSError) as error:
        raise _told(error, path) from error
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("BEGIN IMMEDIATE")  # fails where the file cannot be written
        connection.execute("COMMIT")
        Path(f"{path}-shm").unlink(missing_ok=True)  # of those who only looked; with an exclusive lock it is not used
        _migrate(connection)
    except sqlite3.Error as error:
        connection.close()
        raise _told(error, path) from error
    except LogError:
        connection.close()
        raise
    return connection


def _create(path: Path) -> None:
    """Create a file that only its owner can read, for it holds keys and cards; leave one that is there as it is."""
    with suppress(OSError):  # SQLite says what is wrong
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _look(path: Path) -> None:
    """Raise LogError unless the file is empty or a sound file of ours; change neither it nor its journal."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=0.2)
    try:
        _check_ours(connection, path)
    finally:
        connection.close()


def _check_ours(connection: sqlite3.Connection, path: Path) -> None:
    objects = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    mark = connection.execute("PRAGMA application_id").fetchone()[0]
    if objects and mark != APPLICATION:
        raise LogError(f"{path} is a database of another program; it was not changed")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        raise LogError(f"{path} was written by a newer version of this program; it was not changed")
    if objects and path.stat().st_size <= LARGEST_CHECKED:
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise LogError(f"{path} is damaged ({found}); it was not changed; restore a backup")


def _migrate(connection: sqlite3.Connection) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version == len(MIGRATIONS):
        return
    connection.execute("BEGIN EXCLUSIVE")
    for step in MIGRATIONS[version:]:
        for statement in filter(str.strip, step.split(";")):
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    connection.execute("COMMIT")


def _told(error: Exception, path: Path) -> LogError:
    """Return an error of SQLite as one of ours that says what to do."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return LogError(f"{path} is used by another program; only one server may run on a data file")
    if name.startswith("SQLITE_FULL"):
        return LogError(f"the disk that holds {path} is full")
    if name.startswith("SQLITE_NOTADB") or name.startswith("SQLITE_CORRUPT"):
        return LogError(f"{path} is damaged or is not a data file of this program; it was not changed")
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return LogError(NOT_WRITABLE.format(path))
    if isinstance(error, LogError):
        return error
    if isinstance(error, OSError):
        return LogError(f"{path}: {error.strerror or error}")
    return LogError(f"{path}: {error}")
