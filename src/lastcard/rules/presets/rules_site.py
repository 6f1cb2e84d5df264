"""The rules site (U-01 to U-40), scored by its first way.

The second way (U-05) is `rules-site+low-score`, its fines (U-39) are `rules-site+fines`.
The site does not mention tables of two; the default, that a Reverse then acts as a Skip, is our reading (I-79).
"""

from ...core.terms import AnswerDraw, AnswerSkip, AnswerWildDraw, DealerPick, Kind, LastCard, ReadyGate, Total
from ..values import CardFate, ChallengeTerms, JumpIn
from .base import Preset

PRESET = Preset(
    name="rules-site",
    title="Rules site",
    summary="The European rules: interventions out of turn, draw cards passed on but not added up, bluffs taken back.",
    version=2,  # D41 ignored
    changes={
        "dealer_pick": DealerPick.RANDOM,
        "draw_voluntary": False,  # U-14, I-24
        "challenge_terms": ChallengeTerms(card=CardFate.RETURNS),  # U-31 to U-33, I-25
        "answer_skip": AnswerSkip.IDENTICAL,  # U-18
        "answer_draw2": AnswerDraw.SAME_VALUE,  # U-20
        "answer_wd": AnswerWildDraw.DRAW2_CALLED_COLOUR,  # U-30, I-26
        "draw_total": Total.LAST,  # U-21, I-27
        "jump_in": JumpIn(excepting=frozenset({Kind.WILD_DRAW}), on_start=False, may_win=True),  # U-18, U-27, I-22
        "uno_late_ok": False,  # U-35, I-31
        "ready_gate": ReadyGate.WD_VICTIM,  # U-34, I-32
        "last_card": LastCard.IGNORED,  # U-03, I-78
    },
)
