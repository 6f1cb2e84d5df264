"""The records of a simulation, in the core's style: who plays, what is to be played, what is counted."""

from collections.abc import Sequence
from typing import Annotated

from ..core.records import Bits64, Int8, Int16, record
from ..core.terms import CARDS, FACTS, NONE, SEATS

POLICIES = ("random", "greedy", "careful")
RANDOM, GREEDY, CAREFUL = range(3)

CHANCE = 1 << 16  # stands for a probability of 1

# The weights of `careful`.  Points: where they do not count (such cards have effects, so they are kept), where the
# winner scores several hands or one, where each scores their own.  Effects: cards drawn, a skip, either against a short
# hand, cards exchanged.  The hand left: cards of the colour, how rare it is elsewhere, cards that could follow.  Costs:
# a wild, a wild draw, a bluff.  A last card that fits.  Then the least score to lay a drawn card, and the percentage of
# players who bluff without need.  Found by trying random changes in play against `greedy`.
(
    W_POINTS, W_GIVEN, W_GIVEN_ONE, W_SHED, W_DRAW, W_SKIP, W_ATTACK, W_HAND, W_COLOUR, W_RARE, W_FOLLOW, W_WILD,
    W_WILD_DRAW, W_BLUFF, W_LAST, W_KEEP, W_DOUBT,
) = range(17)  # fmt: skip
WEIGHTS = (-4, -1, 1, 3, 2, 21, 148, 393, 18, 11, 7, 195, 230, 100, 192, -394, 7)

# What a job plays: freshly dealt rounds, whole matches, or rounds from a position.
ROUNDS, MATCHES, POSITIONS = range(3)
MATCH_LIMIT = 1_000  # rounds after which a match is abandoned

# How a round ended.
FINISHED, BLOCKED, UNFINISHED = range(3)

# What is summed over rounds: every fact, and these measures.
MOVES, TURNS, POINTS = FACTS, FACTS + 1, FACTS + 2
MEASURES = FACTS + 3
BINS = 1 << 15  # of a histogram of lengths; the last one takes all longer rounds

# The columns of the rows, one for each round, for further analysis.
COLUMNS = ("round", "dealer", "moves", "turns", "ended", "winners", "points")
ROW_NUMBER, ROW_DEALER, ROW_MOVES, ROW_TURNS, ROW_ENDED, ROW_WINNERS, ROW_POINTS, ROW_FACTS = range(8)
ROW_LENGTH = ROW_FACTS + FACTS


@record
class Plan:
    """Which policy plays each seat, and how often a call is forgotten."""

    policy: Annotated[list[int], "i1", (SEATS,)]
    weights: Annotated[list[list[int]], "i2", (SEATS, len(WEIGHTS))]  # of `careful`
    forget: Annotated[int, "i4"]  # the probability of forgetting a call, in parts of CHANCE


def plan_of(policies: Sequence[int], forget: float = 0.0) -> Plan:
    """Return a plan that gives these policies to the seats in turn."""
    plan = Plan()
    plan.policy = [policies[seat % len(policies)] for seat in range(SEATS)]
    plan.weights = [list(WEIGHTS) for _ in range(SEATS)]
    plan.forget = round(forget * CHANCE)
    return plan


@record
class Job:
    """A numbered range of rounds or matches; each depends only on the seed and its number."""

    seed: Bits64
    first: Bits64
    count: Bits64
    kind: Int8
    seats: Int8
    watch: Int8  # 1: rounds are watched, which takes longer: changes of lead and comebacks are counted


HOLDS = 2  # the most colours remembered that a hand holds
TIERS = 3  # the most observations kept of what a hand did not hold


@record
class Unknown:
    """What a position leaves open: where cards are missing, and which these may be.

    In the state that goes with it, an unknown card of the piles is NONE.
    """

    pool: Annotated[list[int], "i1", (CARDS,)]  # may be more than are missing, if the position lacks part of the pack
    kept: Annotated[list[int], "i1", (CARDS,)]  # the guess at a hand kept so far
    missing: Annotated[list[int], "i2", (SEATS,)]  # from each hand
    barred: Annotated[list[list[list[int]]], "i8", (SEATS, TIERS, 2)]  # sets that some missing cards are not in ...
    old: Annotated[list[list[int]], "i2", (SEATS, TIERS)]  # ... the number of these cards ...
    trust: Annotated[list[list[int]], "i4", (SEATS, TIERS)]  # ... and how likely that is, in parts of CHANCE
    believed: Annotated[list[int], "i1", (SEATS,)]  # tiers that apply to the current sample, as bits
    held: Annotated[list[list[list[int]]], "i8", (SEATS, HOLDS, 2)]  # sets of which a hand probably holds one card each
    n_pool: Int16
    drawn: Int8  # 1: the card just drawn is among those missing
    guilt: Int8  # 1: the sampled hand decides whether the lay was a bluff


@record
class Clue:
    """A lay seen on a turn and the table at that time; it says something about the cards that were not laid."""

    held: Annotated[list[int], "i2", (SEATS,)]
    since: Annotated[list[int], "i1", (CARDS,)]  # cards laid from this hand since, starting with this lay
    n_since: Int16
    young: Int16  # cards that came to the hand later
    seen: Annotated[list[int], "i2", (4,)]  # discards of each colour
    face: Int16  # the face of the lay
    under: Int16  # the face it was laid on
    direction: Int8
    seat: Int8


ONE = 1 << 16  # the value of a won match or round
CANDIDATES = 64
PLAY_ON = NONE - 1  # a candidate: nobody is made to do anything, and all play on

# What the end of a round is worth: by itself; as part of a match, by the lead; as part of a match that is played on to
# its end.
ALONE, LEAD, CONTINUE = range(3)
VALUES = 2 * SEATS  # of a candidate, where those of all seats are wanted: sums, then sums of squares


@record
class Query:
    """The question of a searching bot, which candidate is best for a seat, and the results so far."""

    candidates: Annotated[list[int], "i2", (CANDIDATES,)]  # NONE: claim nothing; or PLAY_ON
    sums: Annotated[list[int], "i8", (CANDIDATES,)]
    squares: Annotated[list[int], "i8", (CANDIDATES,)]
    dropped: Bits64  # candidates no longer tried, as bits
    scores: Annotated[list[int], "i4", (SEATS,)]  # of the match before this round
    seed: Bits64
    first: Annotated[int, "i4"]  # samples taken so far
    count: Annotated[int, "i4"]  # samples to take
    eliminated: Int16
    rounds: Int16
    n_candidates: Int16
    seat: Int8
    in_match: Int8  # ALONE, LEAD or CONTINUE
    dealer: Int8  # of this round, for CONTINUE


@record
class Totals:
    """The totals of many rounds, all whole numbers, so that they do not depend on how the work is split."""

    rounds: Bits64
    all_moves: Bits64  # including unfinished rounds
    unfinished: Bits64  # rounds ended by the turn limit (I-54); not counted below
    blocked: Bits64
    refilled: Bits64  # rounds in which the stock ran out at least once
    wins: Annotated[list[int], "i8", (SEATS,)]  # by seat from the dealer's left; a shared win counts for each
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

    watched: Bits64  # rounds, without unfinished ones
    leads: Bits64  # how often the lead changed in them
    leads_squared: Bits64
    one_card: Bits64  # rounds in which some seat came to hold one card ...
    comebacks: Bits64  # ... and the first that did so did not win
