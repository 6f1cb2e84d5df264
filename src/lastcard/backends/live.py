"""The core for live tables, records and tests: facts are kept as they happen, and randomness is part of the state."""

from hashlib import blake2b
from typing import Self

from ..core import machine
from ..core.deal import seed as seed_generator
from ..core.layout import State
from .core import bind_core

Note = tuple[int, int, int, int]  # kind, seat, card, amount

KEY_SIZE = 32  # bytes
_WORD = 4  # bytes of the stream used for each attempt at a number
_BLOCK = 64  # bytes


class LiveState(State):
    """A state that keeps the facts since they were last taken, and its source of chance.

    Chance is a stream of numbers derived from a secret key or, for a seed, the core's own generator.  Either way the
    position in the stream is part of the state: a copy continues with the same cards, and so does a state brought to
    the same point again.
    """

    __slots__ = ("facts", "key", "place")

    def __init__(self, seed: int | bytes = 0) -> None:
        super().__init__()
        # Bytes, not lists: a table is copied for every move, and a server keeps many.
        self.count = [bytearray(row) for row in self.count]  # type: ignore[misc]  # they work like lists of small numbers
        self.facts: list[Note] = []
        self.key = b""  # empty: chance comes from the core's generator
        self.place = 0  # bytes of the stream used
        self.take_chance_from(seed)

    def take_chance_from(self, seed: int | bytes) -> None:
        """Use this seed or key from now on."""
        self.place = 0
        if isinstance(seed, bytes):
            self.key = seed
        else:
            self.key = b""
            seed_generator(self, seed, 0)

    def copy(self) -> Self:
        """Return an equal state that shares nothing with this one."""
        twin = type(self).__new__(type(self))
        twin.copy_from(self)
        twin.facts = self.facts[:]
        twin.key, twin.place = self.key, self.place
        return twin

    def copy_from(self, other: State) -> None:
        """Become equal to another state, except for the facts, the key and the position in its stream.

        Of a longer record only what belongs to a state is copied.
        """
        State._copy_to(other, self)  # type: ignore[attr-defined]  # every record has it

    def take_facts(self) -> list[Note]:
        """Return the facts since the last call, and forget them."""
        facts, self.facts = self.facts, []
        return facts


def note(s: LiveState, kind: int, seat: int, card: int, amount: int) -> None:
    """Count a fact and keep it."""
    s.tally[kind] += 1
    s.facts.append((kind, seat, card, amount))


def random_below(s: LiveState, n: int) -> int:
    """Return a uniform random number from 0 to n - 1, from the state's key if it has one."""
    if not s.key:
        return machine.random_below(s, n)
    bound = (1 << 8 * _WORD) // n * n
    while (number := _next_word(s)) >= bound:
        pass
    return number % n


def _next_word(s: LiveState) -> int:
    """Return the next number of the key's stream, BLAKE2b in counter mode."""
    block, start = divmod(s.place, _BLOCK)
    s.place += _WORD
    data = blake2b(block.to_bytes(8, "big"), key=s.key, digest_size=_BLOCK, person=b"lastcard").digest()
    return int.from_bytes(data[start : start + _WORD], "big")


engine = bind_core(note=note, random_below=random_below)
