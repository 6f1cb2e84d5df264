"""The loop: rounds dealt and played to the end, and what they come to."""

from collections.abc import MutableSequence

from ..core.deal import deal, seed
from ..core.layout import Rules, State
from ..core.legal import only_choosing
from ..core.machine import lowest_bit
from ..core.seats import active_seats, seat_after
from ..core.step import step
from ..core.terms import F_BLOCKED, F_REFILLED, FACTS, NONE, OVER
from .plan import (
    BINS, BLOCKED, FINISHED, MOVES, POINTS, ROW_DEALER, ROW_END, ROW_FACTS, ROW_MOVES, ROW_POINTS, ROW_TURNS,
    ROW_WINNERS, TURNS, UNFINISHED, Plan, Totals,
)  # fmt: skip
from .policies import LAY_CLAIMS, claim, decide

Rows = MutableSequence[MutableSequence[int]]


def somebody_may_claim(s: State, r: Rules) -> bool:
    """Whether it is worth asking: somebody has a right beside the turn."""
    if s.open != 0:
        return s.ready == 0 and not only_choosing(s)
    if s.laid == NONE or s.ready != 0 or not (r.jump_in or r.challenge_any) or only_choosing(s):
        return False
    return s.bluff != NONE or somebody_holds(s, s.top)


def somebody_holds(s: State, card: int) -> bool:
    """Whether a seat beside the turn could lay this card."""
    for seat in range(s.seats):
        if s.count[seat][card] > 0 and seat != s.turn:
            return True
    return False


def seat_with_claim(s: State, r: Rules, p: Plan) -> tuple[int, int]:
    """Who uses a right beside the turn, and how; or NONE.

    Calls first, then accusations, then jump-ins, each from the seat after the player who laid (A.5).
    """
    first = seat_after(s, s.turn if s.laid == NONE else s.laid, s.way, 1)
    start = 0 if s.open != 0 else LAY_CLAIMS
    end = LAY_CLAIMS if s.laid == NONE else LAY_CLAIMS + 1
    for kind in range(start, end):
        seat = first
        for _ in range(active_seats(s)):
            action = claim(s, r, p, seat, kind)
            if action != NONE:
                return seat, action
            seat = seat_after(s, seat, s.way, 1)
    return NONE, NONE


def play_round(s: State, r: Rules, p: Plan) -> int:
    """Play on to the end of the round; the moves made, claims included."""
    moves = 0
    while s.phase != OVER:
        moves += 1
        if somebody_may_claim(s, r):
            seat, action = seat_with_claim(s, r, p)
            if action != NONE:
                step(s, r, seat, action)
                continue
        seat = s.turn if s.ready == 0 else lowest_bit(s.ready)
        step(s, r, seat, decide(s, r, p, seat))
    return moves


def how_it_ended(s: State, r: Rules) -> int:
    """FINISHED, BLOCKED, or UNFINISHED: by the bound of I-54."""
    if s.tally[F_BLOCKED] == 0:
        return FINISHED
    return UNFINISHED if s.turns >= r.turn_limit else BLOCKED


def points_written(s: State) -> int:
    """All points a round has written."""
    total = 0
    for seat in range(s.seats):
        total += s.points[seat]
    return total


def measure(t: Totals, which: int, value: int) -> None:
    """One value of one round."""
    t.sums[which] += value
    t.squares[which] += value * value


def count_round(t: Totals, s: State, r: Rules, moves: int) -> None:
    """Add a finished round; one that the bound ended is counted apart."""
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


def write_row(row: MutableSequence[int], s: State, r: Rules, moves: int) -> None:
    """What one round came to."""
    row[ROW_DEALER] = s.dealer
    row[ROW_MOVES] = moves
    row[ROW_TURNS] = s.turns
    row[ROW_END] = how_it_ended(s, r)
    row[ROW_WINNERS] = s.winners
    row[ROW_POINTS] = points_written(s)
    for fact in range(FACTS):
        row[ROW_FACTS + fact] = s.tally[fact]


def one_round(s: State, r: Rules, p: Plan, t: Totals, seats: int, number: int, start: int) -> int:
    """Deal and play the round of this number: what it is depends on the seed and the number alone."""
    seed(s, start, number)
    for fact in range(FACTS):
        s.tally[fact] = 0
    deal(s, r, seats, number % seats, 0, 0)
    moves = play_round(s, r, p)
    count_round(t, s, r, moves)
    return moves


def play_rounds(
    states: list[State], rules: list[Rules], plans: list[Plan], totals: list[Totals], rows: Rows,
    seats: int, first: int, rounds: int, start: int,
) -> None:  # fmt: skip
    """Play `rounds` rounds from number `first` on; `rows`, if any, gets one line each."""
    s, r, p, t = states[0], rules[0], plans[0], totals[0]
    for i in range(rounds):
        moves = one_round(s, r, p, t, seats, first + i, start)
        if len(rows) > 0:
            write_row(rows[i], s, r, moves)
