"""The data file: opened, checked, brought up to date, and closed so that nothing is missing the next time."""

import os
import secrets
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from ..store import Lost, Meta, StoreError
from .heads import Heads, lost_from, read_heads

APPLICATION = 0x4C434152  # "LCAR": marks the file as ours
LARGEST_CHECKED = 256 * 1024 * 1024  # bytes; larger files are not read through at start
NOT_WRITABLE = "{} cannot be opened for writing; check that it and its folder are writable"
NO_JOURNAL = (
    "{0} was not closed by its server, and its journal {0}-wal is missing: moves that players were told are saved "
    "would be lost; put the journal back beside it, or restore a backup; to go on without them, start once with "
    "--accept-loss"
)

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
    # Rule sets and decks are stored once.  `digest` is that of all entries up to one, `room` that of a table before its
    # checkpoint, `rewound` the version a table once had and lost, `last` the last version of a match, or 0.
    """
    ALTER TABLE entries ADD COLUMN digest BLOB NOT NULL DEFAULT x'';
    ALTER TABLE tables ADD COLUMN room BLOB NOT NULL DEFAULT x'';
    ALTER TABLE tables ADD COLUMN rewound INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE matches ADD COLUMN last INTEGER NOT NULL DEFAULT 0;
    UPDATE matches SET last = coalesce(
        (SELECT min(n.first) - 1 FROM matches n WHERE n.tab = matches.tab AND n.first > matches.first), 0);
    CREATE TABLE decks (digest TEXT PRIMARY KEY, data TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE rulesets (digest TEXT PRIMARY KEY, deck TEXT NOT NULL, data TEXT NOT NULL) WITHOUT ROWID;
    CREATE INDEX of_deck ON rulesets (deck);
    CREATE TABLE plays (tab INTEGER NOT NULL, rules TEXT NOT NULL, PRIMARY KEY (tab, rules)) WITHOUT ROWID;
    CREATE INDEX of_rules ON plays (rules);
    """,
    # Entries are typed: `kind` and `format` say how to read one; older ones began with their kind.  `room_format` is
    # that of `room`.  `unreadable` says why a table could not be restored, `over` when the last round of a match ended.
    """
    ALTER TABLE entries ADD COLUMN kind TEXT NOT NULL DEFAULT '';
    ALTER TABLE entries ADD COLUMN format INTEGER NOT NULL DEFAULT 1;
    UPDATE entries SET kind = CAST(substr(data, 7, instr(substr(data, 7), x'22') - 1) AS TEXT)
        WHERE substr(data, 1, 6) = x'7B226B223A22' AND instr(substr(data, 7), x'22') > 0;
    ALTER TABLE tables ADD COLUMN room_format INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE tables ADD COLUMN unreadable TEXT NOT NULL DEFAULT '';
    ALTER TABLE matches ADD COLUMN over INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE matches ADD COLUMN rounds INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE results (
        match TEXT NOT NULL, seat INTEGER NOT NULL, guest TEXT NOT NULL, level TEXT NOT NULL, score INTEGER NOT NULL,
        rank INTEGER NOT NULL, PRIMARY KEY (match, seat)) WITHOUT ROWID;
    CREATE TABLE transfers (text TEXT PRIMARY KEY, guest TEXT NOT NULL, until INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX passing ON transfers (until);
    """,
)


class DataFile(NamedTuple):
    """An open data file: the only connection to it, its heads in the second place, and what it has lost."""

    connection: sqlite3.Connection
    meta: Meta
    changes: int  # commits without entries
    heads: Heads | None
    lost: tuple[Lost, ...]


def open_file(path: Path, *, accept_loss: bool = False) -> DataFile:
    """Open or create a data file for a server; raise StoreError if it must not be served.

    If entries were lost, a new epoch begins, so that no client takes what is left for the history it knew.
    """
    missing = _misses_journal(path)
    if missing and not accept_loss:
        raise StoreError(NO_JOURNAL.format(path))
    connection = connect(path)
    try:
        meta, changes = read_meta(connection)
        lost = lost_from(connection, read_heads(heads_path(path), meta.epoch) or {})
        if missing or lost:
            meta = meta._replace(epoch=secrets.token_hex(8))
            connection.execute("UPDATE meta SET value = ? WHERE key = 'epoch'", (meta.epoch,))
        _expect_journal(connection)
    except sqlite3.Error as error:
        connection.close()
        raise told(error, path) from error
    try:
        heads = Heads(heads_path(path), meta.epoch)
    except OSError:
        heads = None
    return DataFile(connection, meta, changes, heads, tuple(lost))


def close_file(connection: sqlite3.Connection, heads: Heads | None) -> None:
    """Close a data file so that it is whole without a journal, and says so."""
    whole = False
    with suppress(sqlite3.Error):
        connection.execute("DELETE FROM meta WHERE key = 'open'")
        whole = True
    with suppress(sqlite3.Error):
        connection.close()
    if heads is not None:
        heads.close(remove=whole)


def heads_path(path: Path) -> Path:
    """Return where the heads of a data file are."""
    return Path(f"{path}-heads")


def read_meta(connection: sqlite3.Connection) -> tuple[Meta, int]:
    """Return what a data file says of itself, written if need be, and how many commits came without entries."""
    for key, size in (("epoch", 8), ("key", 32)):
        connection.execute("INSERT OR IGNORE INTO meta (key, value) VALUES (?, ?)", (key, secrets.token_hex(size)))
    connection.execute("INSERT OR IGNORE INTO meta (key, value) VALUES ('changes', '0')")
    known = dict(connection.execute("SELECT key, value FROM meta"))
    alive = int(known.get("alive", 0))
    return Meta(known["epoch"], known["key"], alive, int(known.get("lived", alive))), int(known["changes"])


def _misses_journal(path: Path) -> bool:
    """Return whether the server of a file did not close it, and its journal is gone.

    After a crash and after a loss of power the journal is there: it was synced, with its name, before the file said
    that it needs one.  Another program may have put the journal into the file since; then the heads show that nothing
    is missing.
    """
    if not path.is_file() or Path(f"{path}-wal").exists():
        return False
    try:
        uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"  # the file alone; nothing is written beside it
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            known = dict(connection.execute("SELECT key, value FROM meta"))
            if "open" not in known:
                return False
            heads = read_heads(heads_path(path), known["epoch"])
            return heads is None or bool(lost_from(connection, heads))
    except sqlite3.Error:
        return False  # what is wrong with the file is said when it is opened


def _expect_journal(connection: sqlite3.Connection) -> None:
    """Note in the file itself that it needs its journal from now on; the journal is synced before that."""
    with suppress(sqlite3.OperationalError):  # on a full disk: only a missing journal goes unnoticed
        connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('open', '1')")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def connect(path: Path) -> sqlite3.Connection:
    """Open the file with exclusive locking and full syncs, and bring its schema up to date.

    A file that is refused is not changed: it is first looked at through a connection that can only read.
    """
    if os.path.isdir(path):
        raise StoreError(f"{path} is a folder; the data needs a file")
    if os.path.exists(path) and not os.path.isfile(path):
        raise StoreError(f"{path} is not a regular file; the data needs one")
    create_file(path)
    try:
        if path.exists() and not os.access(path, os.W_OK):
            raise StoreError(NOT_WRITABLE.format(path))
        _look(path)
        # Autocommit mode: transactions begin and end where this module says so.
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0.2)
    except (sqlite3.Error, OSError) as error:
        raise told(error, path) from error
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
        raise told(error, path) from error
    except StoreError:
        connection.close()
        raise
    return connection


def create_file(path: Path) -> None:
    """Create a file that only its owner can read, for it holds keys and cards; leave one that is there as it is."""
    with suppress(OSError):  # SQLite says what is wrong
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _look(path: Path) -> None:
    """Raise StoreError unless the file is empty or a sound file of ours; change neither it nor its journal."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=0.2)
    try:
        _check_ours(connection, path)
    finally:
        connection.close()


def _check_ours(connection: sqlite3.Connection, path: Path) -> None:
    objects = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    mark = connection.execute("PRAGMA application_id").fetchone()[0]
    if objects and mark != APPLICATION:
        raise StoreError(f"{path} is a database of another program; it was not changed")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        raise StoreError(f"{path} was written by a newer version of this program; it was not changed")
    if objects and path.stat().st_size <= LARGEST_CHECKED:
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise StoreError(f"{path} is damaged ({found}); it was not changed; restore a backup")


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


def told(error: Exception, path: Path) -> StoreError:
    """Return an error of SQLite as one of ours that says what to do."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return StoreError(f"{path} is used by another program; only one server may run on a data file")
    if name.startswith("SQLITE_FULL"):
        return StoreError(f"the disk that holds {path} is full, or the file has reached its quota")
    if name.startswith("SQLITE_NOTADB") or name.startswith("SQLITE_CORRUPT"):
        return StoreError(f"{path} is damaged or is not a data file of this program; it was not changed")
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return StoreError(NOT_WRITABLE.format(path))
    if isinstance(error, StoreError):
        return error
    if isinstance(error, OSError):
        return StoreError(f"{path}: {error.strerror or error}")
    return StoreError(f"{path}: {error}")
