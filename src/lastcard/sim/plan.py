"""Who plays in a simulation and what is counted, as records of the core's kind."""

from typing import Annotated

from ..core.records import Bits64, record
from ..core.terms import FACTS, SEATS

RANDOM, GREEDY = range(2)
POLICIES = ("random", "greedy")

CHANCE = 1 << 16  # a probability is so many parts of this

# What is summed up for each round: every fact, and then
MOVES, TURNS, POINTS = FACTS, FACTS + 1, FACTS + 2
MEASURES = FACTS + 3
BINS = 1 << 15  # the histograms of lengths; the last bin takes the rest

# How a round ended.
FINISHED, BLOCKED, UNFINISHED = range(3)

# The columns of a row: one line for each round, for people who analyse.
ROW_DEALER, ROW_MOVES, ROW_TURNS, ROW_END, ROW_WINNERS, ROW_POINTS, ROW_FACTS = range(7)
COLUMNS = ROW_FACTS + FACTS


@record
class Plan:
    """Which policy sits where, and how forgetful `random` is."""

    policy: Annotated[list[int], "i1", (SEATS,)]
    forget: Annotated[int, "i4"]  # the chance to forget the call, in parts of CHANCE


@record
class Totals:
    """What many rounds come to.  Sums and sums of squares are whole numbers, so they are equal however work is split."""

    rounds: Bits64
    blocked: Bits64
    unfinished: Bits64  # ended by the bound of I-54; left out of everything below
    wins: Annotated[list[int], "i8", (SEATS,)]  # by seats from the dealer's left on; shared wins count for each
    seat_wins: Annotated[list[int], "i8", (SEATS,)]  # by seat
    refilled: Bits64  # rounds in which the stock ran out at least once
    sums: Annotated[list[int], "i8", (MEASURES,)]
    squares: Annotated[list[int], "i8", (MEASURES,)]
    moves: Annotated[list[int], "i8", (BINS,)]
    turns: Annotated[list[int], "i8", (BINS,)]
    all_moves: Bits64  # of unfinished rounds too: the work done
