"""What the log of a table holds: one entry for each change, from which the table is restored.

Entries hold secrets (keys, guests), so they are never sent to anyone; `pushes` says what clients see.  An entry that
holds a whole `Room` is a checkpoint: a table is restored from its last one.

`codec` writes them.  Whoever changes a field, so that stored entries read otherwise, adds an upcast there.
"""

from typing import Any, Literal

import msgspec

from ...._util.names import look_alike
from ....archive.record import read_ruleset, ruleset_text
from ....game.sheet import ScoreSheet
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


class Entry(msgspec.Struct, omit_defaults=True):
    """One change of a table."""


class Made(Entry):
    """The table was made.  A checkpoint."""

    room: Room


class Sat(Entry):
    """A guest took a seat, or another one; a bot on another seat that had the same name has a new one."""

    seat: int
    guest: str
    name: str
    outside: bool = False
    renamed: dict[int, str] = {}  # new names of bots, by seat


class Stood(Entry):
    """A person gave up a seat, or was removed; with a level, a bot plays on there."""

    seat: int
    level: str = ""
    removed: bool = False


class Muted(Entry):
    """The host lets somebody who watches write no more, or again."""

    guest: str
    name: str
    on: bool


class Expelled(Entry):
    """The host sent somebody away who watched."""

    guest: str
    name: str


class BotSat(Entry):
    """The host gave seats to bots."""

    seats: list[int]
    level: str


class Configured(Entry):
    """The host changed what the table plays."""

    settings: Settings


class Locked(Entry):
    """The host closed or opened the table for new players."""

    on: bool


class Hosted(Entry):
    """Another player became the host."""

    guest: str


class Youngest(Entry):
    """The host said who is the youngest, or deals first."""

    seat: int


class Nonced(Entry):
    """A player added a nonce to the next deal."""

    seat: int
    nonce: str


class Agreed(Entry):
    """A player wants the next round, or a rematch."""

    seat: int


class Begun(msgspec.Struct, frozen=True):
    """How a match began: the key that deals its rounds, the seat of the youngest, and who sat there."""

    key: str
    youngest: int
    names: tuple[str, ...]
    bots: tuple[str, ...]  # the levels of bots, "" for a person


class Dealt(Entry):
    """A round was dealt.  A checkpoint: the match goes on from here, and the rounds before it are not played again.

    `sheet` is the one the round began with, `key` has dealt it, `acts` are what the dealer did, and `picks` the events
    that decided who deals.  `secret` and `nonces` are what the key was made from; `number` counts the deals of the
    table.  `engine` is the version of this program that dealt.
    """

    room: Room
    begun: Begun
    sheet: ScoreSheet
    key: str
    acts: tuple[str, ...]
    number: int
    secret: str
    nonces: dict[int, str] = {}
    picks: list[dict[str, Any]] = []
    engine: str = ""


class Moved(Entry):
    """A seat made a move.

    `acts` are what the dealer did then, `points` are there if the move ended the round, and `hold` is the extra time
    for slow connections.
    """

    seat: int
    action: str
    acts: tuple[str, ...] = ()
    points: tuple[int, ...] | None = None
    who: Who = "person"
    hold: int = 0


class Opened(Entry):
    """The time to catch began."""


class Away(Entry):
    """A person is no longer connected; a bot takes over at the given time."""

    seat: int
    until: int


class StoodIn(Entry):
    """A bot plays for a person from now on."""

    seat: int


class Back(Entry):
    """A person is connected again and plays."""

    seat: int


class Pausing(Entry):
    """A player wants to pause; with the last one's agreement the table pauses."""

    seat: int
    paused: bool


class Resumed(Entry):
    """The table goes on after a pause."""

    seat: int


class Interrupted(Entry):
    """The table was restored; all its times move by what was lost, so that nobody pays for it."""

    lost: int


class Said(Entry):
    """Someone wrote to everyone at the table; `mark` is a quick reaction instead of a text."""

    seat: int | None
    name: str
    text: str = ""
    mark: str = ""


class Ended(Entry):
    """The table is closed for good."""

    why: Why


AnyEntry = (
    Made | Sat | Stood | Muted | Expelled | BotSat | Configured | Locked | Hosted | Youngest | Nonced | Agreed | Dealt
    | Moved | Opened | Away | StoodIn | Back | Pausing | Resumed | Interrupted | Said | Ended
)  # fmt: skip
