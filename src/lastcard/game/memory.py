"""What a seat remembers of a round.

A memory is built only from the events that its seat was told and the status after each move.  It contains what the
seat has *seen*: cards it knows in other hands, who drew on which face, how challenges ended, every discard since the
last refill.  What the seat does not know is None.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from ..core.cards import colour_of
from ..core.layout import Rules
from ..core.terms import FIT, HALF, NO_COLOUR, RANKS, WILD, Phase
from ..rules import Card, Ruleset
from .events import (
    BluffProved,
    Challenged,
    ChallengeFailed,
    Dealt,
    Drew,
    DrewPenalty,
    Event,
    Holds,
    How,
    KnockedOut,
    Laid,
    Left,
    Passed,
    Refilled,
    Returned,
    Rotated,
    Shown,
    Swapped,
    Took,
    Turned,
)  # fmt: skip
from .status import Status
from .values import Face, values_of


@dataclass(frozen=True, slots=True)
class DrewOn:
    """A seat drew on its turn with this face on top."""

    seat: int
    face: Face | None


@dataclass(frozen=True, slots=True)
class Doubted:
    """A challenge of a wild draw that a seat laid on this face, and whether it was a bluff."""

    seat: int
    face: Face | None
    guilty: bool


LONG_AGO = 127  # cards drawn are counted up to this
_COLOURED = (1 << WILD - HALF) - 1  # the coloured cards in the second word of a set


class Lacking(Enum):
    """Which cards, of those that fit a face, a hand seems not to hold."""

    ALL = "all"  # all of them: a player who draws rarely has any
    FITTING = "fitting"  # all but wilds: a player who lays a wild rarely has another card that fits
    COLOUR = "colour"  # those of the colour: a wild draw was proved honest


@dataclass(slots=True)
class Lack:
    """Cards that fit a face and that a hand seems not to hold.

    This applies to the oldest `cards` cards of the hand; the others came later.  Players may hold cards back, so it is
    only likely.  It is certain (`sure`) if it was proved or if the rules do not let players hold cards back.
    """

    face: Face
    what: Lacking
    cards: int
    sure: bool

    def among(self, rules: Rules) -> tuple[int, int]:
        """Return the missing cards as a set of the core, in two words.

        Wild draws are never among them, because they may have been forbidden at the time.
        """
        if self.what is Lacking.COLOUR:
            low, high = rules.suit[colour_of(self.face.code)]
            return low, high
        low, high = rules.allow[FIT][self.face.code]
        return low, high & (~rules.guarded if self.what is Lacking.ALL else _COLOURED)

    def has(self, card: Card, rules: Ruleset) -> bool:
        """Return whether a card is one of the missing cards."""
        low, high = self.among(rules.core_rules)
        return (low | high << HALF) >> card.code & 1 == 1


@dataclass(slots=True)
class ChosenLay:
    """A card laid on a turn, with the situation at the time: evidence about the cards that were not laid."""

    face: Face  # the face it left on top
    under: Face | None  # the face it was laid on
    direction: int
    held: tuple[int | None, ...]
    seen: tuple[int, ...]  # the number of discards of each colour, in the order of the deck
    since: list[Card] = field(default_factory=list)  # the cards this hand has laid since, starting with this one
    young: int = 0  # how many cards the hand has drawn since and probably still holds


CHOICES = 6  # remembered for each seat


class Did(Enum):
    """What a seat did, as far as the order of events is remembered."""

    LAID = "laid"
    DREW = "drew"  # on its turn; several cards in a row count once
    TOOK = "took"  # the cards it owed
    CHALLENGED = "challenged"


class Recent(NamedTuple):
    """Something that a seat did; `face` is that of a lay, else None."""

    seat: int
    did: Did
    face: Face | None = None


RECENT = 32  # events remembered


@dataclass(slots=True)
class Memory:
    """What one seat, or a spectator (None), remembers."""

    rules: Ruleset
    seat: int | None
    status: Status  # after the last move it was told about
    hand: Counter[Card]
    discards: list[Card | None]  # newest first, without the top card; None for cards it never saw
    known: list[Counter[Card]] = field(default_factory=list)  # per seat: cards seen to be in that hand
    drew: list[DrewOn] = field(default_factory=list)
    lacks: list[list[Lack]] = field(default_factory=list)  # per seat, oldest first
    holds: list[list[str]] = field(default_factory=list)  # per seat: colours proved or named, and not laid since
    choices: list[list[ChosenLay]] = field(default_factory=list)  # per seat, oldest first, while they say something
    doubted: list[Doubted] = field(default_factory=list)
    recent: list[Recent] = field(default_factory=list)  # oldest first
    # Per seat and colour: 0, or 1 plus the cards drawn since a sign that the hand has no card of the colour.  Drawing,
    # keeping the drawn card and being proved honest are signs; laying a card of the colour ends it.
    without: list[dict[str, int]] = field(default_factory=list)
    _top: Card | None = None
    _held: list[int] = field(default_factory=list)
    _out: set[int] = field(default_factory=set)

    @classmethod
    def opening(
        cls, rules: Ruleset, seat: int | None, status: Status, hand: Iterable[Card], discards: Iterable[Card | None]
    ) -> "Memory":
        """Return a new memory that contains the hand and what everyone can see, and nothing else."""
        memory = cls(rules, seat, status, Counter(hand), list(discards))
        memory.known = [Counter() for _ in range(status.seats)]
        memory.lacks = [[] for _ in range(status.seats)]
        memory.holds = [[] for _ in range(status.seats)]
        memory.choices = [[] for _ in range(status.seats)]
        memory.without = [memory._no_signs() for _ in range(status.seats)]
        memory._settle(status)
        return memory

    def copy(self) -> "Memory":
        """Return an independent copy."""
        twin = Memory(self.rules, self.seat, self.status, self.hand.copy(), self.discards[:])
        twin.known = [known.copy() for known in self.known]
        twin.drew, twin.doubted = self.drew[:], self.doubted[:]
        twin.lacks = [[Lack(lack.face, lack.what, lack.cards, lack.sure) for lack in lacks] for lacks in self.lacks]
        twin.holds = [holds[:] for holds in self.holds]
        twin.choices = [
            [ChosenLay(c.face, c.under, c.direction, c.held, c.seen, c.since[:], c.young) for c in choices]
            for choices in self.choices
        ]
        twin.recent, twin.without = self.recent[:], [signs.copy() for signs in self.without]
        twin._top, twin._held, twin._out = self._top, self._held[:], set(self._out)
        return twin

    # ------------------------------------------------------------ learning

    def learn(self, events: Iterable[Event], status: Status) -> None:
        """Add the events of a move that the seat was told, and the status after it."""
        for event in events:
            if (fold := _FOLDS.get(type(event))) is not None:
                fold(self, event)
        self._settle(status)

    def _settle(self, status: Status) -> None:
        self.status = status
        self._top = status.top
        self._out = set(status.out)
        self._held = [-1 if size is None else size for size in status.held]

    def _no_signs(self) -> dict[str, int]:
        return dict.fromkeys(values_of(self.rules).colours, 0)

    @property
    def _face(self) -> Face | None:
        """The face that had to be matched before the move."""
        return self.status.face

    def cards_of(self, seat: int) -> Counter[Card]:
        """Return the cards known to be in a hand."""
        return self.hand if seat == self.seat else self.known[seat]

    def _laid(self, event: Laid) -> None:
        seat, card, face = event.seat, event.card, self._face_of(event)
        self._remember_choice(event, face)
        self._remember_event(Recent(seat, Did.LAID, face))
        if card.colour is not None:
            self.without[seat][card.colour] = 0
        self._take_from_hand(seat, card)
        if event.how is How.TURN and card.wild and self._face is not None:
            self._wild_was_laid(seat, face, self._face)

    def _face_of(self, event: Laid) -> Face:
        """Return the face that a lay leaves on top."""
        values = values_of(self.rules)
        face = values.face(event.card.code + RANKS * (values.colours.index(event.colour) if event.colour else 0))
        assert face is not None  # every card that can be laid has a face
        return face

    def _remember_event(self, event: Recent) -> None:
        self.recent.append(event)
        del self.recent[:-RECENT]

    def _remember_sign(self, seat: int, face: Face | None) -> None:
        if face is not None:
            self.without[seat][face.colour] = 1

    def _take_from_hand(self, seat: int, card: Card) -> None:
        cards = self.cards_of(seat)
        if cards[card] > 1:
            cards[card] -= 1
        else:
            del cards[card]
        self.discards.insert(0, self._top)
        self._top = card
        self._held[seat] -= 1
        if self.lacks[seat]:
            self.lacks[seat] = [lack for lack in self.lacks[seat] if not self._is_disproved(lack, seat, card)]
        for lack in self.lacks[seat]:
            if not lack.has(card, self.rules):
                lack.cards = max(0, lack.cards - 1)
        if card.colour is not None:
            self._forget_colour(seat, card.colour)

    def _drawn(self, event: Dealt | Drew | DrewPenalty) -> None:
        seat = event.seat
        if event.card is not None and seat == self.seat:
            self.hand[event.card] += 1
        elif isinstance(event, Drew):
            self.drew.append(DrewOn(seat, self._face))
            self._remember_lack(seat, self._face, Lacking.ALL)
        if isinstance(event, Drew) and self.recent[-1:] != [drew := Recent(seat, Did.DREW)]:
            self._remember_event(drew)
            self._remember_sign(seat, self._face)
        self._held[seat] += 1
        for colour, since in self.without[seat].items():
            if 0 < since < LONG_AGO:
                self.without[seat][colour] = since + 1
        for choice in self.choices[seat]:
            choice.young += 1

    def _passed(self, event: Passed) -> None:
        if self.status.phase is Phase.DRAWN:
            self._remember_sign(event.seat, self._face)

    def _took(self, event: Took) -> None:
        self._remember_event(Recent(event.seat, Did.TOOK))

    def _remember_choice(self, event: Laid, face: Face) -> None:
        """Record a lay on a turn as a choice; later lays show more of the cards it was chosen from."""
        status, choices = self.status, self.choices[event.seat]
        if event.seat == self.seat:
            return
        if event.how is How.TURN and status.phase is Phase.TURN:
            rows = Counter(card.row for card in (self._top, *self.discards) if card is not None)
            seen = tuple(rows[colour] for colour in range(WILD // RANKS))
            choices.append(ChosenLay(face, self._face, status.direction, status.held, seen))
            del choices[:-CHOICES]
        for choice in choices:
            if status.phase is Phase.DRAWN and choice.young > 0:
                choice.young -= 1  # it was the card just drawn
            else:
                choice.since.append(event.card)

    def _is_disproved(self, lack: Lack, seat: int, card: Card) -> bool:
        """Return whether a hand lays a card that it seemed not to hold, without having drawn since."""
        return self._held[seat] < lack.cards and lack.has(card, self.rules)

    def _remember_lack(self, seat: int, face: Face | None, what: Lacking) -> None:
        if face is None or seat == self.seat or self._held[seat] == 0:
            return
        self._forget_colour(seat, face.colour)
        lacks = self.lacks[seat]
        if lacks and (lacks[-1].face, lacks[-1].what) == (face, what):
            lacks.pop()  # replaced by a lack of at least as many cards, as when a player draws until something fits
        # Not with a single card, which may be banned as the last one.
        forced = what is Lacking.ALL and not self.rules.draw_voluntary and self._held[seat] > 1
        lacks.append(Lack(face, what, self._held[seat], sure=forced or what is Lacking.COLOUR))

    def _wild_was_laid(self, seat: int, face: Face, on: Face) -> None:
        """Infer from a wild that its player probably had no other card to lay, and holds the colour named."""
        self._remember_lack(seat, on, Lacking.FITTING)
        if seat != self.seat and self._held[seat] > 0:
            self._remember_colour(seat, face.colour)

    def _remember_colour(self, seat: int, colour: str) -> None:
        self._forget_colour(seat, colour)
        self.holds[seat].append(colour)

    def _forget_colour(self, seat: int, colour: str) -> None:
        if colour in self.holds[seat]:
            self.holds[seat].remove(colour)

    def _returned(self, event: Returned) -> None:
        seat, card = event.seat, event.card
        self.choices[seat].clear()
        if event.off_discards:
            self.cards_of(seat)[card] += 1
            self._top = self.discards.pop(0)
        elif seat != self.seat:
            self.known[seat][card] = max(1, self.known[seat][card])

    def _turned(self, event: Turned) -> None:
        self._top = event.card

    def _refilled(self, event: Refilled) -> None:
        del self.discards[len(self.discards) - event.cards :]

    def _left(self, event: Left) -> None:
        if event.cards:  # without cards, the seat was already out, or the round is over and its hand is shown
            self._gone(event)

    def _gone(self, event: KnockedOut | Left) -> None:
        self.discards += [None] * event.cards
        self.cards_of(event.seat).clear()
        self.lacks[event.seat].clear()
        self.holds[event.seat].clear()
        self.choices[event.seat].clear()
        self.without[event.seat] = self._no_signs()
        self._out.add(event.seat)

    def _swapped(self, event: Swapped) -> None:
        self._exchange([event.seat, event.target], 1)

    def _rotated(self, event: Rotated) -> None:
        self._exchange([seat for seat in range(self.status.seats) if seat not in self._out], event.direction)

    def _exchange(self, seats: list[int], step: int) -> None:
        """Move what is known about each hand along with it; `Holds` events tell a seat its own new hand."""
        past = [(Counter(self.cards_of(seat)), self.lacks[seat], self.holds[seat]) for seat in seats]
        signs = [self.without[seat] for seat in seats]
        for place, seat in enumerate(seats):
            self.choices[seat].clear()
            self.without[seat] = signs[(place - step) % len(seats)]
            if seat == self.seat:
                self.hand.clear()
                self.known[seat], self.lacks[seat], self.holds[seat] = Counter(), [], []
            else:
                self.known[seat], self.lacks[seat], self.holds[seat] = past[(place - step) % len(seats)]

    def _holding(self, event: Holds) -> None:
        self.hand[event.card] = event.count

    def _challenged(self, event: Challenged) -> None:
        self._remember_event(Recent(event.seat, Did.CHALLENGED))
        if event.seat == self.seat:
            self.known[event.target].clear()

    def _shown(self, event: Shown) -> None:
        self.known[event.target][event.card] += 1

    def _bluffed(self, event: BluffProved) -> None:
        under = self.status.under
        self.doubted.append(Doubted(event.seat, under, guilty=True))
        if under is not None and event.seat != self.seat and self.rules.core_rules.wd_condition == NO_COLOUR:
            self._remember_colour(event.seat, under.colour)

    def _was_honest(self, event: ChallengeFailed) -> None:
        under = self.status.under
        self.doubted.append(Doubted(event.target, under, guilty=False))
        self._remember_lack(event.target, under, Lacking.COLOUR)
        self._remember_sign(event.target, under)


_FOLDS: dict[type[Event], Callable[..., None]] = {
    Laid: Memory._laid,
    Dealt: Memory._drawn,
    Drew: Memory._drawn,
    DrewPenalty: Memory._drawn,
    Passed: Memory._passed,
    Took: Memory._took,
    Returned: Memory._returned,
    Turned: Memory._turned,
    Refilled: Memory._refilled,
    KnockedOut: Memory._gone,
    Left: Memory._left,
    Swapped: Memory._swapped,
    Rotated: Memory._rotated,
    Holds: Memory._holding,
    Challenged: Memory._challenged,
    Shown: Memory._shown,
    BluffProved: Memory._bluffed,
    ChallengeFailed: Memory._was_honest,
}
