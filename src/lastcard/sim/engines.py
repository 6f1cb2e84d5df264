"""Run the simulation loop on each backend: interpreted, or compiled by numba."""

import os
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any, Protocol

from ..backends.stack import CORE
from ..core.layout import Rules, Sheet, State
from ..errors import LastCardError
from . import careful, guess, players, policies, rounds, sampler, search
from .plan import ROW_LENGTH, Job, Plan, Totals, Unknown

BACKENDS = ("auto", "numba", "python")


class Worker(Protocol):
    """Plays jobs one after the other and adds them to its own totals."""

    def play(self, job: Job, rows: bool) -> Sequence[Sequence[int]]:
        """Carry out a job; return its rows, if `rows` is set."""

    def totals(self) -> Totals:
        """Return the totals of all its jobs."""


class InterpretedWorker:
    """A worker that runs the core interpreted."""

    def __init__(self, rules: Rules, plan: Plan, template: State, unknown: Unknown) -> None:
        self._totals = Totals()
        self._given = ([rules], [plan], [State()], [Sheet()], [template], [unknown], [self._totals])

    def play(self, job: Job, rows: bool) -> Sequence[Sequence[int]]:
        """Carry out a job; return its rows, if `rows` is set."""
        lines = [[0] * ROW_LENGTH for _ in range(job.count)] if rows else []
        rounds.simulate([job], *self._given, lines)
        return lines

    def totals(self) -> Totals:
        """Return the totals of all its jobs."""
        return self._totals


class CompiledWorker:
    """A worker that runs the core compiled; several may run at the same time in different threads."""

    def __init__(self, rules: Rules, plan: Plan, template: State, unknown: Unknown) -> None:
        from ..backends import records

        self._records = records
        self._simulate = compiled_loop()
        self._totals = records.zeros(Totals, 1)
        self._given = (
            records.stored(rules),
            records.stored(plan),
            records.zeros(State, 1),
            records.zeros(Sheet, 1),
            records.stored(template),
            records.stored(unknown),
            self._totals,
        )

    def play(self, job: Job, rows: bool) -> Sequence[Sequence[int]]:
        """Carry out a job; return its rows, if `rows` is set."""
        import numpy as np

        lines = np.zeros((job.count if rows else 0, ROW_LENGTH), np.int64)
        self._simulate(self._records.stored(job), *self._given, lines)
        return lines  # type: ignore[return-value]  # an array is a sequence of its rows

    def totals(self) -> Totals:
        """Return the totals of all its jobs."""
        return self._records.plain(self._totals[0], Totals)


@cache
def compiled_loop() -> Callable[..., Any]:
    """Return `simulate`, compiled when first called or read from the cache."""
    return _compiled("simulate")


@cache
def compiled_playouts() -> Callable[..., Any]:
    """Return `playouts`, compiled when first called or read from the cache."""
    return _compiled("playouts")


def _compiled(entry: str) -> Callable[..., Any]:
    from ..backends import numba

    def restore(states: Any, place: int, sources: Any, source: int) -> None:
        states[place] = sources[source]

    modules = (*CORE, policies, careful, players, sampler, guess, rounds, search)
    compiled: Callable[..., Any] = getattr(numba.load(modules, [entry], restore=restore), entry)
    return compiled


def choose_backend(name: str) -> str:
    """Return the backend that a name stands for; `auto` is numba if it is installed, else the interpreter."""
    if name not in BACKENDS:
        raise LastCardError(f"there is no backend {name!r}; it is one of {', '.join(BACKENDS)}")
    installed = find_spec("numba") is not None
    if name == "numba" and not installed:
        raise LastCardError("the backend numba needs the extra [fast]: pip install 'lastcard[fast]'")
    return ("numba" if installed else "python") if name == "auto" else name


def cores() -> int:
    """Return the number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
