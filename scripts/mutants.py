"""How many small faults put into the core the tests find.

`mutants.toml` lists the faults, each a change of a few words and what it breaks.  Every fault is put into the text of a
core module in a process of its own, and the tests are run until one fails: the conformance cases, those first that come
past the place, then rounds at random that must keep what always holds.  Exit status 1: a fault was found by nothing;
2: a fault does not fit the text of the core any more.

    python scripts/mutants.py [--list] [--only ID] [--sweep [N]] [-v]
"""

import argparse
import gc
import multiprocessing
import os
import signal
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import FrameType, ModuleType

from lastcard.backends import live
from lastcard.conformance.protocol import Server
from lastcard.conformance.runner import run_case
from lastcard.conformance.suite import AnyCase, load
from lastcard.rules import Ruleset
from random_rounds import RULES, play_round, shuffle_evenly
from sweep import sweep

LIST = Path(__file__).with_name("mutants.toml")
CORE = ("seats", "cards", "legal", "scoring", "effects", "lay", "claims", "deal", "step", "match", "tables")
PROCESSES = min(2, os.cpu_count() or 1)
PATIENCE = 5.0  # seconds of work one check may take; what loops for ever is found

Check = tuple[str, Callable[[], str | None]]  # its name; what is wrong, or nothing


class Unfit(Exception):
    """A fault that cannot be put into the text."""


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """A fault: in `where` (module.function, or a module) the text `find` becomes `put`."""

    id: str
    where: str
    find: str
    put: str
    breaks: str
    equivalent: str = ""  # why it changes nothing anybody could see; such a fault is not counted

    @property
    def module(self) -> str:
        """The module of the core it is in."""
        return self.where.partition(".")[0]

    def place(self) -> int:
        """Where in the text of its module the fault is put."""
        text = source_of(self.module)
        start, end = bounds(text, self.where)
        found = text.count(self.find, start, end)
        if found != 1:
            raise Unfit(f"{self.id}: {self.find!r} occurs {found} times in {self.where}, not once")
        return text.index(self.find, start, end)

    def source(self) -> str:
        """The text of its module with the fault in it."""
        text, at = source_of(self.module), self.place()
        return text[:at] + self.put + text[at + len(self.find) :]

    def lines(self) -> set[int]:
        """The lines it is in."""
        first = 1 + source_of(self.module).count("\n", 0, self.place())
        return set(range(first, first + 1 + self.find.rstrip("\n").count("\n")))


def module_of(name: str) -> ModuleType:
    """A module of the core."""
    return import_module(f"lastcard.core.{name}")


def source_of(name: str) -> str:
    """The text of a module of the core."""
    file = module_of(name).__file__
    assert file is not None
    return Path(file).read_text(encoding="utf-8")


def bounds(text: str, where: str) -> tuple[int, int]:
    """Where a function begins and ends in the text of its module; without one, all of it."""
    function = where.partition(".")[2]
    if not function:
        return 0, len(text)
    start = text.find(f"\ndef {function}(")
    if start < 0:
        raise Unfit(f"there is no function {where}")
    end = text.find("\ndef ", start + 1)
    return start, len(text) if end < 0 else end


def load_mutants() -> list[Mutant]:
    """The faults of the list; each must fit, and have a name of its own."""
    entries = tomllib.loads(LIST.read_text(encoding="utf-8"))["mutant"]
    try:
        mutants = [Mutant(**entry) for entry in entries]
    except TypeError as error:
        raise Unfit(f"{LIST.name}: {error}") from error
    seen = set()
    for mutant in mutants:
        if mutant.id in seen:
            raise Unfit(f"{mutant.id}: two faults have this name")
        seen.add(mutant.id)
        if mutant.module not in CORE:
            raise Unfit(f"{mutant.id}: {mutant.where} is not in the core")
        try:
            compile(mutant.source(), mutant.module, "exec")
        except SyntaxError as error:
            raise Unfit(f"{mutant.id}: {error}") from error
    return mutants


# ---------------------------------------------------------------- putting a fault in


def put_in(mutant: Mutant) -> None:
    """From now on this process plays by the text with the fault."""
    replace_text(module_of(mutant.module), mutant.source())
    if mutant.module == "tables":
        for thing in gc.get_objects():
            if isinstance(thing, Ruleset):
                vars(thing).pop("compiled", None)
    else:
        assert live.__file__ is not None
        replace_text(live, Path(live.__file__).read_text(encoding="utf-8"))  # it bound the core when it was imported


def replace_text(module: ModuleType, text: str) -> None:
    """Run another text as this module; whoever imported something from it gets the new one."""
    before = dict(vars(module))
    exec(compile(text, str(module.__file__), "exec"), vars(module))
    changed = {id(old): vars(module)[name] for name, old in before.items() if vars(module)[name] is not old}
    for name, other in list(sys.modules.items()):
        if name.split(".")[0] in ("lastcard", "random_rounds"):
            for key, value in list(vars(other).items()):
                if id(value) in changed:
                    setattr(other, key, changed[id(value)])


# ---------------------------------------------------------------- the checks


class Ways:
    """Where in the core each case comes past, found by running all of them with nothing wrong."""

    def __init__(self, cases: list[AnyCase]) -> None:
        self.cases = cases
        self.by_line: dict[tuple[str, int], set[int]] = {}  # module and line: the numbers of cases
        self.by_function: dict[str, set[int]] = {}
        engine = Server()
        for number, case in enumerate(cases):
            for name, function, line in _seen(lambda case=case: run_case(case, engine)):  # type: ignore[misc]
                self.by_line.setdefault((name, line), set()).add(number)
                self.by_function.setdefault(f"{name}.{function}", set()).add(number)

    def cases_for(self, mutant: Mutant) -> list[AnyCase]:
        """The cases that come past the lines of a fault, then those that enter its function; no others can find it."""
        if mutant.module == "tables":  # filled once for each rule set, so that few cases come past
            return self.cases
        past = set().union(*(self.by_line.get((mutant.module, line), ()) for line in mutant.lines()))
        near = self.by_function.get(mutant.where, set()) - past
        return [self.cases[number] for number in (*sorted(past), *sorted(near))]


def _seen(work: Callable[[], list[str]]) -> set[tuple[str, str, int]]:
    """The modules, functions and lines of the core that some work comes past."""
    files = {module_of(name).__file__: name for name in CORE if name != "tables"}
    seen: set[tuple[str, str, int]] = set()

    def look(frame: FrameType, event: str, argument: object) -> object:
        name = files.get(frame.f_code.co_filename)
        if name is None:
            return None
        seen.add((name, frame.f_code.co_name, frame.f_lineno))
        return look

    sys.settrace(look)  # type: ignore[arg-type]
    try:
        problems = work()
    finally:
        sys.settrace(None)
    if problems:
        raise Unfit(f"the core itself fails: {problems[0]}")
    return seen


def checks(cases: list[AnyCase]) -> Iterator[Check]:
    """All that a fault may be found by, the quickest first."""
    engine = Server()
    for case in cases:
        yield case.name, lambda case=case: "; ".join(run_case(case, engine)) or None  # type: ignore[misc]
    yield "the shuffle", shuffle_evenly
    for rules in RULES:
        yield f"rounds of {rules}", lambda rules=rules: play_round(rules)  # type: ignore[misc]


def first_failure(cases: list[AnyCase]) -> tuple[str, str] | None:
    """The first check that fails, and how."""

    def too_long(number: int, frame: FrameType | None) -> None:
        raise TimeoutError("it takes too long")

    signal.signal(signal.SIGVTALRM, too_long)
    for name, check in checks(cases):
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
        try:
            problem = check()
        except Exception as error:  # a fault may make anything go wrong
            problem = f"{type(error).__name__}: {error}"
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if problem is not None:
            return name, problem
    return None


# ---------------------------------------------------------------- running


def run_one(mutant: Mutant, cases: list[AnyCase], answer: Connection) -> None:
    """What finds a fault, told to the process that started this one."""
    put_in(mutant)
    answer.send(first_failure(cases))


def run_all(mutants: list[Mutant], cases: list[AnyCase]) -> Iterator[tuple[Mutant, tuple[str, str] | None]]:
    """Each fault with what finds it, in the order in which that is known."""
    ways = Ways(cases)  # this fills the caches of all processes, too
    context = multiprocessing.get_context("fork")
    waiting = list(reversed(mutants))
    running: dict[Connection, tuple[Mutant, multiprocessing.process.BaseProcess]] = {}
    while waiting or running:
        while waiting and len(running) < PROCESSES:
            mutant = waiting.pop()
            ours, theirs = context.Pipe(duplex=False)
            process = context.Process(target=run_one, args=(mutant, ways.cases_for(mutant), theirs))
            process.start()
            theirs.close()
            running[ours] = mutant, process
        for ours in wait(list(running)):
            assert isinstance(ours, Connection)
            mutant, process = running.pop(ours)
            try:
                failure = ours.recv()
            except EOFError:  # it did not even get as far as running
                failure = "the import", "the process ended"
            process.join()
            ours.close()
            yield mutant, failure


def report(mutants: list[Mutant], verbose: bool) -> int:
    """Run them, say what happened; how many were found by nothing."""
    began = time.monotonic()
    survivors = []
    for mutant, failure in run_all(mutants, load()):
        if failure is None:
            survivors.append(mutant)
            print(f"SURVIVED {mutant.id} ({mutant.where}): {mutant.breaks}", flush=True)
        elif verbose:
            print(f"found    {mutant.id} ({mutant.where}) by {failure[0]}: {failure[1][:200]}", flush=True)
    seconds = time.monotonic() - began
    print(f"{len(mutants)} faults, {len(mutants) - len(survivors)} found, {len(survivors)} not, in {seconds:.0f} s")
    return len(survivors)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    options = argparse.ArgumentParser(prog="mutants", description="How many faults in the core do the tests find?")
    options.add_argument("--list", action="store_true", help="name the faults and what each breaks")
    options.add_argument("--only", metavar="ID", action="append", help="this fault only, or all of this module")
    options.add_argument(
        "--sweep", metavar="N", nargs="?", type=int, const=1, help="every N-th mechanical change instead of the list"
    )
    options.add_argument("-v", "--verbose", action="store_true", help="say of each fault what finds it")
    return options


def chosen(options: argparse.Namespace) -> list[Mutant]:
    """The faults to try."""
    if options.sweep:
        mutants = [Mutant(**change) for name in CORE for change in sweep(name, source_of(name))]
    else:
        mutants = load_mutants()
    if options.only:
        wanted = options.only
        mutants = [m for m in mutants if m.id in wanted or m.where in wanted or m.module in wanted]
        if not mutants:
            raise Unfit(f"there is no fault {', '.join(wanted)}")
    return mutants[:: options.sweep or 1]


def main() -> int:
    """0 when every fault is found, 1 when one is not, 2 when the list does not fit the core."""
    options = parser().parse_args()
    try:
        return run(options)
    except Unfit as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 2


def run(options: argparse.Namespace) -> int:
    """Do what the command line says."""
    mutants = chosen(options)
    if options.list:
        for mutant in mutants:
            print(f"{mutant.id}  {mutant.where}: {mutant.breaks}{mutant.equivalent and ' (no change)'}")
        return 0
    return 1 if report([mutant for mutant in mutants if not mutant.equivalent], options.verbose) else 0


if __name__ == "__main__":
    sys.exit(main())
