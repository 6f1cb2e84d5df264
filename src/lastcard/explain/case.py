"""The base of the classes that explain an action: a seat at a table, and the parts that a reason may have."""

from ..core.cards import colour_of
from ..core.layout import State
from ..core.legal import answer_stance, honest, lays, legal, legitimate
from ..core.terms import (
    CALL,
    CHALLENGE,
    COLOUR_FACE,
    DEFLECT,
    DONE,
    DRAW,
    FIT,
    HALF,
    NO_COLOUR,
    PASS,
    READY,
    SKIPPED,
    TAKE,
    VERBS,
    WILD,
    Axis,
)
from ..notation import format_action, format_card, format_face
from ..rules.dimensions import KEYS, write_value
from ..rules.ruleset import Ruleset
from ..rules.words import dimension_id, sentence
from .reasons import Part, Reason
from .reasons.catalogue import CATALOGUE, PLAY, SAYS, SETTING

WORDS = (DRAW, PASS, TAKE, CHALLENGE, DONE, READY, CALL)  # the actions that are a single word


class Case:
    """A seat at a table, with a property for each part of a reason that follows from the state."""

    def __init__(self, s: State, ruleset: Ruleset, seat: int) -> None:
        self.s = s
        self.r = ruleset.core_rules
        self.ruleset = ruleset
        self.deck = ruleset.deck
        self.seat = seat

    def reason(self, id: str, *, by: str = "", cause: Reason | None = None, **given: Part) -> Reason:
        """Return the reason with this id; parts that are not given come from the properties of the same name.

        Pass the dimension that applies as `by` if the catalogue leaves it open or the reason quotes its sentence.
        """
        names = CATALOGUE[id].parts
        if SAYS in names:
            value = getattr(self.ruleset, by)
            given |= {SAYS: _quoted(sentence(by, value)), SETTING: f"{KEYS[by]}={write_value(by, value)}"}
        parts = {name: given[name] if name in given else getattr(self, name) for name in names}
        rule = (dimension_id(by),) if by else tuple(CATALOGUE[id].rule.split())
        return Reason(id, rule, parts, cause)

    # ------------------------------------------------------------ parts of reasons

    @property
    def turn(self) -> int:
        """The seat on turn."""
        return self.s.turn

    @property
    def owed(self) -> int:
        """The number of cards or turns the seat on turn owes; of turns, only its own where each is asked (D60)."""
        return 1 if self.s.phase == SKIPPED and self.r.skip_answerer else self.s.pending

    @property
    def top(self) -> str:
        """The top card, a wild with its colour."""
        return self.card(self.s.top) if self.s.face >= COLOUR_FACE else format_face(self.deck, self.s.face)

    @property
    def under(self) -> str:
        """The face on which a card that can be challenged was laid."""
        return format_face(self.deck, self.s.under)

    @property
    def colour(self) -> str:
        """The name of the active colour."""
        return self.deck.colours[colour_of(self.s.face)][1]

    @property
    def colours(self) -> tuple[str, ...]:
        """The names of all colours."""
        return tuple(name for _, name in self.deck.colours)

    @property
    def drawn(self) -> str:
        """The card the seat on turn has just drawn."""
        return self.card(self.s.drawn)

    @property
    def may(self) -> tuple[str, ...]:
        """What the seat may do now."""
        low, high, verbs = legal(self.s, self.r, self.seat)
        words = [format_action(self.deck, verb) for verb in WORDS if verbs >> verb - VERBS & 1]
        return (PLAY, *words) if low | high else tuple(words)

    @property
    def held(self) -> str:
        """A card in the seat's hand that makes a wild draw a bluff (D22)."""
        if self.r.wd_condition == NO_COLOUR:
            wanted = self.r.suit[colour_of(self.s.face)]
        else:
            fit = self.r.allow[FIT][self.s.face]
            wanted = [fit[0], fit[1] & ~self.r.guarded]
        hand = self.s.hand[self.seat]
        return self.first(hand[0] & wanted[0], hand[1] & wanted[1])

    # ------------------------------------------------------------ cards

    def card(self, card: int) -> str:
        """Return a card as text."""
        return format_card(self.deck, card)

    def first(self, low: int, high: int) -> str:
        """Return the first card of a set as text."""
        both = low | high << HALF
        return self.card((both & -both).bit_length() - 1)

    def allows(self, stance: int, face: int, card: int) -> bool:
        """Return whether this card matches that face."""
        return self.r.allow[stance][face][card // HALF] >> card % HALF & 1 == 1

    def fitting(self) -> str:
        """Return a card that the seat could lay on its turn within D22, or an empty text."""
        low, high = lays(self.s, self.r, self.seat)
        if not legitimate(self.s, self.r, self.seat, low, high):
            return ""
        return self.first(low, high if honest(self.s, self.r, self.seat) else high & ~self.r.guarded)

    def axes(self, card: int) -> tuple[str, ...]:
        """Return what a coloured card could have in common with the top card so as to match it (D11)."""
        number = self._is_number(card) and self._is_number(self.s.top)
        of_cards = (Axis.COLOUR, Axis.NUMBER if number else Axis.SYMBOL)
        return tuple(axis.name.lower() for axis in of_cards if axis in self.ruleset.match_axes)

    def _is_number(self, card: int) -> bool:
        return self.deck.by_code[card].number is not None

    # ------------------------------------------------------------ the dimensions that apply

    def answer_rule(self, card: int) -> str:
        """Return the dimension that says whether a card answers the effect of the top card."""
        kind, rules = self.deck.by_code[card].kind, self.ruleset
        if answer_stance(self.s, self.r) == DEFLECT:
            if self.r.draws[card]:
                return "stack_passed_on"
            by_draw2 = kind in rules.deflect_draw2 or not rules.deflect_wd
            return "deflect_draw2" if by_draw2 else "deflect_wd"
        if self.r.draws[self.s.top] == 0:
            return "answer_skip"
        if self.s.top >= WILD:
            return "deflect_wd" if kind in rules.deflect_wd else "answer_wd"
        return "deflect_draw2" if kind in rules.deflect_draw2 else "answer_draw2"

    def opening_rule(self) -> str:
        """Return the dimension that let a wild open the round."""
        return "start_wild_draw" if self.r.draws[self.s.top] else "start_wild"


def _quoted(text: str) -> str:
    """Return the sentence of a rule for use inside another sentence."""
    begins_a_word = text[1:2] == " " or text[1:2].islower()
    return (text[0].lower() + text[1:] if begins_a_word else text).removesuffix(".")
