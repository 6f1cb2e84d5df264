"""Check what a table is made from: seats, seeds and keys."""

import secrets
from collections.abc import Iterable

from .._util.bounds import quoted
from ..backends.live import KEY_SIZE
from ..core.seats import one_side
from ..errors import LastCardError
from ..rules import Ruleset

SEEDS = 1 << 64  # whole numbers that are seeds


def check_seat(seat: int, seats: int, whose: str = "") -> int:
    """Return a seat of the table, or raise LastCardError, which says whose seat it would be."""
    if type(seat) is not int or not 0 <= seat < seats:
        raise LastCardError(f"{whose and whose + ': '}there is no seat {quoted(seat)}: seats go from 0 to {seats - 1}")
    return seat


def check_seed(seed: int | bytes | None) -> int | bytes:
    """Return a seed or a key, or raise LastCardError; without a seed, return a random key."""
    if seed is None:
        return secrets.token_bytes(KEY_SIZE)
    if isinstance(seed, bytes):
        return check_key(seed)
    if type(seed) is not int or not 0 <= seed < SEEDS:
        raise LastCardError(
            f"a seed is a whole number from 0 to 2**64 - 1, or a key of {KEY_SIZE} bytes, not {quoted(seed)}"
        )
    return seed


def check_key(key: bytes) -> bytes:
    """Return a key, or raise LastCardError."""
    if not isinstance(key, bytes):
        raise LastCardError(f"a key is {KEY_SIZE} bytes, not {type(key).__name__}")
    if len(key) != KEY_SIZE:
        raise LastCardError(f"a key has {KEY_SIZE} bytes, not {len(key)}")
    return key


def is_one_side(rules: Ruleset, seats: int, gone: Iterable[int]) -> bool:
    """Return whether the seats that stay are all of one side, so that there is nothing to play for."""
    return one_side(rules.core_rules, seats, (1 << seats) - 1 & ~sum({1 << seat for seat in gone}))
