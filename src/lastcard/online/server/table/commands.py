"""What each command does: from a command and the table as it is to one entry for the log, or a refusal.

Nothing here changes a table.  `authority` has been asked before.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from ...._util.names import bot_name, look_alike, printable
from ....bots.grounds import grounds_of
from ....bots.hints import hint_view, imagined
from ....errors import IllegalAction, LastCardError, NotationError, RulesetError
from ....game.match import Deal, Match
from ....game.round import Change, Round
from ....game.values import Action, ActionKind, values_of
from ....rules import Ruleset
from ....words.questions import asks_for_youngest
from ... import protocol as p
from ... import shapes as d
from ...protocol import Refusal
from ..store import entries
from .dealing import first_deal, next_deal
from .state import TableState, moved
from .watching import watcher, watchers

Late = Literal["stale", "too-late"]
LATE = {"stale": "the table has changed; look again", "too-late": "someone else was faster"}

if TYPE_CHECKING:
    from .around import Job
    from .table import Table


class Draft(NamedTuple):
    """An entry that is ready to be saved, with what was already worked out for it."""

    entry: entries.Entry
    prepared: Change | Match | Deal | None = None


Outcome = Draft | d.Answer | d.Ack | None
AnyCommand = TypeVar("AnyCommand", bound=p.Command)
Handler = Callable[["Table", "Job", AnyCommand], Outcome]
HANDLERS: dict[type[p.Command], Handler[Any]] = {}


def handles(*kinds: type[AnyCommand]) -> Callable[[Handler[AnyCommand]], Handler[AnyCommand]]:
    """Bind a function to the commands that it carries out."""

    def bind(handler: Handler[AnyCommand]) -> Handler[AnyCommand]:
        HANDLERS.update(dict.fromkeys(kinds, handler))
        return handler

    return bind


def draft_of(table: "Table", job: "Job") -> Outcome:
    """Return the entry of a command, an answer to a question, or None if the command waits for its moment.

    A command that would change nothing is acknowledged; it is neither saved nor told to anyone.
    """
    return HANDLERS[type(job.command)](table, job, job.command)


# ---------------------------------------------------------------- seats


@handles(p.Sit)
def _sit(table: "Table", job: "Job", command: p.Sit) -> Draft:
    room = table.state.room
    own = room.seat_of(job.guest)
    if room.is_removed(job.guest):
        raise Refusal("removed", "the host has removed you from this table")
    if own is None and room.locked:
        raise Refusal("locked", "the host has closed the table for new players")
    if own is not None and command.seat is None:
        raise Refusal("taken", "you have a seat already")
    place = _free_seat(room, command.seat)
    if own is not None:  # another seat, while the table waits
        return Draft(entries.Sat(place, job.guest, room.seats[own].name, job.outside))
    if room.name_taken(job.name):
        raise Refusal("name-taken", f"someone called {job.name}, or nearly so, sits here already; choose another name")
    return Draft(entries.Sat(place, job.guest, job.name, job.outside, _renamed(room, place, job.name)))


def _renamed(room: entries.Room, place: int, name: str) -> dict[int, str]:
    """Return the new name of the bot whose name a person brings along who sits down at `place`, by its seat."""
    others = {other: seat.name for other, seat in enumerate(room.seats) if other != place and seat.kind != "empty"}
    same = [other for other, used in others.items() if look_alike(used, name)]
    return {other: bot_name((*others.values(), name)) for other in same}


def _free_seat(room: entries.Room, wanted: int | None) -> int:
    """Return the seat to take: the wanted one, the first empty one, or else the first of a bot."""
    open_seats = [place for place, seat in enumerate(room.seats) if seat.kind == "empty" or _may_replace(seat)]
    if wanted is not None:
        if wanted not in open_seats:
            raise Refusal("taken", "this seat is taken")
        return wanted
    if not open_seats:
        raise Refusal("full", "there is no free seat")
    return min(open_seats, key=lambda place: (room.seats[place].kind != "empty", place))


def _may_replace(seat: entries.Seat) -> bool:
    """Return whether a person may take the seat of a bot: between rounds, and while the table waits."""
    return seat.kind == "bot" and not seat.left


@handles(p.Stand)
def _stand(table: "Table", job: "Job", command: p.Stand) -> Draft:
    return Draft(_stood(table, table.own_seat(job.guest), removed=False))


@handles(p.Remove)
def _remove(table: "Table", job: "Job", command: p.Remove) -> Draft:
    seats, seat = table.state.room.seats, command.seat
    if seat >= len(seats) or seats[seat].kind == "empty":
        raise Refusal("taken", "nobody sits there")
    if seats[seat].kind == "bot" and table.state.room.phase in ("playing", "between"):
        raise Refusal("not-now", "a bot stays until the match is over")
    return Draft(_stood(table, seat, removed=True))


@handles(p.Watchers)
def _watchers(table: "Table", job: "Job", command: p.Watchers) -> d.Answer:
    return d.Answer(t="answer", ack=command.id, v=table.v, watchers=watchers(table))


@handles(p.Mute)
def _mute(table: "Table", job: "Job", command: p.Mute) -> Draft | d.Ack:
    one, on = watcher(table, command.who, or_muted=True), command.on
    if (one.guest in table.state.room.muted) == on:
        return _unchanged(table, job)
    return Draft(entries.Muted(one.guest, one.name, on))


@handles(p.Expel)
def _expel(table: "Table", job: "Job", command: p.Expel) -> Draft:
    one = watcher(table, command.who)
    return Draft(entries.Expelled(one.guest, one.name))


def _stood(table: "Table", seat: int, *, removed: bool) -> entries.Stood:
    """Return the entry of a seat that is given up: while a match runs, a bot plays on."""
    running = table.state.room.phase in ("playing", "between")
    return entries.Stood(seat, "careful" if running else "", removed)


@handles(p.AddBots)
def _bots(table: "Table", job: "Job", command: p.AddBots) -> Draft:
    room = table.state.room
    free = room.free()
    if command.seat is None:
        if not free:
            raise Refusal("full", "there is no free seat")
        return Draft(entries.BotSat(free, command.level))
    if command.seat >= len(room.seats) or room.seats[command.seat].kind == "person":
        raise Refusal("taken", "a person sits there, or there is no such seat")
    return Draft(entries.BotSat([command.seat], command.level))


# ---------------------------------------------------------------- the table


def _unchanged(table: "Table", job: "Job") -> d.Ack:
    """Return the answer to a command that asks for what is already so."""
    return d.Ack(t="ack", ack=job.command.id, v=table.v)


@handles(p.Configure)
def _configure(table: "Table", job: "Job", command: p.Configure) -> Draft | d.Ack:
    room, old = table.state.room, table.state.room.settings
    seats = old.seats if command.seats is None else command.seats
    people = sum(seat.kind == "person" for seat in room.seats)
    if people > seats:
        raise Refusal("settings", f"{people} people sit here; ask some to stand up first")
    try:
        rules = table.state.rules if command.rules is None else Ruleset.from_id(command.rules)
        public = old.public if command.public is None else command.public
        settings = entries.Settings.of(rules, seats, command.pace or old.pace, public)
    except LastCardError as error:
        why, because = (error.why, error.because) if isinstance(error, RulesetError) else ("", "")
        raise Refusal("settings", str(error), why=why, because=because) from error
    if settings == old:
        return _unchanged(table, job)
    return Draft(entries.Configured(settings))


@handles(p.Lock)
def _lock(table: "Table", job: "Job", command: p.Lock) -> Draft | d.Ack:
    room, on = table.state.room, command.on
    if room.locked == on and (on or not (room.removed or room.expelled)):
        return _unchanged(table, job)
    return Draft(entries.Locked(on))


@handles(p.HandOver)
def _hand_over(table: "Table", job: "Job", command: p.HandOver) -> Draft | d.Ack:
    seats, seat = table.state.room.seats, command.seat
    if seat >= len(seats) or seats[seat].kind != "person" or seats[seat].outside or seats[seat].left:
        raise Refusal("taken", "only a person at the table can be the host")
    if seats[seat].guest == table.state.room.host:
        return _unchanged(table, job)
    return Draft(entries.Hosted(seats[seat].guest))


@handles(p.Youngest)
def _youngest(table: "Table", job: "Job", command: p.Youngest) -> Draft | d.Ack:
    room, seat = table.state.room, command.seat
    if not asks_for_youngest(table.state.rules):
        raise Refusal("settings", "these rules do not ask who is the youngest or who deals first")
    if seat >= len(room.seats) or room.seats[seat].kind == "empty":
        raise Refusal("taken", "nobody sits there")
    return _unchanged(table, job) if seat == room.youngest else Draft(entries.Youngest(seat))


@handles(p.Close)
def _close(table: "Table", job: "Job", command: p.Close) -> Draft:
    return Draft(entries.Ended("closed"))


@handles(p.Say)
def _say(table: "Table", job: "Job", command: p.Say) -> Draft:
    text = printable(command.text, 300).strip()
    if not text:
        raise Refusal("bad", "there is nothing to say")
    return Draft(entries.Said(*_speaker(table, job), text))


@handles(p.React)
def _react(table: "Table", job: "Job", command: p.React) -> Draft:
    return Draft(entries.Said(*_speaker(table, job), mark=command.mark))


def _speaker(table: "Table", job: "Job") -> tuple[int | None, str]:
    """Return the seat and the name under which a guest speaks: a player's is that of the seat, also after a new one.

    Raise Refusal for somebody who was muted, and for a spectator where only players may write, or whose name looks like
    a player's.
    """
    room = table.state.room
    if job.guest in (*room.muted, *room.expelled):
        raise Refusal("muted", "the host has muted you")
    seat = room.seat_of(job.guest)
    if seat is not None:
        return seat, room.seats[seat].name
    if room.locked:
        raise Refusal("locked", "the host has closed the table: only players can write")
    if any(look_alike(job.name, one.name) for one in room.seats if one.kind != "empty"):
        raise Refusal("name-taken", f"someone called {job.name}, or nearly so, sits here; choose another name to write")
    return None, job.name


# ---------------------------------------------------------------- rounds


@handles(p.Start)
def _start(table: "Table", job: "Job", command: p.Start) -> Draft:
    return deal_first(table)


def deal_first(table: "Table") -> Draft:
    """Return the deal that begins a match."""
    if free := table.state.room.free():
        raise Refusal("few", f"{len(free)} seats are empty; add bots, or choose fewer seats")
    deal = first_deal(table.state, table.link, table.v + 1)
    return Draft(deal.entry, deal.match)


def deal_next(table: "Table") -> Draft:
    """Return the deal of the next round."""
    deal = next_deal(table.state, table.link)
    return Draft(deal.entry, deal.match)


@handles(p.Nonce)
def _nonce(table: "Table", job: "Job", command: p.Nonce) -> Draft | d.Ack:
    seat, nonce = table.own_seat(job.guest), command.nonce
    if table.state.room.nonces.get(seat) == nonce:
        return _unchanged(table, job)
    return Draft(entries.Nonced(seat, nonce))


@handles(p.Next, p.Rematch)
def _agree(table: "Table", job: "Job", command: p.Command) -> Draft:
    """Note that a player wants the next round or a rematch; it begins by itself once everyone does."""
    seat = table.own_seat(job.guest)
    if seat in table.state.room.agreed:
        raise Refusal("not-now", "you have said so already")
    return Draft(entries.Agreed(seat))


@handles(p.Pause)
def _pause(table: "Table", job: "Job", command: p.Pause) -> Draft:
    room, seat = table.state.room, table.own_seat(job.guest)
    if room.paused is not None:
        raise Refusal("paused", "the table is paused already")
    waiting = {place for place in table.present() if place not in room.pausing and place != seat}
    return Draft(entries.Pausing(seat, not waiting))


@handles(p.Resume)
def _resume(table: "Table", job: "Job", command: p.Resume) -> Draft:
    if table.state.room.paused is None:
        raise Refusal("not-now", "the table is not paused")
    return Draft(entries.Resumed(table.own_seat(job.guest)))


# ---------------------------------------------------------------- moves


@handles(p.Act)
def _act(table: "Table", job: "Job", command: p.Act) -> Draft | None:
    seat = table.own_seat(job.guest)
    action = _read_action(table, command.action)
    if action.kind is ActionKind.LEAVE:
        raise Refusal("illegal", "to leave for good, send the command leave")
    _check_time(table, command, seat, action, "stale")
    if table.waits(job, seat, action):
        return None
    return draft_move(table, seat, action, "person")


def _read_action(table: "Table", text: str) -> Action:
    try:
        return values_of(table.state.rules).read(text)
    except NotationError as error:
        raise Refusal("notation", str(error)[:200]) from error


def draft_claim(table: "Table", seat: int, action: Action, command: p.Command) -> Draft:
    """Return the entry of a claim that has waited for slower ones; raise Refusal if it came too late."""
    _check_time(table, command, seat, action, "too-late")
    return draft_move(table, seat, action, "person")


_LASTING = (ActionKind.CATCH, ActionKind.CALL, ActionKind.CHALLENGE)


def _check_time(table: "Table", command: p.Command, seat: int, action: Action, late: Late) -> None:
    """Raise Refusal for a move at a paused table, before its time, or that was meant for an earlier state.

    A catch, a call or a challenge means the same after another move, and so does a lay after a call or a catch.  But
    nobody is fined for what they could not have seen: a claim that another move overtook must be legal.
    """
    state = table.state
    if state.room.paused is not None:
        raise Refusal("paused", "the table is paused")
    _check_window(table, action)
    if command.v >= state.game_v:
        return
    if command.v < _meant_since(state, action.kind):
        raise Refusal(late, LATE[late])
    claims = action.kind in _LASTING or seat not in state.round.awaited
    if claims and not _still_legal(state.round, seat, action):
        raise Refusal("too-late", LATE["too-late"])


def _meant_since(state: TableState, kind: ActionKind) -> int:
    """Return the version from which on a move of a kind means what it means now."""
    if kind is ActionKind.CHALLENGE:
        return state.laid_v  # it is about one lay
    return state.dealt_v if kind in _LASTING else state.turn_v


def _still_legal(round_: Round, seat: int, action: Action) -> bool:
    """Return whether a claim that another move overtook is still legal, as far as its seat can know.

    Where hand sizes are hidden (D40), an accusation counts as not legal: if only wrong ones were refused, whoever names
    an old version could ask for nothing who forgot to call.
    """
    rules = round_.rules.core_rules
    if action.kind is ActionKind.CATCH and rules.blind_accusation:
        return False
    return round_.may(seat, action)


def _check_window(table: "Table", action: Action) -> None:
    """Raise Refusal for a catch before its time: any other answer would tell who forgot to call."""
    if action.kind is ActionKind.CATCH and table.state.hides_forgotten():
        raise Refusal("too-early", "wait a moment: the player may still call")


def draft_move(table: "Table", seat: int, action: Action | str, who: p.Who) -> Draft:
    """Return the entry of a move; raise Refusal if the rules refuse it."""
    state = table.state
    try:
        change = state.round.prepare(seat, action)
    except IllegalAction as error:
        names = [place.name for place in state.room.seats]
        text = error.reason.say(names=names, you=seat)
        raise Refusal("illegal", text, error.reason.to_dict()) from error
    except LastCardError as error:
        raise Refusal("notation", str(error)[:200]) from error
    extra = table.slowest_lag(change.played.status.claims)
    return Draft(moved(state.rules, change, who, extra), change)


@handles(p.Leave)
def _leave(table: "Table", job: "Job", command: p.Leave) -> Draft:
    if table.state.room.paused is not None:
        raise Refusal("paused", "the table is paused")
    return draft_move(table, table.own_seat(job.guest), "leave", "person")


# ---------------------------------------------------------------- questions


@handles(p.Explain)
def _why(table: "Table", job: "Job", command: p.Explain) -> d.Answer:
    seat, state = table.own_seat(job.guest), table.state
    action = _read_action(table, command.action)
    _check_window(table, action)
    names = [place.name for place in state.room.seats]
    reason = _explained_table(state, seat, action).explain(seat, action)
    said = reason.say(names=names, you=seat)
    return d.Answer(t="answer", ack=command.id, v=table.v, action=action.text, reason=reason.to_dict(), text=said)


def _explained_table(state: TableState, seat: int, action: Action) -> Round:
    """Return the table at which an action is explained: until it may be known, one at which nobody forgot to call.

    Playing a card can end the time to notice it, and whoever is fined then (D52) stops a batch until Ready (D39).
    """
    view = state.round.view(seat)
    hidden = state.hides_forgotten() and seat not in view.status.catchable
    return imagined(hint_view(view)) if hidden and action.kind is ActionKind.LAY else state.round


@handles(p.Hint)
def _hint(table: "Table", job: "Job", command: p.Hint) -> d.Answer:
    seat, state = table.own_seat(job.guest), table.state
    if seat not in state.round.awaited:
        raise Refusal("not-now", "it is not your turn")
    view = state.round.view(seat)
    action = table.bots.hint(view)
    grounds = grounds_of(view, action)
    names = tuple(place.name for place in state.room.seats)
    reason = imagined(hint_view(view)).explain(seat, action)  # not the round, where who forgot to call may be fined
    answer = d.Answer(t="answer", ack=command.id, v=table.v, action=action.text, reason=reason.to_dict())
    if grounds:
        answer["text"] = "; ".join(ground.say(names) for ground in grounds)
        answer["grounds"] = [{"id": ground.id, "parts": dict(ground.parts)} for ground in grounds]
    return answer


assert HANDLERS.keys() == p.COMMANDS.keys(), "each command has a handler"
