"""Chances are right, and costs order players by strength: a short version of benchmarks/analysis.py."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from lastcard.analysis import study
from lastcard.rules import Ruleset


@pytest.fixture(scope="module")
def bench() -> dict[str, Any]:
    return runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "analysis.py"))


def test_chances_come_true(bench: dict[str, Any]) -> None:
    bins = bench["calibration"](Ruleset.from_id("official+hand=4"), 3, 300, 200)
    assert sum(n for n, _, _ in bins) == 300
    told = [row for row in bins if row[0] >= 20]
    assert len(told) >= 4
    for row in told:
        assert abs(bench["off"](*row)) <= 2, bins


def test_random_decisions_cost_more_than_careful_ones(bench: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bench["costs"].__globals__, "PLAYERS", ("careful", "random"))
    monkeypatch.setattr(study, "FINE", study.QUICK)
    found = bench["costs"]("official", 10)
    careful, wild = (sum(found[name]) / len(found[name]) for name in ("careful", "random"))
    assert careful < wild
