"""A table seen by one seat, and words for what is on it."""

from ..core.cards import colour_of
from ..core.layout import State
from ..core.legal import answer_stance, honest, lays, legitimate
from ..core.terms import COLOUR_FACE, DEFLECT, FIT, HALF, NO_COLOUR, OWED, WILD, Axis
from ..notation import format_card, format_face
from ..rules.ruleset import Ruleset
from ..rules.words import dimension_id, sentence


def cards(n: int) -> str:
    """So many cards."""
    return "1 card" if n == 1 else f"{n} cards"


def turns(n: int) -> str:
    """So many turns."""
    return "1 turn" if n == 1 else f"{n} turns"


def either(words: list[str]) -> str:
    """One of these."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


class Words:
    """What the sentences about one seat's action have in common."""

    def __init__(self, s: State, ruleset: Ruleset, seat: int) -> None:
        self.s = s
        self.r = ruleset.core_rules
        self.ruleset = ruleset
        self.deck = ruleset.deck
        self.seat = seat
        self.me = f"seat {seat}"

    # ------------------------------------------------------------ rules

    def rule(self, name: str) -> str:
        """A dimension in words, to stand inside a sentence."""
        text = sentence(name, getattr(self.ruleset, name)).removesuffix(".")
        return f"{text[0].lower()}{text[1:]} ({dimension_id(name)})"

    def answer_rule(self) -> str:
        """The dimension by which the effect on top may be answered."""
        if answer_stance(self.s, self.r) == DEFLECT:
            return "deflect_draw2" if self.ruleset.deflect_draw2 else "deflect_wd"
        if self.r.draws[self.s.top] == 0:
            return "answer_skip"
        return "answer_wd" if self.s.top >= WILD else "answer_draw2"

    def opening_rule(self) -> str:
        """The dimension by which a wild opened the round."""
        return "start_wild_draw" if self.r.draws[self.s.top] else "start_wild"

    def axes(self, card: int) -> list[str]:
        """By what a coloured card could match the one on top at all (D11)."""
        number = self._is_number(card) and self._is_number(self.s.top)
        of_cards = (Axis.COLOUR, Axis.NUMBER if number else Axis.SYMBOL)
        return [axis.name.lower() for axis in of_cards if axis in self.ruleset.match_axes]

    def _is_number(self, card: int) -> bool:
        return next(kind.number for kind in self.deck.types if kind.code == card) is not None

    # ------------------------------------------------------------ cards

    def card(self, card: int) -> str:
        """A card as text."""
        return format_card(self.deck, card)

    def first(self, low: int, high: int) -> str:
        """The first card of a set as text."""
        both = low | high << HALF
        return self.card((both & -both).bit_length() - 1)

    @property
    def top(self) -> str:
        """What lies on top, a wild with its colour."""
        return self.card(self.s.top) if self.s.face >= COLOUR_FACE else format_face(self.deck, self.s.face)

    @property
    def colour(self) -> str:
        """The name of the active colour."""
        return self.deck.colours[colour_of(self.s.face)][1]

    # ------------------------------------------------------------ how the seat stands

    def allows(self, stance: int, face: int, card: int) -> bool:
        """Whether the tables let this card go on that face."""
        return self.r.allow[stance][face][card // HALF] >> card % HALF & 1 == 1

    def banned_last(self, card: int) -> bool:
        """Whether the card would be the last one and may not be (D42)."""
        return self.s.held[self.seat] == 1 and self.r.banned[card // HALF] >> card % HALF & 1 == 1

    def fitting(self) -> str:
        """A card that the seat could lay on its turn within D22, or nothing."""
        low, high = lays(self.s, self.r, self.seat)
        if not legitimate(self.s, self.r, self.seat, low, high):
            return ""
        return self.first(low, high if honest(self.s, self.r, self.seat) else high & ~self.r.guarded)

    def betraying(self) -> str:
        """A card that makes a wild draw of this hand a bluff (D22)."""
        if self.r.wd_condition == NO_COLOUR:
            wanted = self.r.suit[colour_of(self.s.face)]
        else:
            fit = self.r.allow[FIT][self.s.face]
            wanted = [fit[0], fit[1] & ~self.r.guarded]
        hand = self.s.hand[self.seat]
        return self.first(hand[0] & wanted[0], hand[1] & wanted[1])

    def owed(self) -> str:
        """What the seat on turn owes."""
        pending = self.s.pending
        return f"owes {cards(pending)}" if self.s.phase == OWED else f"is to lose {turns(pending)}"
