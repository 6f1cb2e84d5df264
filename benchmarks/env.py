"""The speed of environments, beside the peers', measured in one run on this machine.

    python benchmarks/env.py                 everything (some minutes)
    python benchmarks/env.py --quick         shorter, without the peers
    python benchmarks/env.py --write         also into benchmarks/results.md

Random legal play.  A decision is one that an agent outside makes; forced moves between decisions are not counted.  Ours
is measured by processor time, several times, and the best is told, because machines are noisy.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its idle threads would count as ours

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from adapters import adapters
from lastcard.env import Tables
from lastcard.sim.engines import cores
from results import machine, write_part

HERE = Path(__file__).parent
SETTINGS: tuple[tuple[str, dict[str, Any], float], ...] = (  # and millions of decisions a second that are wanted
    ("official, 2 seats, observation and mask", {"seats": 2}, 3.0),
    ("official, 4 seats, claims asked, observation and mask", {"seats": 4}, 2.0),
    ("official, 2 seats, mask alone", {"seats": 2, "observe": False}, 6.0),
    ("official, 4 seats, mask alone", {"seats": 4, "observe": False}, 0),
    ("official, 2 seats, with truth", {"seats": 2, "truth": True}, 0),
    ("juno-serious, 4 seats, observation and mask", {"rules": "juno-serious", "seats": 4}, 0),
    ("rules-site, 4 seats, observation and mask", {"rules": "rules-site", "seats": 4}, 0),
    ("official, 10 seats, observation and mask", {"seats": 10}, 0),
    ("official, 2 seats, against careful", {"seats": 2, "opponents": {1: "careful"}}, 0),
)
BATCH = 512
LINEAR = 0.9  # of as many times as fast as there are threads


def rate(seconds: float, repeats: int, *, tables: int = BATCH, wall: bool = False, **options: Any) -> float:
    """Return the decisions a second of random play, the best of some runs."""
    clock = time.perf_counter if wall else time.process_time
    batch = Tables(**{"rules": "official", "seed": 1, **options}, tables=tables)
    best = 0.0
    for _ in range(repeats + 1):  # the first one warms up
        steps, start, end = 0, clock(), time.perf_counter() + 20 * seconds
        while clock() < start + seconds and time.perf_counter() < end:
            for _ in range(max(1, 8192 // tables)):
                batch.step(batch.sample())
                steps += 1
        best = max(best, steps * tables / (clock() - start))
    return best


def ours(seconds: float, repeats: int) -> Iterator[str]:
    yield "| setting | M decisions / CPU s | wanted |"
    yield "|---|---|---|"
    for name, options, wanted in SETTINGS:
        found = rate(seconds, repeats, **options) / 1e6
        yield f"| {name} | {found:.2f} | {f'{wanted:.0f}' if wanted else ''} |"


def threads(seconds: float, repeats: int) -> Iterator[str]:
    yield "| tables | threads | M decisions / s | of one thread |"
    yield "|---|---|---|---|"
    linear = []
    for tables in (1024, 4096, 16384):
        alone, least = 0.0, 1.0
        for count in sorted({1, 2, 4, 8, cores()}):
            if count <= cores():
                found = rate(seconds, repeats, tables=tables, wall=True, seats=2, threads=count) / 1e6
                alone = alone or found
                least = min(least, found / alone / count)
                yield f"| {tables} | {count} | {found:.2f} | {found / alone:.2f} |"
        if least >= LINEAR:
            linear.append(f"{tables:,}")
    yield ""
    reached = ", ".join(linear) or "none"
    yield f"wanted: nearly linear ({LINEAR:.0%} of it); reached with these numbers of tables: {reached}"


def batches(seconds: float, repeats: int) -> Iterator[str]:
    yield "| tables | M decisions / CPU s |"
    yield "|---|---|"
    for tables in (1, 16, 64, 256, 1024, 4096, 16384):
        yield f"| {tables} | {rate(seconds, repeats, tables=tables, seats=2) / 1e6:.3f} |"


def peers() -> Iterator[str]:
    """Measure what benchmarks/peers/setup.sh could install: environments that give an observation and a mask."""
    yield "| environment | to compare with ours at | decisions / s | leaves out |"
    yield "|---|---|---|---|"
    for seats in (2, 4):
        command = [sys.executable, HERE / "peers" / "run.py", "--environments", "--seats", str(seats)]
        run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        for line in run.stdout.splitlines():
            peer = json.loads(line)
            left = "; ".join(peer["leaves_out"])
            yield f"| {peer['peer']} {peer['version']} | {seats} seats | {peer['moves_per_second']:,} | {left} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="shorter, without the peers")
    parser.add_argument("--write", action="store_true", help="also into benchmarks/results.md")
    options = parser.parse_args()
    seconds, repeats = (0.2, 2) if options.quick else (1.0, 5)
    sections = {
        "Tables": ours(seconds, repeats), "Threads": threads(seconds, repeats),
        "Batches": batches(seconds, repeats), "Adapters": adapters(seconds, repeats),
    }  # fmt: skip
    if not options.quick:
        sections["Peers"] = peers()
    lines = [machine(), ""]
    print(lines[0])
    for title, section in sections.items():
        lines += [f"## {title}", ""]
        print(f"\n## {title}\n")
        for line in section:
            lines.append(line)
            print(line, flush=True)
        lines.append("")
    if options.write:
        write_part("Environments", lines)


if __name__ == "__main__":
    main()
