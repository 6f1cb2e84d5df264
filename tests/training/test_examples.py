"""The examples of docs/environments.md that train with PyTorch: `make test-training`."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="make test-training installs PyTorch")
EXAMPLES = Path(__file__).parents[2] / "examples"


def share_won(*command: str) -> float:
    """Run an example and return the share of rounds that it wins, in per cent."""
    one_thread = {**os.environ, "OMP_NUM_THREADS": "1"}
    run = subprocess.run([sys.executable, *command], cwd=EXAMPLES, env=one_thread, capture_output=True, text=True)
    found = re.search(r"wins ([\d.]+) %", run.stdout)
    assert run.returncode == 0 and found, run.stdout + run.stderr
    return float(found[1])


def test_maskable_ppo_beats_random() -> None:
    assert share_won("maskable_ppo.py") > 55
