"""The dimensions for responses: stacking, passing on, playing out of turn (D25 to D31 and later ones)."""

from dataclasses import dataclass

from ..core.terms import (
    AnswerDraw,
    AnswerSkip,
    AnswerWildDraw,
    Kind,
    SkipAnswerer,
    SkipChain,
    StackPassedOn,
    Total,
)
from .declare import RESPONSES, any_of, choice, record
from .forms import Choice
from .values import MAX_CARDS, JumpIn, SkipTotal, word

_DEFLECTORS = (Kind.SKIP, Kind.REVERSE)
_JUMP_EXTRAS = (
    "on-start",
    "no-win",
    "others-only",
    "same-number",
    "turn-stays",
    *(f"not-{word(kind)}" for kind in Kind),
)

# ---------------------------------------------------------------- the dimensions


@dataclass(frozen=True, kw_only=True, init=False, repr=False, eq=False)  # `Ruleset` has these, for all fields
class ResponseRules:
    """The fields of a rule set that say how players can respond to a card."""

    answer_skip: AnswerSkip = choice(
        "D25", RESPONSES, AnswerSkip.NONE, (AnswerSkip.NONE, AnswerSkip.SAME_VALUE, AnswerSkip.IDENTICAL)
    )
    answer_draw2: AnswerDraw = choice(
        "D26",
        RESPONSES,
        AnswerDraw.NONE,
        (AnswerDraw.NONE, AnswerDraw.SAME_VALUE, AnswerDraw.SAME_OR_HIGHER, AnswerDraw.ANY_DRAW, AnswerDraw.IDENTICAL),
    )
    answer_wd: AnswerWildDraw = choice(
        "D27",
        RESPONSES,
        AnswerWildDraw.NONE,
        (
            AnswerWildDraw.NONE,
            AnswerWildDraw.SAME_VALUE,
            AnswerWildDraw.SAME_OR_HIGHER,
            AnswerWildDraw.ANY_DRAW,
            AnswerWildDraw.DRAW2_CALLED_COLOUR,
        ),
    )
    deflect_draw2: frozenset[Kind] = any_of(
        "D50", RESPONSES, frozenset(), _DEFLECTORS, examples=("none", "reverse", "skip,reverse")
    )
    deflect_wd: frozenset[Kind] = any_of(
        "D51", RESPONSES, frozenset(), _DEFLECTORS, examples=("none", "reverse", "skip,reverse")
    )
    stack_passed_on: StackPassedOn = choice(
        "D58", RESPONSES, StackPassedOn.NONE, (StackPassedOn.NONE, StackPassedOn.SAME_COLOUR, StackPassedOn.ANY_DRAW)
    )
    draw_total: Total = choice("D28", RESPONSES, Total.SUM, (Total.LAST, Total.SUM))
    skip_total: SkipTotal = record(
        "D29",
        RESPONSES,
        SkipTotal(),
        SkipTotal,
        choices=(
            Choice(text=word(SkipChain.LAST)),
            Choice(text=word(SkipChain.SUM)),
            Choice(text="sum-cap:N", bounds=(1, MAX_CARDS), usual=3),
            Choice(text=word(SkipChain.CANCEL)),
        ),
        examples=("last", "sum", "sum-cap:1", "sum-cap:3", "cancel"),
    )
    skip_answerer: SkipAnswerer = choice("D60", RESPONSES, SkipAnswerer.FIRST, (SkipAnswerer.FIRST, SkipAnswerer.EACH))
    answer_forced: bool = choice("D30", RESPONSES, False)
    jump_in: JumpIn | None = record(
        "D31",
        RESPONSES,
        None,
        JumpIn,
        none="off",
        choices=(
            Choice(text="off"),
            Choice(text="identical", extras=_JUMP_EXTRAS),
        ),
        examples=(
            "off",
            "identical",
            "identical,not-wild-draw",
            "identical,on-start,no-win",
            "identical,others-only",
            "identical,same-number,turn-stays",
            "identical,turn-stays",
        ),
    )
