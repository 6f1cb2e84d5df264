"""Rounds end, and the simulator's policies keep to the rules and use only what they may know."""

from random import Random

import pytest

from lastcard.core.deal import deal, seed
from lastcard.core.layout import Rules, State
from lastcard.core.legal import is_legal
from lastcard.core.step import step
from lastcard.core.terms import CALLS, LAY_CLAIMS, NONE, OVER, TURN_LIMIT
from lastcard.notation import format_action, write_position
from lastcard.rules import Ruleset
from lastcard.sim import rounds
from lastcard.sim.plan import CAREFUL, GREEDY, RANDOM, UNFINISHED, Plan, plan_of
from lastcard.sim.players import claim, decide
from strategies import seat_counts
from walks import RULES, copied, deal_again, odd_ruleset

MOST_MOVES = 20 * TURN_LIMIT  # a round with more moves than this would never end


class Strict:
    """Replaces `step` in the simulator's loop: it refuses what is not legal, and counts."""

    def __init__(self, rules: Ruleset, seats: int, number: int) -> None:
        self.rules = rules
        self.moves = 0
        self.where = f"{rules.id!r}, {seats} seats, number {number}"

    def __call__(self, s: State, r: Rules, seat: int, action: int) -> None:
        self.moves += 1
        if self.moves > MOST_MOVES or not is_legal(s, r, seat, action):
            what = f"{seat} {format_action(self.rules.deck, action)}"
            position = write_position(s, self.rules, with_rules=False)
            raise AssertionError(f"move {self.moves}, {what} in {position} ({self.where})")
        step(s, r, seat, action)


def play(rules: Ruleset, seats: int, number: int, plan: Plan, monkeypatch: pytest.MonkeyPatch) -> State:
    """Play a round to its end in the simulator's loop, checking every move."""
    s = State()
    seed(s, number, seats)
    deal(s, rules.core_rules, seats, number % seats, 0, 0)
    monkeypatch.setattr(rounds, "step", Strict(rules, seats, number))
    rounds.play_round(s, rules.core_rules, plan)
    assert s.phase == OVER
    return s


def check_endings(rules: Ruleset, seats: int, numbers: range, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that rounds of `random`, which may forget to call, end before the turn limit (I-54)."""
    for number in numbers:
        plan = plan_of([RANDOM], forget=0.25 * (number % 3))
        s = play(rules, seats, number, plan, monkeypatch)
        ended = rounds.how_it_ended(s, rules.core_rules)
        assert ended != UNFINISHED, f"{rules.id!r}, {seats} seats, number {number}: {s.turns} turns"


def check_players(rules: Ruleset, seats: int, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that every move of every policy is legal and that the round ends, if necessary at the turn limit."""
    for policies in ([GREEDY], [CAREFUL], [RANDOM, GREEDY, CAREFUL]):
        play(rules, seats, number, plan_of(policies, forget=0.2), monkeypatch)


def choices(s: State, r: Rules, plan: Plan, seat: int) -> list[int]:
    """Return what a seat would do now, for each kind of claim and on its turn."""
    kinds = range(CALLS, LAY_CLAIMS + 1)
    chosen = [claim(copied(s), r, plan, seat, kind) for kind in kinds] if s.ready == 0 else []
    if seat == s.turn or s.ready >> seat & 1:
        chosen.append(decide(copied(s), r, plan, seat))
    return chosen


def check_blindness(rules: Ruleset, seats: int, number: int) -> None:
    """Check that a policy decides the same when the cards it cannot know are dealt again."""
    rng = Random(number)
    s = State()
    seed(s, number, seats)
    deal(s, rules.core_rules, seats, 0, 0, 0)
    plan = plan_of([rng.choice([RANDOM, GREEDY, CAREFUL]) for _ in range(seats)], forget=0.2)
    for _ in range(300):
        if s.phase == OVER:
            return
        if rng.random() < 0.2:
            seat = rng.choice([s.turn, rng.randrange(seats)])
            twin = copied(s)
            deal_again(twin, seat, rng)
            here, there = choices(s, rules.core_rules, plan, seat), choices(twin, rules.core_rules, plan, seat)
            where = f"{rules.id!r}, {seats} seats, number {number}: {write_position(s, rules, with_rules=False)}"
            assert here == there, f"policy {plan.policy[seat]} of seat {seat} sees hidden cards ({where})"
        advance(s, rules.core_rules, plan)


def advance(s: State, r: Rules, plan: Plan) -> None:
    """Make one move of the simulator's loop."""
    if rounds.somebody_may_claim(s, r):
        seat, action = rounds.seat_with_claim(s, r, plan)
        if action != NONE:
            step(s, r, seat, action)
            return
    seat = s.turn if s.ready == 0 else (s.ready & -s.ready).bit_length() - 1
    step(s, r, seat, decide(s, r, plan, seat))


def random_table(number: int) -> tuple[Ruleset, int]:
    """Return a random rule set and a number of seats that it allows."""
    rng = Random(number)
    rules = odd_ruleset(rng)
    return rules, rng.choice(seat_counts(rules))


@pytest.mark.parametrize("rules", RULES)
def test_rounds_end_before_the_turn_limit(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = Ruleset.from_id(rules)
    for seats in seat_counts(ruleset):
        check_endings(ruleset, seats, range(12), monkeypatch)


@pytest.mark.parametrize("rules", RULES)
def test_players_of_presets(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = Ruleset.from_id(rules)
    for seats in seat_counts(ruleset):
        check_players(ruleset, seats, 1, monkeypatch)
        check_blindness(ruleset, seats, 2)


@pytest.mark.parametrize("first", range(0, 120, 20))
def test_players_of_random_rules(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(first, first + 20):
        rules, seats = random_table(number)
        check_players(rules, seats, number, monkeypatch)
        check_blindness(rules, seats, number)


@pytest.mark.soak
@pytest.mark.parametrize("rules", RULES)
def test_rounds_end_before_the_turn_limit_for_long(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = Ruleset.from_id(rules)
    for seats in seat_counts(ruleset):
        check_endings(ruleset, seats, range(1000, 1200), monkeypatch)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(10_000, 12_000, 250))
def test_players_of_random_rules_for_long(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(first, first + 250):
        rules, seats = random_table(number)
        check_players(rules, seats, number, monkeypatch)
        check_blindness(rules, seats, number)
