"""What the verbs have in common: their parsers, positions from the command line or standard input, output as JSON."""

import json
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable
from typing import Any, NoReturn, TextIO

from ..bounds import POSITION_LENGTH, quoted
from ..errors import LastCardError, NotationError

# What add_subparsers returns; its own class is not public.
Subparsers = Any

STDIN = "-"
_EMPTY_HAND_FIRST = re.compile(r"-[/!*%^]")


class Parser(ArgumentParser):
    """A parser that complains in one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is."""
        self.exit(2, f"{self.prog}: {message}; see '{self.prog} --help'\n")


def hide_dash(word: str) -> str:
    """A position that begins with an empty hand (`-/b7 ...`), so written that it is not taken for an option."""
    return f" {word}" if _EMPTY_HAND_FIRST.match(word) else word


def add_verb(
    subparsers: Subparsers, name: str, run: Callable[[Namespace], int], *, about: str, examples: str
) -> ArgumentParser:
    """The parser of one verb; `examples` are whole command lines, one a line."""
    shown = "\n".join(f"  {line}" for line in examples.strip().splitlines())
    parser: ArgumentParser = subparsers.add_parser(
        name,
        description=about,
        epilog=f"examples:\n{shown}\n",
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def add_position(parser: ArgumentParser) -> None:
    """The argument POSITION and the option that goes with it."""
    parser.add_argument(
        "position", metavar="POSITION", help="one line in quotes, or - for the last line of standard input"
    )
    add_seed(parser, "decides unknown cards, and chance from then on")


def add_seed(parser: ArgumentParser, what: str) -> None:
    """Add the option --seed."""
    parser.add_argument("--seed", type=whole_number, default=0, metavar="S", help=f"a whole number; {what} (0)")


def whole_number(text: str) -> int:
    """Read a number on the command line: plain digits, and no more of them than a seed can use."""
    if not re.fullmatch(r"-?[0-9]{1,20}", text):
        raise ArgumentTypeError(f"{quoted(text)} is not a whole number of at most 20 digits")
    return int(text)


def add_json(parser: ArgumentParser, keys: str = "") -> None:
    """The option --json; `keys` says what the object holds."""
    parser.add_argument("--json", action="store_true", help="print one JSON object instead" + (keys and f": {keys}"))


def by_commas(text: str) -> tuple[str, ...]:
    """What an option lists, with commas between, and blanks as one likes."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def standard_input() -> TextIO:
    """Standard input, which whoever starts a program can also close."""
    if sys.stdin is None:
        raise LastCardError("standard input is closed, and something is to be read there")
    return sys.stdin


def position_line(text: str) -> str:
    """Return the position as it was given, or the last line of standard input: `apply` ends with a position."""
    if text != STDIN:
        return text
    last = ""
    source = standard_input()
    try:
        while line := source.readline(POSITION_LENGTH + 2):
            if len(line) > POSITION_LENGTH + 1:
                raise NotationError(f"a line of standard input is longer than {POSITION_LENGTH:,} characters")
            last = line.strip() or last
    except UnicodeDecodeError as error:
        raise NotationError(f"standard input is not text: {error.reason}") from error
    if not last:
        raise NotationError("standard input is empty; a position is wanted there")
    return last


def print_json(value: Any) -> None:
    """Print a value as JSON, keys in the order given."""
    print(json.dumps(value, indent=2, ensure_ascii=False))
