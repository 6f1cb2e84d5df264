"""Rule sets as data: the dimensions, presets, decks, ids, and words for people."""

from .decks import Card, Deck, register_deck
from .presets import PRESETS
from .ruleset import Ruleset
from .words import describe, diff

__all__ = ["PRESETS", "Card", "Deck", "Ruleset", "describe", "diff", "register_deck"]
