"""Run the shipped cases on the interpreted core, and check that they prove every clause."""

import re

import pytest

from lastcard.conformance.protocol import Server
from lastcard.conformance.runner import run_case
from lastcard.conformance.suite import AnyCase, clauses, load, not_for_engines, sections
from lastcard.rules.dimensions import DIMENSIONS

CASES = load()


@pytest.fixture(scope="module")
def engine() -> Server:
    return Server()


@pytest.mark.parametrize("case", CASES, ids=[f"{case.id}-{'+'.join(case.proves)}" for case in CASES])
def test_case(case: AnyCase, engine: Server) -> None:
    assert run_case(case, engine) == [], case.note


def test_every_clause_is_proven() -> None:
    proven = {clause for case in CASES for clause in case.proves}
    assert sorted(clauses().keys() - proven - not_for_engines().keys()) == []


def test_no_case_names_an_unknown_clause() -> None:
    known = clauses().keys() | sections().keys()
    assert [(case.id, clause) for case in CASES for clause in case.proves if clause not in known] == []


def test_clauses_that_no_engine_can_be_tested_for_have_no_case() -> None:
    proven = {clause for case in CASES for clause in case.proves}
    assert not_for_engines().keys() <= clauses().keys()
    assert sorted(not_for_engines().keys() & proven) == []


def test_every_clause_is_listed_once() -> None:
    numbers = {"J-classic": 38, "J-seven0": 4, "J-serious": 11, "U": 40, "O": 19, "R": 27, "T": 26, "I": 89}
    wanted = [f"{text}-{number:02}" for text, last in numbers.items() for number in range(1, last + 1)]
    assert sorted(clauses()) == sorted(wanted + [dimension.id for dimension in DIMENSIONS.values()])


def test_every_case_has_an_id_that_stays() -> None:
    """An id that depends on the position in a file would change; scripts/case_ids.py writes permanent ones."""
    assert [case.id for case in CASES if re.fullmatch(r".*:(case|deal|rules|match|pick)-[0-9]+", case.id)] == []
