"""The sheets since 2022 (RULES B.1), with the 108 cards all editions share."""

from ...core.terms import MatchEnd, StartAction, StartWild
from ..values import Ending
from .base import Preset

PRESET = Preset(
    name="mattel-2022",
    title="Sheets since 2022",
    summary="Official as since 2022: a number opens every round, and a single round decides.",
    changes={
        "start_action": StartAction.REDRAW,
        "start_wild": StartWild.REDRAW,
        "match_end": Ending(kind=MatchEnd.SINGLE_ROUND, n=0),
    },
)
