"""The command line: `lastcard COMMAND ...`.

Each command is a module in this package.  Its `add(subparsers)` defines the arguments; its `run(args)` does the work
and returns the exit status.  Only the module of the requested command is imported, so that the program starts quickly.
"""

import io
import os
import sys
from argparse import SUPPRESS, Action, ArgumentParser
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from .._util import called
from .._util.files import reason_of
from ..errors import LastCardError, did_you_mean
from .parts import Help, Parser, hide_dash, register_file, shortened

# In the order of the help text.  Each command lives in the module of the same name.
COMMANDS = {
    "play": "play a match in the terminal",
    "rules": "show rule sets in words: presets, options, every dimension, what differs",
    "position": "deal a round and print its position",
    "legal": "list what each seat may do in a position",
    "apply": "carry out actions in a position: the events, then the new position",
    "explain": "explain why an action is allowed, refused or fined, and by which rule",
    "sim": "play many rounds or matches and count what happens",
    "lab": "say what a house rule changes: length, skill, luck, comebacks",
    "arena": "play bots against each other and show how certain the result is",
    "replay": "show a match record as sentences, or act by act",
    "analyse": "say where a finished match was won: chances, luck, costly decisions",
    "puzzles": "find puzzles in match records, or print that of today",
    "verify": "check that a match record follows its rules",
    "serve": "serve tables for people and bots over the network",
    "conformance": "test an engine against the rules, case by case",
    "completion": "print a script that completes commands and options in your shell",
}

_ABOUT = "Last Card: one engine for every way of playing UNO."
_MORE = """\
commands:
{commands}

examples:
  lastcard play
  lastcard play --rules juno-seven0 --bots greedy,careful,search
  lastcard rules official+stack
  lastcard position --rules juno-seven0 --seats 3 --seed 5
  lastcard legal 'b5r5/g5y1 r1 >0 - b1b2b3b4|- official'
  lastcard position --seed 7 | lastcard apply - draw pass | lastcard legal -

A position is one line: hands top direction+turn pending stock|discards ruleset.
Run 'lastcard help COMMAND' for help on a command.
"""

BAD_INPUT = 2
INTERRUPTED = 130  # as a shell reports a program ended by the keyboard
PIPE_CLOSED = 141  # ... and one whose reader has gone


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return the exit status.  Errors are printed, never raised."""
    words = [hide_dash(word) for word in (sys.argv[1:] if argv is None else argv)]
    try:
        _ready_output()
        status = _run(words)
        sys.stdout.flush()
        return status
    except LastCardError as error:
        return _complain(str(error))
    except BrokenPipeError:
        # The reader has closed the pipe.  Write nothing more, not even when Python flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as error:
        what = error.filename if error.filename is not None else "the output cannot be written"
        return _complain(f"{what}: {reason_of(error)}")
    except KeyboardInterrupt:
        return INTERRUPTED


def _ready_output() -> None:
    """Check that standard output is open, and replace characters that it cannot encode instead of failing."""
    if sys.stdout is None:
        raise LastCardError("standard output is closed, so nothing can be printed")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _run(words: list[str]) -> int:
    if words[:1] == ["help"]:
        words = [*(word for word in words[1:2] if word != "help"), "--help"]
    command = next((word for word in words if not word.startswith("-")), None)
    if command is not None and command not in COMMANDS:
        raise LastCardError(f"no command {command!r}{did_you_mean(command, COMMANDS)}; there are {', '.join(COMMANDS)}")
    parser = _parser(command)
    try:
        args, unknown = parser.parse_known_args(words)
        if unknown:
            _refuse_words(parser, command, unknown)
    except SystemExit as end:  # argparse has printed its help or an error
        return end.code if isinstance(end.code, int) else 0
    if command is None:
        parser.print_help()
        return 0
    for path in getattr(args, "decks", ()):
        register_file(path)
    status: int = args.run(args)
    return status


def _refuse_words(parser: Parser, command: str | None, unknown: list[str]) -> None:
    """Exit with an error that names the words which mean nothing, and the option that was perhaps meant."""
    from ..bots import bot_names
    from ..rules import PRESETS

    own = parser if command is None else parser.command_parser(command)
    meant = did_you_mean(unknown[0].partition("=")[0], own.options) if unknown[0].startswith("-") else ""
    if unknown[0].partition("+")[0] in PRESETS and "--rules" in own.options:
        meant = f" (did you mean '--rules {unknown[0]}'?)"
    elif unknown[0].partition(",")[0] in bot_names() and "--bots" in own.options:
        meant = f" (did you mean '--bots {','.join(unknown)}'?)"
    own.error(f"unrecognized arguments: {' '.join(unknown)}{meant}")


def _parser(command: str | None) -> Parser:
    """Build the parser, with the arguments of one command only."""
    width = max(map(len, COMMANDS)) + 2
    listed = "\n".join(f"  {name:<{width}}{summary}" for name, summary in COMMANDS.items())
    parser = Parser(
        prog="lastcard",
        usage="lastcard COMMAND ...",
        description=_ABOUT,
        epilog=called.here(_MORE).replace("{commands}", listed),
        formatter_class=Help,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and, in a checkout, the commit")
    commands = parser.add_subparsers(dest="command", help=SUPPRESS, prog="lastcard")
    if command is not None:
        import_module(f".{command}", __name__).add(commands)
    return parser


class _Version(Action):
    """Prints the version and exits; git is asked only then."""

    def __call__(self, parser: ArgumentParser, *_: Any) -> None:
        from .version import full_version

        print(f"lastcard {full_version()}")
        parser.exit()


def _complain(message: str) -> int:
    """Print a message as one line on standard error and return the exit status for bad input."""
    print("lastcard:", shortened(" ".join(message.split("\n"))), file=sys.stderr)
    return BAD_INPUT
