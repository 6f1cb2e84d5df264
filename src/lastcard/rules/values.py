"""Values that consist of more than one word or number: their fields, their bounds, and how ids write them."""

import re
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any, Self

from .._util.bounds import quoted
from ..core.terms import CARDS, BatchMode, Kind, MatchEnd, RoundScore, SkipChain
from ..errors import RulesetError

MAX_CARDS = 20  # played at once, drawn at once, or paid as a fine
MAX_SCORE = 30_000  # the highest target or flat score; the core keeps them in two bytes

# ---------------------------------------------------------------- checks


def check_number(where: str, value: object, low: int, high: int) -> None:
    """Raise RulesetError for anything but a whole number within the bounds."""
    if type(value) is not int or not low <= value <= high:
        expected = str(low) if low == high else f"{low} to {high}"
        raise RulesetError(f"{where} = {quoted(value)}: expected {expected}")


def check_member(where: str, value: object, wanted: type[Enum]) -> None:
    """Raise RulesetError for anything but a member of this enum."""
    if not isinstance(value, wanted):
        allowed = ", ".join(f"{wanted.__name__}.{member.name}" for member in wanted)
        raise RulesetError(f"{where} = {quoted(value)}: expected one of {allowed}")


def check_flag(where: str, value: object) -> None:
    """Raise RulesetError for anything but True and False."""
    if not isinstance(value, bool):
        raise RulesetError(f"{where} = {quoted(value)}: expected True or False")


# ---------------------------------------------------------------- the words of an id


class Unreadable(Exception):
    """Raised for a text that is not a value of its dimension."""


def word(member: Enum) -> str:
    """Return the text of an enum member, such as 'same-value'."""
    return member.name.lower().replace("_", "-")


def read_member(kind: type[Enum], text: str) -> Any:
    """Return the member of an enum with this text."""
    for member in kind:
        if word(member) == text.replace("_", "-"):
            return member
    raise Unreadable


def read_digits(text: str) -> int:
    """Return a number of one to six digits."""
    if not re.fullmatch("[0-9]{1,6}", text):
        raise Unreadable
    return int(text)


def read_pair(text: str) -> tuple[str, str]:
    """Return the texts before and after the colon."""
    left, colon, right = text.partition(":")
    if not colon:
        raise Unreadable
    return left, right


# ---------------------------------------------------------------- the values


class CardFate(Enum):
    """D24: what happens to a Wild Draw that was a bluff."""

    STAYS = 0
    RETURNS = 1


class Challenger(Enum):
    """D24: who may challenge."""

    TARGET = 0
    ANY = 1
    ANY_INSTEAD = 2  # anyone; whoever is wrong draws everything in the target's place


class LimitMode(Enum):
    """D43: where the hand of a player who is knocked out goes.

    To the engine both are the same: the cards are shuffled in again with the discards, and nobody sees them before.
    """

    ASIDE = 0
    DISCARD = 1


class Skin(StrEnum):
    """D48: the look of the cards (J-classic-03)."""

    WHITE = "white"
    BLACK = "black"


@dataclass(frozen=True, kw_only=True)
class Batch:
    """D12: up to `n` cards played at once, and what they must share; OFF: one card."""

    mode: BatchMode = BatchMode.OFF
    n: int = 1

    def __post_init__(self) -> None:
        check_member("batch.mode", self.mode, BatchMode)
        if self.mode is BatchMode.OFF:
            check_number("batch.n without a batch", self.n, 1, 1)
        else:
            check_number("batch.n", self.n, 2, MAX_CARDS)

    @property
    def text(self) -> str:
        """The value in an id."""
        return word(self.mode) if self.mode is BatchMode.OFF else f"{word(self.mode)}:{self.n}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read the value in an id."""
        if text == word(BatchMode.OFF):
            return cls()
        mode, n = read_pair(text)
        return cls(mode=read_member(BatchMode, mode), n=read_digits(n))


@dataclass(frozen=True, kw_only=True)
class ChallengeTerms:
    """D24: who can challenge, and what a challenge costs."""

    guilty_draws: int = 4
    extra: int = 2
    card: CardFate = CardFate.STAYS
    by: Challenger = Challenger.TARGET

    def __post_init__(self) -> None:
        check_number("challenge_terms.guilty_draws", self.guilty_draws, 0, MAX_CARDS)
        check_number("challenge_terms.extra", self.extra, 0, MAX_CARDS)
        check_member("challenge_terms.card", self.card, CardFate)
        check_member("challenge_terms.by", self.by, Challenger)

    @property
    def text(self) -> str:
        """The value in an id."""
        return f"{self.guilty_draws},{self.extra},{word(self.card)},{word(self.by)}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read the value in an id."""
        parts = text.split(",")
        if len(parts) != 4:
            raise Unreadable
        guilty, extra, card, by = parts
        return cls(
            guilty_draws=read_digits(guilty),
            extra=read_digits(extra),
            card=read_member(CardFate, card),
            by=read_member(Challenger, by),
        )


@dataclass(frozen=True, kw_only=True)
class SkipTotal:
    """D29: what becomes of the Skips of a chain; `cap` is the most turns that are lost, 0 for no limit."""

    total: SkipChain = SkipChain.LAST
    cap: int = 0

    def __post_init__(self) -> None:
        check_member("skip_total.total", self.total, SkipChain)
        if self.total is SkipChain.SUM:
            check_number("skip_total.cap", self.cap, 0, MAX_CARDS)
        else:
            check_number("skip_total.cap without a sum", self.cap, 0, 0)

    @property
    def text(self) -> str:
        """The value in an id."""
        return f"sum-cap:{self.cap}" if self.cap else word(self.total)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read the value in an id."""
        if ":" not in text:
            return cls(total=read_member(SkipChain, text))
        kind, cap = read_pair(text)
        if kind.replace("_", "-") != "sum-cap" or not read_digits(cap):
            raise Unreadable
        return cls(total=SkipChain.SUM, cap=read_digits(cap))


@dataclass(frozen=True, kw_only=True)
class JumpIn:
    """D31: the right to play a card identical to the top card out of turn, except cards of some kinds."""

    excepting: frozenset[Kind] = frozenset()
    on_start: bool = False
    may_win: bool = True
    others_only: bool = False  # not by the player who laid the card
    same_number: bool = False  # numbers also on the same number of another colour
    turn_stays: bool = False  # play goes on where it was, not after the player who jumped in

    def __post_init__(self) -> None:
        for kind in self.excepting:
            check_member("jump_in.excepting", kind, Kind)
        check_flag("jump_in.on_start", self.on_start)
        check_flag("jump_in.may_win", self.may_win)
        check_flag("jump_in.others_only", self.others_only)
        check_flag("jump_in.same_number", self.same_number)
        check_flag("jump_in.turn_stays", self.turn_stays)
        object.__setattr__(self, "excepting", frozenset(self.excepting))

    @property
    def text(self) -> str:
        """The value in an id."""
        parts = ["identical", *(f"not-{word(kind)}" for kind in sorted(self.excepting))]
        if self.on_start:
            parts.append("on-start")
        if not self.may_win:
            parts.append("no-win")
        if self.others_only:
            parts.append("others-only")
        if self.same_number:
            parts.append("same-number")
        if self.turn_stays:
            parts.append("turn-stays")
        return ",".join(parts)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read the value in an id."""
        first, *parts = text.replace("_", "-").split(",")
        if first != "identical":
            raise Unreadable
        excepting = {read_member(Kind, part[4:]) for part in parts if part.startswith("not-")}
        others = {part for part in parts if not part.startswith("not-")}
        if others - {"on-start", "no-win", "others-only", "same-number", "turn-stays"}:
            raise Unreadable
        return cls(
            excepting=frozenset(excepting),
            on_start="on-start" in others,
            may_win="no-win" not in others,
            others_only="others-only" in others,
            same_number="same-number" in others,
            turn_stays="turn-stays" in others,
        )


@dataclass(frozen=True, kw_only=True)
class HandLimit:
    """D43: a player whose hand reaches `n` cards is out of the round."""

    n: int
    mode: LimitMode = LimitMode.ASIDE

    def __post_init__(self) -> None:
        check_number("hand_limit.n", self.n, 2, CARDS)
        check_member("hand_limit.mode", self.mode, LimitMode)

    @property
    def text(self) -> str:
        """The value in an id."""
        return f"{self.n}:{word(self.mode)}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read the value in an id."""
        n, mode = read_pair(text)
        return cls(n=read_digits(n), mode=read_member(LimitMode, mode))


@dataclass(frozen=True, kw_only=True)
class Scoring:
    """D44: what a round scores; `flat` is the score of FLAT."""

    kind: RoundScore = RoundScore.WINNER_TAKES
    flat: int = 0

    def __post_init__(self) -> None:
        check_member("round_score.kind", self.kind, RoundScore)
        if self.kind is RoundScore.FLAT:
            check_number("round_score.flat", self.flat, 1, MAX_SCORE)
        else:
            check_number(f"round_score.flat with {self.kind.name}", self.flat, 0, 0)

    @property
    def text(self) -> str:
        """The value in an id."""
        return f"{word(self.kind)}:{self.flat}" if self.kind is RoundScore.FLAT else word(self.kind)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read the value in an id."""
        kind, colon, flat = text.partition(":")
        return cls(kind=read_member(RoundScore, kind), flat=read_digits(flat) if colon else 0)


@dataclass(frozen=True, kw_only=True)
class Ending:
    """D46: how rounds add up to a match; `n` is a number of points, or of rounds."""

    kind: MatchEnd = MatchEnd.REACH_WINS
    n: int = 500

    def __post_init__(self) -> None:
        check_member("match_end.kind", self.kind, MatchEnd)
        if self.kind is MatchEnd.SINGLE_ROUND:
            check_number("match_end.n with SINGLE_ROUND", self.n, 0, 0)
        else:
            check_number("match_end.n", self.n, 1, MAX_SCORE)

    @property
    def text(self) -> str:
        """The value in an id."""
        return word(self.kind) if self.kind is MatchEnd.SINGLE_ROUND else f"{word(self.kind)}:{self.n}"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read the value in an id."""
        kind, colon, n = text.partition(":")
        return cls(kind=read_member(MatchEnd, kind), n=read_digits(n) if colon else 0)
