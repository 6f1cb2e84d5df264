"""A longer record that takes the place of a state when it is translated, and a function in place of another."""

from lastcard.core.layout import State
from lastcard.core.machine import note
from lastcard.core.records import Bits64, record


@record
class Longer(State):
    """A state, and what was noted."""

    noted: Bits64


LONGER = {State: Longer}
INSTEAD = {"note": "keep"}


def keep(s: Longer, kind: int, seat: int, card: int, amount: int) -> None:
    """Keep a fact in place of `note`."""
    s.noted = s.noted % 1000 * 1000 + kind * 10 + amount


def play_longer(states: list[State]) -> None:
    """Note two facts."""
    s = states[0]
    s.turn = 3
    note(s, 4, 1, 2, 5)
    note(s, 6, 1, 2, 7)
