"""Named options: house rules by the names people use for them.  Each sets one or more dimensions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..core.terms import (
    AnswerDraw,
    AnswerSkip,
    AnswerWildDraw,
    BatchMode,
    DrawnCard,
    Kind,
    MatchEnd,
    NumberEffect,
    Policing,
    RoundScore,
    SkipChain,
    Teams,
    Total,
)
from ..errors import RulesetError
from ..words.catalogue import words
from .dimensions import read_number
from .ruleset import Ruleset
from .values import Batch, Ending, JumpIn, Scoring, SkipTotal, word


@dataclass(frozen=True, kw_only=True)
class Option:
    """A word in an id, and the dimensions it sets."""

    name: str
    changes: Mapping[str, Any]

    @property
    def summary(self) -> str:
        """What it does, in English."""
        return words().say(f"option.{self.name}")

    @property
    def usage(self) -> str:
        """The option as it is written in an id; N stands for a number."""
        return self.name

    def read(self, number: str | None) -> Mapping[str, Any]:
        """Return the dimensions it sets, with their values; `number` is the text after `=`, or None."""
        if number is not None:
            raise RulesetError(f"{self.name}={number}: {self.name} takes no value")
        return self.changes

    def write(self, rules: Ruleset) -> str | None:
        """Return the option as it is written in an id, or None unless the rule set has every value it sets."""
        return self.name if all(getattr(rules, name) == value for name, value in self.changes.items()) else None

    @property
    def dimensions(self) -> tuple[str, ...]:
        """The dimensions it sets, by name."""
        return tuple(self.changes)


@dataclass(frozen=True, kw_only=True)
class Counted(Option):
    """An option that sets the number that ends the match, as in `rounds=5`; with a `usual` number, `=N` is optional."""

    kind: MatchEnd
    usual: int | None = None

    @property
    def usage(self) -> str:
        return f"{self.name}=N" if self.usual is None else f"{self.name}[=N]"

    @property
    def dimensions(self) -> tuple[str, ...]:
        return (*self.changes, "match_end")

    @property
    def ending(self) -> str:
        """The value it gives D46, with N in place of the number."""
        return f"{word(self.kind)}:N"

    def read(self, number: str | None) -> Mapping[str, Any]:
        n = self.usual if number is None else read_number(self.name, number)
        if n is None:
            raise RulesetError(f"{self.name} needs a number: {self.name}=N")
        return {**self.changes, "match_end": Ending(kind=self.kind, n=n)}

    def write(self, rules: Ruleset) -> str | None:
        if super().write(rules) is None or rules.match_end.kind is not self.kind:
            return None
        return self.name if rules.match_end.n == self.usual else f"{self.name}={rules.match_end.n}"


_OWN_HAND = {"round_score": Scoring(kind=RoundScore.OWN_HAND)}

# Writing an id tries them in this order: options that set more come first, and an alias (`program`) comes last.
OPTIONS: dict[str, Option] = {
    option.name: option
    for option in (
        Option(
            name="stack",
            changes={
                "answer_draw2": AnswerDraw.SAME_VALUE,
                "answer_wd": AnswerWildDraw.SAME_VALUE,
                "draw_total": Total.SUM,
            },
        ),
        Option(
            name="stack-up",
            changes={
                "answer_draw2": AnswerDraw.SAME_OR_HIGHER,
                "answer_wd": AnswerWildDraw.SAME_OR_HIGHER,
                "draw_total": Total.SUM,
            },
        ),
        Option(
            name="stack-any",
            changes={
                "answer_draw2": AnswerDraw.ANY_DRAW,
                "answer_wd": AnswerWildDraw.ANY_DRAW,
                "draw_total": Total.SUM,
            },
        ),
        Option(
            name="deflect",
            changes={
                "deflect_draw2": frozenset({Kind.SKIP, Kind.REVERSE}),
                "deflect_wd": frozenset({Kind.SKIP, Kind.REVERSE}),
            },
        ),
        Option(
            name="stack-skips",
            changes={"answer_skip": AnswerSkip.SAME_VALUE, "skip_total": SkipTotal(total=SkipChain.SUM)},
        ),
        Option(
            name="fines",
            changes={"fine_illegal": 2, "fine_false_call": 2},  # U-39, I-30
        ),
        Counted(
            name="low-score",
            changes=_OWN_HAND,  # U-05
            kind=MatchEnd.REACH_LOSES,
            usual=200,
        ),
        Counted(
            name="lowest",
            changes=_OWN_HAND,
            kind=MatchEnd.REACH_LOWEST_WINS,
        ),
        Counted(
            name="elimination",
            changes=_OWN_HAND,
            kind=MatchEnd.REACH_OUT,
        ),
        Counted(
            name="survival",
            changes=_OWN_HAND,
            kind=MatchEnd.SURVIVAL,
        ),
        Option(
            name="pairs",
            changes={"batch": Batch(mode=BatchMode.IDENTICAL, n=2)},
        ),
        Option(
            name="draw-until",
            changes={"draw_size": None},  # R-17, I-44
        ),
        Option(
            name="force-play",
            changes={"drawn_card": DrawnCard.MUST_PLAY},
        ),
        Option(
            name="seven-zero",
            changes={"number_effects": ((0, NumberEffect.ROTATE), (7, NumberEffect.SWAP_CHOICE))},
        ),
        Option(
            name="no-bluff",
            changes={"wd_policing": Policing.ENGINE},
        ),
        Option(
            name="jump-in",
            changes={"jump_in": JumpIn()},
        ),
        Counted(
            name="rounds",
            changes={},
            kind=MatchEnd.ROUNDS,
        ),
        Option(
            name="single-round",
            changes={"match_end": Ending(kind=MatchEnd.SINGLE_ROUND, n=0)},
        ),
        Option(
            name="partners",
            changes={"teams": Teams.PARTNERS},
        ),
        Option(
            name="program",
            changes={
                "answer_draw2": AnswerDraw.SAME_VALUE,
                "answer_wd": AnswerWildDraw.SAME_VALUE,
                "draw_total": Total.SUM,
            },
        ),
    )
}
