"""Cards with effects that no shipped deck has, held against cases in the format of the conformance suite."""

from pathlib import Path

import pytest

from lastcard.conformance.protocol import Server
from lastcard.conformance.runner import run_case
from lastcard.conformance.suite import AnyCase, load
from lastcard.rules.decks import Deck, register_deck

ODD = """
name = "odd"
colours = { r = "red", g = "green", b = "blue" }
[ranks]
1 = { count = 3 }
2 = { count = 3 }
3 = { count = 3 }
"+4" = { count = 1, draw = 4 }
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


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_odd_deck(case: AnyCase) -> None:
    assert run_case(case, Server()) == []
