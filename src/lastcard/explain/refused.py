"""Explain why an action is refused."""

from ..core.cards import card_of, colour_of, nothing_to_draw
from ..core.legal import answer_stance, answers, is_legal, jump_face, legal, only_choosing
from ..core.terms import (
    ANY_CARD,
    BATCH,
    BY_ENGINE,
    CALL,
    CALLING,
    CATCH,
    CHALLENGE,
    CHOOSE,
    COLOUR,
    COLOUR_FACE,
    DONE,
    DRAW,
    DRAWN,
    FIT,
    HALF,
    JOIN,
    JUMP,
    LEAVE,
    NAME,
    NO_COLOUR,
    NO_CONDITION,
    NO_DUTY,
    NONE,
    OVER,
    OWED,
    PASS,
    READY,
    SEAT,
    SEATS,
    SKIPPED,
    TURN,
    VERBS,
    WILD,
    CountInfo,
)
from ..notation import format_action
from .case import WORDS, Case
from .reasons import Reason


class RefusedCase(Case):
    """Explains why an action is refused.  Each check returns a reason or None; the last one always returns a reason."""

    def why(self, action: int) -> Reason:
        """Return the reason for an action that the core refuses."""
        return self._no_such(action) or self._not_now(action) or self._choice_first(action) or self._by_verb(action)

    def apart(self, action: int, place: int) -> Reason:
        """Return the reason why an action cannot follow others, as many as `place` says, in the same move."""
        if action & ~CALLING >= VERBS:
            return self._no_such(action) or self.reason("separate-move", action=format_action(self.deck, action))
        card = self.card(card_of(action & ~CALLING))
        if place < self.r.batch:  # the lay was complete before the batch was full (I-80)
            return self.reason("played-alone", card=card)
        return self.reason("not-together", by="batch", card=card)

    def _no_such(self, action: int) -> Reason | None:
        if not 0 <= self.seat < self.s.seats:
            return self._absent(self.seat)
        if CALLING + VERBS <= action < 2 * CALLING and self._exists(action - CALLING):
            return self.reason("call-needs-card", action=format_action(self.deck, action - CALLING))
        return None if self._exists(action) else self.reason("no-such-action")

    def _exists(self, action: int) -> bool:
        """Return whether the action exists with the cards and colours of this deck."""
        colours = len(self.deck.colours)
        if 0 <= action < CALLING + VERBS and action & ~CALLING < VERBS:
            face = action & ~CALLING
            return card_of(face) in self.deck.text and (face < WILD or colour_of(face) < colours)
        return action in WORDS or action == LEAVE or NAME <= action < NAME + colours or CHOOSE <= action < CATCH + SEATS

    def _absent(self, seat: int) -> Reason | None:
        """Return why a seat cannot act."""
        if not 0 <= seat < self.s.seats:
            return self.reason("no-such-seat", last=self.s.seats - 1)
        return self.reason("seat-out", other=seat) if self.s.out >> seat & 1 else None

    def _not_now(self, action: int) -> Reason | None:
        """Check for reasons that apply to every action of the seat."""
        s = self.s
        if s.phase == OVER:
            return self.reason("round-over")
        if action == LEAVE:
            return self._absent(self.seat)
        if s.ready != 0:
            return self.reason("ready-first", awaited=tuple(seat for seat in range(s.seats) if s.ready >> seat & 1))
        if action == READY:
            return self.reason("nobody-to-be-ready")
        return self._absent(self.seat)

    def _choice_first(self, action: int) -> Reason | None:
        """Check whether a batch, a colour or a seat must be chosen first, by the seat on turn."""
        s = self.s
        if not only_choosing(s):
            return None
        if self.seat == s.turn:
            if s.phase == BATCH and action & ~CALLING < VERBS:
                return None
            if s.phase == SEAT and CHOOSE <= action < CATCH:
                return self._absent(action - CHOOSE) or self.reason("swap-with-another")
        if s.phase == BATCH:
            return self.reason("batch-first")
        if s.phase == COLOUR:
            return self.reason("colour-first", by=self.opening_rule())
        _, _, verbs = legal(s, self.r, s.turn)
        seats = tuple(seat for seat in range(s.seats) if verbs >> CHOOSE - VERBS + seat & 1)
        return self.reason("swap-first", seats=seats)

    def _by_verb(self, action: int) -> Reason:
        if action & ~CALLING < VERBS:
            return self._lay(action & ~CALLING)
        if action >= CATCH:
            return self._catch(action - CATCH)
        if action >= CHOOSE:
            return self.reason("no-seat-to-choose")
        if action >= NAME:
            return self.reason("no-colour-to-name")
        if action == DONE:
            return self.reason("no-open-batch")
        if action == CHALLENGE:
            return self._challenge()
        if action == CALL:
            return self._call()
        if self.seat != self.s.turn:
            return self.reason("not-your-turn")
        return self._draw() if action == DRAW else self._pass() if action == PASS else self._take()

    # ------------------------------------------------------------ laying

    def _lay(self, face: int) -> Reason:
        card = card_of(face)
        if self.s.count[self.seat][card] == 0:
            return self.reason("not-held", card=self.card(card))
        if is_legal(self.s, self.r, self.seat, face):
            return self._no_call()
        return self.no_lay(card)

    def _no_call(self) -> Reason:
        """Return why a legal lay cannot carry a call."""
        if self.r.uno_duty == NO_DUTY:
            return self.reason("no-calls", by="uno_duty")
        return self.reason("call-leaves-one", count=self.s.held[self.seat])

    def no_lay(self, card: int) -> Reason:
        """Return why a card of the hand may not be laid."""
        if self.seat != self.s.turn:
            return self._no_jump(card)
        if self.s.phase == BATCH:
            return self._no_join(card)
        if self.s.phase == OWED or self.s.phase == SKIPPED:
            return self._no_answer(card)
        if self.s.phase == DRAWN and card != self.s.drawn and self.r.drawn_card != ANY_CARD:
            return self.reason("only-drawn-card")
        return self._no_fit(card)

    def _not_last(self, card: int) -> Reason:
        return self.reason("not-last-card", card=self.card(card))

    def _no_fit(self, card: int) -> Reason:
        if not self.allows(FIT, self.s.face, card):
            return self._no_match(card)
        if self._is_banned(card):
            return self._not_last(card)
        return self._breaks_condition(card)

    def _breaks_condition(self, card: int) -> Reason:
        id = "holds-colour" if self.r.wd_condition == NO_COLOUR else "holds-match"
        return self.reason(id, card=self.card(card))

    def _is_banned(self, card: int) -> bool:
        return self.s.held[self.seat] == 1 and self.r.banned[card // HALF] >> card % HALF & 1 == 1

    def _no_match(self, card: int) -> Reason:
        """Return why a card does not match the top card."""
        name = self.card(card)
        if self.s.face >= COLOUR_FACE:
            return self.reason("no-match-opening", card=name)
        if card >= WILD:
            return self.reason("not-on-wild", card=name)
        if self.s.face >= WILD:
            return self.reason("no-match-named", card=name)
        axes = self.axes(card)
        return self.reason("no-match" if len(axes) > 1 else "no-match-only", card=name, axes=axes)

    def _no_join(self, card: int) -> Reason:
        if self.allows(JOIN, self.s.face, card):
            return self._not_last(card)
        return self.reason("no-join", by="batch", card=self.card(card))

    def _no_answer(self, card: int) -> Reason:
        if self.allows(answer_stance(self.s, self.r), self.s.face, card):
            return self._not_last(card) if self._is_banned(card) else self._breaks_condition(card)
        rule = self.answer_rule(card)
        if self.allows(JUMP, self.s.face, card):
            return self.reason("no-answer-nor-jump", by=rule, cause=self._no_jump(card))
        id = "no-answer-to-draw" if self.s.phase == OWED else "no-answer-to-skip"
        return self.reason(id, by=rule, card=self.card(card))

    def _no_jump(self, card: int) -> Reason:
        s, r = self.s, self.r
        if not r.jump_in:
            return self.reason("out-of-turn")
        identical = r.allow[JUMP][jump_face(s)]
        if identical[0] | identical[1] == 0:
            return self.reason("no-jump-on-this", top=self.card(s.top))
        if not self.allows(JUMP, jump_face(s), card):
            return self.reason(self._jumping(), top=self.card(s.top))
        if s.laid_by == NONE:
            return self.reason("jump-window-closed")
        if s.laid_by == self.seat and not r.jump_own:
            return self.reason("jump-own-card")
        if s.held[self.seat] == 1 and not r.jump_may_win:
            return self.reason("jump-no-win")
        return self._not_last(card) if self._is_banned(card) else self._breaks_condition(card)

    def _jumping(self) -> str:
        """Return the id of the reason that says which cards can jump in on the top card."""
        jump, top = self.ruleset.jump_in, self.deck.by_code[self.s.top]
        by_number = jump is not None and jump.same_number and top.number is not None
        return "jump-same-number" if by_number else "jump-identical"

    # ------------------------------------------------------------ the other actions of a turn

    def _draw(self) -> Reason:
        if self.s.phase != TURN:
            return self._other_decision_due()
        fitting = self.fitting()
        if not nothing_to_draw(self.s, self.r):
            return self.reason("draw-with-match", by="draw_voluntary", card=fitting)
        return self._must_play(fitting) if fitting else self.reason("nothing-left-to-draw")

    def _pass(self) -> Reason:
        if self.s.phase == DRAWN:
            return self.reason("drawn-must-play", by="drawn_card")
        if self.s.phase != TURN:
            return self._other_decision_due()
        if not nothing_to_draw(self.s, self.r):
            return self.reason("pass-before-draw")
        fitting = self.fitting()
        return self._must_play(fitting) if fitting else self.reason("draw-ends-round")

    def _must_play(self, card: str) -> Reason:
        return self.reason("nothing-left-must-play", card=card)

    def _take(self) -> Reason:
        if self.s.phase != OWED and self.s.phase != SKIPPED:
            return self.reason("nothing-to-take")
        return self.reason("must-answer", by="answer_forced", card=self.first(*answers(self.s, self.r, self.seat)))

    def _other_decision_due(self) -> Reason:
        """Return the reason that the seat on turn has something else to decide."""
        if self.s.phase == DRAWN:
            return self.reason("already-drawn")
        return self.reason("draw-owed-first" if self.s.phase == OWED else "skip-owed-first")

    # ------------------------------------------------------------ claims

    def _challenge(self) -> Reason:
        s, r = self.s, self.r
        if s.bluff != NONE:
            return self.reason("own-wild-draw" if self.seat == s.laid_by else "not-the-target")
        if r.wd_condition == NO_CONDITION:
            return self.reason("no-challenges", by="wd_condition")
        if r.wd_policing == BY_ENGINE:
            return self.reason("no-challenges", by="wd_policing")
        return self.reason("nothing-to-challenge")

    def _call(self) -> Reason:
        if self.r.uno_duty == NO_DUTY:
            return self.reason("no-calls", by="uno_duty")
        if self.s.catchable >> self.seat & 1:
            return self.reason("call-too-late", by="uno_late_ok")
        return self.no_call_due(self.seat)

    def no_call_due(self, seat: int) -> Reason:
        """Return why a seat does not owe a call, so that it cannot call or be caught.

        If the seat holds one card and has not called, it is too late to catch it (D34).  Where hand sizes are hidden
        (D40), the reason does not depend on the sizes of other hands.
        """
        s, hidden = self.s, self.ruleset.count_info == CountInfo.HIDDEN
        if s.called >> seat & 1:
            return self.reason("called-already", other=seat)
        if s.held[seat] == 1 and seat == self.seat:
            return self.reason("call-window-closed", by="uno_window")
        if s.held[seat] == 1 and not hidden:
            return self.reason("window-closed", by="uno_window", other=seat)
        return self.reason("owes-no-call", other=seat) if s.catchable or hidden else self.reason("nobody-owes-call")

    def _catch(self, other: int) -> Reason:
        if other == self.seat:
            return self.reason("accuse-another")
        if absent := self._absent(other):
            return absent
        if self.r.uno_duty == NO_DUTY:
            return self.reason("no-calls", by="uno_duty")
        if self.s.accused >> self.seat & 1:
            return self.reason("accused-in-vain")
        return self.no_call_due(other)
