"""Bounds on texts from outside, and the gates that hold them.

Whatever a person or a program sends passes one of these gates before anything else looks at it.  A gate refuses what
is too long, too large or too deep with an error of our own, in time that does not depend on what was sent.  Notation
is plain ASCII: digits of other scripts, which `int` would accept, never get past a gate.
"""

import re
import tomllib
from reprlib import Repr
from typing import Any

from .core.terms import CARDS, SEATS
from .errors import NotationError, PositionError

# Characters.  The id of a rule set may have 8,000 of them; the cards of a table need fewer than 1,000.
POSITION_LENGTH = 10_000
ACTION_LENGTH = 1_000

# Amounts; how much can be owed is a rule (`core.terms.MAX_OWED`, I-87).
WORTH = 999_999  # points of a hand that was knocked out
PASSES = SEATS - 1

# Files.
TEXT_SIZE = 1 << 20  # bytes
TEXT_LINE = 12_000  # characters
_KEY_DEPTH = 8

_PLAIN = re.compile(r"[ -~\t]*")
_DEEP_KEY = re.compile(rf"""\s*+\[*+\s*+(?:(?:[\w-]++|"[^"]*+"|'[^']*+')\s*+\.\s*+){{{_KEY_DEPTH}}}""")


class _Quotes(Repr):
    """Python's own short form of values, which fails over numbers of 5,000 digits."""

    def repr_int(self, x: int, level: int) -> str:
        return super().repr_int(x, level) if x.bit_length() < 1000 else f"a number of {x.bit_length()} bits"


_QUOTES = _Quotes()
_QUOTES.maxstring = _QUOTES.maxother = 160
_QUOTES.maxlevel = 3


def quoted(value: object) -> str:
    """Return a value as an error quotes it: as Python writes it in ASCII, cut short where it is long or deep."""
    return _QUOTES.repr(value).encode("ascii", "backslashreplace").decode()


def one_line(text: str, what: str, most: int) -> str:
    """Return a text without the blanks around it, or refuse it; `what` names it in the error.

    >>> one_line("  r5 ", "an action", 10)
    'r5'
    """
    if len(text) > most:
        raise NotationError(f"{what} has at most {most} characters, not {len(text)}: {quoted(text)}")
    stripped = text.strip()
    if not _PLAIN.fullmatch(stripped):
        raise NotationError(f"{what} is one line of plain characters (letters, digits and signs): {quoted(text)}")
    return stripped


def amount(digits: str, most: int, what: str) -> int:
    """Return the number that ASCII digits say, or refuse one that is too large."""
    if len(digits) > 7 or int(digits) > most:
        shown = digits if len(digits) <= 12 else digits[:12] + "..."
        raise PositionError(f"{shown} {what}; at most {most} can be")
    return int(digits)


def check_card_count(count: int) -> None:
    """Refuse more cards than any deck has."""
    if count > CARDS:
        raise PositionError(f"more cards than any deck has ({CARDS})")


def card_count(digits: str) -> int:
    """Return a number of cards, or refuse more than any deck has."""
    count = int(digits) if len(digits) <= 7 else CARDS + 1
    check_card_count(count)
    return count


def read_toml(data: bytes, what: str) -> dict[str, Any]:
    """Return the tables of a TOML file, or raise a NotationError that begins with `what`.

    Long lines and keys of many parts are refused because the parser takes quadratic time over them.
    """
    if len(data) > TEXT_SIZE:
        raise NotationError(f"{what}: larger than {TEXT_SIZE:,} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotationError(f"{what}: not text in UTF-8: {error.reason} at byte {error.start}") from None
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > TEXT_LINE:
            raise NotationError(f"{what}:{number}: a line is too long; it has at most {TEXT_LINE:,} characters")
        if _DEEP_KEY.match(line):
            raise NotationError(f"{what}:{number}: a key has at most {_KEY_DEPTH} parts: {quoted(line)}")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise NotationError(f"{what}: nested too deeply") from None
    except ValueError as error:  # not only TOMLDecodeError: a number of 5,000 digits is another one
        raise NotationError(f"{what}: not TOML: {_cut(str(error))}") from None


def _cut(message: str) -> str:
    return message if len(message) <= 200 else message[:200] + "..."
