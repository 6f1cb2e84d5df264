"""Work out what each seat may do now, and which fouls it may commit, without changing the state.

A lay is *playable* if the engine would accept it now, and *legitimate* if it also keeps to D22.  What a player may do
depends on what is playable; what a player must do (D14, D15, D30) depends on what is legitimate.
"""

from .cards import card_of, nothing_to_draw
from .layout import Rules, State
from .terms import (
    ANSWER, ANY_CARD, BATCH, BY_CHALLENGE, BY_ENGINE, CALL, CALLING, CATCH, CHALLENGE, CHOOSE, COLOUR, COLOUR_FACE,
    DEFLECT, DONE, DRAW, DRAWN, END_ROUND, FIT, HALF, JOIN, JUMP, MAY_KEEP, MUST_PLAY, NAME, NO_COLOUR, NO_DUTY,
    NO_PLAYABLE,
    NONE, OWED, PASS, RANKS, READY, SEAT, SHOUT, SKIPPED, TAKE, TURN, VERBS, WILD,
)  # fmt: skip


def honest(s: State, r: Rules, seat: int) -> bool:
    """Return whether a wild draw from this hand is, or was, legitimate on the face to be matched (D22)."""
    if r.wd_condition == NO_COLOUR:
        suit = r.suit[r.face_colour[s.face]]
        return s.hand[seat][0] & suit[0] | s.hand[seat][1] & suit[1] == 0
    if r.wd_condition == NO_PLAYABLE:
        fit = r.allow[FIT][s.face]
        return s.hand[seat][0] & fit[0] | s.hand[seat][1] & fit[1] & ~r.guarded == 0
    return True


def accepted(s: State, r: Rules, seat: int, high: int) -> int:
    """Return these wild cards of a hand without those that the engine refuses to let it lay now (D22, D23)."""
    if r.wd_policing == BY_ENGINE and not honest(s, r, seat):
        return high & ~r.guarded
    return high


def jump_face(s: State) -> int:
    """Return the face a jump-in must match: the top card itself, even if only its colour counts otherwise."""
    return s.face if s.face < COLOUR_FACE else s.top


def jump_open(s: State, r: Rules, seat: int) -> bool:
    """Return whether a jump-in by this seat is open now, whatever the seat holds (D31)."""
    if s.laid_by == NONE or not r.jump_in or (s.laid_by == seat and not r.jump_own):
        return False
    return s.phase == TURN or s.phase == OWED or s.phase == SKIPPED


def may_jump(s: State, r: Rules, seat: int) -> bool:
    """Return whether this seat may jump in, provided it holds a matching card."""
    return jump_open(s, r, seat) and (s.held[seat] > 1 or r.jump_may_win == 1)


def answer_stance(s: State, r: Rules) -> int:
    """Return the stance for answers to the pending effect; a draw passed on by a Skip or Reverse has its own."""
    return DEFLECT if s.phase == OWED and r.draws[s.top] == 0 else ANSWER


def answers(s: State, r: Rules, seat: int) -> tuple[int, int]:
    """Return the cards with which a target may pass its effect on (D25-D27, D50, D51)."""
    if s.face >= COLOUR_FACE:
        return 0, 0
    allowed = r.allow[answer_stance(s, r)][s.face]
    return s.hand[seat][0] & allowed[0], s.hand[seat][1] & allowed[1]


def jumps(s: State, r: Rules, seat: int) -> tuple[int, int]:
    """Return the cards a seat may lay out of turn (D31)."""
    if not may_jump(s, r, seat):
        return 0, 0
    allowed = r.allow[JUMP][jump_face(s)]
    return s.hand[seat][0] & allowed[0], s.hand[seat][1] & allowed[1]


def playable(s: State, r: Rules, seat: int, card: int) -> bool:
    """Return whether a card of a hand could be laid on the seat's turn."""
    half = card // HALF
    if not r.allow[FIT][s.face][half] >> card % HALF & 1:
        return False
    if s.held[seat] == 1 and r.banned[half] >> card % HALF & 1:
        return False
    if not r.wild[card] or not r.guarded >> card - HALF & 1:
        return True
    return r.wd_policing == BY_CHALLENGE or honest(s, r, seat)


def lays(s: State, r: Rules, seat: int) -> tuple[int, int]:
    """Return the cards a seat may lay now, in whatever stance."""
    phase = s.phase
    if seat != s.turn:
        low, high = jumps(s, r, seat)
    elif phase == TURN or phase == DRAWN:
        fit = r.allow[FIT][s.face]
        low, high = s.hand[seat][0] & fit[0], s.hand[seat][1] & fit[1]
        if phase == DRAWN and r.drawn_card != ANY_CARD:
            low &= 1 << s.drawn if s.drawn < HALF else 0
            high &= 1 << s.drawn - HALF if s.drawn >= HALF else 0
        if high & r.guarded:
            high = accepted(s, r, seat, high)
    elif phase == BATCH:
        join = r.allow[JOIN][s.face]
        low, high = s.hand[seat][0] & join[0], s.hand[seat][1] & join[1]
    elif phase == OWED or phase == SKIPPED:
        low, high = answers(s, r, seat)
        jump_low, jump_high = jumps(s, r, seat)
        low |= jump_low
        high |= jump_high
    else:
        return 0, 0
    if r.wd_scope and high & r.guarded and phase != BATCH:
        high = accepted(s, r, seat, high)
    if s.held[seat] == 1:
        low &= ~r.banned[0]
        high &= ~r.banned[1]
    return low, high


def legitimate(s: State, r: Rules, seat: int, low: int, high: int) -> bool:
    """Return whether at least one of these lays keeps to D22."""
    if low | high & ~r.guarded:
        return True
    return high != 0 and honest(s, r, seat)


def must_answer(s: State, r: Rules, seat: int) -> bool:
    """Return whether the target must answer, because it can (D30)."""
    if not r.answer_forced:
        return False
    low, high = answers(s, r, seat)
    if s.held[seat] == 1:
        low &= ~r.banned[0]
        high &= ~r.banned[1]
    return legitimate(s, r, seat, low, high) if r.wd_scope else low | high != 0


def claims(s: State, r: Rules, seat: int) -> int:
    """Return, as bits, the calls, accusations and challenges that a seat may make between two turn actions."""
    bits = 0
    if s.catchable != 0:
        if not s.accused >> seat & 1:
            bits = (s.catchable & ~(1 << seat)) << CATCH - VERBS
        if s.catchable >> seat & 1 and (r.uno_late_ok or not s.one_left >> seat & 1):
            bits |= 1 << CALL - VERBS
    if s.bluff != NONE and seat != s.laid_by and (seat == s.turn or r.challenge_any):
        bits |= 1 << CHALLENGE - VERBS
    return bits


def turn_verbs(s: State, r: Rules, seat: int, low: int, high: int) -> int:
    """Return, as bits, what the seat on turn may do other than lay, given the cards it may lay."""
    phase = s.phase
    if phase == TURN:
        if nothing_to_draw(s, r):
            verb = DRAW if r.pile_out == END_ROUND else PASS
            return 0 if legitimate(s, r, seat, low, high) else 1 << verb - VERBS
        if r.draw_voluntary or not legitimate(s, r, seat, low, high):
            return 1 << DRAW - VERBS
        return 0
    if phase == DRAWN:
        if r.drawn_card == MUST_PLAY and legitimate(s, r, seat, low, high):
            return 0
        return 1 << PASS - VERBS
    if phase == OWED or phase == SKIPPED:
        return 0 if must_answer(s, r, seat) else 1 << TAKE - VERBS
    if phase == BATCH:
        return 1 << DONE - VERBS
    if phase == COLOUR:
        return (1 << r.colours) - 1 << NAME - VERBS
    if phase == SEAT:
        others = ((1 << s.seats) - 1 & ~s.out & ~(1 << seat)) << CHOOSE - VERBS
        return others | 1 << PASS - VERBS if r.does[s.top] & MAY_KEEP else others
    return 0


def only_choosing(s: State) -> bool:
    """Return whether a batch, colour or seat is still to be chosen: until then nobody else may act or claim."""
    return s.phase == BATCH or s.phase >= COLOUR


def legal(s: State, r: Rules, seat: int) -> tuple[int, int, int]:
    """Return what a seat may do now: the cards it may lay, as two words, and its other actions, as bits above VERBS."""
    if s.ready != 0:
        return 0, 0, (s.ready >> seat & 1) << READY - VERBS
    if s.out >> seat & 1:
        return 0, 0, 0
    low, high = lays(s, r, seat)
    verbs = turn_verbs(s, r, seat, low, high) if seat == s.turn else 0
    if (s.catchable != 0 or s.bluff != NONE) and not only_choosing(s):
        verbs |= claims(s, r, seat)
    return low, high, verbs


def may_call(s: State, r: Rules, seat: int, cards: int) -> bool:
    """Return whether a lay of this many cards leaves one, so that it may carry the call (D32)."""
    return r.uno_duty != NO_DUTY and s.held[seat] == cards + 1


def fouls(s: State, r: Rules, seat: int) -> tuple[int, int, int]:
    """Return the fouls that would be accepted and fined: bad lays (D36), false calls and accusations (D37)."""
    if s.ready != 0 or s.out >> seat & 1 or s.phase >= COLOUR or (s.phase == BATCH and seat != s.turn):
        return 0, 0, 0
    low, high = lays(s, r, seat)
    verbs = false_claims(s, r, seat)
    if low | high != 0 and r.fine_false_call > 0 and r.uno_duty != NO_DUTY and not may_call(s, r, seat, 1):
        verbs |= 1 << SHOUT - VERBS
    if r.fine_illegal == NONE:
        return 0, 0, verbs
    bad_low, bad_high = bad_lays(s, r, seat, low, high)
    return bad_low, bad_high, verbs


def bad_lays(s: State, r: Rules, seat: int, low: int, high: int) -> tuple[int, int]:
    """Return the cards a seat holds but may not lay now, except cards that are just too late for a jump-in."""
    low = s.hand[seat][0] & ~low
    high = s.hand[seat][1] & ~high
    if seat != s.turn and r.jump_in and s.laid_by == NONE:
        late = r.allow[JUMP][jump_face(s)]
        low &= ~late[0]
        high &= ~late[1]
    return low, high


def false_claims(s: State, r: Rules, seat: int) -> int:
    """Return, as bits, the false calls and wrong accusations that the rules accept."""
    if r.uno_duty == NO_DUTY or s.phase == BATCH:
        return 0
    bits = 0
    if r.fine_false_call > 0 and not s.catchable >> seat & 1:
        bits = 1 << CALL - VERBS
    if (r.fine_false_call > 0 or r.blind_accusation) and not s.accused >> seat & 1:
        bits |= ((1 << s.seats) - 1 & ~s.out & ~s.catchable & ~(1 << seat)) << CATCH - VERBS
    return bits


def listed(low: int, high: int, verbs: int, action: int) -> bool:
    """Return whether these sets contain an action, ignoring its call."""
    action &= ~CALLING
    if action >= VERBS:
        return verbs >> action - VERBS & 1 == 1
    card = card_of(action)
    return (low >> card if card < HALF else high >> card - HALF) & 1 == 1


def names_colour(r: Rules, action: int) -> bool:
    """Return whether the colour a lay names, if it names one, is in the pack."""
    face = action & ~CALLING
    return face < WILD or face >= VERBS or face // RANKS - 4 < r.colours


def is_legal(s: State, r: Rules, seat: int, action: int) -> bool:
    """Return whether `legal` lists this action; a call may go only with a lay that leaves exactly one card."""
    low, high, verbs = legal(s, r, seat)
    if not listed(low, high, verbs, action) or not names_colour(r, action):
        return False
    return not action & CALLING or (action < CALLING + VERBS and may_call(s, r, seat, 1))


def is_foul(s: State, r: Rules, seat: int, action: int) -> bool:
    """Return whether an action that is not legal is a foul that is accepted and fined."""
    low, high, verbs = fouls(s, r, seat)
    if action == SHOUT or action >= CALLING + VERBS or not names_colour(r, action):
        return False
    if listed(low, high, verbs, action):
        return True
    if not action & CALLING or not verbs >> SHOUT - VERBS & 1:
        return False
    low, high, verbs = legal(s, r, seat)
    return listed(low, high, 0, action)
