"""A round as Python programs use it: text in, events out, nothing half-applied."""

from collections import Counter
from collections.abc import Callable, Iterable

from .backends.core import BoundCore, Core
from .backends.live import LiveState
from .backends.live import engine as live_engine
from .core.layout import Rules, State
from .core.terms import (
    ACCEPTED,
    BATCH,
    CALLING,
    CARDS,
    DONE,
    DRAWN,
    FINED_FOUL,
    HALF,
    NONE,
    OVER,
    RANKS,
    REFUSED,
    SHOUT,
    TYPES,
    VERB_BITS,
    VERBS,
    WILD,
    CountInfo,
    Phase,
)
from .errors import IllegalAction, LastCardError, PositionError
from .events import SPECTATOR, Event, Status, events_of, status_of
from .explain import reason
from .notation import UNSURE, format_action, parse_move, read_position, write_position
from .rules import Ruleset
from .view import View

ONE_LAY = "these cards cannot be laid together in one turn (D12)"


def listed_actions(low: int, high: int, verbs: int, colours: int) -> list[int]:
    """The actions in a set as the core lists it, a wild once for each colour; calls are left aside."""
    actions = []
    for card in range(TYPES):
        if (low >> card if card < HALF else high >> card - HALF) & 1:
            actions += [card] if card < WILD else [card + colour * RANKS for colour in range(colours)]
    return actions + [VERBS + bit for bit in range(VERB_BITS) if verbs >> bit & 1 and VERBS + bit != SHOUT]


def carry_out(engine: Core, s: State, r: Rules, seat: int, actions: list[int]) -> tuple[int, int]:
    """Apply the actions of one text in turn: the verdict, and the action refused, up to which the state has changed.

    The core closes a lay by itself when nothing can join it; after a foul only what the table still waits for is done.
    """
    result = int(ACCEPTED)
    for place, action in enumerate(actions):
        is_lay = action & ~CALLING < VERBS
        if action == DONE and s.phase != BATCH and len(actions) > 1:
            continue
        if result == FINED_FOUL and (is_lay or not engine.is_legal(s, r, seat, action)):
            continue
        if is_lay and place > 0 and s.phase != BATCH:  # another card would be another turn, not this lay
            return REFUSED, action
        verdict = engine.apply(s, r, seat, action)
        if verdict == REFUSED:
            return REFUSED, action
        result = max(result, verdict)
    return result, NONE


class Round:
    """One deal until somebody is out.

    >>> from lastcard import Round
    >>> table = Round.from_position("b5r5/g5y1 r1 >0 - b1b2b3b4|- official")
    >>> table.legal(0)
    ['r5', 'draw']
    >>> [event.text(table.rules.deck) for event in table.play("0 r5!")]
    ['laid 0 r5', 'called 0']
    >>> print(table)
    b5!/g5y1 r5 >1 @0 b1b2b3b4|r1 official
    """

    def __init__(self, rules: Ruleset, state: LiveState, engine: BoundCore = live_engine) -> None:
        self.rules = rules
        self._engine = engine
        self._state = state
        self._start = state.copy()
        self._past: list[tuple[LiveState, list[Event]]] = []  # how the table stood, and what happened then
        self._views: dict[int, View] = {}
        self.opening_events = events_of(state.take_facts())
        # Of the match it belongs to, if any: public, and bots look at it.
        self.scores: tuple[int, ...] | None = None
        self.rounds = 0
        self.eliminated: tuple[int, ...] = ()

    # ------------------------------------------------------------ making one

    @classmethod
    def deal(
        cls, rules: Ruleset | str, *, seats: int = 4, seed: int = 0, dealer: int = 0, youngest: int = 0,
        away: Iterable[int] = (), chance: Callable[[int], int] | None = None,
    ) -> "Round":  # fmt: skip
        """A new round, shuffled from a seed, or by the source of chance given."""
        ruleset = Ruleset.from_id(rules) if isinstance(rules, str) else rules
        gone = sum(1 << seat for seat in set(away))
        ruleset.check_table(seats)
        if not 0 <= dealer < seats or not 0 <= youngest < seats:
            raise LastCardError(f"dealer {dealer}, youngest {youngest}: seats go from 0 to {seats - 1}")
        state = LiveState(chance)
        live_engine.seed(state, seed, 0)
        live_engine.deal(state, ruleset.core_rules, seats, dealer, youngest, gone)
        return cls(ruleset, state)

    @classmethod
    def from_position(cls, line: str, rules: Ruleset | None = None, *, seed: int = 0) -> "Round":
        """A round that stands as the line says; unknown cards, and chance from then on, by the seed."""
        plain, ruleset = read_position(line, rules, seed)
        state = LiveState()
        state.copy_from(plain)
        live_engine.seed(state, seed, 0)
        return cls(ruleset, state)

    def copy(self) -> "Round":
        """A round of its own that stands as this one; what was played before cannot be undone there."""
        return Round(self.rules, self._state.copy(), self._engine)

    def continued(self, chance: Callable[[int], int]) -> "Round":
        """The same round, to go on by another source of chance: all that was seen is known, the stock is shuffled."""
        twin = Round(self.rules, self._start.governed_by(chance))
        twin.opening_events = self.opening_events
        twin._past = [(state.governed_by(chance), events) for state, events in self._past]
        twin._state = self._state.governed_by(chance)
        live_engine.shuffle(twin._state)
        return twin

    def live_state(self) -> LiveState:
        """A copy of the whole truth, for the layers that keep score and records; nothing is sent from it."""
        return self._state.copy()

    # ------------------------------------------------------------ asking

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self._state.seats

    @property
    def turn(self) -> int:
        """The seat on turn."""
        return self._state.turn

    @property
    def phase(self) -> Phase:
        """What the seat on turn is asked."""
        return Phase(self._state.phase)

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self._state.phase == OVER

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won, once it is over."""
        return tuple(seat for seat in range(self.seats) if self._state.winners >> seat & 1)

    @property
    def points(self) -> tuple[int, ...]:
        """What the round wrote for each seat, once it is over."""
        return tuple(self._state.points[: self.seats]) if self.over else (0,) * self.seats

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats the table waits for: those who must say ready, or the one on turn."""
        if self.over:
            return ()
        ready = tuple(seat for seat in range(self.seats) if self._state.ready >> seat & 1)
        return ready or (self._state.turn,)

    def actions(self, seat: int) -> list[int]:
        """The legal actions of a seat as the core numbers them."""
        if not 0 <= seat < self.seats:
            raise LastCardError(f"there is no seat {seat}: seats go from 0 to {self.seats - 1}")
        return self._listed(self._engine.legal(self._state, self.rules.core_rules, seat))

    def legal(self, seat: int) -> list[str]:
        """What a seat may do now; a lay may carry a call ('!') if it leaves one card."""
        return [format_action(self.rules.deck, action) for action in self.actions(seat)]

    def _legal_in(self, s: LiveState, seat: int) -> list[str]:
        actions = self._listed(self._engine.legal(s, self.rules.core_rules, seat))
        return [format_action(self.rules.deck, action) for action in actions]

    def fouls(self, seat: int) -> list[str]:
        """The fouls a seat could commit that would be accepted and fined."""
        fouls = self._listed(self._engine.fouls(self._state, self.rules.core_rules, seat))
        return [format_action(self.rules.deck, action) for action in fouls]

    def _listed(self, words: tuple[int, int, int]) -> list[int]:
        return listed_actions(*words, len(self.rules.deck.colours))

    def __str__(self) -> str:
        return write_position(self._state, self.rules)

    def __repr__(self) -> str:
        return f"Round.from_position({str(self)!r})"

    # ------------------------------------------------------------ playing

    def play(self, move: str) -> list[Event]:
        """Carry out a move such as '0 r5!', 'draw' or '2 catch 0'; without a seat it is the awaited seat's.

        Returns what happened.  A move that is refused raises and changes nothing, also when it is several actions.
        """
        seat, actions = parse_move(self.rules.deck, move)
        if seat is None:
            seat = self.awaited[0] if self.awaited else self.turn
        return self.act(seat, actions, move)

    def act(self, seat: int, actions: Iterable[int], move: str = "") -> list[Event]:
        """Carry out actions of the core, all or none."""
        before = self._state.copy()
        verdict, action = carry_out(self._engine, self._state, self.rules.core_rules, seat, list(actions))
        if verdict == REFUSED:
            torn = self._state.facts and action & ~CALLING < VERBS and self._state.phase != BATCH
            why = ONE_LAY if torn else reason(self._state, self.rules, seat, action)
            self._state = before
            text = move or format_action(self.rules.deck, action)
            raise IllegalAction(text, write_position(before, self.rules), why)
        events = events_of(self._state.take_facts())
        self._past.append((before, events))
        for view in self._views.values():
            self._tell(view, events, self._state)
        return events

    @property
    def events(self) -> list[Event]:
        """All that has happened since the round was opened."""
        return [event for _, events in self._past for event in events]

    def undo(self) -> None:
        """Take the last move back."""
        if not self._past:
            raise LastCardError("there is no move to take back")
        self._state, _ = self._past.pop()
        self._views.clear()

    # ------------------------------------------------------------ what each seat knows

    def view(self, seat: int = SPECTATOR) -> View:
        """What a seat, or a spectator, knows of the table."""
        if seat != SPECTATOR and not 0 <= seat < self.seats:
            raise PositionError(f"there is no seat {seat}: seats go from 0 to {self.seats - 1}")
        if seat not in self._views:
            self._views[seat] = self._view_of_the_past(seat)
        return self._views[seat]

    def _view_of_the_past(self, seat: int) -> View:
        """A view folded from the beginning."""
        start = self._start
        hand = Counter({card: n for card, n in enumerate(start.count[seat]) if n}) if seat != SPECTATOR else Counter()
        discards = start.pile[CARDS - start.n_discards :]
        view = View.opening(self.rules, seat, self._status(start, seat), hand, discards)
        view.scores, view.rounds, view.eliminated = self.scores, self.rounds, self.eliminated
        states = [*(before for before, _ in self._past), self._state]
        for (_, events), state in zip(self._past, states[1:], strict=True):
            self._tell(view, events, state)
        self._update(view, self._state)
        return view

    def _tell(self, view: View, events: list[Event], state: LiveState) -> None:
        """Tell a view what has happened, and how the table stands after it."""
        for event in events:
            told = event.seen_by(view.seat)
            if told is not None:
                view.fold(told)
        self._update(view, state)

    def _update(self, view: View, s: LiveState) -> None:
        own = view.seat != SPECTATOR
        view.update(
            self._status(s, view.seat),
            guilt=s.bluff if own and s.laid_by == view.seat else UNSURE,
            drawn=s.drawn if s.phase == DRAWN and s.turn == view.seat else NONE,
            legal=tuple(self._legal_in(s, view.seat)) if own else (),
        )

    def _status(self, s: LiveState, seat: int) -> Status:
        return status_of(s).seen_by(seat, self.rules.count_info == CountInfo.HIDDEN)
