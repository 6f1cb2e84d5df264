"""Playouts for a searching bot and for analyses, in the core's style.

All candidates are tried on the same samples of the unknown cards, and every sample is played to the end of the round,
or of the match.  Hands that are given are kept: only what is unknown is dealt.
"""

from ..core.layout import Rules, Sheet, State
from ..core.machine import count_bits, lowest_bit
from ..core.deal import deal, seed
from ..core.match import low_is_good, score_round, write_round
from ..core.seats import partner
from ..core.step import step
from ..core.terms import NO_SCORE, NONE, OVER, ROUNDS, SEATS, SINGLE_ROUND
from .guess import likely_hands
from .plan import ALONE, CONTINUE, MATCH_LIMIT, ONE, PLAY_ON, Clue, Plan, Query, Unknown
from .players import decide
from .rounds import Rows, play_round
from .sampler import fill_piles, restore


def share(winners: int, seat: int) -> int:
    """Return the value of having won, alone or with others, or 0."""
    return ONE // count_bits(winners) if winners >> seat & 1 else 0


def set_up_sheet(sheet: Sheet, q: Query, seats: int) -> None:
    """Set the sheet to that of the match before this round."""
    for seat in range(seats):
        sheet.scores[seat] = q.scores[seat]
        sheet.ranks[seat] = 0
    sheet.seats = seats
    sheet.dealer = q.dealer
    sheet.eliminated = q.eliminated
    sheet.rounds = q.rounds
    sheet.winners = 0
    sheet.over = 0


def match_value(s: State, r: Rules, q: Query, sheet: Sheet, seat: int) -> int:
    """Return the value of the match to a seat after this round: won, lost, or by its lead over those still in.

    The lead counts as a share of the way to the target, so points matter when the match is decided by points.
    """
    if r.match_end == SINGLE_ROUND:
        return share(s.winners, seat)
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


def play_match_on(s: State, r: Rules, p: Plan, q: Query, sheet: Sheet) -> None:
    """Add the finished round to the match, and play rounds until the match is over or reaches MATCH_LIMIT."""
    set_up_sheet(sheet, q, s.seats)
    write_round(sheet, r, s, 0)
    while not sheet.over and sheet.rounds < MATCH_LIMIT:
        deal(s, r, sheet.seats, sheet.dealer, 0, sheet.eliminated)
        play_round(s, r, p)
        write_round(sheet, r, s, 0)


def value(s: State, r: Rules, q: Query, sheet: Sheet, seat: int) -> int:
    """Return what the end of the round, or of the match that was played on, is worth to a seat."""
    if q.in_match == ALONE:
        return share(s.winners, seat)
    return share(sheet.winners, seat) if q.in_match == CONTINUE else match_value(s, r, q, sheet, seat)


def carry_out_candidate(s: State, r: Rules, p: Plan, q: Query, action: int) -> None:
    """Carry out a candidate; NONE claims nothing, so the seat the table waits for acts."""
    if action == PLAY_ON:
        return
    if action != NONE:
        step(s, r, q.seat, action)
        return
    seat = s.turn if s.ready == 0 else lowest_bit(s.ready)
    step(s, r, seat, decide(s, r, p, seat))


def try_candidate(s: State, r: Rules, p: Plan, q: Query, sheet: Sheet, k: int, values: Rows) -> None:
    """Play a candidate and then on to the end of the round or match, and add its value, if wanted for all seats."""
    carry_out_candidate(s, r, p, q, q.candidates[k])
    if s.phase != OVER:
        play_round(s, r, p)
    if q.in_match == CONTINUE:
        play_match_on(s, r, p, q, sheet)
    worth = value(s, r, q, sheet, q.seat)
    q.sums[k] += worth
    q.squares[k] += worth * worth
    if len(values) > 0:
        add_values(values[k], s, r, q, sheet)


def add_values(row: list[int], s: State, r: Rules, q: Query, sheet: Sheet) -> None:
    """Add what an end is worth to each seat, and the square of it."""
    for seat in range(s.seats):
        worth = value(s, r, q, sheet, seat)
        row[seat] += worth
        row[SEATS + seat] += worth * worth


PLAYED, DEALT, HANDS, PAST = range(4)  # tables: being played, as dealt, hands only, for looking back
TABLES = 4
PLAYS = 4  # playouts that share their hands, which are slow to guess, with other piles


def playouts(
    queries: list[Query], rules: list[Rules], plans: list[Plan], states: list[State], templates: list[State],
    unknowns: list[Unknown], clues: list[Clue], sheets: list[Sheet], values: Rows,
) -> None:  # fmt: skip
    """Try every remaining candidate on the samples from `first` on, and add up the values.

    `values`, if not empty, has a row for each candidate, for the values of all seats.
    """
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
                try_candidate(states[PLAYED], r, p, q, sheets[0], k, values)
