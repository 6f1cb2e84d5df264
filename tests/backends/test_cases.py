"""The shipped cases, and those of an odd deck, on the compiled core."""

import pytest

from lastcard.backends.stepping import CompiledCore
from lastcard.conformance.protocol import Server
from lastcard.conformance.runner import run_case
from lastcard.conformance.suite import AnyCase, load
from lastcard.sim.engines import compiled_rules
from odd_deck import ODD_CASES

CASES = [*load(), *ODD_CASES]


@pytest.fixture(scope="module")
def engine() -> Server:
    return Server(CompiledCore(compiled_rules()))


@pytest.mark.parametrize("case", CASES, ids=[f"{case.id}-{'+'.join(case.proves)}" for case in CASES])
def test_case(case: AnyCase, engine: Server) -> None:
    assert run_case(case, engine) == [], case.note
