"""The core without chance: cards come off the stock as a script says."""

from collections.abc import Iterable, Sequence
from typing import Self

from .core import bind_core
from .live import LiveState, note


class ScriptError(Exception):
    """The script asks for a card that is not in the stock."""


class ScriptedState(LiveState):
    """A state with scripted cards: one list for each time the stock is put in a new order."""

    __slots__ = ("choices", "orders")

    def __init__(self, orders: Iterable[Sequence[int]], choices: Iterable[int] = ()) -> None:
        super().__init__()
        self.orders = [list(order) for order in orders]
        self.choices = list(choices)  # the results of other random choices

    def copy(self) -> Self:
        """Return an equal state with the rest of the script."""
        twin = super().copy()
        twin.orders = [order[:] for order in self.orders]
        twin.choices = self.choices[:]
        return twin


def arrange(s: ScriptedState) -> None:
    """Put the next scripted cards on top of the stock; the others keep their order below."""
    wanted = s.orders.pop(0) if s.orders else []
    rest = s.pile[: s.n_stock]
    for card in wanted:
        if card not in rest:
            raise ScriptError(card)
        rest.remove(card)
    s.pile[: s.n_stock] = rest + wanted[::-1]


def put_back(s: ScriptedState, card: int) -> None:
    """Put a refused start card back; the next scripted cards show where it went."""
    s.pile[1 : s.n_stock + 1] = s.pile[: s.n_stock]
    s.pile[0] = card
    s.n_stock += 1
    arrange(s)


def random_below(s: ScriptedState, n: int) -> int:
    """Return the random choice that the script gives, or 0."""
    return s.choices.pop(0) % n if s.choices else 0


engine = bind_core(note=note, shuffle=arrange, put_back=put_back, random_below=random_below)
