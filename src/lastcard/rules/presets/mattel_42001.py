"""Sheet 42001 (RULES B.1)."""

from ...core.terms import StartReverse, StartWild
from .base import Preset

PRESET = Preset(
    name="mattel-42001",
    title="Sheet 42001",
    summary="Official as on sheet 42001: no wild opens a round, and after an opening Reverse the dealer's right opens.",
    changes={
        "start_reverse": StartReverse.RIGHT_OF_DEALER,
        "start_wild": StartWild.REDRAW,
    },
)
