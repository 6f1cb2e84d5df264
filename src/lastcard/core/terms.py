"""The constants of the core: kinds of cards, phases of a round, actions, facts and the values of the rules.

The enums are for readers and for `lastcard.rules`.  The core itself uses the bare names below each enum, because the
interpreter reads a global faster than an attribute, and compiled code reads it for free.
"""

from enum import IntEnum

NONE = -1

# The shape of a table.
SEATS = 10
ROWS = 5  # four colours and the wild row
RANKS = 24  # a card's number is row * RANKS + rank
TYPES = ROWS * RANKS
WILD = 4 * RANKS  # the first wild card
CARDS = 168  # the largest pack
HALF = 60  # a set of cards is two words of sixty bits

# A face is what a lay must match: a coloured card (0-95), a wild with its named colour (96-191), or a colour alone
# (192-195: an opening card that counts only by its colour, D07).
COLOUR_FACE = 8 * RANKS
FACES = COLOUR_FACE + 4

TURN_LIMIT = 10_000  # so that every round ends (I-54)
MAX_OWED = 10_000  # the most cards or turns a chain can owe (I-87); 168 cards that draw 20 each come to 3,360
MAX_COPIES = 127  # of one card in a pack


class Phase(IntEnum):
    """What the seat on turn is asked to do."""

    TURN = 0  # lay or draw
    DRAWN = 1  # lay the card just drawn, or pass
    BATCH = 2  # lay one more card, or close the batch
    OWED = 3  # answer, challenge or take the cards owed
    SKIPPED = 4  # answer, or accept the loss of turns
    COLOUR = 5  # name a colour for the opening card
    SEAT = 6  # choose a seat to swap hands with
    OVER = 7  # nothing: the round is over


TURN, DRAWN, BATCH, OWED, SKIPPED, COLOUR, SEAT, OVER = Phase


class Stance(IntEnum):
    """How a card is laid; each stance has a table in `Rules.allow`."""

    FIT = 0  # in turn
    ANSWER = 1  # as the target of an effect
    JOIN = 2  # into an open batch
    JUMP = 3  # out of turn
    DEFLECT = 4  # as the target of a draw that a Skip or Reverse has passed on (D50, D51)


FIT, ANSWER, JOIN, JUMP, DEFLECT = Stance
STANCES = len(Stance)


# An action is one integer.  A lay is the face it leaves (0-191), plus CALLING if it calls; the other actions, verbs,
# start at VERBS.  `legal` lists verbs as the bits of one signed word, so there can be VERB_BITS of them; a new one
# gets the number ACTIONS.  SHOUT is not an action: in `fouls` it means that a call with a lay would be false now.
VERBS = 192
VERB_BITS = 62
DRAW, PASS, TAKE, CHALLENGE, DONE, READY, CALL, SHOUT = range(VERBS, VERBS + 8)
NAME = SHOUT + 1  # plus the colour
CHOOSE = NAME + 4  # plus the seat
CATCH = CHOOSE + SEATS  # plus the seat
ACTIONS = CATCH + SEATS
LEAVE = VERBS + VERB_BITS  # a move, not an action: `legal` never lists it, `leave_round` carries it out (I-88)
CALLING = 256

# Effects a card may have besides the cards it makes draw and the turns it skips (`Rules.does`).
REVERSES, AGAIN, SWAPS, ROTATES, MAY_KEEP = 1, 2, 4, 8, 16  # MAY_KEEP: the swap may be declined

PAYS_ALL = 2  # `Rules.challenge_any`: a wrong challenger draws everything in the target's place (D24)

# Claims: their kinds in the order they are heard, and bits for those that are open (`rights`).
CALLS, CATCHES, LAY_CLAIMS = range(3)
OPEN_CALL, OPEN_CATCH, OPEN_CHALLENGE, OPEN_JUMP = 1, 2, 4, 8

# Who may respond to a card's effect (`Rules.asks`).
ASKS_ANSWER, ASKS_JUMP = 1, 2

Verdict = IntEnum("Verdict", "REFUSED DONE FINED", start=0)  # the result of `apply`
REFUSED, ACCEPTED, FINED_FOUL = Verdict


class Fact(IntEnum):
    """The kinds of facts that `note` is given, with a seat, a card and an amount."""

    PICKED = 0  # a seat drew this card to decide the dealer
    DEALT = 1  # a seat was dealt this card
    REFUSED = 2  # this start card went back into the stock
    TURNED = 3  # this card opens the discards; seat `amount` acts first unless the card changes that
    LAID = 4  # a seat laid this face in turn
    ANSWERED = 5  # ... as an answer
    JOINED = 6  # ... into its batch
    JUMPED = 7  # ... out of turn
    NAMED = 8  # a seat named colour `amount`
    DREW = 9  # a seat drew this card on its turn
    SERVED = 10  # a seat drew this card as a penalty
    PASSED = 11  # a seat passed
    TOOK = 12  # a seat accepted `amount` cards
    LOST = 13  # `amount` turns are lost, the first by this seat
    CALLED = 14  # a seat called
    FORGOT = 15  # a seat laid all but one of its cards and did not call
    CAUGHT = 16  # seat `amount` caught a seat that owed a call
    CHALLENGED = 17  # a seat challenged the wild draw of seat `amount`
    SHOWN = 18  # a seat was shown this card of seat `amount`
    UPHELD = 19  # a challenge succeeded: this seat had bluffed
    FAILED = 20  # a challenge failed: this seat pays
    RETURNED = 21  # this card went back to a hand: from the discards (amount 1), or it was refused (0, D36)
    FINED = 22  # a seat was fined `amount` cards for a foul
    SWAPPED = 23  # a seat swapped hands with seat `amount`
    ROTATED = 24  # every hand moved on, direction `amount`
    HELD = 25  # after an exchange a seat holds `amount` of this card
    REFILLED = 26  # `amount` discards were shuffled into the stock
    READY = 27  # a seat said ready
    OUT = 28  # a seat was knocked out with `amount` cards
    BLOCKED = 29  # nobody can continue; amount 1: the turn limit was reached (I-54)
    WON = 30  # a seat won the round and scores `amount`
    WRONG = 31  # a seat accused seat `amount` wrongly
    OVERDUE = 32  # nobody noticed in time that a seat owed a call (D52)
    LEFT = 33  # a seat left the round for good; `amount` cards went under the discards (I-88)


(
    F_PICKED, F_DEALT, F_REFUSED, F_TURNED, F_LAID, F_ANSWERED, F_JOINED, F_JUMPED, F_NAMED, F_DREW, F_SERVED,
    F_PASSED, F_TOOK, F_LOST, F_CALLED, F_FORGOT, F_CAUGHT, F_CHALLENGED, F_SHOWN, F_UPHELD, F_FAILED, F_RETURNED,
    F_FINED, F_SWAPPED, F_ROTATED, F_HELD, F_REFILLED, F_READY, F_OUT, F_BLOCKED, F_WON, F_WRONG,
    F_OVERDUE, F_LEFT,
) = Fact  # fmt: skip
FACTS = len(Fact)
FACT_ROOM = 48  # counters in a state, with room for new facts


class Kind(IntEnum):
    """The kinds of cards that rules refer to (D31 except, D42)."""

    NUMBER = 0
    SKIP = 1
    REVERSE = 2
    DRAW = 3  # a coloured draw card
    WILD = 4  # a wild that draws nothing
    WILD_DRAW = 5
    ACTION = 6  # any other coloured card with an effect


# ---------------------------------------------------------------- the values of the dimensions (docs/rules.md)

DealerPick = IntEnum("DealerPick", "HIGHEST_CARD RANDOM YOUNGEST HOST", start=0)  # D04
DealerRotation = IntEnum("DealerRotation", "CLOCKWISE REDRAW WINNER FIXED LOSER", start=0)  # D05
FirstSeat = IntEnum("FirstSeat", "LEFT_OF_DEALER YOUNGEST RANDOM WINNER", start=0)  # D06
StartAction = IntEnum("StartAction", "APPLY INERT COLOUR_ONLY REDRAW COLOUR_NO_WILD", start=0)  # D07
StartReverse = IntEnum("StartReverse", "DEALER_FIRST RIGHT_OF_DEALER LEFT_OF_DEALER", start=0)  # D08
StartWild = IntEnum("StartWild", "FIRST_PLAYER_CHOOSES REDRAW", start=0)  # D09
StartWildDraw = IntEnum("StartWildDraw", "REDRAW FIRST_PLAYER_CHOOSES APPLY", start=0)  # D10
Axis = IntEnum("Axis", "COLOUR NUMBER SYMBOL", start=0)  # D11
BatchMode = IntEnum("BatchMode", "OFF SAME_VALUE IDENTICAL", start=0)  # D12
DrawnCard = IntEnum("DrawnCard", "MAY_PLAY MUST_PLAY KEEP ANY_CARD", start=0)  # D15
PileOut = IntEnum("PileOut", "RESHUFFLE PASS END_ROUND RESHUFFLE_AT_ONCE", start=0)  # D16
SkipEffect = IntEnum("SkipEffect", "NEXT PLAY_AGAIN ALL", start=0)  # D17
ReverseEffect = IntEnum("ReverseEffect", "FLIP PLAY_AGAIN FLIP_AND_SKIP", start=0)  # D18
ReverseHeadsUp = IntEnum("ReverseHeadsUp", "SKIP FLIP", start=0)  # D19
NumberEffect = IntEnum("NumberEffect", "SWAP_CHOICE ROTATE MAY_SWAP", start=0)  # D21
WildDrawCondition = IntEnum("WildDrawCondition", "NONE NO_COLOUR NO_PLAYABLE", start=0)  # D22
Policing = IntEnum("Policing", "ENGINE CHALLENGE", start=0)  # D23
AnswerSkip = IntEnum("AnswerSkip", "NONE SAME_VALUE IDENTICAL", start=0)  # D25
AnswerDraw = IntEnum("AnswerDraw", "NONE SAME_VALUE SAME_OR_HIGHER ANY_DRAW IDENTICAL", start=0)  # D26
AnswerWildDraw = IntEnum(  # D27
    "AnswerWildDraw", "NONE SAME_VALUE SAME_OR_HIGHER ANY_DRAW DRAW2_CALLED_COLOUR", start=0
)
Total = IntEnum("Total", "LAST SUM", start=0)  # D28
SkipChain = IntEnum("SkipChain", "LAST SUM CANCEL", start=0)  # D29
UnoDuty = IntEnum("UnoDuty", "NONE ON_PLAY ON_HOLD", start=0)  # D32
UnoWindow = IntEnum("UnoWindow", "NEXT_TURN_BEGINS NEXT_CARD_PLAYED OWN_TURN_BEGINS", start=0)  # D34
ReadyGate = IntEnum("ReadyGate", "OFF WD_VICTIM ANY_PENALTY", start=0)  # D39
CountInfo = IntEnum("CountInfo", "PUBLIC PUBLIC_WARN HIDDEN", start=0)  # D40
LastCard = IntEnum("LastCard", "IGNORED DRAWS_APPLY", start=0)  # D41
RoundScore = IntEnum("RoundScore", "NONE WINNER_TAKES OWN_HAND FLAT", start=0)  # D44
MatchEnd = IntEnum(  # D46
    "MatchEnd", "SINGLE_ROUND REACH_WINS REACH_LOSES REACH_LOWEST_WINS REACH_OUT ROUNDS SURVIVAL", start=0
)
Teams = IntEnum("Teams", "NONE PARTNERS", start=0)  # D47
SkipReach = IntEnum("SkipReach", "ROUND_THE_TABLE OTHERS_ONLY", start=0)  # D49
UnoUnnoticed = IntEnum("UnoUnnoticed", "SAFE FINED", start=0)  # D52
FinedTurn = IntEnum("FinedTurn", "LOST KEPT", start=0)  # D53
LastExchange = IntEnum("LastExchange", "IGNORED APPLIES", start=0)  # D54
BlockedRound = IntEnum("BlockedRound", "LOWEST_WINS NOBODY_WINS", start=0)  # D55
WildDrawScope = IntEnum("WildDrawScope", "ON_TURN ALWAYS", start=0)  # D56
StackPassedOn = IntEnum("StackPassedOn", "NONE SAME_COLOUR ANY_DRAW", start=0)  # D58
SkipAnswerer = IntEnum("SkipAnswerer", "FIRST EACH", start=0)  # D60
StartExchange = IntEnum("StartExchange", "IGNORED APPLIES", start=0)  # D57

# The bare names of the values that the core uses.
HIGHEST_CARD, PICK_RANDOM, PICK_YOUNGEST, PICK_HOST = DealerPick
ROTATE_CLOCKWISE, ROTATE_REDRAW, ROTATE_WINNER, ROTATE_FIXED, ROTATE_LOSER = DealerRotation
LEFT_OF_DEALER, FIRST_YOUNGEST, FIRST_RANDOM, FIRST_WINNER = FirstSeat
START_APPLY, START_INERT, START_COLOUR_ONLY, START_REDRAW, START_COLOUR_NO_WILD = StartAction
DEALER_FIRST, RIGHT_OF_DEALER, LEFT_FIRST = StartReverse
WILD_CHOSEN, WILD_REDRAW = StartWild
WILD_DRAW_REDRAW, WILD_DRAW_CHOSEN, WILD_DRAW_APPLY = StartWildDraw
MAY_PLAY, MUST_PLAY, KEEP, ANY_CARD = DrawnCard
RESHUFFLE, PILE_PASS, END_ROUND, RESHUFFLE_AT_ONCE = PileOut
FLIP, REVERSE_AGAIN, FLIP_AND_SKIP = ReverseEffect
HEADS_UP_SKIP, HEADS_UP_FLIP = ReverseHeadsUp
NO_CONDITION, NO_COLOUR, NO_PLAYABLE = WildDrawCondition
BY_ENGINE, BY_CHALLENGE = Policing
LAST, SUM = Total
SKIPS_LAST, SKIPS_SUM, SKIPS_CANCEL = SkipChain
NO_DUTY, ON_PLAY, ON_HOLD = UnoDuty
TURN_BEGINS, CARD_PLAYED, OWN_TURN_BEGINS = UnoWindow
NO_GATE, WD_VICTIM, ANY_PENALTY = ReadyGate
NO_SCORE, WINNER_TAKES, OWN_HAND, FLAT_SCORE = RoundScore
SINGLE_ROUND, REACH_WINS, REACH_LOSES, REACH_LOWEST_WINS, REACH_OUT, ROUNDS, SURVIVAL = MatchEnd
