"""Rule sets as data: the dimensions, presets, decks, ids, and words for people."""

from .decks import Deck, register_deck
from .presets import PRESETS
from .ruleset import Ruleset
from .words import describe, diff

__all__ = ["PRESETS", "Deck", "Ruleset", "describe", "diff", "register_deck"]
