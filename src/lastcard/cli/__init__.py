"""The command line: `lastcard VERB ...`.

Each verb is a module here with `add(subparsers)`, which says how it is called, and `run(args)`, which does it and
returns the exit status.  Only the module of the verb that is asked for is imported, so that starting stays quick.
"""

import io
import os
import sys
from argparse import SUPPRESS, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib import import_module

from .. import __version__
from ..errors import LastCardError, did_you_mean
from .parts import Parser, hide_dash

# In the order in which they are listed; the module of a verb has its name.
VERBS = {
    "play": "play a match in the terminal",
    "rules": "show rule sets in words: presets, options, every dimension, what differs",
    "position": "deal a round and print its position",
    "legal": "list what each seat may do in a position",
    "apply": "carry out actions in a position: the events, then the new position",
    "explain": "say why an action is allowed, refused or fined, and by which rule",
    "sim": "play many rounds or matches and count what happens",
    "arena": "let bots play each other and say how sure the result is",
    "replay": "tell a record act by act",
    "verify": "check that a record is a match by its rules",
    "conformance": "test an engine against the rules, case by case",
}

_ABOUT = "Last Card: one engine for every way of playing UNO."
_MORE = """\
verbs:
{verbs}

examples:
  lastcard rules official+stack
  lastcard position --rules juno-seven0 --seats 3 --seed 5
  lastcard legal 'b5r5/g5y1 r1 >0 - b1b2b3b4|- official'
  lastcard position --seed 7 | lastcard apply - draw pass | lastcard legal -

A position is one line: hands top way+turn pending stock|discards ruleset.
'lastcard VERB --help' tells more about a verb.
"""

BAD_INPUT = 2
INTERRUPTED = 130  # as a shell reports a program ended by the keyboard
PIPE_CLOSED = 141  # ... and one whose reader has gone


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; the exit status."""
    words = [hide_dash(word) for word in (sys.argv[1:] if argv is None else argv)]
    try:
        _ready_output()
        status = _run(words)
        sys.stdout.flush()
        return status
    except LastCardError as error:
        return _complain(str(error))
    except BrokenPipeError:
        # Whoever read our output has seen enough; nothing more may be written, also not at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as error:
        return _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        return INTERRUPTED


def _ready_output() -> None:
    """Standard output must be there, and a sign that it cannot show must not end the program."""
    if sys.stdout is None:
        raise LastCardError("standard output is closed, and there is nowhere else to write to")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _run(words: list[str]) -> int:
    verb = next((word for word in words if not word.startswith("-")), None)
    if verb is not None and verb not in VERBS:
        raise LastCardError(f"no verb {verb!r}{did_you_mean(verb, VERBS)}; there are {', '.join(VERBS)}")
    parser = _parser(verb)
    try:
        args = parser.parse_args(words)
    except SystemExit as end:  # help has been shown, or a complaint
        return end.code if isinstance(end.code, int) else 0
    if verb is None:
        parser.print_help()
        return 0
    status: int = args.run(args)
    return status


def _parser(verb: str | None) -> Parser:
    """The whole command line, but in full only for one verb."""
    width = max(map(len, VERBS)) + 2
    listed = "\n".join(f"  {name:<{width}}{summary}" for name, summary in VERBS.items())
    parser = Parser(
        prog="lastcard",
        usage="lastcard VERB ...",
        description=_ABOUT,
        epilog=_MORE.format(verbs=listed),
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"lastcard {__version__}")
    verbs = parser.add_subparsers(dest="verb", help=SUPPRESS, prog="lastcard")
    if verb is not None:
        import_module(f".{verb}", __name__).add(verbs)
    return parser


def _complain(message: str) -> int:
    """One line on standard error."""
    print("lastcard:", " ".join(message.split("\n")), file=sys.stderr)
    return BAD_INPUT
