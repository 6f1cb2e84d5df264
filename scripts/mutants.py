"""How many small faults put into the core the tests find.

`mutants.toml` lists the faults, each a change of a few words and what it breaks.  Every fault is put into the text of a
core module in a process of its own, and checks are made until one fails: conformance cases and tests of the core, those
first that come past the place; then perft counts, and rounds at random that must keep what always holds.

    python scripts/mutants.py                 all faults of the list
    python scripts/mutants.py --only lay -v   those of a module, a function or of one name; what finds each
    python scripts/mutants.py --list          their names, and what they break
    python scripts/mutants.py --sweep 10      every tenth mechanical change instead, to look for what no test sees
    python scripts/mutants.py --quick         without perft counts and rounds at random

Exit status 1: a fault was found by nothing; 2: the list does not fit the text of the core any more.
"""

import argparse
import gc
import importlib.util
import inspect
import multiprocessing
import os
import signal
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from itertools import product
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from lastcard.backends import live
from lastcard.conformance.perft import Entry, problems, read_file
from lastcard.conformance.protocol import Server
from lastcard.conformance.runner import run_case
from lastcard.conformance.suite import AnyCase, load
from lastcard.rules import Ruleset
from sweep import sweep

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
LIST = Path(__file__).with_name("mutants.toml")
CORE = ("seats", "cards", "legal", "scoring", "effects", "lay", "claims", "deal", "step", "match", "tables")
PROCESSES = min(2, os.cpu_count() or 1)
PATIENCE = 8.0  # seconds of work one check may take; what loops for ever is found


class Unfit(Exception):
    """A fault that cannot be put into the text, or a core that fails without one."""


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """A fault: in `where` (module.function, or a module) the text `find` becomes `put`."""

    id: str
    where: str
    find: str
    put: str
    breaks: str
    equivalent: str = ""  # why it changes nothing anybody could see; such a fault is not counted
    line: int = 0  # where it is, if `find` is longer than what changes

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

    def lines(self) -> range:
        """The lines it is in."""
        if self.line:
            return range(self.line, self.line + 1)
        first = 1 + source_of(self.module).count("\n", 0, self.place())
        return range(first, first + 1 + self.find.rstrip("\n").count("\n"))


def module_of(name: str) -> ModuleType:
    """A module of the core."""
    return import_module(f"lastcard.core.{name}")


def text_of(module: ModuleType) -> str:
    """The text of a module."""
    assert module.__file__ is not None
    return Path(module.__file__).read_text(encoding="utf-8")


@cache
def source_of(name: str) -> str:
    """The text of a module of the core."""
    return text_of(module_of(name))


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
    replace_text(live, text_of(live))  # it has bound the core when it was imported
    engine.cache_clear()
    if mutant.module == "tables":
        for thing in gc.get_objects():
            if isinstance(thing, Ruleset):
                vars(thing).pop("compiled", None)


def replace_text(module: ModuleType, text: str) -> None:
    """Run another text as this module; whoever imported something from it gets the new one."""
    before = dict(vars(module))
    exec(compile(text, str(module.__file__), "exec"), vars(module))
    changed = {id(old): vars(module)[name] for name, old in before.items() if vars(module)[name] is not old}
    for other in list(sys.modules.values()):
        if str(getattr(other, "__file__", "")).startswith(str(ROOT)):
            for key, value in list(vars(other).items()):
                if id(value) in changed:
                    setattr(other, key, changed[id(value)])


# ---------------------------------------------------------------- the checks


@dataclass(frozen=True)
class Check:
    """Something that may find a fault: it raises, or says what is wrong."""

    name: str
    run: Callable[[], str | None]


@cache
def engine() -> Server:
    """The engine all cases are run on."""
    return Server()


def quick_checks() -> list[Check]:
    """The conformance cases, and the tests of the core that need nothing else."""
    cases = [Check(case.id, partial(check_case, case)) for case in load()]
    tests = [check for name in ("facts", "odd_deck", "unseen", "tables") for check in tests_of(f"core/test_{name}.py")]
    return cases + tests


def slow_checks() -> list[Check]:
    """Properties of a few rounds at random, and the perft counts."""
    walks = import_module("walks")
    cards, text, legal = (load_test(f"properties/test_{name}.py") for name in ("cards", "text", "legal"))
    ways = [(f"of {rules}", partial(walks.walks, rules, range(1))) for rules in walks.RULES]
    ways += [(f"{number} of odd rules", partial(walks.odd_walks, range(number, number + 1))) for number in range(40)]
    kept = (cards.check_walk, text.check_play_goes_on, partial(legal.check_walk, every=31), legal.check_strangers)
    checks = [Check(f"a walk {name}", partial(check_walks, check, walk)) for check in kept for name, walk in ways]
    for path in sorted((TESTS / "perft").glob("*.perft")):
        checks += [Check(f"{path.name} {entry.line}", partial(check_entry, entry)) for entry in read_file(path)]
    return checks


def check_case(case: AnyCase) -> str | None:
    """A conformance case."""
    return "; ".join(run_case(case, engine())) or None


def check_entry(entry: Entry) -> str | None:
    """The counts of one position."""
    return "; ".join(problems(entry)) or None


def check_walks(check: Callable[[Any], None], walks: Callable[[], Iterator[Any]]) -> None:
    """What must hold of rounds played at random."""
    for walk in walks():
        check(walk)


def load_test(path: str) -> ModuleType:
    """A file of tests as a module."""
    spec = importlib.util.spec_from_file_location(path, TESTS / path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path] = module
    spec.loader.exec_module(module)
    return module


def tests_of(path: str) -> Iterator[Check]:
    """The tests of a file, once for each set of their parameters."""
    for name, function in vars(load_test(path)).items():
        if name.startswith("test_"):
            marks = [mark for mark in getattr(function, "pytestmark", []) if mark.name == "parametrize"]
            sets = list(product(*(_arguments(*mark.args[:2]) for mark in marks)))
            for number, arguments in enumerate(sets, 1):
                chosen = {key: value for some in arguments for key, value in some.items()}
                if chosen.keys() == inspect.signature(function).parameters.keys():
                    yield Check(f"{path} {name} {number}", partial(function, **chosen))


def _arguments(names: str | tuple[str, ...], values: Any) -> list[dict[str, Any]]:
    if isinstance(names, str):
        return [{names: value} for value in values]
    return [dict(zip(names, value, strict=True)) for value in values]


# ---------------------------------------------------------------- which checks come past where


class Ways:
    """Where in the core each check comes past, found by making all of them with nothing wrong."""

    def __init__(self, checks: list[Check]) -> None:
        self.checks = checks
        self.by_line: dict[tuple[str, int], set[int]] = {}  # module and line: the numbers of checks
        self.by_function: dict[str, set[int]] = {}
        for number, check in enumerate(checks):
            for name, function, line in _seen(check):
                self.by_line.setdefault((name, line), set()).add(number)
                self.by_function.setdefault(f"{name}.{function}", set()).add(number)

    def checks_for(self, mutant: Mutant) -> list[Check]:
        """Those that come past the lines of a fault, then those that enter its function; no others can find it."""
        if "." not in mutant.where or mutant.module == "tables":  # a table is filled once, so that few come past
            return self.checks
        past = set().union(*(self.by_line.get((mutant.module, line), ()) for line in mutant.lines()))
        near = self.by_function.get(mutant.where, set()) - past
        return [self.checks[number] for number in (*sorted(past), *sorted(near))]


def _seen(check: Check) -> set[tuple[str, str, int]]:
    """The modules, functions and lines of the core that a check comes past."""
    files = {module_of(name).__file__: name for name in CORE if name != "tables"}
    seen: set[tuple[str, str, int]] = set()

    def look(frame: FrameType, event: str, argument: object) -> Any:
        name = files.get(frame.f_code.co_filename)
        if name is None:
            return None
        seen.add((name, frame.f_code.co_name, frame.f_lineno))
        return look

    sys.settrace(look)
    try:
        problem = check.run()
    except AssertionError as error:
        problem = str(error) or "an assertion"
    finally:
        sys.settrace(None)
    if problem is not None:
        raise Unfit(f"the core itself fails {check.name}: {problem}")
    return seen


# ---------------------------------------------------------------- running


def first_failure(checks: list[Check]) -> tuple[str, str] | None:
    """The first check that fails, and how."""

    def too_long(number: int, frame: FrameType | None) -> None:
        raise TimeoutError("it takes too long")

    signal.signal(signal.SIGVTALRM, too_long)
    for check in checks:
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
        try:
            problem = check.run()
        except Exception as error:  # a fault may make anything go wrong
            problem = f"{type(error).__name__}: {error}"
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if problem is not None:
            return check.name, problem
    return None


def run_one(mutant: Mutant | None, checks: list[Check], answer: Connection) -> None:
    """What finds a fault, told to the process that started this one."""
    if mutant is not None:
        put_in(mutant)
    answer.send(first_failure(checks))


def run_all(mutants: list[Mutant], quick: bool) -> Iterator[tuple[Mutant, tuple[str, str] | None]]:
    """Each fault with what finds it, in the order in which that is known."""
    sys.path.insert(0, str(TESTS))  # what tests share is imported by its bare name
    slow = [] if quick else slow_checks()
    ways = Ways(quick_checks())  # this fills the caches of all processes, too
    context = multiprocessing.get_context("fork")
    waiting: list[Mutant | None] = [*reversed(mutants), None]  # None: the core as it is must pass everything
    running: dict[Any, tuple[Mutant | None, Any]] = {}
    while waiting or running:
        while waiting and len(running) < PROCESSES:
            mutant = waiting.pop()
            checks = slow if mutant is None else ways.checks_for(mutant) + slow
            ours, theirs = context.Pipe(duplex=False)
            process = context.Process(target=run_one, args=(mutant, checks, theirs))
            process.start()
            theirs.close()
            running[ours] = mutant, process
        for ended in wait(list(running)):
            mutant, process = running.pop(ended)
            failure = _answer(ended)
            process.join()
            if mutant is not None:
                yield mutant, failure
            elif failure is not None:
                raise Unfit(f"the core itself fails {failure[0]}: {failure[1]}")


def _answer(connection: Any) -> tuple[str, str] | None:
    try:
        failure: tuple[str, str] | None = connection.recv()
    except EOFError:
        failure = "the import", "the process ended"
    connection.close()
    return failure


def report(mutants: list[Mutant], quick: bool, verbose: bool) -> int:
    """Run them, say what happened; how many were found by nothing."""
    began = time.monotonic()
    survivors = 0
    for mutant, failure in run_all(mutants, quick):
        if failure is None:
            survivors += 1
            print(f"SURVIVED {mutant.id} ({mutant.where}): {mutant.breaks}", flush=True)
        elif verbose:
            print(f"found    {mutant.id} ({mutant.where}) by {failure[0]}: {failure[1][:200]}", flush=True)
    seconds = time.monotonic() - began
    print(f"{len(mutants)} faults, {len(mutants) - survivors} found, {survivors} not, in {seconds:.0f} s")
    return survivors


def parser() -> argparse.ArgumentParser:
    """The command line."""
    options = argparse.ArgumentParser(prog="mutants", description="How many faults in the core do the tests find?")
    options.add_argument("--list", action="store_true", help="name the faults and what each breaks")
    options.add_argument("--only", metavar="NAME", action="append", help="a fault, or those of a function or module")
    options.add_argument("--sweep", metavar="N", type=int, help="every N-th mechanical change instead of the list")
    options.add_argument("--quick", action="store_true", help="without perft counts and rounds at random")
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


def run(options: argparse.Namespace) -> int:
    """Do what the command line says."""
    mutants = chosen(options)
    if options.list:
        for mutant in mutants:
            print(f"{mutant.id}  {mutant.where}: {mutant.equivalent or mutant.breaks}")
        return 0
    counted = [mutant for mutant in mutants if not mutant.equivalent]
    return 1 if report(counted, options.quick, options.verbose) else 0


def main() -> int:
    """0 when every fault is found, 1 when one is not, 2 when the list does not fit the core."""
    try:
        return run(parser().parse_args())
    except Unfit as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
