"""Options of the programs here: numbers within bounds, and help that shows what is used without them."""

import argparse
import math

MOST_SEED = (1 << 40) - 1  # seeds above these are for measurements


class Help(argparse.ArgumentDefaultsHelpFormatter, argparse.RawDescriptionHelpFormatter):
    """Help with the program's own lines, and with defaults."""


def positive(text: str) -> int:
    """Return a whole number above zero."""
    if not (text.isdecimal() and 0 < int(text) <= 1 << 40):
        raise argparse.ArgumentTypeError(f"must be a whole number above zero, not {text!r}")
    return int(text)


def seed(text: str) -> int:
    """Return a seed."""
    if not (text.isdecimal() and len(text) < 20 and int(text) <= MOST_SEED):
        raise argparse.ArgumentTypeError(f"must be a whole number from 0 to {MOST_SEED}, not {text!r}")
    return int(text)


def above_zero(text: str) -> float:
    """Return a number above zero."""
    if not 0 < (number := _number(text)) < math.inf:
        raise argparse.ArgumentTypeError(f"must be a number above zero, not {text!r}")
    return number


def not_negative(text: str) -> float:
    """Return a number that is zero or more."""
    if not 0 <= (number := _number(text)) < math.inf:
        raise argparse.ArgumentTypeError(f"must be a number from 0 on, not {text!r}")
    return number


def share(text: str) -> float:
    """Return a number from 0 to 1."""
    if not 0 <= (number := _number(text)) <= 1:
        raise argparse.ArgumentTypeError(f"must be a number from 0 to 1, not {text!r}")
    return number


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan
