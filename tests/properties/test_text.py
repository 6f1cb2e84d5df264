"""Every position survives being written and read, and play continues from the text as from the state."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lastcard.core.layout import State
from lastcard.core.step import apply
from lastcard.core.terms import CALLING, CARDS, DONE, DRAWN, OVER, TURN, VERBS
from lastcard.notation import format_action, format_actions, parse_action, parse_move, read_position, write_position
from lastcard.rules import Ruleset
from strategies import rulesets, seat_counts
from walks import RULES, Walk, copied, foul_actions, legal_actions, odd_walks, walks

# What a line does not contain: the scores, the dealer, the number of turns, the random generator, and whether a seat
# that has called could still have been accused.
UNSAID = ("points", "dealer", "turns", "rng", "tally", "pile", "one_left")


def said(s: State) -> dict[str, object]:
    """Return the part of a state that its line contains."""
    parts = {name: getattr(s, name) for name in s._fields if name not in UNSAID}
    parts["stock"] = s.pile[: s.n_stock]
    parts["discards"] = s.pile[CARDS - s.n_discards :]
    parts["forgot"] = s.one_left & s.catchable
    parts["worth"] = [0 if s.phase == OVER else s.points[seat] for seat in range(s.seats) if s.out >> seat & 1]
    return parts


def differences(one: State, other: State) -> list[str]:
    """Return the parts in which two states differ, as far as lines contain them."""
    parts, others = said(one), said(other)
    return [f"{name}: {parts[name]} and {others[name]}" for name in parts if parts[name] != others[name]]


def read_back(s: State, rules: Ruleset) -> State:
    """Return a state that was written and read, with what the text leaves out added again."""
    line = write_position(s, rules)
    twin, same_rules = read_position(line)
    assert same_rules == rules
    assert write_position(twin, rules) == line
    assert differences(s, twin) == []
    before = copied(s)
    for name in ("rng", "turns", "dealer", "tally", "one_left"):
        setattr(twin, name, getattr(before, name))
    if s.phase != OVER:
        twin.points = before.points
    return twin


def check_play_goes_on(walk: Walk) -> None:
    """Check that a walk is the same in the state and in a state read from text some moves ago."""
    with walk.told():
        twin = read_back(walk.state, walk.rules)
        for number, (seat, action) in enumerate(walk.steps()):
            apply(twin, walk.rules.core_rules, seat, action)
            assert differences(walk.state, twin) == [], "play does not go on from the text as from the state"
            if number % 4 == 0 or walk.state.phase not in (TURN, DRAWN):
                again = read_back(walk.state, walk.rules)
                twin = again if number % 3 == 0 else twin


def check_actions(walk: Walk) -> None:
    """Check that every possible action can be written and read."""
    with walk.told():
        deck = walk.rules.deck
        for _ in walk.steps(60):
            for seat in range(walk.state.seats):
                for action in legal_actions(walk.state, walk.rules, seat) + foul_actions(walk.state, walk.rules, seat):
                    text = format_action(deck, action)
                    lay = action & ~CALLING < VERBS
                    assert parse_action(deck, text) == ([action, DONE] if lay else [action]), text
                    assert parse_move(deck, f"{seat} {text}") == (seat, parse_action(deck, text))
                    assert parse_action(deck, format_actions(deck, [action])) == [action]


@pytest.mark.parametrize("rules", RULES)
def test_presets(rules: str) -> None:
    for walk in walks(rules, range(9)):
        check_play_goes_on(walk)


@pytest.mark.parametrize("first", range(0, 240, 40))
def test_random_rules(first: int) -> None:
    for walk in odd_walks(range(first, first + 40)):
        check_play_goes_on(walk)


def test_actions() -> None:
    for rules in RULES:
        for walk in walks(rules, range(50, 51)):
            check_actions(walk)
    for walk in odd_walks(range(50, 70)):
        check_actions(walk)


@settings(max_examples=25, deadline=None)
@given(rulesets(), st.integers(0, 8), st.integers(0, 1 << 32))
def test_any_rules(rules: Ruleset, seats: int, seed: int) -> None:
    counts = seat_counts(rules)
    check_play_goes_on(Walk(rules, counts[seats % len(counts)], seed))


@pytest.mark.soak
@pytest.mark.parametrize("rules", RULES)
def test_presets_for_long(rules: str) -> None:
    for walk in walks(rules, range(1000, 1100)):
        check_play_goes_on(walk)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(10_000, 14_000, 500))
def test_random_rules_for_long(first: int) -> None:
    for walk in odd_walks(range(first, first + 500)):
        check_play_goes_on(walk)
