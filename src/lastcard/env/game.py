"""The records of an environment, in the core's style: a table with its memory, how it is shown, what is to be done.

A `Game` is a `State` with more fields, so that every function of the core works on it as it stands.  Modules that are
translated with this one are compiled for games instead of states, and facts go to the game's memory.
"""

from typing import Annotated

from ..core.layout import State
from ..core.records import Bits64, Int8, Int16, record
from ..core.terms import CALLING, CARDS, SEATS, TYPES

Bytes = Annotated[list[int], "i1"]  # lists as NumPy has them
ByteRows = Annotated[list[list[int]], "i1"]
FloatRows = Annotated[list[list[float]], "f4"]
Floats = Annotated[list[float], "f4"]
Ints = Annotated[list[int], "i4"]

HISTORY = 32  # events remembered; a power of two
LOG = 1024  # moves of a round that are kept
ACTION_ROOM = 512  # numbers of actions, in the core and in the index

# What an event of the history was: the lay of a coloured card or of a wild, by its rank, or something else.
EVENT_WILD, EVENT_OTHER = 32, 64
EVENT_DREW, EVENT_TOOK, EVENT_CHALLENGED = range(EVENT_OTHER, EVENT_OTHER + 3)
EVENT_KINDS = 3

WAIT = 199  # in the index of actions: claim nothing; the core leaves this number free
INDEX_CALLING = 224  # in the index of actions, lays with a call begin here
INDEX_SIZE = INDEX_CALLING + 192

SIZES = 9  # places for the size of a hand: 0 to 7, and more
FULL = 127  # the most that a feature can say

RESET, CHECK, STEP, SHOW, ADVISE, SAMPLE, TRY, CHECK_AHEAD, LOOK = range(9)  # what is to be done
LOOK_TABLE = ACTION_ROOM  # to look ahead, actions are given as table * LOOK_TABLE + index
BY_WIN, BY_POINTS, BY_RANK = range(3)  # how rewards are paid


@record
class Game(State):
    """A round, what its seats remember of it, and who is asked what."""

    # Who decides, and what it may answer.
    seat: Int8  # who decides
    asking: Int8  # 1: for a claim, 0: for what the table waits for
    asked: Int16  # seats that have answered whether they claim something
    learners: Int16  # seats that decide outside; the others are played by the plan
    plan: Int16
    remembers: Int8  # 0: observations are not wanted, so nothing is remembered
    n_choices: Int16
    n_lays: Int16  # of these, the first ones
    decisions: Bits64  # asked for in this episode
    low: Bits64  # the cards it may lay, as `legal` lists them ...
    high: Bits64
    verbs: Bits64  # ... and its other actions
    dice: Bits64  # for random choices that do not touch the round
    chance: Annotated[list[int], "i8", (4,)]  # the random generator of the policies, which is not the round's
    wants: Annotated[list[int], "i2", (SEATS,)]  # the claims that were answered; NONE: nothing
    shown_as: Annotated[list[int], "i1", (4,)]  # the colour that each is shown as, to the seat that decides
    stands_for: Annotated[list[int], "i1", (4,)]  # and back
    place: Annotated[list[int], "i1", (SEATS,)]  # how many places on a seat is, in the direction of play

    # What everyone remembers.
    n_events: Int16
    buried: Int16  # discards that nobody saw, under all others
    seen: Annotated[list[int], "i1", (TYPES,)]  # the other discards, with the top card
    without: Annotated[list[list[int]], "i1", (SEATS, 4)]  # 0, or 1 and the cards drawn since a sign of having no such
    events: Annotated[list[int], "i1", (HISTORY,)]  # a ring
    actors: Annotated[list[int], "i1", (HISTORY,)]
    tints: Annotated[list[int], "i1", (HISTORY,)]  # the colours of lays

    # What single seats remember: cards that are known to be in other hands, where, and to whom.
    n_known: Int16
    known_in: Annotated[list[int], "i1", (CARDS,)]
    known: Annotated[list[int], "i1", (CARDS,)]
    known_to: Annotated[list[int], "i2", (CARDS,)]  # a set of seats, never empty

    # Where the round comes from.
    episode: Bits64  # of this table
    moves: Bits64  # of this round
    began: Annotated[list[int], "i8", (4,)]  # the random generator before the deal
    choices: Annotated[list[int], "i2", (ACTION_ROOM,)]  # what may be answered, by index
    log: Annotated[list[int], "i2", (LOG,)]  # seat * 2 * CALLING + action


LONGER = {State: Game}
LOG_SEAT = 2 * CALLING


@record
class Spec:
    """How tables are played and shown: the same for all tables of a batch."""

    index: Annotated[list[int], "i2", (ACTION_ROOM,)]  # of an action of the universal index, or NONE
    universal: Annotated[list[int], "i2", (ACTION_ROOM,)]  # and back
    pack: Annotated[list[int], "i1", (TYPES,)]  # how many there are of each card
    seed: Bits64
    seats: Int16
    ask: Int16  # claims and calls are decisions; else they are made by the plan
    skip: Int16  # decisions with one answer are made at once
    match: Int16  # episodes are matches
    reward: Int16
    canonical: Int16
    observe: Int16
    truth: Int16
    history: Int16  # events shown
    n_suit: Int16  # ranks of coloured cards
    n_wild: Int16
    n_kinds: Int16
    n_actions: Int16
    ahead: Int16  # cards of the stock in the truth

    # Where parts of an observation begin.
    at_unseen: Int16
    at_known: Int16
    at_face: Int16
    at_table: Int16
    at_seats: Int16
    at_history: Int16
    at_rules: Int16
    seat_width: Int16
    event_width: Int16


@record
class Work:
    """A range of actions, one for each table unless they say where, and what is to be done with them."""

    kind: Int8
    first: Annotated[int, "i4"]
    count: Annotated[int, "i4"]


assert WAIT < INDEX_CALLING <= CALLING
