"""Cards with effects that no built-in deck has, tested by cases in the format of the conformance suite."""

from pathlib import Path

import pytest

from lastcard.conformance.protocol import Server
from lastcard.conformance.runner import run_case
from lastcard.conformance.suite import AnyCase, load
from lastcard.core.step import apply
from lastcard.core.terms import CALLING, RANKS, REFUSED, WILD
from lastcard.notation import read_position
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
register_deck(Deck.from_toml(ODD))
CASES = load([Path(__file__).with_name("odd_deck.toml")])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_odd_deck(case: AnyCase) -> None:
    assert run_case(case, Server()) == []


def test_only_colours_of_the_deck_can_be_named() -> None:
    """A wild can name one of three colours; a fourth is refused, even where fouls are accepted."""
    for line in ("wr1/b1b2 r3 >0 - b1|- official+deck=odd", "wr1r2/b1b2 r3 >0 - b1|- official+deck=odd+fines"):
        for face in (WILD + 3 * RANKS, WILD + 3 * RANKS + CALLING):
            s, rules = read_position(line)
            assert apply(s, rules.core_rules, 0, face) == REFUSED
            assert apply(s, rules.core_rules, 1, face) == REFUSED
