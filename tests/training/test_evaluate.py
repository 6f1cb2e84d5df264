"""training/evaluate.py measures the net that it is given, and refuses one that is for something else."""

import importlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lastcard.bots.nets import NetFile, read_net, shipped, write_net

ROOT = Path(__file__).parents[2]
OFFICIAL = next(path for path in shipped() if path.stem == "official-2")


def evaluate(*words: str) -> tuple[int, str]:
    """Run it, and return its exit code and what it says."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, str(ROOT / "training" / "evaluate.py"), *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout or done.stderr


@pytest.fixture
def naught(tmp_path: Path) -> str:
    """A net that has learned nothing: the first of its choices is always the best."""
    net = read_net(OFFICIAL)
    write_net(tmp_path / "naught", NetFile(net.sizes, bytes(len(net.weights)), net.facts))
    return str(tmp_path / "naught")


@pytest.mark.parametrize(("against", "rounds"), [("careful", "512"), ("search?playouts=8", "32")])
def test_the_net_that_is_given_is_measured(against: str, rounds: str, naught: str) -> None:
    words = ("official", "--against", against, "--rounds", rounds)
    _, own = evaluate(*words)
    _, same = evaluate(*words, "--net", str(OFFICIAL))
    _, other = evaluate(*words, "--net", naught)
    assert own == same.replace(str(OFFICIAL), "learned") != other.replace(naught, "learned")
    assert "2 seats" in own and f"of {rounds} rounds" in own


def test_a_net_for_something_else_is_refused(naught: str) -> None:
    code, said = evaluate("official", "--seats", "4", "--net", naught)
    assert code == 2 and "is for official with 2 seats" in said
    code, said = evaluate("juno-serious", "--net", naught)
    assert code == 2 and "is for official with 2 seats" in said


def test_a_net_of_another_version_is_refused(tmp_path: Path) -> None:
    net = read_net(OFFICIAL)
    write_net(tmp_path / "old", net._replace(facts={**net.facts, "version": "of yesterday"}))
    code, said = evaluate("official", "--net", str(tmp_path / "old"))
    assert code == 2 and "this net is for of yesterday" in said


class Slow:
    """One table: the own seat wins every round of it, after so many steps."""

    tables = 1
    mask = np.ones((1, 1), bool)
    rewards = np.array([[1.0, -1.0]], np.float32)

    def __init__(self, steps: int) -> None:
        self._steps, self._done = steps, 0

    def step(self, chosen: Any) -> None:
        """Come one step nearer to the end of a round."""
        self._done += 1
        self.ended = np.array([self._done % self._steps == 0])


@pytest.mark.parametrize(("steps", "won", "begun"), [(1, 4, 4), (500, 4, 4), (999, 2, 3), (1000, 2, 2), (3000, 0, 1)])
def test_rounds_that_were_never_begun_are_not_lost(
    steps: int, won: int, begun: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four rounds may take two thousand steps."""
    monkeypatch.syspath_prepend(ROOT / "training")
    score = importlib.import_module("rounds").score
    found = score("anyone", Slow(steps), np.zeros(1, np.int64), 4, lambda tables, playing: np.zeros(1, np.int64))
    assert (found.won, found.rounds) == (won, begun)
