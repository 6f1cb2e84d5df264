"""Explain why an action is accepted: as legal, or as a foul that is fined."""

from ..core.cards import card_of, colour_of, nothing_to_draw
from ..core.lay import stance_of
from ..core.legal import honest, is_legal, lays
from ..core.terms import (
    ANSWER,
    ANY_CARD,
    CALL,
    CALLING,
    CATCH,
    CHALLENGE,
    CHOOSE,
    COLOUR_FACE,
    DONE,
    DRAW,
    DRAWN,
    HALF,
    JOIN,
    JUMP,
    LEAVE,
    NAME,
    NO_COLOUR,
    PASS,
    RANKS,
    READY,
    SEAT,
    SKIPPED,
    TAKE,
    TURN,
    VERBS,
    WILD,
)
from .case import Case
from .reasons import Reason
from .refused import RefusedCase


class AllowedCase(Case):
    """Explains why an action is allowed."""

    def why(self, action: int) -> Reason:
        """Return the reason for an action that the core accepts and does not fine."""
        if action & ~CALLING < VERBS:
            lay = self.lay(card_of(action & ~CALLING))
            return self._with_call(lay) if action & CALLING else lay
        if action == LEAVE:
            return self.reason("leave")
        if action >= CATCH and self.r.blind_accusation:
            return self.accusation(action - CATCH)
        if action >= CATCH:
            return self.reason("catch", other=action - CATCH, price=self.r.uno_penalty)
        if action >= CHOOSE:
            return self.reason("swap-hands", other=action - CHOOSE)
        if action >= NAME:
            return self.reason("name-colour", by=self.opening_rule())
        return self._by_word(action)

    def _by_word(self, action: int) -> Reason:
        if action == READY:
            return self.reason("ready")
        if action == CALL:
            return self.reason("call")
        asked = {DRAW: self._draw, PASS: self._pass, TAKE: self._take, CHALLENGE: self._challenge, DONE: self.done}
        return asked[action]()

    def accusation(self, other: int) -> Reason:
        """Return why a seat can be accused where hand sizes are hidden (D40): the same whether it is right or wrong."""
        return self.reason("accuse-anyone", other=other, price=self.r.fine_false_call)

    # ------------------------------------------------------------ laying

    def lay(self, card: int) -> Reason:
        """Return why a card may be laid, with or without a call."""
        name = self.card(card)
        stance = stance_of(self.s, self.r, self.seat, card)
        if stance == JOIN:
            return self.reason("join", by="batch", card=name)
        if stance in (ANSWER, JUMP) and self.r.wd_scope and self._is_bluff(card):
            return self.reason("bluff", card=name)
        if stance == JUMP:
            return self.reason("jump-in" if card == self.s.top else "jump-in-number", card=name)
        if stance == ANSWER:
            return self.reason("answer", by=self.answer_rule(card), card=name)
        fits = self._wild(card) if card >= WILD else self._match(card)
        return self.reason("drawn-card", cause=fits) if self.s.phase == DRAWN and card == self.s.drawn else fits

    def _match(self, card: int) -> Reason:
        if self.s.face >= COLOUR_FACE:
            return self.reason("match-opening", card=self.card(card))
        by_colour = card // RANKS == colour_of(self.s.face)
        by_value = self.s.face < WILD and card % RANKS == self.s.face % RANKS
        matching = tuple(axis for axis in self.axes(card) if (by_colour if axis == "colour" else by_value))
        return self.reason("match", card=self.card(card), axes=matching)

    def _wild(self, card: int) -> Reason:
        name = self.card(card)
        if not self.r.guarded >> card - HALF & 1:
            return self.reason("wild" if self.ruleset.wild_on_wild else "wild-on-card", card=name)
        if self._is_bluff(card):
            return self.reason("bluff", card=name)
        return self.reason("no-colour-held" if self.r.wd_condition == NO_COLOUR else "nothing-else-fits", card=name)

    def _is_bluff(self, card: int) -> bool:
        """Return whether a legal lay of this wild draw is a bluff."""
        guarded = card >= WILD and self.r.guarded >> card - HALF & 1 == 1
        return guarded and not honest(self.s, self.r, self.seat)

    def _with_call(self, lay: Reason) -> Reason:
        id = {2: "with-call", 1: "with-idle-call"}.get(self.s.held[self.seat], "with-early-call")
        return self.reason(id, cause=lay)

    # ------------------------------------------------------------ the other actions

    def _draw(self) -> Reason:
        if nothing_to_draw(self.s, self.r):
            return self.reason("draw-to-end")
        if fitting := self.fitting():
            return self.reason("draw-anyway", by="draw_voluntary", card=fitting)
        return self.reason("draw", by="draw_size")

    def _pass(self) -> Reason:
        if self.s.phase == SEAT:
            return self.reason("keep-hand")
        if self.s.phase == TURN:
            return self.reason("pass")
        if lays(self.s, self.r, self.seat) == (0, 0):
            return self.reason("keep-no-match")
        if not self.fitting() and self.r.drawn_card != ANY_CARD:
            return self.reason("keep-bluff")
        return self.reason("keep-drawn", by="drawn_card")

    def _take(self) -> Reason:
        if self.s.phase == SKIPPED:
            return self.reason("take-skip")
        return self.reason("take-cards", by="draw_forfeits_turn")

    def _challenge(self) -> Reason:
        return self.reason("challenge", card=self.card(self.s.top), other=self.s.laid_by)

    def done(self) -> Reason:
        """Return why a batch may be closed."""
        return self.reason("close-batch", count=self.s.batch)


class FinedCase(Case):
    """Explains why an action is a foul, and what it costs."""

    def why(self, action: int) -> Reason:
        """Return the reason for an action that the core accepts and fines."""
        refused = RefusedCase(self.s, self.ruleset, self.seat)
        allowed = AllowedCase(self.s, self.ruleset, self.seat)
        price = self.r.fine_false_call
        if action == DONE:
            return self.reason("false-call-with-card", cause=allowed.done(), price=price)
        if action == CALL:
            return self.reason("false-call", cause=refused.no_call_due(self.seat), price=price)
        if CATCH <= action < CALLING and self.r.blind_accusation:
            return allowed.accusation(action - CATCH)
        if CATCH <= action < CALLING:
            return self.reason("wrong-accusation", cause=refused.no_call_due(action - CATCH), price=price)

        card = card_of(action & ~CALLING)
        if is_legal(self.s, self.r, self.seat, action & ~CALLING):
            return self.reason("false-call-with-card", cause=allowed.lay(card), price=price)
        id = "bad-card-and-turn" if self.seat == self.s.turn and not self.r.fined_turn else "bad-card"
        return self.reason(id, cause=refused.no_lay(card), price=self.r.fine_illegal)
