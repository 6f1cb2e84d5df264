"""Take a seat out of a running round for good (I-88)."""

from .effects import pass_on
from .lay import complete, follow
from .layout import Rules, State
from .machine import note
from .scoring import last_side, take_out, win
from .seats import is_out
from .terms import ACCEPTED, BATCH, F_LEFT, NONE, OVER, REFUSED, SEAT


def leave_round(s: State, r: Rules, seat: int) -> int:
    """Take a seat out of a running round; return REFUSED, changing nothing, if it is not in or the round is over.

    This is not an action: `legal` never lists it and no policy chooses it.  Whoever runs the table may call it at any
    time, whatever the table waits for.  From then on the seat counts as knocked out (D43): its cards go under the
    discards, the next seat decides what it had to decide, and the last side left wins.  LEFT is noted, with the number
    of cards that went under the discards.  In a match, call `match.leave_match` next.
    """
    if seat < 0 or seat >= s.seats or s.phase == OVER or is_out(s, seat):
        return REFUSED
    if s.phase == BATCH and seat == s.turn:
        complete(s, r, False)  # the cards of the open batch stay laid
    if s.phase == OVER or is_out(s, seat):
        note(s, F_LEFT, seat, NONE, 0)
        return ACCEPTED
    note(s, F_LEFT, seat, NONE, s.held[seat])
    take_out(s, r, seat)
    s.passes = 0
    survivor = last_side(s, r)
    if survivor != NONE:
        win(s, r, survivor)
    elif seat == s.turn and s.phase == SEAT:
        s.batch = 0
        follow(s, r, 1)
    elif seat == s.turn:
        pass_on(s, seat)
    return ACCEPTED
