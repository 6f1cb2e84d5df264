"""Bots against bots: the same deals with the seats rotated, and how sure one can be of the result."""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from statistics import median
from typing import Any

from .bots import actions_of, claims_in_order, make_bot
from .core.layout import State
from .core.terms import SEATS
from .errors import LastCardError
from .round import Round
from .rules import Ruleset
from .sim.engines import CompiledWorker, InterpretedWorker, choose_backend, cores
from .sim.plan import POLICIES, ROUNDS, ROW_ENDED, ROW_MOVES, ROW_WINNERS, UNFINISHED, Job, Unknown, plan_of

Progress = Callable[[int, int], None]

CONFIDENCE = 1.959964  # standard errors of a 95 % interval
CHUNK = 2_000  # rounds to a job of the compiled loop
MOVES_AT_MOST = 100_000  # of one round: no bot waits for ever


@dataclass
class Tally:
    """What one bot came to."""

    name: str
    games: int = 0
    wins: float = 0.0  # a shared win is a part
    times: list[float] = field(default_factory=list)  # seconds for each decision; empty in the compiled loop

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
class Played:
    """One round: who won, by bot, and how long it took."""

    winners: tuple[int, ...]
    moves: int
    times: tuple[tuple[int, float], ...] = ()  # (bot, seconds) for each decision


def play(
    rules: Ruleset | str,
    bots: Sequence[str],
    *,
    games: int,
    seed: int = 0,
    processes: int | None = None,
    progress: Progress | None = None,
) -> Result:
    """Play at least so many rounds, every deal once from each rotation of the seats."""
    ruleset = Ruleset.from_id(rules) if isinstance(rules, str) else rules
    _check(ruleset, bots, games)
    deals = -(-games // len(bots))
    if all(name in POLICIES for name in bots):
        next(_compiled_rounds(ruleset, bots, 1, seed))  # so that compiling is not counted
        rounds = _compiled_rounds(ruleset, bots, deals, seed)
    else:
        rounds = _rounds(ruleset, bots, deals, seed, processes or cores())
    began = time.perf_counter()
    return _result(ruleset, bots, seed, rounds, deals * len(bots), began, progress)


def _check(ruleset: Ruleset, bots: Sequence[str], games: int) -> None:
    if not 2 <= len(bots) <= SEATS:
        raise LastCardError(f"{len(bots)} bots: a table has 2 to {SEATS}, one name for each seat")
    ruleset.check_table(len(bots))
    if games < 1:
        raise LastCardError(f"{games} games: at least one is needed")
    for name in bots:
        make_bot(name)


def _result(
    ruleset: Ruleset,
    bots: Sequence[str],
    seed: int,
    rounds: Iterator[Played],
    games: int,
    began: float,
    progress: Progress | None,
) -> Result:
    tallies = [Tally(name) for name in bots]
    beaten = [[0.0] * len(bots) for _ in bots]
    ratings = Ratings(len(bots))
    moves = 0
    for done, played in enumerate(rounds, 1):
        moves += played.moves
        for tally in tallies:
            tally.games += 1
        for winner in played.winners:
            tallies[winner].wins += 1 / len(played.winners)
            for other in range(len(bots)):
                if other not in played.winners:
                    beaten[winner][other] += 1
        for bot, seconds in played.times:
            tallies[bot].times.append(seconds)
        ratings.add(played.winners)
        if progress:
            progress(done, games)
    seconds = time.perf_counter() - began
    return Result(ruleset, seed, games, moves, seconds, tallies, beaten, ratings.found())


def _compiled_rounds(ruleset: Ruleset, bots: Sequence[str], deals: int, seed: int) -> Iterator[Played]:
    """Policies of the simulator: which sits where is data, so nothing is compiled anew."""
    make = CompiledWorker if choose_backend("auto") == "numba" else InterpretedWorker
    for turn in range(len(bots)):
        at_seat = [(seat + turn) % len(bots) for seat in range(len(bots))]
        plan = plan_of([POLICIES.index(bots[bot]) for bot in at_seat])
        worker = make(ruleset.compiled, plan, State(), Unknown())
        for first in range(0, deals, CHUNK):
            job = Job()
            job.kind, job.seats, job.seed = ROUNDS, len(bots), seed
            job.first, job.count = first, min(CHUNK, deals - first)
            for row in worker.play(job, rows=True):
                seats = int(row[ROW_WINNERS]) if row[ROW_ENDED] != UNFINISHED else 0
                winners = tuple(at_seat[seat] for seat in range(len(bots)) if seats >> seat & 1)
                yield Played(winners, int(row[ROW_MOVES]))


def _rounds(ruleset: Ruleset, bots: Sequence[str], deals: int, seed: int, processes: int) -> Iterator[Played]:
    """Any bots, on all cores."""
    work = [(ruleset.id, tuple(bots), seed, deal, turn) for deal in range(deals) for turn in range(len(bots))]
    if processes == 1:
        yield from map(play_one, work)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(play_one, work, chunksize=len(bots))


def play_one(work: tuple[str, tuple[str, ...], int, int, int]) -> Played:
    """One deal with the bots so many seats further on."""
    rules, names, seed, deal, turn = work
    n = len(names)
    at_seat = [(seat + turn) % n for seat in range(n)]
    bots = {seat: make_bot(names[bot], seed + deal * n + bot) for seat, bot in enumerate(at_seat)}
    table = Round.deal(rules, seats=n, seed=seed * 1_000_003 + deal, dealer=deal % n)
    times: list[tuple[int, float]] = []
    moves = 0
    while not table.over and moves < MOVES_AT_MOST:
        moves += 1
        claims = claims_in_order(table, bots)
        if claims:
            table.act(claims[0].seat, claims[0].actions)
            continue
        seat = table.awaited[0]
        began = time.perf_counter()
        action = bots[seat].decide(table.view(seat))
        times.append((at_seat[seat], time.perf_counter() - began))
        table.act(seat, actions_of(table.rules.deck, action))
    return Played(tuple(at_seat[seat] for seat in table.winners), moves, tuple(times))


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

    def add(self, winners: tuple[int, ...]) -> None:
        """A round: the winners are first, all others second."""
        if self._model is None or not winners or self._rounds >= self.RATED:
            return
        self._rounds += 1
        ranks = [1 if bot in winners else 2 for bot in range(len(self._skills))]
        rated = self._model.rate([[skill] for skill in self._skills], ranks=ranks)
        self._skills = [team[0] for team in rated]

    def found(self) -> list[tuple[float, float]] | None:
        """Skill and uncertainty of each bot."""
        return None if self._model is None else [(skill.mu, skill.sigma) for skill in self._skills]
