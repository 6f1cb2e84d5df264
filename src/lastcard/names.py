"""Names of people and bots: one check for every name that is typed, saved or shown."""

import unicodedata
from collections.abc import Iterable, Sequence

from .errors import LastCardError

LONGEST = 20  # characters
BOTS = ("Ada", "Ben", "Cyd", "Dot", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kit", "Lou", "Max", "Nan", "Oz")

# Printable according to Python, but invisible: fillers, joiners, variation selectors.
_UNSEEN = frozenset(
    (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10),
     *range(0xE0100, 0xE01F0))
)  # fmt: skip
_REPLACED = "\N{REPLACEMENT CHARACTER}"


def check_name(name: str) -> str:
    """Return a name in its normal form (NFC), or raise `LastCardError`.

    A name has 1 to 20 characters and begins with a letter.  It has no brackets, and no characters that are invisible,
    break a line, change the direction of writing or control a terminal.
    """
    if not isinstance(name, str):
        raise LastCardError(f"a name must be text, not {type(name).__name__}")
    normal = unicodedata.normalize("NFC", name[: 4 * LONGEST])
    odd = not normal[:1].isalpha() or normal != normal.strip() or len(name) > 4 * LONGEST or len(normal) > LONGEST
    if odd or not all(map(_is_shown, normal)) or any(map(_is_bracket, normal)):
        raise LastCardError(
            f"{name[: 2 * LONGEST]!r} is not a valid name: use up to {LONGEST} characters, a letter first, no brackets"
        )
    return normal


def check_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of a table in their normal form; also refuse two that people cannot tell apart."""
    checked = tuple(map(check_name, names))
    if len({name_key(name) for name in checked}) < len(checked):
        raise LastCardError(f"two seats have the same name: {', '.join(checked)}")
    return checked


def name_key(name: str) -> str:
    """Return a key that is equal for names that people cannot tell apart, by case, blanks or widths."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def bot_name(taken: Iterable[str]) -> str:
    """Return a name for a bot that nobody at the table has."""
    used = set(map(name_key, taken))
    return next(name for name in (*BOTS, *(f"Bot {n}" for n in range(1, 30))) if name_key(name) not in used)


def printable(text: str, longest: int = 200) -> str:
    """Return a text from outside made safe to show: one line, no control characters, bounded length."""
    normal = unicodedata.normalize("NFC", text[:longest])
    shown = "".join(letter if letter.isprintable() else _REPLACED for letter in normal)
    return shown if len(text) <= longest else f"{shown}…"


def _is_shown(letter: str) -> bool:
    """Return whether a character is visible; `isprintable` rules out controls, line breaks and format characters."""
    return letter.isprintable() and ord(letter) not in _UNSEEN


def _is_bracket(letter: str) -> bool:
    return letter in "<>" or unicodedata.category(letter) in ("Ps", "Pe")
