"""Who plays in a simulation, what is asked of it and what is counted, as records of the core's kind."""

from typing import Annotated

from ..core.records import Bits64, Int8, Int16, record
from ..core.terms import CARDS, FACTS, SEATS

POLICIES = ("random", "greedy")
RANDOM, GREEDY = range(2)

CHANCE = 1 << 16  # a probability is so many parts of this

# What a job plays: rounds dealt anew, whole matches, or rounds that go on from a position.
ROUNDS, MATCHES, POSITIONS = range(3)
MATCH_LIMIT = 1_000  # rounds after which a match is given up

# How a round ended.
FINISHED, BLOCKED, UNFINISHED = range(3)

# What is summed up for each round: every fact, and then
MOVES, TURNS, POINTS = FACTS, FACTS + 1, FACTS + 2
MEASURES = FACTS + 3
BINS = 1 << 15  # the histograms of lengths; the last bin takes the rest

# The columns of a row: one line for each round, for people who analyse.
COLUMNS = ("round", "dealer", "moves", "turns", "ended", "winners", "points")
ROW_NUMBER, ROW_DEALER, ROW_MOVES, ROW_TURNS, ROW_ENDED, ROW_WINNERS, ROW_POINTS, ROW_FACTS = range(8)
ROW_LENGTH = ROW_FACTS + FACTS


@record
class Plan:
    """Which policy sits where, and how forgetful `random` is."""

    policy: Annotated[list[int], "i1", (SEATS,)]
    forget: Annotated[int, "i4"]  # the chance to forget the call, in parts of CHANCE


@record
class Job:
    """So many rounds or matches, numbered; what happens in one depends on the seed and its number alone."""

    seed: Bits64
    first: Bits64
    count: Bits64
    kind: Int8
    seats: Int8


@record
class Unknown:
    """What a position leaves open: where cards are missing, and which these may be.

    In the state beside it a card of the piles that is not known is NONE.
    """

    pool: Annotated[list[int], "i1", (CARDS,)]  # more than are missing, if the position is not of the whole pack
    missing: Annotated[list[int], "i2", (SEATS,)]  # from each hand
    n_pool: Int16
    drawn: Int8  # the card just drawn is one of those missing
    guilt: Int8  # whether the lay in doubt was a bluff goes by the hand


@record
class Totals:
    """What many rounds come to.  All are whole numbers, so they are equal however the work is split."""

    rounds: Bits64
    all_moves: Bits64  # of unfinished rounds too: the work done
    unfinished: Bits64  # rounds ended by the bound of I-54; left out of all that follows
    blocked: Bits64
    refilled: Bits64  # rounds in which the stock ran out at least once
    wins: Annotated[list[int], "i8", (SEATS,)]  # by seats from the dealer's left on; a shared win counts for each
    seat_wins: Annotated[list[int], "i8", (SEATS,)]
    sums: Annotated[list[int], "i8", (MEASURES,)]
    squares: Annotated[list[int], "i8", (MEASURES,)]
    moves: Annotated[list[int], "i8", (BINS,)]
    turns: Annotated[list[int], "i8", (BINS,)]

    matches: Bits64
    unfinished_matches: Bits64
    match_wins: Annotated[list[int], "i8", (SEATS,)]
    match_rounds: Bits64
    match_rounds_squared: Bits64
