"""python -m lastcard.conformance: run the cases on our engine or another, or serve ours to another runner."""

import argparse
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
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
    parser.add_argument("--serve", action="store_true", help="speak the line protocol on standard input and output")
    parser.add_argument("-v", "--verbose", action="store_true", help="name the cases that pass, too")


def run(options: argparse.Namespace) -> int:
    """Run what was chosen; 0 when all cases pass, 1 when some fail."""
    if options.serve:
        Server().serve(sys.stdin, sys.stdout)
        return 0
    cases = _chosen(load(options.files), options.clause)
    engine: AbstractContextManager[Engine] = program(options.engine) if options.engine else nullcontext(Server())
    with engine as opened:
        failed = _run(cases, opened, options.verbose)
    print(f"{len(cases)} cases, {len(cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


def _chosen(cases: list[AnyCase], clause: str | None) -> list[AnyCase]:
    chosen = [case for case in cases if clause is None or clause in case.proves]
    if not chosen:
        raise LastCardError(f"no case proves {clause!r}" if clause else "there are no cases")
    return chosen


def _run(cases: list[AnyCase], engine: Engine, verbose: bool) -> int:
    """Run the cases, say what is wrong; how many failed."""
    failed = 0
    for case in cases:
        problems = run_case(case, engine)
        failed += bool(problems)
        if problems or verbose:
            print(f"{'FAILED' if problems else 'passed'} {case.name} ({', '.join(case.proves)}) {case.note}")
        for problem in problems:
            print(f"    {problem}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
