"""Choose actions by the policy of each seat, in its turn and outside it, in the core's style."""

from ..core.layout import Rules, State
from ..core.legal import jump_face, lays
from ..core.machine import lowest_bit, random_below
from ..core.seats import partner
from ..core.terms import CALL, CALLS, CATCH, CATCHES, CHALLENGE, JUMP, NONE, READY
from .careful import ally, careful_decision, careful_jump, doubts
from .plan import CAREFUL, CHANCE, GREEDY, RANDOM, Plan
from .policies import dearest_card, greedy_decision, greedy_lay, nth_card, random_decision, random_lay


def decide(s: State, r: Rules, p: Plan, seat: int) -> int:
    """Return the action of the seat the table waits for."""
    if s.ready >> seat & 1:
        return READY
    policy = p.policy[seat]
    if policy == RANDOM:
        return random_decision(s, r, p, seat)
    return greedy_decision(s, r, p, seat) if policy == GREEDY else careful_decision(s, r, p, seat)


def claim(s: State, r: Rules, p: Plan, seat: int, kind: int) -> int:
    """Return the claim of this kind that a seat makes now, or NONE."""
    if kind == CALLS:
        return claim_call(s, p, seat)
    if kind == CATCHES:
        return claim_catch(s, r, p, seat)
    if seat == s.turn:
        return NONE
    action = claim_jump(s, r, p, seat) if r.jump_in else NONE
    if action == NONE and r.challenge_any:
        action = claim_doubt(s, r, p, seat)
    return action


def willing(s: State, p: Plan, seat: int) -> bool:
    """Return whether a seat makes an optional claim: `random` does so half of the time, the others always."""
    return p.policy[seat] != RANDOM or random_below(s, 2) == 0


def claim_call(s: State, p: Plan, seat: int) -> int:
    """Return a late call, or NONE: a forgotten call stays forgotten, but a duty from an exchange is noticed."""
    if s.one_left >> seat & 1 or not s.catchable >> seat & 1:
        return NONE
    return CALL if p.forget == 0 or random_below(s, CHANCE) >= p.forget else NONE


def claim_catch(s: State, r: Rules, p: Plan, seat: int) -> int:
    """Return an accusation, or NONE; partners are not accused, nor is anyone where hand sizes are hidden (D40)."""
    others = s.catchable & ~(1 << seat | 1 << partner(r, s.seats, seat))
    if others == 0 or r.blind_accusation or s.accused >> seat & 1 or not willing(s, p, seat):
        return NONE
    return CATCH + lowest_bit(others)


def holds_like(s: State, r: Rules, seat: int) -> bool:
    """Return whether a hand has a card that could jump in on the top card (D31)."""
    same = r.allow[JUMP][jump_face(s)]
    return s.hand[seat][0] & same[0] | s.hand[seat][1] & same[1] != 0


def claim_jump(s: State, r: Rules, p: Plan, seat: int) -> int:
    """Return a lay out of turn, or NONE."""
    if not holds_like(s, r, seat):
        return NONE
    low, high = lays(s, r, seat)
    if low | high == 0 or not willing(s, p, seat):
        return NONE
    if p.policy[seat] == CAREFUL:
        return careful_jump(s, r, p, seat, low, high)
    if p.policy[seat] == GREEDY:
        return greedy_lay(s, r, p, seat, dearest_card(s, r, seat, low, high))
    return random_lay(s, r, p, seat, nth_card(low, high, 0))


def claim_doubt(s: State, r: Rules, p: Plan, seat: int) -> int:
    """Return a challenge by a seat other than the target (D24 by any), or NONE; `greedy` makes none."""
    if s.bluff == NONE or ally(s, r, seat, s.laid_by) or p.policy[seat] == GREEDY:
        return NONE
    doubt = doubts(s, r, p, seat) if p.policy[seat] == CAREFUL else random_below(s, 2) == 0
    return CHALLENGE if doubt else NONE
