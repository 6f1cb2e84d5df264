"""The cards nobody has told us, dealt at random in agreement with what is known; in the core's style."""

from ..core.cards import give
from ..core.layout import Rules, State
from ..core.legal import honest
from ..core.machine import random_below
from ..core.records import assign
from ..core.terms import CARDS, HALF, NONE
from .plan import HOLDS, TIERS, Unknown

TRIES = 12  # to find a card that agrees, before any will do


def restore(states: list[State], place: int, sources: list[State], source: int) -> None:
    """One state becomes equal to another (a backend has its own way of copying)."""
    assign(states[place], sources[source])


def next_unknown(s: State, u: Unknown, dealt: int) -> int:
    """One of the cards of the pool that have not been dealt yet."""
    other = dealt + random_below(s, u.n_pool - dealt)
    card = u.pool[other]
    u.pool[other] = u.pool[dealt]
    u.pool[dealt] = card
    return card


def unlikely(u: Unknown, seat: int, tier: int, card: int) -> bool:
    """Whether a card is one that the older cards of a hand were seen not to be."""
    return u.barred[seat][tier][card // HALF] >> card % HALF & 1 == 1


def may_stand(u: Unknown, seat: int, place: int, card: int) -> bool:
    """Whether a card may stand for one of those that a hand was seen to hold, if it was."""
    wanted = u.held[seat][place]
    return wanted[0] | wanted[1] == 0 or wanted[card // HALF] >> card % HALF & 1 == 1


def next_likely(s: State, u: Unknown, seat: int, place: int, dealt: int) -> None:
    """Put a card for a place in a hand next in the pool, if possible one that agrees with what the hand did not lay."""
    for _ in range(TRIES):
        card = next_unknown(s, u, dealt)
        agrees = place >= HOLDS or may_stand(u, seat, place, card)
        for tier in range(TIERS):
            if place < u.old[seat][tier] and unlikely(u, seat, tier, card):
                agrees = False
        if agrees:
            return


def guess_hand(s: State, u: Unknown, seat: int, dealt: int) -> None:
    """The cards missing from a hand become the next of the pool."""
    for place in range(u.missing[seat]):
        next_likely(s, u, seat, place, dealt + place)


def give_hand(s: State, u: Unknown, seat: int, dealt: int) -> int:
    """A hand gets the next cards of the pool; how many are dealt then."""
    for _ in range(u.missing[seat]):
        give(s, seat, u.pool[dealt])
        dealt += 1
    if u.drawn and seat == s.turn:
        s.drawn = u.pool[dealt - 1]
    return dealt


def fill_piles(s: State, r: Rules, u: Unknown, dealt: int) -> None:
    """What no hand holds lies in the piles.  The pool keeps its cards, in another order."""
    for place in range(CARDS):
        if s.pile[place] == NONE and (place < s.n_stock or place >= CARDS - s.n_discards):
            s.pile[place] = next_unknown(s, u, dealt)
            dealt += 1
    if u.guilt:
        judge_guilt(s, r)


def sample(s: State, r: Rules, u: Unknown) -> None:
    """Fill a state in which cards are missing."""
    dealt = 0
    for seat in range(s.seats):
        guess_hand(s, u, seat, dealt)
        dealt = give_hand(s, u, seat, dealt)
    fill_piles(s, r, u, dealt)


def judge_guilt(s: State, r: Rules) -> None:
    """Whether the wild draw on top was a bluff, going by the hand its player was given (D22)."""
    face = s.face
    s.face = s.before
    s.bluff = 0 if honest(s, r, s.laid) else 1
    s.face = face
