"""The load generator runs, and everything it measures comes out as a number."""

import subprocess
import sys
from pathlib import Path

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "online.py"


def test_the_load_generator_plays_against_both_servers() -> None:
    done = subprocess.run(
        [sys.executable, str(BENCHMARK), "--quick"], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    rows = [line.split(" | ") for line in done.stdout.splitlines() if line.startswith("| with")]
    assert [row[0] for row in rows] == [
        "| without rules, 4 seats", "| with rules, 4 seats", "| without rules, 10 seats", "| with rules, 10 seats"
    ]  # fmt: skip
    assert all(float(row[3]) > 0 for row in rows)  # moves a second
    for measured in ("an idle socket", "a table of four", "start with", "a table is restored", "players back"):
        assert measured in done.stdout
    assert done.stderr == ""
