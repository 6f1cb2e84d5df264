"""How long bots wait, so that a person can follow, and speak before them."""

from typing import NamedTuple


class Pace(NamedTuple):
    """How long bots wait."""

    act: float  # before they act: so many times what a person would take
    chance: float  # seconds while the person may use a right beside the turn


PACES = {"slow": Pace(1.5, 8.0), "normal": Pace(0.75, 5.0), "fast": Pace(0.25, 2.5), "instant": Pace(0.0, 0.0)}
USUAL = "normal"


def next_pace(name: str) -> str:
    """The pace after this one, and after the quickest the slowest."""
    names = list(PACES)
    return names[(names.index(name) + 1) % len(names)]
