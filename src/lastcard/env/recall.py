"""Fold facts into the memory of a game, in the core's style.

The memory has what everyone saw and what single seats were shown, as `lastcard.memory` has it for one seat.  A test
holds one against the other.
"""

from ..core.cards import card_of, colour_of
from ..core.terms import (
    CARDS, DRAWN, F_CHALLENGED, F_DREW, F_FAILED, F_JUMPED, F_LEFT, F_OUT, F_PASSED, F_REFILLED, F_RETURNED,
    F_ROTATED, F_SERVED, F_SHOWN, F_SWAPPED, F_TOOK, F_TURNED, NONE, RANKS, SEATS, TYPES, WILD,
)
from .game import EVENT_CHALLENGED, EVENT_DREW, EVENT_TOOK, FULL, HISTORY, Game

INSTEAD = {"note": "remember"}


def remember(s: Game, kind: int, seat: int, card: int, amount: int) -> None:
    """Count a fact, and keep what seats remember of it.  This takes the place of the core's `note`."""
    s.tally[kind] += 1
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
        remember_event(s, seat, EVENT_TOOK)
    elif kind == F_CHALLENGED:
        remember_event(s, seat, EVENT_CHALLENGED)
        forget_hand(s, seat, amount)
    elif kind == F_SHOWN:
        s.known[seat][amount][card] += 1
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
    for seat in range(SEATS):
        s.knows[seat] = 0
        for colour in range(4):
            s.without[seat][colour] = 0


def remember_event(s: Game, seat: int, what: int) -> None:
    """Add an event to the history."""
    place = s.n_events & HISTORY - 1
    s.events[place] = what
    s.actors[place] = seat
    s.n_events += 1
    if s.n_events == 2 * HISTORY:
        s.n_events = HISTORY  # the ring is full either way


def remember_lay(s: Game, seat: int, face: int) -> None:
    """A seat laid a card: all see it, and those who knew of it know one card less."""
    card = card_of(face)
    s.seen[card] += 1
    remember_event(s, seat, face)
    if card < WILD:
        s.without[seat][card // RANKS] = 0
    for viewer in range(s.seats):
        if s.knows[viewer] >> seat & 1 and s.known[viewer][seat][card] > 0:
            s.known[viewer][seat][card] -= 1


def remember_draw(s: Game, seat: int) -> None:
    """A seat draws on its turn: a sign that it has no card of the colour.  Several cards in a row are one event."""
    last = s.n_events - 1 & HISTORY - 1
    if s.n_events > 0 and s.events[last] == EVENT_DREW and s.actors[last] == seat:
        return
    remember_event(s, seat, EVENT_DREW)
    if s.face != NONE:
        s.without[seat][colour_of(s.face)] = 1


def remember_card(s: Game, seat: int) -> None:
    """A hand has one card more."""
    for colour in range(4):
        if s.without[seat][colour] > 0 and s.without[seat][colour] < FULL:
            s.without[seat][colour] += 1


def forget_hand(s: Game, viewer: int, holder: int) -> None:
    """Begin to know the cards of a hand, none so far."""
    s.knows[viewer] |= 1 << holder
    for card in range(TYPES):
        s.known[viewer][holder][card] = 0


def remember_return(s: Game, seat: int, card: int, from_discards: int) -> None:
    """A card went back to a hand, for all to see."""
    if from_discards:
        s.seen[card] -= 1
    for viewer in range(s.seats):
        if viewer != seat:
            if not s.knows[viewer] >> seat & 1:
                forget_hand(s, viewer, seat)
            if from_discards or s.known[viewer][seat][card] == 0:
                s.known[viewer][seat][card] += 1


def remember_own_hand(s: Game, viewer: int, holder: int) -> None:
    """A seat gives its hand away, and knows it from then on."""
    s.knows[viewer] |= 1 << holder
    for card in range(TYPES):
        s.known[viewer][holder][card] = s.count[viewer][card]


def swap_known(s: Game, viewer: int, a: int, b: int) -> None:
    """Exchange what a seat knows of two hands."""
    know = s.knows[viewer]
    if (know >> a | know >> b) & 1:
        s.knows[viewer] = know & ~(1 << a | 1 << b) | (know >> a & 1) << b | (know >> b & 1) << a
        for card in range(TYPES):
            s.known[viewer][a][card], s.known[viewer][b][card] = s.known[viewer][b][card], s.known[viewer][a][card]


def remember_swap(s: Game, a: int, b: int) -> None:
    """Two seats are about to swap hands: what is known of these goes with them."""
    for viewer in range(s.seats):
        if viewer == a:
            remember_own_hand(s, a, b)
        elif viewer == b:
            remember_own_hand(s, b, a)
        else:
            swap_known(s, viewer, a, b)
    for colour in range(4):
        s.without[a][colour], s.without[b][colour] = s.without[b][colour], s.without[a][colour]


def seat_in_round(s: Game, seat: int, way: int) -> int:
    """Return the next seat that is in the round, this way round the table."""
    seat = (seat + way) % s.seats
    while s.out >> seat & 1:
        seat = (seat + way) % s.seats
    return seat


def remember_rotation(s: Game, way: int) -> None:
    """Every hand is about to be passed on: what is known of it goes with it."""
    last = seat_in_round(s, s.seats - 1, 1)
    for viewer in range(s.seats):
        seat = last
        before = seat_in_round(s, seat, -way)
        while before != last:
            swap_known(s, viewer, seat, before)
            seat = before
            before = seat_in_round(s, seat, -way)
        if not s.out >> viewer & 1:
            s.knows[viewer] &= ~(1 << viewer)
            remember_own_hand(s, viewer, seat_in_round(s, viewer, way))
    seat = last
    before = seat_in_round(s, seat, -way)
    while before != last:
        for colour in range(4):
            s.without[seat][colour], s.without[before][colour] = s.without[before][colour], s.without[seat][colour]
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
    for viewer in range(s.seats):
        s.knows[viewer] &= ~(1 << seat)
