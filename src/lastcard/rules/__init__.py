"""Rule sets as data: the dimensions, presets, decks, ids, and words for people."""

from .decks import Deck, register_deck
from .presets import PRESETS
from .ruleset import Ruleset

__all__ = ["PRESETS", "Deck", "Ruleset", "register_deck"]
