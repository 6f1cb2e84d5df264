"""Run a match over its rounds: who deals, the score sheet, when it is over (D04, D05, D44, D46, A6)."""

from .cards import shuffle
from .deal import stack_pack
from .layout import Rules, Sheet, State
from .machine import count_bits, lowest_bit, note, random_below
from .scoring import burden
from .seats import one_side
from .terms import (
    F_PICKED, FIRST_WINNER, HIGHEST_CARD, NO_SCORE, NONE, OWN_HAND, PICK_RANDOM, REACH_LOSES, REACH_LOWEST_WINS,
    REACH_OUT, REACH_WINS, ROTATE_FIXED, ROTATE_LOSER, ROTATE_REDRAW, ROTATE_WINNER, ROUNDS, SEATS, SINGLE_ROUND,
    SURVIVAL,
)  # fmt: skip


def open_match(sheet: Sheet, r: Rules, s: State, seats: int, youngest: int) -> None:
    """Clear the sheet and find the first dealer; `youngest` is the youngest player's or the host's seat (D04, D06)."""
    for seat in range(SEATS):
        sheet.scores[seat] = r.target if r.match_end == SURVIVAL and seat < seats else 0
        sheet.ranks[seat] = 0
    sheet.seats = seats
    sheet.eliminated = 0
    sheet.winners = 0
    sheet.rounds = 0
    sheet.over = 0
    sheet.dealer = pick_dealer(sheet, r, s, youngest)


def pick_dealer(sheet: Sheet, r: Rules, s: State, youngest: int) -> int:
    """Return the dealer, chosen by D04 among the seats still in the match."""
    contenders = (1 << sheet.seats) - 1 & ~sheet.eliminated
    if r.dealer_pick == HIGHEST_CARD:
        stack_pack(s, r)
        shuffle(s)
        return draw_for_dealer(s, r, contenders)
    if r.dealer_pick == PICK_RANDOM:
        for _ in range(random_below(s, count_bits(contenders))):
            contenders &= contenders - 1
        return lowest_bit(contenders)
    return youngest if contenders >> youngest & 1 else lowest_bit(contenders)


def draw_for_dealer(s: State, r: Rules, contenders: int) -> int:
    """Draw a card for each seat and return the seat with the highest number; ties draw again (J-classic-04, I-05)."""
    while contenders & contenders - 1 != 0:
        best = NONE
        tied = 0
        for seat in range(SEATS):
            if contenders >> seat & 1:
                if s.n_stock == 0:
                    stack_pack(s, r)
                    shuffle(s)
                s.n_stock -= 1
                card = s.pile[s.n_stock]
                note(s, F_PICKED, seat, card, 0)
                if r.number[card] > best:
                    best = r.number[card]
                    tied = 0
                if r.number[card] == best:
                    tied |= 1 << seat
        contenders = tied
    return lowest_bit(contenders)


def score_round(sheet: Sheet, r: Rules, s: State) -> None:
    """Add a finished round to all scores, then check whether the match is over."""
    sheet.rounds += 1
    for seat in range(sheet.seats):
        if not sheet.eliminated >> seat & 1:
            sheet.scores[seat] += gain(r, s, seat)
    if not sheet.over:
        judge(sheet, r, s)


def write_round(sheet: Sheet, r: Rules, s: State, youngest: int) -> None:
    """Add a finished round to the sheet and, if the match goes on, decide who deals next."""
    score_round(sheet, r, s)
    if not sheet.over:
        sheet.dealer = next_dealer(sheet, r, s, youngest)


def gain(r: Rules, s: State, seat: int) -> int:
    """Return what a round adds to a seat's total; where nothing is scored, count rounds won."""
    if r.round_score == NO_SCORE:
        return s.winners >> seat & 1
    return -s.points[seat] if r.match_end == SURVIVAL else s.points[seat]


def low_is_good(r: Rules) -> bool:
    """Return whether a lower total is better."""
    return r.round_score == OWN_HAND and r.match_end != SURVIVAL


def better(r: Rules, a: int, b: int) -> bool:
    """Return whether total a is better than total b."""
    return a < b if low_is_good(r) else a > b


def reached(sheet: Sheet, r: Rules) -> int:
    """Return the seats still in the match whose total has reached the target, as bits."""
    seats = 0
    for seat in range(sheet.seats):
        score = sheet.scores[seat]
        if not sheet.eliminated >> seat & 1 and (score <= 0 if r.match_end == SURVIVAL else score >= r.target):
            seats |= 1 << seat
    return seats


def best_seats(sheet: Sheet, r: Rules) -> int:
    """Return, as bits, the seats still in the match with the best total; ties share it."""
    seats = 0
    best = 0
    for seat in range(sheet.seats):
        score = sheet.scores[seat]
        if not sheet.eliminated >> seat & 1 and (seats == 0 or not better(r, best, score)):
            seats = 1 << seat | (seats if score == best else 0)
            best = score
    return seats


def judge(sheet: Sheet, r: Rules, s: State) -> None:
    """End the match if this round decides it, and find its winners (A6-4)."""
    end = r.match_end
    if end == REACH_OUT or end == SURVIVAL:
        eliminate(sheet, r, reached(sheet, r))
    elif end == SINGLE_ROUND:
        finish(sheet, r, s.winners)
    elif end == ROUNDS:
        if sheet.rounds >= r.target:
            finish(sheet, r, best_seats(sheet, r))
    elif reached(sheet, r) != 0:
        unharmed = (1 << sheet.seats) - 1 & ~sheet.eliminated & ~reached(sheet, r)
        if end == REACH_LOSES and unharmed != 0:
            finish(sheet, r, unharmed)
        elif end == REACH_LOSES or end == REACH_LOWEST_WINS or end == REACH_WINS:
            finish(sheet, r, best_seats(sheet, r))


def finish(sheet: Sheet, r: Rules, winners: int) -> None:
    """End the match and rank seats by total, ties sharing a rank; seats that left keep the rank they got then."""
    sheet.over = 1
    staying = (1 << sheet.seats) - 1 & ~sheet.eliminated
    sheet.winners = winners & staying
    for seat in range(sheet.seats):
        if staying >> seat & 1:
            sheet.ranks[seat] = 1 + ahead_of(sheet, r, seat, staying)


def ahead_of(sheet: Sheet, r: Rules, seat: int, others: int) -> int:
    """Return how many of these seats have a better total."""
    n = 0
    for other in range(sheet.seats):
        if others >> other & 1 and better(r, sheet.scores[other], sheet.scores[seat]):
            n += 1
    return n


def leave_match(sheet: Sheet, r: Rules, seat: int) -> None:
    """Take a seat out of an unfinished match: it keeps its total and ranks behind all who stay (I-89).

    First take the seat out of the present round (`leave.leave_round`), then out of the match; add the round when it
    is over, even if the match already is.
    """
    eliminate(sheet, r, 1 << seat)


def eliminate(sheet: Sheet, r: Rules, leaving: int) -> None:
    """Eliminate seats, ranked behind those who stay; the last side wins, or the best total if nobody stays."""
    sheet.eliminated |= leaving
    staying = (1 << sheet.seats) - 1 & ~sheet.eliminated
    for seat in range(sheet.seats):
        if leaving >> seat & 1:
            sheet.ranks[seat] = 1 + count_bits(staying) + ahead_of(sheet, r, seat, leaving)
    if one_side(r, sheet.seats, staying):
        sheet.over = 1
        for seat in range(sheet.seats):
            if staying >> seat & 1:
                sheet.ranks[seat] = 1
            if sheet.ranks[seat] == 1:
                sheet.winners |= 1 << seat


def next_dealer(sheet: Sheet, r: Rules, s: State, youngest: int) -> int:
    """Return the dealer of the next round (D05), or the seat that lets the winner start it (D06); nobody who is out."""
    staying = (1 << sheet.seats) - 1 & ~sheet.eliminated
    won = staying & s.winners
    if r.first_seat == FIRST_WINNER and won != 0:
        return first_from(sheet, first_from(sheet, sheet.dealer, 1, won), -1, staying)
    if r.dealer_rotation == ROTATE_REDRAW:
        return pick_dealer(sheet, r, s, youngest)
    if r.dealer_rotation == ROTATE_FIXED and staying >> sheet.dealer & 1:
        return sheet.dealer
    if r.dealer_rotation == ROTATE_WINNER and won != 0:
        staying = won
    elif r.dealer_rotation == ROTATE_LOSER:
        staying = losers(s, r, staying)
    return first_from(sheet, sheet.dealer, 1, staying)


def first_from(sheet: Sheet, seat: int, direction: int, candidates: int) -> int:
    """Return the first of these seats after a seat, in a direction."""
    for _ in range(sheet.seats):
        seat = (seat + direction) % sheet.seats
        if candidates >> seat & 1:
            break
    return seat


def losers(s: State, r: Rules, seats: int) -> int:
    """Return, as bits, those of these seats that lost a round: knocked out, or else left with the worst hand (D05)."""
    if seats & s.out != 0:
        return seats & s.out
    if seats & ~s.winners != 0:
        seats &= ~s.winners
    found = 0
    worst = 0
    for seat in range(s.seats):
        if seats >> seat & 1:
            weight = burden(s, r, seat)
            if found == 0 or weight >= worst:
                found = 1 << seat | (found if weight == worst else 0)
                worst = weight
    return found
