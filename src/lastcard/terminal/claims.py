"""When people are asked whether they call or accuse: from what everybody can see, and from nothing else.

Who asks only when a call was forgotten gives it away.  So the time to speak comes after every lay that leaves somebody
one card, whether it was called or not, and whatever bots are about to do.
"""

from collections.abc import Iterable

from ..core.terms import BATCH, COLOUR, NONE, OVER, Fact
from ..events import FACES, Event, Status
from ..rules import Ruleset
from .prompts import has_calls

_EXCHANGES = frozenset({Fact.SWAPPED, Fact.ROTATED})


class LastCardWindow:
    """Whether somebody was just left one card and nobody has gone on since; give it what a spectator sees."""

    def __init__(self, rules: Ruleset, status: Status) -> None:
        self.open = has_calls(rules) and status.laid_by != NONE and not is_choosing(status) and _any_with_one(status)
        self._rules = rules
        self._before: Status | None = None  # as the table stood before a lay that is not complete yet
        self._exchanged = False

    def note(self, before: Status, events: Iterable[Event], after: Status) -> None:
        """Take in what happened between two looks at the table."""
        kinds = {event.kind for event in events}
        if kinds & (FACES | _EXCHANGES):
            self.open = False
            self._before = self._before or before
            self._exchanged = self._exchanged or bool(kinds & _EXCHANGES)
        elif (before.turn, before.phase) != (after.turn, after.phase):
            self.open = False  # somebody has gone on
        if self._before is not None and not is_choosing(after):
            self.open = has_calls(self._rules) and after.phase != OVER and self._leaves_one(self._before, after)
            self._before, self._exchanged = None, False

    def close(self) -> None:
        """Everybody had the time to speak, or it is another round."""
        self.open = False
        self._before, self._exchanged = None, False

    def _leaves_one(self, before: Status, after: Status) -> bool:
        if self._exchanged:
            return _any_with_one(after)
        return any(seat_has_one(after, seat) and before.held[seat] != 1 for seat in range(after.seats))


def is_choosing(status: Status) -> bool:
    """Return whether a lay is not complete: cards may be added, or a colour or a seat has to be chosen."""
    return status.phase == BATCH or (status.phase >= COLOUR and status.phase != OVER)


def seat_has_one(status: Status, seat: int) -> bool:
    """Return whether a seat holds one card, or may do so where sizes are hidden (D40)."""
    return status.held[seat] in (1, NONE) and not status.out >> seat & 1


def _any_with_one(status: Status) -> bool:
    return status.phase != OVER and any(seat_has_one(status, seat) for seat in range(status.seats))
