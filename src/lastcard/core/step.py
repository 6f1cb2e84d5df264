"""Carry out one action."""

from .cards import draw_card, nothing_to_draw
from .claims import accuse_in_vain, bad_lay, call, catch, challenge, say_ready
from .deal import name_colour
from .effects import begin_turn, check_limit, fine, lose_turns, settle
from .lay import choose_seat, complete, keep_hand, lay
from .layout import Rules, State
from .legal import is_foul, is_legal, playable
from .machine import note
from .scoring import blocked
from .seats import active_seats, give_turn
from .terms import (
    ACCEPTED, CALL, CALLING, CATCH, CHALLENGE, CHOOSE, DONE, DRAW, DRAWN, END_ROUND, F_DREW, F_FINED, F_PASSED,
    FINED_FOUL, KEEP, NAME, NONE, OWED, PASS, READY, REFUSED, SEAT, SKIPPED, TAKE, TURN, VERBS,
)  # fmt: skip


def draw_turn(s: State, r: Rules) -> None:
    """Draw for the seat on turn, one card at a time, up to the number of D13 or, by D59, the first playable card.

    If a fine for a forgotten call took the last card (D52), nothing is drawn and the seat is asked again.
    """
    seat = s.turn
    if not begin_turn(s, r, seat):
        return
    s.turns += 1
    card = NONE
    drawn = 0
    while drawn == 0 or drawn != r.draw_size and not (r.draw_stops and playable(s, r, seat, card)):
        if nothing_to_draw(s, r):
            if r.pile_out == END_ROUND:
                blocked(s, r, 0)
                return
            break
        card = draw_card(s, r, seat, F_DREW)
        drawn += 1
        if not check_limit(s, r, seat):
            return
    if r.drawn_card == KEEP:
        give_turn(s, seat, 1)
    elif drawn > 0:
        s.drawn = card
        s.phase = DRAWN


def pass_turn(s: State, r: Rules) -> None:
    """Pass: the seat keeps the card it drew, or can neither lay nor draw (I-54)."""
    seat = s.turn
    if not begin_turn(s, r, seat):
        return
    note(s, F_PASSED, seat, NONE, 0)
    if s.phase == TURN:
        s.turns += 1
        s.passes += 1
    s.drawn = NONE
    if s.passes >= active_seats(s):
        blocked(s, r, 0)
    else:
        give_turn(s, seat, 1)


def take_effect(s: State, r: Rules) -> None:
    """Accept the pending effect; nobody may jump in any more."""
    s.laid_by = NONE
    if s.phase == OWED:
        settle(s, r, 0)
    else:
        lose_turns(s, r)


def step(s: State, r: Rules, seat: int, action: int) -> None:
    """Carry out an action, which must be legal."""
    face = action % CALLING
    if face < VERBS:
        lay(s, r, seat, face, action // CALLING)
    elif action == DRAW:
        draw_turn(s, r)
    elif action == PASS:
        if s.phase == SEAT:
            keep_hand(s, r)
        else:
            pass_turn(s, r)
    elif action == TAKE:
        take_effect(s, r)
    elif action == DONE:
        complete(s, r, False)
    elif action == CHALLENGE:
        challenge(s, r, seat)
    elif action == CALL:
        call(s, seat)
    elif action == READY:
        say_ready(s, seat)
    elif action < CHOOSE:
        name_colour(s, r, action - NAME)
    elif action < CATCH:
        choose_seat(s, r, action - CHOOSE)
    else:
        catch(s, r, seat, action - CATCH)
    check_bound(s, r)


def check_bound(s: State, r: Rules) -> None:
    """End a round as blocked when it reaches the turn limit, so that every round ends (I-54)."""
    if s.turns >= r.turn_limit and (s.phase == TURN or s.phase == OWED or s.phase == SKIPPED):
        blocked(s, r, 1)


def commit_foul(s: State, r: Rules, seat: int, action: int) -> None:
    """Carry out a foul that is fined (D36, D37)."""
    if action & ~CALLING < VERBS:
        bad_lay(s, r, seat, action & ~CALLING)
    elif action == CALL:
        fine(s, r, seat, r.fine_false_call)
    else:
        accuse_in_vain(s, r, seat, action - CATCH)
    check_bound(s, r)


def apply(s: State, r: Rules, seat: int, action: int) -> int:
    """Carry out an action if the rules accept it, and return a verdict; after REFUSED the state is unchanged."""
    if seat < 0 or seat >= s.seats or action < 0 or action >= 2 * CALLING:
        return REFUSED
    fines = s.tally[F_FINED]
    if is_legal(s, r, seat, action):
        step(s, r, seat, action)
    elif not is_foul(s, r, seat, action):
        return REFUSED
    elif is_legal(s, r, seat, action & ~CALLING):
        step(s, r, seat, action)
    else:
        commit_foul(s, r, seat, action)
    return FINED_FOUL if s.tally[F_FINED] != fines else ACCEPTED
