"""What one seat knows: a type of its own, with no place for what the seat may not know.

A view is made by folding the events its seat was told.  So it also holds what the seat has *seen*: cards it knows in
other hands, who drew with which face on top, how challenges ended, every discard since the last refill.
"""

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field, replace
from enum import Enum

from .core.cards import card_of, colour_of
from .core.layout import Rules
from .core.terms import DRAWN, FIT, HALF, NO_COLOUR, NONE, RANKS, TURN, WILD, Fact, Phase
from .events import FACES, SPECTATOR, Event, Status
from .notation import UNKNOWN, UNSURE, Asked, Hand, Position, format_position
from .rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew on its turn although, or because, this face lay on top."""

    seat: int
    face: int


@dataclass(frozen=True, slots=True)
class Doubted:
    """A wild draw laid on this face was challenged: was it a bluff?"""

    seat: int
    face: int
    guilty: bool


_COLOURED = (1 << WILD - HALF) - 1  # of the second word of a set of cards


class Lacking(Enum):
    """Of the cards that go on a face, those that a hand was seen not to hold."""

    ALL = "all"  # whoever draws has hardly any
    FITTING = "fitting"  # whoever lays a wild has hardly any that is none
    COLOUR = "colour"  # a wild draw that was found honest: none of the colour


@dataclass
class Lack:
    """What a hand was seen not to hold: cards that go on this face.

    It goes for the oldest `cards` cards of the hand; younger ones came later.  Players may hold cards back, so it is
    likely, and sure only where it was proven or the rules do not let them.
    """

    face: int
    what: Lacking
    cards: int
    sure: bool

    def among(self, rules: Rules) -> tuple[int, int]:
        """The cards that are lacking, in two words; wild draws may be forbidden at the time, so they say nothing."""
        if self.what is Lacking.COLOUR:
            low, high = rules.suit[colour_of(self.face)]
            return low, high
        low, high = rules.allow[FIT][self.face]
        return low, high & (~rules.guarded if self.what is Lacking.ALL else _COLOURED)

    def has(self, card: int, rules: Rules) -> bool:
        """Whether a card is one of those that are lacking."""
        low, high = self.among(rules)
        return (low >> card if card < HALF else high >> card - HALF) & 1 == 1


@dataclass
class Choice:
    """A lay on a turn, and the table it was made at: it tells something of the cards that were not laid."""

    face: int  # that it left
    under: int  # the face it was laid on
    direction: int
    held: tuple[int, ...]
    seen: tuple[int, ...]  # how many cards of each colour lay on the discards
    since: list[int] = field(default_factory=list)  # cards this hand has laid since, this one first
    young: int = 0  # cards it has drawn since and likely still holds


CHOICES = 6  # remembered of each seat


@dataclass
class View:
    """The table as one seat, or a spectator, knows it."""

    ruleset: Ruleset
    seat: int  # or SPECTATOR
    status: Status
    hand: Counter[int] = field(default_factory=Counter)
    drawn: int = NONE  # the card this seat has just drawn and may lay
    guilt: int = UNSURE  # of a lay that can be challenged: the seat knows its own
    known: list[Counter[int]] = field(default_factory=list)  # per seat: cards seen to be in that hand
    discards: list[int] = field(default_factory=list)  # newest first, without the top card; UNKNOWN: buried unseen
    drew: list[Drew] = field(default_factory=list)
    lacks: list[list[Lack]] = field(default_factory=list)  # per seat, oldest first
    holds: list[list[int]] = field(default_factory=list)  # per seat: colours proven or named, and not laid since
    choices: list[list[Choice]] = field(default_factory=list)  # per seat, oldest first; only as long as they tell
    doubted: list[Doubted] = field(default_factory=list)
    legal: tuple[str, ...] = ()  # what the seat may do now
    scores: tuple[int, ...] | None = None  # of the match before this round; None: the round is all there is
    rounds: int = 0  # of the match, written before this one
    eliminated: tuple[int, ...] = ()  # seats that are out of the match
    _top: int = NONE
    _held: list[int] = field(default_factory=list)

    @classmethod
    def opening(cls, ruleset: Ruleset, seat: int, status: Status, hand: Counter[int], discards: list[int]) -> "View":
        """A view of a table nobody has seen before: the own hand, what lies open, nothing remembered."""
        view = cls(ruleset=ruleset, seat=seat, status=status, hand=hand, discards=discards)
        view.known = [Counter() for _ in range(status.seats)]
        view.lacks = [[] for _ in range(status.seats)]
        view.holds = [[] for _ in range(status.seats)]
        view.choices = [[] for _ in range(status.seats)]
        view._top = status.top
        view._held = list(status.held)
        return view

    # ------------------------------------------------------------ folding

    def copy(self) -> "View":
        """A view of its own that stands as this one."""
        return deepcopy(self, {id(self.ruleset): self.ruleset})

    def fold(self, event: Event) -> None:
        """Learn from an event as this seat was told it."""
        kind = event.kind
        if kind in FACES:
            self._remember_choice(event)
            self._laid(event.seat, card_of(event.card))
            if kind == Fact.LAID and event.card >= WILD and self.status.face >= 0:
                self._wild_was_laid(event.seat, event.card)
        elif kind in (Fact.DEALT, Fact.DREW, Fact.SERVED):
            self._drew(event)
        elif kind == Fact.RETURNED:
            self._returned(event.seat, event.card, off_the_pile=event.amount == 1)
        elif kind == Fact.TURNED:
            self._top = event.card
        elif kind == Fact.REFILLED:
            del self.discards[len(self.discards) - event.amount :]
        elif kind in (Fact.OUT, Fact.LEFT):
            self.discards += [UNKNOWN] * event.amount
            self._cards_of(event.seat).clear()
            self.lacks[event.seat].clear()
            self.holds[event.seat].clear()
            self.choices[event.seat].clear()
            self.status = replace(self.status, out=self.status.out | 1 << event.seat)
        elif kind in (Fact.SWAPPED, Fact.ROTATED):
            self._exchange(event)
        elif kind == Fact.HELD:
            self.hand[event.card] = event.amount
        else:
            self._hear(event)

    def update(self, status: Status, *, guilt: int, drawn: int, legal: tuple[str, ...]) -> None:
        """Take in how the table stands after an action, and the three things only this seat is told about it."""
        self.status = status
        self._held = list(status.held)
        self.guilt = guilt
        self.drawn = drawn
        self.legal = legal

    def _cards_of(self, seat: int) -> Counter[int]:
        return self.hand if seat == self.seat else self.known[seat]

    def _laid(self, seat: int, card: int) -> None:
        cards = self._cards_of(seat)
        if cards[card] > 1:
            cards[card] -= 1
        else:
            del cards[card]
        self.discards.insert(0, self._top)
        self._top = card
        self._held[seat] -= 1
        self.lacks[seat] = [lack for lack in self.lacks[seat] if not self._is_disproved(lack, seat, card)]
        for lack in self.lacks[seat]:
            if not lack.has(card, self.ruleset.core_rules):
                lack.cards = max(0, lack.cards - 1)
        if card < WILD:
            self._forget_colour(seat, card // RANKS)

    def _drew(self, event: Event) -> None:
        if event.seat == self.seat:
            self.hand[event.card] += 1
        elif event.kind == Fact.DREW:
            self.drew.append(Drew(event.seat, self.status.face))
            self._remember_lack(event.seat, self.status.face, Lacking.ALL)
        self._held[event.seat] += 1
        for choice in self.choices[event.seat]:
            choice.young += 1

    def _remember_choice(self, event: Event) -> None:
        """A lay on a turn was one of several; later lays show more of what it was chosen from."""
        status, choices = self.status, self.choices[event.seat]
        if event.seat == self.seat:
            return
        if event.kind == Fact.LAID and status.phase == TURN:
            rows = Counter(card // RANKS for card in (self._top, *self.discards))
            seen = tuple(rows[colour] for colour in range(WILD // RANKS))
            choices.append(Choice(event.card, status.face, status.direction, tuple(status.held), seen))
            del choices[:-CHOICES]
        for choice in choices:
            if status.phase == DRAWN and choice.young > 0:
                choice.young -= 1  # it was the card just drawn
            else:
                choice.since.append(card_of(event.card))

    def _is_disproved(self, lack: Lack, seat: int, card: int) -> bool:
        """Whether a hand has laid what it was thought not to hold, and has drawn nothing since."""
        return self._held[seat] < lack.cards and lack.has(card, self.ruleset.core_rules)

    def _remember_lack(self, seat: int, face: int, what: Lacking) -> None:
        if seat == self.seat or self._held[seat] == 0:
            return
        self._forget_colour(seat, colour_of(face))
        lacks = self.lacks[seat]
        if lacks and (lacks[-1].face, lacks[-1].what) == (face, what):
            lacks.pop()  # said again of as many cards or more, as by one who draws until something fits
        forced = what is Lacking.ALL and not self.ruleset.draw_voluntary and self._held[seat] > 1  # one may be banned
        lacks.append(Lack(face, what, self._held[seat], sure=forced or what is Lacking.COLOUR))

    def _wild_was_laid(self, seat: int, face: int) -> None:
        """Who lays a wild had hardly anything else to lay, and names a colour of the hand."""
        self._remember_lack(seat, self.status.face, Lacking.FITTING)
        if seat != self.seat and self._held[seat] > 0:
            self._remember_colour(seat, colour_of(face))

    def _remember_colour(self, seat: int, colour: int) -> None:
        self._forget_colour(seat, colour)
        self.holds[seat].append(colour)

    def _forget_colour(self, seat: int, colour: int) -> None:
        if colour in self.holds[seat]:
            self.holds[seat].remove(colour)

    def _returned(self, seat: int, card: int, *, off_the_pile: bool) -> None:
        self.choices[seat].clear()
        if off_the_pile:
            self._cards_of(seat)[card] += 1
            self._top = self.discards.pop(0)
        elif seat != self.seat:
            self.known[seat][card] = max(1, self.known[seat][card])

    def _exchange(self, event: Event) -> None:
        """Hands move, and with them what is known of them; the own new hand is told by HELD."""
        seats = [seat for seat in range(self.status.seats) if not self.status.out >> seat & 1]
        if event.kind == Fact.SWAPPED:
            seats = [event.seat, event.amount]
        step = event.amount if event.kind == Fact.ROTATED else 1
        before = [(Counter(self._cards_of(seat)), self.lacks[seat], self.holds[seat]) for seat in seats]
        for place, seat in enumerate(seats):
            self.choices[seat].clear()
            if seat == self.seat:
                self.hand.clear()
                self.known[seat], self.lacks[seat], self.holds[seat] = Counter(), [], []
            else:
                self.known[seat], self.lacks[seat], self.holds[seat] = before[(place - step) % len(seats)]

    def _hear(self, event: Event) -> None:
        if event.kind == Fact.CHALLENGED and event.seat == self.seat:
            self.known[event.amount].clear()
        elif event.kind == Fact.SHOWN:
            self.known[event.amount][event.card] += 1
        elif event.kind == Fact.UPHELD:
            self.doubted.append(Doubted(event.seat, self.status.under, True))
            if event.seat != self.seat and self.ruleset.core_rules.wd_condition == NO_COLOUR:
                self._remember_colour(event.seat, colour_of(self.status.under))
        elif event.kind == Fact.FAILED:
            self.doubted.append(Doubted(event.amount, self.status.under, False))
            self._remember_lack(event.amount, self.status.under, Lacking.COLOUR)

    # ------------------------------------------------------------ as text

    def position(self) -> Position:
        """The view as a position with unknown cards."""
        status = self.status
        drawn = NONE
        if status.phase == DRAWN:
            drawn = self.drawn if status.turn == self.seat else UNKNOWN
        return Position(
            hands=tuple(self._hand(seat) for seat in range(status.seats)),
            top=status.top,
            face=status.face,
            direction=status.direction,
            turn=status.turn,
            asked=Asked(
                phase=status.phase,
                pending=status.pending,
                drawn=drawn,
                batch=status.batch,
                calling=status.calling,
                laid_by=status.laid_by,
                bluff=self.guilt if status.doubtful else NONE,
                under=status.under,
                passes=status.passes,
                winners=status.winners,
            ),
            stock=(UNKNOWN,) * status.n_stock,
            discards=tuple(self.discards),
        )

    def _hand(self, seat: int) -> Hand:
        status, bit = self.status, 1 << seat
        if status.out & bit:
            return Hand(out=True)
        return Hand(
            cards=self._visible_cards(seat),
            called=bool(status.called & bit),
            owes=0 if not status.catchable & bit else 1 if status.forgot & bit else 2,
            wrong=bool(status.accused & bit),
            ready=bool(status.ready & bit),
        )

    def _visible_cards(self, seat: int) -> tuple[int, ...] | None:
        cards = tuple(sorted(self._cards_of(seat).elements()))
        if seat == self.seat:
            return cards
        size = self.status.held[seat]
        return None if size == NONE else cards + (UNKNOWN,) * (size - len(cards))

    def __str__(self) -> str:
        return format_position(self.position(), self.ruleset)

    def __repr__(self) -> str:
        who = "a spectator" if self.seat == SPECTATOR else f"seat {self.seat}"
        return f"<View of {who}: {self}>"

    @property
    def phase(self) -> Phase:
        """What the seat on turn is asked."""
        return Phase(self.status.phase)
