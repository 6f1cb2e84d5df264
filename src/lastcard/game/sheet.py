"""The score sheet of a match between rounds, as a value that can be saved and continued from."""

from dataclasses import dataclass

from .._util.bounds import TOTAL, quoted
from ..core.layout import Sheet, State
from ..core.match import judge
from ..core.records import assign
from ..core.terms import SINGLE_ROUND
from ..errors import LastCardError
from ..rules import Ruleset
from .table_checks import is_one_side
from .values import SEAT_SETS
from .wire import Data

MOST_ROUNDS = 30_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet(Data):
    """The state of a match between rounds.  `dealer` deals the next round; ranks are 0 while undecided."""

    scores: tuple[int, ...]
    dealer: int
    rounds: int = 0
    eliminated: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    over: bool = False

    @classmethod
    def from_core(cls, sheet: Sheet) -> "ScoreSheet":
        """Return a sheet of the core as a value."""
        return cls(
            scores=tuple(sheet.scores[: sheet.seats]),
            dealer=sheet.dealer,
            rounds=sheet.rounds,
            eliminated=SEAT_SETS[sheet.eliminated],
            ranks=tuple(sheet.ranks[: sheet.seats]),
            winners=SEAT_SETS[sheet.winners],
            over=bool(sheet.over),
        )

    def to_core(self, rules: Ruleset, seats: int) -> Sheet:
        """Return the sheet for the core; raise LastCardError unless a match with these seats can continue from it."""
        if not _are_numbers(self.scores, seats, -TOTAL, TOTAL):
            raise LastCardError(f"a sheet needs {seats} scores, one for each seat, of at most {TOTAL:,} points")
        if self.ranks != () and not _are_numbers(self.ranks, seats, 0, seats):
            raise LastCardError(f"a sheet needs {seats} ranks from 0 to {seats}, one for each seat, or none")
        if not _are_numbers(self.eliminated, None, 0, seats - 1):
            raise LastCardError(f"eliminated seats must be numbers from 0 to {seats - 1}")
        if any(rank for seat, rank in enumerate(self.ranks) if seat not in self.eliminated):
            raise LastCardError("a seat that is still in the match has no rank yet; its rank must be 0")
        if not _are_numbers((self.dealer,), 1, 0, seats - 1) or self.dealer in self.eliminated:
            raise LastCardError(f"seat {quoted(self.dealer)} cannot deal: it is not in the match")
        if not _are_numbers((self.rounds,), 1, 0, MOST_ROUNDS) or self.over or self.winners:
            raise LastCardError(
                f"a match to be continued must not be over, and may have at most {MOST_ROUNDS:,} rounds"
            )
        if is_one_side(rules, seats, self.eliminated):
            raise LastCardError("at least two sides of the table must still be in the match")
        sheet = Sheet()
        sheet.seats = seats
        sheet.scores[:seats] = self.scores
        sheet.ranks[:seats] = self.ranks or (0,) * seats
        sheet.eliminated = sum({1 << seat for seat in self.eliminated})
        sheet.rounds, sheet.dealer = self.rounds, self.dealer
        if _is_decided(sheet, rules):
            raise LastCardError("by the rules, this match is already decided, or one of its seats is out")
        return sheet


def _is_decided(sheet: Sheet, rules: Ruleset) -> bool:
    """Return whether the match rule would end the match, or eliminate a seat, if it were asked now."""
    if not sheet.rounds and rules.core_rules.match_end == SINGLE_ROUND:
        return False
    judged = Sheet()
    assign(judged, sheet)
    judge(judged, rules.core_rules, State())
    return bool(judged.over) or judged.eliminated != sheet.eliminated


def _are_numbers(given: object, count: int | None, low: int, high: int) -> bool:
    """Return whether this is a tuple of whole numbers between two bounds, as many as `count` says."""
    if not isinstance(given, tuple) or (count is not None and len(given) != count):
        return False
    return all(type(number) is int and low <= number <= high for number in given)
