"""Playouts for a bot that searches, in the core's style.

Each candidate is tried on the same samples of the unknown cards, and every sample is played to the end of the round.
"""

from ..core.layout import Rules, State
from ..core.machine import count_bits, lowest_bit
from ..core.deal import seed
from ..core.seats import partner
from ..core.step import step
from ..core.terms import (
    NO_SCORE, NONE, OVER, OWN_HAND, REACH_LOSES, REACH_LOWEST_WINS, REACH_OUT, ROUNDS, SINGLE_ROUND, SURVIVAL,
)
from .guess import likely_hands
from .plan import ONE, Clue, Plan, Query, Unknown
from .players import decide
from .rounds import play_round
from .sampler import fill_piles, restore


def round_value(s: State, seat: int) -> int:
    """What a round is worth on its own: the win, shared if it is shared."""
    return ONE // count_bits(s.winners) if s.winners >> seat & 1 else 0


def total_after(s: State, r: Rules, q: Query, seat: int) -> int:
    """A total once this round is written."""
    if r.round_score == NO_SCORE:
        return q.scores[seat] + (s.winners >> seat & 1)
    return q.scores[seat] - s.points[seat] if r.match_end == SURVIVAL else q.scores[seat] + s.points[seat]


def has_reached(r: Rules, total: int) -> bool:
    """Whether a total has come to the mark of the match rule."""
    return total <= 0 if r.match_end == SURVIVAL else total >= r.target


def match_value(s: State, r: Rules, q: Query, seat: int) -> int:
    """What the match is worth to a seat after this round: won, lost, or by how far it is ahead of those still in.

    The lead counts as a share of the way to the mark, so points matter when the match goes by points.
    """
    if r.match_end == SINGLE_ROUND:
        return round_value(s, seat)
    mine = total_after(s, r, q, seat)
    some_leave = r.match_end == REACH_OUT or r.match_end == SURVIVAL
    others, n, best, worst = 0, 0, mine, mine
    for other in range(s.seats):
        if other != seat and other != partner(s, r, seat) and not q.eliminated >> other & 1:
            total = total_after(s, r, q, other)
            best = max(best, total)
            worst = min(worst, total)
            if not some_leave or not has_reached(r, total):
                others += total
                n += 1
    if some_leave:
        if n == 0 or has_reached(r, mine):
            return 0 if n > 0 else ONE
    elif match_is_over(r, q, best):
        return final_value(r, mine, best, worst)
    way = r.target if r.match_end != ROUNDS or r.round_score == NO_SCORE else 100 * r.target
    low_is_good = r.round_score == OWN_HAND and r.match_end != SURVIVAL
    lead = (others - n * mine if low_is_good else n * mine - others) * ONE // (n * max(way, 1))
    return min(max(ONE // (n + 1) + lead * 2 // 3, ONE // 64), ONE - ONE // 64)


def match_is_over(r: Rules, q: Query, best: int) -> bool:
    """Whether the match ends with this round for all, if this is the greatest total."""
    return q.rounds + 1 >= r.target if r.match_end == ROUNDS else best >= r.target


def final_value(r: Rules, mine: int, best: int, worst: int) -> int:
    """What a seat has of a match that ends with these totals."""
    if r.match_end == REACH_LOSES:
        return 0 if mine >= r.target else ONE
    if r.match_end == REACH_LOWEST_WINS or (r.match_end == ROUNDS and r.round_score == OWN_HAND):
        return ONE if mine == worst else 0
    return ONE if mine == best else 0


def value(s: State, r: Rules, q: Query, seat: int) -> int:
    """What the end of a round is worth to a seat."""
    return match_value(s, r, q, seat) if q.in_match else round_value(s, seat)


def carry_out_candidate(s: State, r: Rules, p: Plan, q: Query, action: int) -> None:
    """Carry out a candidate; NONE is to claim nothing, so whoever is waited for acts."""
    if action != NONE:
        step(s, r, q.seat, action)
        return
    seat = s.turn if s.ready == 0 else lowest_bit(s.ready)
    step(s, r, seat, decide(s, r, p, seat))


def try_candidate(s: State, r: Rules, p: Plan, q: Query, k: int) -> None:
    """Play a candidate and on to the end of the round; add what it comes to."""
    carry_out_candidate(s, r, p, q, q.candidates[k])
    if s.phase != OVER:
        play_round(s, r, p)
    worth = value(s, r, q, q.seat)
    q.sums[k] += worth
    q.squares[k] += worth * worth


PLAYED, DEALT, HANDS, PAST = range(4)  # the tables of playouts: played on, as dealt, only the hands, to look back with
TABLES = 4
PLAYS = 4  # with the same hands, which take long to guess, and other piles


def playouts(
    queries: list[Query], rules: list[Rules], plans: list[Plan], states: list[State], templates: list[State],
    unknowns: list[Unknown], clues: list[Clue],
) -> None:
    """Try every candidate still in on the samples from `first` on; add up what they come to."""
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
                try_candidate(states[PLAYED], r, p, q, k)
