"""Open a round: shuffle and deal the pack, turn the start card and apply it (D03, D06-D10, D57)."""

from .cards import give, shuffle
from .effects import effect, owe_cards, turn_round
from .lay import carry_out
from .layout import Rules, State
from .machine import lowest_bit, next_word, note, random_below
from .scoring import close
from .seats import active_seats, give_turn, is_out, seat_after
from .terms import (
    AGAIN, COLOUR, COLOUR_FACE, DEALER_FIRST, F_DEALT, F_NAMED, F_REFUSED, F_TURNED, FIRST_RANDOM, FIRST_YOUNGEST,
    HALF, HEADS_UP_SKIP, LEFT_FIRST, NONE, RANKS, REVERSE_AGAIN, REVERSES, SEATS, START_APPLY,
    START_COLOUR_NO_WILD, START_COLOUR_ONLY, START_REDRAW, TURN, WILD_DRAW_APPLY, WILD_DRAW_REDRAW, WILD_REDRAW,
)  # fmt: skip

_WORD = 0xFFFFFFFF


def seed(s: State, low: int, high: int) -> None:
    """Seed the generator in the state; the core has no other source of randomness."""
    s.rng[0] = low & _WORD
    s.rng[1] = high & _WORD
    s.rng[2] = 0x9E3779B9 ^ low >> 32 & _WORD
    s.rng[3] = 1 + (high >> 32 & _WORD)
    for _ in range(12):
        next_word(s)


def clear(s: State, seats: int, dealer: int, away: int) -> None:
    """Clear the table for a new round; seats that are away are out from the start."""
    for seat in range(SEATS):
        for half in range(2):
            cards = s.hand[seat][half]
            while cards != 0:
                s.count[seat][half * HALF + lowest_bit(cards)] = 0
                cards &= cards - 1
            s.hand[seat][half] = 0
        s.held[seat] = 0
        s.points[seat] = 0
    close(s)
    s.phase = TURN
    s.seats = seats
    s.dealer = dealer
    s.out = away
    s.direction = 1
    s.turns = 0
    s.winners = 0
    s.n_discards = 0
    s.top = NONE
    s.face = NONE


def stack_pack(s: State, r: Rules) -> None:
    """Put the whole pack into the stock, in its fixed order."""
    s.n_stock = r.n_pack
    for i in range(r.n_pack):
        s.pile[i] = r.pack[i]


def deal(s: State, r: Rules, seats: int, dealer: int, youngest: int, away: int) -> None:
    """Start a new round from a shuffled pack."""
    stack_pack(s, r)
    shuffle(s)
    deal_stock(s, r, seats, dealer, youngest, away)


def deal_stock(s: State, r: Rules, seats: int, dealer: int, youngest: int, away: int) -> None:
    """Start a round from the stock as it is: deal one card at a time from the dealer's left, turn the start card."""
    clear(s, seats, dealer, away)
    for _ in range(r.hand_size):
        seat = dealer
        for _ in range(active_seats(s)):
            seat = seat_after(s, seat, 1, 1)
            s.n_stock -= 1
            card = s.pile[s.n_stock]
            give(s, seat, card)
            note(s, F_DEALT, seat, card, 1)
    open_discards(s, r, first_seat(s, r, youngest))


def first_seat(s: State, r: Rules, youngest: int) -> int:
    """Return the seat that acts first unless the start card changes that (D06)."""
    if r.first_seat == FIRST_YOUNGEST and not is_out(s, youngest):
        return youngest
    if r.first_seat == FIRST_RANDOM:
        return seat_after(s, s.dealer, 1, 1 + random_below(s, active_seats(s)))
    return seat_after(s, s.dealer, 1, 1)


def refused(r: Rules, card: int) -> bool:
    """Return whether a start card must be put back (D07, D09, D10)."""
    if r.wild[card]:
        return r.start_wild_draw == WILD_DRAW_REDRAW if r.draws[card] > 0 else r.start_wild == WILD_REDRAW
    return r.start_action == START_REDRAW and r.acting[card // HALF] >> card % HALF & 1 == 1


def acceptable_left(s: State, r: Rules) -> bool:
    """Return whether the stock contains a card that may open the discards."""
    for i in range(s.n_stock):
        if not refused(r, s.pile[i]):
            return True
    return False


def put_back(s: State, card: int) -> None:
    """Insert a card into the stock at a random place under the stock's top card (I-36)."""
    place = random_below(s, s.n_stock)
    for i in range(s.n_stock, place, -1):
        s.pile[i] = s.pile[i - 1]
    s.pile[place] = card
    s.n_stock += 1


def turn_start_card(s: State, r: Rules) -> int:
    """Turn cards until one may open the discards, and return it; if none may, the first one stays (D07)."""
    s.n_stock -= 1
    card = s.pile[s.n_stock]
    while refused(r, card) and acceptable_left(s, r):
        note(s, F_REFUSED, NONE, card, 0)
        put_back(s, card)
        s.n_stock -= 1
        card = s.pile[s.n_stock]
    return card


def open_discards(s: State, r: Rules, first: int) -> None:
    """Turn the start card and apply it; the seat before `first` counts as the dealer (D06)."""
    lead = seat_after(s, first, -1, 1)
    card = turn_start_card(s, r)
    s.top = card
    s.turn = first
    if r.jump_on_start:
        s.laid_by = lead
    if r.wild[card]:
        s.phase = COLOUR
        note(s, F_TURNED, NONE, card, first)
        return
    s.face = card
    note(s, F_TURNED, NONE, card, first)
    if refused(r, card):
        return
    if not r.acting[card // HALF] >> card % HALF & 1:
        act(s, r, lead)
    elif r.start_action == START_COLOUR_ONLY or r.start_action == START_COLOUR_NO_WILD:
        s.face = COLOUR_FACE + r.row[card]
    elif r.start_action == START_APPLY:
        apply_start_card(s, r, lead)


def act(s: State, r: Rules, lead: int) -> None:
    """Let the start card act as if the dealer had laid it; it moves hands only under D57."""
    if r.start_exchange:
        s.turn = lead
        carry_out(s, r, lead, 1)
    else:
        effect(s, r, lead, 1)


def apply_start_card(s: State, r: Rules, lead: int) -> None:
    """Apply the start card as if the dealer had laid it; a plain Reverse has its own rule (D08)."""
    does = r.does[s.top]
    if not does & REVERSES or r.draws[s.top] > 0 or r.skips[s.top] > 0 or does & AGAIN:
        act(s, r, lead)
        return
    turn_round(s, r, 1)
    if active_seats(s) > 2 and r.reverse_effect != REVERSE_AGAIN and r.start_reverse == LEFT_FIRST:
        return  # the first seat starts, as it would have without the Reverse
    if active_seats(s) == 2:
        dealer_opens = r.reverse_heads_up == HEADS_UP_SKIP or r.start_reverse == DEALER_FIRST
    else:
        dealer_opens = r.reverse_effect == REVERSE_AGAIN or r.start_reverse == DEALER_FIRST
    give_turn(s, lead, 0 if dealer_opens else 1)


def name_colour(s: State, r: Rules, colour: int) -> None:
    """Let the first player name the colour of the opening wild; under D10 apply the player owes the draw too."""
    note(s, F_NAMED, s.turn, s.top, colour)
    s.face = s.top + colour * RANKS
    s.phase = TURN
    if r.draws[s.top] > 0 and r.start_wild_draw == WILD_DRAW_APPLY:
        owe_cards(s, r, s.turn, 0, r.draws[s.top])
