"""The core for tables of people, records and tests: facts are kept as they happen, chance is part of the state."""

from hashlib import blake2b
from typing import Self

from ..core import machine
from ..core.deal import seed as seed_generator
from ..core.layout import State
from .core import bind_core

Note = tuple[int, int, int, int]  # kind, seat, card, amount

KEY_SIZE = 32  # bytes
_WORD = 4  # bytes of the stream for one try at a number
_BLOCK = 64  # bytes


class LiveState(State):
    """A state that remembers what has happened since its facts were last taken, and where chance comes from.

    Chance is a stream of numbers made from a secret key, or, for a seed, the generator of the core.  Either way the
    place in the stream is part of the state: a copy goes on with the same cards, and so does a state that was brought
    to the same point again.
    """

    __slots__ = ("facts", "key", "place")

    def __init__(self, seed: int | bytes = 0) -> None:
        super().__init__()
        self.facts: list[Note] = []
        self.key = b""  # none: chance comes from the generator in the state
        self.place = 0  # bytes of the stream used
        self.take_chance_from(seed)

    def take_chance_from(self, seed: int | bytes) -> None:
        """Let chance come from a seed, or from a key, from now on."""
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
        """Become equal to another state, chance aside."""
        other._copy_to(self)  # type: ignore[attr-defined]  # every record has it

    def take_facts(self) -> list[Note]:
        """Return the facts since this was last asked."""
        facts, self.facts = self.facts, []
        return facts


def note(s: LiveState, kind: int, seat: int, card: int, amount: int) -> None:
    """Count a fact and keep it."""
    s.tally[kind] += 1
    s.facts.append((kind, seat, card, amount))


def random_below(s: LiveState, n: int) -> int:
    """Choose evenly from 0 to n - 1, by the state's key if it has one."""
    if not s.key:
        return machine.random_below(s, n)
    bound = (1 << 8 * _WORD) // n * n
    while (number := _next_word(s)) >= bound:
        pass
    return number % n


def _next_word(s: LiveState) -> int:
    """The next number of the key's stream: BLAKE2b in counter mode."""
    block, start = divmod(s.place, _BLOCK)
    s.place += _WORD
    data = blake2b(block.to_bytes(8, "big"), key=s.key, digest_size=_BLOCK, person=b"lastcard").digest()
    return int.from_bytes(data[start : start + _WORD], "big")


engine = bind_core(note=note, random_below=random_below)
