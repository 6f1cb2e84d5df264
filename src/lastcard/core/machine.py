"""What each machine says in its own way: two bit operations, where chance comes from, where facts go.

A backend replaces these four functions (`lastcard.backends.bind`); what stands here is the interpreter's own.
"""

from .layout import State


def count_bits(bits: int) -> int:
    """How many bits are set; bits is not negative."""
    return bits.bit_count()


def lowest_bit(bits: int) -> int:
    """The place of the lowest bit set; bits is not zero."""
    return (bits & -bits).bit_length() - 1


def next_word(s: State) -> int:
    """The next 32 bits of the generator held in the state (sfc32)."""
    rng = s.rng
    a, b, c, counter = rng
    out = a + b + counter & 0xFFFFFFFF
    rng[0] = b ^ b >> 9
    rng[1] = c * 9 & 0xFFFFFFFF
    rng[2] = (c << 21 | c >> 11) + out & 0xFFFFFFFF
    rng[3] = counter + 1 & 0xFFFFFFFF
    return out


def random_below(s: State, n: int) -> int:
    """An even choice from 0 to n - 1, by the generator held in the state."""
    return next_word(s) * n >> 32


def note(s: State, kind: int, seat: int, card: int, amount: int) -> None:
    """A fact has happened; here facts are only counted."""
    s.tally[kind] += 1
