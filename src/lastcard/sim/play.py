"""Play many rounds or matches in one call."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ..core.layout import State
from ..errors import LastCardError, did_you_mean
from ..notation import Position, parse_position
from ..rules import Ruleset
from .engines import SIM_BACKENDS, check_backend, choose_backend, cores
from .knowledge import knowledge
from .plan import MATCHES, POLICIES, POSITIONS, ROUNDS, Plan, Unknown, plan_of
from .recording import Recorder, file_of, new_folder
from .result import Result
from .stretches import Progress, Setting, Stretches, play_here, play_there

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
    records: str | Path | None = None,
    watch: bool = False,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> Result:
    """Play this many rounds (`games`) or whole `matches`, and return statistics.

    `bots` names a policy for each seat; if there are fewer, they repeat.  `start` is a position from which every round
    starts, its unknown cards dealt anew each time.  `records` is a new folder for a record of each round or match.
    `watch` also counts changes of lead and comebacks, which takes a little longer.  `cluster` is the address of a Ray
    cluster to play on.  The same seed gives the same totals, rows and records, whatever the backend, the number of
    threads and the machines.
    """
    ruleset = Ruleset.from_id(rules) if isinstance(rules, str) else rules
    position = None
    if start is not None:
        position, ruleset = parse_position(start, ruleset)
        seats = len(position.hands)
    _check(ruleset, seats, games, matches, seed, forget, threads, position, rows)
    plan = _plan(bots, seats, forget)
    check_backend(backend, SIM_BACKENDS)
    if records is not None and position:
        raise LastCardError("rounds from a position cannot be recorded, because a record begins with the deal")
    if backend == "gpu" and (matches or position):
        raise LastCardError("the backend gpu plays freshly dealt rounds only; use c for matches and positions")
    if cluster is not None and (threads is not None or backend == "gpu"):
        raise LastCardError("a cluster uses all its cores: do not choose a number of threads or the backend gpu")
    if watch and (matches or backend == "gpu"):
        raise LastCardError("only single rounds on the CPU can be watched")

    bots = tuple(POLICIES[plan.policy[seat]] for seat in range(seats))
    folder = None if records is None else new_folder(records, matches or games)

    template, unknown = knowledge(position, ruleset) if position else (State(), Unknown())
    setting = Setting(backend, ruleset.core_rules, plan, seats, template, unknown, rows)
    kind = MATCHES if matches else POSITIONS if position else ROUNDS
    stretches = Stretches(kind, seats, seed, matches or games, watch)
    if cluster is not None:
        outcome = play_there(setting, stretches, cluster, progress)
    else:
        setting = replace(setting, backend=backend if backend == "gpu" else choose_backend(backend))
        outcome = play_here(setting, stretches, threads or cores() if setting.backend == "c" else 1, progress)
    if folder is not None:
        recorder = Recorder(ruleset, seats, plan, bots, seed)
        record = recorder.match if matches else recorder.round
        for number in range(matches or games):
            record(number).save(file_of(folder, number))
    return Result(
        rules=ruleset,
        seats=seats,
        games=games,
        matches=matches,
        seed=seed,
        bots=bots,
        forget=forget,
        **outcome._asdict(),
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
        raise LastCardError("a start position and rows go with single rounds, not with whole matches")
    if not 0 <= seed < 1 << 63:
        raise LastCardError(f"seed {seed} is out of range; seeds go from 0 to 2^63 - 1")
    if not 0.0 <= forget <= 1.0:
        raise LastCardError(f"the chance of forgetting must be from 0 to 1, not {forget}")
    if threads is not None and not 1 <= threads <= 1024:
        raise LastCardError(f"{threads} threads are out of range; 1 to 1024 are allowed")


def _plan(bots: Sequence[str], seats: int, forget: float) -> Plan:
    if not bots:
        raise LastCardError(f"at least one bot is needed; there are {', '.join(POLICIES)}")
    if len(bots) > seats:
        raise LastCardError(f"{len(bots)} bots were given for {seats} seats")
    for name in bots:
        if name not in POLICIES:
            near = did_you_mean(name, POLICIES)
            raise LastCardError(f"no bot called {name!r} plays in the simulator{near}; there are {', '.join(POLICIES)}")
    return plan_of([POLICIES.index(name) for name in bots], forget)
