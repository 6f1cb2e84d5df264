"""What the log asks of its connection and writes to it, in SQL.  Nothing here begins or ends a transaction."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from .entries import SAID
from .heads import Head, digest_after

AT_ONCE = 50  # tables that are looked at for old matches between two commits
PRUNED = 1_024  # versions in which entries are looked for that nothing needs any more


class Row(NamedTuple):
    """One entry of a table as it is stored; `guest` and `cmd` say who asked for it, with which command id."""

    tab: int
    v: int
    at: int
    guest: str
    cmd: str
    data: bytes


class StoredRow(NamedTuple):
    """The same of a table that is known."""

    v: int
    at: int
    guest: str
    cmd: str
    data: bytes


class Running(NamedTuple):
    """A table that has not ended."""

    number: int
    link: str
    code: str
    empty_since: int


class Place(NamedTuple):
    """Where a match is in the log; `last` is 0 for the last match of a table."""

    table: int
    link: str
    ended: bool
    first: int
    last: int


# ---------------------------------------------------------------- what is committed together with an entry


class Statement(NamedTuple):
    """A statement that changes something beside the tables."""

    sql: str
    values: tuple[Any, ...]


class Made(NamedTuple):
    """A table was made."""

    tab: int
    link: str
    code: str
    public: bool


class Listed(NamedTuple):
    """Whether a table is public has changed."""

    tab: int
    public: bool


class Plays(NamedTuple):
    """A table plays by a rule set from now on; its text, without the deck, and the deck are stored once."""

    tab: int
    rules: str
    data: str
    deck: str
    deck_data: str


class Checkpoint(NamedTuple):
    """A table is restored from this version on; `room` is what it was before, where no entry says so."""

    tab: int
    v: int
    room: bytes = b""


class NewMatch(NamedTuple):
    """A match begins at this version: the one before ends."""

    tab: int
    v: int


class Recorded(NamedTuple):
    """A match is kept for its players, from its first version on."""

    tab: int
    match: str
    first: int
    guests: tuple[str, ...]


class Unplayed(NamedTuple):
    """A match in which nobody has moved is not kept."""

    match: str


class Pruned(NamedTuple):
    """Of a table's newest entries below a version, those that belong to no recorded match are deleted."""

    tab: int
    below: int


class Over(NamedTuple):
    """A table has ended; without a match, nothing of it is kept, unless it is `broken`."""

    tab: int
    broken: bool = False


class Emptied(NamedTuple):
    """Since when a table is empty that is not in memory; 0: it is in memory."""

    tab: int
    since: int


class Alive(NamedTuple):
    """A sign of life, and the time by which old matches are deleted."""

    alive: int
    lived: int


class Epoch(NamedTuple):
    """A new epoch begins."""

    epoch: str


class Rewound(NamedTuple):
    """A table has lost versions: it once had `known`, and `left` are left."""

    tab: int
    known: int
    left: int


Effect = (
    Statement | Made | Listed | Plays | Checkpoint | NewMatch | Recorded | Unplayed | Pruned | Over | Emptied | Alive
    | Epoch | Rewound
)  # fmt: skip

_NO_MATCH = "NOT EXISTS (SELECT * FROM matches WHERE tab = ?1)"
_IN_NO_MATCH = (
    "NOT EXISTS (SELECT * FROM matches WHERE tab = ?1 AND first <= entries.v AND (last = 0 OR last >= entries.v))"
)
_ONLY_HERE = (
    "digest IN (SELECT rules FROM plays WHERE tab = ?1)"
    " AND NOT EXISTS (SELECT * FROM plays WHERE plays.rules = rulesets.digest AND tab <> ?1)"
)
_UNUSED_RULES = "DELETE FROM rulesets WHERE NOT EXISTS (SELECT * FROM plays WHERE plays.rules = rulesets.digest)"
_UNUSED_DECKS = "DELETE FROM decks WHERE NOT EXISTS (SELECT * FROM rulesets WHERE rulesets.deck = decks.digest)"


def statements(effect: Effect) -> Iterator[Statement]:
    """Return what an effect changes."""
    match effect:
        case Statement():
            yield effect
        case Made():
            yield Statement(
                "INSERT INTO tables (number, link, code, public, checkpoint) VALUES (?, ?, ?, ?, 1)", tuple(effect)
            )
        case Listed(tab, public):
            yield Statement("UPDATE tables SET public = ? WHERE number = ?", (public, tab))
        case Plays(tab, rules, data, deck, deck_data):
            yield Statement("INSERT OR IGNORE INTO decks (digest, data) VALUES (?, ?)", (deck, deck_data))
            yield Statement("INSERT OR IGNORE INTO rulesets (digest, deck, data) VALUES (?, ?, ?)", (rules, deck, data))
            yield Statement("INSERT OR IGNORE INTO plays (tab, rules) VALUES (?, ?)", (tab, rules))
        case Checkpoint(tab, v, room):
            yield Statement("UPDATE tables SET checkpoint = ?, room = ? WHERE number = ?", (v, room, tab))
        case NewMatch(tab, v):
            yield Statement("UPDATE matches SET last = ? WHERE tab = ? AND last = 0", (v - 1, tab))
        case Recorded(tab, match_id, first, guests):
            yield Statement("INSERT OR IGNORE INTO matches (id, tab, first) VALUES (?, ?, ?)", (match_id, tab, first))
            for guest in guests:
                yield Statement("INSERT OR IGNORE INTO players (guest, match) VALUES (?, ?)", (guest, match_id))
        case Unplayed(match_id):
            yield Statement("DELETE FROM players WHERE match = ?", (match_id,))
            yield Statement("DELETE FROM matches WHERE id = ?", (match_id,))
        case Pruned(tab, below):
            yield Statement(
                f"DELETE FROM entries WHERE tab = ?1 AND v >= ?2 AND v < ?3 AND {_IN_NO_MATCH}",
                (tab, below - PRUNED, below),
            )
        case Over(tab, broken):
            yield Statement("UPDATE tables SET ended = 1, room = x'' WHERE number = ?", (tab,))
            if not broken:
                yield Statement(f"DELETE FROM entries WHERE tab = ?1 AND {_NO_MATCH}", (tab,))
                yield Statement(f"DELETE FROM rulesets WHERE {_ONLY_HERE} AND {_NO_MATCH}", (tab,))
                yield Statement(f"DELETE FROM plays WHERE tab = ?1 AND {_NO_MATCH}", (tab,))
                yield Statement(_UNUSED_DECKS, ())
        case Emptied(tab, since):
            yield Statement(
                "UPDATE tables SET empty_since = ? WHERE number = ? AND empty_since <> ?", (since, tab, since)
            )
        case Alive(alive, lived):
            for key, value in (("alive", alive), ("lived", lived)):
                yield Statement("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (key, str(value)))
        case Epoch(epoch):
            yield Statement("UPDATE meta SET value = ? WHERE key = 'epoch'", (epoch,))
        case Rewound(tab, known, _):
            yield Statement("UPDATE tables SET rewound = max(rewound, ?) WHERE number = ?", (known, tab))


def changed(changes: int) -> Statement:
    """Return what counts a commit without an entry."""
    return Statement("UPDATE meta SET value = ? WHERE key = 'changes'", (str(changes),))


# ---------------------------------------------------------------- entries


def insert(connection: sqlite3.Connection, row: Row, before: Head) -> Head:
    """Write an entry that follows a head, and return the new head."""
    tab, v, at, guest, cmd, data = row
    digest = digest_after(before.digest, v, at, guest, cmd, data)
    connection.execute(
        "INSERT INTO entries (tab, v, at, guest, cmd, data, digest) VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, digest)
    )
    return Head(v, digest)


def head_of(connection: sqlite3.Connection, number: int) -> Head:
    """Return the head of a table; version 0 if it has no entries."""
    sql = "SELECT v, digest FROM entries WHERE tab = ? ORDER BY v DESC LIMIT 1"
    row = connection.execute(sql, (number,)).fetchone()
    return Head(*row) if row else Head(0, b"")


def entries(connection: sqlite3.Connection, number: int, first: int, most: int) -> list[StoredRow]:
    """Return so many entries of a table from a version on."""
    sql = "SELECT v, at, guest, cmd, data FROM entries WHERE tab = ? AND v >= ? ORDER BY v LIMIT ?"
    return [StoredRow(*row) for row in connection.execute(sql, (number, first, most))]


def known(connection: sqlite3.Connection, number: int, above: int) -> list[tuple[str, str, int]]:
    """Return which commands were carried out above a version."""
    sql = "SELECT guest, cmd, v FROM entries WHERE tab = ? AND v > ? AND cmd <> '' ORDER BY v"
    return connection.execute(sql, (number, above)).fetchall()


def said(
    connection: sqlite3.Connection, number: int, above: int, before: int, most: int
) -> list[tuple[int, int, bytes]]:
    """Return what was said last between two versions."""
    sql = "SELECT v, at, data FROM entries WHERE tab = ? AND v > ? AND v < ? AND substr(data, 1, ?) = ?"
    rows = connection.execute(f"{sql} ORDER BY v DESC LIMIT ?", (number, above, before, len(SAID), SAID, most))
    return rows.fetchall()[::-1]


def at_of(connection: sqlite3.Connection, number: int, v: int) -> int | None:
    """Return the time of an entry."""
    row = connection.execute("SELECT at FROM entries WHERE tab = ? AND v = ?", (number, v)).fetchone()
    return None if row is None else row[0]


def carried_out(connection: sqlite3.Connection, number: int, guest: str, cmd: str) -> int | None:
    """Return the version at which a command was carried out."""
    sql = "SELECT v FROM entries WHERE tab = ? AND guest = ? AND cmd = ? AND cmd <> ''"  # so that an index is used
    row = connection.execute(sql, (number, guest, cmd)).fetchone()
    return None if row is None else row[0]


# ---------------------------------------------------------------- tables


def running(connection: sqlite3.Connection) -> list[Running]:
    """Return the tables that have not ended."""
    rows = connection.execute("SELECT number, link, code, empty_since FROM tables WHERE ended = 0")
    return [Running(*row) for row in rows]


def last_number(connection: sqlite3.Connection) -> int:
    """Return the highest number of a table."""
    return int(connection.execute("SELECT coalesce(max(number), 0) FROM tables").fetchone()[0])


def last_at(connection: sqlite3.Connection, latest: int) -> int:
    """Return the time of the last entry of a running table, of those up to a time."""
    head = "SELECT at FROM entries WHERE tab = number AND at <= ? ORDER BY v DESC LIMIT 1"
    return connection.execute(f"SELECT max(({head})) FROM tables WHERE ended = 0", (latest,)).fetchone()[0] or 0


def checkpoint(connection: sqlite3.Connection, number: int) -> tuple[int, bytes]:
    """Return from where a table is restored."""
    found: tuple[int, bytes] = connection.execute(
        "SELECT checkpoint, room FROM tables WHERE number = ?", (number,)
    ).fetchone()
    return found


def rulesets(connection: sqlite3.Connection, digests: Sequence[str]) -> dict[str, str]:
    """Return the texts of rule sets, with their decks."""
    marks = ",".join("?" * len(digests))
    rows = connection.execute(
        "SELECT rulesets.digest, rulesets.data, decks.data FROM rulesets JOIN decks ON decks.digest = rulesets.deck"
        f" WHERE rulesets.digest IN ({marks})", digests,
    )  # fmt: skip
    return {digest: joined(data, deck) for digest, data, deck in rows}


def joined(data: str, deck: str) -> str:
    """Return the text of a rule set from that of its rules and that of its deck; `split` is the way back."""
    return f'{data[:-1]},"deck":{deck}}}'


def split(text: str) -> tuple[str, str]:
    """Return the text of the rules of a rule set, and that of its deck."""
    data, _, deck = text.partition(',"deck":{')
    return f"{data}}}", "{" + deck[:-1]


# ---------------------------------------------------------------- matches


def matches_of(connection: sqlite3.Connection, guest: str, most: int) -> list[tuple[str, int, bytes]]:
    """Return the matches of a guest, the newest first."""
    return connection.execute(
        "SELECT m.id, e.at, e.data FROM players p JOIN matches m ON m.id = p.match"
        " JOIN entries e ON e.tab = m.tab AND e.v = m.first WHERE p.guest = ? ORDER BY e.at DESC LIMIT ?",
        (guest, most),
    ).fetchall()


def tables_of(connection: sqlite3.Connection, guest: str) -> set[int]:
    """Return the tables at which a guest has played."""
    sql = "SELECT m.tab FROM players p JOIN matches m ON m.id = p.match WHERE p.guest = ?"
    return {tab for (tab,) in connection.execute(sql, (guest,))}


def place_of(connection: sqlite3.Connection, guest: str, match: str) -> Place | None:
    """Return where a match of a guest is."""
    row = connection.execute(
        "SELECT m.tab, t.link, t.ended, m.first, m.last FROM matches m JOIN players p ON p.match = m.id"
        " JOIN tables t ON t.number = m.tab WHERE m.id = ? AND p.guest = ?", (match, guest),
    ).fetchone()  # fmt: skip
    return None if row is None else Place(*row)


def match_entries(connection: sqlite3.Connection, place: Place) -> list[tuple[int, bytes]]:
    """Return the entries of a match without what was said."""
    return connection.execute(
        "SELECT at, data FROM entries WHERE tab = ? AND v >= ? AND (? = 0 OR v <= ?) AND substr(data, 1, ?) <> ?"
        " ORDER BY v", (place.table, place.first, place.last, place.last, len(SAID), SAID),
    ).fetchall()  # fmt: skip


# ---------------------------------------------------------------- space


def size(connection: sqlite3.Connection) -> int:
    """Return how many bytes of the file are in use."""
    pages, free, size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in
                         ("page_count", "freelist_count", "page_size"))  # fmt: skip
    return int((pages - free) * size)


def limit(connection: sqlite3.Connection, most: int) -> None:
    """Let the file take no more than so many bytes; never less than it takes now."""
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.execute(f"PRAGMA max_page_count = {max(1, most // size)}")


def numbers(connection: sqlite3.Connection, after: int) -> list[int]:
    """Return the next few numbers of tables."""
    rows = connection.execute("SELECT number FROM tables WHERE number > ? ORDER BY number LIMIT ?", (after, AT_ONCE))
    return [number for (number,) in rows]


def old_tables(connection: sqlite3.Connection, numbers: Iterable[int], before: int) -> list[int]:
    """Return those tables that ended before a time."""
    last = "coalesce((SELECT at FROM entries WHERE tab = number ORDER BY v DESC LIMIT 1), 0)"
    sql = f"SELECT 1 FROM tables WHERE number = ? AND ended = 1 AND {last} < ?"
    return [number for number in numbers if connection.execute(sql, (number, before)).fetchone()]


def old_matches(connection: sqlite3.Connection, numbers: Iterable[int], before: int) -> list[tuple[int, str, int]]:
    """Return the tables, ids and last versions of matches that were over before a time at tables that go on."""
    sql = (
        "SELECT tab, id, last FROM matches JOIN tables ON number = tab AND ended = 0 WHERE tab = ? AND last > 0"
        " AND (SELECT at FROM entries WHERE entries.tab = matches.tab AND v > last ORDER BY v LIMIT 1) < ?"
    )
    return [row for number in numbers for row in connection.execute(sql, (number, before))]


def delete(connection: sqlite3.Connection, tables: Iterable[int], matches: Iterable[tuple[int, str, int]]) -> None:
    """Delete tables with everything that belongs to them, and matches with all entries up to their ends."""
    every = [(number,) for number in tables]
    for sql in (
        "DELETE FROM players WHERE match IN (SELECT id FROM matches WHERE tab = ?)",
        "DELETE FROM matches WHERE tab = ?",
        "DELETE FROM entries WHERE tab = ?",
        "DELETE FROM plays WHERE tab = ?",
        "DELETE FROM tables WHERE number = ?",
    ):
        connection.executemany(sql, every)
    for tab, match, last in matches:
        connection.execute("DELETE FROM players WHERE match = ?", (match,))
        connection.execute("DELETE FROM matches WHERE id = ?", (match,))
        connection.execute("DELETE FROM entries WHERE tab = ? AND v <= ?", (tab, last))
    connection.execute(_UNUSED_RULES)
    connection.execute(_UNUSED_DECKS)
