"""Why an action is accepted: as a right, or as a foul that is fined."""

from collections.abc import Callable

from ..core.cards import card_of, colour_of, nothing_to_draw
from ..core.lay import stance_of
from ..core.legal import honest, is_legal, lays
from ..core.terms import (
    ANSWER,
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
    NAME,
    NO_COLOUR,
    PASS,
    RANKS,
    READY,
    SKIPPED,
    TAKE,
    TURN,
    VERBS,
    WILD,
)
from ..notation import format_face
from ..rules.words import dimension_id
from .refused import Refused
from .words import Words, cards


class Allowed(Words):
    """Why a seat may do it."""

    def why(self, action: int) -> str:
        """The sentence for an action that the core accepts and does not fine."""
        if action & ~CALLING < VERBS:
            return self.lay(card_of(action & ~CALLING)) + (self._call_with_it() if action & CALLING else "")
        if action >= CATCH:
            return f"seat {action - CATCH} owes a call; caught, it draws {cards(self.r.uno_penalty)} (D34, D35)"
        if action >= CHOOSE:
            return f"{self.me} swaps hands with seat {action - CHOOSE} (D21)"
        if action >= NAME:
            return f"{self.rule(self.opening_rule())}"
        sentences: dict[int, Callable[[], str]] = {
            DRAW: self._draw,
            PASS: self._pass,
            TAKE: self._take,
            CHALLENGE: self._challenge,
            DONE: self.done,
            READY: lambda: f"play waits for {self.me}, which has drawn a penalty (D39)",
            CALL: lambda: f"{self.me} owes a call and has not been caught yet (D32, D33)",
        }
        return sentences[action]()

    # ------------------------------------------------------------ laying

    def lay(self, card: int) -> str:
        """Why a card may be laid, whatever is called with it."""
        stance = stance_of(self.s, self.r, self.seat, card)
        if stance == JOIN:
            return f"{self.card(card)} joins {self.top}: {self.rule('batch')}"
        if stance == JUMP:
            return f"{self.card(card)} is the same card as the one on top, so it may be laid out of turn (D31)"
        if stance == ANSWER:
            return f"{self.card(card)} answers {self.top} ({dimension_id(self.answer_rule())})"
        drawn = "the drawn card may be laid (D15): " if self.s.phase == DRAWN else ""
        return drawn + (self._wild(card) if card >= WILD else self._match(card))

    def _match(self, card: int) -> str:
        if self.s.face >= COLOUR_FACE:
            return f"{self.card(card)} goes on {self.top} by colour, for which alone this opening card counts (D07)"
        by_colour = card // RANKS == colour_of(self.s.face)
        by_value = self.s.face < WILD and card % RANKS == self.s.face % RANKS
        matching = [axis for axis in self.axes(card) if (by_colour if axis == "colour" else by_value)]
        return f"{self.card(card)} goes on {self.top} by {' and '.join(matching)} (D11)"

    def _wild(self, card: int) -> str:
        name = self.card(card)
        if not self.r.guarded >> card - HALF & 1:
            return f"{name} goes on anything, and its player names the colour"
        if not honest(self.s, self.r, self.seat):
            held = self.betraying()
            return f"{name} is a bluff, for {self.me} holds {held}; only a challenge can punish it (D22, D23)"
        if self.r.wd_condition == NO_COLOUR:
            return f"{name} may be laid, for {self.me} holds no card of the active colour, {self.colour} (D22)"
        return f"{name} may be laid, for {self.me} holds nothing else that fits (D22)"

    def _call_with_it(self) -> str:
        held = self.s.held[self.seat]
        if held == 2:
            return "; it leaves one card, and that is called with it (D32)"
        if held == 1:
            return "; it is the last card, so the call with it means nothing (D32)"
        return "; the call with it is right only if the whole batch leaves one card (D32)"

    # ------------------------------------------------------------ the other actions

    def _draw(self) -> str:
        if nothing_to_draw(self.s, self.r):
            return f"{self.me} holds nothing it must lay and nothing is left to draw, so the round ends (D16)"
        fitting = self.fitting()
        if fitting:
            return f"{fitting} fits, but {self.rule('draw_voluntary')}"
        return f"{self.me} holds nothing it must lay; {self.rule('draw_size')}"

    def _pass(self) -> str:
        if self.s.phase == TURN:
            return f"{self.me} holds nothing it must lay, and nothing is left to draw (D16)"
        drawn = self.card(self.s.drawn)
        if lays(self.s, self.r, self.seat) == (0, 0):
            return f"the drawn card, {drawn}, cannot be laid, so it is kept (D15)"
        if not self.fitting():
            return f"the drawn card, {drawn}, would be a bluff, so it may be kept (D15, D22)"
        return f"the drawn card may be kept: {self.rule('drawn_card')}"

    def _take(self) -> str:
        if self.s.phase == SKIPPED:
            return f"{self.me} {self.owed()} and accepts it (D17)"
        return f"{self.me} {self.owed()} and draws; {self.rule('draw_forfeits_turn')}"

    def _challenge(self) -> str:
        before = format_face(self.deck, self.s.under)
        return f"{self.card(self.s.top)} was laid on {before} by seat {self.s.laid_by} and may be a bluff (D23, D24)"

    def done(self) -> str:
        """Why a batch may be closed."""
        return f"the batch of {cards(self.s.batch)} is closed (D12)"


class Fined(Words):
    """Why it is a foul, and what it costs."""

    def why(self, action: int) -> str:
        """The sentence for an action that the core accepts and fines."""
        refused = Refused(self.s, self.ruleset, self.seat)
        allowed = Allowed(self.s, self.ruleset, self.seat)
        price = cards(self.r.fine_false_call)
        false_call = f"but a call with a lay that does not leave exactly one card costs {price} (D37)"
        if action == DONE:
            return f"{allowed.done()}, {false_call}"
        if action == CALL:
            return f"{refused.owes_no_call(self.seat)}; a call that is not due costs {price} (D37)"
        if CATCH <= action < CALLING:
            return f"{refused.owes_no_call(action - CATCH)}; an accusation without cause costs {price} (D37)"

        card = card_of(action & ~CALLING)
        if is_legal(self.s, self.r, self.seat, action & ~CALLING):
            return f"{allowed.lay(card)}, {false_call}"
        turn = " and the turn" if self.seat == self.s.turn else ""
        return f"{refused.no_lay(card)}; it is taken back and costs {cards(self.r.fine_illegal)}{turn} (D36)"
