"""A short run of training/train.py on a CPU: it learns, measures and writes a net that the bot can read."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lastcard.bots.learned import fitted
from lastcard.bots.nets import read_net
from lastcard.rules import Ruleset

pytest.importorskip("torch")
ROOT = Path(__file__).parents[2]
SMALL = ("--device", "cpu", "--tables", "32", "--steps", "16", "--workers", "1", "--hidden", "8", "--layers", "1",
         "--minibatch", "256", "--rounds", "256", "--measure", "1")  # fmt: skip


def run(out: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """Train for some seconds."""
    words = [sys.executable, str(ROOT / "training" / "train.py"), "official", "--minutes", "0.05", *SMALL, *more]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    return subprocess.run([*words, "--out", str(out)], env=environment, capture_output=True, text=True)


def train(out: Path, *more: str) -> str:
    """Train for some seconds, and return the log."""
    done = run(out, *more)
    assert done.returncode == 0, done.stderr
    return (out / "log.txt").read_text()


def test_a_run_ends_with_a_net(tmp_path: Path) -> None:
    log = train(tmp_path, "--outcomes", "0.5")
    net = read_net(tmp_path / "net")
    assert "at the end: " in log and "against careful" in log
    assert net.facts["digest"] == Ruleset.from_id("official").digest
    assert net.sizes[1:-1] == [8] and any(net.weights)
    assert fitted(net).observer.version == net.facts["version"]


def test_a_net_of_other_layers_or_features_is_not_gone_on_from(tmp_path: Path) -> None:
    train(tmp_path, "--history", "4")
    net = read_net(tmp_path / "net")
    assert fitted(net).observer.setting.history == net.facts["history"] == 4
    start = ("--start", str(tmp_path / "net"))
    assert "not for official/2" in run(tmp_path / "more", *start).stderr
    assert "has layers of" in run(tmp_path / "more", *start, "--history", "4", "--hidden", "9").stderr


def test_a_net_can_be_exploited_from_where_it_stands(tmp_path: Path) -> None:
    train(tmp_path)
    net = str(tmp_path / "net")
    assert "against that net" in train(tmp_path / "more", "--start", net, "--against", net)
