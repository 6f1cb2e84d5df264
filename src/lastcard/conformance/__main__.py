"""python -m lastcard.conformance: run the cases on our engine or another, or serve ours to another runner."""

import argparse
import io
import sys
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from .._util.bounds import finite, quoted
from ..backends.stepping import CompiledCore
from ..errors import LastCardError, NotationError
from ..sim.engines import choose_backend, compiled_rules
from .engines import PATIENCE, Engine, program
from .protocol import Server
from .runner import run_case
from .suite import AnyCase, load


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return 0 if all cases pass, 1 if any fails, 2 if they cannot be run."""
    parser = argparse.ArgumentParser(prog="lastcard.conformance", description="Test an engine against the rules.")
    add_options(parser)
    try:
        return run(parser.parse_args(argv))
    except LastCardError as error:
        print(f"conformance: {error}", file=sys.stderr)
        return 2


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="files of cases (all in the package)")
    parser.add_argument("-k", dest="wanted", metavar="CASE", help="only cases with this id or clause; * is a wildcard")
    parser.add_argument("--engine", metavar="COMMAND", help="a program that speaks the line protocol (our engine)")
    parser.add_argument(
        "--patience", type=_seconds, default=PATIENCE, metavar="SECONDS", help="time limit for each answer (20)"
    )
    parser.add_argument("--backend", choices=["all", "python", "c"], default="all", help="how to run our engine (all)")
    parser.add_argument("--serve", action="store_true", help="speak the line protocol on standard input and output")
    parser.add_argument("-v", "--verbose", action="store_true", help="also list the cases that pass")


def _seconds(text: str) -> float:
    """Read a time limit from the command line."""
    try:
        seconds = finite(text)
    except NotationError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if not 0 < seconds <= 3600:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number of seconds up to 3600")
    return seconds


def run(options: argparse.Namespace) -> int:
    """Run the cases, or serve; return 0 if all cases pass and 1 if any fails."""
    if options.serve:
        _serve()
        return 0
    cases = _chosen(load(options.files), options.wanted)
    if options.engine is not None:
        with program(options.engine, options.patience) as engine:
            return _run(cases, engine, options.engine, options.verbose)
    failures = [_run(cases, engine, name, options.verbose) for name, engine in _backends(options.backend)]
    return max(failures)


def _serve() -> None:
    if sys.stdin is None:  # it was closed before we started
        raise LastCardError("standard input is closed, but the protocol is read from it")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # invalid bytes are refused, not fatal
    Server().serve(sys.stdin, sys.stdout)


def _backends(name: str) -> Iterator[tuple[str, Engine]]:
    """Yield our engine with each chosen backend; leave out the compiled one if there is none and all were chosen."""
    if name in ("all", "python"):
        yield "python", Server()
    if name == "c" or (name == "all" and choose_backend("auto") == "c"):
        yield "c", Server(CompiledCore(compiled_rules()))


def _chosen(cases: list[AnyCase], wanted: str | None) -> list[AnyCase]:
    chosen = [case for case in cases if wanted is None or _is_wanted(case, wanted)]
    if not chosen:
        raise LastCardError(f"no case has the id or clause {wanted!r}" if wanted else "there are no cases")
    return chosen


def _is_wanted(case: AnyCase, wanted: str) -> bool:
    """Return whether a case proves a clause or has an id, with or without the name of its file."""
    names = (*case.proves, case.id, case.id.partition(":")[2])
    return any(fnmatchcase(name, wanted) for name in names)


def _run(cases: list[AnyCase], engine: Engine, name: str, verbose: bool) -> int:
    """Run the cases and print the failures; return 1 if any case failed, else 0."""
    failed = 0
    for case in cases:
        problems = run_case(case, engine)
        failed += bool(problems)
        if problems or verbose:
            print(f"{'FAILED' if problems else 'passed'} {case.id} ({', '.join(case.proves)}) {case.note}".rstrip())
        if problems:
            print(f"    {case.place}")
        for problem in problems:
            print(f"    {problem}")
    count = "1 case" if len(cases) == 1 else f"{len(cases)} cases"
    print(f"{name}: {count}, {len(cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
