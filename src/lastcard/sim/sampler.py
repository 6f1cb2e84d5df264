"""The cards nobody has told us, dealt at random in agreement with what is known; in the core's style."""

from ..core.cards import give
from ..core.layout import Rules, State
from ..core.legal import honest
from ..core.machine import random_below
from ..core.records import assign
from ..core.terms import CARDS, HALF, NONE
from .plan import CHANCE, HOLDS, TIERS, Unknown

TRIES = 12  # to find a card that agrees, before all are looked at


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


def believe(s: State, u: Unknown, seat: int) -> None:
    """Choose what goes, in this sample, of the things that a hand was seen not to hold."""
    u.believed[seat] = 0
    for tier in range(TIERS):
        if random_below(s, CHANCE) < u.trust[seat][tier]:
            u.believed[seat] |= 1 << tier


def is_barred(u: Unknown, seat: int, place: int, card: int) -> bool:
    """Whether a card is one that a hand does not hold at this place, as far as that is believed."""
    for tier in range(TIERS):
        goes_for = u.believed[seat] >> tier & 1 and place < u.old[seat][tier]
        if goes_for and u.barred[seat][tier][card // HALF] >> card % HALF & 1:
            return True
    return False


def is_wanted(u: Unknown, seat: int, place: int, card: int) -> bool:
    """Whether a card may stand for one of those that a hand was seen to hold, if it was."""
    if place >= HOLDS:
        return True
    wanted = u.held[seat][place]
    return wanted[0] | wanted[1] == 0 or wanted[card // HALF] >> card % HALF & 1 == 1


def next_likely(s: State, u: Unknown, seat: int, place: int, dealt: int) -> None:
    """Put a card for a place in a hand next in the pool, if possible one that agrees with what the hand did not lay."""
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
        believe(s, u, seat)
        guess_hand(s, u, seat, dealt)
        dealt = give_hand(s, u, seat, dealt)
    fill_piles(s, r, u, dealt)


def judge_guilt(s: State, r: Rules) -> None:
    """Whether the wild draw on top was a bluff, going by the hand its player was given (D22)."""
    face = s.face
    s.face = s.under
    s.bluff = 0 if honest(s, r, s.laid_by) else 1
    s.face = face
