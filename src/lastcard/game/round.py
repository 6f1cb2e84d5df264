"""The public API for a round: text or values in, events out, nothing half-applied."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from .._util.bounds import quoted
from ..backends.core import BoundCore
from ..backends.live import LiveState
from ..backends.live import engine as live_engine
from ..backends.moves import carry_out
from ..core.legal import is_legal
from ..core.terms import (
    BATCH,
    CARDS,
    DONE,
    DRAWN,
    FLAT_SCORE,
    NO_SCORE,
    NONE,
    OVER,
    CountInfo,
    Phase,
)  # fmt: skip
from ..errors import IllegalAction, LastCardError
from ..explain import explain_all, refusal
from ..explain.reasons import Reason
from ..notation import parse_cards, position_of, read_position, write_position
from ..notation.actions import LEAVING
from ..rules import Ruleset, ruleset_of
from .events import Event, Left, Revealed, events_of, told_to
from .memory import Memory
from .status import NO_FOULS, NO_SEAT, Choices, Fouls, Private, Status, choices_of, fouls_of, status_of
from .table_checks import check_key, check_seat, check_seed, is_one_side
from .values import SEAT_SETS, Action, ActionKind, Move, Values, values_of
from .view import Told, View


@dataclass(frozen=True, slots=True)
class Played:
    """A move, what happened, and what everyone could see after it."""

    move: Move
    events: tuple[Event, ...]
    status: Status


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """A move carried out on a copy of the table and waiting to be published.

    The table does not change before that, so a server can save the move first.
    """

    played: Played
    _base: LiveState  # the very state it was prepared from
    _state: LiveState


@dataclass(frozen=True, slots=True, eq=False)
class TakeBack:
    """Moves taken back on a copy of the table, waiting to be published; `ply` moves stay."""

    ply: int
    _base: LiveState
    _state: LiveState
    _history: list[Played]
    _shuffles: dict[int, bytes]


class Round:
    """A round: one deal, played until someone wins.

    >>> from lastcard import Round
    >>> table = Round.from_position("b5r5/g5y1 r1 >0 - b1b2b3b4|- official")
    >>> [str(action) for action in table.legal(0)]
    ['r5', 'draw']
    >>> [event.text for event in table.play("0 r5!")]
    ['laid 0 r5', 'called 0']
    >>> print(table)
    b5!/g5y1 r5 >1 @0 b1b2b3b4|r1 official

    Rounds are equal if their tables are in the same state.
    """

    def __init__(self, rules: Ruleset, state: LiveState, engine: BoundCore = live_engine) -> None:
        self.rules = rules
        self._engine = engine
        self._values: Values = values_of(rules)
        r = rules.core_rules
        self._fines = r.fine_illegal != NONE or r.fine_false_call > 0 or r.blind_accusation == 1
        self.opening_events = events_of(state.take_facts(), self._values)
        self._start = state
        self._state = state.copy()
        self._start_status = status_of(state, r, self._values)
        self._history: list[Played] = []
        self._shuffles: dict[int, bytes] = {}  # by ply: the key by which the stock was shuffled again
        self._told: dict[int | None, Told] = {}
        # The state of the match, if there is one: public, and bots use it.
        self.scores: tuple[int, ...] | None = None
        self.rounds = 0
        self.eliminated: tuple[int, ...] = ()
        self._scored = False  # whether the match ended with this round

    # ------------------------------------------------------------ making one

    @classmethod
    def deal(
        cls, rules: Ruleset | str, *, seats: int = 4, seed: int | bytes | None = None, dealer: int = 0,
        youngest: int = 0, away: Iterable[int] = (), stock: str | None = None,
    ) -> "Round":  # fmt: skip
        """Deal a new round.

        Without a seed, nobody can predict the cards.  The same seed, or the same key of 32 bytes, deals the same cards.
        Seats that are `away` get no cards.  `stock` gives the order of the cards instead: the whole pack as text, the
        first card on top.
        """
        ruleset = ruleset_of(rules)
        ruleset.check_table(seats)
        check_seat(dealer, seats, "the dealer")
        check_seat(youngest, seats, "the youngest player")
        if not isinstance(away, Iterable):
            raise LastCardError(f"the absent players must be a list of seats, not {type(away).__name__}")
        gone = {check_seat(seat, seats, "an absent player") for seat in away}
        if dealer in gone:
            raise LastCardError(f"seat {dealer} is away, so it cannot deal")
        if is_one_side(ruleset, seats, gone):
            raise LastCardError(f"{len(gone)} of {seats} seats are away; at least two sides must play")
        state = LiveState(check_seed(seed))
        place = (ruleset.core_rules, seats, dealer, youngest, sum(1 << seat for seat in gone))
        if stock is None:
            live_engine.deal(state, *place)
        else:
            _lay_out(state, ruleset, stock)
            live_engine.deal_stock(state, *place)
        return cls(ruleset, state)

    @classmethod
    def from_position(cls, line: str, rules: Ruleset | str | None = None, *, seed: int = 0) -> "Round":
        """Set up a round from a position; the seed determines unknown cards and all later shuffles.

        `rules` are for a line that names none, or that names these: their deck need not be registered then.
        """
        source = check_seed(seed)
        plain, ruleset = read_position(line, None if rules is None else ruleset_of(rules), source)
        state = LiveState(source)
        chance = state.rng[:]
        state.copy_from(plain)
        state.rng = chance
        return cls(ruleset, state)

    def copy(self) -> "Round":
        """Return an independent copy of the round, with all its moves."""
        twin = Round.__new__(Round)
        twin.__dict__.update(self.__dict__)
        twin._state = self._state.copy()  # so that what was prepared for one is not published to the other
        twin._history, twin._shuffles, twin._told = self._history[:], dict(self._shuffles), {}
        return twin

    __copy__ = copy

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled: the whole table, hidden cards included."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_engine", "_told")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._told = {}
        self._engine = live_engine
        if type(self._state) is not LiveState:  # of a replay
            from ..backends.scripted import engine

            self._engine = engine

    # ------------------------------------------------------------ asking

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self._state.seats

    @property
    def dealer(self) -> int:
        """The seat that dealt."""
        return self._state.dealer

    @property
    def turn(self) -> int:
        """The seat on turn."""
        return self._state.turn

    @property
    def phase(self) -> Phase:
        """What the table asks of the seat on turn."""
        return Phase(self._state.phase)

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self._state.phase == OVER

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, once the round is over."""
        return SEAT_SETS[self._state.winners]

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat, once the round is over."""
        return tuple(self._state.points[: self.seats]) if self.over else (0,) * self.seats

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats the table waits for: those that must say ready, or the seat on turn."""
        return self.status.awaited

    @property
    def status(self) -> Status:
        """What everyone can see, and all hand sizes, even if the rules hide them (D40)."""
        return self._history[-1].status if self._history else self._start_status

    @property
    def public_status(self) -> Status:
        """What everyone can see, as a spectator is shown it."""
        return self._shown(self.status, None)

    @property
    def ply(self) -> int:
        """The number of moves made."""
        return len(self._history)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(played.move for played in self._history)

    @property
    def history(self) -> tuple[Played, ...]:
        """The moves so far with what happened, hidden cards included."""
        return tuple(self._history)

    @property
    def leavers(self) -> tuple[int, ...]:
        """The seats that left for good in this round, or after it, in order."""
        return tuple(played.move.seat for played in self._history if played.move.action.kind is ActionKind.LEAVE)

    @property
    def left_after_end(self) -> tuple[int, ...]:
        """The seats that left the match when the round was over, in order."""
        statuses = (self._start_status, *(played.status for played in self._history))
        end = next((ply for ply, status in enumerate(statuses) if status.phase == OVER), self.ply)
        return tuple(played.move.seat for played in self._history[end:])

    @property
    def events(self) -> tuple[Event, ...]:
        """All events since the round was opened."""
        return self.events_since(0)

    def events_since(self, ply: int) -> tuple[Event, ...]:
        """Return the events after the first `ply` moves."""
        if type(ply) is not int or ply < 0:
            raise LastCardError(f"events are counted from a number of moves, not from {quoted(ply)}")
        later = self._history[ply:]
        return later[0].events if len(later) == 1 else tuple(event for played in later for event in played.events)

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Return the legal actions of a seat; a lay that leaves one card may also carry a call."""
        self._check_seat(seat)
        return self._values.listed(*self._engine.legal(self._state, self.rules.core_rules, seat))

    def may(self, seat: int, action: Action) -> bool:
        """Return whether an action is legal for a seat; of a batch, its first card."""
        self._check_seat(seat)
        return is_legal(self._state, self.rules.core_rules, seat, action.codes[0])

    def fouls(self, seat: int) -> tuple[Action, ...]:
        """Return the fouls of a seat that would be accepted and fined."""
        self._check_seat(seat)
        return self._values.listed(*self._engine.fouls(self._state, self.rules.core_rules, seat))

    def choices(self, seat: int) -> Choices:
        """Return the legal actions of a seat, grouped for a user interface."""
        self._check_seat(seat)
        return self._choices(seat)

    def _choices(self, seat: int) -> Choices:
        s, r = self._state, self.rules.core_rules
        return choices_of(s, r, seat, self._values, self._engine.legal(s, r, seat))

    def _fouls(self, seat: int) -> Fouls:
        s, r = self._state, self.rules.core_rules
        return fouls_of(s, r, seat, self._values, self._engine.fouls(s, r, seat))

    def parse(self, move: str) -> Move:
        """Read a move such as '0 r5!', 'draw' or '2 catch 0'; without a seat it is the awaited seat's."""
        seat, action = self._values.read_move(move)
        return Move(self._default_seat() if seat is None else seat, action)

    def _default_seat(self) -> int:
        return self.awaited[0] if self.awaited else self.turn

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise LastCardError(f"there is no seat {quoted(seat)}: seats go from 0 to {self.seats - 1}")

    def live_state(self) -> LiveState:
        """Return a copy of the full state, for scores and records; never send it to players."""
        return self._state.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Round):
            return NotImplemented
        alike = self.rules == other.rules and self.points == other.points
        return alike and position_of(self._state) == position_of(other._state)

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __str__(self) -> str:
        return write_position(self._state, self.rules)

    def __repr__(self) -> str:
        return f"Round.from_position({str(self)!r})"

    # ------------------------------------------------------------ playing

    def play(self, move: str) -> tuple[Event, ...]:
        """Carry out a move such as '0 r5!', 'draw' or '2 catch 0'; without a seat it is the awaited seat's.

        Return what happened.  A refused move raises IllegalAction and changes nothing, even if it is several actions.
        """
        read = self.parse(move)
        return self.act(read.seat, read.action)

    def act(self, seat: int, action: Action | str) -> tuple[Event, ...]:
        """Carry out an action of a seat, completely or not at all, and return what happened."""
        return self.publish(self.prepare(seat, action))

    def leave(self, seat: int) -> tuple[Event, ...]:
        """Let a seat leave for good, at any time, and return what happened (I-88).

        Its cards go under the discards, the next seat takes over what it was asked, and the last side left wins.  In a
        match, a seat that is knocked out may leave too, and so may any seat once the round is over (I-89).  This is a
        move like any other (`leave`), but `legal` does not list it.
        """
        return self.act(seat, LEAVING)

    def prepare(self, seat: int, action: Action | str) -> Change:
        """Carry out an action without changing the table; `publish` applies it."""
        if type(seat) is not int:
            raise LastCardError(f"a seat must be a number, not {type(seat).__name__}")
        if seat.bit_length() > 64:  # an error could not show it
            self._check_seat(seat)
        return self._prepare(seat, self._values.read(action))

    def _prepare(self, seat: int, action: Action) -> Change:
        state = self._state.copy()
        _, refused = carry_out(self._engine, state, self.rules.core_rules, seat, action.codes)
        if refused is not None:
            if action.kind is ActionKind.LEAVE and self._may_leave_match(seat):  # the table stays as it is
                return Change(Played(Move(seat, action), (Left(seat, 0),), self.status), self._state, state)
            raise IllegalAction(seat, str(action), refusal(state, self.rules, seat, refused))
        events = events_of(state.take_facts(), self._values)
        if state.phase == OVER:
            events += self._revealed(state)
        if action.cards and not action.closed and state.phase != BATCH:
            action = self._values.action((*action.codes, DONE))  # write a lay that the core closed as closed
        status = status_of(state, self.rules.core_rules, self._values)
        return Change(Played(Move(seat, action), events, status), self._state, state)

    def explain(self, seat: int, action: Action | str) -> Reason:
        """Return why an action of a seat is allowed, refused or fined; the table does not change."""
        self._check_seat(seat)
        explained = explain_all(self._state, self.rules, seat, self._values.read(action).codes)
        code, reason = explained[-1]
        if code == DONE and len(explained) > 1 and reason.verdict == "allowed":
            return explained[-2][1]  # that the batch may be closed says nothing about its cards
        return reason

    def _may_leave_match(self, seat: int) -> bool:
        """Return whether a seat that has no part in the round any more is still in a match that it can leave."""
        in_match = self.scores is not None and not self._scored and 0 <= seat < self.seats
        return in_match and seat not in self.eliminated and seat not in self.leavers

    def publish(self, change: Change | TakeBack) -> tuple[Event, ...]:
        """Apply a prepared move, or moves taken back, to the table, and return what happened."""
        if not isinstance(change, Change | TakeBack):
            raise LastCardError(f"only a prepared move can be published, not {type(change).__name__}")
        if change._base is not self._state or (self._scored and isinstance(change, Change)):
            raise LastCardError("this move was prepared for another state of the table; prepare it again")
        self._state = change._state
        if isinstance(change, TakeBack):
            self._history, self._shuffles, self._told, self._scored = change._history, change._shuffles, {}, False
            return ()
        self._history.append(change.played)
        return change.played.events

    def _revealed(self, s: LiveState) -> tuple[Event, ...]:
        """Return the events that show the hands, where they are counted."""
        if self.rules.core_rules.round_score in (NO_SCORE, FLAT_SCORE):
            return ()
        held = [(seat, self._values.hand(s, seat)) for seat in range(s.seats)]
        return tuple(Revealed(seat, cards) for seat, cards in held if cards)

    def undo(self, moves: int = 1) -> None:
        """Take back the last move, or several."""
        if type(moves) is not int or not 0 < moves <= self.ply:
            raise LastCardError(f"cannot take back {quoted(moves)} of {self.ply} moves")
        self.publish(self._prepare_return(self.ply - moves))

    def take_back(self, ply: int, key: bytes) -> None:
        """Go back to the state after `ply` moves, and shuffle the stock by another key.

        So nobody knows the next cards, even after seeing some that have been taken back.
        """
        self.publish(self.prepare_take_back(ply, key))

    def prepare_take_back(self, ply: int, key: bytes) -> TakeBack:
        """Take moves back as `take_back` does, without changing the table; `publish` applies it."""
        if type(ply) is not int or not 0 <= ply <= self.ply:
            raise LastCardError(f"cannot go back to move {quoted(ply)} of {self.ply}")
        return self._prepare_return(ply, check_key(key))

    def _prepare_return(self, ply: int, key: bytes | None = None) -> TakeBack:
        """Bring a copy of the table to the state after `ply` moves, by making them again from the start."""
        shuffles = {place: old for place, old in self._shuffles.items() if place <= ply}
        if key is not None:
            shuffles[ply] = key  # instead of the key of an earlier take-back to the same place
        state, history = self._start.copy(), self._history[:ply]
        for place in range(ply + 1):
            if place in shuffles:
                self._shuffle(state, shuffles[place])
            if place < ply:
                move = history[place].move
                carry_out(self._engine, state, self.rules.core_rules, move.seat, move.action.codes)
        state.take_facts()
        return TakeBack(ply, self._state, state, history, shuffles)

    def _shuffle(self, state: LiveState, key: bytes) -> None:
        state.take_chance_from(key)
        live_engine.shuffle(state)

    # ------------------------------------------------------------ what each seat knows

    def view(self, seat: int | None = None) -> View:
        """Return a snapshot of what a seat, or a spectator (None), knows of the table now."""
        if seat is not None:
            self._check_seat(seat)
        told = self._told.get(seat) or self._told_from_start(seat)
        for played in self._history[len(told.moves) :]:
            told.moves.append(self._told_of(played, seat))
        hand, drawn, bluffed, choices, fouls = NO_SEAT if seat is None else self._private(seat)
        return View(
            rules=self.rules,
            seat=seat,
            ply=len(self._history),
            status=self._shown(self.status, seat),
            hand=hand,
            drawn=drawn,
            bluffed=bluffed,
            choices=choices,
            fouls=fouls,
            scores=self.scores,
            rounds=self.rounds,
            eliminated=self.eliminated,
            _told=told,
        )

    def private(self, seat: int) -> Private:
        """Return what only this seat may know now; a whole view costs more."""
        self._check_seat(seat)
        return self._private(seat)

    def _private(self, seat: int) -> Private:
        s = self._state
        return Private(
            self._values.hand(s, seat),
            self._values.cards[s.drawn] if s.phase == DRAWN and s.turn == seat and s.drawn != NONE else None,
            s.bluff == 1 if s.laid_by == seat and s.bluff != NONE else None,
            self._choices(seat),
            self._fouls(seat) if self._fines else NO_FOULS,
        )

    def _told_of(self, played: Played, seat: int | None) -> Played:
        """Return a move as a seat is told of it; where nothing is hidden from it, the same object for all seats."""
        events, status = told_to(played.events, seat), self._shown(played.status, seat)
        if status is played.status and events == played.events:
            return played
        return Played(played.move, events, status)

    def _told_from_start(self, seat: int | None) -> Told:
        start = self._start
        hand = () if seat is None else self._values.hand(start, seat)
        discards = [self._values.cards[card] for card in start.pile[CARDS - start.n_discards :]]
        status = self._shown(self._start_status, seat)
        told = Told(partial(Memory.opening, self.rules, seat, status, hand, discards))
        self._told[seat] = told
        return told

    def _shown(self, status: Status, seat: int | None) -> Status:
        return status.seen_by(seat, hidden=self.rules.count_info == CountInfo.HIDDEN)


def _lay_out(state: LiveState, rules: Ruleset, stock: str) -> None:
    """Put the whole pack into the stock in the given order, the first card on top."""
    cards = parse_cards(rules.deck, stock)
    if sorted(cards) != sorted(rules.deck.pack()):
        raise LastCardError(f"a stock to deal from must have each of the {rules.deck.size} cards of the pack once")
    state.n_stock = len(cards)
    state.pile[: len(cards)] = cards[::-1]
