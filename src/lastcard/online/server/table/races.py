"""Claims that race: calls, catches, challenges and jump-ins of people with different connections.

Each claim counts from when its player made it: its arrival, less the measured lag of the connection, up to a cap.  A
claim therefore waits until a claim that was made earlier over the slowest connection would have arrived.
"""

from dataclasses import dataclass, field
from typing import Any

from ....game.values import Action
from .clocks import TIE


@dataclass(slots=True)
class Claim:
    """A claim that waits to be heard."""

    made: int  # when its player made it, by the server's time
    due: int  # when it is heard
    seat: int
    action: Action
    job: Any  # what to answer once it was heard


@dataclass(slots=True)
class Race:
    """The claims at a table that wait to be heard."""

    claims: list[Claim] = field(default_factory=list)

    def enter(self, seat: int, action: Action, job: Any, *, now: int, lag: int, slowest: int) -> None:
        """Add a claim of a seat; `lag` is of its connection, `slowest` the largest of the others that may claim."""
        self.claims.append(Claim(now - lag, now + max(0, slowest - lag), seat, action, job))

    def due(self) -> int | None:
        """Return when the next claim is to be heard."""
        return min((claim.due for claim in self.claims), default=None)

    def take(self, now: int) -> Claim | None:
        """Return the claim to be heard now, if one is due: the earliest made; in a tie, a call goes first."""
        if not any(claim.due <= now for claim in self.claims):
            return None
        earliest = min(claim.made for claim in self.claims)
        tied = [claim for claim in self.claims if claim.made <= earliest + TIE]
        first = min(tied, key=lambda claim: (claim.action.heard, claim.made))
        self.claims.remove(first)
        return first
