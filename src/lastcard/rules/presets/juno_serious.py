"""JUNO serious (J-serious-01 to 11): as classic, but cards are stacked."""

from ...core.terms import AnswerDraw, AnswerSkip, AnswerWildDraw, BatchMode, RoundScore, Total
from ..values import Batch, Scoring, SkipTotal
from . import juno_classic
from .base import Preset

PRESET = Preset(
    name="juno-serious",
    title="JUNO serious",
    summary="JUNO classic with 140 cards, eleven in hand, up to three laid at once and effects that add up.",
    deck="juno140",  # J-serious-03
    changes={
        **juno_classic.PRESET.changes,  # J-serious-01
        "hand_size": 11,  # J-serious-02
        "batch": Batch(mode=BatchMode.SAME_VALUE, n=3),  # J-serious-05, I-10, I-11
        "answer_skip": AnswerSkip.SAME_VALUE,  # J-serious-08
        "answer_draw2": AnswerDraw.SAME_VALUE,  # J-serious-09
        "answer_wd": AnswerWildDraw.SAME_VALUE,  # J-serious-11
        "draw_total": Total.SUM,  # J-serious-09, 11
        "skip_total": SkipTotal(total=Total.SUM, cap=3),  # J-serious-08, I-12
        "round_score": Scoring(kind=RoundScore.FLAT, flat=1000),  # J-serious-04, I-20
    },
)
