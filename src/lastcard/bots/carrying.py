"""Let a net play by other rules and with fewer seats than those that it was trained for.

It is shown a table as if it were one of its own: features are matched by their names, choices by their numbers.  Where
that was measured to be good is kept in a file beside the nets.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from .._util.files import write_over
from .._util.strict import read, read_json
from ..core.terms import NONE
from ..env.layout import Setting
from ..errors import LastCardError
from .nets import FOLDER

PLACES = FOLDER / "places.json"
_SEAT = re.compile(r"\b(known|seat|by) \+(\d+)")  # in the names of features


@dataclass(frozen=True)
class Place:
    """Rules and seats at which a net was measured against `careful` and may play."""

    net: str  # the name of its file, without the ending
    rules: str
    digest: str
    seats: int
    rounds: int  # that were measured
    wins: float  # the share of wins, from 0 to 1
    low: float  # the 95 % interval
    high: float
    turns: float  # of a round, on average
    usual_turns: float  # of a round of `careful` alone


def read_places(path: Path = PLACES) -> list[Place]:
    """Return where nets may play; nowhere if the file is missing or damaged."""
    try:
        return read(list[Place], read_json(path.read_bytes(), path.name))
    except (OSError, LastCardError):
        return []


def write_places(places: Sequence[Place], path: Path = PLACES) -> None:
    """Write where nets may play, a line for each place."""
    ordered = sorted(places, key=lambda place: (place.net, place.seats, place.rules))
    lines = ",\n".join(json.dumps(asdict(place)) for place in ordered)
    write_over(path, f"[\n{lines}\n]\n".encode())


class Carried:
    """Shows a net tables of another setting than its own, and says which of its choices are meant there."""

    def __init__(self, own: Setting, there: Setting, features: int) -> None:
        """Raise LastCardError if the net, which has so many features, cannot play there."""
        if own.kinds != there.kinds or own.seats < there.seats or own.canonical != there.canonical:
            raise LastCardError(f"a net for {own.version} cannot play at {there.version}")
        if not set(there.universal) <= set(own.universal):
            raise LastCardError(f"a net for {own.version} does not know all that may be done at {there.version}")
        self._own, self._there, self._features = own, there, features
        self.choices = [own.universal.index(number) for number in there.universal]

    @cached_property
    def columns(self) -> list[int]:
        """The feature there that stands for each of the net's; NONE for seats that are not there."""
        found = {self._seated(name): place for place, name in enumerate(self._there.layout.names)}
        return [found.get(name, NONE) for name in self._own.layout.names[: self._features]]

    def _seated(self, name: str) -> str:
        """Return what the net calls a feature: the last seat there is its own last, who plays before it."""
        return _SEAT.sub(lambda found: f"{found[1]} +{self._place(int(found[2]))}", name)

    def _place(self, place: int) -> int:
        return self._own.seats - 1 if place == self._there.seats - 1 else place

    def shown(self, seen: Sequence[int]) -> Sequence[int]:
        """Return what the net is shown of what a seat there sees."""
        if self._own.seats == self._there.seats:  # only the rules differ, and it is not shown those
            return seen
        return [0 if column == NONE else seen[column] for column in self.columns]
