"""Named options: house rules by the names people give them, each setting one dimension or several."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..core.terms import (
    AnswerDraw,
    AnswerSkip,
    AnswerWildDraw,
    BatchMode,
    DrawnCard,
    MatchEnd,
    NumberEffect,
    Policing,
    RoundScore,
    Teams,
    Total,
)
from ..errors import RulesetError
from .forms import read_number
from .ruleset import Ruleset
from .values import Batch, Ending, JumpIn, Scoring, SkipTotal


@dataclass(frozen=True, kw_only=True)
class Option:
    """A word in an id and what it sets."""

    name: str
    summary: str
    changes: Mapping[str, Any]

    @property
    def usage(self) -> str:
        """How it is written."""
        return self.name

    def read(self, number: str | None) -> Mapping[str, Any]:
        """What it sets; `number` is what stood behind a `=`."""
        if number is not None:
            raise RulesetError(f"{self.name}={number}: {self.name} takes no value")
        return self.changes

    def write(self, rules: Ruleset) -> str | None:
        """How it is written if the rule set has all it sets, else nothing."""
        return self.name if all(getattr(rules, name) == value for name, value in self.changes.items()) else None

    @property
    def dimensions(self) -> tuple[str, ...]:
        """What it sets, by name."""
        return tuple(self.changes)


@dataclass(frozen=True, kw_only=True)
class Counted(Option):
    """An option that ends the match by a number: `rounds=5`; with a `usual` number the bare word is enough."""

    kind: MatchEnd
    usual: int | None = None

    @property
    def usage(self) -> str:
        return f"{self.name}=N" if self.usual is None else f"{self.name}[=N]"

    @property
    def dimensions(self) -> tuple[str, ...]:
        return (*self.changes, "match_end")

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

# In this order they are looked for when an id is written: what sets more comes first, the last is only another name.
OPTIONS: dict[str, Option] = {
    option.name: option
    for option in (
        Option(
            name="stack",
            summary="A draw card may be answered with one of the same kind; the draws add up.",
            changes={
                "answer_draw2": AnswerDraw.SAME_VALUE,
                "answer_wd": AnswerWildDraw.SAME_VALUE,
                "draw_total": Total.SUM,
            },
        ),
        Option(
            name="stack-up",
            summary="A draw card may be answered with one that draws as many or more; the draws add up.",
            changes={
                "answer_draw2": AnswerDraw.SAME_OR_HIGHER,
                "answer_wd": AnswerWildDraw.SAME_OR_HIGHER,
                "draw_total": Total.SUM,
            },
        ),
        Option(
            name="stack-any",
            summary="A draw card may be answered with any other; the draws add up.",
            changes={
                "answer_draw2": AnswerDraw.ANY_DRAW,
                "answer_wd": AnswerWildDraw.ANY_DRAW,
                "draw_total": Total.SUM,
            },
        ),
        Option(
            name="stack-skips",
            summary="A Skip may be answered with a Skip; the lost turns add up.",
            changes={"answer_skip": AnswerSkip.SAME_VALUE, "skip_total": SkipTotal(total=Total.SUM)},
        ),
        Option(
            name="fines",
            summary="A wrong lay, a false call and a false accusation cost two cards.",
            changes={"fine_illegal": 2, "fine_false_call": 2},  # U-39, I-30
        ),
        Counted(
            name="low-score",
            summary="Everybody writes the own hand; whoever reaches 200 (or N) loses, the others win.",
            changes=_OWN_HAND,  # U-05
            kind=MatchEnd.REACH_LOSES,
            usual=200,
        ),
        Counted(
            name="lowest",
            summary="Everybody writes the own hand; when somebody reaches N the lowest total wins.",
            changes=_OWN_HAND,
            kind=MatchEnd.REACH_LOWEST_WINS,
        ),
        Counted(
            name="elimination",
            summary="Everybody writes the own hand; whoever reaches N leaves, the last one left wins.",
            changes=_OWN_HAND,
            kind=MatchEnd.REACH_OUT,
        ),
        Counted(
            name="survival",
            summary="Everybody starts with N points and loses the own hand; at zero one leaves, the last one wins.",
            changes=_OWN_HAND,
            kind=MatchEnd.SURVIVAL,
        ),
        Option(
            name="pairs",
            summary="Two identical cards may be laid at once.",
            changes={"batch": Batch(mode=BatchMode.IDENTICAL, n=2)},  # RULES B.3
        ),
        Option(
            name="draw-until",
            summary="Who lays nothing draws until a card fits.",
            changes={"draw_size": None},  # R-17, I-44
        ),
        Option(
            name="force-play",
            summary="A drawn card that fits must be laid.",
            changes={"drawn_card": DrawnCard.MUST_PLAY},
        ),
        Option(
            name="seven-zero",
            summary="A 7 swaps hands with a chosen player, a 0 passes every hand on.",
            changes={"number_effects": ((0, NumberEffect.ROTATE), (7, NumberEffect.SWAP_CHOICE))},
        ),
        Option(
            name="no-bluff",
            summary="A Wild Draw against its condition is refused, so nothing is challenged.",
            changes={"wd_policing": Policing.ENGINE},
        ),
        Option(
            name="jump-in",
            summary="Whoever holds the same card as the one on top may lay it out of turn.",
            changes={"jump_in": JumpIn()},
        ),
        Counted(
            name="rounds",
            summary="After N rounds the best total wins.",
            changes={},
            kind=MatchEnd.ROUNDS,
        ),
        Option(
            name="single-round",
            summary="One round decides.",
            changes={"match_end": Ending(kind=MatchEnd.SINGLE_ROUND, n=0)},
        ),
        Option(
            name="partners",
            summary="Players sitting opposite play together.",
            changes={"teams": Teams.PARTNERS},
        ),
        Option(
            name="program",
            summary="What the program behind One does beyond its document: the same as stack.",
            changes={
                "answer_draw2": AnswerDraw.SAME_VALUE,
                "answer_wd": AnswerWildDraw.SAME_VALUE,
                "draw_total": Total.SUM,
            },
        ),
    )
}
