"""Order claims, the things a seat may do out of turn, and find out which are open to whom (A5-5)."""

from .layout import Rules, State
from .legal import jump_face, jump_open, only_choosing
from .seats import is_out, seat_after
from .terms import (
    CALL, CALLS, CATCH, CATCHES, JUMP, LAY_CLAIMS, NO_DUTY, NONE, OPEN_CALL, OPEN_CATCH, OPEN_CHALLENGE, OPEN_JUMP,
    SEATS, TURN,
)  # fmt: skip


def claim_kind(action: int) -> int:
    """Return the kind of a claim; kinds are ordered as they are heard: calls, accusations, jump-ins and challenges."""
    if action == CALL:
        return CALLS
    return CATCHES if action >= CATCH and action < CATCH + SEATS else LAY_CLAIMS


def last_claimant(turn: int, laid_by: int) -> int:
    """Return the seat whose claims are heard last: the player who laid, or else the one on turn (A5-5)."""
    return turn if laid_by == NONE else laid_by


def first_claimant(s: State) -> int:
    """Return the seat whose claims are heard first: the next one in; the others follow in the direction of play."""
    return seat_after(s, last_claimant(s.turn, s.laid_by), s.direction, 1)


def claim_place(seats: int, direction: int, turn: int, laid_by: int, seat: int) -> int:
    """Return a seat's place in that order, from 0, among claims of one kind; seats that are out count too."""
    return ((seat - last_claimant(turn, laid_by)) * direction - 1) % seats


def open_claims(s: State, r: Rules, seat: int) -> int:
    """Return, as bits (OPEN_CALL and so on), the claims open to a seat as far as everyone can see.

    The result reveals nothing: it may be shown, and timers may depend on it.  A lay that leaves one card opens calls
    and accusations, until D34 ends the time for them, whether its player called or not; where hand sizes are hidden
    (D40), they are always open.  The result includes every claim that `legal` lists.
    """
    if s.ready != 0 or only_choosing(s) or is_out(s, seat):
        return 0
    own = 1 << seat
    blind = r.blind_accusation == 1 and r.uno_duty != NO_DUTY
    due = s.catchable | s.one_left
    bits = OPEN_CALL if blind or (due if r.uno_late_ok else due & ~s.one_left) & own else 0
    if (blind or due & ~own) and not s.accused & own:
        bits |= OPEN_CATCH
    if s.bluff != NONE and seat != s.laid_by and (seat == s.turn or r.challenge_any):
        bits |= OPEN_CHALLENGE
    if (seat != s.turn or s.phase != TURN) and jump_open(s, r, seat):
        same = r.allow[JUMP][jump_face(s)]
        if same[0] | same[1] != 0 and (r.jump_may_win or r.blind_accusation or s.held[seat] > 1):
            bits |= OPEN_JUMP
    return bits
