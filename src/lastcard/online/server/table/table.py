"""A table: one command after another, each saved before anyone sees what it did.

A table is never busy with two changes at once.  A command, or a time that has come, becomes one entry; while the log
saves it, further commands wait.  Once it is saved it is applied, and everyone at the table is told.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Iterable
from functools import partial

from ....game.status import Claims
from ....game.values import Action, ActionKind
from ... import protocol as p
from ... import shapes as d
from ...protocol import Refusal, encode
from ..space import ROW
from ..store import entries
from ..store.effects import Checkpoint, MatchOver
from ..store.store import Append, NoRoom, Outcome, Refused, Saved, Stored, StoreError, Unknown
from ..topics import MatchEnded
from . import authority, commands
from .around import Connection, Job, Services
from .bots import TableBots
from .clocks import LAG_CAP
from .commands import LATE, Draft
from .effects import KEPT, effects_of
from .past import Past
from .pushes import PrivateParts, Push, news_of, snapshot, tail_of
from .races import Race
from .state import TableState
from .timers import TIMERS

LARGEST_WELCOME = 128 * 1024  # bytes with which a client is told what it missed
MOST_WAITING = 64  # commands
MOST_WAITING_OF_ONE = 16  # of these, from one address
NEVER = float("inf")
RETRY = 1_000  # milliseconds until a change that could not be saved is tried again

logger = logging.getLogger("lastcard.server")


class Table:
    """A table in memory, with its connections."""

    def __init__(self, services: Services, number: int, link: str, code: str) -> None:
        self.services = services
        self.number = number
        self.link = link
        self.code = code
        self.state = TableState(services.timing)
        self.past = Past()
        self.checkpoint = 1  # the version from which the table would be restored
        self.bots = TableBots(services.thinkers)
        self.connections: list[Connection] = []
        self.race = Race()
        self.held: dict[int, Job] = {}  # by seat: a move that waits until claims of others are heard
        self.absent: dict[str, int] = {}  # by guest: since when a person with a seat is not connected
        self.empty_since: int | None = services.clock.now()
        self._inbox: deque[Job] = deque()
        self._looking_up: set[asyncio.Task[None]] = set()
        self._private_parts = PrivateParts()
        self._busy = False
        self._since: float | None = None  # when the command came that is being saved, unless it waited for others
        self.failed = False  # whether it has to be restored from the log
        self._closing = False
        self._not_before = 0
        self._timer: asyncio.TimerHandle | None = None
        self._rings = NEVER  # when the timer does

    # ------------------------------------------------------------ asking

    @property
    def v(self) -> int:
        """The present version."""
        return self.past.v

    def own_seat(self, guest: str) -> int:
        """Return the seat of a guest; raise Refusal if there is none."""
        seat = self.state.room.seat_of(guest)
        if seat is None:
            raise Refusal("not-you", "you have no seat here")
        return seat

    def role(self, guest: str) -> p.Role:
        """Return the role of a guest at this table."""
        room = self.state.room
        seat = room.seat_of(guest)
        if seat is None:
            return "visitor"
        if room.seats[seat].left:
            return "left"
        return "host" if guest == room.host else "player"

    def present(self) -> list[int]:
        """Return the seats of people who are connected."""
        guests = {connection.guest for connection in self.connections}
        return [place for place in self.state.room.people() if self.state.room.seats[place].guest in guests]

    @property
    def home(self) -> str:
        """The address for which the table counts: that of the host, of another player, or of whoever is there."""
        room = self.state.room
        there = {one.guest: one.address for one in self.connections if room.seat_of(one.guest) is not None}
        others = [*there.values(), *(one.address for one in self.connections)]
        return there.get(room.host) or next(iter(others), "")

    def lag(self, seat: int) -> int:
        """Return the lag of a seat that counts in a race."""
        guest = self.state.room.seats[seat].guest
        lags = [connection.lag for connection in self.connections if connection.guest == guest and guest]
        return min(min(lags, default=0), LAG_CAP)

    def slowest_lag(self, claims: Claims, but: int | None = None) -> int:
        """Return the largest lag of the seats that may claim something."""
        seats = {*claims.call, *claims.catch, *claims.challenge, *claims.jump_in} - {but}
        return max((self.lag(seat) for seat in seats if seat is not None), default=0)

    @property
    def idle(self) -> bool:
        """Whether the table can be forgotten until somebody wants it."""
        return not (self.connections or self._busy or self._inbox)

    # ------------------------------------------------------------ connections

    def join(self, connection: Connection, hello: p.Hello) -> None:
        """Welcome a client and tell it what it missed."""
        room, now = self.state.room, self.services.clock.now()
        seat = room.seat_of(connection.guest)
        shot = snapshot(self.state, self.link, seat, now)
        welcome: d.Welcome = {
            "t": "welcome", "protocol": p.PROTOCOL, "epoch": self.services.epoch, "v": self.v, "mark": self.mark,
            "now": now, "seat": seat, "snapshot": shot,
        }  # fmt: skip
        if connection.guest in room.removed:
            welcome["removed"] = True
        frame = b""
        if knows := self._knows(hello):
            since = 0 if seat is None else room.seats[seat].since
            frame = encode({**welcome, "tail": tail_of(self.past.since(hello.v), seat, since)})
        if not knows or len(frame) > LARGEST_WELCOME:  # many long texts, which a slow client may never get through
            said = tail_of(self.past.said, None, 0)
            frame = encode({**welcome, "said": said} if said else welcome)
        connection.send(frame)
        connection.charge(len(frame))
        self.connections.append(connection)
        self.empty_since = None
        self.absent.pop(connection.guest, None)
        self.wake()

    @property
    def mark(self) -> str:
        """The mark of the present version."""
        return self.services.marks.of(self.services.epoch, self.link, self.v, self.past.at_of(self.v) or 0)

    def _knows(self, hello: p.Hello) -> bool:
        """Return whether a client has seen this table's own history up to its version, and can be told the rest."""
        services, at = self.services, self.past.at_of(hello.v)
        if hello.epoch != services.epoch or at is None:
            return False
        return services.marks.read(hello.mark, hello.epoch, self.link, hello.v) == at

    def part(self, connection: Connection) -> None:
        """Forget a client that is gone."""
        if connection not in self.connections:
            return
        self.connections.remove(connection)
        self._miss(connection.guest)
        if not self.connections:
            self.empty_since = self.services.clock.now()
        self.wake()

    def _miss(self, guest: str) -> None:
        """Note since when a person with a seat is not connected."""
        if self.state.room.seat_of(guest) is not None and all(one.guest != guest for one in self.connections):
            self.absent[guest] = self.services.clock.now()

    # ------------------------------------------------------------ commands

    def submit(self, connection: Connection, command: p.Command) -> None:
        """Take a command; it is answered, or the connection ends, and the client sends it again."""
        if self._closing:
            return  # whoever stopped the table closes its connections, and nobody joins a table that has stopped
        of_one = sum(job.connection.address == connection.address for job in self._inbox)
        if len(self._inbox) >= MOST_WAITING or of_one >= MOST_WAITING_OF_ONE:
            self.refuse(Job(connection, command), Refusal("busy", "too many commands at once"))
            return
        self._inbox.append(Job(connection, command, time.perf_counter()))
        self.wake()

    def wake(self) -> None:
        """Do what can be done now: commands first, then what is due; then wait for the next time."""
        while not self._busy and self._inbox:
            self._take(self._inbox.popleft())
        while not self._busy and not self._closing and self.state.room.phase != "ended":
            if (due := self._run_due()) is not None:
                self._wait_until(due)
                return

    def _take(self, job: Job) -> None:
        try:
            if (known := self.past.carried_out(job.key)) is not None:
                job.connection.send(encode(_ack(job, known)))
                return
            if job.command.v < self.v - KEPT:
                self._look_up(job)
                return
            if job.command.v > self.v:
                raise Refusal("stale", LATE["stale"])
            authority.check(job.command, self.state.room.phase, self.role(job.guest))
            self._check_limits(job)
            draft = commands.draft_of(self, job)
        except Refusal as refusal:
            self.refuse(job, refusal)
            return
        except Exception as error:  # whatever it is: the command is answered, and the table goes on
            logger.error("table %d: a command failed", self.number, exc_info=error)
            self.refuse(job, Refusal("fault", "something went wrong; nothing has happened"))
            return
        if isinstance(draft, Draft):
            self._since = job.at
            self.save(draft, job)
        elif draft is not None:
            job.connection.send(encode(draft))

    def _check_limits(self, job: Job) -> None:
        """Raise Refusal for a command too many of an address; what its spectators do takes nothing from its players."""
        if p.COMMANDS[type(job.command)].kind == "match" and self.services.store.full:
            raise Refusal("storage", str(NoRoom()))
        if job.connection.in_debt:
            raise Refusal("busy", "what you do is told to so many that you have to slow down")
        part = "plays" if self.state.room.seat_of(job.guest) is not None else "watches"
        share = f"{self.number} {part} {job.connection.address}"
        if not self.services.limits.allow_at(job.command, share):
            raise Refusal("busy", "too many commands at this table at once; slow down")

    def _look_up(self, job: Job) -> None:
        """Answer a command that is too old to be carried out, but may have been long ago: the log knows."""
        task = asyncio.ensure_future(self._answer_old(job))
        self._looking_up.add(task)  # kept, so that it is not collected
        task.add_done_callback(self._looking_up.discard)

    async def _answer_old(self, job: Job) -> None:
        try:
            found = await self.services.store.carried_out(self.number, *job.key)
        except StoreError:
            job.connection.close(4008)  # nobody knows; the client asks again
            return
        if found is not None:
            job.connection.send(encode(_ack(job, found)))
        else:
            self.refuse(job, Refusal("stale", LATE["stale"]))

    def waits(self, job: Job, seat: int, action: Action) -> bool:
        """Let a claim wait for slower ones, and a move on turn for claims; return whether it has to wait."""
        state, now = self.state, self.services.clock.now()
        moment, status = state.moment, state.round.status
        if moment is None or action.kind is ActionKind.READY:
            return False
        if action.kind in (ActionKind.CALL, ActionKind.CATCH) or seat not in status.awaited:
            self._enter_race(job, seat, action, now)
            return True
        if now >= moment.hold:
            return False
        earlier = self.held.get(seat)
        if earlier is not None and earlier.command.id != job.command.id:
            self.refuse(earlier, Refusal("stale", "you have chosen something else"))
        self.held[seat] = job
        return True

    def _enter_race(self, job: Job, seat: int, action: Action, now: int) -> None:
        if (earlier := next((claim for claim in self.race.claims if claim.seat == seat), None)) is not None:
            if earlier.job.command.id != job.command.id:
                raise Refusal("busy", "your last claim has not been heard yet")
            earlier.job = job  # the same claim, sent again over another connection
            return
        slowest = self.slowest_lag(self.state.round.status.claims, but=seat)
        if action.kind is ActionKind.CALL:
            slowest = 0
        self.race.enter(seat, action, job, now=now, lag=self.lag(seat), slowest=slowest)

    def refuse(self, job: Job, refusal: Refusal) -> None:
        """Answer a command with a refusal."""
        self.nack(job.connection, job.command.id, refusal)

    def nack(self, connection: Connection, name: str, refusal: Refusal) -> None:
        """Answer the command of that id with a refusal."""
        self.services.metrics.refused.labels(refusal.code).inc()
        nack = d.Nack(t="nack", nack=name, code=refusal.code, v=self.v)
        if refusal.text:
            nack["text"] = refusal.text
        if refusal.reason is not None:
            nack["reason"] = refusal.reason
        if refusal.why:
            nack["why"], nack["because"] = refusal.why, refusal.because
        connection.send(encode(nack))

    # ------------------------------------------------------------ saving and telling

    def save(self, draft: Draft, job: Job | None = None) -> None:
        """Save an entry; `saved` goes on once it is on disk."""
        now, v = self.services.clock.now(), self.v + 1
        guest, cmd = job.key if job is not None else ("", "")
        address, space = self.home if job is None else job.connection.address, self.services.space
        if not space.has_room(address) and not isinstance(draft.entry, entries.Ended):  # a table can always end
            if job is None:
                self._put_off()
            else:
                self.refuse(job, Refusal("storage", str(NoRoom())))
            return
        effects = tuple(effects_of(self.state, draft.entry, v, v - self.checkpoint))
        self._busy = True
        one = Append(self.number, v, now, draft.entry, guest, cmd, effects)
        size = self.services.store.append(one, partial(self.saved, draft, one, job))
        if isinstance(draft.entry, entries.Configured):
            size += len(draft.entry.settings.ruleset)
        space.charge(address, size + ROW)

    def _put_off(self) -> None:
        """Try later what the table would do by itself."""
        self._not_before = self.services.clock.now() + RETRY

    def saved(self, draft: Draft, one: Append, job: Job | None, outcome: Outcome) -> None:
        """Apply an entry that is on disk and tell everyone; if there was trouble to save it, nothing has happened.

        If what is in memory is not, or may not be, what is on disk, nobody is answered and the table is restored.
        """
        self._busy = False
        try:
            match outcome:
                case Saved():
                    self._publish(draft, one, job)
                    if self._since is not None:
                        self.services.metrics.command_time.observe(time.perf_counter() - self._since)
                case Refused("trouble", text):
                    self._keep_off(job, text)
                case Refused(_, text) | Unknown(text):
                    raise StoreError(text)
        except Exception as failure:
            self.fail(failure)
            return
        self._since = None
        self.wake()

    def _keep_off(self, job: Job | None, text: str) -> None:
        """Refuse what could not be saved, and wait a moment before the next change."""
        logger.error("table %d: %s", self.number, text)
        self._put_off()
        if job is not None:
            self.refuse(job, Refusal("storage", "the server cannot save this now; nothing has happened"))

    def _publish(self, draft: Draft, one: Append, job: Job | None) -> None:
        v, at = one.v, one.at
        self.state.apply(draft.entry, v, at, draft.prepared)
        if any(isinstance(effect, Checkpoint) for effect in one.effects):
            self.checkpoint = v
        self.note(draft.entry, v, at, job.key if job is not None else None)
        now = self.services.clock.now()
        push = Push(self.state, self.link, self.past.last, self.mark, now, self._private_parts)
        room = self.state.room
        frames = []  # made first and then sent without a break, so that receivers wake up once
        for connection in self.connections:
            ack = job.command.id if job is not None and connection is job.connection else ""
            frames.append((connection, push.frame(room.seat_of(connection.guest), ack)))
        for connection, frame in frames:
            connection.send(frame)
        told = sum(len(frame) for _, frame in frames)
        if job is not None:
            job.connection.charge(told)
            if job.connection not in self.connections:
                job.connection.send(encode(_ack(job, v)))
        elif isinstance(draft.entry, entries.Back):  # who comes and goes pays for both
            guest = room.seats[draft.entry.seat].guest
            for connection in [one for one in self.connections if one.guest == guest][:1]:
                connection.charge(2 * told)
        self.services.metrics.entries.inc()
        for result in one.effects:
            if isinstance(result, MatchOver):
                self.services.match_ended.publish(MatchEnded(self.number, at, self.state.rules.id, result))
        self._let_go(draft.entry)
        if room.phase == "ended":
            self.shut(4005)

    def note(self, entry: entries.Entry, v: int, at: int, command: tuple[str, str] | None) -> None:
        """Remember an entry that was applied, for clients that resume or send a command again."""
        self.past.note(news_of(self.state, entry, v, at), command, said=isinstance(entry, entries.Said))

    def recall(self, said: Iterable[Stored]) -> None:
        """Take up what was said before the entries from which the table is restored."""
        self.past.said.extend(news_of(self.state, one.entry, one.v, one.at) for one in said)

    def _let_go(self, entry: entries.Entry) -> None:
        """Answer what waited for a state of the table that is gone with an entry."""
        match entry:
            case entries.Moved() | entries.Dealt():  # claims stay: `draft_claim` says whether they come too late
                if self.state.turn_v == self.v:
                    self._refuse_held(Refusal("stale", LATE["stale"]))
                if not self.state.playing:
                    self._refuse_claims(Refusal("too-late", LATE["too-late"]))
            case entries.Pausing(paused=True):
                self._refuse_held(Refusal("paused", "the table is paused"))
                self._refuse_claims(Refusal("paused", "the table is paused"))
            case entries.Stood(seat=seat):
                self._refuse_held(Refusal("not-you", "you have no seat here"), seat)
                self._refuse_claims(Refusal("not-you", "you have no seat here"), seat)
            case entries.Sat(guest=guest):
                self._miss(guest)  # the connection may have been lost meanwhile
            case entries.Expelled(guest=guest):
                for connection in [one for one in self.connections if one.guest == guest]:
                    connection.close(4009)

    def _refuse_held(self, refusal: Refusal, only: int | None = None) -> None:
        for seat in [seat for seat in self.held if only in (None, seat)]:
            self.refuse(self.held.pop(seat), refusal)

    def _refuse_claims(self, refusal: Refusal, only: int | None = None) -> None:
        for claim in [claim for claim in self.race.claims if only in (None, claim.seat)]:
            self.race.claims.remove(claim)
            self.refuse(claim.job, refusal)

    # ------------------------------------------------------------ time

    def _run_due(self) -> float | None:
        """Do the first thing that is due and return None, or return when the next thing will be due."""
        now, soonest = self.services.clock.now(), NEVER
        try:
            for timer in TIMERS:
                due = timer.due(self)
                if due is None:
                    continue
                if due <= now and now >= self._not_before:
                    if not self.services.limits.alone.take(self.home):
                        self._put_off()
                        return self._not_before
                    return None if timer.run(self, now) else now
                soonest = min(soonest, due)
        except Exception as error:
            self.fail(error)
            return None
        return soonest

    def _wait_until(self, due: float) -> None:
        """Wake up at a time.  A timer that rings earlier is left alone: most moves only put a time off."""
        due = max(due, self._not_before)
        if due >= self._rings:
            return
        self._stop_timer()
        delay = max(0, due - self.services.clock.now())
        self._rings = due
        self._timer = asyncio.get_running_loop().call_later(delay / 1000 + 0.0005, self._ring)

    def _ring(self) -> None:
        self._stop_timer()
        self.wake()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._rings = None, NEVER

    # ------------------------------------------------------------ the end

    @property
    def waiting(self) -> int:
        """How many commands wait."""
        return len(self._inbox)

    @property
    def busy(self) -> bool:
        """Whether an entry is being saved."""
        return self._busy

    @property
    def stopped(self) -> bool:
        """Whether it takes no more commands."""
        return self._closing

    def stop(self) -> None:
        """Take no more commands; they stay unanswered, and clients send them again after the restart."""
        self._closing = True
        self._inbox.clear()
        self._stop_timer()

    def fail(self, error: Exception) -> None:
        """Stop after a fault of ours; the hub restores the table from the log when somebody returns."""
        logger.error("table %d failed and will be restored", self.number, exc_info=error)
        self.failed = True
        self.shut(1011)

    def shut(self, code: int) -> None:
        """Close all connections and do nothing more."""
        self.stop()
        for connection in list(self.connections):
            connection.close(code)


def _ack(job: Job, v: int) -> d.Ack:
    """Return the answer to a command that was carried out at a version."""
    return d.Ack(t="ack", ack=job.command.id, v=v)
