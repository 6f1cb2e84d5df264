"""Move cards between the stock, the hands and the discards."""

from .layout import Rules, State
from .machine import lowest_bit, note, random_below
from .seats import active_seats, owes_nothing, seat_after
from .terms import (
    CARDS, COLOUR_FACE, END_ROUND, F_HELD, F_REFILLED, F_SHOWN, HALF, NONE, ON_HOLD, PILE_PASS, RANKS,
    RESHUFFLE_AT_ONCE, TYPES, WILD,
)  # fmt: skip


def card_of(face: int) -> int:
    """Return the card that shows this face (0-191) once it is laid."""
    return face if face < WILD else WILD + face % RANKS


def colour_of(face: int) -> int:
    """Return the active colour of a face."""
    return face - COLOUR_FACE if face >= COLOUR_FACE else face // RANKS % 4


def give(s: State, seat: int, card: int) -> None:
    """Add a card to a hand."""
    s.count[seat][card] += 1
    s.hand[seat][card // HALF] |= 1 << card % HALF
    s.held[seat] += 1


def take(s: State, seat: int, card: int) -> None:
    """Remove a card from a hand; the seat must hold it."""
    s.held[seat] -= 1
    left = s.count[seat][card] - 1
    s.count[seat][card] = left
    if left == 0:
        s.hand[seat][card // HALF] &= ~(1 << card % HALF)


def bury(s: State, card: int) -> None:
    """Put a card on the discards, directly under the top card."""
    s.n_discards += 1
    s.pile[CARDS - s.n_discards] = card


def bury_deep(s: State, card: int) -> None:
    """Put a card under all discards."""
    for i in range(CARDS - s.n_discards - 1, CARDS - 1):
        s.pile[i] = s.pile[i + 1]
    s.pile[CARDS - 1] = card
    s.n_discards += 1


def unearth(s: State) -> int:
    """Remove and return the newest discard, the card directly under the top card."""
    card = s.pile[CARDS - s.n_discards]
    s.n_discards -= 1
    return card


def cover(s: State, card: int, face: int) -> None:
    """Put a card on top of the discards, to be matched as this face."""
    bury(s, s.top)
    s.top = card
    s.face = face


def uncover(s: State, seat: int, cards: int, face: int) -> None:
    """Move this many cards from the top of the discards back to a hand, and make `face` the one to be matched."""
    for _ in range(cards):
        give(s, seat, s.top)
        s.top = unearth(s)
    s.face = face


def shuffle(s: State) -> None:
    """Put the stock in random order."""
    pile = s.pile
    for i in range(s.n_stock - 1, 0, -1):
        j = random_below(s, i + 1)
        card = pile[i]
        pile[i] = pile[j]
        pile[j] = card


def doubted_cards(s: State, r: Rules) -> int:
    """Return how many cards the lay on top has, which can be challenged.

    In a batch, nothing is owed from before: rule sets in which an answer can be both are refused (D12 with D56).
    """
    if s.batch > 0:
        return s.batch
    return 1 if r.batch == 1 else s.pending // r.draws[s.top]


def kept_discards(s: State, r: Rules) -> int:
    """Return how many discards must stay because a challenge may still uncover them (D16, D24)."""
    if s.bluff == NONE or not r.card_returns:
        return 0
    return doubted_cards(s, r)


def refill(s: State, r: Rules) -> None:
    """Shuffle the discards into the stock, except the top card and those that a challenge may still uncover."""
    kept = kept_discards(s, r)
    n = s.n_discards - kept
    first = CARDS - s.n_discards
    for i in range(kept - 1, -1, -1):
        card = s.pile[first + i]
        s.pile[first + i] = s.pile[CARDS - kept + i]
        s.pile[CARDS - kept + i] = card
    for i in range(n):
        s.pile[i] = s.pile[first + i]
    s.n_stock = n
    s.n_discards = kept
    shuffle(s)
    note(s, F_REFILLED, NONE, NONE, n)


def nothing_to_draw(s: State, r: Rules) -> bool:
    """Return whether a draw would find no card."""
    if s.n_stock > 0:
        return False
    return r.pile_out == PILE_PASS or r.pile_out == END_ROUND or s.n_discards <= kept_discards(s, r)


def from_stock(s: State, r: Rules) -> int:
    """Remove and return the top card of the stock, refilling an empty stock first (D16); NONE if there is none."""
    if s.n_stock == 0:
        if nothing_to_draw(s, r):
            return NONE
        refill(s, r)
    s.n_stock -= 1
    return s.pile[s.n_stock]


def draw_card(s: State, r: Rules, seat: int, kind: int) -> int:
    """Draw a card, note it as `kind` and return it, or NONE.  The draw cancels a call and, under on_hold, a duty.

    If it was the last card, D16 may refill the stock at once.
    """
    card = from_stock(s, r)
    if card == NONE:
        return NONE
    give(s, seat, card)
    note(s, kind, seat, card, 1)
    s.passes = 0
    s.called &= ~(1 << seat)
    if r.uno_duty == ON_HOLD:
        owes_nothing(s, seat)
    if s.n_stock == 0 and r.pile_out == RESHUFFLE_AT_ONCE and not nothing_to_draw(s, r):
        refill(s, r)
    return card


def swap_hands(s: State, a: int, b: int) -> None:
    """Exchange the hands of two seats."""
    s.held[a], s.held[b] = s.held[b], s.held[a]
    for half in range(2):
        s.hand[a][half], s.hand[b][half] = s.hand[b][half], s.hand[a][half]
    for card in range(TYPES):
        s.count[a][card], s.count[b][card] = s.count[b][card], s.count[a][card]


def rotate_hands(s: State) -> None:
    """Pass every hand to the next active seat in the direction of play."""
    seat = s.turn
    for _ in range(active_seats(s) - 1):
        before = seat_after(s, seat, -s.direction, 1)
        swap_hands(s, seat, before)
        seat = before


def note_hand(s: State, seat: int) -> None:
    """Note every card a seat holds, because an exchange has given it a new hand."""
    for half in range(2):
        cards = s.hand[seat][half]
        while cards != 0:
            card = half * HALF + lowest_bit(cards)
            cards &= cards - 1
            note(s, F_HELD, seat, card, s.count[seat][card])


def show_hand(s: State, owner: int, viewer: int) -> None:
    """Show the hand of one seat to another, card by card (I-61)."""
    for half in range(2):
        cards = s.hand[owner][half]
        while cards != 0:
            card = half * HALF + lowest_bit(cards)
            cards &= cards - 1
            for _ in range(s.count[owner][card]):
                note(s, F_SHOWN, viewer, card, owner)
