"""Playouts that value the table for every seat, to the end of the round or of the match; rounds that are watched."""

from typing import Any

import pytest

from lastcard.backends.records import Numbers, Records, stored
from lastcard.core.layout import Sheet, State
from lastcard.core.terms import NONE, SEATS
from lastcard.notation import parse_position
from lastcard.rules import PRESETS, Ruleset
from lastcard.sim.engines import compiled_rules
from lastcard.sim.knowledge import knowledge
from lastcard.sim.plan import (
    ALONE,
    CAREFUL,
    CONTINUE,
    LEAD,
    ONE,
    PLAY_ON,
    ROUNDS,
    ROW_LENGTH,
    VALUES,
    Clue,
    Job,
    Query,
    Totals,
    Unknown,
    plan_of,
)
from lastcard.sim.rounds import first_with_one, leader, simulate
from lastcard.sim.search import TABLES, playouts

OPEN = "r5b1b2y8/r2g4w/g7y0 r1 >1 - 70|20 official"  # only the piles are unknown
PAIRS = "r5b1b2/r2g4w/g7y0/b3b4 r1 >1 - 60|20 official+partners"


def query_of(line: str, kind: int, count: int = 6, seed: int = 5) -> tuple[Query, Any, Any, Any]:
    position, rules = parse_position(line)
    query = Query()
    query.in_match, query.count, query.seed, query.n_candidates = kind, count, seed, 2
    query.candidates[:2] = [PLAY_ON, NONE]
    query.dealer, query.rounds = 1, 2
    query.scores[:3] = [120, 310, 40]
    return query, rules, *knowledge(position, rules)


def interpreted(line: str, kind: int) -> list[list[int]]:
    query, rules, template, unknown = query_of(line, kind)
    values = [[0] * VALUES for _ in range(2)]
    states = [State() for _ in range(TABLES)]
    playouts([query], [rules.core_rules], [plan_of([CAREFUL])], states, [template], [unknown], [], [Sheet()], values)
    return values


def compiled(line: str, kind: int, count: int = 6) -> list[list[int]]:
    query, rules, template, unknown = query_of(line, kind, count)
    values = Numbers(2, VALUES)
    given = (stored(plan_of([CAREFUL])), Records(State, TABLES), stored(template), stored(unknown), Records(Clue, 0))
    compiled_rules().call(
        "playouts", stored(query), stored(rules.core_rules), *given, Records(Sheet, 1), values
    )  # fmt: skip
    return values.rows()


@pytest.mark.parametrize("line", [OPEN, PAIRS, "r5?2/?3/g7 r1 >1 - ?2b4|?g9 juno-serious"])
@pytest.mark.parametrize("kind", [ALONE, LEAD, CONTINUE])
def test_values_of_all_seats_are_the_same_interpreted_and_compiled(line: str, kind: int) -> None:
    assert interpreted(line, kind) == compiled(line, kind)


@pytest.mark.parametrize("line", [OPEN, PAIRS])
@pytest.mark.parametrize("kind", [ALONE, CONTINUE])
def test_what_all_seats_win_is_one_win_for_each_sample(line: str, kind: int) -> None:
    for row in compiled(line, kind, count=200):
        assert sum(row[:SEATS]) == 200 * ONE


def test_a_round_that_decides_the_match_is_worth_the_match() -> None:
    """At 490 points to 0, seat 0 wins the match with any round it wins, and most with those it loses."""
    query, rules, template, unknown = query_of(OPEN, CONTINUE, count=400)
    query.scores[:3] = [490, 0, 0]
    values = Numbers(2, VALUES)
    given = (stored(plan_of([CAREFUL])), Records(State, TABLES), stored(template), stored(unknown), Records(Clue, 0))
    compiled_rules().call("playouts", stored(query), stored(rules.core_rules), *given, Records(Sheet, 1), values)
    assert values.rows()[0][0] > 0.9 * 400 * ONE


def test_given_hands_are_kept() -> None:
    """The seat on turn lays its only card, whatever the piles are: it wins every time."""
    row = compiled("r5b1/r2/g7 r1 >1 - 70|20 official", ALONE, count=50)[1]
    assert row[:3] == [0, 50 * ONE, 0]


# ---------------------------------------------------------------- rounds that are watched


def watched(rules: str, seats: int, watch: int, backend: str) -> Totals:
    job = Job()
    job.kind, job.seats, job.seed, job.count, job.watch = ROUNDS, seats, 7, 12, watch
    plain: list[Any] = [
        [job], [Ruleset.from_id(rules).core_rules], [plan_of([CAREFUL])], [State()], [Sheet()], [State()],
        [Unknown(), Unknown()], [Totals()],
    ]  # fmt: skip
    if backend == "python":
        simulate(*plain, [])
        return plain[-1][0]  # type: ignore[no-any-return]
    given = [stored(*records) for records in plain]
    compiled_rules().call("simulate", *given, Numbers(0, ROW_LENGTH))
    return given[-1].get(0)  # type: ignore[no-any-return]


NEW = ("watched", "leads", "leads_squared", "one_card", "comebacks")


@pytest.mark.parametrize("rules", [*PRESETS, "official+partners"])
def test_watching_changes_nothing_and_is_the_same_interpreted_and_compiled(rules: str) -> None:
    plain, seen, same = (watched(rules, 4, *how) for how in ((0, "c"), (1, "c"), (1, "python")))
    for name in Totals._fields:  # type: ignore[attr-defined]  # every record has it
        assert getattr(seen, name) == getattr(same, name), name
        if name not in NEW:
            assert getattr(seen, name) == getattr(plain, name), name
    assert seen.watched == 12 - seen.unfinished
    assert seen.leads > 0 and 0 <= seen.comebacks <= seen.one_card <= 12


def state_of_hands(*held: int, out: int = 0) -> State:
    state = State()
    state.seats, state.out = len(held), out
    state.held[: len(held)] = list(held)
    return state


def test_who_leads_holds_fewest_cards_alone() -> None:
    assert leader(state_of_hands(3, 2, 4)) == 1
    assert leader(state_of_hands(2, 3, 2)) == NONE
    assert leader(state_of_hands(0, 3, 2, out=1)) == 2, "a seat that is out leads nobody"


def test_who_holds_one_card_is_found() -> None:
    assert first_with_one(state_of_hands(3, 1, 1)) == 1
    assert first_with_one(state_of_hands(1, 3, 2, out=1)) == NONE
