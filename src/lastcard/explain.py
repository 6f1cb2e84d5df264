"""Why an action is allowed, refused or fined: a sentence for people that names the rule by its dimension.

Nothing is decided here.  The core is asked, on the state itself or on a copy, and what it looked at is put into words.
A text may name cards of the seat that acts; of other hands it tells nothing that is not open to all.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from .core.cards import card_of, colour_of, nothing_to_draw
from .core.lay import stance_of
from .core.layout import State
from .core.legal import (
    answers,
    honest,
    is_legal,
    jump_face,
    lays,
    legal,
    legitimate,
    only_choosing,
)
from .core.records import assign
from .core.step import apply
from .core.terms import (
    ANSWER,
    BATCH,
    BY_CHALLENGE,
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
    FINED_FOUL,
    FIT,
    HALF,
    JOIN,
    JUMP,
    MUST_PLAY,
    NAME,
    NO_COLOUR,
    NO_CONDITION,
    NO_DUTY,
    NONE,
    OVER,
    OWED,
    PASS,
    RANKS,
    READY,
    REFUSED,
    SEATS,
    SKIPPED,
    TAKE,
    TURN,
    VERBS,
    WILD,
    Axis,
)
from .notation import format_action, format_card, format_face
from .rules.ruleset import Ruleset
from .rules.words import dimension_id, sentence

_NAMED_VERBS = (DRAW, PASS, TAKE, CHALLENGE, DONE, CALL)


@dataclass(frozen=True)
class Explanation:
    """What the rules say to an action, and why."""

    verdict: Literal["allowed", "refused", "fined"]
    why: str


def reason(s: State, ruleset: Ruleset, seat: int, action: int) -> str:
    """Why an action that the core refuses is refused."""
    return _Refusal(s, ruleset, seat).of(action)


def explain(s: State, ruleset: Ruleset, seat: int, action: int) -> Explanation:
    """Whether an action is allowed, refused or fined, and why; nothing is changed."""
    return _explain(_copy(s), ruleset, seat, action)


def explain_all(s: State, ruleset: Ruleset, seat: int, actions: Iterable[int]) -> list[Explanation]:
    """The same for actions that follow each other, such as those of one text; the last may be refused."""
    after = _copy(s)
    explained: list[Explanation] = []
    for action in actions:
        if action == DONE and after.phase != BATCH and explained:
            continue  # the core has closed the lay itself
        explained.append(_explain(after, ruleset, seat, action))
        if explained[-1].verdict == "refused":
            break
    return explained


def _copy(s: State) -> State:
    twin = State()
    assign(twin, s)
    return twin


def _explain(s: State, ruleset: Ruleset, seat: int, action: int) -> Explanation:
    """Explain an action and carry it out."""
    before = _copy(s)
    verdict = apply(s, ruleset.compiled, seat, action)
    if verdict == REFUSED:
        return Explanation("refused", _Refusal(before, ruleset, seat).of(action))
    if verdict == FINED_FOUL:
        return Explanation("fined", _Fine(before, ruleset, seat).of(action))
    return Explanation("allowed", _Grant(before, ruleset, seat).of(action))


# ---------------------------------------------------------------- words


def _cards(n: int) -> str:
    return "1 card" if n == 1 else f"{n} cards"


def _turns(n: int) -> str:
    return "1 turn" if n == 1 else f"{n} turns"


def _either(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


class _Words:
    """A table seen by one seat, and words for what is on it."""

    def __init__(self, s: State, ruleset: Ruleset, seat: int) -> None:
        self.s = s
        self.r = ruleset.compiled
        self.ruleset = ruleset
        self.deck = ruleset.deck
        self.seat = seat
        self.me = f"seat {seat}"

    def card(self, card: int) -> str:
        """A card as text."""
        return format_card(self.deck, card)

    @property
    def top(self) -> str:
        """What lies on top as text; the colour of a wild is told."""
        return self.card(self.s.top) if self.s.face >= COLOUR_FACE else format_face(self.deck, self.s.face)

    @property
    def colour(self) -> str:
        """The name of the active colour."""
        return self.deck.colours[colour_of(self.s.face)][1]

    def rule(self, name: str) -> str:
        """A dimension in words, to stand inside a sentence."""
        text = sentence(name, getattr(self.ruleset, name)).removesuffix(".")
        return f"{text[0].lower()}{text[1:]} ({dimension_id(name)})"

    def owed(self) -> str:
        """What the seat on turn owes."""
        pending = self.s.pending
        return f"owes {_cards(pending)}" if self.s.phase == OWED else f"is to lose {_turns(pending)}"

    def answer_rule(self) -> str:
        """The dimension by which the effect on top may be answered."""
        if self.r.draws[self.s.top] == 0:
            return "answer_skip"
        return "answer_wd" if self.s.top >= WILD else "answer_draw2"

    def allows(self, stance: int, face: int, card: int) -> bool:
        """Whether the tables let this card go on that face."""
        if face >= COLOUR_FACE and stance != FIT:
            return False
        return self.r.allow[stance][face][card // HALF] >> card % HALF & 1 == 1

    def is_last(self) -> bool:
        """Whether the next card laid would empty the hand."""
        return self.s.held[self.seat] == 1

    def fitting(self) -> str:
        """A card that the seat could and should lay on its turn, by D22 too; or nothing."""
        low, high = lays(self.s, self.r, self.seat)
        if not legitimate(self.s, self.r, self.seat, low, high):
            return ""
        return self.first(low, high if honest(self.s, self.r, self.seat) else high & ~self.r.guarded)

    def first(self, low: int, high: int) -> str:
        """The first card of a set."""
        cards = low | high << HALF
        return self.card((cards & -cards).bit_length() - 1)

    def holding(self) -> str:
        """The card that makes a wild draw of this hand a bluff (D22)."""
        if self.r.wd_condition == NO_COLOUR:
            wanted = self.r.suit[colour_of(self.s.face)]
        else:
            fit = self.r.allow[FIT][self.s.face]
            wanted = [fit[0], fit[1] & ~self.r.guarded]
        hand = self.s.hand[self.seat]
        return self.first(hand[0] & wanted[0], hand[1] & wanted[1])

    def condition(self) -> str:
        """When a wild draw is within D22."""
        if self.r.wd_condition == NO_COLOUR:
            return f"without a card of the active colour, {self.colour}"
        return "when nothing else fits"


# ---------------------------------------------------------------- refused


class _Refusal(_Words):
    """Why not.  Each step answers, or finds nothing wrong and leaves it to the next."""

    def of(self, action: int) -> str:
        return self._no_such(action) or self._not_now(action) or self._choice_first(action) or self._by_verb(action)

    def _no_such(self, action: int) -> str:
        if not 0 <= self.seat < self.s.seats:
            return f"there is no {self.me}: seats go from 0 to {self.s.seats - 1}"
        if CALLING + VERBS <= action < 2 * CALLING and self._exists(action - CALLING):
            return f"a call goes with a card, not with {format_action(self.deck, action - CALLING)!r} (D32)"
        return "" if self._exists(action) else f"{action} is no action"

    def _exists(self, action: int) -> bool:
        """Whether the action can be written with the cards and colours of this deck."""
        base = action & ~CALLING
        colours = len(self.deck.colours)
        if 0 <= action < CALLING + VERBS and base < VERBS:
            return card_of(base) in self.deck.text and (base < WILD or colour_of(base) < colours)
        named = (DRAW, PASS, TAKE, CHALLENGE, DONE, READY, CALL)
        return action in named or NAME <= action < NAME + colours or CHOOSE <= action < CATCH + SEATS

    def _not_now(self, action: int) -> str:
        """What holds for every action of a seat."""
        s, seat = self.s, self.seat
        if s.phase == OVER:
            return "the round is over"
        if s.ready != 0:
            awaited = _either([f"seat {other}" for other in range(s.seats) if s.ready >> other & 1])
            return f"{awaited} must say ready first (D39)"
        if s.out >> seat & 1:
            return f"{self.me} is out of the round"
        return "nobody has to say ready (D39)" if action == READY else ""

    def _choice_first(self, action: int) -> str:
        """Until a batch is closed, a colour named, a seat chosen, only the seat on turn acts, and only so."""
        s = self.s
        if not only_choosing(s):
            return ""
        first, example = self._choice()
        if self.seat != s.turn:
            return f"seat {s.turn} must first {first}"
        if s.phase == BATCH and action & ~CALLING < VERBS:
            return ""
        if s.phase not in (BATCH, COLOUR) and CHOOSE <= action < CATCH:
            return self._no_partner(action - CHOOSE)
        return f"{self.me} must first {first}, {example}"

    def _choice(self) -> tuple[str, str]:
        """What is to be chosen, and how that is written."""
        if self.s.phase == BATCH:
            return "close the batch (D12)", "as in 'done'"
        if self.s.phase == COLOUR:
            letters = [f":{letter}" for letter, _ in self.deck.colours]
            name = "start_wild_draw" if self.r.draws[self.s.top] else "start_wild"
            return f"name a colour for the opening card ({dimension_id(name)})", f"with {_either(letters)}"
        _, _, verbs = legal(self.s, self.r, self.s.turn)
        seats = [f">{other}" for other in range(self.s.seats) if verbs >> CHOOSE - VERBS + other & 1]
        return "choose a seat to swap hands with (D21)", f"with {_either(seats)}"

    def _no_partner(self, other: int) -> str:
        if other == self.seat:
            return "hands are swapped with another seat, not with one's own (D21)"
        return self._absent(other)

    def _absent(self, other: int) -> str:
        """Why nothing can be done to a seat that is not there."""
        if other >= self.s.seats:
            return f"there is no seat {other}: seats go from 0 to {self.s.seats - 1}"
        return f"seat {other} is out of the round" if self.s.out >> other & 1 else ""

    def _by_verb(self, action: int) -> str:
        if action & ~CALLING < VERBS:
            return self._lay(card_of(action & ~CALLING), action & ~CALLING)
        if action >= CATCH:
            return self._catch(action - CATCH)
        if action >= CHOOSE:
            return "no hands are to be swapped now; that follows the lay, as in r7>2 (D21)"
        if action >= NAME:
            return "no colour is to be named now; a wild is laid with its colour, as in w:r"
        if action in (DONE, CHALLENGE, CALL):
            return {DONE: self._done, CHALLENGE: self._challenge, CALL: self._call}[action]()
        if self.seat != self.s.turn:
            return f"it is seat {self.s.turn}'s turn"
        return {DRAW: self._draw, PASS: self._pass, TAKE: self._take}[action]()

    # ------------------------------------------------------------ laying

    def _lay(self, card: int, face: int) -> str:
        if self.s.count[self.seat][card] == 0:
            return f"{self.me} does not hold {self.card(card)}"
        if is_legal(self.s, self.r, self.seat, face):
            return self.no_call()
        return self.no_lay(card)

    def no_call(self) -> str:
        """Why a call does not go with a lay that is legal."""
        if self.r.uno_duty == NO_DUTY:
            return self.rule("uno_duty")
        holds = self.s.held[self.seat]
        return f"the call goes with the card that leaves exactly one; {self.me} holds {_cards(holds)} (D32)"

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

    def _banned(self, card: int) -> str:
        return f"{self.card(card)} may not be the last card (D42)"

    def _no_fit(self, card: int) -> str:
        if not self.allows(FIT, self.s.face, card):
            return f"{self.card(card)} does not go on {self.top}: {self._mismatch(card)}"
        if self.is_last() and self.r.banned[card // HALF] >> card % HALF & 1:
            return self._banned(card)
        return f"{self.card(card)} may be laid only {self.condition()}; {self.me} holds {self.holding()} (D22)"

    def _mismatch(self, card: int) -> str:
        """Why a coloured card does not match the top card."""
        if self.s.face >= COLOUR_FACE:
            return f"an opening card counts by its colour alone, {self.colour} (D07)"
        if self.s.face >= WILD:
            return f"only the colour named for it, {self.colour}, counts (D11)"
        axes = _axes(self.ruleset, card)
        if len(axes) == 1:
            return f"the {axes[0]} does not match, and nothing else counts (D11)"
        return f"neither {axes[0]} nor {axes[1]} match (D11)"

    def _no_join(self, card: int) -> str:
        if self.allows(JOIN, self.s.face, card):
            return self._banned(card)
        return f"{self.card(card)} does not join {self.top}: {self.rule('batch')}"

    def _no_answer(self, card: int) -> str:
        if self.allows(ANSWER, self.s.face, card):
            return self._banned(card)
        if self.allows(JUMP, jump_face(self.s), card):
            return f"{self.rule(self.answer_rule())}, and {self._no_jump(card)}"
        owing = f"{self.me} {self.owed()}, and {self.card(card)} does not answer {self.top}"
        return f"{owing}: {self.rule(self.answer_rule())}"

    def _no_jump(self, card: int) -> str:
        s, r = self.s, self.r
        turn = f"it is seat {s.turn}'s turn"
        if not r.jump_in:
            return f"{turn}, and a card may be laid out of turn only under jump-in (D31)"
        allowed = r.allow[JUMP][jump_face(s)]
        if allowed[0] | allowed[1] == 0:
            return f"{turn}, and nobody jumps in on {self.top} (D31)"
        if not self.allows(JUMP, jump_face(s), card):
            return f"{turn}, and only {self.card(s.top)} itself, the same card, may be laid out of turn (D31)"
        if s.laid == NONE:
            opening = "or the opening card" if r.jump_on_start else "which the opening card is not,"
            return f"the time to jump in is over: it lasts from a lay, {opening} until the next turn action (D31)"
        if self.is_last() and not r.jump_may_win:
            return "nobody goes out by jumping in (D31)"
        return self._banned(card)

    # ------------------------------------------------------------ the other actions of a turn

    def _draw(self) -> str:
        if self.s.phase != TURN:
            return self._asked_else()
        fitting = self.fitting()
        if not nothing_to_draw(self.s, self.r):
            return f"{fitting} fits, and {self.rule('draw_voluntary')}"
        if fitting:
            return f"nothing is left to draw, so {fitting}, which fits, must be laid (D16)"
        return f"nothing is left to draw; {self.me} may pass (D16)"

    def _pass(self) -> str:
        if self.s.phase == DRAWN:
            return f"{self.card(self.s.drawn)} fits, and {self.rule('drawn_card')}"
        if self.s.phase != TURN:
            return self._asked_else()
        if not nothing_to_draw(self.s, self.r):
            return f"only who has drawn may pass; {self._may()}"
        fitting = self.fitting()
        if fitting:
            return f"nothing is left to draw, so {fitting}, which fits, must be laid (D16)"
        return f"nothing is left, so nobody passes: {self.me} may draw, which ends the round (D16)"

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

    def _may(self) -> str:
        """What the seat may do."""
        low, high, verbs = legal(self.s, self.r, self.seat)
        words = ["lay a card"] if low | high else []
        words += [format_action(self.deck, verb) for verb in _NAMED_VERBS if verbs >> verb - VERBS & 1]
        return f"it may {_either(words)}"

    # ------------------------------------------------------------ claims

    def _done(self) -> str:
        return "there is no open batch to close (D12)"

    def _challenge(self) -> str:
        s = self.s
        if s.bluff != NONE:
            if self.seat == s.laid:
                return f"{self.me} laid {self.top} itself (D24)"
            return f"only the player hit, seat {s.turn}, may challenge (D24)"
        for name, off in (("wd_condition", self.r.wd_condition == NO_CONDITION), ("wd_policing", not self._policed())):
            if off:
                return f"nothing can be challenged: {self.rule(name)}"
        return "there is nothing to challenge: that follows the lay of a Wild Draw on one's turn, once (D24)"

    def _policed(self) -> bool:
        return self.r.wd_policing == BY_CHALLENGE

    def _call(self) -> str:
        if self.r.uno_duty == NO_DUTY:
            return self.rule("uno_duty")
        if self.s.open >> self.seat & 1:
            return self.rule("uno_late_ok")
        return self.owes_no_call(self.seat)

    def owes_no_call(self, seat: int) -> str:
        """Why there is nothing to call, or to accuse of."""
        if self.s.called >> seat & 1:
            return f"seat {seat} has called already (D32)"
        return "nobody owes a call (D32)" if self.s.open == 0 else f"seat {seat} owes no call (D32)"

    def _catch(self, other: int) -> str:
        if other == self.seat:
            return "one accuses others, not oneself (D34)"
        if self._absent(other):
            return self._absent(other)
        if self.r.uno_duty == NO_DUTY:
            return self.rule("uno_duty")
        if self.s.accused >> self.seat & 1:
            return f"{self.me} has accused in vain, and accuses nobody again before the next turn action (D37)"
        return self.owes_no_call(other)


def _axes(ruleset: Ruleset, card: int) -> list[str]:
    """By what a coloured card could fit at all (D11)."""
    number = next(kind.number for kind in ruleset.deck.types if kind.code == card)
    of_card = (Axis.COLOUR, Axis.SYMBOL if number is None else Axis.NUMBER)
    return [axis.name.lower() for axis in of_card if axis in ruleset.match_axes]


# ---------------------------------------------------------------- allowed


class _Grant(_Words):
    """Why an action is accepted."""

    def of(self, action: int) -> str:
        if action & ~CALLING < VERBS:
            return self.lay(card_of(action & ~CALLING)) + (self._call_with() if action & CALLING else "")
        if action >= CATCH:
            other = action - CATCH
            return f"seat {other} owes a call; caught, it draws {_cards(self.r.uno_penalty)} (D34, D35)"
        if action >= CHOOSE:
            return f"{self.me} swaps hands with seat {action - CHOOSE} (D21)"
        if action >= NAME:
            return f"{self.me} names the colour of the opening card ({self._opening_rule()})"
        return {
            DRAW: self._draw,
            PASS: self._pass,
            TAKE: self._take,
            CHALLENGE: self._challenge,
            DONE: self.done,
            READY: self._ready,
            CALL: self._call,
        }[action]()

    def _opening_rule(self) -> str:
        return dimension_id("start_wild_draw" if self.r.draws[self.s.top] else "start_wild")

    # ------------------------------------------------------------ laying

    def lay(self, card: int) -> str:
        """Why a card may be laid, its call left aside."""
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
            return f"{self.card(card)} goes on {self.top} by colour, by which alone an opening card counts (D07)"
        axes = _axes(self.ruleset, card)
        same = {"colour": card // RANKS == colour_of(self.s.face)}
        matching = [axis for axis in axes if same.get(axis, self.s.face < WILD and card % RANKS == self.s.face % RANKS)]
        return f"{self.card(card)} goes on {self.top} by {' and '.join(matching)} (D11)"

    def _wild(self, card: int) -> str:
        name = self.card(card)
        if not self.r.guarded >> card - HALF & 1:
            return f"{name} goes on anything, and its player names the colour"
        if honest(self.s, self.r, self.seat):
            return f"{name} may be laid only {self.condition()}, and so it is (D22)"
        return f"{name} is a bluff, for {self.me} holds {self.holding()}; only a challenge can punish it (D22, D23)"

    def _call_with(self) -> str:
        holds = self.s.held[self.seat]
        if holds == 2:
            return "; it leaves one card, and that is called with it (D32)"
        if holds == 1:
            return "; it is the last card, so the call with it means nothing (D32)"
        return "; the call with it holds if the whole batch leaves one card (D32)"

    # ------------------------------------------------------------ the other actions

    def _draw(self) -> str:
        if nothing_to_draw(self.s, self.r):
            return f"nothing is left to draw and {self.me} holds nothing it must lay, so the round ends (D16)"
        fitting = self.fitting()
        if fitting:
            return f"{fitting} fits, but {self.rule('draw_voluntary')}"
        return f"{self.me} holds no card it must lay; {self.rule('draw_size')}"

    def _pass(self) -> str:
        if self.s.phase == TURN:
            return f"{self.me} holds nothing it must lay, and nothing is left to draw (D16)"
        fitting = self.fitting()
        if fitting and self.r.drawn_card != MUST_PLAY:
            return f"{fitting} fits, but may be kept: {self.rule('drawn_card')}"
        return f"{self.card(self.s.drawn)} need not be laid: {self.rule('drawn_card')}"

    def _take(self) -> str:
        if self.s.phase == SKIPPED:
            return f"{self.me} {self.owed()} and accepts it (D17)"
        return f"{self.me} {self.owed()} and draws them; {self.rule('draw_forfeits_turn')}"

    def _challenge(self) -> str:
        before = format_face(self.deck, self.s.before)
        return f"{self.card(self.s.top)} was laid on {before} by seat {self.s.laid} and may be a bluff (D23, D24)"

    def done(self) -> str:
        return f"the batch of {_cards(self.s.batch)} is closed (D12)"

    def _ready(self) -> str:
        return f"play waits for {self.me}, which has drawn a penalty (D39)"

    def _call(self) -> str:
        return f"{self.me} owes a call and has not been caught yet (D32, D33)"


# ---------------------------------------------------------------- fined


class _Fine(_Words):
    """Why an action is a foul, and what it costs."""

    def of(self, action: int) -> str:
        refusal = _Refusal(self.s, self.ruleset, self.seat)
        price = _cards(self.r.fine_false_call)
        if action == DONE:
            return f"{_Grant(self.s, self.ruleset, self.seat).done()}, {self._false_call()}"
        if action == CALL:
            return f"{refusal.owes_no_call(self.seat)}; a call that is not due costs {price} (D37)"
        if action >= CATCH and not action & CALLING:
            return f"{refusal.owes_no_call(action - CATCH)}; an accusation without cause costs {price} (D37)"
        card = card_of(action & ~CALLING)
        if is_legal(self.s, self.r, self.seat, action & ~CALLING):
            return f"{_Grant(self.s, self.ruleset, self.seat).lay(card)}, {self._false_call()}"
        turn = " and the turn" if self.seat == self.s.turn else ""
        return f"{refusal.no_lay(card)}; it is taken back and costs {_cards(self.r.fine_illegal)}{turn} (D36)"

    def _false_call(self) -> str:
        """What a call with a lay that does not leave one card costs."""
        return (
            f"but a call with a lay that does not leave exactly one card costs {_cards(self.r.fine_false_call)} (D37)"
        )
