"""What happens at a table, as values with named fields, and who may know it.

The core notes facts, and each becomes one event.  `seen_by` returns the event as a seat may know it: only the seat
that draws a card knows it, and only the challenger knows a hand shown in a challenge.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, ClassVar

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


@dataclass(frozen=True, slots=True)
class Picked(Event):
    """A seat drew this card to decide the dealer."""

    kind = "picked"
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


@dataclass(frozen=True, slots=True)
class Dealt(_Drawn):
    """A seat was dealt a card."""

    kind = "dealt"


@dataclass(frozen=True, slots=True)
class StartRefused(Event):
    """This card could not open the discards and went back into the stock."""

    kind = "start-refused"
    card: Card


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """This card opens the discards; before its effect seat `first` would act first."""

    kind = "turned"
    card: Card
    first: int


# ---------------------------------------------------------------- playing and drawing


@dataclass(frozen=True, slots=True)
class Laid(Event):
    """A seat laid a card, with the colour it named for a wild and perhaps with a call."""

    kind = "laid"
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


@dataclass(frozen=True, slots=True)
class Named(Event):
    """A seat named the colour of the opening wild."""

    kind = "named"
    seat: int
    card: Card
    colour: str

    @property
    def text(self) -> str:
        """The event in one line."""
        return f"named {self.seat} {self.card.text}:{self.colour}"


@dataclass(frozen=True, slots=True)
class Drew(_Drawn):
    """A seat drew a card on its turn."""

    kind = "drew"


@dataclass(frozen=True, slots=True)
class DrewPenalty(_Drawn):
    """A seat drew a card as a penalty."""

    kind = "drew-penalty"


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat passed."""

    kind = "passed"
    seat: int


@dataclass(frozen=True, slots=True)
class Took(Event):
    """A seat accepted the cards it owed."""

    kind = "took"
    seat: int
    cards: int


@dataclass(frozen=True, slots=True)
class LostTurns(Event):
    """Turns were lost, the first of them by this seat."""

    kind = "lost-turns"
    seat: int
    turns: int


@dataclass(frozen=True, slots=True)
class Refilled(Event):
    """The discards were shuffled into the stock: `cards` is their number."""

    kind = "refilled"
    cards: int


# ---------------------------------------------------------------- hands that move


@dataclass(frozen=True, slots=True)
class Returned(Event):
    """A card went back to a hand for all to see, from the discards or because it was refused."""

    kind = "returned"
    seat: int
    card: Card
    off_discards: bool


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    """A seat swapped hands with another."""

    kind = "swapped"
    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class Rotated(Event):
    """Every hand was passed on by a seat's card, clockwise (1) or counter-clockwise (-1)."""

    kind = "rotated"
    seat: int
    direction: int


@dataclass(frozen=True, slots=True)
class Holds(Event):
    """After an exchange of hands, a seat holds this number of a card; only the seat is told."""

    kind = "holds"
    private = True
    seat: int
    card: Card
    count: int


# ---------------------------------------------------------------- what seats say


@dataclass(frozen=True, slots=True)
class Called(Event):
    """A seat called."""

    kind = "called"
    seat: int


@dataclass(frozen=True, slots=True)
class ForgotCall(Event):
    """A seat played a card that left it one, and did not call; where hand sizes are hidden (D40), nobody is told."""

    kind = "forgot-call"
    seat: int


@dataclass(frozen=True, slots=True)
class Caught(Event):
    """A seat that owed a call was caught by another."""

    kind = "caught"
    seat: int
    by: int


@dataclass(frozen=True, slots=True)
class CallOverdue(Event):
    """Nobody caught a seat that owed a call in time, so the seat pays (D52)."""

    kind = "call-overdue"
    seat: int


@dataclass(frozen=True, slots=True)
class AccusedInVain(Event):
    """A seat accused another that owed no call."""

    kind = "accused-in-vain"
    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class Challenged(Event):
    """A seat challenged the wild draw of another."""

    kind = "challenged"
    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class Shown(Event):
    """A challenger was shown this card of the challenged hand; only the challenger is told."""

    kind = "shown"
    private = True
    seat: int
    card: Card
    target: int


@dataclass(frozen=True, slots=True)
class BluffProved(Event):
    """A challenge was right: this seat had bluffed."""

    kind = "bluff-proved"
    seat: int


@dataclass(frozen=True, slots=True)
class ChallengeFailed(Event):
    """A challenge failed: this seat pays, because the target was honest."""

    kind = "challenge-failed"
    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class Fined(Event):
    """A seat is fined a number of cards for a foul."""

    kind = "fined"
    seat: int
    cards: int


@dataclass(frozen=True, slots=True)
class SaidReady(Event):
    """A seat said it is ready."""

    kind = "said-ready"
    seat: int


# ---------------------------------------------------------------- the end


@dataclass(frozen=True, slots=True)
class KnockedOut(Event):
    """A seat reached the hand limit and is out of the round; `cards` is the size of its hand."""

    kind = "knocked-out"
    seat: int
    cards: int


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A seat left for good, and the cards of its hand went under the discards."""

    kind = "left"
    seat: int
    cards: int


@dataclass(frozen=True, slots=True)
class Blocked(Event):
    """Nobody can go on; `by_limit` says that the round reached its limit of turns (I-54)."""

    kind = "blocked"
    by_limit: bool


@dataclass(frozen=True, slots=True)
class Won(Event):
    """A seat won the round and scores points."""

    kind = "won"
    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """The round is over and hands are counted: a seat showed its cards."""

    kind = "revealed"
    seat: int
    cards: tuple[Card, ...]


EVENTS: dict[str, type[Event]] = {
    kind.kind: kind
    for kind in (
        Picked, Dealt, StartRefused, Turned, Laid, Named, Drew, DrewPenalty, Passed, Took, LostTurns, Refilled,
        Returned, Swapped, Rotated, Holds, Called, ForgotCall, Caught, CallOverdue, AccusedInVain, Challenged, Shown,
        BluffProved, ChallengeFailed, Fined, SaidReady, KnockedOut, Left, Blocked, Won, Revealed,
    )
}  # fmt: skip


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
