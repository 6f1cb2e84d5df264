"""Lay one card or a batch, and carry out what follows from the whole lay (A5-1 to A5-4)."""

from .cards import cover, draw_card, note_hand, rotate_hands, swap_hands, take
from .effects import deflect, effect, fine, fine_overdue, turn_round
from .layout import Rules, State
from .legal import answer_stance, honest
from .machine import note
from .rights import last_claimant
from .scoring import win
from .seats import end_accusing, is_out, owes_nothing, seat_after
from .terms import (
    ANSWER, BATCH, BY_CHALLENGE, DRAWN, F_CALLED, F_FORGOT, F_LAID, F_PASSED, F_ROTATED, F_SERVED, F_SWAPPED, FIT,
    HALF, JOIN, JUMP, NO_DUTY, NONE, ON_HOLD, OVER, OWED, REVERSES, ROTATES, SEAT, SUM, SWAPS, TURN,
)  # fmt: skip


def stance_of(s: State, r: Rules, seat: int, card: int) -> int:
    """Return the stance in which a legal lay of this card is made."""
    if seat != s.turn:
        return JUMP
    if s.phase == TURN or s.phase == DRAWN:
        return FIT
    if s.phase == BATCH:
        return JOIN
    return ANSWER if r.allow[answer_stance(s, r)][s.face][card // HALF] >> card % HALF & 1 else JUMP


def laid_alone(s: State, r: Rules, card: int, stance: int) -> bool:
    """Return whether a lay is one card, whatever D12 says: a jump-in, a drawn card, one that passes a draw on."""
    return stance == JUMP or s.phase == DRAWN or (s.phase == OWED and r.draws[card] == 0)


def lay(s: State, r: Rules, seat: int, face: int, called: int) -> None:
    """Lay one card; the lay is then complete, or the batch stays open for more cards (D12)."""
    card = r.face_card[face]
    stance = stance_of(s, r, seat, card)
    deflecting = s.phase == OWED and r.draws[card] == 0
    alone = laid_alone(s, r, card, stance)
    if stance != JOIN:
        guilt = guilt_of(s, r, seat, card, stance)
        if s.catchable != 0 and r.uno_unnoticed:
            held = s.held[seat]
            fine_overdue(s, r, seat)
            if s.phase == OVER or is_out(s, seat):
                return
            called = called if s.held[seat] == held else 0
        begin_lay(s, r, seat, stance, guilt)

    take(s, seat, card)
    cover(s, card, face)
    note(s, F_LAID + stance, seat, face, called)
    s.batch += 1
    s.calling |= called

    if alone or s.batch >= r.batch or s.held[seat] == 0:
        complete(s, r, deflecting)
    else:
        s.phase = BATCH


def guilt_of(s: State, r: Rules, seat: int, card: int, stance: int) -> int:
    """Return what a challenge would find: 0 honest, 1 a bluff; NONE if the lay cannot be challenged (D22, D23, D56)."""
    if stance != FIT and not r.wd_scope:
        return NONE
    if r.wild[card] and r.guarded >> card - HALF & 1 and r.wd_policing == BY_CHALLENGE:
        return 0 if honest(s, r, seat) else 1
    return NONE


def begin_lay(s: State, r: Rules, seat: int, stance: int, guilt: int) -> None:
    """End the interval and begin a lay; keep the effect that an answer or jump-in takes over, and the guilt (I-61)."""
    if s.phase != DRAWN:
        s.turns += 1
    if stance == FIT:
        s.pending = 0
    end_accusing(s, r, seat)
    s.accused = 0
    s.passes = 0
    s.drawn = NONE
    s.turn = seat
    if stance != JUMP or not r.jump_stays:
        s.laid_by = seat
    s.bluff = guilt
    s.under = s.face if guilt != NONE or (r.batch > 1 and r.fine_illegal != NONE) else NONE


def complete(s: State, r: Rules, deflecting: bool) -> None:
    """Complete a lay: check for an empty hand, then the duty to call, then exchanges, then the effect."""
    seat, cards, called = s.turn, s.batch, s.calling
    s.calling = 0
    s.phase = TURN
    if s.bluff == NONE:
        s.under = NONE

    does = r.does[s.top]
    if s.held[seat] == 0 and not (r.last_exchange and does & (SWAPS | ROTATES)):
        go_out(s, r, seat, cards, deflecting)
        return

    owe_call(s, r, seat, called)
    s.batch = 0
    if s.phase == OVER:
        return

    if deflecting:
        deflect(s, r, s.laid_by)
    else:
        carry_out(s, r, seat, cards)


def carry_out(s: State, r: Rules, seat: int, cards: int) -> None:
    """Move hands as a lay demands, or ask its player for a seat to swap with (D21); then the lay takes effect."""
    does = r.does[s.top]
    if does & SWAPS and not is_out(s, seat):
        s.turn = seat
        s.batch = cards
        s.phase = SEAT
    elif does & ROTATES:
        for _ in range(cards):
            rotate(s, r, seat)
        follow(s, r, cards)
    else:
        effect(s, r, last_claimant(s.turn, s.laid_by), cards)


def follow(s: State, r: Rules, cards: int) -> None:
    """Continue after the exchanges of a lay: a seat without cards wins (D54), else the lay takes effect."""
    if r.last_exchange:
        for other in range(s.seats):
            if s.held[other] == 0 and not is_out(s, other):
                win(s, r, other)
                return
    effect(s, r, last_claimant(s.turn, s.laid_by), cards)


def go_out(s: State, r: Rules, seat: int, cards: int, deflecting: bool) -> None:
    """End the round after a last card; the next player may have to draw first (D41)."""
    owed = cards * r.draws[s.top]
    if (owed > 0 or deflecting) and r.last_card:
        ahead = 1
        if r.does[s.top] & REVERSES:
            ahead += turn_round(s, r, cards)
        if deflecting:
            ahead = 1
            owed = s.pending
        elif r.draw_total == SUM:
            owed += s.pending
        target = seat_after(s, s.laid_by, s.direction, ahead)
        s.bluff = NONE
        for _ in range(owed):
            if target == seat or draw_card(s, r, target, F_SERVED) == NONE:
                break
    win(s, r, seat)


def owe_call(s: State, r: Rules, seat: int, called: int) -> None:
    """Record the call, or the duty to call, of a lay that leaves one card (D32); fine any other call (D37)."""
    if r.uno_duty == NO_DUTY:
        return
    if s.held[seat] != 1:
        s.called &= ~(1 << seat)  # of the card before: a last card may exchange hands (D54)
        if called:
            fine(s, r, seat, r.fine_false_call)
        return
    s.one_left |= 1 << seat
    if called:
        s.called |= 1 << seat
        note(s, F_CALLED, seat, NONE, 0)
    else:
        s.catchable |= 1 << seat
        note(s, F_FORGOT, seat, NONE, 0)


def rotate(s: State, r: Rules, layer: int) -> None:
    """Pass every hand on to the next seat (D21)."""
    note(s, F_ROTATED, layer, NONE, s.direction)
    rotate_hands(s)
    for seat in range(s.seats):
        if not is_out(s, seat):
            exchanged(s, r, seat, layer)


def choose_seat(s: State, r: Rules, other: int) -> None:
    """Swap hands with the chosen seat; each card of a batch has its own choice (D21)."""
    seat = s.turn
    note(s, F_SWAPPED, seat, NONE, other)
    swap_hands(s, seat, other)
    exchanged(s, r, seat, seat)
    exchanged(s, r, other, seat)
    chosen(s, r, seat)


def keep_hand(s: State, r: Rules) -> None:
    """Decline to swap hands, where the card leaves the choice (D21)."""
    note(s, F_PASSED, s.turn, NONE, 0)
    chosen(s, r, s.turn)


def chosen(s: State, r: Rules, seat: int) -> None:
    """Go on to the choice for the next card of a batch, or to what follows from the whole lay."""
    s.batch -= 1
    if s.batch == 0:
        follow(s, r, 1)


def exchanged(s: State, r: Rules, seat: int, layer: int) -> None:
    """Cancel the call of a seat after an exchange; under on_hold a new hand of one card owes a call (A5-3).

    The seat that laid keeps its duty, or the call that met it, as long as its new hand is also one card.
    """
    note_hand(s, seat)
    bit = 1 << seat
    keeps = s.held[seat] == 1 and seat == layer and (s.called | s.one_left) & bit != 0
    if keeps:
        return
    s.called &= ~bit
    if r.uno_duty == ON_HOLD:
        owes_nothing(s, seat)
        if s.held[seat] == 1:
            s.catchable |= bit
