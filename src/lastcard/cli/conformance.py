"""lastcard conformance: test an engine against the rules."""

from argparse import Namespace

from ..conformance import __main__ as suite
from .parts import Subparsers, add_command

_ABOUT = """\
Run the test cases for each clause of the rules, on our engine or on another that speaks the line protocol.
The exit status is 0 if all cases pass and 1 if any fails.
"""
_EXAMPLES = """\
lastcard conformance --backend python
lastcard conformance -k U-32 --backend python --verbose
lastcard conformance -k 'official:*' --engine 'lastcard conformance --serve'
"""


def add(subparsers: Subparsers) -> None:
    """Register the command."""
    suite.add_options(add_command(subparsers, "conformance", run, about=_ABOUT, examples=_EXAMPLES))


def run(args: Namespace) -> int:
    """Run the cases, or serve another runner."""
    return suite.run(args)
