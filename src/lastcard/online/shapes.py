"""What the server sends, as types of JSON data.  docs/protocol.schema.json is made from them (`make docs`).

`pushes`, `records` and `gateway` build plain dictionaries, which is fast; the type checker holds them against these
types, and tests hold real traffic against the schema.  `Annotated[Data, X]` is the JSON form of the dataclass X, and
`Annotated[str, X]` a text that is one of X.
"""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from ..game.events import Event
from ..game.sheet import ScoreSheet
from ..game.status import Choices, Fouls, Status
from .protocol import Level, Mark, Pace, Phase, Who, Why

Data = dict[str, Any]
StatusData = Annotated[Data, Status]
SheetData = Annotated[Data, ScoreSheet]
ChoicesData = Annotated[Data, Choices]
FoulsData = Annotated[Data, Fouls]
EventData = Annotated[Data, Event]
PartsData = dict[str, str | int | list[str | int]]
Parts = Annotated[Data, PartsData]
Millis = int  # since 1970, by the server's clock
SeatKind = Literal["empty", "person", "bot"]
LevelText = Annotated[str, Level]
LevelOrNone = Annotated[str, Level | Literal[""]]
MarkOrNone = Annotated[str, Mark | Literal[""]]
PaceText = Annotated[str, Pace]


class Reason(TypedDict):
    """Why the rules allow, refuse or fine a move; docs/reasons.md describes it."""

    format: NotRequired[int]
    id: str
    verdict: str
    rule: list[str]
    parts: Parts
    cause: NotRequired[Annotated[Data, "Reason"]]


ReasonData = Annotated[Data, Reason]


class Ground(TypedDict):
    """A fact that speaks for a hint; docs/server.md lists the ids."""

    id: str
    parts: Parts


class Watcher(TypedDict):
    """Somebody who watches the table without a seat: `who` names them in commands, and nowhere else."""

    who: str
    name: str
    muted: bool


# ---------------------------------------------------------------- a table


class SeatData(TypedDict):
    """One seat, as everyone sees it."""

    kind: SeatKind
    name: str
    level: LevelOrNone
    outside: bool
    away: Millis | None
    stand_in: bool
    left: bool
    partner: int | None


class DealData(TypedDict):
    """The next deal: what the server has committed itself to, and the nonces so far, by seat."""

    table: str
    number: int
    commitment: str
    nonces: dict[str, str]


class ListedSeat(TypedDict):
    """Who sits on a seat, as the lobby shows it, or who was dealt the round."""

    kind: SeatKind
    name: str
    level: LevelOrNone


class RoomData(TypedDict):
    """What everyone may know of the room.

    `removed` counts the people whom the host has removed or sent away, and who cannot sit down again.  `players` are
    those who were dealt the present round, or the last one.  `youngest` is the seat that counts as the youngest's, or
    deals first, in the next match, and null where the rules do not ask for it.
    """

    phase: Phase
    rules: str
    digest: str
    pace: PaceText
    public: bool
    locked: bool
    removed: int
    host: int | None
    youngest: int | None
    seats: list[SeatData]
    agreed: list[int]
    pausing: list[int]
    paused: Millis | None
    match: str
    players: list[ListedSeat]
    deal: DealData


class GameData(TypedDict):
    """What everyone may know of the match; `last_card` has the seats with one card, if the rules have it announced."""

    status: StatusData
    last_card: list[int]
    round: int
    ply: int
    sheet: SheetData


class ClockData(TypedDict):
    """The times that everyone sees; only `now` where no round is being played, and `next` between two rounds."""

    now: Millis
    next: NotRequired[Millis]
    opens: NotRequired[Millis | None]
    hold: NotRequired[Millis]
    turn: NotRequired[Millis | None]
    bank: NotRequired[list[int]]


class YouData(TypedDict):
    """What only the receiver may know; only `seat` where no round is being played."""

    seat: int
    hand: NotRequired[list[str]]
    drawn: NotRequired[str | None]
    bluffed: NotRequired[bool | None]
    choices: NotRequired[ChoicesData]
    fouls: NotRequired[FoulsData]
    events: NotRequired[list[EventData]]


class Snapshot(TypedDict):
    """A table as one seat, or a spectator, may see it now."""

    room: RoomData
    game: GameData | None
    clock: ClockData
    you: YouData | None


# ---------------------------------------------------------------- what happened


class MoveNews(TypedDict):
    """A seat made a move; `who` says whether the `person`, a `bot`, or a bot as `stand-in`."""

    kind: Literal["move"]
    seat: int
    action: str
    who: Who
    events: NotRequired[list[EventData]]


class WindowNews(TypedDict):
    """The time to catch has begun; the events say who forgot to call."""

    kind: Literal["window"]
    events: NotRequired[list[EventData]]


class DealtNews(TypedDict):
    """A round was dealt; `number` counts the deals of the table."""

    kind: Literal["dealt"]
    number: int
    events: NotRequired[list[EventData]]


class MadeNews(TypedDict):
    """The table was made."""

    kind: Literal["made"]


class SatNews(TypedDict):
    """Someone took a seat, or changed to it."""

    kind: Literal["sat"]
    seat: int
    name: str


class StoodNews(TypedDict):
    """A person gave up a seat, or was removed; with a level, a bot plays on there."""

    kind: Literal["stood"]
    seat: int
    level: LevelOrNone
    removed: bool


class MutedNews(TypedDict):
    """The host lets somebody who watches write no more, or again."""

    kind: Literal["muted"]
    name: str
    on: bool


class ExpelledNews(TypedDict):
    """The host sent somebody away who watched."""

    kind: Literal["expelled"]
    name: str


class BotsNews(TypedDict):
    """The host gave seats to bots."""

    kind: Literal["bots"]
    seats: list[int]
    level: LevelText


class SettingsNews(TypedDict):
    """The host changed what the table plays."""

    kind: Literal["settings"]


class LockedNews(TypedDict):
    """The host closed or opened the table for new players."""

    kind: Literal["locked"]
    on: bool


class HostNews(TypedDict):
    """Another player became the host."""

    kind: Literal["host"]


class YoungestNews(TypedDict):
    """The host said who is the youngest, or deals first."""

    kind: Literal["youngest"]
    seat: int


class NonceNews(TypedDict):
    """A player added a nonce to the next deal."""

    kind: Literal["nonce"]
    seat: int


class AgreedNews(TypedDict):
    """A player wants the next round, or a rematch."""

    kind: Literal["agreed"]
    seat: int


class AwayNews(TypedDict):
    """A person is no longer connected; a bot takes over at the given time."""

    kind: Literal["away"]
    seat: int
    until: Millis


class StoodInNews(TypedDict):
    """A bot plays for a person from now on."""

    kind: Literal["stood-in"]
    seat: int


class BackNews(TypedDict):
    """A person is connected again and plays."""

    kind: Literal["back"]
    seat: int


class PausingNews(TypedDict):
    """A player wants to pause; the table is `paused` once all do."""

    kind: Literal["pausing"]
    seat: int
    paused: bool


class ResumedNews(TypedDict):
    """The table goes on after a pause."""

    kind: Literal["resumed"]
    seat: int


class InterruptedNews(TypedDict):
    """The server was away; all times move by the milliseconds that were lost."""

    kind: Literal["interrupted"]
    lost: int


class SaidNews(TypedDict):
    """Someone wrote to everyone; `mark` is a quick reaction instead of a text.  `seat` is null for a spectator."""

    kind: Literal["said"]
    seat: int | None
    name: str
    text: str
    mark: MarkOrNone


class EndedNews(TypedDict):
    """The table is closed for good: `closed`, `abandoned` or `broken`."""

    kind: Literal["ended"]
    why: Why


RoomNews = (
    MadeNews | SatNews | StoodNews | MutedNews | ExpelledNews | BotsNews | SettingsNews | LockedNews | HostNews
    | YoungestNews | NonceNews | AgreedNews | AwayNews | StoodInNews | BackNews | PausingNews | ResumedNews
    | InterruptedNews | SaidNews | EndedNews
)  # fmt: skip
AnyNews = MoveNews | WindowNews | DealtNews | RoomNews


class Push(TypedDict):
    """Something happened; parts that did not change are left out.  `ack` is the id of a command of the receiver.

    With `mark` a client shows at its next `hello` that it has seen version `v`.
    """

    t: Literal["ev"]
    v: int
    mark: str
    at: Millis
    what: AnyNews
    room: NotRequired[RoomData]
    game: NotRequired[GameData | None]
    clock: NotRequired[ClockData]
    you: NotRequired[YouData]
    ack: NotRequired[str]


class Missed(TypedDict):
    """Something that happened while the client was away; `status` is the table after a move or a deal."""

    v: int
    at: Millis
    what: AnyNews
    status: NotRequired[StatusData]


def events_of(what: AnyNews) -> list[EventData]:
    """Return what happened in the round, as far as everyone may know it."""
    return what.get("events", []) if what["kind"] in ("move", "window", "dealt") else []


class Welcome(TypedDict):
    """The answer to `hello`: the table as it is, and what happened since the version the client knew.

    With `mark` a client shows at its next `hello` that it has seen version `v`.

    `tail` is left out if the client has to start afresh from the snapshot; `said` then has the last messages.
    `removed` says that the host has removed the guest, who cannot sit down again until the host opens the table.
    """

    t: Literal["welcome"]
    protocol: int
    epoch: str
    v: int
    mark: str
    now: Millis
    seat: int | None
    snapshot: Snapshot
    tail: NotRequired[list[Missed]]
    said: NotRequired[list[Missed]]
    removed: NotRequired[bool]


class Ack(TypedDict):
    """A command was sent twice and carried out at version `v`, or asks for what is so already at version `v`."""

    t: Literal["ack"]
    ack: str
    v: int


class Nack(TypedDict):
    """A command was refused; nothing has happened.  `v` is the present version.

    `why` is the reason, for people, for which rules do not work together, and `because` its id.
    """

    t: Literal["nack"]
    nack: str
    code: str
    v: int
    text: NotRequired[str]
    reason: NotRequired[ReasonData]
    why: NotRequired[str]
    because: NotRequired[str]


class Pong(TypedDict):
    """The answer to `ping`."""

    t: Literal["pong"]
    n: int
    now: Millis


class Answer(TypedDict):
    """The answer to a question (`why`, `hint`, `watchers`); `grounds` are the facts that speak for a hint."""

    t: Literal["answer"]
    ack: str
    v: int
    action: NotRequired[str]
    reason: NotRequired[ReasonData]
    text: NotRequired[str]
    grounds: NotRequired[list[Ground]]
    watchers: NotRequired[list[Watcher]]


FromServer = Welcome | Push | Ack | Nack | Pong | Answer


# ---------------------------------------------------------------- answers over HTTP


class ErrorData(TypedDict):
    """What is wrong with a request; `why` says to people why rules do not work together, as `/api/house-rules` does."""

    code: str
    text: str
    why: NotRequired[str]
    because: NotRequired[str]


class HttpErrorAnswer(TypedDict):
    """The answer to a request that was refused."""

    error: ErrorData


class HealthAnswer(TypedDict):
    """The server is alive and can read its file."""

    status: Literal["ok"]
    version: str
    tables: int


class MeAnswer(TypedDict):
    """Who asks; the name is null for someone who has not said it yet."""

    name: str | None
    program: bool


class NameAnswer(TypedDict):
    """The name of a guest; a program also gets its token, a person a cookie."""

    name: str
    token: NotRequired[str]


class TransferAnswer(TypedDict):
    """A text that makes another device this guest, once, within ten minutes."""

    transfer: str


class TableAnswer(TypedDict):
    """What anyone who may find a table is told of it; `title` is that of the preset from which its rules start."""

    code: str
    phase: Phase
    rules: str
    title: str
    digest: str
    pace: PaceText
    public: bool
    locked: bool
    seats: list[ListedSeat]


class LinkedTableAnswer(TableAnswer):
    """A table with the link by which others find it."""

    link: str


class TablesAnswer(TypedDict):
    """The public tables at which no round is being played; those that cannot be joined now come last."""

    tables: list[LinkedTableAnswer]


class TicketAnswer(LinkedTableAnswer):
    """A table with a ticket for one socket, which is valid once, for half a minute."""

    ticket: str
    protocol: int


class RuleWords(TypedDict):
    """What a rule set says in one dimension; `idle` says why it makes no difference, or is empty.

    `because` is the id of `idle`; `context` is the id of the sentence where another rule changes it.

    `setting` is the same as ids write it, such as `batch=same-value:3`.
    """

    id: str
    name: str
    setting: str
    sentence: str
    context: str
    idle: str
    because: str


class RulesAnswer(TypedDict):
    """A rule set as data and in words; `points` is what each card counts, and is empty where no card counts."""

    id: str
    title: str
    digest: str
    words: list[RuleWords]
    points: dict[str, int]
    ruleset: Data


class Bounds(TypedDict):
    """The smallest and the largest number that can be chosen, and the usual one."""

    min: int
    max: int
    usual: NotRequired[int]


class Label(TypedDict):
    """A value as ids write it, and what it is called."""

    value: str
    label: str


class Choice(Label):
    """A value that can be chosen; `N` in it stands for the number.  `extras` may follow, after commas."""

    sentence: NotRequired[str]
    number: NotRequired[Bounds]
    special: NotRequired[dict[str, str]]
    extras: NotRequired[list[Label]]


class Part(TypedDict):
    """One part of a value, or one side of its pairs: a number, a choice, a card of the deck, or any text."""

    label: str
    number: NotRequired[Bounds]
    choices: NotRequired[list[Choice]]
    cards: NotRequired[bool]
    sentence: NotRequired[str]


class Example(TypedDict):
    """A value worth showing, where they are too many to list."""

    value: str
    sentence: str


class Dimension(TypedDict):
    """One house rule: what it is about, and what can be chosen; which fields there are depends on its kind."""

    id: str
    key: str
    name: str
    title: str
    about: str
    kind: Literal["choice", "flag", "number", "set", "parts", "table"]
    default: str
    choices: NotRequired[list[Choice]]
    members: NotRequired[list[Label]]
    parts: NotRequired[list[Part]]
    keys: NotRequired[Part]
    values: NotRequired[Part]
    most: NotRequired[int]
    separator: NotRequired[str]
    empty: NotRequired[str]
    number: NotRequired[Bounds]
    sentence: NotRequired[str]
    special: NotRequired[dict[str, str]]
    examples: list[Example]


class Group(TypedDict):
    """House rules that belong together."""

    id: str
    title: str
    dimensions: list[Dimension]


class Conflict(TypedDict):
    """House rules that do not work together, and why; `when` lists the choices of each key that meet in it."""

    keys: list[str]
    test: str
    what: str
    when: dict[str, list[str]]
    because: str
    why: str


class Idle(TypedDict):
    """When a house rule makes no difference, and why."""

    key: str
    when: dict[str, list[str]]
    because: str
    why: str


class InContext(TypedDict):
    """What a house rule says instead of its usual sentence, beside certain others."""

    key: str
    when: dict[str, list[str]]
    id: str
    sentence: str


class Preset(TypedDict):
    """A rule set to start from: all its values, and those that are not the usual ones."""

    id: str
    title: str
    summary: str
    source: str
    version: int
    digest: str
    values: dict[str, str]
    changes: dict[str, str]


class RuleOption(TypedDict):
    """A short name for several values; `N` in its usage stands for the number."""

    name: str
    usage: str
    summary: str
    sets: dict[str, str]
    number: NotRequired[Bounds]


class DeckColour(TypedDict):
    """A colour of a deck, and the letter that stands for it."""

    letter: str
    name: str


class DeckCard(TypedDict):
    """A card of a deck, and how often it is there; `colour` is null for a wild."""

    text: str
    colour: str | None
    rank: str
    number: int | None
    kind: str
    points: int
    effects: Data
    count: int


class DeckData(TypedDict):
    """A deck."""

    name: str
    digest: str
    size: int
    colours: list[DeckColour]
    cards: list[DeckCard]


class HouseRulesAnswer(TypedDict):
    """Everything that can be chosen, for a form: `lastcard rules --json` prints the same."""

    format: int
    groups: list[Group]
    conflicts: list[Conflict]
    table_conflicts: list[Conflict]
    idle: list[Idle]
    in_context: list[InContext]
    presets: list[Preset]
    options: list[RuleOption]
    decks: list[DeckData]


class ListedMatch(TypedDict):
    """A match in which the guest played."""

    match: str
    at: Millis
    rules: str
    title: str
    names: list[str]


class MatchesAnswer(TypedDict):
    """The matches in which the guest played, the newest first, at most 100."""

    matches: list[ListedMatch]


PlayedSeat = TypedDict(
    "PlayedSeat", {"seat": int, "name": str, "bot": LevelOrNone, "from": Millis, "to": Millis | None}
)
PlayedSeat.__doc__ = "Who played a seat from when to when; `bot` is empty where the person played."


class MadeDeal(TypedDict):
    """What a round was dealt from; the secret is null until the match is over."""

    number: int
    commitment: str
    secret: str | None
    nonces: dict[str, str]


class MatchAnswer(TypedDict):
    """A match: its record, whole once it is over, who played, and what each round was dealt from."""

    match: str
    over: bool
    seat: int | None
    record: str
    played: list[PlayedSeat]
    deals: list[MadeDeal]


class MoveData(TypedDict):
    """A move."""

    seat: int
    action: str


class StepData(TypedDict):
    """One move, or the deal, and the table after it; `hands` only where all are shown.

    `acts` are written as in the record; `events` are the same as data, with what the record does not write.
    """

    at: Millis
    move: MoveData | None
    who: Who | None
    acts: list[str]
    events: list[EventData]
    status: StatusData
    hand: list[str]
    hands: list[list[str]] | None
    scores: list[int]


class StepsAnswer(TypedDict):
    """One round of a match, step by step."""

    match: str
    over: bool
    round: int
    rounds: int
    steps: list[StepData]


class VerifyAnswer(TypedDict):
    """What the server found when it played a match that is over again from its record.

    `rounds`, `moves` and `cards` count what was checked: `cards` are those that left the stock.  `wrong` is empty, or
    says what is not as the rules, the secrets and the nonces give it.
    """

    match: str
    rounds: int
    moves: int
    cards: int
    wrong: str
