"""RULES.md (R-01 to R-27).  Its alternative way of drawing (R-17) is `rules-md+draw-until`."""

from ...core.terms import DealerPick, LastCard, StartReverse, StartWild, UnoDuty, UnoWindow
from .base import Preset

PRESET = Preset(
    name="rules-md",
    title="RULES.md",
    summary="Whoever holds a single card must call, however it came, and may be caught until the next card is laid.",
    version=2,  # D41 ignored
    changes={
        "dealer_pick": DealerPick.RANDOM,
        "start_reverse": StartReverse.RIGHT_OF_DEALER,  # R-18, I-42
        "start_wild": StartWild.REDRAW,
        "uno_duty": UnoDuty.ON_HOLD,  # R-20, I-41
        "uno_window": UnoWindow.NEXT_CARD_PLAYED,  # R-21, I-40
        "last_card": LastCard.IGNORED,  # R-22, I-78
    },
)
