"""Who plays in a simulation, what is asked of it and what is counted, as records of the core's kind."""

from collections.abc import Sequence
from typing import Annotated

from ..core.records import Bits64, Int8, Int16, record
from ..core.terms import CARDS, FACTS, SEATS

POLICIES = ("random", "greedy", "careful")
RANDOM, GREEDY, CAREFUL = range(3)

CHANCE = 1 << 16  # a probability is so many parts of this

# What `careful` weighs: a card's points where they count for nothing (dear cards do something, so they are held),
# where the winner gets them from several or from one, and where they stay with who holds them; the draw and the skip
# it deals out, what they are worth against a short hand, hands exchanged, cards of the colour left and how rare it is
# elsewhere, cards that could follow, wilds spent, a bluff, a last card that fits; then a threshold, to lay a drawn
# card, and how many of a hundred bluff who need not. Found by trying random changes in play against `greedy`.
(
    W_POINTS, W_GIVEN, W_GIVEN_ONE, W_SHED, W_DRAW, W_SKIP, W_ATTACK, W_HAND, W_COLOUR, W_RARE, W_FOLLOW, W_WILD,
    W_WILD_DRAW, W_BLUFF, W_LAST, W_KEEP, W_DOUBT,
) = range(17)
WEIGHTS = (-4, -1, 1, 3, 2, 21, 148, 393, 18, 11, 7, 195, 230, 100, 192, -394, 7)

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
    weights: Annotated[list[list[int]], "i2", (SEATS, len(WEIGHTS))]  # of `careful`
    forget: Annotated[int, "i4"]  # the chance to forget the call, in parts of CHANCE


def plan_of(policies: Sequence[int], forget: float = 0.0) -> Plan:
    """A plan with these policies by seats in turn."""
    plan = Plan()
    plan.policy = [policies[seat % len(policies)] for seat in range(SEATS)]
    plan.weights = [list(WEIGHTS) for _ in range(SEATS)]
    plan.forget = round(forget * CHANCE)
    return plan


@record
class Job:
    """So many rounds or matches, numbered; what happens in one depends on the seed and its number alone."""

    seed: Bits64
    first: Bits64
    count: Bits64
    kind: Int8
    seats: Int8


HOLDS = 2  # how many colours are remembered that a hand holds
TIERS = 3  # how many things are remembered of a hand: what it did not hold, and how many cards that goes for


@record
class Unknown:
    """What a position leaves open: where cards are missing, and which these may be.

    In the state beside it a card of the piles that is not known is NONE.
    """

    pool: Annotated[list[int], "i1", (CARDS,)]  # more than are missing, if the position is not of the whole pack
    kept: Annotated[list[int], "i1", (CARDS,)]  # the best guess at a hand so far
    missing: Annotated[list[int], "i2", (SEATS,)]  # from each hand
    barred: Annotated[list[list[list[int]]], "i8", (SEATS, TIERS, 2)]  # cards that some of them are not ...
    old: Annotated[list[list[int]], "i2", (SEATS, TIERS)]  # ... namely so many of them ...
    trust: Annotated[list[list[int]], "i4", (SEATS, TIERS)]  # ... with this chance, in parts of CHANCE
    believed: Annotated[list[int], "i1", (SEATS,)]  # tiers that go for the present sample, as bits
    held: Annotated[list[list[list[int]]], "i8", (SEATS, HOLDS, 2)]  # sets of which a hand holds one each, likely
    n_pool: Int16
    drawn: Int8  # the card just drawn is one of those missing
    guilt: Int8  # whether the lay in doubt was a bluff goes by the hand


@record
class Clue:
    """A lay on a turn that was seen, and what the table looked like: it tells of the cards that were not laid."""

    held: Annotated[list[int], "i2", (SEATS,)]
    since: Annotated[list[int], "i1", (CARDS,)]  # cards laid by this hand since, this one first
    n_since: Int16
    young: Int16  # cards of the hand that came later
    seen: Annotated[list[int], "i2", (4,)]  # discards of each colour
    face: Int16  # that was left
    under: Int16  # that it was laid on
    direction: Int8
    seat: Int8


ONE = 1 << 16  # a value of 1: the match, or the round, is won
CANDIDATES = 64


@record
class Query:
    """What a bot that searches asks: which of these actions is best for a seat, and what was found so far."""

    candidates: Annotated[list[int], "i2", (CANDIDATES,)]  # NONE: claim nothing
    sums: Annotated[list[int], "i8", (CANDIDATES,)]
    squares: Annotated[list[int], "i8", (CANDIDATES,)]
    dropped: Bits64  # candidates no longer tried
    scores: Annotated[list[int], "i4", (SEATS,)]  # of the match, before this round
    seed: Bits64
    first: Bits64
    count: Bits64
    eliminated: Int16
    rounds: Int16
    n_candidates: Int16
    seat: Int8
    in_match: Int8  # 0: only this round counts


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
