"""The simulation loop, in the core's style: deal, play and count rounds and matches."""

from ..core.deal import deal, seed
from ..core.layout import Rules, Sheet, State
from ..core.legal import only_choosing
from ..core.machine import lowest_bit
from ..core.match import open_match, write_round
from ..core.rights import first_claimant
from ..core.seats import active_seats, seat_after
from ..core.step import step
from ..core.terms import F_BLOCKED, F_REFILLED, FACTS, LAY_CLAIMS, NONE, OVER
from .plan import (
    BINS, BLOCKED, FINISHED, MATCH_LIMIT, MATCHES, MOVES, POINTS, POSITIONS, ROW_DEALER, ROW_ENDED, ROW_FACTS,
    ROW_MOVES, ROW_NUMBER, ROW_POINTS, ROW_TURNS, ROW_WINNERS, TURNS, UNFINISHED, Job, Plan, Totals, Unknown,
)  # fmt: skip
from .players import claim, decide, holds_like
from .sampler import gather, restore, sample

Rows = list[list[int]]

# ---------------------------------------------------------------- playing


def somebody_may_claim(s: State, r: Rules) -> bool:
    """Return whether any seat may have a claim now, a quick test before the seats are asked."""
    if s.catchable != 0:
        return s.ready == 0 and not only_choosing(s)
    if s.laid_by == NONE or s.ready != 0 or not (r.jump_in or r.challenge_any) or only_choosing(s):
        return False
    return s.bluff != NONE or somebody_holds_like(s, r)


def somebody_holds_like(s: State, r: Rules) -> bool:
    """Return whether a seat other than the one on turn holds a card that could jump in."""
    for seat in range(s.seats):
        if seat != s.turn and holds_like(s, r, seat):
            return True
    return False


def seat_with_claim(s: State, r: Rules, p: Plan) -> tuple[int, int]:
    """Return the seat that makes a claim and its action, in the order of `core.rights`; NONE if nobody does."""
    first = first_claimant(s)
    start = 0 if s.catchable != 0 else LAY_CLAIMS
    end = LAY_CLAIMS if s.laid_by == NONE else LAY_CLAIMS + 1
    for kind in range(start, end):
        seat = first
        for _ in range(active_seats(s)):
            action = claim(s, r, p, seat, kind)
            if action != NONE:
                return seat, action
            seat = seat_after(s, seat, s.direction, 1)
    return NONE, NONE


def lays_invite_claims(r: Rules) -> bool:
    """Return whether others may jump in on a lay or challenge it; ask once, not for every move."""
    return r.jump_in != 0 or r.challenge_any != 0


def next_move(s: State, r: Rules, p: Plan, invited: bool) -> tuple[int, int]:
    """Return the seat that moves and its action: a claim or, if nobody makes one, the move the table waits for."""
    if (s.catchable != 0 or invited) and somebody_may_claim(s, r):
        seat, action = seat_with_claim(s, r, p)
        if action != NONE:
            return seat, action
    seat = s.turn if s.ready == 0 else lowest_bit(s.ready)
    return seat, decide(s, r, p, seat)


def one_move(s: State, r: Rules, p: Plan, invited: bool) -> None:
    """Let a seat make its move."""
    seat, action = next_move(s, r, p, invited)
    step(s, r, seat, action)


def play_round(s: State, r: Rules, p: Plan) -> int:
    """Play to the end of the round; return the number of moves, claims included."""
    moves = 0
    invited = lays_invite_claims(r)
    while s.phase != OVER:
        one_move(s, r, p, invited)
        moves += 1
    return moves


# ---------------------------------------------------------------- watching


def leader(s: State) -> int:
    """Return the seat in the round that holds fewest cards, or NONE if several do."""
    best, fewest = NONE, 0
    for seat in range(s.seats):
        if not s.out >> seat & 1:
            if fewest == 0 or s.held[seat] < fewest:
                best, fewest = seat, s.held[seat]
            elif s.held[seat] == fewest:
                best = NONE
    return best


def first_with_one(s: State) -> int:
    """Return the first seat in the round that holds one card, or NONE."""
    for seat in range(s.seats):
        if s.held[seat] == 1 and not s.out >> seat & 1:
            return seat
    return NONE


def watch_round(s: State, r: Rules, p: Plan, t: Totals) -> int:
    """Play to the end of the round as `play_round` does, and count what happens to the lead; return the moves.

    The lead changes when another seat alone holds fewest cards.  A comeback is a round that the first seat to hold one
    card does not win.
    """
    moves = leads = 0
    invited = lays_invite_claims(r)
    leading, first = leader(s), first_with_one(s)
    while s.phase != OVER:
        one_move(s, r, p, invited)
        moves += 1
        if s.phase != OVER:
            now = leader(s)
            if now != NONE and now != leading:
                leads += 1 if leading != NONE else 0
                leading = now
            if first == NONE:
                first = first_with_one(s)
    if how_it_ended(s, r) != UNFINISHED:
        t.watched += 1
        t.leads += leads
        t.leads_squared += leads * leads
        if first != NONE:
            t.one_card += 1
            t.comebacks += 0 if s.winners >> first & 1 else 1
    return moves


# ---------------------------------------------------------------- counting


def how_it_ended(s: State, r: Rules) -> int:
    """Return FINISHED, BLOCKED, or UNFINISHED if the turn limit ended the round (I-54)."""
    if s.tally[F_BLOCKED] == 0:
        return FINISHED
    return UNFINISHED if s.turns >= r.turn_limit else BLOCKED


def points_written(s: State) -> int:
    """Return the sum of all points scored in a round."""
    total = 0
    for seat in range(s.seats):
        total += s.points[seat]
    return total


def measure(t: Totals, which: int, value: int) -> None:
    """Add one round's value of a measure."""
    t.sums[which] += value
    t.squares[which] += value * value


def count_round(t: Totals, s: State, r: Rules, moves: int) -> None:
    """Add a finished round to the totals; count one that the turn limit ended separately."""
    t.rounds += 1
    t.all_moves += moves
    ended = how_it_ended(s, r)
    if ended == UNFINISHED:
        t.unfinished += 1
        return
    if ended == BLOCKED:
        t.blocked += 1
    if s.tally[F_REFILLED] > 0:
        t.refilled += 1
    for seat in range(s.seats):
        if s.winners >> seat & 1:
            t.seat_wins[seat] += 1
            t.wins[(seat - s.dealer - 1) % s.seats] += 1
    for fact in range(FACTS):
        measure(t, fact, s.tally[fact])
    measure(t, MOVES, moves)
    measure(t, TURNS, s.turns)
    measure(t, POINTS, points_written(s))
    t.moves[min(moves, BINS - 1)] += 1
    t.turns[min(s.turns, BINS - 1)] += 1


def write_row(row: list[int], s: State, r: Rules, number: int, moves: int) -> None:
    """Write the results of one round into its row."""
    row[ROW_NUMBER] = number
    row[ROW_DEALER] = s.dealer
    row[ROW_MOVES] = moves
    row[ROW_TURNS] = s.turns
    row[ROW_ENDED] = how_it_ended(s, r)
    row[ROW_WINNERS] = s.winners
    row[ROW_POINTS] = points_written(s)
    for fact in range(FACTS):
        row[ROW_FACTS + fact] = s.tally[fact]


# ---------------------------------------------------------------- many rounds


def forget_tally(s: State) -> None:
    """Reset the counts of facts, which cover a single round."""
    for fact in range(FACTS):
        s.tally[fact] = 0


def one_match(s: State, sheet: Sheet, r: Rules, p: Plan, t: Totals, seats: int) -> None:
    """Play rounds until the match is over or reaches MATCH_LIMIT, and count it."""
    open_match(sheet, r, s, seats, 0)
    while not sheet.over and sheet.rounds < MATCH_LIMIT:
        forget_tally(s)
        deal(s, r, seats, sheet.dealer, 0, sheet.eliminated)
        count_round(t, s, r, play_round(s, r, p))
        write_round(sheet, r, s, 0)
    t.matches += 1
    if not sheet.over:
        t.unfinished_matches += 1
        return
    t.match_rounds += sheet.rounds
    t.match_rounds_squared += sheet.rounds * sheet.rounds
    for seat in range(seats):
        t.match_wins[seat] += sheet.winners >> seat & 1


def simulate(
    jobs: list[Job],
    rules: list[Rules],
    plans: list[Plan],
    states: list[State],
    sheets: list[Sheet],
    templates: list[State],
    unknowns: list[Unknown],
    totals: list[Totals],
    rows: Rows,
) -> None:
    """Carry out the first job with the first of each other record; `rows`, if not empty, gets one row per round.

    The second of `unknowns` stays as it is; the first is made from it for each round.
    """
    job, r, p, s, t = jobs[0], rules[0], plans[0], states[0], totals[0]
    for i in range(job.count):
        number = job.first + i
        if job.kind == MATCHES:
            seed(s, job.seed, number)
            one_match(s, sheets[0], r, p, t, job.seats)
            continue
        if job.kind == POSITIONS:
            restore(states, 0, templates, 0)
            seed(s, job.seed, number)
            forget_tally(s)
            gather(unknowns[0], unknowns[1])
            sample(s, r, unknowns[0])
        else:
            seed(s, job.seed, number)
            forget_tally(s)
            deal(s, r, job.seats, number % job.seats, 0, 0)
        moves = watch_round(s, r, p, t) if job.watch else play_round(s, r, p)
        count_round(t, s, r, moves)
        if len(rows) > 0:
            write_row(rows[i], s, r, number, moves)
