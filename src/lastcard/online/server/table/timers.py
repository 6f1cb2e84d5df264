"""What happens at a table by itself, when its time has come, in order of precedence.

Each timer says when it is due (None: not at all), from what everyone can see, and what to do then.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from ...protocol import Act, Refusal, Who
from ..store import entries
from . import commands
from .commands import Draft
from .state import STAND_IN

if TYPE_CHECKING:
    from .table import Table

Due = Callable[["Table"], int | None]
Run = Callable[["Table", int], bool]  # whether something was done, so that it makes sense to look again


class Timer(NamedTuple):
    """Something that happens at a table when its time has come."""

    due: Due
    run: Run


def _save(table: "Table", entry: entries.Entry) -> bool:
    table.save(Draft(entry))
    return True


def _alive(table: "Table") -> bool:
    """Return whether time passes at a table: somebody is connected, and nobody has paused it."""
    return bool(table.connections) and table.state.room.paused is None


# ---------------------------------------------------------------- who is there


def abandoned_due(table: "Table") -> int | None:
    """Return when a table ends that nobody is at."""
    if table.empty_since is None:
        return None
    timing = table.services.timing
    playing = table.state.room.phase == "playing" and table.state.room.paused is None
    return table.empty_since + (timing.abandoned if playing else timing.deserted)


def _abandoned(table: "Table", now: int) -> bool:
    return _save(table, entries.Ended("abandoned"))


def _back_due(table: "Table") -> int | None:
    return 0 if _returned(table) is not None else None


def _returned(table: "Table") -> int | None:
    seats = table.state.room.seats
    away = [place for place, seat in enumerate(seats) if seat.away is not None or seat.stand_in]
    return next((place for place in table.present() if place in away), None) if away else None


def _back(table: "Table", now: int) -> bool:
    seat = _returned(table)
    return seat is not None and _save(table, entries.Back(seat))


def _absent_due(table: "Table") -> int | None:
    found = _newly_absent(table)
    return None if found is None else found[0] + table.services.timing.absent


def _newly_absent(table: "Table") -> tuple[int, int] | None:
    """Return since when the longest absent person has been away, and the seat, of those not yet shown as away."""
    if not table.absent or not _alive(table):
        return None
    seats, absent = table.state.room.seats, table.absent
    missing = [(absent[seat.guest], place) for place, seat in enumerate(seats)
               if seat.guest in absent and seat.away is None and not seat.stand_in and not seat.left]  # fmt: skip
    return min(missing, default=None)


def _absent(table: "Table", now: int) -> bool:
    found = _newly_absent(table)
    return found is not None and _save(table, entries.Away(found[1], now + table.state.pace.away))


def _stand_in_due(table: "Table") -> int | None:
    if not _alive(table) or table.state.room.phase not in ("playing", "between"):
        return None
    seats = table.state.room.seats
    return min((seat.away for seat in seats if seat.away is not None and not seat.stand_in), default=None)


def _stand_in(table: "Table", now: int) -> bool:
    seats = table.state.room.seats
    waiting = [(seat.away, place) for place, seat in enumerate(seats) if seat.away is not None and not seat.stand_in]
    return _save(table, entries.StoodIn(min(waiting)[1]))


def _host_gone_due(table: "Table") -> int | None:
    """Return when somebody else hosts: once the absence of the host runs out, if anyone else is there."""
    room = table.state.room
    seat = room.seat_of(room.host)
    if seat is None or not room.is_away(seat) or not _alive(table):
        return None
    heirs = room.heirs()
    return room.seats[seat].away if heirs and not room.is_away(heirs[0]) else None


def _host_gone(table: "Table", now: int) -> bool:
    room = table.state.room
    return _save(table, entries.Hosted(room.seats[room.heirs()[0]].guest))


# ---------------------------------------------------------------- between rounds


def _agreed_due(table: "Table") -> int | None:
    """Return when the next round or a rematch begins: once everyone who is connected agrees, or the gate shuts.

    The gate also shuts where only spectators are connected, or people who have left the match.
    """
    room = table.state.room
    if room.phase not in ("between", "over") or room.free():
        return None
    present = table.present()
    if present and set(present) <= set(room.agreed):
        return 0
    return table.state.gate() if table.connections else None


def _agreed(table: "Table", now: int) -> bool:
    again = table.state.room.phase == "over"
    table.save(commands.deal_first(table) if again else commands.deal_next(table))
    return True


# ---------------------------------------------------------------- in a round


def _pause_due(table: "Table") -> int | None:
    """Return when a pause begins: once everyone who is connected wants it, also because somebody has gone."""
    room = table.state.room
    if not room.pausing or room.phase != "playing":
        return None
    present = table.present()
    return 0 if present and set(present) <= set(room.pausing) else None


def _pause(table: "Table", now: int) -> bool:
    return _save(table, entries.Pausing(table.state.room.pausing[-1], True))


def _opens_due(table: "Table") -> int | None:
    moment = table.state.moment
    return None if moment is None or moment.opened or not _alive(table) else moment.opens


def _opens(table: "Table", now: int) -> bool:
    return _save(table, entries.Opened())


def _race_due(table: "Table") -> int | None:
    return table.race.due() if table.state.playing else None


def _hear(table: "Table", now: int) -> bool:
    """Carry out the claim that was made first."""
    claim = table.race.take(now)
    if claim is None:
        return False
    try:
        table.save(commands.draft_claim(table, claim.seat, claim.action, claim.job.command), claim.job)
    except Refusal as refusal:
        table.refuse(claim.job, refusal)
    return True


def _bots_claim_due(table: "Table") -> int | None:
    moment = table.state.moment
    if moment is None or moment.asked or not table.state.playing or not _alive(table):
        return None
    return moment.claims_due(table.services.timing) if table.state.driven() else None


def _bots_claim(table: "Table", now: int) -> bool:
    state = table.state
    assert state.moment is not None
    state.moment.asked = True
    claim = table.bots.claim(state.round, state.driven())
    if claim is not None:
        who: Who = "bot" if state.room.seats[claim.seat].kind == "bot" else "stand-in"
        with suppress(Refusal):  # a bot in error claims nothing
            table.save(commands.draft_move(table, claim.seat, claim.action, who))
    return True


def _held_due(table: "Table") -> int | None:
    moment = table.state.moment
    return moment.hold if moment is not None and table.held and table.state.playing else None


def _play_held(table: "Table", now: int) -> bool:
    """Carry out a move that waited until everyone could claim."""
    seat, job = next(iter(table.held.items()))
    del table.held[seat]
    assert isinstance(job.command, Act)
    try:
        table.save(commands.draft_move(table, seat, job.command.action, "person"), job)
    except Refusal as refusal:
        table.refuse(job, refusal)
    return True


def _bot_turn_due(table: "Table") -> int | None:
    state = table.state
    if state.moment is None or not state.playing or not _alive(table):
        return None
    driven = state.driven()
    for seat in state.round.awaited:
        if seat in driven:
            table.bots.begin_turn(state.round, seat, driven[seat])
            claims = state.moment.claims_due(table.services.timing)
            return max(state.moment.hold + table.services.timing.bot_turn, claims)
    return None


def _bot_turn(table: "Table", now: int) -> bool:
    state = table.state
    driven = state.driven()
    seat = next(seat for seat in state.round.awaited if seat in driven)
    _decide_for(table, seat, driven[seat], "bot" if state.room.seats[seat].kind == "bot" else "stand-in")
    return True


def _decide_for(table: "Table", seat: int, level: str, who: Who) -> None:
    round_ = table.state.round
    try:
        draft = commands.draft_move(table, seat, table.bots.decide(round_, seat, level), who)
    except Refusal:
        draft = commands.draft_move(table, seat, round_.legal(seat)[0], who)
    table.save(draft)


def _time_up_due(table: "Table") -> int | None:
    state = table.state
    if state.moment is None or state.moment.turn is None or not state.playing or not _alive(table):
        return None
    times = [state.deadline(seat) for seat in state.round.awaited]
    return min((time for time in times if time is not None), default=None)


def _time_up(table: "Table", now: int) -> bool:
    """Let a bot decide once for a person whose time is up, with what the person knows."""
    seat = min(table.state.round.awaited, key=lambda seat: table.state.deadline(seat) or 0)
    _decide_for(table, seat, STAND_IN, "stand-in")
    return True


TIMERS = (
    Timer(abandoned_due, _abandoned),
    Timer(_back_due, _back),
    Timer(_absent_due, _absent),
    Timer(_stand_in_due, _stand_in),
    Timer(_host_gone_due, _host_gone),
    Timer(_pause_due, _pause),
    Timer(_agreed_due, _agreed),
    Timer(_race_due, _hear),
    Timer(_opens_due, _opens),
    Timer(_bots_claim_due, _bots_claim),
    Timer(_held_due, _play_held),
    Timer(_bot_turn_due, _bot_turn),
    Timer(_time_up_due, _time_up),
)
