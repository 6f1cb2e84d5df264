"""Twin tables of a server: alike in all that one seat may know, different in the cards it may not.

The tables are the server's own, in this process: with a clock that the test moves, a store that keeps nothing, and
connections that keep every byte.
"""

from collections.abc import Iterator
from random import Random

import msgspec
from prometheus_client import generate_latest

from lastcard.backends.live import LiveState
from lastcard.core.layout import State
from lastcard.errors import LastCardError
from lastcard.game.events import Event, told_to
from lastcard.game.match import Match
from lastcard.game.round import Round
from lastcard.game.view import View
from lastcard.online import protocol as p
from lastcard.online.server.limits import Limits
from lastcard.online.server.marks import Marks
from lastcard.online.server.metrics import Metrics
from lastcard.online.server.space import Space
from lastcard.online.server.store import entries
from lastcard.online.server.store.store import Saved
from lastcard.online.server.table.around import Services
from lastcard.online.server.table.clocks import Timing
from lastcard.online.server.table.table import Table
from lastcard.online.server.table.thinkers import Thinkers
from lastcard.online.server.table.timers import TIMERS
from lastcard.online.server.table.workers import Workers
from lastcard.rules import Ruleset
from walks import RULES, Walk, deal_again

START = 1_700_000_000_000  # milliseconds
NAMES = ("Ann", "Ben", "Cyd", "Dan", "Eva", "Fin", "Gil", "Hal", "Ida", "Jim")

# The presets, and house rules under which things happen out of turn, in hiding, or between partners.
HOUSES = (
    *RULES,
    "official+jump-in",
    "official+count-info=hidden",
    "official+count-info=hidden+jump-in",
    "official+seven-zero",
    "official+partners+seven-zero",
)


class Clock:
    """The server's time, moved by the test."""

    def __init__(self) -> None:
        self.time = START

    def now(self) -> int:
        return self.time


class Forgetful:
    """A store that takes everything and keeps how much it was."""

    full = False

    def __init__(self) -> None:
        self.waiting: list = []
        self.quota = 0
        self.entries: list[int] = []

    def append(self, one, done) -> int:
        self.entries.append(one.v)
        self.waiting.append(done)
        return 0


class Listener:
    """A connection that keeps every byte."""

    outside = False
    address = ""
    in_debt = False

    def __init__(self, place: int | None) -> None:
        self.guest = "watcher" if place is None else f"guest-{place}"
        self.name = "Zoe" if place is None else NAMES[place]
        self.lag = 0 if place is None else 35 * place
        self.frames: list[bytes] = []

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)

    def charge(self, size: int) -> None:
        pass

    def close(self, code: int) -> None:
        self.frames.append(b"closed %d" % code)


class LocalTable:
    """A table at which people sit in the middle of a round."""

    def __init__(self, round_: Round, pace: str = "normal") -> None:
        self.clock, self.store, self.metrics = Clock(), Forgetful(), Metrics()
        services = Services(self.store, self.clock, Timing(), Thinkers(None, 1), Workers(1), self.metrics, "epoch",
                            Marks("key"), Limits(1e6), Space(self.store))  # type: ignore  # fmt: skip
        self.table = Table(services, 1, "link", "BCDFGH")
        seats = [entries.Seat("person", f"guest-{place}", NAMES[place], bank=60_000) for place in range(round_.seats)]
        settings = entries.Settings.of(round_.rules, round_.seats, pace, False)
        room = entries.Room(settings, "guest-0", seats, "playing", secret="00" * 32, rounds=1, match="match")
        state = self.table.state
        state.apply(entries.Made(room), 1, START)
        state.match = Match.from_round(round_)
        state.begun = entries.Begun("00", 0, NAMES[: round_.seats], ("",) * round_.seats)
        state._begin_moment((), START, 0)
        self.table.note(entries.Made(room), 1, START, None)
        self.listeners = {place: Listener(place) for place in (*range(round_.seats), None)}
        self.sent = 0
        for listener in self.listeners.values():
            self.table.join(listener, p.Hello(p.PROTOCOL, "ticket"))  # type: ignore[arg-type]
        self.settle()

    @property
    def round(self) -> Round:
        return self.table.state.round

    def command(self, who: int | None, kind: type[p.Command], **fields: object) -> None:
        """Send a command of a seat, which has seen the present version unless `v` is given."""
        self.sent += 1
        command = kind(id=f"c{self.sent}", **{"v": self.table.v, **fields})
        self.table.submit(self.listeners[who], command)  # type: ignore[arg-type]
        self.settle()

    def settle(self) -> None:
        """Let the store save whatever waits."""
        while self.store.waiting:
            self.store.waiting.pop(0)(Saved())

    def pass_time(self, by: int) -> None:
        """Move the clock, and let happen what is due."""
        self.clock.time += by
        self.table.wake()
        self.settle()

    def dues(self, bots: bool = False) -> list[int | None]:
        """Return when each kind of thing that happens by itself is due; with `bots`, as if bots played all seats."""
        seats = self.table.state.room.seats
        for seat in seats:
            seat.stand_in = bots
        found = [timer.due(self.table) for timer in TIMERS if timer.due.__name__ != "_back_due"]
        for seat in seats:
            seat.stand_in = False
        return found

    def heard(self, seat: int | None) -> list[bytes]:
        """Return the bytes that a seat or a spectator was sent since the last time."""
        listener = self.listeners[seat]
        frames, listener.frames = listener.frames, []
        return frames

    def counted(self) -> bytes:
        """Return the metrics, without those that tell how long something took."""
        lines = generate_latest(self.metrics.registry).splitlines()
        return b"\n".join(line for line in lines if b"_created" not in line and b"seconds" not in line)


def a_round(s: State, rules: Ruleset) -> Round:
    state = LiveState()
    state.copy_from(s)
    return Round(rules, state)


def twin_rounds(walk: Walk, seat: int) -> tuple[Round, Round]:
    """Return the round of a walk, and one that differs from it only in what a seat cannot know."""
    one = a_round(walk.state, walk.rules)
    other = one.live_state()
    deal_again(other, seat, walk.rng)
    return one, a_round(other, walk.rules)


# ---------------------------------------------------------------- what people try


def moves(view: View, rng: Random) -> list[str]:
    """Return moves that a seat may make, with calls, batches and fouls, in random order."""
    found = [action.text for action in view.legal]
    for lay in view.choices.lays:
        joined = [card.text for card in lay.joins]
        rng.shuffle(joined)
        ending = ":" + rng.choice(view.choices.colours) if lay.card.wild else ""
        for many in range(min(len(joined), view.choices.batch - 1)):
            found.append("".join([lay.card.text, *joined[: many + 1]]) + ending)
    found += [f"{text}!" for text in found if text[:1] in "rgbykw"]
    found += [card.text if not card.wild else f"{card.text}:r" for card in view.fouls.lays]
    found += [f"catch {seat}" for seat in view.fouls.catch] + ["call"] * view.fouls.call
    rng.shuffle(found)
    return found


def attempts(view: View, rng: Random, many: int) -> list[str]:
    """Return actions that a seat may try, most of them wrong."""
    deck, seats = view.rules.deck, view.status.seats
    cards = [text + ":r" if card >= 96 else text for card, text in deck.text.items()]
    own = [card.text + ":r" if card.wild else card.text for card in view.hand]
    words = ["draw", "pass", "take", "challenge", "call", "ready", "done", ":r"]
    words += [f"catch {seat}" for seat in range(seats)] + [f">{seat}" for seat in range(seats)]
    found = rng.choices(words, k=many) + rng.choices(cards, k=many) + rng.choices(own or words, k=many)
    found += [f"{text}{rng.choice(['!', '>0', '>1', '>1>0'])}" for text in rng.choices(own or cards, k=many)]
    return found


def outcome(round_: Round, seat: int, move: str) -> tuple[Event, ...] | str:
    """Return what a move would do, or why it is refused; nothing changes."""
    try:
        return round_.prepare(seat, move).played.events
    except LastCardError:
        return "refused"


def agreed_move(one: Round, other: Round, viewer: int, rng: Random) -> tuple[int, str] | None:
    """Return a move that tells the viewer the same at both tables, or None if none is found."""
    for _ in range(6):
        seat = rng.choice(one.awaited) if rng.random() < 0.7 else rng.randrange(one.seats)
        for move in moves(one.view(seat), rng)[:6]:
            here, there = outcome(one, seat, move), outcome(other, seat, move)
            if isinstance(here, str) or isinstance(there, str):
                continue
            if told_to(here, viewer) == told_to(there, viewer):
                return seat, move
    return None


def tables(walk: Walk, viewer: int) -> tuple[LocalTable, LocalTable]:
    pace = walk.rng.choice(["off", "normal", "quick"])
    one, other = (LocalTable(round_, pace) for round_ in twin_rounds(walk, viewer))
    return one, other


def decoded(frames: list[bytes]) -> Iterator[dict]:
    for frame in frames:
        yield msgspec.json.decode(frame)
