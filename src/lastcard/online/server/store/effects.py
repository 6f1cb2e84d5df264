"""What is saved together with an entry of a table, beside the log."""

from typing import NamedTuple

from .entries import Room


class Listed(NamedTuple):
    """Whether the table is public."""

    public: bool


class Checkpoint(NamedTuple):
    """The table is restored from this entry on; `room` is what it was before, where the entry has none."""

    room: Room | None = None


class NewMatch(NamedTuple):
    """A match begins with this entry: the one before ends."""


class Recorded(NamedTuple):
    """A match is kept for its players, from its first version on."""

    match: str
    first: int
    guests: tuple[str, ...]


class Result(NamedTuple):
    """How a match ended for one seat; `guest` is empty where a bot of a level played."""

    seat: int
    guest: str
    level: str
    score: int
    rank: int


class MatchOver(NamedTuple):
    """A match has ended with this entry, after so many rounds."""

    match: str
    rounds: int
    results: tuple[Result, ...]


class Unplayed(NamedTuple):
    """A match in which nobody has moved is not kept."""

    match: str


class Pruned(NamedTuple):
    """Of the table's newest entries below a version, those that belong to no recorded match are deleted."""

    below: int


class Over(NamedTuple):
    """The table has ended; without a match, nothing of it is kept."""


Effect = Listed | Checkpoint | NewMatch | Recorded | MatchOver | Unplayed | Pruned | Over
