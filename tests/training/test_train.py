"""A short run of training/train.py on a CPU: it learns, measures and writes a net that the bot can read."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lastcard.bots.nets import read_net
from lastcard.rules import Ruleset

pytest.importorskip("torch")
ROOT = Path(__file__).parents[2]
SMALL = ("--device", "cpu", "--tables", "32", "--steps", "16", "--workers", "1", "--hidden", "8", "--layers", "1",
         "--minibatch", "256", "--rounds", "256", "--measure", "1")  # fmt: skip


def train(out: Path, *more: str) -> str:
    """Train for some seconds, and return the log."""
    words = [sys.executable, str(ROOT / "training" / "train.py"), "official", "--minutes", "0.05", *SMALL, *more]
    done = subprocess.run(
        [*words, "--out", str(out)], env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return (out / "log.txt").read_text()


def test_a_run_ends_with_a_net(tmp_path: Path) -> None:
    log = train(tmp_path, "--imitate", "0.5")
    net = read_net(tmp_path / "net")
    assert "at the end: " in log and "against careful" in log
    assert net.facts["digest"] == Ruleset.from_id("official").digest
    assert net.sizes[1:-1] == [8] and any(net.weights)


def test_a_net_can_be_exploited_from_where_it_stands(tmp_path: Path) -> None:
    train(tmp_path)
    net = str(tmp_path / "net")
    assert "against that net" in train(tmp_path / "more", "--start", net, "--against", net)
