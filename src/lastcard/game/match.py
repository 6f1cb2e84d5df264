"""The public API for a match: rounds dealt one after another until the match rule ends it."""

from dataclasses import dataclass
from hashlib import blake2b

from ..backends.core import BoundCore
from ..backends.live import KEY_SIZE, LiveState, engine
from ..core.layout import Sheet
from ..core.records import assign
from ..core.terms import OVER
from ..errors import LastCardError
from ..rules import Ruleset, ruleset_of
from .events import Event, events_of
from .round import Change, Round, TakeBack
from .sheet import MOST_ROUNDS, ScoreSheet
from .table_checks import check_key, check_seat, check_seed
from .values import SEAT_SETS, values_of


@dataclass(frozen=True, slots=True, eq=False)
class Deal:
    """The end of a round and the deal of the next, prepared and waiting to be published.

    `events` are the cards drawn to decide the dealer (D05 redraw).  `round` is None if the match is over.
    """

    sheet: ScoreSheet
    events: tuple[Event, ...]
    key: bytes
    round: Round | None
    _base: object  # the revision of the match it was prepared from
    _sheet: Sheet


class Match:
    """A match: rounds are played until the match rule ends it, or until only one side is left.

    A seat that leaves (`Round.leave`) is out of the match from then on; once the round is over, from the next deal on.
    `youngest` is the seat of the youngest player, or of the host, where the rules ask for one (D04, D06).  Without a
    seed, nobody can predict the cards; the same seed deals the same rounds.  A match may continue from a `sheet` with
    scores; `key` deals its first round.

    >>> from lastcard import Match
    >>> match = Match("one", seats=2, seed=1)
    >>> match.rounds, match.over, match.scores
    (0, False, (0, 0))

    Matches are equal if their sheets and tables are in the same state, whatever will be dealt later.
    """

    def __init__(
        self, rules: Ruleset | str, *, seats: int = 4, seed: int | bytes | None = None, youngest: int = 0,
        sheet: ScoreSheet | None = None, key: bytes | None = None,
    ) -> None:  # fmt: skip
        self.rules = ruleset_of(rules)
        self.rules.check_table(seats)
        self.seats = seats
        self.youngest = check_seat(youngest, seats, "the youngest player")
        self.master_key = _key_of(seed)  # deals all rounds, so it is as secret as the cards
        self.opening_events: tuple[Event, ...] = ()
        self._opened = Sheet()  # before the current round
        self._closed: Sheet | None = None  # after the last round
        if sheet is None:
            table = LiveState(self._round_key(0))
            engine.open_match(self._opened, self.rules.core_rules, table, seats, youngest)
            self.opening_events = events_of(table.take_facts(), values_of(self.rules))
        elif isinstance(sheet, ScoreSheet):
            self._opened = sheet.to_core(self.rules, seats)
        else:
            raise LastCardError(f"sheet must be a ScoreSheet, not {type(sheet).__name__}")
        self.start = None if sheet is None else ScoreSheet.from_core(self._opened)  # the sheet it was begun from
        self.key = self._round_key(self._opened.rounds + 1) if key is None else check_key(key)
        self.round = self._dealt(self._opened, self.key)

    @classmethod
    def from_round(cls, table: Round, *, youngest: int = 0, sheet: ScoreSheet | None = None) -> "Match":
        """Return a match whose current round is a copy of this one.

        Seats that the round was dealt without are out of the match.
        """
        if not isinstance(table, Round):
            raise LastCardError(f"a match is made from a Round, not from {type(table).__name__}")
        match = cls(table.rules, seats=table.seats, youngest=youngest, sheet=sheet)
        match.opening_events = ()
        match._opened.dealer = table.dealer
        for seat in _away(table).difference(match.eliminated):
            engine.leave_match(match._opened, table.rules.core_rules, seat)
        match.start = ScoreSheet.from_core(match._opened)
        match.round = place(table.copy(), match._opened)
        return match

    # ------------------------------------------------------------ asking

    @property
    def sheet(self) -> ScoreSheet:
        """The score sheet after all rounds scored so far."""
        return ScoreSheet.from_core(self._present())

    @property
    def _sheet(self) -> Sheet:
        """The sheet after all rounds scored; the last round counts only until one of its moves is undone."""
        return self._closed if self._closed is not None and self.round._scored else self._opened

    def _present(self) -> Sheet:
        """The current sheet, without the seats that have left the running round (I-89)."""
        if not self.round.leavers or self._sheet.over:  # once the match is over, the sheet includes the round
            return self._sheet
        sheet = Sheet()
        assign(sheet, self._sheet)
        _take_out(engine, sheet, self.round)
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
    def closed(self) -> bool:
        """Whether the match has ended and its last round is scored."""
        return bool(self._sheet.over)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won the match, once it is over."""
        return SEAT_SETS[self._present().winners]

    @property
    def ranks(self) -> tuple[int, ...]:
        """The rank of each seat, 1 for the best; 0 while undecided."""
        return tuple(self._present().ranks[: self.seats])

    @property
    def revision(self) -> object:
        """An object that is equal to an earlier one if nothing has changed since then: no move, undo or deal."""
        return self._sheet, self.round._state  # both are replaced, never changed, and equal only to themselves

    def is_as_dealt(self) -> bool:
        """Return whether the current round is as `key` dealt it, with no move made."""
        return self.round.ply == 0 and self.round == self._dealt(self._sheet, self.key)

    def copy(self) -> "Match":
        """Return an independent copy of the match, which deals the same later rounds."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)  # sheets are never changed, only replaced
        twin.round = self.round.copy()
        return twin

    __copy__ = copy

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
        if self.closed:
            raise LastCardError("the match is over")
        table, sheet = self.round.live_state(), Sheet()
        assign(sheet, self._sheet)
        write_round(engine, sheet, self.round, table, self.youngest)
        if sheet.rounds >= MOST_ROUNDS and not sheet.over:
            raise LastCardError(f"a match has at most {MOST_ROUNDS:,} rounds")
        events = events_of(table.take_facts(), values_of(self.rules))
        key = self._round_key(sheet.rounds + 1) if key is None else check_key(key)
        dealt = None if sheet.over else self._dealt(sheet, key)
        return Deal(ScoreSheet.from_core(sheet), events, key, dealt, self.revision, sheet)

    def publish(self, change: Change | TakeBack | Deal) -> tuple[Event, ...]:
        """Apply a prepared move or deal, or moves taken back, and return what happened."""
        if isinstance(change, Change | TakeBack):
            return self.round.publish(change)
        if not isinstance(change, Deal):
            raise LastCardError(f"publish expects a prepared move or deal, not {type(change).__name__}")
        if change._base != self.revision:
            raise LastCardError("this deal was prepared for another round; prepare it again")
        if change.round is None:
            self._closed, self.round._scored = change._sheet, True
        else:
            self._opened, self.round, self.key = change._sheet, change.round, change.key
        return change.events

    def _dealt(self, sheet: Sheet, key: bytes) -> Round:
        table = Round.deal(
            self.rules, seats=self.seats, seed=key, dealer=sheet.dealer, youngest=self.youngest,
            away=SEAT_SETS[sheet.eliminated],
        )  # fmt: skip
        return place(table, sheet)

    def _round_key(self, number: int) -> bytes:
        """Return the key that deals a round; number 0 decides the first dealer."""
        return blake2b(number.to_bytes(4, "big"), key=self.master_key, digest_size=KEY_SIZE).digest()


def _key_of(seed: int | bytes | None) -> bytes:
    checked = check_seed(seed)
    return checked if isinstance(checked, bytes) else blake2b(str(checked).encode(), digest_size=KEY_SIZE).digest()


def place(table: Round, sheet: Sheet) -> Round:
    """Add the state of the match to a round."""
    table.scores = tuple(sheet.scores[: sheet.seats])
    table.rounds, table.eliminated = sheet.rounds, SEAT_SETS[sheet.eliminated]
    return table


def _away(table: Round) -> set[int]:
    """Return the seats that a round was dealt without; a hand that was knocked out is worth something."""
    start = table._start
    return {seat for seat in SEAT_SETS[start.out] if start.phase != OVER and not start.points[seat]}


def _take_out(core: BoundCore, sheet: Sheet, played: Round) -> None:
    """Take the seats that left while the round was running out of the match."""
    late = played.left_after_end
    for seat in played.leavers[: len(played.leavers) - len(late)]:
        core.leave_match(sheet, played.rules.core_rules, seat)


def write_round(core: BoundCore, sheet: Sheet, played: Round, state: LiveState, youngest: int) -> None:
    """Add a finished round to the sheet and, if the match goes on, decide who deals next.

    The round counts in full for seats that left once it was over: it is scored first, and they do not deal.
    """
    r = played.rules.core_rules
    _take_out(core, sheet, played)
    core.score_round(sheet, r, state)
    for seat in played.left_after_end:
        if not sheet.over:
            core.leave_match(sheet, r, seat)
    if not sheet.over:
        sheet.dealer = core.next_dealer(sheet, r, state, youngest)
