"""The ranges of integers: what an expression can come to, given the ranges of its parts.

Python's integers have no bounds, C's have 64 bits.  Products are worked out exactly, so that one that could overflow is
refused.  Sums are not: by convention, a sum stays in the class of its parts, of 32, 53 or 64 bits.  Fields of up to 32
bits hold counts, seats and scores, and no game adds up thousands of millions of them; the sanitised build checks it.
"""

from collections.abc import Callable

Range = tuple[int, int]  # the least and the greatest value

CLASSES = tuple((-(1 << bits), (1 << bits) - 1) for bits in (31, 53, 63))
NARROW, EXACT_AS_FLOAT, WHOLE = CLASSES
TRUTH = (0, 1)


def stored(storage: str) -> Range:
    """Return the range of a field, by its storage type."""
    bits = 8 * int(storage[1:]) - 1
    return -(1 << bits), (1 << bits) - 1


def within(inner: Range, outer: Range) -> bool:
    """Return whether every value of a range lies in another."""
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def apart(a: Range, b: Range) -> bool:
    """Return whether two ranges have no value in common."""
    return a[1] < b[0] or b[1] < a[0]


def join(a: Range, b: Range) -> Range:
    """Return the range of a value that is in either of two."""
    return min(a[0], b[0]), max(a[1], b[1])


def class_of(a: Range) -> Range:
    """Return the whole class that a range belongs to."""
    return next((whole for whole in CLASSES if within(a, whole)), WHOLE)


def _sum(low: int, high: int, a: Range, b: Range) -> Range:
    if low == high and within((low, high), WHOLE):
        return low, high  # of constants the sum is known
    least, most = class_of(join(a, b))
    return min(max(low, least), most), max(min(high, most), least)


def _multiply(a: Range, b: Range) -> Range:
    ends = [x * y for x in a for y in b]
    return min(ends), max(ends)


def _divide(a: Range, b: Range) -> Range:
    if b[0] > 0:
        ends = [x // y for x in a for y in b]
        return min(ends), max(ends)
    most = max(abs(a[0]), abs(a[1]))
    return -most, most


def _remainder(a: Range, b: Range) -> Range:
    return min(b[0] + 1, 0), max(b[1] - 1, 0)


def _and(a: Range, b: Range) -> Range:
    tops = [side[1] for side in (a, b) if side[0] >= 0]
    return (0, min(tops)) if tops else class_of(join(a, b))


def _or(a: Range, b: Range) -> Range:
    if a[0] >= 0 and b[0] >= 0:
        return 0, (1 << max(a[1], b[1]).bit_length()) - 1
    return class_of(join(a, b))


def _left(a: Range, b: Range) -> Range:
    """Shift sets of bits; that nothing is lost is checked when the sanitised build runs."""
    places = min(max(b[1], 0), 62)
    ends = [a[0] << places, a[1] << places, *a]
    return max(min(ends), WHOLE[0]), min(max(ends), WHOLE[1])


def _right(a: Range, b: Range) -> Range:
    ends = [end >> min(max(places, 0), 63) for end in a for places in b]
    return min(ends), max(ends)


BINARY: dict[str, Callable[[Range, Range], Range]] = {
    "+": lambda a, b: _sum(*exact("+", a, b), a, b),
    "-": lambda a, b: _sum(*exact("-", a, b), a, b),
    "*": _multiply,
    "//": _divide,
    "%": _remainder,
    "&": _and,
    "|": _or,
    "^": _or,
    "<<": _left,
    ">>": _right,
}


def binary(operator: str, a: Range, b: Range) -> Range:
    """Return the range of `a operator b`; only a product can leave the 64 bits."""
    return BINARY[operator](a, b)


def exact(operator: str, a: Range, b: Range) -> Range:
    """Return the range of `a operator b` without the convention about sums, and without a bound."""
    if operator == "+":
        return a[0] + b[0], a[1] + b[1]
    if operator == "-":
        return a[0] - b[1], a[1] - b[0]
    if operator == "<<":
        ends = [end << min(max(places, 0), 63) for end in a for places in b]
        return min(ends), max(ends)
    return binary(operator, a, b)


def negative(a: Range) -> Range:
    """Return the range of `-a`."""
    return binary("-", (0, 0), a)


def inverted(a: Range) -> Range:
    """Return the range of `~a`."""
    return ~a[1], ~a[0]


def lesser(a: Range, b: Range) -> Range:
    """Return the range of `min(a, b)`."""
    return min(a[0], b[0]), min(a[1], b[1])


def greater(a: Range, b: Range) -> Range:
    """Return the range of `max(a, b)`."""
    return max(a[0], b[0]), max(a[1], b[1])
