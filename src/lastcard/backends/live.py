"""The core for tables of people, records and tests: facts are kept as they happen, chance may come from outside."""

from collections.abc import Callable

from ..core import machine
from ..core.layout import State
from ..core.records import assign
from .core import bind_core

Note = tuple[int, int, int, int]  # kind, seat, card, amount


class LiveState(State):
    """A state that remembers what has happened since its facts were last taken, and knows where chance comes from."""

    __slots__ = ("chance", "facts")

    def __init__(self, chance: Callable[[int], int] | None = None) -> None:
        super().__init__()
        self.facts: list[Note] = []
        self.chance = chance  # None: the generator held in the state

    def copy(self) -> "LiveState":
        """An equal state that shares nothing but the source of chance."""
        return self.governed_by(self.chance)

    def governed_by(self, chance: Callable[[int], int] | None) -> "LiveState":
        """An equal state with this source of chance."""
        twin = LiveState(chance)
        twin.copy_from(self)
        return twin

    def copy_from(self, other: State) -> None:
        """Become equal to another state."""
        assign(self, other)

    def take_facts(self) -> list[Note]:
        """The facts since this was last asked."""
        facts, self.facts = self.facts, []
        return facts


def note(s: LiveState, kind: int, seat: int, card: int, amount: int) -> None:
    """A fact is counted and kept."""
    s.tally[kind] += 1
    s.facts.append((kind, seat, card, amount))


def random_below(s: LiveState, n: int) -> int:
    """An even choice, from the table's own source if it has one."""
    return s.chance(n) if s.chance is not None else machine.random_below(s, n)


engine = bind_core(note=note, random_below=random_below)
