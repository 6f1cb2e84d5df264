"""One (O-01 to O-19).  What its program does beyond its document is `one+program`."""

from ...core.terms import (
    CountInfo,
    DealerPick,
    DrawnCard,
    MatchEnd,
    RoundScore,
    StartAction,
    StartWild,
    UnoDuty,
    WildDrawCondition,
)
from ..values import Ending, Scoring
from .base import Preset

PRESET = Preset(
    name="one",
    title="One",
    summary="A single round without score: no call, no condition on the Wild Draw Four, a drawn card is kept.",
    deck="one107",  # O-01, I-34
    changes={
        "dealer_pick": DealerPick.RANDOM,
        "start_action": StartAction.REDRAW,  # O-05
        "start_wild": StartWild.REDRAW,  # O-05
        "drawn_card": DrawnCard.KEEP,  # O-07, I-37
        "wd_condition": WildDrawCondition.NONE,  # O-16
        "uno_duty": UnoDuty.NONE,  # O-18
        "count_info": CountInfo.PUBLIC_WARN,  # O-19
        "round_score": Scoring(kind=RoundScore.NONE),  # O-02, O-17
        "match_end": Ending(kind=MatchEnd.SINGLE_ROUND, n=0),  # O-17, I-52
    },
)
