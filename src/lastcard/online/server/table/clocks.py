"""Time at a table: how long turns, windows and absences last, in milliseconds.

All of it follows from what everyone can see.  Nothing here may look at a hand.
"""

import time
from dataclasses import dataclass
from typing import NamedTuple

from ....game.events import Event, Laid
from ....game.status import Status

LAG_CAP = 300  # milliseconds by which a slow connection is compensated, at most
SET_BACK = 24 * 3600.0  # seconds by which the server's time is ahead, until it is set back
JUMP = 60.0  # seconds by which clocks disagree; the server's time is set forward if it is behind by more
BELIEVED = 12  # looks in a row at a clock of the machine that says so, until it is believed
FOLLOWS = 0.1  # seconds a second by which the server's time comes closer to that of the machine
CATCHES_UP = 100  # seconds a second by which the time that deletes comes closer to the server's
TIE = 40  # claims that are closer than this are a tie, decided by the rules' order


class ServerClock:
    """The time of the server: it never jumps, whatever happens to the clock of the machine, and follows it slowly.

    It is set right only if it was wrong by much: behind by more than JUMP, because the server was started before the
    clock of the machine was right, or ahead by more than SET_BACK.
    """

    def __init__(self, last_alive: int = 0) -> None:
        wall, last = time.time(), last_alive / 1000
        self._offset = (wall if last - wall > SET_BACK else max(wall, last)) - time.monotonic()
        self._latest = 0
        self._steered = time.monotonic()
        self._doubts = 0

    def now(self) -> int:
        """Return the time in milliseconds since 1970."""
        self._latest = max(self._latest, int((time.monotonic() + self._offset) * 1000))
        return self._latest

    def ahead(self) -> float:
        """Return by how many seconds the server's time is ahead of the machine's."""
        return time.monotonic() + self._offset - time.time()

    def follow(self) -> float:
        """Come a little closer to the time of the machine, and return by how many seconds this one is ahead of it."""
        ahead, now = self.ahead(), time.monotonic()
        most = FOLLOWS * (now - self._steered)
        self._steered = now
        self._offset -= max(-most, min(most, ahead))
        self._doubts = self._doubts + 1 if ahead > SET_BACK or ahead < -JUMP else 0
        return ahead

    @property
    def wrong(self) -> bool:
        """Whether this time has been wrong by much, each time that it was looked at lately."""
        return self._doubts >= BELIEVED

    def set_right(self) -> None:
        """Take the time of the machine, even if it is earlier."""
        self._offset, self._latest, self._doubts = time.time() - time.monotonic(), 0, 0


class Calendar:
    """The time by which old matches are deleted.

    It is never ahead of the server's and never jumps: what a clock that is wrong says has to be waited out.
    """

    def __init__(self, clock: ServerClock, lived: int) -> None:
        self._clock = clock
        self._lived = lived or clock.now()
        self._at = time.monotonic()

    def now(self) -> int:
        """Return the time in milliseconds since 1970."""
        before, self._at = self._at, time.monotonic()
        self._lived = min(self._clock.now(), self._lived + round(CATCHES_UP * 1000 * (self._at - before)))
        return self._lived


class Pace(NamedTuple):
    """The time for one turn (None: no limit), the extra time for a whole match, and how long an absence may last."""

    turn: int | None
    bank: int
    away: int


PACES = {
    "off": Pace(None, 0, 60_000),
    "relaxed": Pace(60_000, 120_000, 60_000),
    "normal": Pace(30_000, 60_000, 30_000),
    "quick": Pace(10_000, 20_000, 15_000),
}


@dataclass(frozen=True, slots=True)
class Timing:
    """How long things last that are the same at every pace; and by how much the times of a pace are multiplied."""

    grace: int = 800  # after a card that leaves one card: only its player may speak, to call
    catch: int = 2_200  # from then on, others may catch, before the next turn
    react: int = 1_200  # for jump-ins and challenges, before the next turn
    bot_claim: int = 700  # until a bot claims, once it may
    bot_turn: int = 900  # until a bot plays, once it is its turn
    absent: int = 2_000  # until a lost connection shows
    gate: int = 30_000  # until the next round begins without those who are not ready
    abandoned: int = 600_000  # without anyone connected, until a match ends
    deserted: int = 1_800_000  # the same where no match is running
    patience: float = 1.0

    @staticmethod
    def scaled(haste: float, patience: float) -> "Timing":
        """Return the times for tests and measurements: windows and bots faster, people waited for less."""
        usual = Timing()
        quick = ("grace", "catch", "react", "bot_claim", "bot_turn", "absent")
        slow = ("gate", "abandoned", "deserted")
        times = {name: max(1, round(getattr(usual, name) * haste)) for name in quick}
        times |= {name: max(1, round(getattr(usual, name) * patience)) for name in slow}
        return Timing(**times, patience=patience)

    def pace(self, name: str) -> Pace:
        """Return a pace by its name."""
        turn, bank, away = PACES[name]
        if self.patience == 1.0:
            return PACES[name]
        return Pace(None if turn is None else round(turn * self.patience), round(bank * self.patience),
                    round(away * self.patience))  # fmt: skip


@dataclass(slots=True)
class Moment:
    """The times that belong to the present state of a round."""

    began: int
    opens: int | None = None  # when the time to catch begins; None if nobody can be caught
    opened: bool = True  # whether it has begun
    hold: int = 0  # until then the seat on turn waits for claims of others
    turn: int | None = None  # when its time is up, without the bank
    asked: bool = False  # whether bots have been asked for claims

    def shift(self, by: int) -> None:
        """Move all times, after a pause or an outage."""
        self.began += by
        self.hold += by
        if self.opens is not None:
            self.opens += by
        if self.turn is not None:
            self.turn += by

    def claims_due(self, timing: Timing) -> int:
        """Return when bots claim."""
        return max(self.began, self.opens or 0) + timing.bot_claim


def moment_after(
    status: Status, events: tuple[Event, ...], at: int, extra: int, pace: Pace, timing: Timing, before: Moment | None
) -> Moment:
    """Return the times of the state after a move: what was laid opens windows, also when nobody can use them."""
    laid = any(isinstance(event, Laid) for event in events)
    claims, moment = status.claims, Moment(at, hold=at)
    if laid and claims.catch:
        moment.opens, moment.opened = at + timing.grace, False
        moment.hold = at + timing.grace + timing.catch + extra
    elif laid and claims_of_others(status):
        moment.hold = at + timing.react + extra
    elif before is not None and claims.catch:
        moment.opens, moment.opened = before.opens, before.opened
        moment.hold = max(at, before.hold)
    if pace.turn is not None and not status.over:
        moment.turn = moment.hold + pace.turn
    return moment


def claims_of_others(status: Status) -> bool:
    """Return whether a seat that the table does not wait for may claim something."""
    claims = status.claims
    return any(seat not in status.awaited for seat in (*claims.catch, *claims.challenge, *claims.jump_in))
