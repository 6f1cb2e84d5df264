"""Primitives that a backend may replace (`lastcard.backends.bind`): bit operations, chance, where facts go."""

from .layout import State


def count_bits(bits: int) -> int:
    """Return the number of bits set; `bits` must not be negative."""
    return bits.bit_count()


def lowest_bit(bits: int) -> int:
    """Return the position of the lowest bit set; `bits` must not be zero."""
    return (bits & -bits).bit_length() - 1


def next_word(s: State) -> int:
    """Return the next 32 bits of the generator held in the state (sfc32)."""
    rng = s.rng
    a, b, c, counter = rng
    out = a + b + counter & 0xFFFFFFFF
    rng[0] = b ^ b >> 9
    rng[1] = c + (c << 3) & 0xFFFFFFFF
    rng[2] = (c << 21 | c >> 11) + out & 0xFFFFFFFF
    rng[3] = counter + 1 & 0xFFFFFFFF
    return out


def random_below(s: State, n: int) -> int:
    """Return a uniform random number from 0 to n - 1, from the generator held in the state."""
    return next_word(s) * n >> 32


def note(s: State, kind: int, seat: int, card: int, amount: int) -> None:
    """Report that a fact has happened; this version only counts it."""
    s.tally[kind] += 1
