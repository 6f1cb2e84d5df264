"""What the commands share: parsers, positions from the command line or standard input, and JSON output."""

import json
import os
import re
import sys
import textwrap
from argparse import Action, ArgumentError, ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any, NoReturn, TextIO

from .._util import called
from .._util.bounds import POSITION_LENGTH, finite, quoted
from ..errors import LastCardError, NotationError, did_you_mean

# What add_subparsers returns; argparse does not make its class public.
Subparsers = Any

STDIN = "-"
_LONG_WORD = re.compile(r"(\S{150})\S{50,}")
_EMPTY_HAND_FIRST = re.compile(r"-[/!*%^]")


class Help(RawDescriptionHelpFormatter):
    """Prints a description as wide as the terminal; what is indented in it, such as examples, as it is written."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if "\n  " in text:
            return super()._fill_text(text, width, indent)
        return textwrap.fill(" ".join(text.split()), width, break_on_hyphens=False)


class Parser(ArgumentParser):
    """A parser that reports an error in one line, and knows its options."""

    @property
    def options(self) -> list[str]:
        """The options, as they are written."""
        return [text for action in self._actions for text in action.option_strings]

    def command_parser(self, command: str) -> "Parser":
        """Return the parser of a command that was added."""
        (commands,) = (action for action in self._actions if isinstance(action.choices, dict))
        assert isinstance(commands.choices, dict)
        parser = commands.choices[command]
        assert isinstance(parser, Parser)
        return parser

    def _check_value(self, action: Action, value: Any) -> None:
        """Refuse a word that is none of the choices, and name the one that was perhaps meant."""
        if action.choices is not None and value not in action.choices:
            words = list(map(str, action.choices))
            meant = did_you_mean(str(value), words)
            raise ArgumentError(action, f"{quoted(str(value))} is not one of {', '.join(words)}{meant}")

    def error(self, message: str) -> NoReturn:
        """Print the error with a pointer to the help, and exit with status 2."""
        self.exit(2, f"{self.prog}: {shortened(message)}; see '{self.prog} --help'\n")


def shortened(message: str) -> str:
    """Return a message in which every very long word is cut, so that no input is echoed whole."""
    return _LONG_WORD.sub(r"\1...", message)


def hide_dash(word: str) -> str:
    """Return a word so that argparse does not take a position with an empty first hand (`-/b7 ...`) for an option."""
    return f" {word}" if _EMPTY_HAND_FIRST.match(word) else word


def add_command(
    subparsers: Subparsers, name: str, run: Callable[[Namespace], int], *, about: str, examples: str
) -> ArgumentParser:
    """Register a command and return its parser; `examples` holds whole command lines, one per line."""
    shown = "\n".join(f"  {line}" for line in called.here(examples).strip().splitlines())
    parser: ArgumentParser = subparsers.add_parser(
        name,
        description=about,
        epilog=f"examples:\n{shown}\n",
        formatter_class=Help,
    )
    parser.set_defaults(run=run)
    return parser


def add_deck(parser: ArgumentParser) -> None:
    """Add the option --deck, for every command that takes rules."""
    about = "read a deck from a TOML file, so that rules can name it: official+deck=NAME; may be given several times"
    parser.add_argument("--deck", metavar="FILE", type=Path, action="append", dest="decks", default=[], help=about)


def register_file(path: Path) -> None:
    """Make the deck in a file known to the ids of rules."""
    from ..rules import Deck, register_deck

    register_deck(Deck.from_toml(path))


def add_position(parser: ArgumentParser) -> None:
    """Add the argument POSITION and the options --deck and --seed."""
    add_deck(parser)
    parser.add_argument(
        "position", metavar="POSITION", help="a position in quotes, or - for the last line of standard input"
    )
    add_seed(parser, "determines the unknown cards and all later shuffles")


def add_seed(parser: ArgumentParser, what: str) -> None:
    """Add the option --seed."""
    parser.add_argument("--seed", type=whole_number, default=0, metavar="S", help=f"a whole number; {what} (0)")


def add_cluster(parser: ArgumentParser) -> None:
    """Add the option --cluster."""
    about = "play on this Ray cluster: HOST:PORT, ray://HOST:PORT, or auto for the one this machine belongs to"
    parser.add_argument("--cluster", metavar="ADDRESS", help=about)


@contextmanager
def without_words_of_ray(cluster: str | None) -> Iterator[None]:
    """Drop what Ray prints to standard output about machines and workers that were lost: they are made good."""
    if cluster is None:
        yield
        return
    with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        yield


def whole_number(text: str) -> int:
    """Read a whole number of at most 20 digits from the command line."""
    if not re.fullmatch(r"-?[0-9]{1,20}", text):
        raise ArgumentTypeError(f"{quoted(text)} is not a whole number of at most 20 digits")
    return int(text)


def number(text: str) -> float:
    """Read a finite number from the command line."""
    try:
        return finite(text)
    except NotationError as error:
        raise ArgumentTypeError(str(error)) from None


def add_json(parser: ArgumentParser, about: str = "print one JSON object instead") -> None:
    """Add the option --json; `about` says what it prints."""
    parser.add_argument("--json", action="store_true", help=about)


def by_commas(text: str) -> tuple[str, ...]:
    """Split the value of an option at its commas, ignoring spaces and empty items."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def standard_input() -> TextIO:
    """Return standard input; raise LastCardError if it is closed."""
    if sys.stdin is None:
        raise LastCardError("standard input is closed, but this command reads from it")
    return sys.stdin


def position_line(text: str) -> str:
    """Return the given position, or for `-` the last non-empty line of standard input (`apply` prints it last)."""
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
        raise NotationError("standard input is empty; expected a position")
    return last


def print_json(value: Any) -> None:
    """Print a value as JSON, keys in the order given."""
    print(json.dumps(value, indent=2, ensure_ascii=False))
