"""What every store offers to the server.  `sqlite` has the one for a single server and its file.

A table has one owner: the server that has claimed it and may append.  In a store that several servers share, a claim
fences the server that had the table before, so that nothing it still sends is saved.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

from ....errors import LastCardError
from .codec import Packed
from .effects import Effect, MatchOver
from .entries import AnyEntry, Dealt, Entry, Made, Room


class StoreError(LastCardError):
    """The store cannot be opened, read or written."""


class NoRoom(StoreError):
    """The data has reached its quota: nothing new begins."""

    def __init__(self) -> None:
        super().__init__("the server has no room for anything new now; nothing has happened")


class Elsewhere(StoreError):
    """Another server owns the table."""


# ---------------------------------------------------------------- appending


class Append(NamedTuple):
    """An entry that makes version `v` of a table out of the one before, and what is saved with it.

    `guest` and `cmd` say who asked for it, with which command id; both are "" for what happens by itself.
    """

    table: int
    v: int
    at: int
    entry: Entry
    guest: str = ""
    cmd: str = ""
    effects: tuple[Effect, ...] = ()


class Saved(NamedTuple):
    """The entry is on disk, with all its effects."""


class Refused(NamedTuple):
    """Nothing was saved, and nothing will be.

    `overtaken`: the store has another entry of this version, or lacks the one before.  `fenced`: another server owns
    the table.  Whoever has the table in memory has to load it again.  `trouble`: there is no space, say; the same can
    be tried again later.
    """

    why: Literal["overtaken", "fenced", "trouble"]
    text: str


class Unknown(NamedTuple):
    """Nobody can know whether the entry was saved until the table is loaded again; nobody may be answered."""

    text: str


Outcome = Saved | Refused | Unknown
Done = Callable[[Outcome], None]  # called in the event loop


# ---------------------------------------------------------------- what is read


class Meta(NamedTuple):
    """What a store says of itself: made once, but for the epoch, which changes when something was lost.

    `alive` is the last sign of life of a server, `lived` the time by which old matches are deleted.
    """

    epoch: str
    key: str
    alive: int
    lived: int


class Lost(NamedTuple):
    """A table that once had a version `known`, while the store has only those up to `left`; 0: what is in no table."""

    table: int
    known: int
    left: int


class Running(NamedTuple):
    """A table that has not ended, and since when nobody is there (0: a server has it in memory)."""

    number: int
    link: str
    code: str
    empty_since: int


class Stored(NamedTuple):
    """An entry of a table."""

    v: int
    at: int
    guest: str
    cmd: str
    entry: AnyEntry


class Start(NamedTuple):
    """From where a table is restored: the version, its room before that where no entry has it, and the time then."""

    v: int
    room: Room | None
    before: int | None


class Command(NamedTuple):
    """A command that was carried out, and at which version."""

    guest: str
    cmd: str
    v: int


class ListedMatch(NamedTuple):
    """A match of a guest: when and how it began."""

    match: str
    at: int
    deal: Dealt


class Place(NamedTuple):
    """Where a match is in the log, and whether it is known to be over: it has a result, its table ended or plays on."""

    table: int
    link: str
    over: bool
    first: int
    last: int  # so far


class MatchEntries(NamedTuple):
    """The entries of a match with their times, to be read in another process (`codec.unpack`), and its rule set."""

    packed: list[tuple[int, Packed]]
    texts: dict[str, str]  # of rule sets, by digest


class Store(Protocol):
    """Tables, matches and guests on disk.

    Methods that read or write raise StoreError if that is not possible.  Times are in milliseconds since 1970.
    """

    meta: Meta
    lost: tuple[Lost, ...]  # what was lost since the server before, to be noted by `begin_epoch`
    name: str  # for people who run the server
    quota: int  # bytes that the data may take; 0: no limit
    full: bool  # whether the data has reached its quota

    @property
    def writable(self) -> bool:
        """Whether the last attempt to write succeeded; there is one every few seconds."""

    # ------------------------------------------------------------ tables

    async def make_table(self, link: str, code: str, at: int, made: Made) -> int:
        """Save a new table, which this server owns, and return its number."""

    async def running(self) -> list[Running]:
        """Return the tables that have not ended."""

    async def claim(self, number: int) -> None:
        """Take a running table for this server; raise Elsewhere if another one has it."""

    def release(self, number: int, empty_since: int) -> None:
        """Give up a table that nobody is at since then.  If that cannot be saved, it counts as empty from a restart."""

    async def mark_unreadable(self, number: int, why: str) -> None:
        """Note that this version cannot restore a table, which stays as it is, until it is claimed again."""

    def append(self, one: Append, done: Done) -> int:
        """Save an entry with its effects, all or nothing, and then call `done`.  Appends are saved in order.

        Return how many bytes its data takes.
        """

    async def save(self, one: Append) -> None:
        """Append, and wait until it is saved; raise StoreError if it is not."""

    async def start_of(self, number: int) -> Start:
        """Return from where a table is restored."""

    async def entries(self, number: int, first: int, most: int) -> list[Stored]:
        """Return so many entries of a table, from a version on; raise RecordError for one that cannot be read."""

    async def said(self, number: int, above: int, before: int, most: int) -> list[Stored]:
        """Return what was said last at a table between two versions."""

    async def commands(self, number: int, above: int) -> list[Command]:
        """Return the commands that were carried out above a version."""

    async def carried_out(self, number: int, guest: str, cmd: str) -> int | None:
        """Return the version at which a command was carried out; None if it was not."""

    async def at_of(self, number: int, v: int) -> int | None:
        """Return the time of a version of a table; None if there is none, or if it was deleted."""

    async def last_at(self, latest: int) -> int:
        """Return the time of the last entry of a running table, of those up to a time; 0 if there is none."""

    # ------------------------------------------------------------ matches

    async def matches_of(self, guest: str, most: int) -> list[ListedMatch]:
        """Return the matches of a guest, the newest first."""

    async def tables_of(self, guest: str) -> set[int]:
        """Return the tables at which a guest has played."""

    async def place_of(self, guest: str, match: str) -> Place | None:
        """Return where a match of a guest is; None if the guest did not play in it."""

    async def entries_of(self, place: Place) -> MatchEntries:
        """Return the entries of a match, without what was said; there may be many."""

    async def result_of(self, match: str) -> MatchOver | None:
        """Return how a match ended; None if it did not."""

    # ------------------------------------------------------------ guests

    async def make_guest(self, guest: str, name: str, at: int) -> None:
        """Save a new guest."""

    async def rename_guest(self, guest: str, name: str) -> None:
        """Change the name of a guest."""

    async def name_of(self, guest: str) -> str | None:
        """Return the name of a guest; None if there is no such guest."""

    async def put_transfer(self, text: str, guest: str, now: int, until: int) -> None:
        """Save a text by which another device becomes this guest until a time; forget those that are too old now."""

    async def take_transfer(self, text: str, now: int) -> str | None:
        """Use up such a text, and return its guest; None if there is none, or if it is too old."""

    # ------------------------------------------------------------ life

    async def ping(self) -> None:
        """Return if the store answers."""

    def waiting(self) -> int:
        """Return how much waits to be saved or read."""

    def time_commits(self, hear: Callable[[float], object]) -> None:
        """Call this with the seconds of each commit, from any thread."""

    async def note_alive(self, alive: int, lived: int) -> None:
        """Note a sign of life, and the time by which old matches are deleted."""

    async def begin_epoch(self, epoch: str, lost: Iterable[Lost]) -> None:
        """Note that a new epoch begins, because tables have lost versions, and mark those tables."""

    async def keep_within(self, quota: int) -> None:
        """Let the data take so many bytes until it counts as full, and a tenth more for what has begun."""

    async def measure(self) -> None:
        """Look whether the data is full."""

    def check_room(self) -> None:
        """Raise NoRoom if the data is full, so that nothing new may begin."""

    async def forget(self, before: int, after: int) -> int | None:
        """Delete what ended before a time, of a few tables with numbers above `after`: tables with their matches, and
        matches of tables that go on.

        Return the last number that was looked at, to go on from there; None at the end.
        """

    async def backup(self, path: str | Path) -> None:
        """Copy everything to a new file while tables go on.  The copy has an epoch of its own."""

    async def close(self) -> None:
        """Save everything that waits, and close."""
