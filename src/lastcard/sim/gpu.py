"""Play rounds on a GPU."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from struct import Struct
from typing import Protocol

from ..backends.gpu.device import Device
from ..backends.gpu.source import STRANGE, Setting
from ..backends.records import Records
from ..core.layout import Rules, State
from ..core.terms import FACTS
from . import plan as _plan
from .engines import MODULES, CompiledWorker, InterpretedWorker, Worker, choose_backend
from .plan import ROW_ENDED, ROW_LENGTH, ROW_NUMBER, Job, Plan, Totals, Unknown
from .result import added

CONSTANTS = ("MOVES", "TURNS", "POINTS", "MEASURES", "BINS", "BLOCKED", "UNFINISHED")
OUTCOME = Struct(f"6i{FACTS + FACTS % 2}H")


class Machine(Protocol):
    """What plays the rounds of a setting and adds them up (`backends.gpu.device`)."""

    def play(self, seed: int, first: int, count: int) -> int:
        """Play rounds and add them to the totals; return how many rounds these count by now."""

    def outcomes(self, count: int) -> bytes:
        """Return the outcomes of the rounds played last."""

    def totals(self) -> bytes:
        """Return the totals, as stored."""


def setting_of(rules: Rules, plan: Plan, seats: int) -> Setting:
    """Return what kernels are written for."""
    return Setting(MODULES, rules, plan, seats, Totals, {name: getattr(_plan, name) for name in CONSTANTS})


class GpuWorker:
    """A worker that plays rounds on a GPU.

    A round that does not fit the compact states there, which is very rare, is played again on the CPU.
    """

    def __init__(self, rules: Rules, plan: Plan, seats: int, machine: Machine | None = None) -> None:
        self._rules, self._plan = rules, plan
        self._machine = machine or Device(setting_of(rules, plan, seats))
        self._rounds = 0  # in the totals of the machine

    def play(self, job: Job, rows: bool) -> Sequence[Sequence[int]]:
        """Carry out a job; return its rows, if `rows` is set."""
        before, self._rounds = self._rounds, self._machine.play(job.seed, job.first, job.count)
        strange = self._rounds - before != job.count
        if not rows and not strange:
            return []
        lines = []
        for row in self._rows(job):
            if row[ROW_ENDED] == STRANGE:
                (row,) = self._spare.play(_single(job, row[ROW_NUMBER]), True)
            if rows:
                lines.append(row)
        return lines

    def _rows(self, job: Job) -> Iterator[Sequence[int]]:
        for i, outcome in enumerate(OUTCOME.iter_unpack(self._machine.outcomes(job.count))):
            yield [job.first + i, *outcome[: ROW_LENGTH - 1]]

    @cached_property
    def _spare(self) -> Worker:
        """Plays what must be played again."""
        make = CompiledWorker if choose_backend("auto") == "c" else InterpretedWorker
        return make(self._rules, self._plan, State(), Unknown())

    def totals(self) -> Totals:
        """Return the totals of all its jobs."""
        mine = Records(Totals, 1)
        mine.put_bytes(0, self._machine.totals())
        spare = [self._spare.totals()] if "_spare" in self.__dict__ else []
        return added([mine.get(0), *spare])


def _single(job: Job, number: int) -> Job:
    single = Job()
    single.kind, single.seats, single.seed, single.first, single.count = job.kind, job.seats, job.seed, number, 1
    return single
