"""Declare the fields of the core's records: a round's `State`, a rule set's `Rules`, a match's `Sheet`.

A set of seats is a word of bits; a set of cards is two words (see `terms`).  A field is cleared as soon as it has no
meaning, so that equal positions are equal records.
"""

from typing import Annotated

from .records import Bits64, Int8, Int16, record
from .terms import CARDS, FACES, FACT_ROOM, SEATS, STANCES, TYPES


@record
class State:
    """The complete state of a round, hidden cards included."""

    # Cards.
    hand: Annotated[list[list[int]], "i8", (SEATS, 2)]  # the set of cards a seat holds
    count: Annotated[list[list[int]], "i1", (SEATS, TYPES)]  # how many of each
    held: Annotated[list[int], "i2", (SEATS,)]  # how many in all
    pile: Annotated[list[int], "i1", (CARDS,)]  # stock from the left, top last; discards from the right, newest first
    n_stock: Int16
    n_discards: Int16  # without the top card
    top: Int8  # the card on the discards
    face: Int16  # the face to be matched; NONE until a colour is named

    # The seats.
    seats: Int8
    dealer: Int8
    direction: Int8  # 1 clockwise, -1 counter-clockwise
    out: Int16  # seats that are knocked out, have left or were never in the round
    called: Int16  # seats that hold one card and have called it
    catchable: Int16  # seats that owe a call and may be caught
    one_left: Int16  # seats whose lay left one card, called or not, until the time to accuse ends (D34)
    accused: Int16  # seats that made a wrong accusation since the last turn action (D37)
    ready: Int16  # seats that must say ready before anything else

    # What the table waits for.
    phase: Int8
    turn: Int8
    pending: Int16  # cards or turns owed; in an open batch, those it answers
    drawn: Int8  # in DRAWN the card just drawn, else NONE
    batch: Int8  # in BATCH the cards laid so far, in SEAT the choices still to make
    calling: Int8  # in BATCH 1 if a call was made with the lay
    laid_by: Int8  # the seat whose lay keeps the interval open, also after jump-ins that leave play there, or NONE
    bluff: Int8  # of a lay that can be challenged: 0 honest, 1 a bluff; else NONE
    under: Int16  # the face under a lay that may be taken back (D24 returns, D36), or NONE
    passes: Int8  # passes in a row with nothing to draw (I-54)
    turns: Int16  # turns begun so far (I-54)

    # The end.
    winners: Int16
    points: Annotated[list[int], "i4", (SEATS,)]  # scored; during the round, the values of hands that are out

    # The random generator, and how often each fact occurred.
    rng: Annotated[list[int], "i8", (4,)]
    tally: Annotated[list[int], "i4", (FACT_ROOM,)]


@record
class Rules:
    """A rule set in the form the core reads, filled by `tables`."""

    # Cards: what may go on what (per stance and face), and what each does.
    allow: Annotated[list[list[list[int]]], "i8", (STANCES, FACES, 2)]
    suit: Annotated[list[list[int]], "i8", (4, 2)]  # the cards of a colour
    acting: Annotated[list[int], "i8", (2,)]  # coloured cards with an effect
    banned: Annotated[list[int], "i8", (2,)]  # D42
    guarded: Bits64  # wild draws that carry the condition D22, in the second word
    points: Annotated[list[int], "i2", (TYPES,)]
    number: Annotated[list[int], "i2", (TYPES,)]  # what a card counts when drawn to decide the dealer (D04)
    suit_size: Annotated[list[int], "i2", (4,)]  # the number of cards of each colour in the pack
    pack: Annotated[list[int], "i1", (CARDS,)]
    draws: Annotated[list[int], "i1", (TYPES,)]
    skips: Annotated[list[int], "i1", (TYPES,)]
    does: Annotated[list[int], "i1", (TYPES,)]
    asks: Annotated[list[int], "i1", (TYPES,)]  # who may respond to the card's effect
    wild: Annotated[list[int], "i1", (TYPES,)]  # 1: its player names a colour
    row: Annotated[list[int], "i1", (TYPES,)]  # the colour of a card; 4 for a wild
    face_card: Annotated[list[int], "i1", (FACES,)]  # the card that shows a face; NONE for a colour alone
    face_colour: Annotated[list[int], "i1", (FACES,)]
    n_pack: Int16
    colours: Int16

    # Setting up: D03, D06-D10, D57.
    hand_size: Int16
    first_seat: Int16
    start_action: Int16
    start_reverse: Int16
    start_wild: Int16
    start_wild_draw: Int16
    start_exchange: Int16

    # A turn: D12-D16, D59 (D61 is in the tables).
    batch: Int16  # the most cards in one lay; 1 means no batches
    draw_size: Int16  # 0: until playable
    draw_stops: Int16
    draw_voluntary: Int16
    drawn_card: Int16
    pile_out: Int16

    # Effects: D18-D20, D49 (D17 and D21 are in the tables).
    reverse_effect: Int16
    reverse_heads_up: Int16
    draw_forfeits: Int16
    skip_reach: Int16

    # Wild draws: D22-D24, D56.
    wd_condition: Int16
    wd_policing: Int16
    wd_scope: Int16
    guilty_draws: Int16
    challenge_extra: Int16
    card_returns: Int16
    challenge_any: Int16  # 0: only the target; 1: anyone; 2: anyone, and if wrong pays everything in its place

    # Responses: D28-D31, D60 (D25-D27, D50, D51 and D58 are in the tables).
    draw_total: Int16
    skip_total: Int16
    skip_cap: Int16  # 0: none
    skip_answerer: Int16
    answer_forced: Int16
    jump_in: Int16
    jump_on_start: Int16
    jump_may_win: Int16
    jump_own: Int16  # 1: the seat that laid the card may jump in too
    jump_stays: Int16  # 1: play goes on where it was

    # The call, and conduct: D32-D37, D39, D40, D52, D53.
    uno_duty: Int16
    uno_late_ok: Int16
    uno_window: Int16
    uno_penalty: Int16
    fine_illegal: Int16  # NONE: refused
    fine_false_call: Int16  # 0: refused
    blind_accusation: Int16  # D40 hidden: accusations are never refused
    ready_gate: Int16
    uno_unnoticed: Int16
    fined_turn: Int16

    # The end: D41, D43, D44, D46, D47, D54, D55, and who deals: D04, D05.
    last_card: Int16
    hand_limit: Int16  # 0: none
    round_score: Int16
    flat: Int16
    teams: Int16
    last_exchange: Int16
    blocked_round: Int16
    turn_limit: Int16
    match_end: Int16
    target: Int16  # points or rounds that end the match
    dealer_pick: Int16
    dealer_rotation: Int16


@record
class Sheet:
    """The score sheet of a match."""

    scores: Annotated[list[int], "i4", (SEATS,)]  # points; under D44 none, rounds won
    ranks: Annotated[list[int], "i1", (SEATS,)]  # 1 is best; 0 while undecided
    eliminated: Int16  # seats out of the match
    winners: Int16
    rounds: Int16  # played
    seats: Int8
    dealer: Int8  # of the coming round
    over: Int8
