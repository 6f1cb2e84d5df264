"""The official sheets as they are played today, for two to ten (RULES C.4, column M): the defaults of C.2."""

from .base import Preset

PRESET = Preset(
    name="official",
    title="Official",
    summary="The official sheet: 108 cards, bluffing with the Wild Draw Four allowed, 500 points win.",
)
