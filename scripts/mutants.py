"""Put small faults into the package and say which of them no test finds.

`mutants.toml` names faults that a person could make, and `sweep.py` makes mechanical ones: comparisons, numbers,
conditions, statements left out.  A process of its own imports the package with the fault in the text of one module and
runs tests until one fails: those named for the module first, then what is played at random.

    python scripts/mutants.py                  the named faults, and a sample of the mechanical ones
    python scripts/mutants.py --sample 500     a larger sample; --seed takes another
    python scripts/mutants.py --all            every mechanical fault: many hours
    python scripts/mutants.py --only round -v  those of one module, or of one name, and what finds each
    python scripts/mutants.py --compiled       those of the core, compiled to C, beside the interpreter without them
    python scripts/mutants.py --list           their names, without trying them

Exit status 1: a fault was found by nothing; 2: a fault does not fit the text, or a test fails without any fault.
"""

import argparse
import ast
import importlib.abc
import importlib.util
import multiprocessing
import os
import resource
import signal
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.machinery import ModuleSpec, SourceFileLoader
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import hypothesis
import pytest

from sweep import changes

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "lastcard"
LIST = Path(__file__).with_name("mutants.toml")

PATIENCE = 10.0  # seconds of work one test may take; what loops for ever is found
MEMORY = 4 << 30  # bytes
SAMPLE = 100

# Declarations, and functions that each backend replaces, are left out.
_NOT_SWEPT = {"__init__", "terms", "records", "layout", "machine"}
CORE = tuple(f"core.{path.stem}" for path in sorted(SOURCE.glob("core/*.py")) if path.stem not in _NOT_SWEPT)

# Tests by module: those named for it, which are fast, then those that play.  None may run the compiled core: it is
# compiled from the files, where there is no fault.  COMPILED are those for faults in the compiled core.
_RULES = ("conformance/test_suite.py", "core", "perft", "properties/test_cards.py", "properties/test_legal.py")
_CLAIMS = (
    "properties/test_claims.py",
    *(f"properties/test_leaving.py::test_{name}" for name in ("presets", "random_rules")),
    "properties/test_leaving.py::test_who_is_not_in_cannot_leave_and_nothing_changes",
    "properties/test_leaving.py::test_the_fact_tells_how_many_cards_went_under_the_discards",
)
_TABLES = ("test_round.py", "test_view.py", "test_match.py")
_VIEWS = ("properties/test_hidden.py::test_views_of_presets", "properties/test_hidden.py::test_hidden_cards_of_presets")
_FILES = ("test_records.py", "test_journal.py", "test_journal_rounds.py")
_JOURNALS = (*_FILES, "test_gates.py", "test_fuzz.py")
_PLAY = ("properties/test_round.py", "core/test_facts.py")
TESTS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(CORE, (*_RULES, *_CLAIMS, *_FILES, "properties/test_text.py")),
    "core.rights": _CLAIMS,
    "core.leave": (*_CLAIMS, "conformance/test_suite.py"),
    "_util.strict": ("test_strict.py", "test_bounds.py", "rules/test_decks.py", "rules/test_data.py", "test_gates.py"),
    "game.values": ("test_wire.py", *_TABLES, *_FILES, *_PLAY),
    "game.wire": ("test_wire.py", *_TABLES, "test_fuzz.py"),
    "game.events": ("test_events.py", *_TABLES, "core/test_facts.py", *_FILES, *_VIEWS),
    "game.status": (*_TABLES, *_VIEWS, "terminal/test_typed.py"),
    "game.memory": ("test_memory.py", "test_view.py", *_VIEWS),
    "game.view": ("test_view.py", "test_round.py", *_VIEWS),
    "game.round": (*_TABLES, "test_gates.py", *_FILES, *_PLAY, *_VIEWS),
    "game.table_checks": (*_TABLES, "test_gates.py"),
    "game.sheet": ("test_match.py", "test_gates.py", *_FILES),
    "game.match": ("test_match.py", "test_gates.py", *_FILES, "conformance/test_suite.py"),
    "archive.acts": (*_FILES, "test_fuzz.py"),
    "archive.record": (*_FILES, "test_fair.py", "test_record_gate.py", "test_gates.py", "test_fuzz.py"),
    "archive.replay": _FILES,
    "archive.keeper": ("test_journal.py", "test_gates.py"),
    "archive.journal": _JOURNALS,
    "archive.recorded": _JOURNALS,
}


_EQUAL = "backends/test_equal.py"
COMPILED = ("backends/test_cases.py", *(f"{_EQUAL}::test_{name}" for name in ("random_rules", "matches", "positions")))


class Unfit(Exception):
    """A fault that cannot be put into the text, or tests that fail without one."""


@dataclass(frozen=True)
class Fault:
    """A module with something wrong in its text."""

    id: str
    module: str
    line: int
    text: str  # of the whole module
    breaks: str = ""

    @property
    def place(self) -> str:
        """The file and the line it is in."""
        return f"{path_of(self.module).relative_to(ROOT)}:{self.line}"


def path_of(module: str) -> Path:
    """Return the file of a module, which is named without the package."""
    return SOURCE.joinpath(*module.split(".")).with_suffix(".py")


@cache
def text_of(module: str) -> str:
    """Return the text of a module as it is."""
    return path_of(module).read_text(encoding="utf-8")


# ---------------------------------------------------------------- which faults


@cache
def _listed() -> dict[str, Any]:
    return tomllib.loads(LIST.read_text(encoding="utf-8"))


def named_faults() -> list[Fault]:
    """Return the faults of the list; each must fit, and have a name of its own."""
    found: dict[str, Fault] = {}
    for module, faults in _listed()["faults"].items():
        for name, (where, old, new, breaks) in faults.items():
            if name in found:
                raise Unfit(f"{name}: two faults have this name")
            found[name] = _named(name, module, where, old, new, breaks)
    return list(found.values())


def _named(name: str, module: str, where: str, old: str, new: str, breaks: str) -> Fault:
    if module not in TESTS:
        raise Unfit(f"{name}: there is no module {module}")
    text = text_of(module)
    start, end = _scope(text, where)
    if text.count(old, start, end) != 1:
        raise Unfit(f"{name}: {old!r} occurs {text.count(old, start, end)} times in {module}.{where}, not once")
    at = text.index(old, start, end)
    fault = Fault(name, module, 1 + text.count("\n", 0, at), text[:at] + new + text[at + len(old) :], breaks)
    try:
        compile(fault.text, module, "exec")
    except SyntaxError as error:
        raise Unfit(f"{name}: {error}") from error
    return fault


def _scope(text: str, where: str) -> tuple[int, int]:
    """Return where a function, a method or a class begins and ends; an empty name is the whole module."""
    if not where:
        return 0, len(text)
    body: Sequence[ast.stmt] = ast.parse(text).body
    for name in where.split("."):
        nodes = [n for n in body if isinstance(n, ast.FunctionDef | ast.ClassDef) and n.name == name]
        if not nodes:
            raise Unfit(f"there is no {where}")
        node, body = nodes[-1], nodes[-1].body
    lines = text.splitlines(keepends=True)
    return len("".join(lines[: node.lineno - 1])), len("".join(lines[: node.end_lineno]))


def mechanical_faults() -> list[Fault]:
    """Return every mechanical fault that somebody could see."""
    equivalent = _listed()["equivalent"]
    found = []
    unused = set(equivalent)
    for module in TESTS:
        text = text_of(module)
        for change in changes(text):
            name = f"{module}.{change.id}"
            unused.discard(name)
            if name not in equivalent:
                found.append(Fault(name, module, change.line, change.text(text)))
    if unused:
        raise Unfit(f"there is no change {min(unused)!r}; take it from the list of equivalent ones")
    return found


def sample(faults: list[Fault], number: int, seed: int) -> list[Fault]:
    """Return so many faults, chosen by a seed; an edit elsewhere does not change which."""
    return sorted(faults, key=lambda fault: blake2b(f"{seed} {fault.id}".encode()).digest())[:number]


# ---------------------------------------------------------------- putting a fault in


class _Loader(SourceFileLoader):
    def __init__(self, name: str, fault: Fault) -> None:
        super().__init__(name, str(path_of(fault.module)))
        self._text = fault.text

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._text, self.path, "exec", dont_inherit=True)

    def get_source(self, fullname: str) -> str:
        return self._text


class _Finder(importlib.abc.MetaPathFinder):
    """Imports one module of the package with a fault in it."""

    def __init__(self, fault: Fault) -> None:
        self._fault = fault

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        if name != f"lastcard.{self._fault.module}":
            return None
        return importlib.util.spec_from_file_location(name, loader=_Loader(name, self._fault))


# ---------------------------------------------------------------- running tests


class _Watch:
    """Keeps the first test that fails, and ends the process when one takes too long."""

    def __init__(self, answer: Connection) -> None:
        self.answer = answer
        self.running = "importing"
        signal.signal(signal.SIGVTALRM, self._too_long)
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)

    def _too_long(self, number: int, frame: FrameType | None) -> None:
        self.end(f"{self.running} takes too long")

    def end(self, found: str | None) -> None:
        """Say what finds the fault, and leave without cleaning up: a fault may have broken anything."""
        self.answer.send(found)
        self.answer.close()
        os._exit(0)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.running = nodeid
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.end(f"importing {report.nodeid}")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.end(report.nodeid)


def run_tests(fault: Fault | None, tests: Sequence[str], answer: Connection, *, compiled: bool = False) -> None:
    """Run tests with a fault in the package, and send the name of the first that fails."""
    silence = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(silence, descriptor)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    watch = _Watch(answer)
    if compiled:  # where no handler of Python's can run, the process ends
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
    if fault is not None:
        sys.meta_path.insert(0, _Finder(fault))
    options = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--assert=plain"]
    for some in (tests[:1], tests[1:]):  # what is named for the module needs few imports
        if some and (code := pytest.main([*options, *(f"tests/{name}" for name in some)], plugins=[watch])) != 0:
            watch.end(f"pytest ended with {code!r}")
    watch.end(None)


def run_compiled(fault: Fault | None, tests: Sequence[str], answer: Connection) -> None:
    """Run tests with a fault in the compiled core but none in the interpreted one."""
    if fault is not None:
        folder = tempfile.mkdtemp(prefix="mutants-")
        child = os.fork()
        if child == 0:
            _compile(fault, folder)
        if os.waitpid(child, 0)[1] != 0:
            answer.send("the translator or the compiler")
            os._exit(0)
        _use(folder)
    run_tests(None, tests, answer, compiled=True)


def _compile(fault: Fault, folder: str) -> None:
    """Compile the rules with a fault in them, and end the process."""
    sys.meta_path.insert(0, _Finder(fault))
    try:
        from lastcard.backends.c.compiler import Target, find_compiler
        from lastcard.sim.engines import build_rules

        build_rules(Path(folder), find_compiler() or (), Target(sys.platform, "mutant"))
    except BaseException:
        os._exit(1)
    os._exit(0)


def _use(folder: str) -> None:
    """Let this process use the only library of a folder, whatever its digest."""
    from lastcard.backends.c.library import Library
    from lastcard.sim import engines

    (path,) = Path(folder).glob("lastcard-*")
    library = Library(path)
    engines._found = lambda *given: library  # type: ignore[assignment]  # in place of what would be found


def prepare() -> None:
    """Import what every process needs, but nothing of the package; tests by random examples repeat themselves."""
    assert "lastcard" not in sys.modules
    os.chdir(ROOT)
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = tempfile.mkdtemp(prefix="mutants-")
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)  # nobody reads the example, so it may stay large
    hypothesis.settings.register_profile("mutants", database=None, derandomize=True, phases=phases)
    hypothesis.settings.load_profile("mutants")


def run_all(faults: Sequence[Fault], processes: int, compiled: bool) -> Iterator[tuple[Fault, str | None, float]]:
    """Yield each fault with the test that finds it and how long that took, in the order in which that is known."""
    context = multiprocessing.get_context("fork")
    waiting = list(reversed(faults))
    running: dict[Any, tuple[Fault, Any, float]] = {}
    while waiting or running:
        while waiting and len(running) < processes:
            fault = waiting.pop()
            ours, theirs = context.Pipe(duplex=False)
            tests = COMPILED if compiled else TESTS[fault.module]
            process = context.Process(target=run_compiled if compiled else run_tests, args=(fault, tests, theirs))
            process.start()
            theirs.close()
            running[ours] = fault, process, time.monotonic()
        for ended in wait(list(running)):
            fault, process, began = running.pop(ended)
            yield fault, _answer(ended), time.monotonic() - began
            process.join()


def _answer(connection: Any) -> str | None:
    try:
        found: str | None = connection.recv()
    except EOFError:
        found = "the process ended"
    connection.close()
    return found


def check_without_fault(faults: Sequence[Fault], compiled: bool) -> None:
    """Refuse to go on when a test fails although nothing is wrong."""
    tests = COMPILED if compiled else tuple(dict.fromkeys(name for fault in faults for name in TESTS[fault.module]))
    run_them = run_compiled if compiled else run_tests
    ours, theirs = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=run_them, args=(None, tests, theirs))
    process.start()
    theirs.close()
    failed = _answer(ours)
    process.join()
    if failed is not None:
        raise Unfit(f"{failed} fails without any fault")


def report(faults: Sequence[Fault], processes: int, verbose: bool, compiled: bool) -> int:
    """Try faults and print what no test finds; return how many these are."""
    began, survivors = time.monotonic(), 0
    check_without_fault(faults, compiled)
    for fault, found, seconds in run_all(faults, processes, compiled):
        if found is None:
            survivors += 1
            print(f"SURVIVED {fault.place} {fault.id}" + (f": {fault.breaks}" if fault.breaks else ""), flush=True)
        elif verbose:
            print(f"found {fault.place} {fault.id} in {seconds:.0f} s by {found}", flush=True)
    minutes = (time.monotonic() - began) / 60
    print(f"{len(faults)} faults, {len(faults) - survivors} found, {survivors} not, in {minutes:.0f} minutes")
    return survivors


# ---------------------------------------------------------------- the command line


def parser() -> argparse.ArgumentParser:
    """Return the command line."""
    options = argparse.ArgumentParser(prog="mutants", description="Which faults does no test find?")
    options.add_argument("--sample", metavar="N", type=int, default=SAMPLE, help=f"so many mechanical ones ({SAMPLE})")
    options.add_argument("--seed", metavar="N", type=int, default=0, help="choose other mechanical ones (0)")
    options.add_argument("--all", action="store_true", help="every mechanical fault; this takes many hours")
    options.add_argument("--only", metavar="NAME", action="append", help="faults of a module, or one fault by name")
    options.add_argument("--compiled", action="store_true", help="faults of the core, in the compiled core alone")
    options.add_argument("--list", action="store_true", help="name the faults without trying them")
    options.add_argument("--processes", metavar="N", type=int, default=2, help="at once (2)")
    options.add_argument("-v", "--verbose", action="store_true", help="say what finds each fault")
    return options


def chosen(options: argparse.Namespace) -> list[Fault]:
    """Return the faults to try."""
    named, mechanical = named_faults(), mechanical_faults()
    if options.compiled:  # little or nothing of these two modules is compiled
        compiled = set(CORE) - {"core.rights", "core.tables"}
        unseen = _listed()["uncompiled"]
        named, mechanical = (
            [fault for fault in some if fault.module in compiled and fault.id not in unseen]
            for some in (named, mechanical)
        )
    if options.only:
        named, mechanical = ([f for f in some if {f.id, f.module} & set(options.only)] for some in (named, mechanical))
        if not named and not mechanical:
            raise Unfit(f"there is no fault or module {', '.join(options.only)}")
    return named + (mechanical if options.all else sample(mechanical, options.sample, options.seed))


def run(options: argparse.Namespace) -> int:
    """Do what the command line says."""
    faults = chosen(options)
    if options.list:
        for fault in faults:
            print(f"{fault.place} {fault.id}" + (f": {fault.breaks}" if fault.breaks else ""))
        return 0
    prepare()
    return 1 if report(faults, options.processes, options.verbose, options.compiled) else 0


def main() -> int:
    """Return 0 when every fault is found, 1 when one is not, 2 when something does not fit."""
    try:
        return run(parser().parse_args())
    except Unfit as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
