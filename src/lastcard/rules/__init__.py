"""Rule sets as data: the dimensions, presets, decks, ids, and words for people."""

from .decks import Card, Deck, register_deck
from .house import house_rules
from .presets import PRESETS
from .ruleset import Ruleset, ruleset_of
from .words import describe, diff

__all__ = ["PRESETS", "Card", "Deck", "Ruleset", "describe", "diff", "house_rules", "register_deck", "ruleset_of"]
