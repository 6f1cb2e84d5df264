"""Fold facts into the memory of a game, in the core's style.

The memory has what everyone saw and what single seats were shown, as `lastcard.game.memory` has it for one seat. A test
compares the two.
"""

from ..core.cards import card_of, colour_of
from ..core.machine import lowest_bit
from ..core.terms import (
    CARDS, DRAWN, F_CHALLENGED, F_DREW, F_FAILED, F_JUMPED, F_LEFT, F_OUT, F_PASSED, F_REFILLED, F_RETURNED,
    F_ROTATED, F_SERVED, F_SHOWN, F_SWAPPED, F_TOOK, F_TURNED, HALF, NONE, RANKS, SEATS, TYPES, WILD,
)  # fmt: skip
from .game import EVENT_CHALLENGED, EVENT_DREW, EVENT_TOOK, EVENT_WILD, FULL, HISTORY, Game

INSTEAD = {"note": "remember"}


def remember(s: Game, kind: int, seat: int, card: int, amount: int) -> None:
    """Keep what seats remember of a fact.  This takes the place of the core's `note`; facts are not counted."""
    if not s.remembers:
        return
    if kind <= F_TURNED:
        if kind == F_TURNED:
            s.seen[card] += 1
    elif kind <= F_JUMPED:
        remember_lay(s, seat, card)
    elif kind == F_DREW:
        remember_draw(s, seat)
        remember_card(s, seat)
    elif kind == F_SERVED:
        remember_card(s, seat)
    elif kind == F_PASSED:
        if s.phase == DRAWN:
            s.without[seat][colour_of(s.face)] = 1
    elif kind == F_TOOK:
        remember_event(s, seat, EVENT_TOOK, 0)
    elif kind == F_CHALLENGED:
        remember_event(s, seat, EVENT_CHALLENGED, 0)
        forget_hand(s, 1 << seat, amount)
    elif kind == F_SHOWN:
        learn_card(s, seat, amount, card)
    elif kind == F_FAILED:
        if s.under != NONE:
            s.without[amount][colour_of(s.under)] = 1
    elif kind == F_RETURNED:
        remember_return(s, seat, card, amount)
    elif kind == F_SWAPPED:
        remember_swap(s, seat, amount)
    elif kind == F_ROTATED:
        remember_rotation(s, amount)
    elif kind == F_REFILLED:
        remember_refill(s, amount)
    elif kind == F_OUT or kind == F_LEFT:
        remember_exit(s, seat, amount)


def forget_round(s: Game) -> None:
    """Remember nothing, before a deal."""
    s.n_events = 0
    s.buried = 0
    s.moves = 0
    for card in range(TYPES):
        s.seen[card] = 0
    s.n_known = 0
    for seat in range(SEATS):
        for colour in range(4):
            s.without[seat][colour] = 0


def remember_event(s: Game, seat: int, what: int, tint: int) -> None:
    """Add an event to the history."""
    place = s.n_events & HISTORY - 1
    s.events[place] = what
    s.actors[place] = seat
    s.tints[place] = tint
    s.n_events += 1
    if s.n_events == 2 * HISTORY:
        s.n_events = HISTORY  # the ring is full either way


def remember_lay(s: Game, seat: int, face: int) -> None:
    """A seat laid a card: all see it, and those who knew of it know one card less."""
    card = card_of(face)
    s.seen[card] += 1
    rank, tint = face % RANKS, colour_of(face)
    if card < WILD:
        s.without[seat][tint] = 0
        remember_event(s, seat, rank, tint)
    else:
        remember_event(s, seat, EVENT_WILD + rank, tint)
    for i in range(s.n_known):
        if s.known_in[i] == seat and s.known[i] == card:
            s.known_to[i] = 0
            drop_unknown(s)
            return


def remember_draw(s: Game, seat: int) -> None:
    """A seat draws on its turn: a sign that it has no card of the colour.  Several cards in a row are one event."""
    last = s.n_events - 1 & HISTORY - 1
    if s.n_events > 0 and s.events[last] == EVENT_DREW and s.actors[last] == seat:
        return
    remember_event(s, seat, EVENT_DREW, 0)
    if s.face != NONE:
        s.without[seat][colour_of(s.face)] = 1


def remember_card(s: Game, seat: int) -> None:
    """A hand has one card more."""
    for colour in range(4):
        if s.without[seat][colour] > 0 and s.without[seat][colour] < FULL:
            s.without[seat][colour] += 1


# ---------------------------------------------------------------- cards known in other hands


def learn_card(s: Game, viewer: int, holder: int, card: int) -> None:
    """Let a seat know one more card of a hand.

    Of equal cards in a hand, the first is known to all who know of any.  So it is the one to forget when one is laid.
    """
    for i in range(s.n_known):
        if s.known_in[i] == holder and s.known[i] == card and not s.known_to[i] >> viewer & 1:
            s.known_to[i] |= 1 << viewer
            return
    s.known_in[s.n_known] = holder
    s.known[s.n_known] = card
    s.known_to[s.n_known] = 1 << viewer
    s.n_known += 1


def drop_unknown(s: Game) -> None:
    """Drop the cards that nobody knows any more; the others stay in order."""
    n = 0
    for i in range(s.n_known):
        if s.known_to[i] != 0:
            s.known_in[n] = s.known_in[i]
            s.known[n] = s.known[i]
            s.known_to[n] = s.known_to[i]
            n += 1
    s.n_known = n


def forget_hand(s: Game, viewers: int, holder: int) -> None:
    """Let some seats know nothing of a hand."""
    for i in range(s.n_known):
        if s.known_in[i] == holder:
            s.known_to[i] &= ~viewers
    drop_unknown(s)


def knows_card(s: Game, viewer: int, holder: int, card: int) -> bool:
    """Return whether a seat knows that a hand holds such a card."""
    for i in range(s.n_known):
        if s.known_in[i] == holder and s.known[i] == card and s.known_to[i] >> viewer & 1:
            return True
    return False


def remember_return(s: Game, seat: int, card: int, from_discards: int) -> None:
    """A card went back to a hand, for all to see; one that was refused may have been known there."""
    if from_discards:
        s.seen[card] -= 1
    for viewer in range(s.seats):
        if viewer != seat and (from_discards or not knows_card(s, viewer, seat, card)):
            learn_card(s, viewer, seat, card)


def pass_known(s: Game, i: int, holder: int) -> None:
    """A known card goes to another hand; who gets it has it as its own."""
    s.known_in[i] = holder
    s.known_to[i] &= ~(1 << holder)


def remember_own_hand(s: Game, giver: int, taker: int) -> None:
    """A seat is about to give its hand away, and knows it there."""
    for half in range(2):
        cards = s.hand[giver][half]
        while cards != 0:
            card = half * HALF + lowest_bit(cards)
            cards &= cards - 1
            for _ in range(s.count[giver][card]):
                learn_card(s, giver, taker, card)


def swap_signs(s: Game, a: int, b: int) -> None:
    """Exchange the signs that two hands have no card of a colour."""
    for colour in range(4):
        s.without[a][colour], s.without[b][colour] = s.without[b][colour], s.without[a][colour]


def remember_swap(s: Game, a: int, b: int) -> None:
    """Two seats are about to swap hands: what is known of these goes with them."""
    for i in range(s.n_known):
        if s.known_in[i] == a:
            pass_known(s, i, b)
        elif s.known_in[i] == b:
            pass_known(s, i, a)
    drop_unknown(s)
    remember_own_hand(s, a, b)
    remember_own_hand(s, b, a)
    swap_signs(s, a, b)


def seat_in_round(s: Game, seat: int, way: int) -> int:
    """Return the next seat that is in the round, this way round the table."""
    seat = (seat + way) % s.seats
    while s.out >> seat & 1:
        seat = (seat + way) % s.seats
    return seat


def remember_rotation(s: Game, way: int) -> None:
    """Every hand is about to be passed on: what is known of it goes with it."""
    for i in range(s.n_known):
        pass_known(s, i, seat_in_round(s, s.known_in[i], way))
    drop_unknown(s)
    for seat in range(s.seats):
        if not s.out >> seat & 1:
            remember_own_hand(s, seat, seat_in_round(s, seat, way))
    last = seat_in_round(s, s.seats - 1, 1)
    seat = last
    before = seat_in_round(s, seat, -way)
    while before != last:
        swap_signs(s, seat, before)
        seat = before
        before = seat_in_round(s, seat, -way)


def remember_refill(s: Game, cards: int) -> None:
    """Discards, the oldest first, went into the stock."""
    s.buried = max(s.buried - cards, 0)
    for card in range(TYPES):
        s.seen[card] = 0
    s.seen[s.top] = 1
    for place in range(CARDS - s.n_discards, CARDS - s.buried):
        s.seen[s.pile[place]] += 1


def remember_exit(s: Game, seat: int, cards: int) -> None:
    """A seat is out, and its cards go under the discards, unseen."""
    s.buried += cards
    for colour in range(4):
        s.without[seat][colour] = 0
    forget_hand(s, (1 << SEATS) - 1, seat)
