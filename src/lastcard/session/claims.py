"""When people are asked whether they want to call or accuse.  This depends only on what everyone can see.

Asking only after a forgotten call would give it away.  So people are asked after every lay that leaves a player
one card, whether it was called or not, and whatever bots are about to do.
"""

from collections.abc import Iterable

from ..core.terms import CountInfo, Phase
from ..game.events import Event, Laid, Rotated, Swapped
from ..game.status import Status
from ..rules import Ruleset
from ..words.questions import has_calls


class LastCardWindow:
    """Knows whether a player has just been left with one card and nobody has played since.  Give it a spectator's view.

    Where the sizes of hands are hidden (D40), every lay may have left one card.
    """

    def __init__(self, rules: Ruleset, status: Status) -> None:
        self._sizes_hidden = has_calls(rules) and rules.count_info is CountInfo.HIDDEN
        self.open = self._is_time(status)

    def note(self, before: Status, events: Iterable[Event], after: Status) -> None:
        """Update after events, with the status before and after them."""
        hands_changed = any(isinstance(event, Laid | Swapped | Rotated) for event in events)
        if hands_changed or is_choosing(before) or before.ready:
            self.open = self._is_time(after)
        elif (before.turn, before.phase) != (after.turn, after.phase):
            self.open = False  # someone has played on

    def close(self) -> None:
        """Close the window: everyone had time to react, or a new round began."""
        self.open = False

    def _is_time(self, status: Status) -> bool:
        if self._sizes_hidden:
            return status.laid_by is not None and not status.over and not is_choosing(status)
        return bool(status.claims.catch)


def is_choosing(status: Status) -> bool:
    """Return whether a lay is not complete: cards may be added, or a colour or a seat has to be chosen."""
    return status.phase in (Phase.BATCH, Phase.COLOUR, Phase.SEAT)


def seat_has_one(status: Status, seat: int) -> bool:
    """Return whether a seat holds one card, or may do so where sizes are hidden (D40)."""
    return status.held[seat] in (1, None) and seat not in status.out
