"""The console program's rules (T-01 to T-26), to the letter."""

from ...core.terms import DealerPick, MatchEnd, Policing, ReverseEffect, RoundScore, SkipEffect, StartAction
from ..values import Ending, Scoring
from .base import Preset

PRESET = Preset(
    name="console",
    title="Console",
    summary="A single round in which Skip and Reverse give another turn and a forgotten call costs seven cards.",
    changes={
        "dealer_pick": DealerPick.RANDOM,
        "start_action": StartAction.COLOUR_ONLY,  # T-09, I-47
        "skip_effect": SkipEffect.PLAY_AGAIN,  # T-13, I-46
        "reverse_effect": ReverseEffect.PLAY_AGAIN,  # T-12, I-46
        "wd_policing": Policing.ENGINE,  # T-16
        "uno_penalty": 7,  # T-07
        "round_score": Scoring(kind=RoundScore.NONE),  # I-52
        "match_end": Ending(kind=MatchEnd.SINGLE_ROUND, n=0),  # I-52
    },
)
