"""No card appears or disappears, and the fields of a state never contradict each other."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lastcard.core.cards import card_of, nothing_to_draw
from lastcard.core.layout import Rules, State
from lastcard.core.scoring import last_side
from lastcard.core.seats import active_seats
from lastcard.core.terms import (
    BATCH,
    COLOUR,
    COLOUR_FACE,
    DEFLECT,
    DRAWN,
    F_BLOCKED,
    HALF,
    JUMP,
    MAX_OWED,
    NONE,
    ON_HOLD,
    OVER,
    OWED,
    SEAT,
    SEATS,
    SKIPPED,
    SKIPS_LAST,
    SWAPS,
    TURN,
    WILD,
)
from lastcard.rules import Ruleset
from strategies import rulesets, seat_counts
from walks import RULES, Walk, cards_in, odd_walks, walks


def check_hands(s: State) -> None:
    """Check that the three fields that describe a hand agree."""
    for seat in range(SEATS):
        counts = s.count[seat]
        assert min(counts) >= 0, f"seat {seat} holds less than nothing"
        assert s.held[seat] == sum(counts), f"seat {seat} holds {sum(counts)} cards, it says {s.held[seat]}"
        cards = [card for card, n in enumerate(counts) if n]
        assert s.hand[seat][0] == sum(1 << card for card in cards if card < HALF), f"hand of seat {seat}"
        assert s.hand[seat][1] == sum(1 << card - HALF for card in cards if card >= HALF), f"hand of seat {seat}"
        if seat >= s.seats or s.out >> seat & 1:
            assert s.held[seat] == 0, f"seat {seat} is not in the round and holds cards"


def check_seats(s: State, r: Rules) -> None:
    """Check that marks belong to seats that can have them."""
    inside = (1 << s.seats) - 1 & ~s.out
    for name in ("called", "catchable", "one_left", "accused", "ready"):
        assert getattr(s, name) & ~inside == 0, f"{name} names a seat that is not in the round"
    assert s.called & s.catchable == 0
    for seat in range(s.seats):
        if s.called >> seat & 1 or (r.uno_duty == ON_HOLD and s.catchable >> seat & 1):
            assert s.held[seat] == 1, f"the call of seat {seat} is about a hand of one card"


def check_going_on(s: State, r: Rules) -> None:
    """Check that a running round has at least two sides, and that each seat in it has cards, but not too many."""
    assert s.winners == 0
    assert last_side(s, r) == NONE
    assert not s.out >> s.turn & 1
    for seat in range(s.seats):
        if not s.out >> seat & 1:
            assert s.held[seat] > 0 or (r.last_exchange and s.phase == SEAT)
            assert r.hand_limit == 0 or s.held[seat] < r.hand_limit
    assert s.passes == 0 or (s.phase == TURN and nothing_to_draw(s, r) and s.passes < active_seats(s))


def check_over(s: State, r: Rules) -> None:
    """Check that nothing is pending when the round is over."""
    assert s.winners < 1 << s.seats
    assert s.winners or (r.blocked_round and s.tally[F_BLOCKED])
    for name in ("called", "catchable", "one_left", "accused", "ready", "pending", "batch", "calling", "passes"):
        assert getattr(s, name) == 0, name
    for name in ("drawn", "laid_by", "bluff", "under"):
        assert getattr(s, name) == NONE, name


def check_top(s: State) -> None:
    """Check that the top card is the face to match."""
    if s.face == NONE:
        assert s.phase in (COLOUR, OVER) and s.top >= WILD  # all others may leave before it is named
    elif s.face >= COLOUR_FACE:
        assert s.top // 24 == s.face - COLOUR_FACE
    else:
        assert card_of(s.face) == s.top


def check_asked(s: State, r: Rules) -> None:
    """Check that each phase has the fields that belong to it, and no others."""
    assert (s.drawn != NONE) == (s.phase == DRAWN)
    assert s.drawn == NONE or s.count[s.turn][s.drawn] > 0
    assert (s.batch > 0) == (s.phase in (BATCH, SEAT))
    assert s.calling == 0 or s.phase == BATCH
    assert s.bluff == NONE or (s.under != NONE and s.phase in (BATCH, OWED) and not s.out >> s.laid_by & 1)
    assert s.under == NONE or s.bluff != NONE or s.phase == BATCH
    assert (s.pending > 0) == (s.phase in (OWED, SKIPPED)) or s.phase == BATCH or kept_for_a_jump(s, r)
    if s.phase == OWED:
        assert r.draws[s.top] > 0 or r.allow[DEFLECT][s.face] != [0, 0]
    assert s.pending <= MAX_OWED
    if s.phase == SKIPPED:
        assert r.skips[s.top] > 0
    if s.phase == SEAT:
        assert r.does[s.top] & SWAPS and (laid_on_turn(s, r) or (r.start_exchange and s.laid_by == NONE))
    if s.phase == BATCH:
        assert laid_on_turn(s, r) and s.batch < r.batch


def laid_on_turn(s: State, r: Rules) -> bool:
    """Return whether the seat on turn laid the top card, or jumped in where the turn stays (D31)."""
    return s.laid_by == s.turn or (r.jump_stays != 0 and s.laid_by != NONE)


def kept_for_a_jump(s: State, r: Rules) -> bool:
    """Return whether lost turns are pending that a jump-in could still move (A5-4)."""
    if s.phase != TURN or s.laid_by == NONE or r.skip_total == SKIPS_LAST or r.skips[s.top] == 0:
        return False
    return r.allow[JUMP][s.face] != [0, 0]


def check_state(s: State, r: Rules) -> None:
    """Check everything that must hold for any state."""
    check_hands(s)
    check_seats(s, r)
    check_top(s)
    check_asked(s, r)
    (check_over if s.phase == OVER else check_going_on)(s, r)


def check_walk(walk: Walk) -> None:
    with walk.told():
        cards = cards_in(walk.begun)
        check_state(walk.state, walk.rules.core_rules)
        for _ in walk.steps():
            assert cards_in(walk.state) == cards, "a card was made or lost"
            check_state(walk.state, walk.rules.core_rules)


@pytest.mark.parametrize("rules", RULES)
def test_presets(rules: str) -> None:
    for walk in walks(rules, range(9)):
        check_walk(walk)


@pytest.mark.parametrize("first", range(0, 240, 40))
def test_random_rules(first: int) -> None:
    for walk in odd_walks(range(first, first + 40)):
        check_walk(walk)


@settings(max_examples=25, deadline=None)
@given(rulesets(), st.integers(0, 8), st.integers(0, 1 << 32))
def test_any_rules(rules: Ruleset, seats: int, seed: int) -> None:
    counts = seat_counts(rules)
    check_walk(Walk(rules, counts[seats % len(counts)], seed))


@pytest.mark.soak
@pytest.mark.parametrize("rules", RULES)
def test_presets_for_long(rules: str) -> None:
    for walk in walks(rules, range(1000, 1200)):
        check_walk(walk)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(10_000, 18_000, 1000))
def test_random_rules_for_long(first: int) -> None:
    for walk in odd_walks(range(first, first + 1000)):
        check_walk(walk)
