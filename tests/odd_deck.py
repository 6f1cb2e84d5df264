"""Decks with cards and effects that no built-in deck has, and the cases about them."""

from pathlib import Path

from lastcard.conformance.suite import load
from lastcard.rules.decks import Deck, register_deck

ODD = """
name = "odd"
colours = { r = "red", g = "green", b = "blue" }
[ranks]
1 = { count = 3 }
2 = { count = 3 }
3 = { count = 3 }
"+1" = { count = 1, draw = 1 }
"+4" = { count = 1, draw = 4 }
"R+1" = { count = 1, reverse = true, draw = 1 }
"R+2" = { count = 1, reverse = true, draw = 2 }
RS = { count = 1, reverse = true, skip = 1 }
RA = { count = 1, reverse = true, again = true }
X = { count = 1, swap = true }
O = { count = 1, rotate = true }
[wilds]
"" = { count = 2 }
"+4" = { count = 2, draw = 4 }
"R+4" = { count = 2, reverse = true, draw = 4 }
"""
FIERCE = """
name = "fierce"
colours = { r = "red", g = "green", b = "blue" }
[ranks]
1 = { count = 6 }
2 = { count = 6 }
3 = { count = 6 }
[wilds]
"+4" = { count = 4, draw = 4 }
"""  # its first wild draws
for _text in (ODD, FIERCE):
    register_deck(Deck.from_toml(_text))
ODD_CASES = load([Path(__file__).parent / "core" / "odd_deck.toml"])
