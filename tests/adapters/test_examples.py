"""The example of docs/environments.md that trains with NumPy alone."""

import os
import re
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_example_in_numpy_beats_random() -> None:
    one_thread = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    run = subprocess.run([sys.executable, EXAMPLES / "train_numpy.py"], env=one_thread, capture_output=True, text=True)
    found = re.search(r"wins ([\d.]+) % of (\d+)", run.stdout)
    assert run.returncode == 0 and found, run.stdout + run.stderr
    assert float(found[1]) > 60 and int(found[2]) > 2000  # untrained: 4 %


def test_it_is_no_longer_than_the_document_says() -> None:
    lines = (EXAMPLES / "train_numpy.py").read_text().splitlines()
    assert len([line for line in lines if line.strip()]) <= 40
