"""A5-5: the order in which claims are heard, and which are open as far as everyone can see."""

from itertools import pairwise

import pytest

from lastcard.core.layout import State
from lastcard.core.legal import is_legal, legal
from lastcard.core.records import assign
from lastcard.core.rights import claim_kind, claim_place, first_claimant, open_claims
from lastcard.core.seats import seat_after
from lastcard.core.step import apply
from lastcard.core.terms import (
    CALL,
    CALLING,
    CALLS,
    CATCH,
    CATCHES,
    CHALLENGE,
    F_CALLED,
    F_FORGOT,
    LAY_CLAIMS,
    OPEN_CALL,
    OPEN_CATCH,
    OPEN_CHALLENGE,
    OPEN_JUMP,
    OVER,
    REFUSED,
    SEATS,
    VERBS,
)
from lastcard.notation import read_position
from lastcard.rules import Ruleset
from walks import RULES, Walk, copied, deal_again, odd_walks, walks


def opened(s: State, rules: Ruleset) -> list[int]:
    """Return the claims open to each seat."""
    return [open_claims(s, rules.core_rules, seat) for seat in range(s.seats)]


def listed(s: State, rules: Ruleset, seat: int) -> int:
    """Return the claims that `legal` lists for a seat, as the bits of `open_claims`."""
    low, high, verbs = legal(s, rules.core_rules, seat)
    bits = OPEN_CALL if verbs >> CALL - VERBS & 1 else 0
    bits |= OPEN_CATCH if verbs >> CATCH - VERBS & (1 << SEATS) - 1 else 0
    bits |= OPEN_CHALLENGE if verbs >> CHALLENGE - VERBS & 1 else 0
    return bits | (OPEN_JUMP if seat != s.turn and low | high else 0)


def check_claims(walk: Walk) -> None:
    with walk.told():
        for _ in walk.steps(120):
            s, rules = walk.state, walk.rules
            bits = opened(s, rules)
            for seat in range(s.seats):
                assert listed(s, rules, seat) & ~bits[seat] == 0, f"seat {seat} may claim what is said to be closed"
            check_order(s)
            twin = State()
            assign(twin, s)
            deal_again(twin, walk.rng.randrange(s.seats), walk.rng)
            assert opened(twin, rules) == bits, "a hidden card decides which claims are open"


def called_or_not(s: State, rules: Ruleset, seat: int, action: int) -> int:
    """Return the same lay without its call, or with one, where a call may go with it; other actions unchanged."""
    may_call = action & ~CALLING < VERBS and is_legal(s, rules.core_rules, seat, action | CALLING)
    return action ^ CALLING if may_call else action


def told(s: State) -> list[int]:
    """Return how often each fact occurred, except calls and forgotten calls."""
    return [n for fact, n in enumerate(s.tally) if fact not in (F_CALLED, F_FORGOT)]


def check_forgotten_calls(walk: Walk) -> None:
    """Walk with a twin that calls where the walk does not: claims are the same until a catch or a fine differs."""
    rules, twin = walk.rules, copied(walk.state)
    with walk.told():
        for _ in range(120):
            if walk.state.phase == OVER:
                return
            before = copied(walk.state)
            seat, action = walk.step()
            other = called_or_not(before, rules, seat, action)
            if apply(twin, rules.core_rules, seat, other) == REFUSED or told(twin) != told(walk.state):
                twin = copied(walk.state)
            assert opened(twin, rules) == opened(walk.state, rules), "a call decides which claims are open"


def check_order(s: State) -> None:
    """Check that places are counted from the first claimant in the direction of play."""
    if s.phase == OVER:
        return
    seats = [first_claimant(s)]
    for _ in range(s.seats - s.out.bit_count() - 1):
        seats.append(seat_after(s, seats[-1], s.direction, 1))
    places = [claim_place(s.seats, s.direction, s.turn, s.laid_by, seat) for seat in seats]
    assert all(one < other for one, other in pairwise(places))


@pytest.mark.parametrize("rules", RULES)
def test_presets(rules: str) -> None:
    for walk in walks(rules, range(9)):
        check_claims(walk)


@pytest.mark.parametrize("first", range(0, 240, 80))
def test_random_rules(first: int) -> None:
    for walk in odd_walks(range(first, first + 80)):
        check_claims(walk)


@pytest.mark.parametrize("rules", RULES)
def test_claims_do_not_reveal_who_forgot(rules: str) -> None:
    for walk in walks(rules, range(30)):
        check_forgotten_calls(walk)


@pytest.mark.parametrize("first", range(0, 240, 80))
def test_claims_do_not_reveal_who_forgot_by_random_rules(first: int) -> None:
    for walk in odd_walks(range(first, first + 80)):
        check_forgotten_calls(walk)


def test_calls_come_first_then_accusations_then_the_rest() -> None:
    assert [claim_kind(action) for action in (CALL, CATCH, CATCH + 9, CHALLENGE, 5)] == [
        CALLS, CATCHES, CATCHES, LAY_CLAIMS, LAY_CLAIMS,
    ]  # fmt: skip


CALLED = "g1!/b1b2/y1y2 r5 >1 @0 g3g4|- official"
FORGOT = "g1*/b1b2/y1y2 r5 >1 @0 g3g4|- official"


def test_the_time_to_accuse_does_not_reveal_who_forgot() -> None:
    """After a lay that leaves one card, accusations are open to the others whether its player called or not."""
    for line in (CALLED, FORGOT):
        s, rules = read_position(line)
        assert [bits & OPEN_CATCH for bits in opened(s, rules)] == [0, OPEN_CATCH, OPEN_CATCH]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("g1g2/b1b2/y1y2 r5 >1 @0 g3g4|- official", [0, 0, 0]),
        ("g1g2/b1b2/y1y2 r5 >1 @0 g3g4|- official+jump-in", [OPEN_JUMP, 0, OPEN_JUMP]),
        ("g1g2/b1b2/y1y2 r5 >1 @0 g3g4|- official+jump-in=identical,others-only", [0, 0, OPEN_JUMP]),
        ("g1g2/b1b2/y1y2 r5 >1 @0 g3g4|- official+jump-in=identical,not-number", [0, 0, 0]),
        ("g1g2/b1b2/y1y2 r5 >1 - g3g4|- official+jump-in", [0, 0, 0]),
        ("g1g2/b1b2/y1y2 r+2 >1 +2@0 g3g4|- official+jump-in", [OPEN_JUMP, OPEN_JUMP, OPEN_JUMP]),
        ("g1g2/b1b2/y1y2 w+4:g >1 +4?1<r5@0 g3g4|r5 official", [0, OPEN_CHALLENGE, 0]),
        (
            "g1g2/b1b2/y1y2 w+4:g >1 +4?0<r5@0 g3g4|r5 official+challenge=4,2,stays,any",
            [0, OPEN_CHALLENGE, OPEN_CHALLENGE],
        ),
        (FORGOT, [OPEN_CALL, OPEN_CATCH, OPEN_CATCH]),
        ("g1*/b1b2/y1y2 r5 >1 @0 g3g4|- rules-site", [OPEN_JUMP, OPEN_CATCH, OPEN_CATCH | OPEN_JUMP]),
        ("g1*/b1b2^/y1y2 r5 >1 @0 g3g4|- rules-site", [0, 0, 0]),
    ],
)
def test_what_is_open(line: str, expected: list[int]) -> None:
    s, rules = read_position(line)
    assert opened(s, rules) == expected
