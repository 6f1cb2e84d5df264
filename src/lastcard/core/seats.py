"""Find out who is in the round and who is next, and pass the turn on."""

from .layout import Rules, State
from .machine import count_bits, lowest_bit
from .terms import CARD_PLAYED, NONE, OWN_TURN_BEGINS, TURN


def is_out(s: State, seat: int) -> bool:
    """Return whether a seat is out of the round or was never in it."""
    return s.out >> seat & 1 == 1


def active_seats(s: State) -> int:
    """Return the number of seats still in the round."""
    return s.seats - count_bits(s.out)


def seat_after(s: State, seat: int, direction: int, steps: int) -> int:
    """Return the seat that many active seats on; for 0 steps, the seat itself."""
    while steps > 0:
        seat += direction
        if seat < 0:
            seat = s.seats - 1
        elif seat >= s.seats:
            seat = 0
        if not s.out >> seat & 1:
            steps -= 1
    return seat


def partner(r: Rules, seats: int, seat: int) -> int:
    """Return the seat that wins together with this one: the one opposite (D47), or without partners the seat itself."""
    if not r.teams:
        return seat
    half = seats // 2
    return seat + half if seat < half else seat - half


def one_side(r: Rules, seats: int, staying: int) -> bool:
    """Return whether these seats, as bits, are all on one side, or there are none."""
    if staying == 0:
        return True
    first = lowest_bit(staying)
    return staying & ~(1 << first | 1 << partner(r, seats, first)) == 0


def give_turn(s: State, seat: int, steps: int) -> None:
    """Give the turn to the seat that many active seats on from this one."""
    s.turn = seat_after(s, seat, s.direction, steps)
    s.phase = TURN


def close_interval(s: State, r: Rules) -> None:
    """End the interval before a turn action other than a lay and, unless D34 extends it, the right to accuse."""
    s.laid_by = NONE
    s.pending = 0
    s.accused = 0
    if r.uno_window != CARD_PLAYED:
        end_accusing(s, r, s.turn)


def end_accusing(s: State, r: Rules, seat: int) -> None:
    """End the right to accuse when a seat acts: to accuse anyone or, by D34, this seat alone."""
    if r.uno_window == OWN_TURN_BEGINS:
        owes_nothing(s, seat)
    else:
        s.catchable = 0
        s.one_left = 0


def owes_nothing(s: State, seat: int) -> None:
    """Clear a seat's duty to call, because it was paid for or cancelled."""
    bit = 1 << seat
    s.catchable &= ~bit
    s.one_left &= ~bit
