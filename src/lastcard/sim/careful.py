"""`careful`: a heuristic player in the core's style.

Every lay gets a score, a sum of what speaks for and against it, each times a weight; the best is laid.  It reads its
own hand and what everybody can see: hand sizes, the discards, the face on top.
"""

from ..core.cards import card_of, colour_of
from ..core.layout import Rules, State
from ..core.legal import honest, legal
from ..core.machine import count_bits, lowest_bit
from ..core.seats import active_seats, partner, seat_after
from ..core.terms import (
    BY_CHALLENGE, CARDS, CHALLENGE, CHOOSE, COLOUR, DRAWN, FIT, HALF, HEADS_UP_SKIP, NAME, NONE, OWED, OWN_HAND, PASS,
    RANKS, REVERSES, ROTATES, SEAT, SWAPS, TAKE, VERBS, WILD,
)
from .plan import (
    W_ATTACK, W_BLUFF, W_COLOUR, W_DOUBT, W_DRAW, W_FOLLOW, W_HAND, W_KEEP, W_LAST, W_POINTS, W_RARE, W_SHED, W_SKIP,
    W_WILD, W_WILD_DRAW, Plan,
)
from .policies import TABLE_BITS, calls, shortest_hand

_ODDS = 1 << 16  # a chance is so many parts of this


def ally(s: State, r: Rules, a: int, b: int) -> bool:
    """Whether two seats win together."""
    return a == b or partner(s, r, a) == b


def colour_count(s: State, r: Rules, seat: int, colour: int) -> int:
    """How many cards of a colour a hand holds."""
    n = 0
    for half in range(2):
        cards = s.hand[seat][half] & r.suit[colour][half]
        while cards != 0:
            n += s.count[seat][half * HALF + lowest_bit(cards)]
            cards &= cards - 1
    return n


def unseen_of(s: State, r: Rules, seat: int, colour: int) -> int:
    """How many cards of a colour are neither in this hand nor seen on the discards since the last refill."""
    first = colour * RANKS
    n = 0
    for i in range(r.n_pack):
        n += first <= r.pack[i] < first + RANKS
    for i in range(CARDS - s.n_discards, CARDS):
        n -= first <= s.pile[i] < first + RANKS
    n -= first <= s.top < first + RANKS
    return n - colour_count(s, r, seat, colour)


def followers(s: State, r: Rules, seat: int, card: int, face: int) -> int:
    """How many kinds of coloured cards of the hand, without this one, could follow on a face."""
    low = s.hand[seat][0] & r.allow[FIT][face][0]
    high = s.hand[seat][1] & r.allow[FIT][face][1] & (1 << WILD - HALF) - 1
    n = count_bits(low) + count_bits(high)
    if card < WILD and s.count[seat][card] == 1:
        n -= 1
    return n


def threat(s: State, r: Rules, seat: int, other: int) -> int:
    """How dangerous another seat is: 3 with one card left, 0 with four or more; negative for a partner."""
    near = 4 - s.held[other]
    if near < 0:
        near = 0
    return -near if ally(s, r, seat, other) else near


def acts_as_skip(s: State, r: Rules, card: int) -> bool:
    """Whether a Reverse gives its player the next turn (D19)."""
    return r.does[card] & REVERSES != 0 and r.reverse_heads_up == HEADS_UP_SKIP and active_seats(s) == 2


def is_bluff(s: State, r: Rules, seat: int, card: int) -> bool:
    """Whether laying this card could be challenged with success (D22)."""
    if card < WILD or r.wd_policing != BY_CHALLENGE or not r.guarded >> card - HALF & 1:
        return False
    return not honest(s, r, seat)


def attack(s: State, r: Rules, p: Plan, seat: int, card: int) -> int:
    """What a card does to whoever comes next."""
    target = seat_after(s, seat, s.way, 1)
    score = 0
    if r.draws[card] > 0:
        gain = r.draws[card] * p.weights[seat][W_DRAW]
        score += -gain if ally(s, r, seat, target) else gain
        score += threat(s, r, seat, target) * p.weights[seat][W_ATTACK]
    elif r.skips[card] > 0 or acts_as_skip(s, r, card):
        score += p.weights[seat][W_SKIP] + threat(s, r, seat, target) * p.weights[seat][W_ATTACK]
    elif r.does[card] & REVERSES:
        other = seat_after(s, seat, -s.way, 1)
        score += (threat(s, r, seat, target) - threat(s, r, seat, other)) * p.weights[seat][W_ATTACK]
    return score


def exchange(s: State, r: Rules, p: Plan, seat: int, card: int) -> int:
    """What an exchange of hands would bring: cards got rid of, or taken on."""
    if r.does[card] & SWAPS:
        return (s.held[seat] - 1 - s.held[shortest_rival(s, r, seat)]) * p.weights[seat][W_HAND]
    if r.does[card] & ROTATES:
        return (s.held[seat] - 1 - s.held[seat_after(s, seat, -s.way, 1)]) * p.weights[seat][W_HAND]
    return 0


def shortest_rival(s: State, r: Rules, seat: int) -> int:
    """The opponent that holds fewest cards."""
    best = NONE
    for other in range(s.seats):
        if not s.out >> other & 1 and not ally(s, r, seat, other) and (best == NONE or s.held[other] < s.held[best]):
            best = other
    return best if best != NONE else shortest_hand(s, seat)


def lay_score(s: State, r: Rules, p: Plan, seat: int, face: int) -> int:
    """How good it is to lay what leaves this face."""
    card = card_of(face)
    if s.held[seat] == 1:
        return 1 << 20  # the last card
    colour = colour_of(face)
    left = s.held[seat] - 1
    w = p.weights[seat]
    score = attack(s, r, p, seat, card) + exchange(s, r, p, seat, card)
    score += r.points[card] * w[W_SHED if r.round_score == OWN_HAND else W_POINTS]
    score += colour_count(s, r, seat, colour) * w[W_COLOUR] * 8 // left
    score -= unseen_of(s, r, seat, colour) * w[W_RARE]
    follow = followers(s, r, seat, card, face)
    score += (follow if follow < 4 else 4) * w[W_FOLLOW]
    if card >= WILD:
        score -= w[W_WILD_DRAW] if r.draws[card] > 0 else w[W_WILD]
        if is_bluff(s, r, seat, card):
            score -= w[W_BLUFF]
    if left == 1 and last_fits(s, r, seat, card, face):
        score += w[W_LAST]
    return score


def last_fits(s: State, r: Rules, seat: int, card: int, face: int) -> bool:
    """Whether the only card left after this one could follow at once."""
    low = s.hand[seat][0]
    high = s.hand[seat][1]
    if s.count[seat][card] == 1:
        if card < HALF:
            low &= ~(1 << card)
        else:
            high &= ~(1 << card - HALF)
    return low & r.allow[FIT][face][0] | high & r.allow[FIT][face][1] != 0


def best_lay(s: State, r: Rules, p: Plan, seat: int, low: int, high: int) -> tuple[int, int]:
    """The best of these lays, and its score; NONE if there is none."""
    best, most = NONE, 0
    for half in range(2):
        cards = high if half else low
        while cards != 0:
            card = half * HALF + lowest_bit(cards)
            cards &= cards - 1
            for colour in range(r.colours if card >= WILD else 1):
                face = card + colour * RANKS
                score = lay_score(s, r, p, seat, face)
                if best == NONE or score > most:
                    best, most = face, score
    return best, most


def chance_of_colour(s: State, r: Rules, seat: int, other: int, colour: int) -> int:
    """The chance that another hand holds a colour, going by the cards not seen, in parts of _ODDS."""
    of_colour = unseen_of(s, r, seat, colour)
    unseen = r.n_pack - s.n_discards - 1 - s.held[seat]
    none = _ODDS
    for i in range(s.held[other]):
        if unseen - i <= of_colour:
            return _ODDS
        none = none * (unseen - of_colour - i) // (unseen - i)
    return _ODDS - none


def doubts(s: State, r: Rules, p: Plan, seat: int) -> bool:
    """Whether a challenge is worth its price: by the odds that the colour was held (W_DOUBT, in hundredths)."""
    if s.bluff == NONE or s.before == NONE or s.laid == NONE:
        return False
    colour = colour_of(s.before)
    return chance_of_colour(s, r, seat, s.laid, colour) * 100 > p.weights[seat][W_DOUBT] * _ODDS


def favourite(s: State, r: Rules, p: Plan, seat: int) -> int:
    """The colour to name for an opening wild."""
    best, most = 0, 0
    for colour in range(r.colours):
        score = colour_count(s, r, seat, colour) * 100 - unseen_of(s, r, seat, colour)
        if colour == 0 or score > most:
            best, most = colour, score
    return best


def careful_decision(s: State, r: Rules, p: Plan, seat: int) -> int:
    """What the seat the table waits for does."""
    low, high, verbs = legal(s, r, seat)
    verbs &= TABLE_BITS
    phase = s.phase
    if phase == SEAT:
        return CHOOSE + shortest_rival(s, r, seat)
    if phase == COLOUR:
        return NAME + favourite(s, r, p, seat)
    face, score = best_lay(s, r, p, seat, low, high)
    if phase == OWED and verbs >> CHALLENGE - VERBS & 1 and doubts(s, r, p, seat):
        return CHALLENGE
    if face == NONE:
        return TAKE if verbs >> TAKE - VERBS & 1 else VERBS + lowest_bit(verbs)
    if phase == DRAWN and verbs >> PASS - VERBS & 1 and score < p.weights[seat][W_KEEP]:
        return PASS
    return face + calls(s, r, p, seat)


def careful_jump(s: State, r: Rules, p: Plan, seat: int, low: int, high: int) -> int:
    """A lay out of turn that is worth it, or NONE."""
    face, score = best_lay(s, r, p, seat, low, high)
    return NONE if score < p.weights[seat][W_KEEP] else face + calls(s, r, p, seat)
