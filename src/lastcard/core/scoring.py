"""End a round: find the winners and score it (A6)."""

from .cards import bury_deep, take
from .layout import Rules, State
from .machine import lowest_bit, note
from .seats import is_out, one_side, partner
from .terms import F_BLOCKED, F_OUT, F_WON, FLAT_SCORE, HALF, NO_SCORE, NONE, OVER, OWN_HAND, WINNER_TAKES


def worth(s: State, r: Rules, seat: int) -> int:
    """Return the points of a hand."""
    total = 0
    for half in range(2):
        cards = s.hand[seat][half]
        while cards != 0:
            card = half * HALF + lowest_bit(cards)
            cards &= cards - 1
            total += r.points[card] * s.count[seat][card]
    return total


def burden(s: State, r: Rules, seat: int) -> int:
    """Return what counts for a seat in a blocked round: its points, or its cards if there is no score (A6-1)."""
    if is_out(s, seat):
        return s.points[seat]
    return s.held[seat] if r.round_score == NO_SCORE else worth(s, r, seat)


def win(s: State, r: Rules, seat: int) -> None:
    """End the round with a win for this seat and its partner."""
    s.winners = 1 << seat | 1 << partner(r, s.seats, seat)
    write_points(s, r)
    close(s)


def blocked(s: State, r: Rules, by_bound: int) -> None:
    """End a round in which nobody can continue: the lowest side wins, ties share (I-54), or nobody wins (D55)."""
    note(s, F_BLOCKED, NONE, NONE, by_bound)
    least = NONE
    winners = 0
    for seat in range(s.seats):
        if is_out(s, seat) or r.blocked_round:
            continue
        other = partner(r, s.seats, seat)
        weight = burden(s, r, seat)
        if other != seat:
            weight += burden(s, r, other)
        if least == NONE or weight < least:
            least = weight
            winners = 0
        if weight == least:
            winners |= 1 << seat | 1 << other
    s.winners = winners
    write_points(s, r)
    close(s)


def write_points(s: State, r: Rules) -> None:
    """Score the round (D44)."""
    total = 0
    for seat in range(s.seats):
        if s.winners >> seat & 1:
            s.points[seat] = 0
        else:
            if not is_out(s, seat):
                s.points[seat] = worth(s, r, seat)
            total += s.points[seat]
    if r.round_score == OWN_HAND:
        share_sides(s, r)
    else:
        gain = total if r.round_score == WINNER_TAKES else r.flat if r.round_score == FLAT_SCORE else 0
        for seat in range(s.seats):
            s.points[seat] = gain if s.winners >> seat & 1 else 0
    for seat in range(s.seats):
        if s.winners >> seat & 1:
            note(s, F_WON, seat, NONE, s.points[seat])


def share_sides(s: State, r: Rules) -> None:
    """Give both partners the total of their two hands (A6-2)."""
    if r.teams:
        for seat in range(s.seats // 2):
            other = partner(r, s.seats, seat)
            total = s.points[seat] + s.points[other]
            s.points[seat] = total
            s.points[other] = total


def close(s: State) -> None:
    """End the round, with nothing pending and no duties left."""
    s.phase = OVER
    s.pending = 0
    s.called = 0
    s.catchable = 0
    s.one_left = 0
    s.accused = 0
    s.ready = 0
    s.drawn = NONE
    s.batch = 0
    s.calling = 0
    s.laid_by = NONE
    s.bluff = NONE
    s.under = NONE
    s.passes = 0


def knock_out(s: State, r: Rules, seat: int) -> None:
    """Knock out a seat whose hand has reached the limit (D43)."""
    note(s, F_OUT, seat, NONE, s.held[seat])
    take_out(s, r, seat)


def take_out(s: State, r: Rules, seat: int) -> None:
    """Take a seat out of the round: put its cards under the discards and cancel its duties."""
    s.points[seat] = burden(s, r, seat)
    for half in range(2):
        while s.hand[seat][half] != 0:
            card = half * HALF + lowest_bit(s.hand[seat][half])
            take(s, seat, card)
            bury_deep(s, card)
    others = ~(1 << seat)
    s.out |= 1 << seat
    s.called &= others
    s.catchable &= others
    s.one_left &= others
    s.accused &= others
    s.ready &= others
    if s.laid_by == seat:
        s.bluff = NONE
        s.under = NONE


def last_side(s: State, r: Rules) -> int:
    """Return a seat of the only side still in, or NONE if there are several."""
    staying = (1 << s.seats) - 1 & ~s.out
    return lowest_bit(staying) if one_side(r, s.seats, staying) else NONE
