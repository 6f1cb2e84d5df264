"""Playouts for a searching bot, in the core's style.

All candidates are tried on the same samples of the unknown cards, and every sample is played to the end of the round.
"""

from ..core.layout import Rules, Sheet, State
from ..core.machine import count_bits, lowest_bit
from ..core.deal import seed
from ..core.match import low_is_good, score_round
from ..core.seats import partner
from ..core.step import step
from ..core.terms import NO_SCORE, NONE, OVER, ROUNDS, SINGLE_ROUND
from .guess import likely_hands
from .plan import ONE, Clue, Plan, Query, Unknown
from .players import decide
from .rounds import play_round
from .sampler import fill_piles, restore


def round_value(s: State, seat: int) -> int:
    """Return the value of a round by itself: a win, or a share of one."""
    return ONE // count_bits(s.winners) if s.winners >> seat & 1 else 0


def set_up_sheet(sheet: Sheet, q: Query, seats: int) -> None:
    """Set the sheet to that of the match before this round."""
    for seat in range(seats):
        sheet.scores[seat] = q.scores[seat]
        sheet.ranks[seat] = 0
    sheet.seats = seats
    sheet.eliminated = q.eliminated
    sheet.rounds = q.rounds
    sheet.winners = 0
    sheet.over = 0


def match_value(s: State, r: Rules, q: Query, sheet: Sheet, seat: int) -> int:
    """Return the value of the match to a seat after this round: won, lost, or by its lead over those still in.

    The lead counts as a share of the way to the target, so points matter when the match is decided by points.
    """
    if r.match_end == SINGLE_ROUND:
        return round_value(s, seat)
    set_up_sheet(sheet, q, s.seats)
    score_round(sheet, r, s)
    if sheet.over:
        return ONE if sheet.winners >> seat & 1 else 0
    if sheet.eliminated >> seat & 1:
        return 0
    rivals = (1 << s.seats) - 1 & ~sheet.eliminated & ~(1 << seat | 1 << partner(r, s.seats, seat))
    others, n = 0, count_bits(rivals)
    for other in range(s.seats):
        if rivals >> other & 1:
            others += sheet.scores[other]
    way = r.target if r.match_end != ROUNDS or r.round_score == NO_SCORE else 100 * r.target
    lead = n * sheet.scores[seat] - others
    if low_is_good(r):
        lead = -lead
    return min(max(ONE // (n + 1) + lead * ONE // (n * max(way, 1)) * 2 // 3, ONE // 64), ONE - ONE // 64)


def value(s: State, r: Rules, q: Query, sheet: Sheet, seat: int) -> int:
    """Return the value of the end of a round to a seat."""
    return match_value(s, r, q, sheet, seat) if q.in_match else round_value(s, seat)


def carry_out_candidate(s: State, r: Rules, p: Plan, q: Query, action: int) -> None:
    """Carry out a candidate; NONE claims nothing, so the seat the table waits for acts."""
    if action != NONE:
        step(s, r, q.seat, action)
        return
    seat = s.turn if s.ready == 0 else lowest_bit(s.ready)
    step(s, r, seat, decide(s, r, p, seat))


def try_candidate(s: State, r: Rules, p: Plan, q: Query, sheet: Sheet, k: int) -> None:
    """Play a candidate and then on to the end of the round, and add its value."""
    carry_out_candidate(s, r, p, q, q.candidates[k])
    if s.phase != OVER:
        play_round(s, r, p)
    worth = value(s, r, q, sheet, q.seat)
    q.sums[k] += worth
    q.squares[k] += worth * worth


PLAYED, DEALT, HANDS, PAST = range(4)  # tables: being played, as dealt, hands only, for looking back
TABLES = 4
PLAYS = 4  # playouts that share their hands, which are slow to guess, with other piles


def playouts(
    queries: list[Query], rules: list[Rules], plans: list[Plan], states: list[State], templates: list[State],
    unknowns: list[Unknown], clues: list[Clue], sheets: list[Sheet],
) -> None:  # fmt: skip
    """Try every remaining candidate on the samples from `first` on, and add up the values."""
    q, r, p, u = queries[0], rules[0], plans[0], unknowns[0]
    restore(states, PAST, templates, 0)
    dealt = 0
    for i in range(q.count):
        if i % PLAYS == 0:
            restore(states, HANDS, templates, 0)
            seed(states[HANDS], q.seed, 2 * (q.first + i))
            dealt = likely_hands(states[HANDS], states[PAST], r, p, u, clues)
        restore(states, DEALT, states, HANDS)
        seed(states[DEALT], q.seed, 2 * (q.first + i) + 1)
        fill_piles(states[DEALT], r, u, dealt)
        for k in range(q.n_candidates):
            if not q.dropped >> k & 1:
                restore(states, PLAYED, states, DEALT)
                try_candidate(states[PLAYED], r, p, q, sheets[0], k)
