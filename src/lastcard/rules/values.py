"""The values of those dimensions that are more than one word or one number."""

from dataclasses import dataclass
from enum import Enum, StrEnum

from ..core.terms import BatchMode, Kind, MatchEnd, RoundScore, Total
from ..errors import RulesetError

MAX_CARDS = 20  # of one lay, one fine, one draw
MAX_SCORE = 30_000  # the most a target or a flat score may be; the core keeps them in two bytes


class CardFate(Enum):
    """D24: what becomes of a wild draw that was laid against its condition."""

    STAYS = 0
    RETURNS = 1


class Challenger(Enum):
    """D24: who may challenge."""

    TARGET = 0
    ANY = 1
    ANY_INSTEAD = 2  # anybody; who is wrong draws everything in the target's place


class LimitMode(Enum):
    """D43: where the hand of a knocked-out player goes."""

    ASIDE = 0
    DISCARD = 1


class Skin(StrEnum):
    """D48: the looks of the pack (J-classic-03)."""

    WHITE = "white"
    BLACK = "black"


def check_number(where: str, value: object, low: int, high: int) -> None:
    """Refuse anything but a whole number between two bounds."""
    if type(value) is not int or not low <= value <= high:
        raise RulesetError(f"{where} = {value!r}: {low} to {high} are allowed")


def check_member(where: str, value: object, wanted: type[Enum]) -> None:
    """Refuse anything but a member of an enum."""
    if not isinstance(value, wanted):
        allowed = ", ".join(f"{wanted.__name__}.{member.name}" for member in wanted)
        raise RulesetError(f"{where} = {value!r}: allowed are {allowed}")


def check_flag(where: str, value: object) -> None:
    """Refuse anything but True and False."""
    if not isinstance(value, bool):
        raise RulesetError(f"{where} = {value!r}: allowed are True, False")


@dataclass(frozen=True, kw_only=True)
class Batch:
    """D12: up to `n` cards in one lay, and what they must share; OFF: one card."""

    mode: BatchMode = BatchMode.OFF
    n: int = 1

    def __post_init__(self) -> None:
        check_member("batch.mode", self.mode, BatchMode)
        if self.mode is BatchMode.OFF:
            check_number("batch.n without a batch", self.n, 1, 1)
        else:
            check_number("batch.n", self.n, 2, MAX_CARDS)


@dataclass(frozen=True, kw_only=True)
class ChallengeTerms:
    """D24: the price of a challenge."""

    guilty_draws: int = 4
    extra: int = 2
    card: CardFate = CardFate.STAYS
    by: Challenger = Challenger.TARGET

    def __post_init__(self) -> None:
        check_number("challenge_terms.guilty_draws", self.guilty_draws, 0, MAX_CARDS)
        check_number("challenge_terms.extra", self.extra, 0, MAX_CARDS)
        check_member("challenge_terms.card", self.card, CardFate)
        check_member("challenge_terms.by", self.by, Challenger)


@dataclass(frozen=True, kw_only=True)
class SkipTotal:
    """D29: turns lost at the end of a chain of Skips; `cap` 0: no bound."""

    total: Total = Total.LAST
    cap: int = 0

    def __post_init__(self) -> None:
        check_member("skip_total.total", self.total, Total)
        if self.total is Total.LAST:
            check_number("skip_total.cap without a sum", self.cap, 0, 0)
        else:
            check_number("skip_total.cap", self.cap, 0, MAX_CARDS)


@dataclass(frozen=True, kw_only=True)
class JumpIn:
    """D31: the right to lay a card identical to the top card out of turn, except cards of some kinds."""

    excepting: frozenset[Kind] = frozenset()
    on_start: bool = False
    may_win: bool = True
    others_only: bool = False  # not by the player who laid the card

    def __post_init__(self) -> None:
        for kind in self.excepting:
            check_member("jump_in.excepting", kind, Kind)
        check_flag("jump_in.on_start", self.on_start)
        check_flag("jump_in.may_win", self.may_win)
        check_flag("jump_in.others_only", self.others_only)
        object.__setattr__(self, "excepting", frozenset(self.excepting))


@dataclass(frozen=True, kw_only=True)
class HandLimit:
    """D43: a hand that reaches `n` cards is out of the round."""

    n: int
    mode: LimitMode = LimitMode.ASIDE

    def __post_init__(self) -> None:
        check_number("hand_limit.n", self.n, 2, 168)
        check_member("hand_limit.mode", self.mode, LimitMode)


@dataclass(frozen=True, kw_only=True)
class Scoring:
    """D44: what a round writes on the score sheet; `flat` is the score of FLAT."""

    kind: RoundScore = RoundScore.WINNER_TAKES
    flat: int = 0

    def __post_init__(self) -> None:
        check_member("round_score.kind", self.kind, RoundScore)
        if self.kind is RoundScore.FLAT:
            check_number("round_score.flat", self.flat, 1, MAX_SCORE)
        else:
            check_number(f"round_score.flat with {self.kind.name}", self.flat, 0, 0)


@dataclass(frozen=True, kw_only=True)
class Ending:
    """D46: how rounds add up to a result; `n` is a number of points, or of rounds."""

    kind: MatchEnd = MatchEnd.REACH_WINS
    n: int = 500

    def __post_init__(self) -> None:
        check_member("match_end.kind", self.kind, MatchEnd)
        if self.kind is MatchEnd.SINGLE_ROUND:
            check_number("match_end.n with SINGLE_ROUND", self.n, 0, 0)
        else:
            check_number("match_end.n", self.n, 1, MAX_SCORE)
