"""Carry out calls, accusations, challenges and "ready", and what fouls cost (D24, D32-D39)."""

from .cards import doubted_cards, show_hand, uncover
from .effects import begin_turn, check_limit, fine, lose_turns, serve, settle
from .layout import Rules, State
from .machine import note
from .seats import give_turn, owes_nothing
from .terms import (
    BATCH, DRAWN, F_CALLED, F_CAUGHT, F_CHALLENGED, F_FAILED, F_READY, F_RETURNED, F_TOOK, F_UPHELD, F_WRONG, NONE,
    OWED, PAYS_ALL, REVERSE_AGAIN, REVERSES, SKIPPED, TURN,
)  # fmt: skip


def call(s: State, seat: int) -> None:
    """Call after the lay, which meets the duty (D33)."""
    note(s, F_CALLED, seat, NONE, 0)
    s.catchable &= ~(1 << seat)
    if s.held[seat] == 1:
        s.called |= 1 << seat


def catch(s: State, r: Rules, seat: int, other: int) -> None:
    """Carry out an accusation that is right (D34, D35)."""
    note(s, F_CAUGHT, other, NONE, seat)
    owes_nothing(s, other)
    serve(s, r, other, r.uno_penalty, False)


def accuse_in_vain(s: State, r: Rules, seat: int, other: int) -> None:
    """Fine a wrong accusation; the seat may not accuse again before the next turn action (D37)."""
    note(s, F_WRONG, seat, NONE, other)
    s.accused |= 1 << seat
    fine(s, r, seat, r.fine_false_call)


def say_ready(s: State, seat: int) -> None:
    """Record that a seat is ready; play continues once all who must have said so (D39)."""
    note(s, F_READY, seat, NONE, 0)
    s.ready &= ~(1 << seat)


def challenge(s: State, r: Rules, seat: int) -> None:
    """Challenge a wild draw: only the challenger sees the hand, everyone learns the verdict (D24, I-61)."""
    culprit, guilty = s.laid_by, s.bluff
    note(s, F_CHALLENGED, seat, NONE, culprit)
    show_hand(s, culprit, seat)
    s.bluff = NONE
    if guilty:
        uphold(s, r, culprit)
        return
    note(s, F_FAILED, seat, NONE, culprit)
    s.under = NONE
    if seat == s.turn:
        s.laid_by = NONE
        settle(s, r, r.challenge_extra)
    elif r.challenge_any == PAYS_ALL:
        cards = s.pending + r.challenge_extra
        s.pending = 0
        s.laid_by = NONE
        s.phase = TURN
        note(s, F_TOOK, seat, NONE, cards)
        serve(s, r, seat, cards, True)
    else:
        serve(s, r, seat, r.challenge_extra, True)


def uphold(s: State, r: Rules, culprit: int) -> None:
    """Settle a challenge that succeeded: the bluffer draws, also what an answer passed on; the target has its turn."""
    note(s, F_UPHELD, culprit, NONE, 0)
    cards = doubted_cards(s, r)
    passed_on = s.pending - cards * r.draws[s.top]
    s.pending = 0
    s.laid_by = NONE
    s.phase = TURN
    if r.card_returns:
        annul(s, r, culprit, cards)
    s.under = NONE
    if check_limit(s, r, culprit):
        serve(s, r, culprit, passed_on + cards * r.guilty_draws, True)


def annul(s: State, r: Rules, seat: int, cards: int) -> None:
    """Take back a whole lay, and with it the duty and the call it brought about (I-25, I-61)."""
    if r.does[s.top] & REVERSES and r.reverse_effect != REVERSE_AGAIN and cards & 1:
        s.direction = -s.direction
    take_back(s, seat, cards)
    owes_nothing(s, seat)
    s.called &= ~(1 << seat)


def take_back(s: State, seat: int, cards: int) -> None:
    """Give this many cards back to the hand they came from, for all to see."""
    for _ in range(cards):
        note(s, F_RETURNED, seat, s.top, 1)
        uncover(s, seat, 1, s.under)


def bad_lay(s: State, r: Rules, seat: int, face: int) -> None:
    """Take back a card that does not fit, and fine the seat (D36).

    In turn, the foul ends the turn, and a target accepts the effect it faces.  Out of turn, or where the turn is kept
    (D53), it costs only the fine.  An open batch is taken back whole.
    """
    note(s, F_RETURNED, seat, r.face_card[face], 0)
    if seat == s.turn and s.phase == BATCH:
        undo_batch(s, r, seat)
    if seat != s.turn or r.fined_turn:
        fine(s, r, seat, r.fine_illegal)
        return

    phase, owed = s.phase, s.pending
    if phase != DRAWN:
        s.turns += 1
    if not begin_turn(s, r, seat):
        return
    s.drawn = NONE
    s.bluff = NONE
    s.under = NONE
    s.phase = TURN
    if fine(s, r, seat, r.fine_illegal):
        forfeit(s, r, seat, owed if phase == OWED or phase == SKIPPED else 0, phase == SKIPPED)


def undo_batch(s: State, r: Rules, seat: int) -> None:
    """Take back an open batch, so that the seat decides again as before it; its turn is not counted twice."""
    owing = OWED if r.draws[s.top] > 0 else SKIPPED  # only draw cards answer cards owed, and Skips turns owed (D58)
    take_back(s, seat, s.batch)
    s.turns -= 1
    s.batch = 0
    s.calling = 0
    s.laid_by = NONE
    s.bluff = NONE
    s.under = NONE
    s.phase = TURN if s.pending == 0 else owing


def forfeit(s: State, r: Rules, seat: int, owed: int, turns: bool) -> None:
    """End the turn after making the seat draw the cards, or lose the turns, that it owed."""
    if owed > 0 and turns:
        s.pending = owed
        lose_turns(s, r)
    elif owed == 0 or serve(s, r, seat, owed, r.wild[s.top] == 1):
        give_turn(s, seat, 1)
