"""What happens at a table, as values with named fields, and who may know it.

The core notes facts, and each becomes one event.  `seen_by` returns the event as a seat may know it: only the seat
that draws a card knows it, and only the challenger knows a hand shown in a challenge.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, ClassVar, TypeVar, dataclass_transform

from .._util.bounds import quoted
from ..backends.live import Note
from ..core.cards import card_of
from ..core.terms import RANKS, SEATS, WILD, Fact
from ..errors import LastCardError, NotationError
from ..rules import Ruleset
from ..rules.decks import Card
from .values import Face, Values, values_of
from .wire import decode_fields, encode_fields


class How(Enum):
    """How a card was laid."""

    TURN = 0  # on one's turn
    ANSWER = 1  # as the target of an effect
    BATCH = 2  # into one's open batch
    JUMP_IN = 3  # out of turn


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened; every kind of event is a subclass."""

    kind: ClassVar[str]  # its name in the JSON form
    private: ClassVar[bool] = False  # whether only its seat may know of it

    def seen_by(self, viewer: int | None) -> "Event | None":
        """Return the event as a seat, or a spectator (None), may know it; None if it may not know it at all."""
        check_viewer(viewer)
        if self.private and getattr(self, "seat", None) != viewer:
            return None
        return self

    @property
    def text(self) -> str:
        """The event in one line: its kind, then its fields."""
        words = [self.kind, *(_word(getattr(self, field.name)) for field in fields(self))]
        return " ".join(word for word in words if word)

    def to_dict(self) -> dict[str, Any]:
        """Return the event as JSON data."""
        return {"event": self.kind, **encode_fields(self)}

    @staticmethod
    def from_dict(data: Any, rules: Ruleset | str) -> "Event":
        """Read what `to_dict` wrote."""
        values = values_of(rules)
        kind = data.get("event") if isinstance(data, dict) else None
        if not isinstance(kind, str) or kind not in EVENTS:
            raise NotationError(f"an event is an object whose 'event' is one of {', '.join(EVENTS)}")
        rest = {key: value for key, value in data.items() if key != "event"}
        event = decode_fields(EVENTS[kind], rest, values)
        _check(event, values)
        return event


AnyEvent = TypeVar("AnyEvent", bound=Event)
EVENTS: dict[str, type[Event]] = {}


@dataclass_transform(frozen_default=True)
def event(kind: str) -> Callable[[type[AnyEvent]], type[AnyEvent]]:
    """Declare a kind of event, by its name in the JSON form."""

    def declare(cls: type[AnyEvent]) -> type[AnyEvent]:
        cls.kind = kind
        EVENTS[kind] = declared = dataclass(frozen=True, slots=True)(cls)
        return declared

    return declare


def _check(event: Event, values: Values) -> None:
    """Refuse what cannot happen at any table: seats and colours that do not exist, fewer cards than none."""
    given = {field.name: getattr(event, field.name) for field in fields(event)}
    if not all(0 <= given[name] < SEATS for name in ("seat", "target", "by", "first") if name in given):
        raise NotationError(f"{event.kind}: seats go from 0 to {SEATS - 1}")
    if "colour" in given and given["colour"] not in (values.colours if given["card"].wild else (None,)):
        letters = ", ".join(values.colours)
        raise NotationError(f"{event.kind}: a wild has one of the colours {letters}, and no other card has one")
    if given.get("direction", 1) not in (1, -1):
        raise NotationError(f"{event.kind}: the direction must be 1 or -1")
    amounts = (given.get(name, 0) for name in ("cards", "count", "turns", "points"))
    if not all(amount >= 0 for amount in amounts if isinstance(amount, int)):
        raise NotationError(f"{event.kind}: a number of cards, turns or points cannot be negative")


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return ""
    if isinstance(value, tuple):
        return "".join(card.text for card in value) or "-"
    if isinstance(value, Card | Face):
        return value.text
    return str(value)


# ---------------------------------------------------------------- before the first turn


@event("picked")
class Picked(Event):
    """A seat drew this card to decide the dealer."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class _Drawn(Event):
    """A card came to a hand; only its seat sees which card."""

    seat: int
    card: Card | None

    def seen_by(self, viewer: int | None) -> "Event | None":
        """Return the event, without the card for everyone but its seat."""
        check_viewer(viewer)
        return self if viewer == self.seat or self.card is None else type(self)(self.seat, None)

    @property
    def text(self) -> str:
        """The event in one line; an unknown card is '?'."""
        return f"{self.kind} {self.seat} {self.card.text if self.card else '?'}"


@event("dealt")
class Dealt(_Drawn):
    """A seat was dealt a card."""


@event("start-refused")
class StartRefused(Event):
    """This card could not open the discards and went back into the stock."""

    card: Card


@event("turned")
class Turned(Event):
    """This card opens the discards; before its effect seat `first` would act first."""

    card: Card
    first: int


# ---------------------------------------------------------------- playing and drawing


@event("laid")
class Laid(Event):
    """A seat laid a card, with the colour it named for a wild and perhaps with a call."""

    seat: int
    card: Card
    colour: str | None
    called: bool
    how: How

    @property
    def text(self) -> str:
        """The event in one line; the first word says how the card was laid."""
        word = ("laid", "answered", "joined", "jumped")[self.how.value]
        return f"{word} {self.seat} {self.card.text}" + (f":{self.colour}" if self.colour else "")


@event("named")
class Named(Event):
    """A seat named the colour of the opening wild."""

    seat: int
    card: Card
    colour: str

    @property
    def text(self) -> str:
        """The event in one line."""
        return f"named {self.seat} {self.card.text}:{self.colour}"


@event("drew")
class Drew(_Drawn):
    """A seat drew a card on its turn."""


@event("drew-penalty")
class DrewPenalty(_Drawn):
    """A seat drew a card as a penalty."""


@event("passed")
class Passed(Event):
    """A seat passed."""

    seat: int


@event("took")
class Took(Event):
    """A seat accepted the cards it owed."""

    seat: int
    cards: int


@event("lost-turns")
class LostTurns(Event):
    """Turns were lost, the first of them by this seat."""

    seat: int
    turns: int


@event("refilled")
class Refilled(Event):
    """The discards were shuffled into the stock: `cards` is their number."""

    cards: int


# ---------------------------------------------------------------- hands that move


@event("returned")
class Returned(Event):
    """A card went back to a hand for all to see, from the discards or because it was refused."""

    seat: int
    card: Card
    off_discards: bool


@event("swapped")
class Swapped(Event):
    """A seat swapped hands with another."""

    seat: int
    target: int


@event("rotated")
class Rotated(Event):
    """Every hand was passed on by a seat's card, clockwise (1) or counter-clockwise (-1)."""

    seat: int
    direction: int


@event("holds")
class Holds(Event):
    """After an exchange of hands, a seat holds this number of a card; only the seat is told."""

    private = True
    seat: int
    card: Card
    count: int


# ---------------------------------------------------------------- what seats say


@event("called")
class Called(Event):
    """A seat called."""

    seat: int


@event("forgot-call")
class ForgotCall(Event):
    """A seat played a card that left it one, and did not call; where hand sizes are hidden (D40), nobody is told."""

    seat: int


@event("caught")
class Caught(Event):
    """A seat that owed a call was caught by another."""

    seat: int
    by: int


@event("call-overdue")
class CallOverdue(Event):
    """Nobody caught a seat that owed a call in time, so the seat pays (D52)."""

    seat: int


@event("accused-in-vain")
class AccusedInVain(Event):
    """A seat accused another that owed no call."""

    seat: int
    target: int


@event("challenged")
class Challenged(Event):
    """A seat challenged the wild draw of another."""

    seat: int
    target: int


@event("shown")
class Shown(Event):
    """A challenger was shown this card of the challenged hand; only the challenger is told."""

    private = True
    seat: int
    card: Card
    target: int


@event("bluff-proved")
class BluffProved(Event):
    """A challenge was right: this seat had bluffed."""

    seat: int


@event("challenge-failed")
class ChallengeFailed(Event):
    """A challenge failed: this seat pays, because the target was honest."""

    seat: int
    target: int


@event("fined")
class Fined(Event):
    """A seat is fined a number of cards for a foul."""

    seat: int
    cards: int


@event("said-ready")
class SaidReady(Event):
    """A seat said it is ready."""

    seat: int


# ---------------------------------------------------------------- the end


@event("knocked-out")
class KnockedOut(Event):
    """A seat reached the hand limit and is out of the round; `cards` is the size of its hand."""

    seat: int
    cards: int


@event("left")
class Left(Event):
    """A seat left for good, and the cards of its hand went under the discards."""

    seat: int
    cards: int


@event("blocked")
class Blocked(Event):
    """Nobody can go on; `by_limit` says that the round reached its limit of turns (I-54)."""

    by_limit: bool


@event("won")
class Won(Event):
    """A seat won the round and scores points."""

    seat: int
    points: int


@event("revealed")
class Revealed(Event):
    """The round is over and hands are counted: a seat showed its cards."""

    seat: int
    cards: tuple[Card, ...]


# ---------------------------------------------------------------- from facts

Maker = Callable[[Values, int, int, int], Event]  # takes seat, card and amount as the core notes them


def _laid(how: How) -> Maker:
    def make(v: Values, seat: int, face: int, called: int) -> Event:
        colour = v.colours[face // RANKS - 4] if face >= WILD else None
        return Laid(seat, v.cards[card_of(face)], colour, called == 1, how)

    return make


_MAKERS: dict[int, Maker] = {
    Fact.PICKED: lambda v, seat, card, n: Picked(seat, v.cards[card]),
    Fact.DEALT: lambda v, seat, card, n: Dealt(seat, v.cards[card]),
    Fact.REFUSED: lambda v, seat, card, n: StartRefused(v.cards[card]),
    Fact.TURNED: lambda v, seat, card, n: Turned(v.cards[card], n),
    Fact.LAID: _laid(How.TURN),
    Fact.ANSWERED: _laid(How.ANSWER),
    Fact.JOINED: _laid(How.BATCH),
    Fact.JUMPED: _laid(How.JUMP_IN),
    Fact.NAMED: lambda v, seat, card, n: Named(seat, v.cards[card], v.colours[n]),
    Fact.DREW: lambda v, seat, card, n: Drew(seat, v.cards[card]),
    Fact.SERVED: lambda v, seat, card, n: DrewPenalty(seat, v.cards[card]),
    Fact.PASSED: lambda v, seat, card, n: Passed(seat),
    Fact.TOOK: lambda v, seat, card, n: Took(seat, n),
    Fact.LOST: lambda v, seat, card, n: LostTurns(seat, n),
    Fact.CALLED: lambda v, seat, card, n: Called(seat),
    Fact.FORGOT: lambda v, seat, card, n: ForgotCall(seat),
    Fact.CAUGHT: lambda v, seat, card, n: Caught(seat, n),
    Fact.CHALLENGED: lambda v, seat, card, n: Challenged(seat, n),
    Fact.SHOWN: lambda v, seat, card, n: Shown(seat, v.cards[card], n),
    Fact.UPHELD: lambda v, seat, card, n: BluffProved(seat),
    Fact.FAILED: lambda v, seat, card, n: ChallengeFailed(seat, n),
    Fact.RETURNED: lambda v, seat, card, n: Returned(seat, v.cards[card], n == 1),
    Fact.FINED: lambda v, seat, card, n: Fined(seat, n),
    Fact.SWAPPED: lambda v, seat, card, n: Swapped(seat, n),
    Fact.ROTATED: lambda v, seat, card, n: Rotated(seat, n),
    Fact.HELD: lambda v, seat, card, n: Holds(seat, v.cards[card], n),
    Fact.REFILLED: lambda v, seat, card, n: Refilled(n),
    Fact.READY: lambda v, seat, card, n: SaidReady(seat),
    Fact.OUT: lambda v, seat, card, n: KnockedOut(seat, n),
    Fact.BLOCKED: lambda v, seat, card, n: Blocked(n == 1),
    Fact.WON: lambda v, seat, card, n: Won(seat, n),
    Fact.WRONG: lambda v, seat, card, n: AccusedInVain(seat, n),
    Fact.OVERDUE: lambda v, seat, card, n: CallOverdue(seat),
    Fact.LEFT: lambda v, seat, card, n: Left(seat, n),
}


def events_of(facts: Iterable[Note], values: Values) -> tuple[Event, ...]:
    """Return the facts of the core as events.

    Where hand sizes are hidden (D40), a forgotten call is no event, because it would tell who holds one card.
    """
    unsaid = Fact.FORGOT if values.sizes_hidden else None
    return tuple(_MAKERS[kind](values, seat, card, amount) for kind, seat, card, amount in facts if kind != unsaid)


def check_viewer(viewer: int | None) -> None:
    """Raise LastCardError unless this is a seat, or None for a spectator."""
    if viewer is not None and (type(viewer) is not int or not 0 <= viewer < SEATS):
        raise LastCardError(f"events are told to a seat from 0 to {SEATS - 1}, or to None, not to {quoted(viewer)}")


def told_to(events: Iterable[Event], viewer: int | None) -> tuple[Event, ...]:
    """Return the events as a seat, or a spectator (None), is told them."""
    check_viewer(viewer)
    return tuple([seen for event in events if (seen := event.seen_by(viewer)) is not None])
