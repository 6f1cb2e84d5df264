"""Names of people and bots: one check for every name that is typed, saved or shown."""

import unicodedata
from collections.abc import Iterable, Sequence

from ...errors import LastCardError
from .lookalikes import shape_of

LONGEST = 20  # characters
BOTS = ("Ada", "Ben", "Cyd", "Dot", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kit", "Lou", "Max", "Nan", "Oz")

# Printable according to Python, but invisible: fillers, joiners, variation selectors.
_UNSEEN = frozenset(
    (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10),
     *range(0xE0100, 0xE01F0))
)  # fmt: skip
_JOINER, _NON_JOINER = "\N{ZERO WIDTH JOINER}", "\N{ZERO WIDTH NON-JOINER}"
_SELECTORS = "\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}"  # show a symbol as text, or as an emoji
_WITHOUT_WIDTH = str.maketrans("", "", _JOINER + _NON_JOINER + _SELECTORS)
_REPLACED = "\N{REPLACEMENT CHARACTER}"
_VIRAMA = 9  # the combining class of signs after which joiners have a meaning in the scripts of India


def check_name(name: str) -> str:
    """Return a name in its normal form (NFC), or raise `LastCardError`.

    A name has 1 to 20 characters, at least one of them a letter, and begins with a letter, a digit or an emoji.  It has
    no brackets, and no characters that break a line, change the direction of writing or control a terminal.  Invisible
    characters are allowed only where writing needs them: inside emoji, and between letters that they join or part.
    """
    if not isinstance(name, str):
        raise LastCardError(f"a name must be text, not {type(name).__name__}")
    normal = unicodedata.normalize("NFC", name[: 4 * LONGEST])
    fits = len(name) <= 4 * LONGEST and len(normal) <= LONGEST and normal == normal.strip()
    if not fits or not _begins_name(normal[:1]) or not any(map(str.isalpha, normal)) or not _is_clear(normal):
        raise LastCardError(
            f"{name[: 2 * LONGEST]!r} is not a valid name: use up to {LONGEST} characters, with a letter, no brackets"
        )
    return normal


def check_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of a table in their normal form; also refuse two that people cannot tell apart."""
    checked = tuple(map(check_name, names))
    if len({name_key(name) for name in checked}) < len(checked):
        raise LastCardError(f"two seats have the same name: {', '.join(checked)}")
    return checked


def name_key(name: str) -> str:
    """Return a key that is equal for names that people cannot tell apart, by case, blanks, widths or what is unseen."""
    return "".join(unicodedata.normalize("NFKC", plain_name(name)).casefold().split())


def look_alike(one: str, other: str) -> bool:
    """Return whether people could take one name for the other, also if some letters are of another script.

    Two capital letters may look alike where the small ones do not, so names are compared by letters and by shapes.
    """
    return name_key(one) == name_key(other) or _shape_key(one) == _shape_key(other)


def _shape_key(name: str) -> str:
    return "".join(shape_of(plain_name(name)).split())


def plain_name(name: str) -> str:
    """Return a name without joiners and selectors, for terminals, which do not agree on how wide these make it."""
    return name.translate(_WITHOUT_WIDTH)


def bot_name(taken: Iterable[str]) -> str:
    """Return a name for a bot that nobody at the table has, nor one that looks like it."""
    used = tuple(taken)
    names = (*BOTS, *(f"Bot {n}" for n in range(1, 30)))
    return next(name for name in names if not any(look_alike(name, one) for one in used))


def printable(text: str, longest: int = 200) -> str:
    """Return a text from outside made safe to show: one line, no control characters, bounded length."""
    normal = unicodedata.normalize("NFC", text[:longest])
    shown = "".join(letter if _may_print(normal, place) else _REPLACED for place, letter in enumerate(normal))
    return shown if len(text) <= longest else f"{shown}…"


def is_printable(text: str) -> bool:
    """Return whether a text has one line and no control characters; unlike `str.isprintable`, accept joiners."""
    return all(_may_print(text, place) for place in range(len(text)))


def _may_print(text: str, place: int) -> bool:
    """Return whether a character may be shown; `isprintable` rules out controls, line breaks and format characters."""
    return text[place].isprintable() or _joins(text, place)


def _begins_name(letter: str) -> bool:
    return letter.isalnum() or _is_symbol(letter)


def _is_clear(name: str) -> bool:
    """Return whether every character of a name can be seen, or has a reason to be there, and none is a bracket."""
    return all(_is_seen(name, place) and not _is_bracket(letter) for place, letter in enumerate(name))


def _is_seen(name: str, place: int) -> bool:
    if name[place] in _SELECTORS:
        return place > 0 and _is_symbol(name[place - 1])
    return _may_print(name, place) and ord(name[place]) not in _UNSEEN


def _joins(text: str, place: int) -> bool:
    """Return whether a character is a joiner with a meaning: inside an emoji, after a virama, or in Arabic script."""
    letter, after = text[place], text[place + 1 : place + 2]
    base = next((one for one in reversed(text[:place]) if unicodedata.category(one) not in ("Mn", "Sk")), "")
    if letter not in (_JOINER, _NON_JOINER) or not base or not after:
        return False
    if letter == _JOINER and _is_symbol(base):
        return _is_symbol(after)
    if unicodedata.combining(text[place - 1]) == _VIRAMA:
        return after.isalpha()
    return unicodedata.bidirectional(base) == unicodedata.bidirectional(after) == "AL"


def _is_symbol(letter: str) -> bool:
    """Return whether a character is a symbol, as emoji are."""
    return letter != "" and unicodedata.category(letter) == "So" and ord(letter) not in _UNSEEN


def _is_bracket(letter: str) -> bool:
    return letter in "<>" or unicodedata.category(letter) in ("Ps", "Pe")
