"""How long bots wait, so that a person can follow and speak before them, and cannot time how they think."""

import math
import time
from typing import NamedTuple


class Pace(NamedTuple):
    """How long bots wait."""

    act: float  # before they act: a multiple of the time a person would take
    chance: float  # seconds in which the person may claim something out of turn


PACES = {"slow": Pace(1.5, 8.0), "normal": Pace(0.75, 5.0), "fast": Pace(0.25, 2.5), "instant": Pace(0.0, 0.0)}
USUAL = "normal"
INSTANT = "instant"  # bots do not wait at all, so the time they think shows


def next_pace(name: str) -> str:
    """Return the next faster pace; after the fastest, the slowest."""
    names = list(PACES)
    return names[(names.index(name) + 1) % len(names)]


class Beat:
    """Delays what is shown to a whole number of beats after bots were asked.

    How long a bot thinks depends on its cards.  Rounded up to whole beats, the time reveals next to nothing.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds  # of one beat; 0 for no delay
        self.start()

    def start(self) -> None:
        """Begin to count; call it before bots are asked."""
        self._began = time.monotonic()

    def wait(self) -> None:
        """Wait for the next whole beat, at least one; call it before anything is shown."""
        if self._seconds:
            taken = time.monotonic() - self._began
            time.sleep(self._seconds * max(1, math.ceil(taken / self._seconds)) - taken)
