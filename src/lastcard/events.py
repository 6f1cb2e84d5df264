"""What happens at a table, told to each seat as far as it may know.

The core notes facts; an `Event` is a fact with an audience.  After the facts of an action comes one `Status`: what
everybody can see of the table.  Nothing else tells a seat anything, and a `View` is made of nothing else.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from .backends.live import Note
from .core.layout import State
from .core.terms import NONE, OVER, RANKS, Fact
from .notation import UNKNOWN, format_card, format_face
from .rules.decks import Deck

SPECTATOR = NONE  # somebody who watches and holds no cards

# Facts whose card only their own seat sees; others learn that there was one.
DRAWS = frozenset({Fact.DEALT, Fact.DREW, Fact.SERVED})
# Facts that are nobody else's business at all.
PRIVATE = frozenset({Fact.HELD, Fact.SHOWN})
# Facts whose card is a face: a wild with its colour.
FACES = frozenset({Fact.LAID, Fact.ANSWERED, Fact.JOINED, Fact.JUMPED})
# Facts whose amount says something: a seat, or how many.
AMOUNTS = frozenset(
    {
        Fact.TURNED,
        Fact.TOOK,
        Fact.LOST,
        Fact.CAUGHT,
        Fact.CHALLENGED,
        Fact.SHOWN,
        Fact.FAILED,
        Fact.FINED,
        Fact.SWAPPED,
        Fact.ROTATED,
        Fact.HELD,
        Fact.REFILLED,
        Fact.OUT,
        Fact.WON,
        Fact.WRONG,
        Fact.LEFT,
    }
)


@dataclass(frozen=True, slots=True)
class Event:
    """One fact: what, by or to which seat, which card (a face for a lay), how many or whom."""

    kind: Fact
    seat: int
    card: int
    amount: int

    def seen_by(self, viewer: int) -> "Event | None":
        """The event as a seat, or SPECTATOR, may know it; None when it may not."""
        if viewer == self.seat:
            return self
        if self.kind in PRIVATE:
            return None
        return replace(self, card=UNKNOWN) if self.kind in DRAWS else self

    def text(self, deck: Deck) -> str:
        """The event in one line of notation: its kind, its seat, its card, its amount."""
        words = [self.kind.name.lower()]
        if self.seat != NONE:
            words.append(str(self.seat))
        if self.kind in FACES:
            words.append(format_face(deck, self.card))
        elif self.kind == Fact.NAMED:
            words.append(format_face(deck, self.card + self.amount * RANKS))
        elif self.kind in DRAWS or self.card != NONE:
            words.append(format_card(deck, self.card))
        if self.kind in AMOUNTS:
            words.append(str(self.amount))
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Status:
    """What everybody can see of a table; names as in `State`.  `held` is NONE for a hand whose size is hidden (D40)."""

    seats: int
    dealer: int
    direction: int
    turn: int
    phase: int
    pending: int
    batch: int
    calling: int
    laid_by: int
    doubtful: bool
    under: int
    top: int
    face: int
    called: int
    catchable: int
    forgot: int
    accused: int
    ready: int
    out: int
    passes: int
    turns: int
    n_stock: int
    n_discards: int
    held: tuple[int, ...]
    winners: int
    points: tuple[int, ...]

    def seen_by(self, viewer: int, hidden: bool) -> "Status":
        """The status without the sizes of other hands, where these are not shown."""
        if not hidden:
            return self
        return replace(self, held=tuple(n if seat == viewer else NONE for seat, n in enumerate(self.held)))


def status_of(s: State) -> Status:
    """The public side of a state; the points are public once they are written."""
    return Status(
        seats=s.seats,
        dealer=s.dealer,
        direction=s.direction,
        turn=s.turn,
        phase=s.phase,
        pending=s.pending,
        batch=s.batch,
        calling=s.calling,
        laid_by=s.laid_by,
        doubtful=s.bluff != NONE,
        under=s.under,
        top=s.top,
        face=s.face,
        called=s.called,
        catchable=s.catchable,
        forgot=s.forgot,
        accused=s.accused,
        ready=s.ready,
        out=s.out,
        passes=s.passes,
        turns=s.turns,
        n_stock=s.n_stock,
        n_discards=s.n_discards,
        held=tuple(s.held[: s.seats]),
        winners=s.winners,
        points=tuple(s.points[: s.seats]) if s.phase == OVER else (0,) * s.seats,
    )


def events_of(facts: Iterable[Note]) -> list[Event]:
    """The facts of the core as events."""
    return [Event(Fact(kind), seat, card, amount) for kind, seat, card, amount in facts]
