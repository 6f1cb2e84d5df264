"""python -m lastcard.conformance: run the cases on our engine or another, or serve ours to another runner."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from ..errors import LastCardError
from .protocol import Server
from .runner import Engine, program, run_case
from .suite import AnyCase, load


def main(argv: Sequence[str] | None = None) -> int:
    """Run it; 0 when all cases pass, 1 when some fail, 2 when they cannot be run."""
    parser = argparse.ArgumentParser(prog="lastcard.conformance", description="Hold an engine against the rules.")
    add_options(parser)
    try:
        return run(parser.parse_args(argv))
    except LastCardError as error:
        print(f"conformance: {error}", file=sys.stderr)
        return 2


def add_options(parser: argparse.ArgumentParser) -> None:
    """What may be said on the command line."""
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="files of cases; else all that we ship")
    parser.add_argument("-k", dest="clause", metavar="CLAUSE", help="only cases that prove this clause, such as U-32")
    parser.add_argument("--engine", metavar="COMMAND", help="a program that speaks the line protocol; else our engine")
    parser.add_argument(
        "--backend", choices=["all", "python", "numba"], default="all", help="how our own engine runs; else every way"
    )
    parser.add_argument("--serve", action="store_true", help="speak the line protocol on standard input and output")
    parser.add_argument("-v", "--verbose", action="store_true", help="name the cases that pass, too")


def run(options: argparse.Namespace) -> int:
    """Run what was chosen; 0 when all cases pass, 1 when some fail."""
    if options.serve:
        if sys.stdin is None:  # closed by whoever started us
            raise LastCardError("standard input is closed, and the protocol is read there")
        Server().serve(sys.stdin, sys.stdout)
        return 0
    cases = _chosen(load(options.files), options.clause)
    if options.engine:
        with program(options.engine) as engine:
            return _run(cases, engine, options.engine, options.verbose)
    failures = [_run(cases, engine, name, options.verbose) for name, engine in _backends(options.backend)]
    return max(failures)


def _backends(name: str) -> Iterator[tuple[str, Engine]]:
    """Our own engine in the ways chosen; numba is left out, and said to be, where it is not installed."""
    if name in ("all", "python"):
        yield "python", Server()
    if name == "numba" or (name == "all" and find_spec("numba")):
        from ..backends.stepping import CompiledCore

        yield "numba", Server(CompiledCore())
    elif name == "all":
        print("numba is not installed: the compiled backend is left out")


def _chosen(cases: list[AnyCase], clause: str | None) -> list[AnyCase]:
    chosen = [case for case in cases if clause is None or clause in case.proves]
    if not chosen:
        raise LastCardError(f"no case proves {clause!r}" if clause else "there are no cases")
    return chosen


def _run(cases: list[AnyCase], engine: Engine, name: str, verbose: bool) -> int:
    """Run the cases, say what is wrong; 1 when some failed."""
    failed = 0
    for case in cases:
        problems = run_case(case, engine)
        failed += bool(problems)
        if problems or verbose:
            print(f"{'FAILED' if problems else 'passed'} {case.name} ({', '.join(case.proves)}) {case.note}")
        for problem in problems:
            print(f"    {problem}")
    print(f"{name}: {len(cases)} cases, {len(cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
