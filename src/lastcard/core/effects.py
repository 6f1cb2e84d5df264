"""Carry out what a lay does to the other seats: cards owed, turns lost, penalties (A5-4)."""

from .cards import draw_card
from .layout import Rules, State
from .machine import note
from .rights import first_claimant
from .scoring import blocked, knock_out, last_side, win
from .seats import active_seats, close_interval, give_turn, is_out, owes_nothing, seat_after
from .terms import (
    AGAIN, ANY_PENALTY, ASKS_ANSWER, ASKS_JUMP, CARD_PLAYED, COLOUR, END_ROUND, FLIP_AND_SKIP, F_FINED, F_LOST,
    F_OVERDUE, F_SERVED, F_TOOK, HEADS_UP_SKIP, JUMP, MAX_OWED, NONE, OVER, OWED, OWN_TURN_BEGINS, REVERSES,
    REVERSE_AGAIN, SKIPPED, SKIPS_CANCEL, SKIPS_LAST, SKIPS_SUM, SUM, TURN, WD_VICTIM,
)  # fmt: skip


def check_limit(s: State, r: Rules, seat: int) -> bool:
    """Return whether a seat is still in after drawing; if not, knock it out and pass on what it was asked (D43)."""
    if r.hand_limit == 0 or s.held[seat] < r.hand_limit:
        return True
    knock_out(s, r, seat)
    survivor = last_side(s, r)
    if survivor != NONE:
        win(s, r, survivor)
    elif seat == s.turn:
        pass_on(s, seat)
    return False


def pass_on(s: State, seat: int) -> None:
    """End the turn of a seat that is out; the next seat is asked what this one was asked."""
    waiting = s.phase
    give_turn(s, seat, 1)
    if waiting == OWED or waiting == SKIPPED or waiting == COLOUR:
        s.phase = waiting
    s.drawn = NONE


def serve(s: State, r: Rules, seat: int, cards: int, wild_draw: bool) -> bool:
    """Make a seat draw penalty cards, as many as there are; return whether it is still in a running round."""
    drawn = 0
    while drawn < cards:
        if draw_card(s, r, seat, F_SERVED) == NONE:
            if r.pile_out == END_ROUND:
                blocked(s, r, 0)
                return False
            break
        drawn += 1
        if not check_limit(s, r, seat):
            return False
    if drawn > 0 and (r.ready_gate == ANY_PENALTY or (r.ready_gate == WD_VICTIM and wild_draw)):
        s.ready |= 1 << seat
    return True


def fine(s: State, r: Rules, seat: int, cards: int) -> bool:
    """Fine a seat for a foul; return whether it is still in a running round."""
    note(s, F_FINED, seat, NONE, cards)
    return serve(s, r, seat, cards, False)


def fine_overdue(s: State, r: Rules, acting: int) -> None:
    """Penalise every seat whose forgotten call nobody noticed before this seat acts (D34, D52)."""
    seat = first_claimant(s)
    for _ in range(active_seats(s)):
        if s.catchable >> seat & 1 and (seat == acting or r.uno_window != OWN_TURN_BEGINS):
            note(s, F_OVERDUE, seat, NONE, 0)
            owes_nothing(s, seat)
            serve(s, r, seat, r.uno_penalty, False)
        seat = seat_after(s, seat, s.direction, 1)


def begin_turn(s: State, r: Rules, seat: int) -> bool:
    """Begin a turn action other than a lay; return whether it is still possible after fines for forgotten calls."""
    if s.catchable != 0 and r.uno_unnoticed and r.uno_window != CARD_PLAYED:
        fine_overdue(s, r, seat)
        if s.phase == OVER or is_out(s, seat):
            return False
    close_interval(s, r)
    return True


def settle(s: State, r: Rules, extra: int) -> None:
    """Make the target draw what is owed; D20 says whether it then loses its turn."""
    seat = s.turn
    cards = s.pending + extra
    s.pending = 0
    s.bluff = NONE
    s.under = NONE
    s.phase = TURN
    note(s, F_TOOK, seat, NONE, cards)
    if serve(s, r, seat, cards, r.wild[s.top] == 1) and r.draw_forfeits:
        give_turn(s, seat, 1)


def lose_turns(s: State, r: Rules) -> None:
    """Skip the target and, if more than one turn is owed, the seats after it (I-13, D49), which may answer by D60."""
    turns = s.pending
    if r.skip_reach and turns >= active_seats(s):
        turns = active_seats(s) - 1
    lost = 1 if r.skip_answerer and r.asks[s.top] & ASKS_ANSWER else turns
    s.pending = turns - lost
    note(s, F_LOST, s.turn, NONE, lost)
    give_turn(s, s.turn, lost)
    if s.pending > 0:
        s.phase = SKIPPED


def owe_cards(s: State, r: Rules, seat: int, ahead: int, cards: int) -> None:
    """Make the seat that many places ahead owe cards; settle at once if nobody may respond."""
    if r.draw_total == SUM:
        cards += s.pending
    s.pending = cards if cards < MAX_OWED else MAX_OWED
    give_turn(s, seat, ahead)
    rights = ASKS_ANSWER if s.laid_by == NONE else ASKS_ANSWER | ASKS_JUMP
    if s.bluff != NONE or r.asks[s.top] & rights:
        s.phase = OWED
    else:
        settle(s, r, 0)


def owe_turns(s: State, r: Rules, seat: int, ahead: int, turns: int) -> None:
    """Make a seat ahead owe turns, which are lost at once if nobody may answer; a jump-in may still move them.

    Under D29 cancel, a Skip on one whose turns are still owed ends both.
    """
    if r.skip_total == SKIPS_CANCEL and s.pending > 0:
        s.pending = 0
        give_turn(s, seat, ahead)
        return
    if r.skip_total == SKIPS_SUM:
        turns += s.pending
        if r.skip_cap > 0 and turns > r.skip_cap:
            turns = r.skip_cap
    s.pending = turns = turns if turns < MAX_OWED else MAX_OWED
    give_turn(s, seat, ahead)
    if r.asks[s.top] & ASKS_ANSWER:
        s.phase = SKIPPED
        return
    lose_turns(s, r)
    if r.skip_total != SKIPS_LAST and s.laid_by != NONE and r.allow[JUMP][s.face][0] | r.allow[JUMP][s.face][1] != 0:
        s.pending = turns


def turn_round(s: State, r: Rules, cards: int) -> int:
    """Flip the direction once for each Reverse (D18); return the turns lost, as it may act as a Skip for two (D19)."""
    odd = cards & 1
    if odd and r.reverse_effect != REVERSE_AGAIN:
        s.direction = -s.direction
    return odd if active_seats(s) == 2 and r.reverse_heads_up == HEADS_UP_SKIP else 0


def deflect(s: State, r: Rules, seat: int) -> None:
    """Pass the cards owed on to the next seat, after a Reverse in the new direction, and ask that seat (D50, D51)."""
    if r.does[s.top] & REVERSES:
        turn_round(s, r, 1)
    give_turn(s, seat, 1)
    s.phase = OWED


def plays_again(s: State, r: Rules) -> bool:
    """Return whether a lay gives another turn (D17, D18), which a Reverse that also draws or skips does not."""
    if r.does[s.top] & AGAIN:
        return True
    if r.draws[s.top] > 0 or r.skips[s.top] > 0:
        return False
    return r.reverse_effect == REVERSE_AGAIN and active_seats(s) > 2


def effect(s: State, r: Rules, seat: int, cards: int) -> None:
    """Apply the effect of a lay of this many cards like the top card, laid by this seat."""
    card = s.top
    does = r.does[card]
    ahead = 1
    if does & REVERSES:
        ahead += turn_round(s, r, cards)
    if does & (AGAIN | REVERSES) and plays_again(s, r):
        s.pending = 0
        give_turn(s, seat, 1 if is_out(s, seat) else 0)
    elif r.draws[card] > 0:
        owe_cards(s, r, seat, ahead, cards * r.draws[card])
    elif r.skips[card] > 0:
        owe_turns(s, r, seat, ahead, cards * r.skips[card])
    elif does & REVERSES and r.reverse_effect == FLIP_AND_SKIP and active_seats(s) > 2:
        give_turn(s, seat, 1)
        s.pending = cards
        lose_turns(s, r)
    else:
        s.pending = 0
        give_turn(s, seat, ahead)
