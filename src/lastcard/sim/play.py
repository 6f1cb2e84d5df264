"""Play many rounds or matches in one call."""

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from queue import SimpleQueue

from ..core.layout import State
from ..errors import LastCardError, did_you_mean
from ..notation import Position, parse_position
from ..rules import Ruleset
from .engines import CompiledWorker, InterpretedWorker, Worker, choose_backend, cores
from .knowledge import knowledge
from .plan import MATCHES, POLICIES, POSITIONS, ROUNDS, Job, Plan, Totals, Unknown, plan_of
from .pool import in_order, thread_pool
from .result import Result

Progress = Callable[[int, int], None]  # done, total

CHUNK = {"c": 4_000, "python": 50}  # rounds in a job, which take a fraction of a second
CHUNK_OF_MATCHES = {"c": 200, "python": 5}
MOST = 10**15  # rounds or matches
MOST_ROWS = 1_000_000  # they are kept in memory


def play(
    rules: Ruleset | str,
    *,
    seats: int = 4,
    games: int = 0,
    matches: int = 0,
    seed: int = 0,
    bots: Sequence[str] = ("random",),
    forget: float = 0.0,
    backend: str = "auto",
    threads: int | None = None,
    start: str | None = None,
    rows: bool = False,
    progress: Progress | None = None,
) -> Result:
    """Play this many rounds (`games`) or whole `matches`, and return statistics.

    `bots` names a policy for each seat; if there are fewer, they repeat.  `start` is a position from which every round
    starts, its unknown cards dealt anew each time.  The same seed gives the same totals and rows, whatever the backend
    and the number of threads.
    """
    ruleset = Ruleset.from_id(rules) if isinstance(rules, str) else rules
    position = None
    if start is not None:
        position, ruleset = parse_position(start, ruleset)
        seats = len(position.hands)
    _check(ruleset, seats, games, matches, seed, forget, threads, position, rows)
    backend = choose_backend(backend)
    threads = 1 if backend == "python" else threads or cores()
    template, unknown = knowledge(position, ruleset) if position else (State(), Unknown())
    plan = _plan(bots, forget)

    make = CompiledWorker if backend == "c" else InterpretedWorker
    workers = [make(ruleset.core_rules, plan, template, unknown) for _ in range(threads)]
    kind = MATCHES if matches else POSITIONS if position else ROUNDS
    chunk = (CHUNK_OF_MATCHES if matches else CHUNK)[backend]
    jobs = _jobs(kind, seats, seed, matches or games, chunk)
    began = time.perf_counter()
    lines = _work(workers, jobs, rows, matches or games, progress)
    seconds = time.perf_counter() - began
    return Result(
        rules=ruleset,
        seats=seats,
        games=games,
        matches=matches,
        seed=seed,
        bots=tuple(POLICIES[plan.policy[seat]] for seat in range(seats)),
        forget=forget,
        backend=backend,
        threads=threads,
        seconds=seconds,
        totals=_added([worker.totals() for worker in workers]),
        rows=lines,
    )


def _check(
    ruleset: Ruleset,
    seats: int,
    games: int,
    matches: int,
    seed: int,
    forget: float,
    threads: int | None,
    position: Position | None,
    rows: bool,
) -> None:
    ruleset.check_table(seats)
    if games and matches:
        raise LastCardError(f"{games} rounds and {matches} matches: give a number of rounds or matches, not both")
    number = matches or games
    if number < 1:
        raise LastCardError(f"{number} games: at least one round or match is needed")
    if number > MOST:
        raise LastCardError("too many games: at most 10^15 rounds or matches can be played")
    if rows and games > MOST_ROWS:
        raise LastCardError(f"{games:,} games: there can be rows of at most {MOST_ROWS:,} rounds")
    if matches and (position or rows):
        raise LastCardError("matches are dealt anew and have no rows; use games with a position or rows")
    if not 0 <= seed < 1 << 63:
        raise LastCardError(f"seed {seed} is out of range; seeds go from 0 to 2^63 - 1")
    if not 0.0 <= forget <= 1.0:
        raise LastCardError(f"--forget must be from 0 to 1, not {forget}")
    if threads is not None and not 1 <= threads <= 1024:
        raise LastCardError(f"{threads} threads are out of range; 1 to 1024 are allowed")


def _plan(bots: Sequence[str], forget: float) -> Plan:
    if not bots:
        raise LastCardError(f"at least one bot is needed; there are {', '.join(POLICIES)}")
    for name in bots:
        if name not in POLICIES:
            near = did_you_mean(name, POLICIES)
            raise LastCardError(f"no bot called {name!r} plays in the simulator{near}; there are {', '.join(POLICIES)}")
    return plan_of([POLICIES.index(name) for name in bots], forget)


def _job(kind: int, seats: int, seed: int, first: int, count: int) -> Job:
    job = Job()
    job.kind, job.seats, job.seed, job.first, job.count = kind, seats, seed, first, count
    return job


def _jobs(kind: int, seats: int, seed: int, games: int, chunk: int) -> Iterator[Job]:
    for first in range(0, games, chunk):
        yield _job(kind, seats, seed, first, min(chunk, games - first))


def _work(
    workers: Sequence[Worker], jobs: Iterable[Job], rows: bool, games: int, progress: Progress | None
) -> list[Sequence[int]]:
    """Let the workers do all jobs; return the rows in the order of the rounds."""
    lines: list[Sequence[int]] = []
    done = 0
    with closing(_played(workers, jobs, rows)) as played:
        for job, found in played:
            lines.extend(found)
            done += job.count
            if progress:
                progress(done, games)
    return lines


def _played(
    workers: Sequence[Worker], jobs: Iterable[Job], rows: bool
) -> Generator[tuple[Job, Sequence[Sequence[int]]], None, None]:
    """Yield each job and its rows, in order."""
    free: SimpleQueue[Worker] = SimpleQueue()
    for worker in workers:
        free.put(worker)

    def carry_out(job: Job) -> tuple[Job, Sequence[Sequence[int]]]:
        worker = free.get()
        try:
            return job, worker.play(job, rows)
        finally:
            free.put(worker)

    if len(workers) == 1:
        yield from map(carry_out, jobs)
        return
    with thread_pool(len(workers)) as pool:
        yield from in_order(pool, carry_out, jobs, len(workers))


def _added(parts: Sequence[Totals]) -> Totals:
    """Return the sum of totals, field by field."""
    total = parts[0]
    for part in parts[1:]:
        for name in total._fields:  # type: ignore[attr-defined]  # every record has it
            mine, other = getattr(total, name), getattr(part, name)
            if isinstance(mine, list):
                mine[:] = [a + b for a, b in zip(mine, other, strict=True)]
            else:
                setattr(total, name, mine + other)
    return total
