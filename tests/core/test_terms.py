"""There is room for new verbs in the word that lists them, and for new facts in the counters of a state."""

import pytest

from lastcard.core.layout import State
from lastcard.core.terms import ACTIONS, CALLING, CATCH, FACT_ROOM, FACTS, SEATS, VERB_BITS, VERBS, Fact
from lastcard.game.values import listed_codes


def test_verbs_fit_into_one_signed_word_below_the_call() -> None:
    assert ACTIONS == CATCH + SEATS <= VERBS + VERB_BITS <= CALLING
    assert 1 << VERB_BITS - 1 < 1 << 63


@pytest.mark.parametrize("verb", [VERBS, CATCH, ACTIONS, VERBS + VERB_BITS - 1])
def test_every_bit_of_the_word_is_a_verb(verb: int) -> None:
    assert listed_codes(0, 0, 1 << verb - VERBS, 4) == [verb]


def test_facts_are_numbered_without_gaps_and_each_has_a_counter() -> None:
    assert list(Fact) == list(range(FACTS))
    assert FACTS <= FACT_ROOM == len(State().tally)
