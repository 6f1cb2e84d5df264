"""A match as Python programs use it: rounds dealt one after the other until the match rule ends it."""

import secrets
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from .backends.live import KEY_SIZE, LiveState, engine
from .core.layout import Sheet
from .core.records import assign
from .errors import LastCardError
from .events import Event, events_of
from .round import Change, Round
from .rules import Ruleset
from .values import SEAT_SETS, values_of
from .wire import decode_fields, encode_fields


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """How a match stands between rounds: `dealer` deals the next one; ranks are 0 while undecided."""

    scores: tuple[int, ...]
    dealer: int
    rounds: int = 0
    eliminated: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    over: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the sheet as JSON data."""
        return encode_fields(self)

    @classmethod
    def from_dict(cls, data: Any, rules: Ruleset) -> "ScoreSheet":
        """Read what `to_dict` wrote."""
        return decode_fields(cls, data, values_of(rules))


@dataclass(frozen=True, slots=True, eq=False)
class Deal:
    """The end of a round and the deal of the next, made ready and waiting to be published.

    `events` is what deciding the dealer showed (D05 redraw).  `round` is None if the match is over.
    """

    sheet: ScoreSheet
    events: tuple[Event, ...]
    key: bytes
    round: Round | None
    rounds: int  # of the match it was prepared for
    _sheet: Sheet


class Match:
    """Rounds until the match rule ends it, or all but one side have left.

    A seat that leaves a round (`Round.leave`) is out of the match from then on.
    `youngest` is the seat of the youngest player, or of the host, where the rules ask for one (D04, D06).  Without a
    seed nobody can predict the cards.  A match may go on from a `sheet` with scores; `key` deals its first round.

    >>> from lastcard import Match
    >>> match = Match("one", seats=2, seed=1)
    >>> match.rounds, match.over, match.scores
    (0, False, (0, 0))
    """

    def __init__(
        self, rules: Ruleset | str, *, seats: int = 4, seed: int | bytes | None = None, youngest: int = 0,
        sheet: ScoreSheet | None = None, key: bytes | None = None,
    ) -> None:  # fmt: skip
        self.rules = Ruleset.from_id(rules) if isinstance(rules, str) else rules
        self.rules.check_table(seats)
        if not 0 <= youngest < seats:
            raise LastCardError(f"the youngest player cannot sit at {youngest}: seats go from 0 to {seats - 1}")
        self.seats = seats
        self.youngest = youngest
        self._key = _key_of(seed)
        table = LiveState(self._round_key(0))
        self._sheet = Sheet()
        engine.open_match(self._sheet, self.rules.core_rules, table, seats, youngest)
        self.opening_events: tuple[Event, ...] = ()
        if sheet is None:
            self.opening_events = events_of(table.take_facts(), values_of(self.rules))
        else:
            self._take_up(sheet)
        self.key = self._round_key(self.rounds + 1) if key is None else key
        self.round = self._dealt(self._sheet, self.key)

    @classmethod
    def from_round(cls, table: Round, *, youngest: int = 0, sheet: ScoreSheet | None = None) -> "Match":
        """Return a match whose present round is this one, however it came about."""
        match = cls(table.rules, seats=table.seats, youngest=youngest, sheet=sheet)
        match.opening_events = ()
        match._sheet.dealer = table.dealer
        match.round = match._placed(table, match._sheet)
        return match

    def _take_up(self, sheet: ScoreSheet) -> None:
        """Go on from a sheet."""
        seats = self.seats
        if len(sheet.scores) != seats or any(type(score) is not int or abs(score) > 10**6 for score in sheet.scores):
            raise LastCardError(f"a sheet has {seats} scores of at most a million, one for each seat")
        if not 0 <= sheet.dealer < seats or sheet.dealer in sheet.eliminated:
            raise LastCardError(f"seat {sheet.dealer} cannot deal: it is not in the match")
        if any(not 0 <= seat < seats for seat in sheet.eliminated) or len(set(sheet.eliminated)) > seats - 2:
            raise LastCardError("at least two seats of the table must still be in the match")
        if not 0 <= sheet.rounds < 30_000 or sheet.over:
            raise LastCardError("a match that goes on is not over, and has played up to 30,000 rounds")
        record = self._sheet
        record.scores[:seats] = sheet.scores
        record.ranks[:seats] = sheet.ranks or (0,) * seats
        record.eliminated = sum({1 << seat for seat in sheet.eliminated})
        record.rounds, record.dealer = sheet.rounds, sheet.dealer

    # ------------------------------------------------------------ asking

    @property
    def sheet(self) -> ScoreSheet:
        """The score sheet, with all rounds that were written on it."""
        return self._sheet_of(self._present())

    def _sheet_of(self, sheet: Sheet) -> ScoreSheet:
        return ScoreSheet(
            scores=tuple(sheet.scores[: self.seats]),
            dealer=sheet.dealer,
            rounds=sheet.rounds,
            eliminated=SEAT_SETS[sheet.eliminated],
            ranks=tuple(sheet.ranks[: self.seats]),
            winners=SEAT_SETS[sheet.winners],
            over=bool(sheet.over),
        )

    def _present(self) -> Sheet:
        """The sheet as it is now: without the seats that have left in the present round (I-89)."""
        left = self.round.left
        if not left or self._sheet.over:  # when it is over, the round is on it
            return self._sheet
        sheet = Sheet()
        assign(sheet, self._sheet)
        for seat in left:
            engine.leave_match(sheet, self.rules.core_rules, seat, 1)
        return sheet

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
        return SEAT_SETS[self._present().eliminated]

    @property
    def over(self) -> bool:
        """Whether the match has ended: with a round that was written, or because only one side is left."""
        return bool(self._present().over)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won the match, once it is over."""
        return SEAT_SETS[self._present().winners]

    @property
    def ranks(self) -> tuple[int, ...]:
        """Each seat's place, 1 for the best; 0 while undecided."""
        return tuple(self._present().ranks[: self.seats])

    def copy(self) -> "Match":
        """Return a match of its own that stands as this one."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin._sheet = Sheet()
        assign(twin._sheet, self._sheet)
        twin.round = self.round.copy()
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Match):
            return NotImplemented
        mine, yours = (self.sheet, self.youngest, self.round), (other.sheet, other.youngest, other.round)
        return mine == yours

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return f"<Match {self.rules.id}, {self.seats} seats, round {self.rounds + 1}, scores {self.scores}>"

    # ------------------------------------------------------------ playing

    def play(self, move: str) -> tuple[Event, ...]:
        """Carry out a move of the present round, as `Round.play` does."""
        return self.round.play(move)

    def next_round(self) -> tuple[Event, ...]:
        """Write the round that is over on the sheet and, unless the match is over with it, deal the next one.

        Returns what deciding the next dealer showed (D05 redraw), which is mostly nothing.
        """
        deal = self.prepare_round()
        self.publish(deal)
        return deal.events

    def prepare_round(self, key: bytes | None = None) -> Deal:
        """Make the next round ready without anything showing; `publish` makes it so.

        `key` deals it; without one it comes from the seed of the match.
        """
        if not self.round.over:
            raise LastCardError("the round is not over yet; play it to its end first")
        if self._sheet.over:
            raise LastCardError("the match is over")
        table, sheet = self.round.live_state(), Sheet()
        assign(sheet, self._present())
        engine.write_round(sheet, self.rules.core_rules, table, self.youngest)
        events = events_of(table.take_facts(), values_of(self.rules))
        key = self._round_key(sheet.rounds + 1) if key is None else key
        dealt = None if sheet.over else self._dealt(sheet, key)
        return Deal(self._sheet_of(sheet), events, key, dealt, self.rounds, sheet)

    def publish(self, change: Change | Deal) -> tuple[Event, ...]:
        """Let a prepared move, or a prepared deal, show at the table, and return what happened."""
        if isinstance(change, Change):
            return self.round.publish(change)
        if change.rounds != self.rounds:
            raise LastCardError("this deal was prepared for another round; prepare it again")
        self._sheet = change._sheet
        if change.round is not None:
            self.round, self.key = change.round, change.key
        return change.events

    def _dealt(self, sheet: Sheet, key: bytes) -> Round:
        table = Round.deal(
            self.rules, seats=self.seats, seed=key, dealer=sheet.dealer, youngest=self.youngest,
            away=SEAT_SETS[sheet.eliminated],
        )  # fmt: skip
        return self._placed(table, sheet)

    def _placed(self, table: Round, sheet: Sheet) -> Round:
        """A round that knows how the match stands before it."""
        table.scores = tuple(sheet.scores[: self.seats])
        table.rounds, table.eliminated = sheet.rounds, SEAT_SETS[sheet.eliminated]
        return table

    def _round_key(self, number: int) -> bytes:
        """The key by which a round is dealt; number 0 decides the first dealer."""
        return blake2b(number.to_bytes(4, "big"), key=self._key, digest_size=KEY_SIZE).digest()


def _key_of(seed: int | bytes | None) -> bytes:
    if seed is None:
        return secrets.token_bytes(KEY_SIZE)
    if isinstance(seed, int):
        return blake2b(str(seed).encode(), digest_size=KEY_SIZE).digest()
    if len(seed) != KEY_SIZE:
        raise LastCardError(f"a key has {KEY_SIZE} bytes, not {len(seed)}")
    return seed
