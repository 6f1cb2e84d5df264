"""All SQL that is asked of a data file or written to it.  Nothing here begins or ends a transaction."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ..codec import SAID, pack, settings_of
from ..effects import Checkpoint, Effect, Listed, MatchOver, NewMatch, Over, Pruned, Recorded, Result, Unplayed
from ..entries import Made, Settings
from ..store import Append, Command, Lost, Place, Running
from .heads import Head, digest_after

AT_ONCE = 50  # tables that are looked at for old matches between two commits
PRUNED = 1_024  # versions in which entries are looked for that nothing needs any more


class Row(NamedTuple):
    """One entry of a table as it is stored."""

    tab: int
    v: int
    at: int
    guest: str
    cmd: str
    kind: str
    format: int
    data: bytes


class StoredRow(NamedTuple):
    """The same of a table that is known."""

    v: int
    at: int
    guest: str
    cmd: str
    kind: str
    format: int
    data: bytes


class Statement(NamedTuple):
    """A statement that changes something."""

    sql: str
    values: tuple[Any, ...]


# ---------------------------------------------------------------- what an append changes


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


def row_of(one: Append) -> Row:
    """Return the row of an entry."""
    return Row(one.table, one.v, one.at, one.guest, one.cmd, *pack(one.entry))


def statements(one: Append) -> Iterator[Statement]:
    """Return what an append changes beside the row of its entry."""
    settings = settings_of(one.entry)
    if settings is not None:
        yield from _plays(one.table, settings)
    for effect in one.effects:
        yield from _effect(effect, one.table, one.v, one.at)


def made(number: int, link: str, code: str, entry: Made) -> Iterator[Statement]:
    """Return what makes a table, whose first entry this is."""
    yield Statement(
        "INSERT INTO tables (number, link, code, public, checkpoint) VALUES (?, ?, ?, ?, 1)",
        (number, link, code, entry.room.settings.public),
    )


def _plays(tab: int, settings: Settings) -> Iterator[Statement]:
    """Return what notes that a table plays by a rule set; its text, without the deck, and the deck are kept once."""
    data, deck_data = split(settings.ruleset)
    rules, deck = settings.digest, settings.rules.deck.digest
    yield Statement("INSERT OR IGNORE INTO decks (digest, data) VALUES (?, ?)", (deck, deck_data))
    yield Statement("INSERT OR IGNORE INTO rulesets (digest, deck, data) VALUES (?, ?, ?)", (rules, deck, data))
    yield Statement("INSERT OR IGNORE INTO plays (tab, rules) VALUES (?, ?)", (tab, rules))


def _effect(effect: Effect, tab: int, v: int, at: int) -> Iterator[Statement]:
    match effect:
        case Listed(public):
            yield Statement("UPDATE tables SET public = ? WHERE number = ?", (public, tab))
        case Checkpoint(room):
            format, data = 0, b""
            if room is not None:
                yield from _plays(tab, room.settings)
                _, format, data = pack(Made(room))
            sql = "UPDATE tables SET checkpoint = ?, room = ?, room_format = ? WHERE number = ?"
            yield Statement(sql, (v, data, format, tab))
        case NewMatch():
            yield Statement("UPDATE matches SET last = ? WHERE tab = ? AND last = 0", (v - 1, tab))
        case Recorded(match_id, first, guests):
            yield Statement("INSERT OR IGNORE INTO matches (id, tab, first) VALUES (?, ?, ?)", (match_id, tab, first))
            for guest in guests:
                yield Statement("INSERT OR IGNORE INTO players (guest, match) VALUES (?, ?)", (guest, match_id))
        case MatchOver(match_id, rounds, results):
            yield Statement("UPDATE matches SET over = ?, rounds = ? WHERE id = ?", (at, rounds, match_id))
            for result in results:
                sql = "INSERT INTO results (match, seat, guest, level, score, rank) VALUES (?, ?, ?, ?, ?, ?)"
                yield Statement(sql, (match_id, *result))
        case Unplayed(match_id):
            yield Statement("DELETE FROM players WHERE match = ?", (match_id,))
            yield Statement("DELETE FROM matches WHERE id = ?", (match_id,))
        case Pruned(below):
            yield Statement(
                f"DELETE FROM entries WHERE tab = ?1 AND v >= ?2 AND v < ?3 AND {_IN_NO_MATCH}",
                (tab, below - PRUNED, below),
            )
        case Over():
            yield Statement("UPDATE tables SET ended = 1, room = x'' WHERE number = ?", (tab,))
            yield Statement(f"DELETE FROM entries WHERE tab = ?1 AND {_NO_MATCH}", (tab,))
            yield Statement(f"DELETE FROM rulesets WHERE {_ONLY_HERE} AND {_NO_MATCH}", (tab,))
            yield Statement(f"DELETE FROM plays WHERE tab = ?1 AND {_NO_MATCH}", (tab,))
            yield Statement(_UNUSED_DECKS, ())


# ---------------------------------------------------------------- other changes


def claimed(tab: int) -> Statement:
    """Return what notes that a table is in memory."""
    noted = "(empty_since <> 0 OR unreadable <> '')"
    return Statement(f"UPDATE tables SET empty_since = 0, unreadable = '' WHERE number = ? AND {noted}", (tab,))


def released(tab: int, since: int) -> Statement:
    """Return what notes since when nobody is at a table that is not in memory."""
    return Statement("UPDATE tables SET empty_since = ? WHERE number = ?", (since, tab))


def unreadable(tab: int, why: str) -> Statement:
    """Return what marks a table that cannot be restored."""
    return Statement("UPDATE tables SET unreadable = ? WHERE number = ?", (why, tab))


def alive(alive: int, lived: int) -> Iterator[Statement]:
    """Return what notes a sign of life, and the time by which old matches are deleted."""
    for key, value in (("alive", alive), ("lived", lived)):
        yield Statement("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (key, str(value)))


def epoch(epoch: str, lost: Iterable[Lost]) -> Iterator[Statement]:
    """Return what begins a new epoch, and marks the tables that have lost versions."""
    yield Statement("UPDATE meta SET value = ? WHERE key = 'epoch'", (epoch,))
    for table, known, _ in lost:
        yield Statement("UPDATE tables SET rewound = max(rewound, ?) WHERE number = ?", (known, table))


def new_guest(guest: str, name: str, at: int) -> Statement:
    """Return what makes a guest."""
    return Statement("INSERT INTO guests (id, name, made) VALUES (?, ?, ?)", (guest, name, at))


def renamed(guest: str, name: str) -> Statement:
    """Return what changes the name of a guest."""
    return Statement("UPDATE guests SET name = ? WHERE id = ?", (name, guest))


def changed(changes: int) -> Statement:
    """Return what counts a commit without an entry."""
    return Statement("UPDATE meta SET value = ? WHERE key = 'changes'", (str(changes),))


def transfer(text: str, guest: str, now: int, until: int) -> Iterator[Statement]:
    """Return what saves a transfer, and forgets those that are too old."""
    yield Statement("DELETE FROM transfers WHERE until < ?", (now,))
    yield Statement("INSERT INTO transfers (text, guest, until) VALUES (?, ?, ?)", (text, guest, until))


# ---------------------------------------------------------------- entries

_COLUMNS = "v, at, guest, cmd, kind, format, data"


def insert(connection: sqlite3.Connection, row: Row, before: Head) -> Head:
    """Write an entry that follows a head, and return the new head."""
    digest = digest_after(before.digest, *row[1:])
    connection.execute(
        "INSERT INTO entries (tab, v, at, guest, cmd, kind, format, data, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*row, digest),
    )
    return Head(row.v, digest)


def head_of(connection: sqlite3.Connection, number: int) -> Head:
    """Return the head of a table; version 0 if it has no entries."""
    sql = "SELECT v, digest FROM entries WHERE tab = ? ORDER BY v DESC LIMIT 1"
    row = connection.execute(sql, (number,)).fetchone()
    return Head(*row) if row else Head(0, b"")


def entries(connection: sqlite3.Connection, number: int, first: int, most: int) -> list[StoredRow]:
    """Return so many entries of a table from a version on."""
    sql = f"SELECT {_COLUMNS} FROM entries WHERE tab = ? AND v >= ? ORDER BY v LIMIT ?"
    return [StoredRow(*row) for row in connection.execute(sql, (number, first, most))]


def commands(connection: sqlite3.Connection, number: int, above: int) -> list[Command]:
    """Return which commands were carried out above a version."""
    sql = "SELECT guest, cmd, v FROM entries WHERE tab = ? AND v > ? AND cmd <> '' ORDER BY v"
    return [Command(*row) for row in connection.execute(sql, (number, above))]


def said(connection: sqlite3.Connection, number: int, above: int, before: int, most: int) -> list[StoredRow]:
    """Return what was said last between two versions."""
    sql = f"SELECT {_COLUMNS} FROM entries WHERE tab = ? AND v > ? AND v < ? AND kind = ? ORDER BY v DESC LIMIT ?"
    rows = connection.execute(sql, (number, above, before, SAID, most)).fetchall()
    return [StoredRow(*row) for row in reversed(rows)]


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


def checkpoint(connection: sqlite3.Connection, number: int) -> tuple[int, bytes, int]:
    """Return the version from which a table is restored, and its room before that, with the format, or nothing."""
    sql = "SELECT checkpoint, room, room_format FROM tables WHERE number = ?"
    v, room, format = connection.execute(sql, (number,)).fetchone()
    return v, room, format


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


def matches_of(connection: sqlite3.Connection, guest: str, most: int) -> list[tuple[str, StoredRow]]:
    """Return the ids and first entries of the matches of a guest, the newest first."""
    columns = ", ".join(f"e.{column}" for column in StoredRow._fields)
    rows = connection.execute(
        f"SELECT m.id, {columns} FROM players p JOIN matches m ON m.id = p.match"
        " JOIN entries e ON e.tab = m.tab AND e.v = m.first WHERE p.guest = ? ORDER BY e.at DESC LIMIT ?",
        (guest, most),
    )
    return [(match, StoredRow(*row)) for match, *row in rows]


def tables_of(connection: sqlite3.Connection, guest: str) -> set[int]:
    """Return the tables at which a guest has played."""
    sql = "SELECT m.tab FROM players p JOIN matches m ON m.id = p.match WHERE p.guest = ?"
    return {tab for (tab,) in connection.execute(sql, (guest,))}


def place_of(connection: sqlite3.Connection, guest: str, match: str) -> Place | None:
    """Return where a match of a guest is."""
    row = connection.execute(
        "SELECT m.tab, t.link, t.ended OR m.over OR m.last, m.first, CASE m.last WHEN 0 THEN"
        " (SELECT max(v) FROM entries WHERE tab = m.tab) ELSE m.last END"
        " FROM matches m JOIN players p ON p.match = m.id JOIN tables t ON t.number = m.tab"
        " WHERE m.id = ? AND p.guest = ?",
        (match, guest),
    ).fetchone()  # fmt: skip
    if row is None:
        return None
    tab, link, over, first, last = row
    return Place(tab, link, bool(over), first, last)


def entries_of(connection: sqlite3.Connection, place: Place) -> list[StoredRow]:
    """Return the entries of a match without what was said."""
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM entries WHERE tab = ? AND v >= ? AND v <= ? AND kind <> ? ORDER BY v",
        (place.table, place.first, place.last, SAID),
    )
    return [StoredRow(*row) for row in rows]


def result_of(connection: sqlite3.Connection, match: str) -> MatchOver | None:
    """Return how a match ended."""
    row = connection.execute("SELECT rounds FROM matches WHERE id = ? AND over > 0", (match,)).fetchone()
    if row is None:
        return None
    columns = ", ".join(Result._fields)
    found = connection.execute(f"SELECT {columns} FROM results WHERE match = ? ORDER BY seat", (match,))
    return MatchOver(match, row[0], tuple(Result(*one) for one in found))


# ---------------------------------------------------------------- guests


def name_of(connection: sqlite3.Connection, guest: str) -> str | None:
    """Return the name of a guest."""
    row = connection.execute("SELECT name FROM guests WHERE id = ?", (guest,)).fetchone()
    return None if row is None else row[0]


def guest_of_transfer(connection: sqlite3.Connection, text: str, now: int) -> str | None:
    """Return the guest of a transfer that is not too old."""
    row = connection.execute("SELECT guest FROM transfers WHERE text = ? AND until >= ?", (text, now)).fetchone()
    return None if row is None else row[0]


def use_up(connection: sqlite3.Connection, text: str) -> None:
    """Delete a transfer."""
    connection.execute("DELETE FROM transfers WHERE text = ?", (text,))


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
        "DELETE FROM results WHERE match IN (SELECT id FROM matches WHERE tab = ?)",
        "DELETE FROM matches WHERE tab = ?",
        "DELETE FROM entries WHERE tab = ?",
        "DELETE FROM plays WHERE tab = ?",
        "DELETE FROM tables WHERE number = ?",
    ):
        connection.executemany(sql, every)
    for tab, match, last in matches:
        connection.execute("DELETE FROM players WHERE match = ?", (match,))
        connection.execute("DELETE FROM results WHERE match = ?", (match,))
        connection.execute("DELETE FROM matches WHERE id = ?", (match,))
        connection.execute("DELETE FROM entries WHERE tab = ? AND v <= ?", (tab, last))
    connection.execute(_UNUSED_RULES)
    connection.execute(_UNUSED_DECKS)
