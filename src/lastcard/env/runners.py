"""Keep the tables of a batch and run `play_tables` on them, compiled or interpreted."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

from ..backends.records import Records, stored
from ..core.layout import Rules, Sheet
from ..core.terms import NONE
from ..sim.plan import Plan
from .engine import compiled_tables, interpreted_tables
from .game import CHECK, CHECK_AHEAD, SAMPLE, Game, Spec, Work

# These works are so quick that waking a thread for them pays only with more tables than this.
QUICK = (CHECK, CHECK_AHEAD, SAMPLE)
FEW = 8_192


class Arrays(NamedTuple):
    """The NumPy arrays that tables are written to."""

    obs: Any
    truth: Any
    mask: Any
    seat: Any
    rewards: Any
    ended: Any
    outcomes: Any  # none, unless others are given
    refused: Any


Run = Callable[[], int]  # returns the first action that is not legal, by its place, or NONE


class Runner(Protocol):
    """Keeps the tables, and does works at all of them."""

    def put_spec(self, spec: Spec) -> None:
        """Play and show the tables this way from now on."""

    def game(self, table: int) -> Game:
        """Return a copy of a table."""

    def moves(self, table: int) -> int:
        """Return how many moves the round at a table has had."""

    def put_game(self, table: int, game: Game) -> None:
        """Change a table."""

    def seat(self, table: int, learners: int, plan: int) -> None:
        """Say which seats of a table decide outside, as bits, and which plan plays the others."""

    def sheet(self, table: int) -> Sheet:
        """Return a copy of the scores of a table."""

    def prepare(self, kinds: Sequence[int], plans: Sequence[Plan], actions: Any, arrays: Arrays | None = None) -> Run:
        """Return a function that does these works with all of these actions, each with all before the next.

        It writes to the given arrays, or else to those of the tables.
        """


class _Array:
    """A NumPy array as compiled code takes it."""

    def __init__(self, array: Any) -> None:
        self.array = array  # it must stay
        self.address: int = array.ctypes.data
        self.length: int = array.shape[0]
        self.width: int = array.shape[1] if array.ndim == 2 else 0


class CompiledRunner:
    """Runs compiled code, in several threads if there are many tables."""

    def __init__(self, rules: Rules, tables: int, arrays: Arrays, threads: int) -> None:
        self._library = compiled_tables()
        self._rules, self._spec = stored(rules), Records(Spec, 1)
        self._games, self._sheets = Records(Game, tables), Records(Sheet, tables)
        self._arrays = arrays
        self._threads = min(threads, tables)
        self._pool: ThreadPoolExecutor | None = None
        self._pool_of = NONE  # the process that it belongs to: a fork does not copy threads

    def put_spec(self, spec: Spec) -> None:
        """Play and show the tables this way from now on."""
        self._spec.put(0, spec)

    def game(self, table: int) -> Game:
        """Return a copy of a table."""
        return self._games.get(table)

    def moves(self, table: int) -> int:
        """Return how many moves the round at a table has had."""
        return self._games.get_field(table, "moves")

    def put_game(self, table: int, game: Game) -> None:
        """Change a table."""
        self._games.put(table, game)

    def seat(self, table: int, learners: int, plan: int) -> None:
        """Say which seats of a table decide outside, as bits, and which plan plays the others."""
        self._games.put_field(table, "learners", learners)
        self._games.put_field(table, "plan", plan)

    def sheet(self, table: int) -> Sheet:
        """Return a copy of the scores of a table."""
        return self._sheets.get(table)

    def prepare(self, kinds: Sequence[int], plans: Sequence[Plan], actions: Any, arrays: Arrays | None = None) -> Run:
        """Return a function that does these works with all of these actions, each with all before the next."""
        given, count = (stored(*plans), _Array(actions), arrays or self._arrays), len(actions)
        if self._threads == 1:
            return self._prepared(kinds, 0, count, *given)
        steps = []
        for kind in kinds:
            pieces = 1 if kind in QUICK and count < FEW else min(self._threads, count)
            ends = [count * i // pieces for i in range(pieces + 1)]
            steps.append([self._prepared([kind], i, j - i, *given) for i, j in pairwise(ends)])
        return lambda: self._together(steps)

    def _prepared(
        self, kinds: Sequence[int], first: int, count: int, plans: Records[Plan], chosen: _Array, arrays: Arrays
    ) -> Run:
        works = []
        for kind in kinds:
            work = Work()
            work.kind, work.first, work.count = kind, first, count
            works.append(work)
        refused = arrays.refused[first : first + 1]  # one for each piece
        *shown, outcomes = (_Array(array) for array in arrays[:-1])
        given: tuple[Any, ...] = (
            stored(*works), self._rules, plans, self._spec, self._games, self._sheets, chosen, *shown,
            Records(Game, 1), outcomes,
        )  # fmt: skip
        call = self._library.prepared("play_tables", *given, _Array(refused))

        def run(kept: Any = given) -> int:  # what is given must stay
            call()
            return int(refused[0])

        return run

    def _own_pool(self) -> ThreadPoolExecutor:
        """Return the threads of this process."""
        if self._pool is None or self._pool_of != os.getpid():
            self._pool, self._pool_of = ThreadPoolExecutor(self._threads - 1), os.getpid()
        return self._pool

    def _together(self, steps: Sequence[Sequence[Run]]) -> int:
        pool = self._own_pool()
        for calls in steps:
            others: list[Future[int]] = []
            try:
                for call in calls[1:]:
                    others.append(pool.submit(call))  # one by one: what has begun must be known
                found = [calls[0](), *(other.result() for other in others)]
            except BaseException:  # such as Ctrl-C: whoever goes on must not meet threads that still play
                wait(others)
                raise
            if (table := next((table for table in found if table != NONE), NONE)) != NONE:
                return table
        return NONE


class InterpretedRunner:
    """Runs the same functions interpreted: slow, and for machines without a compiler."""

    def __init__(self, rules: Rules, tables: int, arrays: Arrays) -> None:
        self._rules, self._spec, self._arrays = rules, Spec(), arrays
        self._games, self._sheets = [Game() for _ in range(tables)], [Sheet() for _ in range(tables)]

    def put_spec(self, spec: Spec) -> None:
        """Play and show the tables this way from now on."""
        self._spec = spec

    def game(self, table: int) -> Game:
        """Return a copy of a table."""
        return stored(self._games[table]).get(0)

    def moves(self, table: int) -> int:
        """Return how many moves the round at a table has had."""
        return self._games[table].moves

    def put_game(self, table: int, game: Game) -> None:
        """Change a table."""
        self._games[table] = stored(game).get(0)

    def seat(self, table: int, learners: int, plan: int) -> None:
        """Say which seats of a table decide outside, as bits, and which plan plays the others."""
        self._games[table].learners, self._games[table].plan = learners, plan

    def sheet(self, table: int) -> Sheet:
        """Return a copy of the scores of a table."""
        return stored(self._sheets[table]).get(0)

    def prepare(self, kinds: Sequence[int], plans: Sequence[Plan], actions: Any, arrays: Arrays | None = None) -> Run:
        """Return a function that does these works with all of these actions, each with all before the next."""
        written = actions, *(arrays or self._arrays)
        works = []
        for kind in kinds:
            work = Work()
            work.kind, work.count = kind, len(actions)
            works.append(work)

        def run() -> int:
            lists = [array.tolist() for array in written]
            given = (works, [self._rules], list(plans), [self._spec], self._games, self._sheets)
            interpreted_tables().play_tables(*given, *lists[:-2], [Game()], *lists[-2:])
            for array, numbers in zip(written, lists, strict=True):
                if array.size:
                    array[...] = numbers
            return int(lists[-1][0])

        return run
