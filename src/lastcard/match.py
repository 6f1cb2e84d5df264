"""The public API for a match: rounds dealt one after another until the match rule ends it."""

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
    """The state of a match between rounds.  `dealer` deals the next round; ranks are 0 while undecided."""

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
    """The end of a round and the deal of the next, prepared and waiting to be published.

    `events` are the cards drawn to decide the dealer (D05 redraw).  `round` is None if the match is over.
    """

    sheet: ScoreSheet
    events: tuple[Event, ...]
    key: bytes
    round: Round | None
    _base: tuple[Sheet, object]  # the very sheet and state of the round it was prepared from
    _sheet: Sheet


class Match:
    """A match: rounds are played until the match rule ends it, or until only one side is left.

    A seat that leaves a round (`Round.leave`) is out of the match from then on.
    `youngest` is the seat of the youngest player, or of the host, where the rules ask for one (D04, D06).  Without a
    seed, nobody can predict the cards.  A match may continue from a `sheet` with scores; `key` deals its first round.

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
        """Return a match whose current round is this one."""
        match = cls(table.rules, seats=table.seats, youngest=youngest, sheet=sheet)
        match.opening_events = ()
        match._sheet.dealer = table.dealer
        match.round = match._placed(table, match._sheet)
        return match

    def _take_up(self, sheet: ScoreSheet) -> None:
        """Continue from a sheet; raise LastCardError if it does not fit the match."""
        seats = self.seats
        if len(sheet.scores) != seats or any(type(score) is not int or abs(score) > 10**6 for score in sheet.scores):
            raise LastCardError(f"a sheet needs {seats} scores, one for each seat, of at most a million")
        if not 0 <= sheet.dealer < seats or sheet.dealer in sheet.eliminated:
            raise LastCardError(f"seat {sheet.dealer} cannot deal: it is not in the match")
        if any(not 0 <= seat < seats for seat in sheet.eliminated) or len(set(sheet.eliminated)) > seats - 2:
            raise LastCardError("at least two seats of the table must still be in the match")
        if not 0 <= sheet.rounds < 30_000 or sheet.over:
            raise LastCardError("a match to be continued must not be over, and may have at most 30,000 rounds")
        record = self._sheet
        record.scores[:seats] = sheet.scores
        record.ranks[:seats] = sheet.ranks or (0,) * seats
        record.eliminated = sum({1 << seat for seat in sheet.eliminated})
        record.rounds, record.dealer = sheet.rounds, sheet.dealer

    # ------------------------------------------------------------ asking

    @property
    def sheet(self) -> ScoreSheet:
        """The score sheet after all rounds scored so far."""
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
        """The current sheet, without the seats that have left in the current round (I-89)."""
        left = self.round.left
        if not left or self._sheet.over:  # once the match is over, the sheet includes the round
            return self._sheet
        sheet = Sheet()
        assign(sheet, self._sheet)
        for seat in left:
            engine.leave_match(sheet, self.rules.core_rules, seat, 1)
        return sheet

    @property
    def scores(self) -> tuple[int, ...]:
        """The total scores, or the rounds won where nothing is scored."""
        return tuple(self._sheet.scores[: self.seats])

    @property
    def rounds(self) -> int:
        """The number of rounds scored so far."""
        return self._sheet.rounds

    @property
    def dealer(self) -> int:
        """The seat that dealt the current round."""
        return self._sheet.dealer

    @property
    def eliminated(self) -> tuple[int, ...]:
        """The seats that are out of the match."""
        return SEAT_SETS[self._present().eliminated]

    @property
    def over(self) -> bool:
        """Whether the match has ended, by its match rule or because only one side is left."""
        return bool(self._present().over)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won the match, once it is over."""
        return SEAT_SETS[self._present().winners]

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of each seat, 1 for the best; 0 while undecided."""
        return tuple(self._present().ranks[: self.seats])

    def copy(self) -> "Match":
        """Return an independent copy of the match."""
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

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __repr__(self) -> str:
        return f"<Match {self.rules.id}, {self.seats} seats, round {self.rounds + 1}, scores {self.scores}>"

    # ------------------------------------------------------------ playing

    def play(self, move: str) -> tuple[Event, ...]:
        """Carry out a move of the current round, as `Round.play` does."""
        return self.round.play(move)

    def next_round(self) -> tuple[Event, ...]:
        """Score the finished round and, unless that ends the match, deal the next one.

        Return the cards drawn to decide the next dealer (D05 redraw), usually none.
        """
        deal = self.prepare_round()
        self.publish(deal)
        return deal.events

    def prepare_round(self, key: bytes | None = None) -> Deal:
        """Prepare the next round without changing the match; `publish` makes it current.

        `key` deals it; by default the key comes from the seed of the match.
        """
        if not self.round.over:
            raise LastCardError("the round is not over yet")
        if self._sheet.over:
            raise LastCardError("the match is over")
        table, sheet = self.round.live_state(), Sheet()
        assign(sheet, self._present())
        engine.write_round(sheet, self.rules.core_rules, table, self.youngest)
        events = events_of(table.take_facts(), values_of(self.rules))
        key = self._round_key(sheet.rounds + 1) if key is None else key
        dealt = None if sheet.over else self._dealt(sheet, key)
        return Deal(self._sheet_of(sheet), events, key, dealt, (self._sheet, self.round._state), sheet)

    def publish(self, change: Change | Deal) -> tuple[Event, ...]:
        """Apply a prepared move or deal, and return what happened."""
        if isinstance(change, Change):
            return self.round.publish(change)
        if not isinstance(change, Deal):
            raise LastCardError(f"a prepared move or deal is published, not {type(change).__name__}")
        sheet, state = change._base
        if sheet is not self._sheet or state is not self.round._state:
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
        """Add the state of the match to a round."""
        table.scores = tuple(sheet.scores[: self.seats])
        table.rounds, table.eliminated = sheet.rounds, SEAT_SETS[sheet.eliminated]
        return table

    def _round_key(self, number: int) -> bytes:
        """Return the key that deals a round; number 0 decides the first dealer."""
        return blake2b(number.to_bytes(4, "big"), key=self._key, digest_size=KEY_SIZE).digest()


def _key_of(seed: int | bytes | None) -> bytes:
    if seed is None:
        return secrets.token_bytes(KEY_SIZE)
    if isinstance(seed, int):
        return blake2b(str(seed).encode(), digest_size=KEY_SIZE).digest()
    if len(seed) != KEY_SIZE:
        raise LastCardError(f"a key has {KEY_SIZE} bytes, not {len(seed)}")
    return seed
