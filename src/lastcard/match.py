"""A match as Python programs use it: rounds dealt one after the other until the match rule ends it."""

import secrets
from collections.abc import Callable

from .backends.live import LiveState, engine
from .core import machine
from .core.deal import WARM_UP
from .core.deal import seed as seed_state
from .core.layout import Sheet
from .errors import LastCardError
from .events import Event, events_of
from .round import Round
from .rules import Ruleset

Chance = Callable[[int], int]


class SeededChance:
    """A source of chance that can be repeated: the core's own generator."""

    def __init__(self, seed: int) -> None:
        self._dice = LiveState()
        seed_state(self._dice, seed, 0)

    def __call__(self, n: int) -> int:
        """An even choice from 0 to n - 1."""
        return machine.random_below(self._dice, n)

    def warm_up(self) -> None:
        """Throw away what has been thrown away before each deal since the first version: seeds keep their meaning."""
        for _ in range(WARM_UP):
            machine.next_word(self._dice)


class Match:
    """Rounds until the match rule ends it; `youngest` is the seat of the youngest player, or of the host (D04, D06).

    >>> from lastcard import Match
    >>> match = Match("one", seats=2, seed=1)
    >>> match.rounds, match.over, match.scores
    (0, False, (0, 0))
    """

    def __init__(
        self, rules: Ruleset | str, *, seats: int = 4, seed: int | None = None, youngest: int = 0,
        chance: Chance | None = None,
    ) -> None:  # fmt: skip
        self.rules = Ruleset.from_id(rules) if isinstance(rules, str) else rules
        self.rules.check_table(seats)
        if not 0 <= youngest < seats:
            raise LastCardError(f"the youngest cannot sit at {youngest}: seats go from 0 to {seats - 1}")
        self.seats = seats
        self.youngest = youngest
        if chance is None:
            chance = secrets.randbelow if seed is None else SeededChance(seed)
        self._chance = chance
        self._sheet = Sheet()
        table = LiveState(chance)
        engine.open_match(self._sheet, self.rules.core_rules, table, seats, youngest)
        self.opening_events: list[Event] = events_of(table.take_facts())
        self.round: Round = self._deal()

    @classmethod
    def standing(cls, rules: Ruleset, youngest: int, sheet: Sheet, table: Round) -> "Match":
        """A match that goes on from a sheet and a round that is not written on it yet."""
        match = cls.__new__(cls)
        match.rules, match.seats, match.youngest = rules, table.seats, youngest
        match._chance = secrets.randbelow
        match._sheet = sheet
        match.opening_events = []
        match.round = match._placed(table)
        return match

    # ------------------------------------------------------------ asking

    @property
    def scores(self) -> tuple[int, ...]:
        """The totals; where nothing is scored, the rounds won."""
        return tuple(self._sheet.scores[: self.seats])

    @property
    def rounds(self) -> int:
        """Rounds written so far."""
        return self._sheet.rounds

    @property
    def dealer(self) -> int:
        """Who deals, or dealt, the present round."""
        return self._sheet.dealer

    @property
    def eliminated(self) -> tuple[int, ...]:
        """Seats that are out of the match."""
        return self._members(self._sheet.eliminated)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self._sheet.over)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won the match, once it is over."""
        return self._members(self._sheet.winners)

    @property
    def ranks(self) -> tuple[int, ...]:
        """Each seat's place, 1 for the best; 0 while undecided."""
        return tuple(self._sheet.ranks[: self.seats])

    def _members(self, bits: int) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.seats) if bits >> seat & 1)

    # ------------------------------------------------------------ playing

    def play(self, move: str) -> list[Event]:
        """Carry out a move of the present round, as `Round.play` does."""
        return self.round.play(move)

    def next_round(self) -> list[Event]:
        """Write the round that is over on the sheet and, unless the match is over with it, deal the next one.

        Returns what finding the next dealer showed (D05 redraw), which is mostly nothing.
        """
        if not self.round.over:
            raise LastCardError("the round is not over yet; play it to its end first")
        if self.over:
            raise LastCardError("the match is over")
        table = self.round.live_state()
        engine.write_round(self._sheet, self.rules.core_rules, table, self.youngest)
        events = events_of(table.take_facts())
        if not self.over:
            self.round = self._deal()
        return events

    def _deal(self) -> Round:
        if isinstance(self._chance, SeededChance):
            self._chance.warm_up()
        table = Round.deal(
            self.rules, seats=self.seats, dealer=self._sheet.dealer, youngest=self.youngest, away=self.eliminated,
            chance=self._chance,
        )  # fmt: skip
        return self._placed(table)

    def _placed(self, table: Round) -> Round:
        """A round that knows how the match stands before it."""
        table.scores, table.rounds, table.eliminated = self.scores, self.rounds, self.eliminated
        return table
