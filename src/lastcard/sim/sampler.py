"""Deal the unknown cards at random, consistent with what is known, in the core's style."""

from ..core.cards import give
from ..core.layout import Rules, State
from ..core.legal import honest
from ..core.machine import random_below
from ..core.records import assign
from ..core.terms import CARDS, HALF, NONE
from .plan import CHANCE, HOLDS, TIERS, Unknown

TRIES = 12  # at a random card that agrees, before all are searched


def restore(states: list[State], place: int, sources: list[State], source: int) -> None:
    """Make one state equal to another; backends replace this with their own way of copying."""
    assign(states[place], sources[source])


def gather(u: Unknown, given: Unknown) -> None:
    """Put the cards of the pool back in the order they were given in, so that no sample depends on those before it."""
    for i in range(given.n_pool):
        u.pool[i] = given.pool[i]


def next_unknown(s: State, u: Unknown, dealt: int) -> int:
    """Choose a card of the pool that has not been dealt, make it the next and return it."""
    other = dealt + random_below(s, u.n_pool - dealt)
    card = u.pool[other]
    u.pool[other] = u.pool[dealt]
    u.pool[dealt] = card
    return card


def believe(s: State, u: Unknown, seat: int) -> None:
    """Choose at random, by their trust, which observations of what a hand did not hold apply in this sample."""
    u.believed[seat] = 0
    for tier in range(TIERS):
        if random_below(s, CHANCE) < u.trust[seat][tier]:
            u.believed[seat] |= 1 << tier


def is_barred(u: Unknown, seat: int, place: int, card: int) -> bool:
    """Return whether a hand is believed not to hold this card at this place."""
    for tier in range(TIERS):
        goes_for = u.believed[seat] >> tier & 1 == 1 and place < u.old[seat][tier]
        if goes_for and u.barred[seat][tier][card // HALF] >> card % HALF & 1:
            return True
    return False


def is_wanted(u: Unknown, seat: int, place: int, card: int) -> bool:
    """Return whether a card may fill this place, where the hand was seen to hold one of a set."""
    if place >= HOLDS:
        return True
    wanted = u.held[seat][place]
    return wanted[0] | wanted[1] == 0 or wanted[card // HALF] >> card % HALF & 1 == 1


def next_likely(s: State, u: Unknown, seat: int, place: int, dealt: int) -> None:
    """Make a card for a place in a hand the next of the pool, if possible one that agrees with what is known."""
    for _ in range(TRIES):
        card = next_unknown(s, u, dealt)
        if is_wanted(u, seat, place, card) and not is_barred(u, seat, place, card):
            return
    for other in range(dealt, u.n_pool):
        card = u.pool[other]
        if not is_barred(u, seat, place, card):
            u.pool[other] = u.pool[dealt]
            u.pool[dealt] = card
            return


def guess_hand(s: State, u: Unknown, seat: int, dealt: int) -> None:
    """Make a guess at the missing cards of a hand the next of the pool."""
    for place in range(u.missing[seat]):
        next_likely(s, u, seat, place, dealt + place)


def give_hand(s: State, u: Unknown, seat: int, dealt: int) -> int:
    """Give a hand the next cards of the pool; return how many cards are dealt then."""
    for _ in range(u.missing[seat]):
        give(s, seat, u.pool[dealt])
        dealt += 1
    if u.drawn and seat == s.turn:
        s.drawn = u.pool[dealt - 1]
    return dealt


def fill_piles(s: State, r: Rules, u: Unknown, dealt: int) -> None:
    """Fill the piles with cards that no hand holds.  The pool keeps its cards, in another order."""
    for place in range(CARDS):
        if s.pile[place] == NONE and (place < s.n_stock or place >= CARDS - s.n_discards):
            s.pile[place] = next_unknown(s, u, dealt)
            dealt += 1
    if u.guilt:
        judge_guilt(s, r)


def sample(s: State, r: Rules, u: Unknown) -> None:
    """Complete a state in which cards are missing."""
    dealt = 0
    for seat in range(s.seats):
        believe(s, u, seat)
        guess_hand(s, u, seat, dealt)
        dealt = give_hand(s, u, seat, dealt)
    fill_piles(s, r, u, dealt)


def judge_guilt(s: State, r: Rules) -> None:
    """Decide whether the wild draw on top was a bluff, by the hand its player was given (D22)."""
    face = s.face
    s.face = s.under
    s.bluff = 0 if honest(s, r, s.laid_by) else 1
    s.face = face
