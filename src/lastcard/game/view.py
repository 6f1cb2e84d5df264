"""What one seat knows: a snapshot that cannot hold what the seat may not know.

A view is made on request and never changes.  What the seat remembers of earlier moves is put together on first use,
from what the seat was told.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from .._util.bounds import quoted
from ..core.terms import DRAWN, NONE, SEATS
from ..errors import LastCardError, NotationError
from ..notation import UNKNOWN, UNSURE, Asked, Hand, Position, format_position
from ..rules.decks import Card
from ..rules.ruleset import Ruleset, ruleset_of
from .memory import Memory
from .status import NO_FOULS, NOTHING, SAID, Choices, Fouls, Status
from .values import Action, Face, values_of
from .wire import decode_fields, encode_fields

if TYPE_CHECKING:
    from .round import Played

FORMAT = 1  # of the JSON form


class Told:
    """Everything one seat was told of a round, move by move.  It only grows, so views can share it.

    `start` makes the memory that it began with; most seats, those of people, are never asked for one.
    """

    def __init__(self, start: Callable[[], Memory], ply: int = 0) -> None:
        self.moves: list[Played] = []
        self._start = start
        self._memory: Memory | None = None
        self._ply = ply

    def memory(self, ply: int) -> Memory:
        """Return what the seat remembered after `ply` moves; the caller must not change it."""
        if self._memory is None:
            self._memory = self._start()
        if ply != self._ply:
            memory = self._memory.copy() if ply > self._ply else self._start()
            for played in self.moves[self._ply if ply > self._ply else 0 : ply]:
                memory.learn(played.events, played.status)
            if ply < self._ply:
                return memory
            self._memory, self._ply = memory, ply
        return self._memory


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class View:
    """The table as one seat, or a spectator (`seat` is None), knows it now.

    `drawn` is the card the seat has just drawn and may lay.  `bluffed` says whether the seat's own card that can be
    challenged was a bluff.  `scores`, `rounds` and `eliminated` are those of the match before this round; `scores` is
    None for a round without a match.  Equal views show the same table and remember the same.
    """

    rules: Ruleset
    seat: int | None
    ply: int  # moves made so far
    status: Status
    hand: tuple[Card, ...] = ()
    drawn: Card | None = None
    bluffed: bool | None = None
    choices: Choices = NOTHING
    fouls: Fouls = NO_FOULS
    scores: tuple[int, ...] | None = None
    rounds: int = 0
    eliminated: tuple[int, ...] = ()
    _told: Told | None = field(default=None, compare=False)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self._key() == other._key() and self.memory == other.memory

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        return (
            self.rules, self.seat, self.ply, self.status, self.hand, self.drawn, self.bluffed, self.choices, self.fouls,
            self.scores, self.rounds, self.eliminated,
        )  # fmt: skip

    # ------------------------------------------------------------ asking

    @property
    def legal(self) -> tuple[Action, ...]:
        """The legal actions of the seat, one for each card, colour and word; `choices` groups them.

        A lay that leaves one card may also carry the call.
        """
        return self.choices.actions(values_of(self.rules))

    @property
    def memory(self) -> Memory:
        """What the seat remembers of the round so far; copy it before changing it."""
        if self._told is None:
            return Memory.opening(self.rules, self.seat, self.status, self.hand, [None] * self.status.discards)
        return self._told.memory(self.ply)

    def remembering(self, memory: Memory) -> "View":
        """Return the same view with another memory, such as that of a table in another program."""
        return replace(self, _told=Told(memory.copy, self.ply))

    def known(self, seat: int) -> tuple[Card, ...]:
        """Return the cards this seat knows to be in a hand, including its own."""
        if type(seat) is not int or not 0 <= seat < self.status.seats:
            raise LastCardError(f"there is no seat {quoted(seat)}: seats go from 0 to {self.status.seats - 1}")
        return tuple(sorted(self.memory.cards_of(seat).elements()))

    @property
    def discards(self) -> tuple[Card | None, ...]:
        """The discards under the top card, newest first; None for a card that the seat never saw."""
        return tuple(self.memory.discards)

    # ------------------------------------------------------------ as text and data

    def to_dict(self) -> dict[str, Any]:
        """Return the view as JSON data, without its memory."""
        return {"format": FORMAT, **encode_fields(self), "rules": self.rules.id}

    @classmethod
    def from_dict(cls, data: Any, rules: Ruleset | str) -> "View":
        """Read what `to_dict` wrote, for the same rules; the view remembers nothing of earlier moves."""
        rules = ruleset_of(rules)
        if not isinstance(data, dict) or type(data.get("format")) is not int or data["format"] != FORMAT:
            raise NotationError(f"a view must be an object of format {FORMAT}")
        if data.get("rules") != rules.id:
            raise NotationError(f"the view is of the rules {quoted(data.get('rules'))}, not {rules.id!r}")
        rest = {key: value for key, value in data.items() if key not in ("format", "rules")}
        view = decode_fields(cls, rest, values_of(rules), rules=rules)
        _check(view)
        return view

    def position(self) -> Position:
        """Return the view as a position with unknown cards."""
        status = self.status
        drawn = NONE
        if status.phase == DRAWN:
            drawn = self.drawn.code if self.drawn is not None else UNKNOWN
        return Position(
            hands=tuple(self._hand(seat) for seat in range(status.seats)),
            top=status.top.code,
            face=_code(status.face),
            direction=status.direction,
            turn=status.turn,
            asked=Asked(
                phase=status.phase,
                pending=status.owed,
                drawn=drawn,
                batch=status.batch,
                calling=int(status.calling),
                laid_by=NONE if status.laid_by is None else status.laid_by,
                bluff=self._bluff(),
                under=_code(status.under),
                passes=status.passes,
                winners=sum(1 << seat for seat in status.winners),
            ),
            stock=(UNKNOWN,) * status.stock,
            discards=tuple(UNKNOWN if card is None else card.code for card in self.memory.discards),
        )

    def _bluff(self) -> int:
        if not self.status.challengeable:
            return NONE
        return UNSURE if self.bluffed is None else int(self.bluffed)

    def _hand(self, seat: int) -> Hand:
        status = self.status
        if seat in status.out:
            return Hand(out=True)
        return Hand(
            cards=self._visible_cards(seat),
            called=seat in status.called,
            owes=0 if seat not in status.catchable else 1 if seat in status.forgot else 2,
            wrong=seat in status.accused,
            ready=seat in status.ready,
        )

    def _visible_cards(self, seat: int) -> tuple[int, ...] | None:
        if seat == self.seat:
            return tuple(card.code for card in self.hand)
        cards = tuple(card.code for card in sorted(self.memory.known[seat].elements()))
        size = self.status.held[seat]
        return None if size is None else cards + (UNKNOWN,) * (size - len(cards))

    def __str__(self) -> str:
        return format_position(self.position(), self.rules)

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<View of {who}: {self}>"


def _code(face: Face | None) -> int:
    return NONE if face is None else face.code


def _check(view: View) -> None:
    """Refuse what no table could show: seats that do not exist, more cards than a pack has."""
    status, choices, most = view.status, view.choices, view.rules.deck.size
    if not 2 <= status.seats <= SEATS or len(status.held) != status.seats:
        raise NotationError(f"a table has 2 to {SEATS} seats, and a size for each hand")
    claims = status.claims
    named = [status.dealer, status.turn, *view.eliminated, *choices.choose, *choices.catch, *view.fouls.catch]
    named += [seat for seat in (view.seat, status.laid_by) if seat is not None]
    for seats in (
        status.awaited, status.called, status.catchable, status.forgot, status.accused, status.ready, status.out,
        status.winners, claims.call, claims.catch, claims.challenge, claims.jump_in,
    ):  # fmt: skip
        named += seats
    if not all(0 <= seat < status.seats for seat in named):
        raise NotationError(f"there are seats from 0 to {status.seats - 1} only")
    counted = (status.stock, status.discards, len(view.hand), *(size for size in status.held if size is not None))
    if not all(0 <= count <= most for count in counted) or status.direction not in (1, -1):
        raise NotationError(f"the pack has {most} cards, and play goes one way (1) or the other (-1)")
    if any(listed is not None and len(listed) != status.seats for listed in (view.scores, status.points)):
        raise NotationError("scores and points have one number for each seat")
    letters = {letter for letter, _ in view.rules.deck.colours}
    if not letters.issuperset((*choices.colours, *choices.name)) or not SAID.keys() >= set(choices.says):
        raise NotationError("the choices name a colour or a word that does not exist")
