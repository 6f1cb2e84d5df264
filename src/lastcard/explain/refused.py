"""Why an action is refused: what is wrong, and where it is short, what would be right."""

from ..core.cards import card_of, colour_of, nothing_to_draw
from ..core.legal import answer_stance, answers, is_legal, jump_face, legal, only_choosing
from ..core.terms import (
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
    JOIN,
    JUMP,
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
    TAKE,
    TURN,
    VERBS,
    WILD,
)
from ..notation import format_action
from .words import Words, cards, either

_PLAIN = (DRAW, PASS, TAKE, CHALLENGE, DONE, READY, CALL)


class Refused(Words):
    """Why not.  Each step answers, or finds nothing wrong and leaves it to the next; the last always answers."""

    def why(self, action: int) -> str:
        """The sentence for an action that the core refuses."""
        return self._no_such(action) or self._not_now(action) or self._choice_first(action) or self._by_verb(action)

    def _no_such(self, action: int) -> str:
        if not 0 <= self.seat < self.s.seats:
            return self._absent(self.seat)
        if CALLING + VERBS <= action < 2 * CALLING and self._exists(action - CALLING):
            return f"a call goes with a card, not with {format_action(self.deck, action - CALLING)!r} (D32)"
        return "" if self._exists(action) else f"{action} is no action"

    def _exists(self, action: int) -> bool:
        """Whether the action can be written with the cards and colours of this deck."""
        colours = len(self.deck.colours)
        if 0 <= action < CALLING + VERBS and action & ~CALLING < VERBS:
            face = action & ~CALLING
            return card_of(face) in self.deck.text and (face < WILD or colour_of(face) < colours)
        return action in _PLAIN or NAME <= action < NAME + colours or CHOOSE <= action < CATCH + SEATS

    def _absent(self, seat: int) -> str:
        """Why a seat is not there."""
        if not 0 <= seat < self.s.seats:
            return f"there is no seat {seat}: seats go from 0 to {self.s.seats - 1}"
        return f"seat {seat} is out of the round" if self.s.out >> seat & 1 else ""

    def _not_now(self, action: int) -> str:
        """What holds for every action of the seat."""
        s = self.s
        if s.phase == OVER:
            return "the round is over"
        if s.ready != 0:
            awaited = either([f"seat {seat}" for seat in range(s.seats) if s.ready >> seat & 1])
            return f"{awaited} must say ready first (D39)"
        if action == READY:
            return "nobody has to say ready (D39)"
        return self._absent(self.seat)

    def _choice_first(self, action: int) -> str:
        """Until a batch is closed, a colour named, a seat chosen, only the seat on turn acts, and only so."""
        s = self.s
        if not only_choosing(s):
            return ""
        if self.seat != s.turn:
            return f"seat {s.turn} must first {self._choice()}"
        if s.phase == BATCH and action & ~CALLING < VERBS:
            return ""
        if s.phase == SEAT and CHOOSE <= action < CATCH:
            return self._absent(action - CHOOSE) or "hands are swapped with another seat, not with one's own (D21)"
        return f"{self.me} must first {self._choice()}"

    def _choice(self) -> str:
        """What the seat on turn is to choose, and how that is written."""
        if self.s.phase == BATCH:
            return "add to the batch or close it with 'done' (D12)"
        if self.s.phase == COLOUR:
            names = either([f":{letter}" for letter, _ in self.deck.colours])
            return f"name a colour for the opening card with {names}: {self.rule(self.opening_rule())}"
        _, _, verbs = legal(self.s, self.r, self.s.turn)
        seats = either([f">{seat}" for seat in range(self.s.seats) if verbs >> CHOOSE - VERBS + seat & 1])
        return f"choose a seat to swap hands with, {seats} (D21)"

    def _by_verb(self, action: int) -> str:
        if action & ~CALLING < VERBS:
            return self._lay(action & ~CALLING)
        if action >= CATCH:
            return self._catch(action - CATCH)
        if action >= CHOOSE:
            return "no seat is to be chosen now; that follows a lay that swaps hands (D21)"
        if action >= NAME:
            return "no colour is to be named now; a wild is laid with its colour, as in w:r"
        if action == DONE:
            return "there is no open batch to close (D12)"
        if action == CHALLENGE:
            return self._challenge()
        if action == CALL:
            return self._call()
        if self.seat != self.s.turn:
            return f"it is seat {self.s.turn}'s turn"
        return self._draw() if action == DRAW else self._pass() if action == PASS else self._take()

    # ------------------------------------------------------------ laying

    def _lay(self, face: int) -> str:
        card = card_of(face)
        if self.s.count[self.seat][card] == 0:
            return f"{self.me} does not hold {self.card(card)}"
        if is_legal(self.s, self.r, self.seat, face):
            return self._no_call()
        return self.no_lay(card)

    def _no_call(self) -> str:
        """Why a call does not go with a lay that is legal."""
        if self.r.uno_duty == NO_DUTY:
            return self.rule("uno_duty")
        held = cards(self.s.held[self.seat])
        return f"the call goes with the card that leaves exactly one; {self.me} holds {held} (D32)"

    def no_lay(self, card: int) -> str:
        """Why a card that is held may not be laid."""
        if self.seat != self.s.turn:
            return self._no_jump(card)
        if self.s.phase == BATCH:
            return self._no_join(card)
        if self.s.phase == OWED or self.s.phase == SKIPPED:
            return self._no_answer(card)
        if self.s.phase == DRAWN and card != self.s.drawn:
            return f"after drawing only the drawn card, {self.card(self.s.drawn)}, may be laid (D15)"
        return self._no_fit(card)

    def no_second_lay(self, action: int) -> str:
        """Why a card cannot follow another in the same text: the lay before it is whole."""
        card = self.card(card_of(action & ~CALLING))
        return f"{card} cannot be laid along with the card before it: {self.rule('batch')}"

    def _not_last(self, card: int) -> str:
        return f"{self.card(card)} may not be the last card (D42)"

    def _no_fit(self, card: int) -> str:
        if not self.allows(FIT, self.s.face, card):
            return f"{self.card(card)} does not go on {self.top}: {self._mismatch(card)}"
        if self.banned_last(card):
            return self._not_last(card)
        when = "when nothing else fits"
        if self.r.wd_condition == NO_COLOUR:
            when = f"without a card of the active colour, {self.colour}"
        return f"{self.card(card)} may be laid only {when}; {self.me} holds {self.betraying()} (D22)"

    def _mismatch(self, card: int) -> str:
        """Why a coloured card does not match what lies on top."""
        if self.s.face >= COLOUR_FACE:
            return f"this opening card counts by its colour alone, {self.colour} (D07)"
        if self.s.face >= WILD:
            return f"only the colour named for it, {self.colour}, counts (D11)"
        axes = self.axes(card)
        if len(axes) == 1:
            return f"the {axes[0]} does not match, and nothing else counts (D11)"
        return f"neither {axes[0]} nor {axes[1]} match (D11)"

    def _no_join(self, card: int) -> str:
        if self.allows(JOIN, self.s.face, card):
            return self._not_last(card)
        return f"{self.card(card)} does not join {self.top}: {self.rule('batch')}"

    def _no_answer(self, card: int) -> str:
        if self.allows(answer_stance(self.s, self.r), self.s.face, card):
            return self._not_last(card)
        if self.allows(JUMP, self.s.face, card):
            return f"{self.rule(self.answer_rule())}, and {self._no_jump(card)}"
        owing = f"{self.me} {self.owed()}, and {self.card(card)} does not answer {self.top}"
        return f"{owing}: {self.rule(self.answer_rule())}"

    def _no_jump(self, card: int) -> str:
        s, r = self.s, self.r
        turn = f"it is seat {s.turn}'s turn"
        if not r.jump_in:
            return f"{turn}, and a card may be laid out of turn only under jump-in (D31)"
        same = r.allow[JUMP][jump_face(s)]
        if same[0] | same[1] == 0:
            return f"{turn}, and nobody jumps in on {self.card(s.top)} (D31)"
        if not self.allows(JUMP, jump_face(s), card):
            return f"{turn}, and only {self.card(s.top)}, the same card, may be laid out of turn (D31)"
        if s.laid_by == NONE:
            opening = "or the opening card," if r.jump_on_start else "which the opening card is not,"
            return f"the time to jump in is over: it lasts from a lay, {opening} until the next turn action (D31)"
        if s.laid_by == self.seat and not r.jump_own:
            return "nobody jumps in on a card of their own (D31)"
        if s.held[self.seat] == 1 and not r.jump_may_win:
            return "nobody goes out by jumping in (D31)"
        return self._not_last(card)

    # ------------------------------------------------------------ the other actions of a turn

    def _draw(self) -> str:
        if self.s.phase != TURN:
            return self._asked_else()
        fitting = self.fitting()
        if not nothing_to_draw(self.s, self.r):
            return f"{fitting} fits, and {self.rule('draw_voluntary')}"
        if fitting:
            return f"nothing is left to draw, so {fitting}, which fits, must be laid (D16)"
        return f"nothing is left to draw; {self._may(self.me)} (D16)"

    def _pass(self) -> str:
        if self.s.phase == DRAWN:
            return f"{self.card(self.s.drawn)} fits, and {self.rule('drawn_card')}"
        if self.s.phase != TURN:
            return self._asked_else()
        if not nothing_to_draw(self.s, self.r):
            return f"only who has drawn may pass; {self._may(self.me)} (D15)"
        fitting = self.fitting()
        if fitting:
            return f"nothing is left to draw, so {fitting}, which fits, must be laid (D16)"
        return f"nobody passes when nothing is left; {self._may(self.me)}, and a draw ends the round (D16)"

    def _take(self) -> str:
        if self.s.phase != OWED and self.s.phase != SKIPPED:
            return f"{self.me} owes nothing; {self._may()}"
        answer = self.first(*answers(self.s, self.r, self.seat))
        return f"{answer} is an answer, and {self.rule('answer_forced')}"

    def _asked_else(self) -> str:
        """Something else is asked of the seat on turn."""
        if self.s.phase == DRAWN:
            return f"{self.me} has drawn already; {self._may()} (D15)"
        return f"{self.me} {self.owed()}; {self._may()}"

    def _may(self, who: str = "it") -> str:
        """What the seat may do."""
        low, high, verbs = legal(self.s, self.r, self.seat)
        words = ["lay a card"] if low | high else []
        words += [repr(format_action(self.deck, verb)) for verb in _PLAIN if verbs >> verb - VERBS & 1]
        return f"{who} may {either(words)}"

    # ------------------------------------------------------------ claims

    def _challenge(self) -> str:
        s, r = self.s, self.r
        if s.bluff != NONE and self.seat == s.laid_by:
            return f"{self.me} laid {self.top} itself (D24)"
        if s.bluff != NONE:
            return f"only the player hit, seat {s.turn}, may challenge (D24)"
        if r.wd_condition == NO_CONDITION:
            return f"nothing can be challenged: {self.rule('wd_condition')}"
        if r.wd_policing == BY_ENGINE:
            return f"nothing can be challenged: {self.rule('wd_policing')}"
        return "there is nothing to challenge: only a Wild Draw can be, once, and none that was an answer (D24)"

    def _call(self) -> str:
        if self.r.uno_duty == NO_DUTY:
            return self.rule("uno_duty")
        if self.s.catchable >> self.seat & 1:
            return self.rule("uno_late_ok")
        return self.owes_no_call(self.seat)

    def owes_no_call(self, seat: int) -> str:
        """Why there is nothing to call, or to accuse of."""
        if self.s.called >> seat & 1:
            return f"seat {seat} has called already (D32)"
        return "nobody owes a call (D32)" if self.s.catchable == 0 else f"seat {seat} owes no call (D32)"

    def _catch(self, other: int) -> str:
        if other == self.seat:
            return "one accuses others, not oneself (D34)"
        if self._absent(other):
            return self._absent(other)
        if self.r.uno_duty == NO_DUTY:
            return self.rule("uno_duty")
        if self.s.accused >> self.seat & 1:
            return f"{self.me} has accused in vain and accuses nobody again before the next turn action (D37)"
        return self.owes_no_call(other)
