"""Run the simulation loop on each backend: interpreted, or compiled from C."""

import os
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Protocol

from ..backends import dispatch
from ..backends.c.compiler import Target
from ..backends.c.library import Library, build, load, tell
from ..backends.core import CORE
from ..backends.records import Numbers, Records, stored
from ..core import layout, records, terms
from ..core.layout import Rules, Sheet, State
from ..errors import LastCardError
from . import careful, guess, plan, players, policies, rounds, sampler, search
from .plan import ROW_LENGTH, Job, Plan, Totals, Unknown

BACKENDS = ("auto", "c", "python")
SIM_BACKENDS = (*BACKENDS, "gpu")  # the last one plays rounds only

# All modules whose text the compiled rules depend on, and the functions that Python calls.
MODULES = (
    terms, records, layout, *CORE, dispatch, plan, policies, careful, players, sampler, guess, rounds, search,
)  # fmt: skip
ENTRIES = ("simulate", "playouts", "dispatch")
MISSING = "the backend c is not available: "


class Worker(Protocol):
    """Plays jobs one after the other and adds them to its own totals."""

    def play(self, job: Job, rows: bool) -> Sequence[Sequence[int]]:
        """Carry out a job; return its rows, if `rows` is set."""

    def totals(self) -> Totals:
        """Return the totals of all its jobs."""


class InterpretedWorker:
    """A worker that runs the core interpreted."""

    def __init__(self, rules: Rules, plan: Plan, template: State, unknown: Unknown) -> None:
        self._totals, own = Totals(), Unknown()
        records.assign(own, unknown)
        self._given = ([rules], [plan], [State()], [Sheet()], [template], [own, unknown], [self._totals])

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
        self._library = compiled_rules()
        self._totals = Records(Totals, 1)
        self._given = (
            stored(rules), stored(plan), Records(State, 1), Records(Sheet, 1), stored(template),
            stored(unknown, unknown), self._totals,
        )  # fmt: skip

    def play(self, job: Job, rows: bool) -> Sequence[Sequence[int]]:
        """Carry out a job; return its rows, if `rows` is set."""
        lines = Numbers(job.count if rows else 0, ROW_LENGTH)
        self._library.call("simulate", stored(job), *self._given, lines)
        return lines.rows()

    def totals(self) -> Totals:
        """Return the totals of all its jobs."""
        return self._totals.get(0)


def compiled_rules() -> Library:
    """Return the compiled rules; raise LastCardError if there are none and they cannot be compiled."""
    return load_once(MODULES, ENTRIES)


def load_once(modules: tuple[ModuleType, ...], entries: tuple[str, ...], flags: tuple[str, ...] = ()) -> Library:
    """Return what `load` does, which is asked once, also if it fails; raise LastCardError each time then."""
    found = _found(modules, entries, flags)
    if isinstance(found, str):
        raise LastCardError(f"{MISSING}{found}")
    return found


@cache
def _found(modules: tuple[ModuleType, ...], entries: tuple[str, ...], flags: tuple[str, ...]) -> Library | str:
    """Return the library, or why there is none."""
    try:
        return load(modules, entries, flags)
    except LastCardError as error:
        return str(error)


def build_rules(folder: Path, command: Sequence[str], target: Target) -> None:
    """Compile the rules into a folder, with this compiler for this platform: done when the package is built."""
    build(MODULES, ENTRIES, folder, command, target)


def check_backend(name: str, known: Sequence[str]) -> None:
    """Raise LastCardError if there is no backend of this name."""
    if name not in known:
        raise LastCardError(f"there is no backend {name!r}; it is one of {', '.join(known)}")


def choose_backend(name: str, load: Callable[[], object] = compiled_rules) -> str:
    """Return the backend that a name stands for; `auto` is c if what is needed can be loaded, else the interpreter."""
    check_backend(name, BACKENDS)
    if name == "python":
        return name
    try:
        load()
    except LastCardError as error:
        if name == "c":
            raise
        _say_interpreted(str(error).removeprefix(MISSING))
        return "python"
    return "c"


@cache
def _say_interpreted(why: str) -> None:
    """Say once that everything runs interpreted."""
    tell(f"lastcard: running interpreted, which is slow: {why}")


def cores() -> int:
    """Return the number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
