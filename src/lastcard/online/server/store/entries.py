"""What the log of a table holds: one entry for each change, from which the table is restored.

Entries are JSON.  They hold secrets (keys, guests), so they are never sent to anyone; `pushes` says what clients see.
An entry that holds a whole `Room` is a checkpoint: a table is restored from its last one.
"""

from collections.abc import Mapping
from typing import Any, Literal, TypeVar

import msgspec

from ...._util.names import look_alike
from ....archive.record import read_ruleset, ruleset_text
from ....errors import LastCardError
from ....rules import Ruleset
from ...protocol import Phase, Who, Why


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table plays: the whole rule set by its digest, how many seats, how fast, and who may find it.

    The text of the rule set is not stored with it, but once for all tables.
    """

    digest: str
    seats: int
    pace: str
    public: bool
    ruleset: str = ""

    @property
    def rules(self) -> Ruleset:
        """The rule set."""
        return read_ruleset(self.ruleset, self.digest)

    @staticmethod
    def of(rules: Ruleset, seats: int, pace: str, public: bool) -> "Settings":
        """Return settings for a table; raise LastCardError if the rules do not fit it."""
        rules.check_table(seats)
        return Settings(rules.digest, seats, pace, public, ruleset_text(rules))


class Seat(msgspec.Struct):
    """One seat: who sits there, and who plays for a person who is away."""

    kind: Literal["empty", "person", "bot"] = "empty"
    guest: str = ""
    name: str = ""
    level: str = ""  # of a bot
    outside: bool = False  # a person's program, connected from outside
    away: int | None = None  # when a bot takes over for a person who is not connected
    stand_in: bool = False  # whether a bot plays for the person
    left: bool = False  # whether the seat left the match for good
    bank: int = 0  # milliseconds of extra time
    since: int = 0  # the version at which the person took the seat: what it knew before is not theirs


class Room(msgspec.Struct):
    """Everything about a table but the cards."""

    settings: Settings
    host: str  # a guest
    seats: list[Seat]
    phase: Phase = "waiting"
    locked: bool = False
    agreed: list[int] = []  # seats that want the next round, or a rematch
    pausing: list[int] = []  # seats that want to pause
    paused: int | None = None  # since when
    secret: str = ""  # of the next deal
    nonces: dict[int, str] = {}  # of the next deal, by seat
    rounds: int = 0  # rounds dealt at this table, in all its matches
    match: str = ""  # the id of the match that is running, or was the last
    match_from: int = 0  # the version at which it began
    removed: list[str] = []  # guests whom a host removed from a seat, the last few
    muted: list[str] = []  # guests who may not write while they watch, the last few
    expelled: list[str] = []  # guests whom a host sent away, the last few
    youngest: int | None = None  # the seat that the host has named; None: the host's own

    def copy(self) -> "Room":
        """Return an independent copy."""
        return msgspec.convert(msgspec.to_builtins(self), Room)

    def seat_of(self, guest: str) -> int | None:
        """Return the seat of a guest."""
        if guest:
            for place, seat in enumerate(self.seats):
                if seat.guest == guest:
                    return place
        return None

    def name_taken(self, name: str) -> bool:
        """Return whether a person of this name, or one that looks like it, has a seat."""
        return any(look_alike(name, seat.name) for seat in self.seats if seat.kind == "person")

    def is_removed(self, guest: str) -> bool:
        """Return whether a host has removed a guest, who may not sit down."""
        return guest in self.removed or guest in self.expelled

    def named_youngest(self) -> int:
        """Return the seat that counts as the youngest's, or deals first, where the rules ask for it."""
        return (self.seat_of(self.host) or 0) if self.youngest is None else self.youngest

    def people(self) -> list[int]:
        """Return the seats of people who have not left the match."""
        return [place for place, seat in enumerate(self.seats) if seat.kind == "person" and not seat.left]

    def heirs(self) -> list[int]:
        """Return the seats of people who can host in the host's place, first those who are there; programs cannot."""
        fit = [place for place in self.people() if not self.seats[place].outside]
        return sorted((place for place in fit if self.seats[place].guest != self.host), key=self.is_away)

    def is_away(self, place: int) -> bool:
        """Return whether the person of a seat is shown as not connected."""
        return self.seats[place].away is not None or self.seats[place].stand_in

    def free(self) -> list[int]:
        """Return the empty seats."""
        return [place for place, seat in enumerate(self.seats) if seat.kind == "empty"]


class Entry(msgspec.Struct, tag_field="k", omit_defaults=True):
    """One change of a table."""


class Made(Entry, tag="made"):
    """The table was made.  A checkpoint."""

    room: Room


class Sat(Entry, tag="sat"):
    """A guest took a seat, or another one; a bot on another seat that had the same name has a new one."""

    seat: int
    guest: str
    name: str
    outside: bool = False
    renamed: dict[int, str] = {}  # new names of bots, by seat


class Stood(Entry, tag="stood"):
    """A person gave up a seat, or was removed; with a level, a bot plays on there."""

    seat: int
    level: str = ""
    removed: bool = False


class Muted(Entry, tag="muted"):
    """The host lets somebody who watches write no more, or again."""

    guest: str
    name: str
    on: bool


class Expelled(Entry, tag="expelled"):
    """The host sent somebody away who watched."""

    guest: str
    name: str


class BotSat(Entry, tag="bots"):
    """The host gave seats to bots."""

    seats: list[int]
    level: str


class Configured(Entry, tag="settings"):
    """The host changed what the table plays."""

    settings: Settings


class Locked(Entry, tag="locked"):
    """The host closed or opened the table for new players."""

    on: bool


class Hosted(Entry, tag="host"):
    """Another player became the host."""

    guest: str


class Youngest(Entry, tag="youngest"):
    """The host said who is the youngest, or deals first."""

    seat: int


class Nonced(Entry, tag="nonce"):
    """A player added a nonce to the next deal."""

    seat: int
    nonce: str


class Agreed(Entry, tag="agreed"):
    """A player wants the next round, or a rematch."""

    seat: int


class Dealt(Entry, tag="dealt"):
    """A round was dealt.  A checkpoint: `head` and `line` are lines of a journal, without the rule set.

    `secret` and `nonces` are what the key of the deal was made from; `number` counts the deals of the table.
    `picks` are the events that decided who deals, `engine` is the version of this program that dealt.
    """

    room: Room
    head: str
    line: str
    number: int
    secret: str
    nonces: dict[int, str] = {}
    picks: list[dict[str, Any]] = []
    engine: str = ""


class Moved(Entry, tag="moved"):
    """A seat made a move; `line` is its line of a journal, `hold` the extra time for slow connections."""

    seat: int
    line: str
    who: Who = "person"
    hold: int = 0


class Opened(Entry, tag="opened"):
    """The time to catch began."""


class Away(Entry, tag="away"):
    """A person is no longer connected; a bot takes over at the given time."""

    seat: int
    until: int


class StoodIn(Entry, tag="stood-in"):
    """A bot plays for a person from now on."""

    seat: int


class Back(Entry, tag="back"):
    """A person is connected again and plays."""

    seat: int


class Pausing(Entry, tag="pausing"):
    """A player wants to pause; with the last one's agreement the table pauses."""

    seat: int
    paused: bool


class Resumed(Entry, tag="resumed"):
    """The table goes on after a pause."""

    seat: int


class Interrupted(Entry, tag="interrupted"):
    """The table was restored; all its times move by what was lost, so that nobody pays for it."""

    lost: int


class Said(Entry, tag="said"):
    """Someone wrote to everyone at the table; `mark` is a quick reaction instead of a text."""

    seat: int | None
    name: str
    text: str = ""
    mark: str = ""


class Ended(Entry, tag="ended"):
    """The table is closed for good."""

    why: Why


T = TypeVar("T", bound=Entry)
AnyEntry = (
    Made | Sat | Stood | Muted | Expelled | BotSat | Configured | Locked | Hosted | Youngest | Nonced | Agreed | Dealt
    | Moved | Opened | Away | StoodIn | Back | Pausing | Resumed | Interrupted | Said | Ended
)  # fmt: skip

SAID = b'{"k":"said"'  # how what was said begins as it is stored

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def to_bytes(entry: Entry) -> bytes:
    """Return an entry as it is stored, without the text of the rule set."""
    return _encoder.encode(_with_text(entry, ""))


def room_to_bytes(room: Room) -> bytes:
    """Return a room as it is stored at a checkpoint."""
    return to_bytes(Made(room))


def digest_of(entry: Entry) -> str | None:
    """Return the digest of the rule set whose text an entry needs; None if it needs none, or has it."""
    settings = _settings(entry)
    return None if settings is None or settings.ruleset else settings.digest


def completed(entry: AnyEntry, texts: Mapping[str, str]) -> AnyEntry:
    """Return an entry with the text of its rule set, which must be among these if the entry needs one."""
    digest = digest_of(entry)
    if digest is None:
        return entry
    if digest not in texts:
        raise LastCardError("an entry of the log names a rule set that is not there")
    return _with_text(entry, texts[digest])


def _settings(entry: Entry) -> Settings | None:
    match entry:
        case Made(room=room) | Dealt(room=room):
            return room.settings
        case Configured(settings=settings):
            return settings
    return None


def _with_text(entry: T, text: str) -> T:
    """Return an entry with another text of its rule set."""
    settings = _settings(entry)
    if settings is None:
        return entry
    settings = msgspec.structs.replace(settings, ruleset=text)
    if isinstance(entry, Made | Dealt):
        return msgspec.structs.replace(entry, room=msgspec.structs.replace(entry.room, settings=settings))
    return msgspec.structs.replace(entry, settings=settings)


def from_bytes(data: bytes) -> AnyEntry:
    """Read a stored entry; raise LastCardError if it is not one.  `completed` adds the text of the rule set."""
    try:
        return _decoder.decode(data)
    except msgspec.MsgspecError as error:
        raise LastCardError(f"an entry of the log cannot be read: {error}") from error
