"""Listed actions are accepted, all others are refused and change nothing, and someone can always act."""

import pytest

from lastcard.backends.moves import TriedAction
from lastcard.core.layout import State
from lastcard.core.legal import is_foul, is_legal
from lastcard.core.step import apply
from lastcard.core.terms import ACCEPTED, BATCH, CALLING, FINED_FOUL, OVER, REFUSED
from lastcard.explain import explain, refusal
from lastcard.notation import position_of, write_position
from lastcard.rules import Ruleset
from walks import RULES, Walk, awaited, copied, foul_actions, legal_actions, odd_walks, walks

EVERYTHING = range(-1, 2 * CALLING + 1)


def fields(s: State) -> dict[str, object]:
    """Return every field of a state, for comparing."""
    return {name: getattr(s, name) for name in s._fields}


def check_listed(s: State, rules: Ruleset) -> None:
    """Check that every action of every seat is legal, a foul or refused, and that `apply` agrees."""
    for seat in range(s.seats):
        legal, fouls = set(legal_actions(s, rules, seat)), set(foul_actions(s, rules, seat))
        assert not legal & fouls, f"seat {seat}: what is legal is no foul"
        for action in sorted(legal):
            assert is_legal(s, rules.core_rules, seat, action)
            check_legal(s, rules, seat, action)
        for action in sorted(fouls):
            assert is_foul(s, rules.core_rules, seat, action)
            check_foul(s, rules, seat, action)
        check_refused(s, rules, seat, legal | fouls)


def check_legal(s: State, rules: Ruleset, seat: int, action: int) -> None:
    """Check that a legal action is accepted; only closing a batch may show that its call was false."""
    verdict = apply(copied(s), rules.core_rules, seat, action)
    assert verdict == ACCEPTED or (verdict == FINED_FOUL and s.calling), f"seat {seat}, action {action}"


def check_foul(s: State, rules: Ruleset, seat: int, action: int) -> None:
    """Check that a foul is fined, perhaps when the batch is closed; a call with the very last card is never fined."""
    after = copied(s)
    verdict = apply(after, rules.core_rules, seat, action)
    assert verdict != REFUSED
    shout = action & CALLING and action & ~CALLING in legal_actions(s, rules, seat)
    if not shout or after.phase not in (BATCH, OVER):
        # A batch that closes by itself may still leave one card, and then the call was right.
        right = shout and s.phase == BATCH and s.held[seat] == 2
        assert verdict == FINED_FOUL or right, f"seat {seat}, action {action}"


def check_refused(s: State, rules: Ruleset, seat: int, listed: set[int]) -> None:
    """Check that everything else is refused and changes nothing."""
    before = copied(s)
    for action in EVERYTHING:
        if action not in listed:
            verdict = apply(s, rules.core_rules, seat, action)
            assert verdict == REFUSED, f"seat {seat}, action {action} is listed nowhere"
    if fields(s) != fields(before):
        refused = [action for action in EVERYTHING if action not in listed]
        guilty = [action for action in refused if leaves_a_trace(before, rules, seat, action)]
        raise AssertionError(f"seat {seat}: {guilty} are refused and change the state")


def leaves_a_trace(s: State, rules: Ruleset, seat: int, action: int) -> bool:
    """Return whether a refused action changes the state."""
    after = copied(s)
    apply(after, rules.core_rules, seat, action)
    return fields(after) != fields(s)


def check_asking(s: State, rules: Ruleset) -> None:
    """Check that asking changes nothing."""
    before = copied(s)
    write_position(s, rules)
    position_of(s)
    for seat in range(s.seats):
        listed = legal_actions(s, rules, seat) + foul_actions(s, rules, seat)
        for action in listed:
            assert explain(s, rules, seat, action).verdict != "refused"
        for action in set(range(0, 2 * CALLING, 7)) - set(listed):
            assert refusal(s, rules, seat, TriedAction(action, REFUSED)).sentence
    assert fields(s) == fields(before)


def check_walk(walk: Walk, every: int) -> None:
    """Check at each step that the awaited seats can act, and now and then try every action."""
    with walk.told():
        for number, _ in enumerate(walk.steps()):
            for seat in awaited(walk.state):
                assert legal_actions(walk.state, walk.rules, seat), f"seat {seat} is waited for and can do nothing"
            if number % every == walk.seed % every:
                check_listed(walk.state, walk.rules)
                check_asking(walk.state, walk.rules)


def check_strangers(walk: Walk) -> None:
    """Check that seats that are not at the table can do nothing."""
    with walk.told():
        for _ in walk.steps(5):
            before = copied(walk.state)
            for seat in (-1, walk.state.seats, 99):
                for action in range(2 * CALLING):
                    assert apply(walk.state, walk.rules.core_rules, seat, action) == REFUSED
            assert fields(walk.state) == fields(before)


@pytest.mark.parametrize("rules", RULES)
def test_presets(rules: str) -> None:
    for walk in walks(rules, range(9)):
        check_walk(walk, 31)


@pytest.mark.parametrize("first", range(0, 180, 30))
def test_random_rules(first: int) -> None:
    for walk in odd_walks(range(first, first + 30)):
        check_walk(walk, 29)


def test_seats_that_do_not_exist() -> None:
    for rules in RULES:
        for walk in walks(rules, range(1)):
            check_strangers(walk)


@pytest.mark.soak
@pytest.mark.parametrize("rules", RULES)
def test_presets_for_long(rules: str) -> None:
    for walk in walks(rules, range(1000, 1036)):
        check_walk(walk, 11)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(10_000, 11_600, 200))
def test_random_rules_for_long(first: int) -> None:
    for walk in odd_walks(range(first, first + 200)):
        check_walk(walk, 13)
