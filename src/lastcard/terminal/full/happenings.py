"""What has just happened at the table, as short badges beside the seats, and which card flies where."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from ...game.events import (
    AccusedInVain,
    BluffProved,
    Called,
    CallOverdue,
    Caught,
    Challenged,
    ChallengeFailed,
    Drew,
    DrewPenalty,
    Event,
    Fined,
    KnockedOut,
    Laid,
    LostTurns,
    Passed,
    Rotated,
    Swapped,
    Won,
)  # fmt: skip
from ...rules import Card
from ..settings import Settings
from .colours import BAD, LOUD, QUIET

FRAMES = 4  # of a card that flies


@dataclass(frozen=True)
class Badge:
    """A few words beside a seat."""

    text: str
    style: str = QUIET


@dataclass
class Happening:
    """What the last acts did: a badge for each seat, and the last card that was played, with who played it."""

    badges: dict[int, Badge] = field(default_factory=dict)
    laid: tuple[int, Card] | None = None
    frame: int = FRAMES  # of the flight of that card; it is over after the last

    @property
    def flies(self) -> bool:
        """Whether the card is still on its way."""
        return self.laid is not None and self.frame < FRAMES


def happening(events: Iterable[Event], *, moves: bool) -> Happening:
    """Return what these events look like; `moves` says whether the card flies."""
    found, drawn = Happening(frame=0 if moves else FRAMES), Counter[int]()
    for event in events:
        if isinstance(event, Laid):
            found.laid = event.seat, event.card
        elif isinstance(event, Drew | DrewPenalty):
            drawn[event.seat] += 1
            found.badges[event.seat] = _drew(found.badges.get(event.seat), drawn[event.seat])
        elif isinstance(event, Rotated):
            found.badges[event.seat] = Badge("⇄ all hands", LOUD)
        elif isinstance(event, Swapped):
            found.badges[event.seat] = found.badges[event.target] = Badge("⇄ swapped", LOUD)
        elif type(event) in _BADGES:
            badge = _BADGES[type(event)](event)
            found.badges[event.seat] = badge  # type: ignore[attr-defined]  # all of these have a seat
    return found


def _drew(before: Badge | None, cards: int) -> Badge:
    """Return the badge of a seat that drew cards, after what was said of it before: 'caught! +2'."""
    why = "" if before is None or before.style != BAD else before.text.partition("+")[0]
    return Badge(f"{why.strip()} +{cards}".strip(), BAD if why or cards > 1 else QUIET)


_BADGES: dict[type[Event], Callable[..., Badge]] = {
    LostTurns: lambda event: Badge("⊘ skipped", BAD),
    Passed: lambda event: Badge("passes"),
    Called: lambda event: Badge("UNO!", LOUD),
    Caught: lambda event: Badge("caught!", BAD),
    CallOverdue: lambda event: Badge("did not call!", BAD),
    AccusedInVain: lambda event: Badge("wrong!", BAD),
    Challenged: lambda event: Badge("challenges", LOUD),
    BluffProved: lambda event: Badge("bluffed!", BAD),
    ChallengeFailed: lambda event: Badge("was wrong", BAD),
    Fined: lambda event: Badge("fined", BAD),
    KnockedOut: lambda event: Badge("out", BAD),
    Won: lambda event: Badge("★ wins ★", LOUD),
}


def has_motion(settings: Settings, slow_line: bool) -> bool:
    """Return whether cards fly: as the person wishes or, by default, unless the terminal is far away."""
    return settings.motion == "on" or (settings.motion == "auto" and not slow_line)
