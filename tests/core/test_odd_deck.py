"""Cards with effects that no built-in deck has, tested by cases in the format of the conformance suite."""

import pytest

from lastcard.conformance.protocol import Server
from lastcard.conformance.runner import run_case
from lastcard.conformance.suite import AnyCase
from lastcard.core.step import apply
from lastcard.core.terms import CALLING, RANKS, REFUSED, WILD
from lastcard.notation import read_position
from odd_deck import ODD_CASES


@pytest.mark.parametrize("case", ODD_CASES, ids=lambda case: case.id)
def test_odd_deck(case: AnyCase) -> None:
    assert run_case(case, Server()) == []


def test_only_colours_of_the_deck_can_be_named() -> None:
    """A wild can name one of three colours; a fourth is refused, even where fouls are accepted."""
    for line in ("wr1/b1b2 r3 >0 - b1|- official+deck=odd", "wr1r2/b1b2 r3 >0 - b1|- official+deck=odd+fines"):
        for face in (WILD + 3 * RANKS, WILD + 3 * RANKS + CALLING):
            s, rules = read_position(line)
            assert apply(s, rules.core_rules, 0, face) == REFUSED
            assert apply(s, rules.core_rules, 1, face) == REFUSED
