"""Bots against bots: the same deals with the seats rotated, and how sure one can be of the result."""

import math
import sys
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_all_start_methods, get_context
from statistics import median
from typing import Any, TypeVar

from .bots import Bot, Timed, make_bot, move
from .bots.base import MOVES_AT_MOST, SEEDS
from .core.layout import State
from .core.terms import SEATS, Fact
from .errors import BotError, LastCardError
from .events import Event
from .round import Round
from .rules import Ruleset
from .sim.engines import CompiledWorker, InterpretedWorker, choose_backend, cores
from .sim.plan import POLICIES, ROUNDS, ROW_ENDED, ROW_MOVES, ROW_WINNERS, UNFINISHED, Job, Unknown, plan_of

Progress = Callable[[int, int], None]
Winners = tuple[int, ...]  # the bots that won a round
Some = TypeVar("Some")

CONFIDENCE = 1.959964  # standard errors of a 95 % interval
CHUNK = 2_000  # rounds to a job of the simulator
PROCESSES = 1024  # at most

ANEW = (
    'processes start anew here, so a program must call the arena below `if __name__ == "__main__":` and register its '
    "bots above it; or give processes=1"
)


@dataclass
class Tally:
    """What one bot came to."""

    name: str
    games: int = 0
    wins: float = 0.0  # a shared win is a part
    times: list[float] = field(default_factory=list)  # seconds for each choice; empty in the compiled loop

    @property
    def win_rate(self) -> float:
        """Wins a round."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the win rate (Wilson)."""
        return wilson(self.wins, self.games)


@dataclass
class Result:
    """What an arena found."""

    rules: Ruleset
    seed: int
    games: int
    unfinished: int  # of these, rounds that were broken off: nobody won them
    moves: int
    seconds: float
    tallies: list[Tally]
    beaten: list[list[float]]  # [a][b]: rounds a won, while b sat at the table
    ratings: list[tuple[float, float]] | None  # skill and its uncertainty; None without the library

    def summary(self) -> dict[str, Any]:
        """Everything, as one object for programs; the keys are stable."""
        return {
            "rules": self.rules.id,
            "seats": len(self.tallies),
            "games": self.games,
            "unfinished": self.unfinished,
            "seed": self.seed,
            "moves": self.moves,
            "seconds": self.seconds,
            "moves_per_second": self.moves / self.seconds,
            "bots": [self._bot(place) for place in range(len(self.tallies))],
            "pairs": [
                [None if a == b else pair_share(self.beaten, a, b) for b in range(len(self.tallies))]
                for a in range(len(self.tallies))
            ],
        }

    def _bot(self, place: int) -> dict[str, Any]:
        tally = self.tallies[place]
        low, high = tally.interval
        skill = self.ratings[place] if self.ratings else (None, None)
        return {
            "name": tally.name,
            "games": tally.games,
            "wins": tally.wins,
            "win_rate": tally.win_rate,
            "low": low,
            "high": high,
            "rating": skill[0],
            "rating_error": skill[1],
            "decision_ms": 1000 * median(tally.times) if tally.times else None,
        }


def wilson(wins: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if n == 0:
        return 0.0, 1.0
    share, z = wins / n, CONFIDENCE
    middle = share + z * z / (2 * n)
    reach = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return (middle - reach) / (1 + z * z / n), (middle + reach) / (1 + z * z / n)


def pair_share(beaten: Sequence[Sequence[float]], a: int, b: int) -> float:
    """Of the rounds that one of the two won, the share that a won."""
    both = beaten[a][b] + beaten[b][a]
    return beaten[a][b] / both if both else 0.5


# ---------------------------------------------------------------- playing


@dataclass(frozen=True)
class Lot:
    """Some rounds: who won each, by bot, and how long they took."""

    winners: list[Winners]
    moves: int
    unfinished: int = 0
    times: tuple[tuple[int, float], ...] = ()  # (bot, seconds) for each choice


@dataclass(frozen=True)
class Work:
    """One deal, to be played with the bots so many seats further on."""

    rules: Ruleset
    bots: tuple[str, ...]
    seed: int
    deal: int
    turn: int


def play(
    rules: Ruleset | str,
    bots: Sequence[str],
    *,
    games: int,
    seed: int = 0,
    processes: int | None = None,
    progress: Progress | None = None,
) -> Result:
    """Play at least so many rounds, every deal once from each rotation of the seats, on so many cores or on all."""
    ruleset = Ruleset.from_id(rules) if isinstance(rules, str) else rules
    _check(ruleset, bots, games, seed, processes)
    deals = -(-games // len(bots))
    if all(name in POLICIES for name in bots):
        simulated(Stretch(ruleset, tuple(bots), seed, 0, 0, 0))  # so that compiling is not counted
        lots = _policy_lots(ruleset, bots, deals, seed, processes or cores())
    else:
        _prepare(bots)
        lots = _table_lots(ruleset, bots, deals, seed, processes or cores())
    return _result(ruleset, bots, seed, lots, deals * len(bots), progress)


def _check(ruleset: Ruleset, bots: Sequence[str], games: int, seed: int, processes: int | None) -> None:
    if not 2 <= len(bots) <= SEATS:
        given = "one bot" if len(bots) == 1 else f"{len(bots)} bots"
        raise LastCardError(f"{given}: a table has 2 to {SEATS}, one name for each seat")
    ruleset.check_table(len(bots))
    if games < 1:
        raise LastCardError(f"{games} games: at least one is needed")
    if not 0 <= seed < SEEDS:
        raise LastCardError(f"seed {seed} is out of range; seeds go from 0 to 2^63 - 1")
    if processes is not None and not 1 <= processes <= PROCESSES:
        raise LastCardError(f"{processes} processes are out of range; 1 to {PROCESSES} are allowed")
    for name in bots:
        make_bot(name)


def _result(
    ruleset: Ruleset, bots: Sequence[str], seed: int, lots: Iterator[Lot], games: int, progress: Progress | None
) -> Result:
    began = time.perf_counter()
    tallies = [Tally(name, games) for name in bots]
    ratings = Ratings(len(bots))
    ends: Counter[Winners] = Counter()
    moves = unfinished = 0
    for lot in lots:
        moves += lot.moves
        unfinished += lot.unfinished
        ends.update(lot.winners)
        for bot, seconds in lot.times:
            tallies[bot].times.append(seconds)
        ratings.add(lot.winners)
        if progress:
            progress(ends.total(), games)
    beaten = _beaten(ends, tallies)
    seconds = time.perf_counter() - began
    return Result(ruleset, seed, games, unfinished, moves, seconds, tallies, beaten, ratings.found())


def _beaten(ends: Counter[Winners], tallies: list[Tally]) -> list[list[float]]:
    """The rounds each bot won, counted as its wins and against each other bot."""
    beaten = [[0.0] * len(tallies) for _ in tallies]
    for winners, rounds in ends.items():
        for winner in winners:
            tallies[winner].wins += rounds / len(winners)
            for other in set(range(len(tallies))).difference(winners):
                beaten[winner][other] += rounds
    return beaten


# ---------------------------------------------------------------- policies, in the loop of the simulator


@dataclass(frozen=True)
class Stretch:
    """Some deals, to be played by policies that sit so many seats further on."""

    rules: Ruleset
    bots: tuple[str, ...]
    seed: int
    turn: int
    first: int
    count: int


def _policy_lots(ruleset: Ruleset, bots: Sequence[str], deals: int, seed: int, cores: int) -> Iterator[Lot]:
    """Policies of the simulator on all cores: compiled, the loop lets other threads run; interpreted it does not."""
    work = [
        Stretch(ruleset, tuple(bots), seed, turn, first, min(CHUNK, deals - first))
        for first in range(0, deals, CHUNK)
        for turn in range(len(bots))
    ]
    if choose_backend("auto") == "python":
        yield from _by_deals(_in_processes(simulated, work, cores), len(bots))
        return
    with ThreadPoolExecutor(min(cores, len(work))) as pool:
        yield from _by_deals(pool.map(simulated, work), len(bots))


def _by_deals(lots: Iterator[Lot], turns: int) -> Iterator[Lot]:
    """Lots of the same deals as one, with the rotations of each deal side by side: ratings go by the order."""
    while group := list(islice(lots, turns)):
        winners = [won for deal in zip(*(lot.winners for lot in group), strict=True) for won in deal]
        yield Lot(winners, sum(lot.moves for lot in group), sum(lot.unfinished for lot in group))


def simulated(work: Stretch) -> Lot:
    """A stretch of deals; who sits where is data, so nothing is compiled anew."""
    make = CompiledWorker if choose_backend("auto") == "numba" else InterpretedWorker
    at_seat = _seating(len(work.bots), work.turn)
    plan = plan_of([POLICIES.index(work.bots[bot]) for bot in at_seat])
    job = Job()
    job.kind, job.seats, job.seed = ROUNDS, len(work.bots), work.seed
    job.first, job.count = work.first, work.count
    rows = make(work.rules.compiled, plan, State(), Unknown()).play(job, rows=True)
    cut = [int(row[ROW_ENDED]) == UNFINISHED for row in rows]
    seats = [0 if unfinished else int(row[ROW_WINNERS]) for row, unfinished in zip(rows, cut, strict=True)]
    winners = {won: tuple(bot for seat, bot in enumerate(at_seat) if won >> seat & 1) for won in set(seats)}
    return Lot([winners[won] for won in seats], sum(int(row[ROW_MOVES]) for row in rows), sum(cut))


def _seating(bots: int, turn: int) -> list[int]:
    """Which bot sits at each seat."""
    return [(seat + turn) % bots for seat in range(bots)]


# ---------------------------------------------------------------- any bots, at tables


def _prepare(bots: Sequence[str]) -> None:
    """Let bots load what takes long before the clock runs, and before it is loaded in every process."""
    for name in dict.fromkeys(bots):
        prepare = getattr(make_bot(name), "prepare", None)
        try:
            if prepare is not None:
                prepare()
        except (Exception, SystemExit) as error:
            raise LastCardError(f"bot {name!r} cannot prepare: {type(error).__name__}: {error}") from error


def _table_lots(ruleset: Ruleset, bots: Sequence[str], deals: int, seed: int, processes: int) -> Iterator[Lot]:
    """Any bots, on all cores."""
    turns = range(len(bots))
    work = [Work(ruleset, tuple(bots), seed, deal, turn) for deal in range(deals) for turn in turns]
    return _in_processes(play_one, work, processes, together=len(bots))


def play_one(work: Work) -> Lot:
    """One round at a table; BotError if a bot spoils it."""
    at_seat = _seating(len(work.bots), work.turn)
    bots = {seat: Timed(_bot(work, bot)) for seat, bot in enumerate(at_seat)}
    table = _dealt(work)
    moves = 0
    events: list[Event] = []
    try:
        while not table.over and moves < MOVES_AT_MOST:
            moves += 1
            events = move(table, bots).events
    except BotError as error:
        where = f"deal {work.deal}, rotation {work.turn}, seed {work.seed}"
        raise error.known_as(work.bots[at_seat[error.seat]], where) from error
    cut = not table.over or any(event.kind == Fact.BLOCKED and event.amount for event in events)  # by I-54
    winners = () if cut else tuple(at_seat[seat] for seat in table.winners)
    times = [(at_seat[seat], taken) for seat, bot in bots.items() for taken, chose in bot.times if chose]
    return Lot([winners], moves, int(cut), tuple(times))


def _bot(work: Work, bot: int) -> Bot:
    """A bot for one deal; it plays alike in every rotation."""
    return make_bot(work.bots[bot], seed=(work.seed + work.deal * len(work.bots) + bot) % SEEDS)


def _dealt(work: Work) -> Round:
    """The table of a deal, the same in every rotation."""
    seats = len(work.bots)
    seed = (work.seed * 1_000_003 + work.deal) % SEEDS
    return Round.deal(work.rules, seats=seats, seed=seed, dealer=work.deal % seats)


# ---------------------------------------------------------------- on several cores


def _in_processes(
    play_it: Callable[[Some], Lot], work: Sequence[Some], processes: int, *, together: int = 1
) -> Iterator[Lot]:
    """Pieces of work on so many cores, so many of them at a time."""
    processes = min(processes, len(work) // together)
    if processes <= 1:
        yield from map(play_it, work)
        return
    method = start_method()
    try:
        with ProcessPoolExecutor(processes, mp_context=get_context(method)) as pool:
            with warnings.catch_warnings():  # of threads that Python does not know: those of NumPy bear a fork
                warnings.simplefilter("ignore", DeprecationWarning)
                lots = pool.map(play_it, work, chunksize=together)
            yield from lots
    except BrokenProcessPool as error:
        why = "a bot has ended it" if method == "fork" else ANEW
        raise LastCardError(f"a process of the arena has ended before its rounds: {why}") from error
    except LastCardError as error:
        if method == "fork" or isinstance(error, BotError):
            raise
        raise LastCardError(f"{error}; {ANEW}") from error


def start_method() -> str:
    """How processes are started: forked where that is safe, so that they know what the program has registered.

    A fork copies only the thread that forks; a lock that another one holds stays held in the child for ever.  Ours
    have ended by then, and numba has none as long as nothing is compiled to run in parallel.  On macOS the libraries of
    the system do not bear forks.
    """
    safe = sys.platform != "darwin" and "fork" in get_all_start_methods() and threading.active_count() == 1
    return "fork" if safe else "spawn"


# ---------------------------------------------------------------- ratings


class Ratings:
    """Skill by a model that knows more than two players; nothing where its library is not installed."""

    RATED = 20_000  # rounds after which a rating does not change any more worth the time

    def __init__(self, bots: int) -> None:
        self._model: Any = None
        self._rounds = 0
        with suppress(ImportError):
            from openskill.models import PlackettLuce

            self._model = PlackettLuce(tau=0.0)  # no drift: a bot does not learn, so all rounds count alike
            self._skills = [self._model.rating() for _ in range(bots)]

    def add(self, rounds: Sequence[Winners]) -> None:
        """Some rounds: in each the winners are first, all others second."""
        if self._model is None:
            return
        for winners in islice(filter(None, rounds), self.RATED - self._rounds):
            self._rounds += 1
            ranks = [1 if bot in winners else 2 for bot in range(len(self._skills))]
            rated = self._model.rate([[skill] for skill in self._skills], ranks=ranks)
            self._skills = [team[0] for team in rated]

    def found(self) -> list[tuple[float, float]] | None:
        """Skill and uncertainty of each bot."""
        return None if self._model is None else [(skill.mu, skill.sigma) for skill in self._skills]
