"""Interpreted and compiled code end in equal records, byte by byte, for the same seeds."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from lastcard.backends.records import Numbers, first_difference, stored
from lastcard.core.layout import Rules, Sheet, State
from lastcard.core.records import assign
from lastcard.notation import parse_position
from lastcard.rules import Ruleset
from lastcard.sim.engines import compiled_rules
from lastcard.sim.knowledge import knowledge
from lastcard.sim.plan import (
    CAREFUL,
    GREEDY,
    MATCHES,
    POSITIONS,
    RANDOM,
    ROUNDS,
    ROW_LENGTH,
    Job,
    Plan,
    Totals,
    Unknown,
    plan_of,
)
from lastcard.sim.rounds import simulate
from strategies import seat_counts
from walks import RULES, odd_ruleset

CALLERS, FORGETFUL = plan_of([RANDOM]), plan_of([RANDOM], forget=0.4)
GREEDIES, CAREFULS = plan_of([GREEDY], forget=0.1), plan_of([CAREFUL])
MIXED = plan_of([CAREFUL, RANDOM, GREEDY], forget=0.2)
PLANS = (CALLERS, FORGETFUL, GREEDIES, CAREFULS, MIXED)


@dataclass
class Desk:
    """One set of records for the loop, plain ones and the same stored."""

    rules: Rules
    plan: Plan
    template: State
    unknown: Unknown

    def __post_init__(self) -> None:
        own = Unknown()
        assign(own, self.unknown)
        ones = ([self.rules], [self.plan], [State()], [Sheet()], [self.template])
        self.plain: list[Any] = [*ones, [own, self.unknown], [Totals()]]
        self.stored: list[Any] = [stored(*records) for records in self.plain]

    def play(self, job: Job) -> None:
        """Carry out a job on both, and check that there is no difference."""
        rows = [[0] * ROW_LENGTH for _ in range(job.count)] if job.kind != MATCHES else []
        table = Numbers(len(rows), ROW_LENGTH)
        simulate([job], *self.plain, rows)
        compiled_rules().call("simulate", stored(job), *self.stored, table)
        for number, (row, other) in enumerate(zip(rows, table.rows(), strict=True), job.first):
            assert row == other, f"round {number}"
        for (plain, *_), other in zip(self.plain, self.stored, strict=True):
            if stored(plain).bytes(0) != other.bytes(0):
                field = first_difference(plain, other.get(0), type(plain))
                rounds = f"{job.first} to {job.first + job.count - 1}"
                pytest.fail(f"{type(plain).__name__}.{field} differs after job {rounds}")


def job_of(kind: int, seats: int, seed: int, first: int, count: int) -> Job:
    job = Job()
    job.kind, job.seats, job.seed, job.first, job.count = kind, seats, seed, first, count
    return job


def check_equal(rules: Ruleset, seats: int, plan: Plan, seed: int, rounds: int, matches: int = 0) -> None:
    """Compare rounds by their rows and, three at a time, by all records; compare matches one by one."""
    desk = Desk(rules.core_rules, plan, State(), Unknown())
    try:
        for first in range(0, rounds, 3):
            desk.play(job_of(ROUNDS, seats, seed, first, 3))
        for number in range(matches):
            desk.play(job_of(MATCHES, seats, seed, number, 1))
    except (AssertionError, pytest.fail.Exception) as error:
        players = f"policies {plan.policy[:seats]}, forget {plan.forget}"
        error.add_note(f"{rules.id!r}, {seats} seats, seed {seed}, {players}")
        raise


def check_positions(lines: Sequence[str], seed: int, rounds: int) -> None:
    """Compare rounds that continue from a position, with its unknown cards dealt again."""
    for line in lines:
        position, rules = parse_position(line)
        desk = Desk(rules.core_rules, FORGETFUL, *knowledge(position, rules))
        desk.play(job_of(POSITIONS, len(position.hands), seed, 0, rounds))


@pytest.mark.parametrize("rules", RULES)
def test_presets(rules: str) -> None:
    ruleset = Ruleset.from_id(rules)
    for seats in seat_counts(ruleset):
        for seed, plan in enumerate(PLANS):
            check_equal(ruleset, seats, plan, seed, rounds=6)


@pytest.mark.parametrize("rules", RULES)
def test_matches(rules: str) -> None:
    ruleset = Ruleset.from_id(rules)
    seats = seat_counts(ruleset)[0]
    check_equal(ruleset, seats, FORGETFUL, 7, rounds=0, matches=2)


@pytest.mark.parametrize("first", range(0, 80, 20))
def test_random_rules(first: int) -> None:
    for number in range(first, first + 20):
        rng = Random(number)
        rules = odd_ruleset(rng)
        check_equal(rules, rng.choice(seat_counts(rules)), rng.choice(PLANS), number, rounds=3)


def test_positions() -> None:
    check_positions(
        [
            "r5?2/?3/g7 r1 >1 - ?2b4|?g9 official",
            "r8g2/?5/y5y6 w+4:g >1 +4?<r5@0 60|r5?9 official",
            "?7/?7/?7 r+2 >1 +2@0 40|20 rules-site+fines",
            "?5/b1?4 r7 >1 ? 3|80 juno-classic",
        ],
        seed=3,
        rounds=20,
    )


@pytest.mark.soak
@pytest.mark.parametrize("rules", RULES)
def test_presets_for_long(rules: str) -> None:
    ruleset = Ruleset.from_id(rules)
    for seats in seat_counts(ruleset):
        for seed, plan in enumerate(PLANS, 100):
            check_equal(ruleset, seats, plan, seed, rounds=60, matches=1)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(10_000, 11_600, 200))
def test_random_rules_for_long(first: int) -> None:
    for number in range(first, first + 200):
        rng = Random(number)
        rules = odd_ruleset(rng)
        check_equal(rules, rng.choice(seat_counts(rules)), rng.choice(PLANS), number, rounds=9)
