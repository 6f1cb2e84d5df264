"""Bounds on texts from outside, and the checks that enforce them.

Every text from a person or a program passes one of these checks before anything else reads it.  A check refuses what is
too long, too large or too deep with a `LastCardError`, in time that does not depend on the text.  Notation is plain
ASCII: a check refuses digits of other scripts, which `int` would accept.
"""

import re
import tomllib
from reprlib import Repr
from typing import Any

from ..core.terms import CARDS, SEATS
from ..errors import NotationError, PositionError

# Characters.  The id of a rule set may have 8,000 of them; the cards of a table need fewer than 1,000.
POSITION_LENGTH = 10_000
ACTION_LENGTH = 1_000

# Amounts; how much can be owed is a rule (`core.terms.MAX_OWED`, I-87).
WORTH = 999_999  # points of a hand that was knocked out
TOTAL = 2 * 10**9  # points of a seat in a match; the core has 32 bits for them, and a round may add some
PASSES = SEATS - 1

# Files.
TEXT_SIZE = 1 << 20  # bytes
TEXT_LINE = 12_000  # characters
_KEY_DEPTH = 8

_PLAIN = re.compile(r"[ -~\t]*")
_NUMBER = re.compile(r"-?(?:[0-9]{1,20}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})(?:[eE][+-]?[0-9]{1,2})?")
_DEEP_KEY = re.compile(rf"""(?<![\w-])(?:(?:[\w-]++|"[^"]*+"|'[^']*+')[ \t]*+\.[ \t]*+){{{_KEY_DEPTH}}}""")


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
    return _cut(_QUOTES.repr(value).encode("ascii", "backslashreplace").decode(), 400)


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


def check_fields(what: str, data: dict[Any, Any], written: dict[str, Any]) -> None:
    """Raise NotationError for a field of JSON data that the value, as it is `written`, lacks or has otherwise."""
    for key, value in data.items():
        if key not in written:
            raise NotationError(f"{what} has no field {quoted(key)}")
        if not _is_same(value, written[key]):
            raise NotationError(f"the field {key!r} of {what} must be {written[key]!r}")


def _is_same(value: Any, wanted: Any) -> bool:
    """Return whether two values are the same JSON data: for Python, 1 and true are equal."""
    if isinstance(value, list) and isinstance(wanted, list):
        return len(value) == len(wanted) and all(map(_is_same, value, wanted))
    if isinstance(value, dict) and isinstance(wanted, dict):
        return value.keys() == wanted.keys() and all(_is_same(value[key], wanted[key]) for key in wanted)
    return type(value) is type(wanted) and bool(value == wanted)


def read_toml(data: bytes, what: str) -> dict[str, Any]:
    """Return the tables of a TOML file, or raise a NotationError that begins with `what`."""
    if len(data) > TEXT_SIZE:
        raise NotationError(f"{what}: larger than {TEXT_SIZE:,} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotationError(f"{what}: not text in UTF-8: {error.reason} at byte {error.start}") from None
    return parse_toml(text, what, TEXT_LINE)


def parse_toml(text: str, what: str, longest: int) -> dict[str, Any]:
    """Return the tables of a TOML text, or raise a NotationError that begins with `what`.

    Lines longer than `longest` and keys of many parts are refused because the parser would take quadratic time.
    """
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > longest:
            raise NotationError(f"{what}:{number}: the line is too long; at most {longest:,} characters are allowed")
        if _DEEP_KEY.search(line):
            raise NotationError(f"{what}:{number}: a key may have at most {_KEY_DEPTH} parts: {quoted(line)}")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise NotationError(f"{what}: nested too deeply") from None
    except ValueError as error:  # TOMLDecodeError, or a number with too many digits
        raise NotationError(f"{what}: not TOML: {_cut(str(error), 200)}") from None


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 3]}..."
