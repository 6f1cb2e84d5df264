"""The policies `random` and `greedy`, in the core's style.

A policy reads its own hand and what everyone can see, nothing else.  `players.decide` chooses for the seat the table
waits for; `players.claim` chooses whether a seat calls, accuses, challenges or jumps in.
"""

from ..core.layout import Rules, State
from ..core.legal import legal, may_call
from ..core.machine import count_bits, lowest_bit, random_below
from ..core.terms import (
    CALL, CALLING, CHOOSE, DRAWN, HALF, JOIN, MAY_KEEP, NAME, NONE, OWED, PASS, RANKS, SEAT, SEATS, TAKE,
    TURN, VERBS, WILD,
)  # fmt: skip
from .plan import CHANCE, Plan

TABLE_BITS = (1 << CALL - VERBS) - 1 | 15 << NAME - VERBS | (1 << SEATS) - 1 << CHOOSE - VERBS


def nth_bit(bits: int, n: int) -> int:
    """Return the position of the n-th lowest bit set, counted from 0."""
    for _ in range(n):
        bits &= bits - 1
    return lowest_bit(bits)


def nth_card(low: int, high: int, n: int) -> int:
    """Return the n-th card of a set, counted from 0."""
    for _ in range(n):
        if low != 0:
            low &= low - 1
        else:
            high &= high - 1
    return lowest_bit(low) if low != 0 else HALF + lowest_bit(high)


def calls(s: State, r: Rules, p: Plan, seat: int) -> int:
    """Return CALLING if a lay of this seat owes a call now and the seat does not forget it, else 0."""
    if not may_call(s, r, seat, 1):
        return 0
    return CALLING if p.forget == 0 or random_below(s, CHANCE) >= p.forget else 0


# ---------------------------------------------------------------- random


def random_lay(s: State, r: Rules, p: Plan, seat: int, card: int) -> int:
    """Return the lay of a card, with a random colour for a wild."""
    if r.wild[card]:
        card += random_below(s, r.colours) * RANKS
    return card + calls(s, r, p, seat)


def random_decision(s: State, r: Rules, p: Plan, seat: int) -> int:
    """Return a random action, to draw on a turn only if nothing can be laid."""
    low, high, verbs = legal(s, r, seat)
    verbs &= TABLE_BITS
    if low | high == 0 and verbs & verbs - 1 == 0:
        return VERBS + lowest_bit(verbs)
    cards = count_bits(low) + count_bits(high)
    choices = cards if s.phase == TURN else cards + count_bits(verbs)
    choice = random_below(s, choices) if choices > 1 else 0
    if choice < cards:
        return random_lay(s, r, p, seat, nth_card(low, high, choice))
    return VERBS + nth_bit(verbs, choice - cards)


# ---------------------------------------------------------------- greedy


def colour_count(s: State, r: Rules, seat: int, colour: int) -> int:
    """Return how many cards of a colour a hand holds."""
    n = 0
    for half in range(2):
        cards = s.hand[seat][half] & r.suit[colour][half]
        while cards != 0:
            n += s.count[seat][half * HALF + lowest_bit(cards)]
            cards &= cards - 1
    return n


def favourite_colour(s: State, r: Rules, seat: int) -> int:
    """Return the colour a hand holds most of."""
    best, most = 0, NONE
    for colour in range(r.colours):
        n = colour_count(s, r, seat, colour)
        if n > most:
            best, most = colour, n
    return best


def together(s: State, r: Rules, seat: int, card: int) -> int:
    """Return how many cards of a hand could be laid as one batch, starting with this one (D12)."""
    join = r.allow[JOIN][card]
    n = 0
    for half in range(2):
        cards = s.hand[seat][half] & join[half]
        while cards != 0:
            n += s.count[seat][half * HALF + lowest_bit(cards)]
            cards &= cards - 1
    return max(min(n, r.batch), 1)


def shed(s: State, r: Rules, seat: int, card: int) -> int:
    """Return how many points a lay that begins with this card gets rid of."""
    return r.points[card] if r.batch == 1 else r.points[card] * together(s, r, seat, card)


def dearest_card(s: State, r: Rules, seat: int, low: int, high: int) -> int:
    """Return the card that sheds most points; wilds only when there is nothing else."""
    wilds = high >> WILD - HALF << WILD - HALF
    if low != 0 or high != wilds:
        high &= ~wilds
    best, most = NONE, NONE
    for half in range(2):
        cards = high if half else low
        while cards != 0:
            card = half * HALF + lowest_bit(cards)
            cards &= cards - 1
            worth = shed(s, r, seat, card)
            if worth > most:
                best, most = card, worth
    return best


def greedy_lay(s: State, r: Rules, p: Plan, seat: int, card: int) -> int:
    """Return the lay of a card; a wild names the colour the hand holds most of."""
    if r.wild[card]:
        card += favourite_colour(s, r, seat) * RANKS
    return card + calls(s, r, p, seat)


def shortest_hand(s: State, seat: int) -> int:
    """Return the other seat in the round with the fewest cards."""
    best = NONE
    for other in range(s.seats):
        if other != seat and not s.out >> other & 1 and (best == NONE or s.held[other] < s.held[best]):
            best = other
    return best


def shorter_hand(s: State, r: Rules, seat: int, other: int) -> int:
    """Return the choice of the seat to swap hands with, or to keep the hand if it is no longer and the card lets it."""
    return PASS if r.does[s.top] & MAY_KEEP and s.held[seat] <= s.held[other] else CHOOSE + other


def greedy_decision(s: State, r: Rules, p: Plan, seat: int) -> int:
    """Return the lay that sheds most points; without one, take the cards, or swap for the shortest hand."""
    low, high, verbs = legal(s, r, seat)
    if low | high != 0:
        return greedy_lay(s, r, p, seat, dearest_card(s, r, seat, low, high))
    if s.phase == SEAT:
        return shorter_hand(s, r, seat, shortest_hand(s, seat))
    if verbs >> NAME - VERBS & 15 != 0:
        return NAME + favourite_colour(s, r, seat)
    if s.phase == OWED:
        return TAKE
    return PASS if s.phase == DRAWN else VERBS + lowest_bit(verbs & TABLE_BITS)
