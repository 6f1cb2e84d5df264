"""A table as its log makes it: the room, the match and the times, changed by nothing but entries.

The same code applies an entry when it is new and when the table is restored after a restart.
"""

from collections.abc import Iterable
from dataclasses import replace

from ...._util.names import bot_name
from ....archive.acts import dealer_acts, opening_acts
from ....errors import RecordError
from ....game.events import Event, ForgotCall
from ....game.match import Deal, Match
from ....game.round import Change, Round
from ....game.sheet import ScoreSheet
from ....game.status import Status
from ....game.values import ActionKind
from ....rules import Ruleset
from ...protocol import Who
from ..store import entries
from ..store.entries import Room, Seat
from .clocks import Moment, Pace, Timing, moment_after

_NO_KEY = bytes(32)
MOST_REMOVED = 50  # guests that a table remembers to have been removed, muted or sent away
ASIDE = (ActionKind.CALL, ActionKind.CATCH, ActionKind.READY)  # moves after which a turn goes on as before
STAND_IN = "stand-in"  # the level of a bot that plays for a person: as `careful`, without its mistakes


class TableState:
    """The room and the match.  `scored` is the score sheet with a round that is over, until the next is dealt."""

    def __init__(self, timing: Timing) -> None:
        self.timing = timing
        self.room: Room = None  # type: ignore[assignment]  # the first entry makes it
        self._rules: Ruleset | None = None  # of the room, kept because reading a rule set takes long
        self.match: Match | None = None
        self.scored: ScoreSheet | None = None
        self.scored_at = 0
        self.sheet: ScoreSheet | None = None  # as everyone sees it: `scored`, or the one the round began with
        self.moment: Moment | None = None
        self.game_v = 0  # the version of the last move or deal
        self.turn_v = 0  # the same without calls, accusations and "ready", after which a turn goes on as before
        self.laid_v = 0  # the version of the last lay or deal
        self.dealt_v = 0  # the version of the last deal
        self.moved = False  # whether anybody made a move in the present round, other than to leave
        self.begun: entries.Begun | None = None  # how the match began
        self.picks: tuple[Event, ...] = ()  # what decided who deals the present round
        self.players: list[Seat] = []  # as they were at the last deal: whoever sits there now, they played the round

    # ------------------------------------------------------------ asking

    @property
    def round(self) -> Round:
        """The present round."""
        assert self.match is not None
        return self.match.round

    @property
    def rules(self) -> Ruleset:
        """The rule set of the table."""
        settings = self.room.settings
        if self._rules is None or self._rules.digest != settings.digest:
            self._rules = settings.rules
        return self._rules

    @property
    def pace(self) -> Pace:
        """How much time there is."""
        return self.timing.pace(self.room.settings.pace)

    @property
    def playing(self) -> bool:
        """Whether moves can be made."""
        return self.room.phase == "playing" and self.room.paused is None

    @property
    def timed(self) -> bool:
        """Whether anything at the table has a time."""
        away = any(seat.away is not None for seat in self.room.seats)
        return away or self.moment is not None or self.room.phase == "between"

    def driven(self) -> dict[int, str]:
        """Return the seats that bots play now, with their levels; a bot that plays for a person is a STAND_IN."""
        found = {}
        for place, seat in enumerate(self.room.seats):
            if seat.kind == "bot":
                found[place] = seat.level
            elif seat.kind == "person" and seat.stand_in and not seat.left:
                found[place] = STAND_IN
        return found

    def deadline(self, seat: int) -> int | None:
        """Return when the time of an awaited seat is up, with its bank."""
        moment = self.moment
        if moment is None or moment.turn is None:
            return None
        alone = len(self.round.awaited) == 1
        return moment.turn + (self.room.seats[seat].bank if alone else 0)

    def gate(self) -> int | None:
        """Return when the next round begins without those who are not ready; None where it does not."""
        if self.room.phase != "between" or self.room.free():
            return None
        return self.scored_at + self.timing.gate

    def hides_forgotten(self) -> bool:
        """Return whether the others may not be told yet who forgot to call."""
        return self.moment is not None and not self.moment.opened

    def sheet_after(self, entry: entries.Moved) -> ScoreSheet:
        """Return what the score sheet will be after a move that ends the round and has not been applied."""
        assert self.match is not None
        match = self.match.copy()
        match.round.act(entry.seat, entry.action)
        return match.prepare_round(_NO_KEY).sheet

    # ------------------------------------------------------------ changing

    def apply(self, entry: entries.Entry, v: int, at: int, prepared: Change | Match | Deal | None = None) -> None:
        """Apply an entry that is in the log; `prepared` saves doing the work of a new one again."""
        match entry:
            case entries.Made(room=room):
                self.room = room.copy()
            case entries.Dealt():
                self._dealt(entry, prepared)
                self.game_v = self.turn_v = self.laid_v = self.dealt_v = v
                self._begin_moment((), at, 0)
            case entries.Moved():
                self._moved(entry, v, at, prepared)
            case entries.Opened():
                if self.moment is not None:
                    self.moment.opened = True
            case _:
                self._change_room(entry, v, at)

    def _dealt(self, entry: entries.Dealt, prepared: Change | Match | Deal | None) -> None:
        self.room, self.begun, self.scored = entry.room.copy(), entry.begun, None
        self.players, self.moved = entry.room.seats, False
        self.picks = tuple(Event.from_dict(event, self.rules) for event in entry.picks)
        if isinstance(prepared, Deal):
            assert self.match is not None
            self.match.publish(prepared)
        elif isinstance(prepared, Match):
            self.match = prepared
        else:
            self.match = self._dealt_again(entry)
        self.moment, self.sheet = None, self.match.sheet

    def _dealt_again(self, entry: entries.Dealt) -> Match:
        """Return the match of a deal in the log; the rounds before it are not played again."""
        begun = entry.begun
        match = Match(
            self.rules, seats=len(entry.room.seats), seed=bytes.fromhex(begun.key), youngest=begun.youngest,
            sheet=entry.sheet, key=bytes.fromhex(entry.key),
        )  # fmt: skip
        if acts_of(match.round, self.picks) != entry.acts:
            raise RecordError(f"this version deals other cards than {entry.engine or 'an older version'} did")
        return match

    def _moved(self, entry: entries.Moved, v: int, at: int, prepared: Change | Match | Deal | None) -> None:
        table, awaited = self.round, self.round.awaited
        change = prepared if isinstance(prepared, Change) else self._prepared_again(entry)
        self._charge(entry.seat, at)
        events = table.publish(change)
        kind = change.played.move.action.kind
        self.game_v = v
        self.moved |= kind is not ActionKind.LEAVE
        if kind not in ASIDE or table.awaited != awaited:
            self.turn_v = v
        if kind is ActionKind.LAY:
            self.laid_v = v
        elif kind is ActionKind.LEAVE:
            self._leave(entry.seat)
            assert self.match is not None
            self.sheet = self.match.sheet
        self._begin_moment(events, at, entry.hold)
        if table.over:
            self._score(at)

    def _prepared_again(self, entry: entries.Moved) -> Change:
        change = self.round.prepare(entry.seat, entry.action)
        again = moved(self.rules, change, entry.who, entry.hold)
        differing = [name for name in entry.__struct_fields__ if getattr(again, name) != getattr(entry, name)]
        if differing:
            raise RecordError(f"by the rules of this version, a move has other {' and '.join(differing)}")
        return change

    def _charge(self, seat: int, at: int) -> None:
        """Take what a person needed beyond the time of the turn from the bank."""
        moment, table = self.moment, self.round
        if moment is not None and moment.turn is not None and table.awaited == (seat,) and at > moment.turn:
            place = self.room.seats[seat]
            place.bank = max(0, place.bank - (at - moment.turn))

    def _begin_moment(self, events: tuple[Event, ...], at: int, extra: int) -> None:
        status = self.round.status
        self.moment = moment_after(status, events, at, extra, self.pace, self.timing, self.moment)

    def _score(self, at: int) -> None:
        """Add a round that is over to the scores; the match is over with it, or waits for the next round."""
        assert self.match is not None
        deal = self.match.prepare_round(_NO_KEY)
        self.scored, self.scored_at, self.moment = deal.sheet, at, None
        self.sheet = deal.sheet
        self.room.agreed = []
        if deal.round is None:
            self.match.publish(deal)
            self.room.phase = "over"
            for seat in self.room.seats:  # who has left this match may play the next
                seat.left = False
            if not self.room.host:
                self._pass_host_on()
        else:
            self.room.phase = "between"

    def _change_room(self, entry: entries.Entry, v: int, at: int) -> None:
        room = self.room
        match entry:
            case entries.Sat(seat=seat, guest=guest, name=name, outside=outside, renamed=renamed):
                self._move(guest, seat)
                for place, new in renamed.items():
                    room.seats[place].name = new
                room.seats[seat] = Seat("person", guest, name, outside=outside, bank=room.seats[seat].bank, since=v)
                if not room.host and not outside:
                    room.host = guest
            case entries.Stood(seat=seat, level=level, removed=removed):
                if removed and room.seats[seat].guest:
                    room.removed = [*room.removed, room.seats[seat].guest][-MOST_REMOVED:]
                self._stand(seat, level)
                if not room.people():  # nobody is left who could end a pause
                    self._resume(at)
            case entries.Muted(guest=guest, on=on):
                others = [one for one in room.muted if one != guest]
                room.muted = [*others, guest][-MOST_REMOVED:] if on else others
            case entries.Expelled(guest=guest):
                room.expelled = [*room.expelled, guest][-MOST_REMOVED:]
            case entries.BotSat(seats=seats, level=level):
                self._seat_bots(seats, level)
            case entries.Configured(settings=settings):
                self._configure(settings, v)
            case entries.Locked(on=on):
                room.locked = on
                if not on:
                    room.removed, room.expelled = [], []
            case entries.Hosted(guest=guest):
                room.host = guest
            case entries.Youngest(seat=seat):
                room.youngest = seat
            case entries.Nonced(seat=seat, nonce=nonce):
                room.nonces[seat] = nonce
            case entries.Agreed(seat=seat):
                room.agreed = sorted({*room.agreed, seat})
            case entries.Away(seat=seat, until=until):
                room.seats[seat].away = until
            case entries.StoodIn(seat=seat):
                room.seats[seat].stand_in = True
                self._ask_bots_again()
            case entries.Back(seat=seat):
                room.seats[seat].away, room.seats[seat].stand_in = None, False
            case entries.Pausing(seat=seat, paused=paused):
                room.pausing = [] if paused else sorted({*room.pausing, seat})
                room.paused = at if paused else None
            case entries.Resumed():
                self._resume(at)
            case entries.Interrupted(lost=lost):
                self._add_outage(lost)
            case entries.Ended():
                room.phase = "ended"

    def _move(self, guest: str, seat: int) -> None:
        """Free the seat of a guest who takes another: a bot changes places, and the guest's nonce goes along."""
        room, old = self.room, self.room.seat_of(guest)
        if room.youngest is not None:
            room.youngest = {seat: old, old: seat}.get(room.youngest, room.youngest)
        if old is not None:
            room.seats[old] = room.seats[seat]
            if old in room.nonces:
                room.nonces[seat] = room.nonces.pop(old)

    def _stand(self, seat: int, level: str) -> None:
        room, old = self.room, self.room.seats[seat]
        room.seats[seat] = Seat()
        if level:
            room.seats[seat] = Seat("bot", name=old.name, level=level, bank=old.bank, left=old.left)
        room.agreed = [one for one in room.agreed if one != seat]
        room.pausing = [one for one in room.pausing if one != seat]
        room.nonces.pop(seat, None)
        if room.youngest == seat:
            room.youngest = None
        if room.host == old.guest:
            self._pass_host_on()
        self._ask_bots_again()

    def _leave(self, seat: int) -> None:
        """Note that a seat has left the match; its person may play the next, but does not host meanwhile."""
        room = self.room
        room.seats[seat].left = True
        room.pausing = [one for one in room.pausing if one != seat]
        if room.host == room.seats[seat].guest:
            self._pass_host_on()

    def _pass_host_on(self) -> None:
        """Make a person host who has not left the match; if there is none, the next who sits down will be."""
        heirs = self.room.heirs()
        self.room.host = self.room.seats[heirs[0]].guest if heirs else ""

    def _seat_bots(self, seats: list[int], level: str) -> None:
        for place in seats:
            taken = [seat.name for seat in self.room.seats]
            self.room.seats[place] = Seat("bot", name=bot_name(taken), level=level)

    def _configure(self, settings: entries.Settings, v: int) -> None:
        """Change the settings; who sits on a seat that is gone moves to a free one, bots give way to people.

        A match that is over does not fit other rules or seats, so the table then waits for a new one.
        """
        room = self.room
        if (settings.digest, settings.seats) != (room.settings.digest, room.settings.seats):
            room.phase, room.agreed = "waiting", []
            self.match = self.scored = self.moment = None
            self.players = []
        people = [seat for seat in room.seats if seat.kind == "person"]
        bots = [seat for seat in room.seats if seat.kind == "bot"]
        if len(room.seats) != settings.seats:
            seated = (people + bots)[: settings.seats]
            for seat in seated:
                seat.since = v
            room.seats = seated + [Seat() for _ in range(settings.seats - len(seated))]
            room.nonces, room.youngest = {}, None
        room.settings = settings

    def _resume(self, at: int) -> None:
        room = self.room
        if room.paused is not None and self.moment is not None:
            self.moment.shift(at - room.paused)
        for seat in room.seats:
            if seat.away is not None and room.paused is not None:
                seat.away += at - room.paused
        room.paused, room.pausing = None, []

    def _ask_bots_again(self) -> None:
        if self.moment is not None:
            self.moment.asked = False

    def _add_outage(self, by: int) -> None:
        """Move all times, so that nobody pays for the time in which the server was away."""
        self.scored_at += by
        if self.room.paused is not None:
            self.room.paused += by
        if self.moment is not None:
            self.moment.shift(by)
        for seat in self.room.seats:
            if seat.away is not None:
                seat.away += by


def moved(rules: Ruleset, change: Change, who: Who, hold: int) -> entries.Moved:
    """Return the entry of a move that has been prepared."""
    played = change.played
    acts = tuple(dealer_acts(rules, played.events))
    return entries.Moved(played.move.seat, played.move.action.text, acts, played.status.points, who, hold)


def acts_of(table: Round, picks: Iterable[Event]) -> tuple[str, ...]:
    """Return what the dealer did at a deal; `picks` decided who deals."""
    return tuple(opening_acts(table.rules, table.opening_events, picks))


def shown_status(status: Status, hide_forgotten: bool) -> Status:
    """Return a status without what the others may not be told yet: who forgot to call."""
    if not hide_forgotten:
        return status
    claims = replace(status.claims, call=(), catch=())
    return replace(status, catchable=(), forgot=(), claims=claims)


def told_events(events: Iterable[Event], hide_forgotten: bool) -> list[Event]:
    """Return events without the news that somebody forgot to call, where it is too early for it."""
    return [event for event in events if not (hide_forgotten and isinstance(event, ForgotCall))]
