"""The values that programs use at a table: cards, faces and actions of one deck, each made once.

The core numbers cards, faces and actions.  `Values` converts these numbers to values and back, so that the layers
above do not need the numbers.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from .._util.bounds import quoted
from .._util.strict import check_fields
from ..core.cards import card_of, colour_of
from ..core.layout import State
from ..core.rights import claim_kind
from ..core.terms import (
    CALL,
    CALLING,
    CATCH,
    CHALLENGE,
    CHOOSE,
    COLOUR_FACE,
    DONE,
    DRAW,
    FACES,
    HALF,
    LEAVE,
    NAME,
    PASS,
    RANKS,
    READY,
    SEATS,
    SHOUT,
    TAKE,
    VERBS,
    WILD,
    CountInfo,
)  # fmt: skip
from ..errors import NotationError
from ..notation import format_actions, parse_action, parse_move
from ..rules import Ruleset, ruleset_of
from ..rules.decks import Card

HANDS = 2_048  # remembered for each rule set


class ActionKind(StrEnum):
    """What a seat does with an action."""

    LAY = "lay"
    DRAW = "draw"
    PASS = "pass"
    TAKE = "take"
    CHALLENGE = "challenge"
    DONE = "done"
    READY = "ready"
    CALL = "call"
    NAME = "name"
    CHOOSE = "choose"
    CATCH = "catch"
    LEAVE = "leave"  # for good; never listed as legal


_WORDS = {
    DRAW: ActionKind.DRAW,
    PASS: ActionKind.PASS,
    TAKE: ActionKind.TAKE,
    CHALLENGE: ActionKind.CHALLENGE,
    DONE: ActionKind.DONE,
    READY: ActionKind.READY,
    CALL: ActionKind.CALL,
    LEAVE: ActionKind.LEAVE,
}
_CODES = {kind: code for code, kind in _WORDS.items()}


@dataclass(frozen=True, slots=True, repr=False)
class Action:
    """Something a seat may try to do; actions with the same text are equal.

    A lay has its `cards`, the `colour` named for a wild, the `seats` chosen for swaps, and says whether it `calls` and
    whether its batch is `closed`.  `seats` also holds the seat that is caught or chosen.
    """

    text: str
    kind: ActionKind = field(compare=False)
    cards: tuple[Card, ...] = field(default=(), compare=False)
    colour: str | None = field(default=None, compare=False)
    seats: tuple[int, ...] = field(default=(), compare=False)
    calls: bool = field(default=False, compare=False)
    closed: bool = field(default=True, compare=False)
    codes: tuple[int, ...] = field(default=(), compare=False)  # as the core numbers it

    @classmethod
    def from_text(cls, text: str, rules: Ruleset | str) -> "Action":
        """Read an action such as 'r5!', 'w:g' or 'catch 2'."""
        return values_of(rules).read(text)

    @property
    def heard(self) -> int:
        """How soon it is heard among claims, the lowest first: calls, accusations, then jump-ins and challenges."""
        return claim_kind(self.codes[0])

    def to_dict(self) -> dict[str, Any]:
        """Return the action as JSON data."""
        data: dict[str, Any] = {"action": self.text, "kind": str(self.kind)}
        if self.cards:
            data |= {"cards": [card.text for card in self.cards], "calls": self.calls, "closed": self.closed}
        if self.colour is not None:
            data["colour"] = self.colour
        if self.seats:
            data["seats"] = list(self.seats)
        return data

    @classmethod
    def from_dict(cls, data: Any, rules: Ruleset | str) -> "Action":
        """Read what `to_dict` wrote; fields other than `action` may be left out, but must not differ from its text."""
        text = data.get("action") if isinstance(data, dict) else None
        if not isinstance(text, str):
            raise NotationError("an action must be an object with its text as 'action'")
        action = cls.from_text(text, rules)
        check_fields(f"the action {text!r}", data, action.to_dict() | {"action": text})
        return action

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Action {self.text}>"


@dataclass(frozen=True, slots=True, repr=False)
class Move:
    """An action and the seat that takes it."""

    seat: int
    action: Action

    def to_dict(self) -> dict[str, Any]:
        """Return the move as JSON data."""
        return {"seat": self.seat, "action": self.action.text}

    @classmethod
    def from_dict(cls, data: Any, rules: Ruleset | str) -> "Move":
        """Read what `to_dict` wrote."""
        if not isinstance(data, dict) or data.keys() != {"seat", "action"}:
            raise NotationError("a move must be an object with 'seat' and 'action'")
        seat = data["seat"]
        if type(seat) is not int or not 0 <= seat < SEATS:
            raise NotationError(f"the seat of a move is a number from 0 to {SEATS - 1}, not {quoted(seat)}")
        return cls(seat, values_of(rules).read(data["action"]))

    def __str__(self) -> str:
        return f"{self.seat} {self.action}"

    def __repr__(self) -> str:
        return f"<Move {self}>"


@dataclass(frozen=True, slots=True, repr=False)
class Face:
    """What has to be matched: a card and its colour, or a colour alone (`card` is None)."""

    text: str
    card: Card | None = field(compare=False)
    colour: str = field(compare=False)
    row: int = field(compare=False)  # the position of the colour in the deck
    code: int = field(compare=False)  # as the core numbers it

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Face {self.text}>"


class Values:
    """The cards, faces and actions of a rule set, by the numbers of the core."""

    def __init__(self, rules: Ruleset) -> None:
        self.deck = deck = rules.deck
        self.cards: dict[int, Card] = {card.code: rules.card(card.text) for card in deck.cards}
        self.colours = tuple(letter for letter, _ in deck.colours)
        self.sizes_hidden = rules.count_info is CountInfo.HIDDEN  # D40
        self.faces: list[Face | None] = [self._face(code) for code in range(FACES)]
        self._made_before: dict[tuple[int, ...], Action] = {}
        self._read_before: dict[str, Action] = {}
        self._hands: dict[bytes, tuple[Card, ...]] = {}  # most hands stay as they are from one move to the next

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"_hands": {}}

    def _face(self, code: int) -> Face | None:
        colour = colour_of(code)
        if colour >= len(self.colours):
            return None
        letter = self.colours[colour]
        if code >= COLOUR_FACE:
            return Face(f"{letter}.", None, letter, colour, code)
        card = self.cards.get(card_of(code))
        if card is None:
            return None
        return Face(f"{card.text}:{letter}" if card.wild else card.text, card, letter, colour, code)

    def face(self, code: int) -> Face | None:
        """Return a face, or None where there is none."""
        return self.faces[code] if code >= 0 else None

    def hand(self, s: State, seat: int) -> tuple[Card, ...]:
        """Return the cards of a hand in the deck's order."""
        key = bytes(s.count[seat])
        hand = self._hands.get(key)
        if hand is None:
            if len(self._hands) >= HANDS:
                self._hands.clear()
            hand = self._hands[key] = self._make_hand(key, *s.hand[seat])
        return hand

    def _make_hand(self, count: bytes, low: int, high: int) -> tuple[Card, ...]:
        """Return the cards of a set, each as often as it is there."""
        cards, held, both = self.cards, [], low | high << HALF
        while both:  # `set_bits` inlined for speed: every view makes a hand
            bit = both & -both
            code = bit.bit_length() - 1
            if (n := count[code]) == 1:
                held.append(cards[code])
            else:
                held += [cards[code]] * n
            both ^= bit
        return tuple(held)

    def in_set(self, low: int, high: int) -> tuple[Card, ...]:
        """Return the cards of a set in the deck's order."""
        return tuple(self.cards[code] for code in set_bits(low | high << HALF))

    # ------------------------------------------------------------ actions

    def action(self, codes: Iterable[int]) -> Action:
        """Return the action for these core numbers; a closed lay includes its DONE."""
        return self._cached(tuple(codes))

    def single(self, code: int) -> Action:
        """Return an action as `legal` lists it; a lay is closed."""
        return self._cached((code, DONE) if code & ~CALLING < VERBS else (code,))

    def one_card(self, code: int) -> Action:
        """Return the action for one core number; a lay leaves its batch open."""
        return self._cached((code,))

    def lay(
        self,
        cards: Card | Sequence[Card],
        colour: str | None = None,
        *,
        call: bool = False,
        closed: bool = True,
        seats: Iterable[int] = (),
    ) -> Action:
        """Return a lay of one card or a batch: the colour that wilds take, a call, the seats to swap hands with."""
        laid = [cards] if isinstance(cards, Card) else list(cards)
        codes = [card.code + RANKS * self._row(colour) if card.wild else card.code for card in laid]
        codes[-1] |= CALLING if call else 0
        return self._cached((*codes, *((DONE,) if closed else ()), *(CHOOSE + seat for seat in seats)))

    def say(self, kind: ActionKind) -> Action:
        """Return an action that is a word, such as to draw, to pass or to call."""
        return self._cached((_CODES[kind],))

    def name(self, colour: str) -> Action:
        """Return the choice of a colour for a wild that starts the round."""
        return self._cached((NAME + self._row(colour),))

    def choose(self, seat: int) -> Action:
        """Return the choice of a seat to swap hands with."""
        return self._cached((CHOOSE + seat,))

    def catch(self, seat: int) -> Action:
        """Return the accusation of a seat that it did not call."""
        return self._cached((CATCH + seat,))

    def _row(self, colour: str | None) -> int:
        """Return the place of a colour in the deck; raise NotationError if it has none."""
        if colour not in self.colours:
            raise NotationError(f"{quoted(colour)} is not a colour of this deck; it has {', '.join(self.colours)}")
        return self.colours.index(colour)

    def joined(self, actions: Sequence[Action]) -> Action:
        """Return the parts of a batch (D12), laid one after the other, as one lay: its wilds take the last colour."""
        lays = [action for action in actions if action.kind is ActionKind.LAY]
        return self.lay(
            [card for action in lays for card in action.cards],
            next((action.colour for action in reversed(lays) if action.colour), None),
            call=lays[-1].calls,
            closed=lays[-1].closed or actions[-1] is not lays[-1],
            seats=[seat for action in actions for seat in action.seats],
        )

    def with_colour(self, action: Action, colour: str) -> Action:
        """Return a lay whose wilds take a colour."""
        return self.lay(action.cards, colour, call=action.calls, closed=action.closed, seats=action.seats)

    def with_call(self, action: Action) -> Action:
        """Return a lay with a call; any other action unchanged."""
        lays = [place for place, code in enumerate(action.codes) if code & ~CALLING < VERBS]
        if not lays:
            return action
        codes = list(action.codes)
        codes[lays[-1]] |= CALLING
        return self._cached(tuple(codes))

    def without_call(self, action: Action) -> Action:
        """Return a lay without its call; any other action unchanged."""
        return self._cached(tuple(code & ~CALLING for code in action.codes)) if action.calls else action

    def _cached(self, codes: tuple[int, ...]) -> Action:
        action = self._made_before.get(codes)
        if action is None:
            action = self._made(codes)
            if len(codes) <= 2:  # there are too many lays of several cards to cache
                self._made_before[codes] = action
        return action

    def listed(self, low: int, high: int, verbs: int) -> tuple[Action, ...]:
        """Return the actions of a set from the core, a wild once for each colour, without calls."""
        return tuple(self.single(code) for code in listed_codes(low, high, verbs, len(self.colours)))

    def _made(self, codes: tuple[int, ...]) -> Action:
        text = format_actions(self.deck, codes)
        first = codes[0]
        if first & ~CALLING >= VERBS:
            return self._spoken(text, first)
        faces = [code & ~CALLING for code in codes if code & ~CALLING < VERBS]
        wilds = [face for face in faces if face >= WILD]
        return Action(
            text=text,
            kind=ActionKind.LAY,
            cards=tuple(self.cards[card_of(face)] for face in faces),
            colour=self.colours[colour_of(wilds[-1])] if wilds else None,
            seats=tuple(code - CHOOSE for code in codes if CHOOSE <= code < CATCH),
            calls=any(code & CALLING for code in codes),
            closed=DONE in codes,
            codes=codes,
        )

    def _spoken(self, text: str, code: int) -> Action:
        if code in _WORDS:
            return Action(text, _WORDS[code], codes=(code,))
        if NAME <= code < CHOOSE:
            return Action(text, ActionKind.NAME, colour=self.colours[code - NAME], codes=(code,))
        if CHOOSE <= code < CATCH:
            return Action(text, ActionKind.CHOOSE, seats=(code - CHOOSE,), codes=(code,))
        return Action(text, ActionKind.CATCH, seats=(code - CATCH,), codes=(code,))

    def read(self, said: object) -> Action:
        """Return an action given as text or as a value; a value from elsewhere is read again from its text."""
        if isinstance(said, Action):
            if self._made_before.get(said.codes) is said:
                return said
            said = said.text
        if not isinstance(said, str):
            raise NotationError(f"{type(said).__name__} is not an action; give one of the legal actions, or its text")
        action = self._read_before.get(said)
        if action is None:
            action = self.action(parse_action(self.deck, said))
            if len(action.codes) <= 2 and action.text == said:  # no more than there are actions, as in `_cached`
                self._read_before[said] = action
        return action

    def read_move(self, text: str) -> tuple[int | None, Action]:
        """Read an action with the seat that takes it, if the text begins with one."""
        seat, codes = parse_move(self.deck, text)
        return seat, self.action(codes)


def set_bits(word: int) -> Iterator[int]:
    """Yield the indices of the set bits, lowest first."""
    while word:
        bit = word & -word
        yield bit.bit_length() - 1
        word ^= bit


def listed_codes(low: int, high: int, verbs: int, colours: int) -> list[int]:
    """Return the actions in a set from the core, a wild once for each colour, without calls."""
    codes: list[int] = []
    for card in set_bits(low | high << HALF):
        codes += [card] if card < WILD else [card + colour * RANKS for colour in range(colours)]
    return codes + [VERBS + place for place in set_bits(verbs & ~(1 << SHOUT - VERBS))]


def values_of(rules: Ruleset | str) -> Values:
    """Return the values of a rule set, which are made on first use."""
    rules = ruleset_of(rules)
    kept = vars(rules)  # next to the cached properties of the rule set
    if "_values" not in kept:
        kept["_values"] = Values(rules)
    found: Values = kept["_values"]
    return found


# Sets of seats as tuples, indexed by the bits of the core.
SEAT_SETS: tuple[tuple[int, ...], ...] = tuple(
    tuple(seat for seat in range(SEATS) if bits >> seat & 1) for bits in range(1 << SEATS)
)
