"""When people are asked whether they call or accuse: from what everybody can see, and from nothing else.

Who asks only when a call was forgotten gives it away.  So the time to speak comes after every lay that leaves somebody
one card, whether it was called or not, and whatever bots are about to do.
"""

from collections.abc import Iterable

from ..core.terms import Phase
from ..events import Event, Laid, Rotated, Swapped
from ..questions import has_calls
from ..rules import Ruleset
from ..status import Status


class LastCardWindow:
    """Whether somebody was just left one card and nobody has gone on since; give it what a spectator sees."""

    def __init__(self, rules: Ruleset, status: Status) -> None:
        complete = status.laid_by is not None and not is_choosing(status)
        self.open = has_calls(rules) and complete and _any_with_one(status)
        self._rules = rules
        self._before: Status | None = None  # as the table stood before a lay that is not complete yet
        self._exchanged = False

    def note(self, before: Status, events: Iterable[Event], after: Status) -> None:
        """Take in what happened between two looks at the table."""
        told = tuple(events)
        exchanged = any(isinstance(event, Swapped | Rotated) for event in told)
        if exchanged or any(isinstance(event, Laid) for event in told):
            self.open = False
            self._before = self._before or before
            self._exchanged = self._exchanged or exchanged
        elif (before.turn, before.phase) != (after.turn, after.phase):
            self.open = False  # somebody has gone on
        if self._before is not None and not is_choosing(after):
            self.open = has_calls(self._rules) and not after.over and self._leaves_one(self._before, after)
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
    return status.phase in (Phase.BATCH, Phase.COLOUR, Phase.SEAT)


def seat_has_one(status: Status, seat: int) -> bool:
    """Return whether a seat holds one card, or may do so where sizes are hidden (D40)."""
    return status.held[seat] in (1, None) and seat not in status.out


def _any_with_one(status: Status) -> bool:
    return not status.over and any(seat_has_one(status, seat) for seat in range(status.seats))
