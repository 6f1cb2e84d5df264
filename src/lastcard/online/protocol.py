"""What clients send to the server, as types; `shapes` has what it answers.  docs/server.md describes both.

Every command has an `id`, chosen by the client, and `v`, the last version the client has seen.  Each is answered: by
an event that carries the id as `ack`, by an `ack`, or by a `nack` with a code.

A command is declared once, here, with its fields and who may give it when.  Who reads it, checks it, limits it, counts
it and describes it asks `COMMANDS`; what it does is the function that `server.table.commands` binds to it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar, Union, get_args

import msgspec
from msgspec import Meta, Struct

PROTOCOL = 1
LARGEST_FRAME = 4096  # bytes from a client

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[\x21-\x7e]+$")]
Version = Annotated[int, Meta(ge=0, lt=2**53)]
Handle = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]  # of somebody who watches
SeatNumber = Annotated[int, Meta(ge=0, le=9)]
Text = Annotated[str, Meta(min_length=1, max_length=300)]

Phase = Literal["waiting", "playing", "between", "over", "ended"]
Role = Literal["host", "player", "left", "visitor"]  # a host has a seat, too; who has left the match only watches it
Who = Literal["person", "bot", "stand-in"]
Why = Literal["closed", "abandoned", "broken"]
Pace = Literal["off", "relaxed", "normal", "quick"]
Level = Literal["random", "greedy", "careful", "search", "learned"]
Mark = Literal["smile", "laugh", "wow", "sad", "angry", "clap", "heart", "hurry", "thanks", "sorry"]
MARKS: tuple[str, ...] = get_args(Mark)


# ---------------------------------------------------------------- from clients


class Hello(Struct, tag_field="t", tag="hello", forbid_unknown_fields=True):
    """The first message on a socket.  `epoch`, `v` and `mark` are what the client has seen last, to resume there."""

    protocol: int
    ticket: Annotated[str, Meta(max_length=100)]
    epoch: Annotated[str, Meta(max_length=40)] = ""
    v: Version = 0
    mark: Annotated[str, Meta(max_length=40)] = ""


class Ping(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True):
    """Ask whether the server is there, and for its time."""

    n: Version = 0


class Command(Struct, tag_field="t", forbid_unknown_fields=True, omit_defaults=True):
    """Something a client wants done, or asks."""

    id: Id
    v: Version


class Question(Command):
    """Something a client asks: it is answered, and changes nothing."""


Roles = tuple[Role, ...]
EVERYONE: Roles = ("host", "player", "visitor")
PLAYERS: Roles = ("host", "player")
HOST: Roles = ("host",)
VISITORS: Roles = ("visitor",)

Kind = Literal["plain", "talk", "nonce", "settings", "round", "match"]  # of commands that share a limit


@dataclass(frozen=True)
class Terms:
    """Who may give a command in which phase, and which limit it counts for; what is not listed is refused."""

    may: dict[Phase, Roles]
    kind: Kind
    also_left: bool  # whether who has left the match may give it, too


AnyKind = TypeVar("AnyKind", bound=type[Command])
COMMANDS: dict[type[Command], Terms] = {}


def command(
    *,
    waiting: Roles = (),
    playing: Roles = (),
    between: Roles = (),
    over: Roles = (),
    always: Roles = (),
    kind: Kind = "plain",
    also_left: bool = False,
) -> Callable[[AnyKind], AnyKind]:
    """Declare a command: who may give it in each phase, or always."""
    phases: dict[Phase, Roles] = {"waiting": waiting, "playing": playing, "between": between, "over": over}
    may = {phase: always or roles for phase, roles in phases.items() if always or roles}

    def declare(declared: AnyKind) -> AnyKind:
        COMMANDS[declared] = Terms(may, kind, also_left)
        return declared

    return declare


@command(waiting=EVERYONE, between=VISITORS, over=VISITORS)
class Sit(Command, tag="sit"):
    """Take a seat: a given one, or the first that is free.

    Between rounds, also a bot's seat.  While the table waits, players may change to a given seat.  A bot that has your
    name gets another.
    """

    seat: SeatNumber | None = None


@command(always=PLAYERS, also_left=True)
class Stand(Command, tag="stand"):
    """Give up your seat; while a match runs, a bot plays on there."""


@command(waiting=HOST, over=HOST)
class AddBots(Command, tag="bots"):
    """Put bots of a level on a seat, or on all free seats."""

    level: Level
    seat: SeatNumber | None = None


@command(always=HOST)
class Remove(Command, tag="remove"):
    """Remove a person or a bot from a seat; while a match runs, a bot plays on in a person's place.

    Who was removed cannot sit down here again (`removed`) until the host opens the table with `lock`.
    """

    seat: SeatNumber


@command(always=HOST)
class Watchers(Question, tag="watchers"):
    """Ask who watches the table without a seat, and which players are muted.

    The `answer` has `watchers`, each with `who` (for `mute` and `expel` at this table), `name` and `muted`.
    """


@command(always=HOST)
class Mute(Command, tag="mute"):
    """Let somebody who watches write no more, also not on a seat, or again."""

    who: Handle
    on: bool


@command(always=HOST)
class Expel(Command, tag="expel"):
    """Send somebody away who watches.

    Their sockets are closed (4009), and they get no ticket until the host opens the table with `lock`.
    """

    who: Handle


@command(waiting=HOST, over=HOST, kind="settings")
class Configure(Command, tag="settings"):
    """Change what the table plays; what is not given stays as it is.  `rules` is an id of a rule set."""

    rules: Annotated[str, Meta(max_length=1000)] | None = None
    seats: Annotated[int, Meta(ge=2, le=10)] | None = None
    pace: Pace | None = None
    public: bool | None = None


@command(always=HOST)
class Lock(Command, tag="lock"):
    """Close the table: nobody can sit down, and those who watch cannot write; or open it for all.

    Once it is open, those who were removed or sent away can come back, too.
    """

    on: bool


@command(always=HOST)
class HandOver(Command, tag="host"):
    """Make another player the host."""

    seat: SeatNumber


@command(waiting=HOST, over=HOST)
class Youngest(Command, tag="youngest"):
    """Say who is the youngest, or deals first, where the rules ask for it (D04, D06); until then it is the host."""

    seat: SeatNumber


@command(waiting=HOST, kind="match")
class Start(Command, tag="start"):
    """Begin the match."""


@command(waiting=PLAYERS, between=PLAYERS, over=PLAYERS, kind="nonce")
class Nonce(Command, tag="nonce"):
    """Add 32 hexadecimal digits to the next deal, so that the server cannot choose the cards alone."""

    nonce: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


@command(playing=PLAYERS)
class Act(Command, tag="act"):
    """Make a move, written in notation: `r5!`, `w:g`, `draw`, `catch 2`."""

    action: Annotated[str, Meta(min_length=1, max_length=200)]


@command(between=PLAYERS, kind="round")
class Next(Command, tag="next"):
    """Say that you are ready for the next round."""


@command(over=PLAYERS, kind="match")
class Rematch(Command, tag="rematch"):
    """Say that you want a rematch; it begins when everyone who is connected does."""


@command(playing=PLAYERS)
class Pause(Command, tag="pause"):
    """Ask for a pause; it begins when everyone who is connected does."""


@command(playing=PLAYERS)
class Resume(Command, tag="resume"):
    """End a pause."""


@command(playing=PLAYERS)
class Leave(Command, tag="leave"):
    """Leave the match for good.

    [What becomes of the cards](embedding.md#when-a-player-leaves) depends on the rules.
    """


@command(always=EVERYONE, kind="talk", also_left=True)
class Say(Command, tag="say"):
    """Write to everyone at the table.

    Those who watch cannot at a locked table, and nobody can whom the host has muted.
    """

    text: Text


@command(always=EVERYONE, kind="talk", also_left=True)
class React(Command, tag="react"):
    """Show a quick reaction to everyone at the table.

    It is `smile`, `laugh`, `wow`, `sad`, `angry`, `clap`, `heart`, `hurry`, `thanks` or `sorry`.
    """

    mark: Mark


@command(always=HOST)
class Close(Command, tag="close"):
    """Close the table for good."""


@command(playing=PLAYERS)
class Explain(Question, tag="why"):
    """Ask why an action is allowed, refused or fined, without doing it."""

    action: Annotated[str, Meta(min_length=1, max_length=200)]


@command(playing=PLAYERS)
class Hint(Question, tag="hint"):
    """Ask what a careful player would do now."""


# ---------------------------------------------------------------- refusals

CODES = {
    "illegal": "The rules refuse the move; `reason` says why.",
    "notation": "The action cannot be read.",
    "stale": "The table has changed since the version in the command; look again.",
    "too-early": "The time to catch has not begun yet.",
    "too-late": "Someone else was faster.",
    "not-now": "The command is not possible in this phase of the table.",
    "not-you": "Only another role (the host, a player) may do this.",
    "taken": "The seat is taken, or does not exist.",
    "locked": "The host has closed the table: nobody can sit down, and only players can write.",
    "removed": "The host has removed you from the table; you may watch.",
    "muted": "The host has muted you.",
    "gone": "Nobody of this name watches the table any more.",
    "full": "There is no free seat.",
    "name-taken": "Someone with this name sits at the table; a spectator of that name can neither sit down nor write.",
    "settings": "The settings do not work together; `text` says why.",
    "few": "Not enough seats are filled to begin.",
    "paused": "The table is paused.",
    "storage": "The server cannot save it now, so nothing has happened.  Try again later.",
    "busy": "Too many commands at once.  Slow down.",
    "bad": "The message cannot be read; `text` says why.",
    "ended": "The table is closed.",
    "fault": "The server has made a mistake.  Nothing has happened.",
}

CLOSES = {
    4000: "bad hello",
    4001: "ticket refused",
    4002: "protocol version not supported",
    4003: "too many messages",
    4004: "reading too slowly",
    4005: "table closed or not found",
    4006: "too many connections",
    4007: "message not readable",
    4008: "storage not available; try again later",
    4009: "sent away by the host",
    4010: "this version of the server cannot restore the table; it is kept",
}


class Refusal(Exception):
    """A command that is refused, with its code."""

    def __init__(
        self, code: str, text: str = "", reason: dict[str, Any] | None = None, why: str = "", because: str = ""
    ) -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text
        self.reason = reason
        self.why = why
        self.because = because


_from_client: msgspec.json.Decoder[Ping | Command] = msgspec.json.Decoder(Union[(Ping, *COMMANDS)])
_hello = msgspec.json.Decoder(Hello)
_encoder = msgspec.json.Encoder()


def read_message(data: bytes | str) -> Ping | Command:
    """Read a message of a client after its hello; raise Refusal if it cannot be read."""
    try:
        return _from_client.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Refusal("bad", str(error)[:200]) from error


def read_hello(data: bytes | str) -> Hello:
    """Read the first message of a client; raise Refusal if it cannot be read."""
    try:
        return _hello.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Refusal("bad", str(error)[:200]) from error


def encode(message: Any) -> bytes:
    """Return a message as JSON."""
    return _encoder.encode(message)


class _OnlyId(Struct):
    id: str = ""


id_decoder = msgspec.json.Decoder(_OnlyId)
