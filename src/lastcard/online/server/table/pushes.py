"""What clients are sent: the public part of a push, the same bytes for everyone, and beside it what one seat may know.

Nothing else may write to a socket.  Whatever is hidden from a seat is left out by the engine's own views and events
(`View`, `told_to`); who forgot to call is left out here until the time to catch begins.
"""

from collections.abc import Iterable
from dataclasses import replace
from sys import intern
from typing import Any, NamedTuple, cast, get_args

from ....archive import fair
from ....game.events import Event, ForgotCall, told_to
from ....game.status import Choices, Fouls, Private, Status
from ....game.wire import encode_fields
from ....rules import Ruleset
from ....words.questions import asks_for_youngest, last_cards, partner_of
from ... import shapes as d
from ...protocol import Who, encode
from ..store import entries
from ..store.codec import kind_of
from .state import TableState, shown_status, told_events

Data = dict[str, Any]

# ---------------------------------------------------------------- parts of a snapshot


def room_data(state: TableState, link: str) -> d.RoomData:
    """Return what everyone may know of the room."""
    room, settings, rules = state.room, state.room.settings, state.rules
    table = fair.table_id(link)
    partners = [partner_of(rules, len(room.seats), seat) for seat in range(len(room.seats))]
    return {
        "phase": room.phase,
        "rules": rules.id,
        "digest": settings.digest,
        "pace": settings.pace,
        "public": settings.public,
        "locked": room.locked,
        "removed": len({*room.removed, *room.expelled}),
        "host": room.seat_of(room.host),
        "youngest": room.named_youngest() if asks_for_youngest(rules) else None,
        "seats": [_seat_data(*one) for one in zip(room.seats, partners, strict=True)],
        "agreed": room.agreed,
        "pausing": room.pausing,
        "paused": room.paused,
        "match": room.match,
        "players": [{"kind": seat.kind, "name": seat.name, "level": seat.level} for seat in state.players],
        "deal": {
            "table": table,
            "number": room.rounds + 1,
            "commitment": fair.commitment(bytes.fromhex(room.secret), table, room.rounds + 1),
            "nonces": {str(seat): nonce for seat, nonce in room.nonces.items()},
        },
    }


def _seat_data(seat: entries.Seat, partner: int | None) -> d.SeatData:
    return {
        "kind": seat.kind,
        "name": seat.name,
        "level": seat.level,
        "outside": seat.outside,
        "away": seat.away,
        "stand_in": seat.stand_in,
        "left": seat.left,
        "partner": partner,
    }


def game_data(state: TableState) -> d.GameData | None:
    """Return what everyone may know of the match: None before the first one."""
    match = state.match
    if match is None:
        return None
    status = match.round.public_status
    return {
        "status": encode_fields(shown_status(status, state.hides_forgotten())),
        "last_card": last_cards(match.rules, status),
        "round": match.rounds + (0 if state.scored and match.over else 1),
        "ply": match.round.ply,
        "sheet": (state.sheet or match.sheet).to_dict(),
    }


def clock_data(state: TableState, now: int) -> d.ClockData:
    """Return the times that everyone sees, in milliseconds of the server's time."""
    moment = state.moment
    if moment is None:
        gate = state.gate()
        return {"now": now} if gate is None else {"now": now, "next": gate}
    return {
        "now": now,
        "opens": moment.opens,
        "hold": moment.hold,
        "turn": moment.turn,
        "bank": [seat.bank for seat in state.room.seats],
    }


def you_data(state: TableState, seat: int | None) -> d.YouData | None:
    """Return what only one seat may know; None for a spectator."""
    if seat is None:
        return None
    private = _private(state, seat)
    if private is None:
        return {"seat": seat}
    choices, fouls = private.choices, private.fouls
    if state.hides_forgotten() and (choices.catch or fouls.catch):
        choices, fouls = _without_catches(choices, fouls, state.round.rules)
    return {
        "seat": seat,
        "hand": [card.text for card in private.hand],
        "drawn": None if private.drawn is None else private.drawn.text,
        "bluffed": private.bluffed,
        "choices": encode_fields(choices),
        "fouls": encode_fields(fouls),
    }


def _private(state: TableState, seat: int) -> Private | None:
    """Return what a seat holds and may do; None where it holds nothing, or somebody else held what lies there."""
    if state.match is None or state.room.phase in ("waiting", "ended") or state.room.seats[seat].since > state.dealt_v:
        return None
    return state.round.private(seat)


class PrivateParts:
    """What only one seat may know, encoded; most seats hold the same cards, and may do nothing, as a move before."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[Private | None, bool, bytes]] = {}

    def encoded(self, state: TableState, seat: int) -> bytes:
        """Return the private part for a seat now."""
        private, hides = _private(state, seat), state.hides_forgotten()
        made = self._made.get(seat)
        if made is None or made[0] != private or made[1] != hides:
            made = self._made[seat] = (private, hides, encode(you_data(state, seat)))
        return made[2]


def _without_catches(choices: Choices, fouls: Fouls, rules: Ruleset) -> tuple[Choices, Fouls]:
    """Return choices and fouls for the time in which nobody is told who forgot to call.

    Where everyone may be accused, rightly or wrongly, everyone is still listed; that tells nothing.  Elsewhere nobody.
    """
    core = rules.core_rules
    anyone = core.fine_false_call > 0 or core.blind_accusation
    accusable = tuple(sorted({*choices.catch, *fouls.catch})) if anyone else ()
    return replace(choices, catch=()), replace(fouls, catch=accusable)


def snapshot(state: TableState, link: str, seat: int | None, now: int) -> d.Snapshot:
    """Return a table as one seat, or a spectator, may see it now."""
    return {
        "room": room_data(state, link),
        "game": game_data(state),
        "clock": clock_data(state, now),
        "you": you_data(state, seat),
    }


# ---------------------------------------------------------------- what happened


class _Move(NamedTuple):
    """The news of a move, in little memory: a table keeps hundreds."""

    seat: int
    action: str
    who: Who


class News:
    """What an entry means to those at the table: the public part, and the events it brought."""

    __slots__ = ("_secret", "_what", "at", "events", "hidden", "room", "status", "v")

    def __init__(
        self, v: int, at: int, what: d.AnyNews | _Move, events: tuple[Event, ...], hidden: bool, room: bool,
        status: Status | None,
    ) -> None:  # fmt: skip
        self.v = v
        self.at = at
        self._what = what
        self.events = events
        self.hidden = hidden  # whether it is too early to tell who forgot to call
        self.room = room  # whether the room changed
        self.status = status  # of the table after a move or a deal, as everyone sees it
        self._secret = any(event.seen_by(None) is not event for event in events)  # whether some know more than others

    @property
    def game(self) -> bool:
        """Whether something happened in the round."""
        return self.status is not None

    def told(self, seat: int | None) -> d.AnyNews:
        """Return the news as one seat, or a spectator, may know it."""
        what = self._what
        if isinstance(what, _Move):
            what = d.MoveNews(kind="move", seat=what.seat, action=what.action, who=what.who)
        if not self.events:
            return what
        events = [event.to_dict() for event in self._events_for(seat)]
        return cast(d.AnyNews, {**what, "events": events})

    def private_events(self, seat: int) -> list[Data] | None:
        """Return the events as a seat knows them, if that is more than everyone knows."""
        if not self._secret:
            return None
        mine = self._events_for(seat)
        return None if mine == self._events_for(None) else [event.to_dict() for event in mine]

    def _events_for(self, seat: int | None) -> list[Event]:
        return told_events(told_to(self.events, seat), self.hidden)


_GAME = (entries.Moved, entries.Opened, entries.Dealt)
_NO_ROOM_CHANGE = (entries.Moved, entries.Opened, entries.Said, entries.Muted)


def news_of(state: TableState, entry: entries.Entry, v: int, at: int) -> News:
    """Return the news of an entry that has just been applied."""
    events: tuple[Event, ...] = ()
    what: d.AnyNews | _Move
    match entry:
        case entries.Moved(seat=seat, action=action, who=who):
            events = state.round.events_since(state.round.ply - 1)
            what = _Move(seat, intern(action), who)
        case entries.Opened():
            events = tuple(ForgotCall(seat) for seat in state.round.public_status.forgot)
            what = d.WindowNews(kind="window")
        case entries.Dealt(number=number):
            events = (*state.picks, *state.round.opening_events)
            what = d.DealtNews(kind="dealt", number=number)
        case _:
            what = _room_news(entry)
    status = state.round.public_status if isinstance(entry, _GAME) else None
    changed = not isinstance(entry, _NO_ROOM_CHANGE) or (isinstance(entry, entries.Moved) and state.round.over)
    left = isinstance(entry, entries.Moved) and state.room.seats[entry.seat].left
    hidden = state.hides_forgotten() and isinstance(entry, entries.Moved)
    return News(v, at, what, events, hidden, changed or left, status)


# What everyone is told of a change of the room: of an entry of the same kind, the fields that the news have.
ROOM_NEWS: dict[str, list[str]] = {
    get_args(news.__annotations__["kind"])[0]: [name for name in news.__annotations__ if name != "kind"]
    for news in get_args(d.RoomNews)
}


def _room_news(entry: entries.Entry) -> d.RoomNews:
    kind = kind_of(entry)
    return cast(d.RoomNews, {"kind": kind, **{name: getattr(entry, name) for name in ROOM_NEWS[kind]}})


class Push:
    """The frames of one push.  The public part is encoded once."""

    def __init__(self, state: TableState, link: str, news: News, mark: str, now: int, parts: PrivateParts) -> None:
        data: d.Push = {"t": "ev", "v": news.v, "mark": mark, "at": news.at, "what": news.told(None)}
        if news.room:
            data["room"] = room_data(state, link)
        if news.room or news.game:
            data["game"] = game_data(state)
            data["clock"] = clock_data(state, now)
        self._state, self._news, self._parts = state, news, parts
        self._private = news.room or news.game
        self._public = encode(data)
        self._beside: dict[int, bytes] = {}

    def frame(self, seat: int | None, ack: str = "") -> bytes:
        """Return the frame for a seat or a spectator; it acknowledges a command of the receiver."""
        parts = [self._public[:-1]]
        if seat is not None and self._private:
            if seat not in self._beside:
                self._beside[seat] = self._encoded(seat)
            parts += (b',"you":', self._beside[seat])
        if ack:
            parts += (b',"ack":', encode(ack))
        parts.append(b"}")
        return b"".join(parts)

    def _encoded(self, seat: int) -> bytes:
        part = self._parts.encoded(self._state, seat)
        if (events := self._news.private_events(seat)) is not None:
            part = b"".join((part[:-1], b',"events":', encode(events), b"}"))
        return part


def tail_of(news: Iterable[News], seat: int | None, since: int) -> list[d.Missed]:
    """Return what happened, version by version, for a client that missed it.

    It is told as its seat may know it; until the version `since`, at which it took the seat, as a spectator.
    """
    found = []
    for one in news:
        data: d.Missed = {"v": one.v, "at": one.at, "what": one.told(seat if one.v > since else None)}
        if one.status is not None:
            data["status"] = encode_fields(shown_status(one.status, one.hidden))
        found.append(data)
    return found
