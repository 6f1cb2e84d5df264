"""Bounds on texts from outside, and the checks that enforce them.

Every text from a person or a program passes one of these checks before anything else reads it.  A check refuses what is
too long, too large or too deep with a `LastCardError`, in time that does not depend on the text.  Notation is plain
ASCII: a check refuses digits of other scripts, which `int` would accept.
"""

import re
from reprlib import Repr

from ..core.terms import CARDS, SEATS
from ..errors import NotationError, PositionError

# Characters.  The id of a rule set may have 8,000 of them; the cards of a table need fewer than 1,000.
POSITION_LENGTH = 10_000
ACTION_LENGTH = 1_000

# Amounts; how much can be owed is a rule (`core.terms.MAX_OWED`, I-87).
WORTH = 999_999  # points of a hand that was knocked out
TOTAL = 2 * 10**9  # points of a seat in a match; the core has 32 bits for them, and a round may add some
PASSES = SEATS - 1

_PLAIN = re.compile(r"[ -~\t]*")
_NUMBER = re.compile(r"-?(?:[0-9]{1,20}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})(?:[eE][+-]?[0-9]{1,2})?")


class _Quotes(Repr):
    """Python's short form of values, made safe for numbers of more than 4,300 digits, which `repr` refuses."""

    def repr_int(self, x: int, level: int) -> str:
        return super().repr_int(x, level) if x.bit_length() < 1000 else f"a number of {x.bit_length()} bits"


_QUOTES = _Quotes()
_QUOTES.maxstring = _QUOTES.maxother = 160
_QUOTES.maxlevel = 3


def quoted(value: object) -> str:
    """Return a value as error messages quote it: its ASCII repr, shortened where it is long or deep.

    This never fails, whatever the value is, and the result has at most 400 characters.
    """
    return cut(_QUOTES.repr(value).encode("ascii", "backslashreplace").decode(), 400)


def one_line(text: str, what: str, most: int) -> str:
    """Return a text without surrounding blanks; raise NotationError, naming it as `what`, if it is out of bounds.

    >>> one_line("  r5 ", "an action", 10)
    'r5'
    """
    if not isinstance(text, str):
        raise NotationError(f"{what} must be text, not {type(text).__name__}")
    if len(text) > most:
        raise NotationError(f"{what} may have at most {most} characters, not {len(text)}: {quoted(text)}")
    stripped = text.strip()
    if not _PLAIN.fullmatch(stripped):
        raise NotationError(f"{what} is one line of plain characters (letters, digits and signs): {quoted(text)}")
    return stripped


def amount(digits: str, most: int, what: str) -> int:
    """Return the number that ASCII digits denote; raise PositionError if it is too large."""
    if len(digits) > 7 or int(digits) > most:
        shown = digits if len(digits) <= 12 else digits[:12] + "..."
        raise PositionError(f"{shown} {what}; at most {most} are possible")
    return int(digits)


def finite(text: str) -> float:
    """Return the finite number that a text denotes, such as 0.25 or 1e-3; raise NotationError if it denotes none."""
    if not _NUMBER.fullmatch(text):
        raise NotationError(f"{quoted(text)} is not a number")
    return float(text)


def check_card_count(count: int) -> None:
    """Raise PositionError for more cards than any deck has."""
    if count > CARDS:
        raise PositionError(f"more cards than any deck has ({CARDS})")


def card_count(digits: str) -> int:
    """Return a number of cards; raise PositionError for more than any deck has."""
    count = int(digits) if len(digits) <= 7 else CARDS + 1
    check_card_count(count)
    return count


def cut(text: str, most: int) -> str:
    """Return a text of at most this length, with dots where it was longer."""
    return text if len(text) <= most else f"{text[: most - 3]}..."
