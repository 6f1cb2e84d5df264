"""Play on until a seat that decides outside must decide, in the core's style.

Claims are decisions of the seats that have them.  All who have one are asked, and nobody learns what others answered.
Then the first claim, in the order of the rules, is carried out, and whoever may claim something now is asked again.
"""

from ..core.layout import Rules
from ..core.legal import legal, may_call
from ..core.machine import lowest_bit
from ..core.rights import claim_kind, claim_place
from ..core.seats import is_out
from ..core.step import step
from ..core.terms import (
    CALLING, CALLS, CATCH, CATCHES, HALF, LAY_CLAIMS, NONE, OVER, SEATS, VERBS, WILD,
)  # fmt: skip
from ..sim.plan import Plan
from ..sim.players import claim, decide
from ..sim.policies import TABLE_BITS, calls
from ..sim.rounds import lays_invite_claims, seat_with_claim, somebody_may_claim
from .game import LOG, LOG_SEAT, Game, Spec

CATCH_BITS = (1 << SEATS) - 1 << CATCH - VERBS


def make_move(s: Game, r: Rules, seat: int, action: int) -> None:
    """Carry out an action, and keep it."""
    if s.moves < LOG:
        s.log[s.moves] = seat * LOG_SEAT + action
    s.moves += 1
    step(s, r, seat, action)


def open_rights(s: Game, r: Rules, seat: int) -> tuple[int, int, int]:
    """Return what a seat may do beside the turn; where hand sizes are hidden, nobody can know whom to catch (D40)."""
    low, high, verbs = legal(s, r, seat)
    if r.blind_accusation:
        verbs &= ~CATCH_BITS
    if seat == s.turn:
        return 0, 0, verbs & ~TABLE_BITS
    return low, high, verbs


def ask_seat(s: Game, seat: int, asking: int, low: int, high: int, verbs: int) -> None:
    """Make a seat the one that decides."""
    s.decisions += 1
    s.seat = seat
    s.asking = asking
    s.low = low
    s.high = high
    s.verbs = verbs


def asks_for_claim(s: Game, r: Rules) -> bool:
    """Ask a seat that decides outside and has not answered yet whether it claims something, if there is one."""
    for seat in range(s.seats):
        if s.learners >> seat & 1 and not s.asked >> seat & 1:
            low, high, verbs = open_rights(s, r, seat)
            if low | high | verbs != 0:
                ask_seat(s, seat, 1, low, high, verbs)
                return True
    return False


def planned_claim(s: Game, r: Rules, p: Plan, seat: int) -> int:
    """Return the claim that the plan makes for a seat, or NONE."""
    action = claim(s, r, p, seat, CALLS)
    if action == NONE:
        action = claim(s, r, p, seat, CATCHES)
    if action == NONE:
        action = claim(s, r, p, seat, LAY_CLAIMS)
    return action


def first_claim(s: Game, r: Rules, p: Plan) -> tuple[int, int]:
    """Return the seat whose claim is heard first, and the claim; NONE if nobody claims anything."""
    who, what, least = NONE, NONE, 0
    for seat in range(s.seats):
        if not is_out(s, seat):
            action = s.wants[seat] if s.learners >> seat & 1 else planned_claim(s, r, p, seat)
            if action != NONE:
                place = claim_place(s.seats, s.direction, s.turn, s.laid_by, seat)
                order = claim_kind(action) * SEATS + place
                if who == NONE or order < least:
                    who, what, least = seat, action, order
    return who, what


def forget_answers(s: Game) -> None:
    """Let all be asked again."""
    s.asked = 0
    for seat in range(s.seats):
        s.wants[seat] = NONE


def only_action(low: int, high: int, verbs: int) -> int:
    """Return the one action there is, or NONE if there are several; a wild can be laid in several colours."""
    if low | high == 0:
        return VERBS + lowest_bit(verbs) if verbs & verbs - 1 == 0 else NONE
    if verbs != 0:
        return NONE
    if high == 0:
        return lowest_bit(low) if low & low - 1 == 0 else NONE
    if low == 0 and high & high - 1 == 0 and high < 1 << WILD - HALF:
        return HALF + lowest_bit(high)
    return NONE


def asks_for_move(s: Game, r: Rules, p: Plan, e: Spec, seat: int) -> bool:
    """Ask a seat that decides outside for its move; if it has only one and these are skipped, make it instead.

    The first decision of an episode is never skipped, so that no seat wins or loses without having been asked.
    """
    low, high, verbs = legal(s, r, seat)
    verbs &= TABLE_BITS
    action = only_action(low, high, verbs) if e.skip and s.decisions > 0 else NONE
    if action == NONE or (e.ask and action < VERBS and may_call(s, r, seat, 1)):
        ask_seat(s, seat, 0, low, high, verbs)
        return True
    make_move(s, r, seat, action + calls(s, r, p, seat) if action < VERBS else action)
    return False


def swap_chance(s: Game) -> None:
    """Exchange the random generators of the round and of the policies.

    If policies used that of the round, it could not be played again move by move: piles would be shuffled differently.
    """
    for i in range(4):
        word = s.rng[i]
        s.rng[i] = s.chance[i]
        s.chance[i] = word


def play_on(s: Game, r: Rules, p: Plan, e: Spec) -> None:
    """Play on until a seat must decide outside, or the round is over."""
    invited = lays_invite_claims(r)
    while s.phase != OVER:
        if (s.catchable != 0 or invited) and somebody_may_claim(s, r):
            if e.ask and asks_for_claim(s, r):
                return
            swap_chance(s)
            seat, action = first_claim(s, r, p) if e.ask else seat_with_claim(s, r, p)
            swap_chance(s)
            if s.asked != 0:
                forget_answers(s)
            if action != NONE:
                make_move(s, r, seat, action)
                continue
        seat = s.turn if s.ready == 0 else lowest_bit(s.ready)
        if not s.learners >> seat & 1:
            swap_chance(s)
            action = decide(s, r, p, seat)
            swap_chance(s)
            make_move(s, r, seat, action)
        elif asks_for_move(s, r, p, e, seat):
            return


def answer(s: Game, r: Rules, p: Plan, e: Spec, action: int) -> None:
    """Take the answer of the seat that decides; NONE claims nothing."""
    if s.asking:
        s.asked |= 1 << s.seat
        s.wants[s.seat] = action
        return
    if not e.ask and action < VERBS:
        action += calls(s, r, p, s.seat)
    make_move(s, r, s.seat, action)


def calling_of(s: Game, r: Rules, e: Spec) -> int:
    """Return CALLING if the lays of the seat that decides may carry the call, and it is asked for that; else 0."""
    return CALLING if e.ask and may_call(s, r, s.seat, 1) else 0
