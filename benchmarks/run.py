"""Our speed beside the peers', measured in one run on this machine.

    make bench                               everything (about five minutes)
    python benchmarks/run.py --quick         shorter, without the peers
    LASTCARD_PROTOTYPE=DIR make bench        with the study the core grew from beside it
    python benchmarks/run.py --write         also as benchmarks/results.md

Machines are noisy, so what is compared is measured in turns, many times, and the best of each is set beside the other.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from lastcard import sim
from lastcard.backends.records import dtype_of
from lastcard.core.layout import State
from lastcard.core.records import fields
from lastcard.rules import Ruleset
from lastcard.sim.engines import CompiledWorker, cores
from lastcard.sim.plan import ROUNDS, Job, Plan, Unknown
from prototype import HOUSE_RULES, SEATS, modules_of

HERE = Path(__file__).parent
PRESETS = {"official": 0.6, "juno-serious": 0.6, "rules-site": 0.45}  # wanted: this share of the prototype
PEER_RULES = (
    "mattel-2022+draw-voluntary=no+drawn-card=must-play+reverse-heads-up=flip+wd-condition=no-playable"
    "+wd-policing=engine+uno-duty=none"
)
CHUNK = 2_000  # rounds: some 10 ms

Play = Callable[[], tuple[int, int]]  # moves, rounds


def ours(rules: str, seats: int = SEATS) -> Play:
    """A chunk of rounds on the compiled loop, one thread."""
    worker = CompiledWorker(Ruleset.from_id(rules).compiled, Plan(), State(), Unknown())
    job = Job()
    job.kind, job.seats, job.count, job.seed = ROUNDS, seats, CHUNK, 1
    worker.play(job, False)
    moves = worker.totals().all_moves

    def play() -> tuple[int, int]:
        worker.play(job, False)
        return moves, CHUNK

    return play


def prototype() -> Play | None:
    """The same for the prototype's house rules."""
    folder = os.environ.get("LASTCARD_PROTOTYPE")
    if not folder:
        return None
    cpu, records = modules_of(folder, "cpu", "records")
    engine = cpu.make()
    states, rules = records.states(1), records.rules(**HOUSE_RULES)
    engine.run_one(states, rules, SEATS, 1, 1, 2)
    return lambda: (int(engine.run_one(states, rules, SEATS, CHUNK, 1, 2)), CHUNK)


def best_speeds(plays: dict[str, Play], repeats: int) -> dict[str, tuple[float, float]]:
    """The best moves/s and rounds/s of each, measured in turns."""
    best = dict.fromkeys(plays, (0.0, 0.0))
    for _ in range(repeats):
        for name, play in plays.items():
            began = time.perf_counter()
            moves, rounds = play()
            seconds = time.perf_counter() - began
            best[name] = max(best[name], (moves / seconds, rounds / seconds))
    return best


def compiled(repeats: int) -> Iterator[str]:
    """One thread, beside the prototype."""
    plays = {rules: ours(rules) for rules in PRESETS}
    study = prototype()
    if study is not None:
        plays["the prototype"] = study
    speeds = best_speeds(plays, repeats)
    yield "| rules | M moves/s | rounds/s | of the prototype | wanted |"
    yield "|---|---|---|---|---|"
    for name, (moves, rounds) in speeds.items():
        ratio = f"{moves / speeds['the prototype'][0]:.2f}" if study is not None else "not measured"
        yield f"| {name} | {moves / 1e6:.1f} | {rounds:,.0f} | {ratio} | {PRESETS.get(name, '')} |"


def threads(games: int) -> Iterator[str]:
    """Two threads against one."""
    best = {1: 0.0, 2: 0.0}
    for _ in range(5):
        for n in best:
            result = sim.play("official", seats=SEATS, games=games, threads=n)
            best[n] = max(best[n], result.totals.all_moves / result.seconds)
    yield f"{best[1] / 1e6:.1f} M moves/s on one thread, {best[2] / 1e6:.1f} M on two: {best[2] / best[1]:.2f} times"
    yield f"(wanted: 1.7 on two free cores; this machine has {cores()})"


def interpreted(games: int) -> Iterator[str]:
    """Without numba."""
    best = 0.0
    for _ in range(12):
        result = sim.play("official", seats=SEATS, games=games, backend="python")
        best = max(best, result.totals.all_moves / result.seconds)
    yield f"official, interpreted: {best:,.0f} moves/s (wanted: 150,000)"


def starting() -> Iterator[str]:
    """How long it takes until something happens."""
    with tempfile.TemporaryDirectory() as cache:
        environment = os.environ | {"XDG_CACHE_HOME": cache}
        command = [sys.executable, "-m", "lastcard", "sim", "--games", "1", "--json"]
        cold = _seconds(command, environment)
        warm = min(_seconds(command, environment) for _ in range(5))
    imported = min(_seconds([sys.executable, "-c", "import lastcard"], os.environ) for _ in range(10))
    empty = min(_seconds([sys.executable, "-c", ""], os.environ) for _ in range(10))
    yield f"first compiled call: {cold:.1f} s cold (wanted: at most 45), {warm:.2f} s warm (wanted: at most 1.5)"
    yield f"import lastcard: {imported - empty:.3f} s (wanted: under 0.1)"
    used = sum(_size(kind, shape) for _, kind, shape in fields(State))
    yield f"one state: {dtype_of(State).itemsize} bytes, {used} of them used (wanted: at most 2,048)"


def _seconds(command: list[str], environment: Any) -> float:
    began = time.perf_counter()
    subprocess.run(command, env=environment, check=True, capture_output=True)
    return time.perf_counter() - began


def _size(kind: str, shape: tuple[int, ...]) -> int:
    size = int(kind[1:])
    for n in shape:
        size *= n
    return size


def peers(repeats: int) -> Iterator[str]:
    """Other engines, and ours at rlcard's rules."""
    for seats in (2, SEATS):
        plays = {"at rlcard's rules": ours(PEER_RULES, seats), "official": ours("official", seats)}
        speeds = best_speeds(plays, repeats)
        yield f"{seats} seats:"
        yield ""
        yield "| engine | moves/s | rounds/s | what it leaves out |"
        yield "|---|---|---|---|"
        for name, (moves, rounds) in speeds.items():
            yield f"| Last Card, {name} (numba, one thread) | {moves:,.0f} | {rounds:,.0f} | |"
        for peer in _measured_peers(seats):
            left_out = "; ".join(peer["leaves_out"])
            yield (
                f"| {peer['peer']} {peer['version']} | {peer['moves_per_second']:,.0f} "
                f"| {peer['rounds_per_second']:,.0f} | {left_out} |"
            )
        yield ""


def _measured_peers(seats: int) -> list[dict[str, Any]]:
    script = HERE / "peers" / "run.py"
    run = subprocess.run([sys.executable, script, "--seats", str(seats)], stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def machine() -> str:
    """What this was measured on."""
    name = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [line.partition(":")[2].strip() for line in cpuinfo.read_text().splitlines() if "model name" in line]
        name = names[0] if names else name
    load = os.getloadavg()[0]
    return f"{name}, {cores()} cores, Python {platform.python_version()}, load {load:.1f} at the start"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="shorter, without the peers")
    parser.add_argument("--write", action="store_true", help="also write benchmarks/results.md")
    options = parser.parse_args()
    repeats = 20 if options.quick else 100
    # Code read from the cache is a third quicker than code just compiled; and the cache is what users mostly have.
    subprocess.run([sys.executable, "-m", "lastcard", "sim", "--games", "1", "--json"], check=True, capture_output=True)
    sections = {
        "Compiled, one thread, 4 seats, `random` with claims": lambda: compiled(repeats),
        "Threads": lambda: threads(20_000 if options.quick else 100_000),
        "Interpreted": lambda: interpreted(200 if options.quick else 1_000),
        "Starting": starting,
    }
    if not options.quick:
        sections["Peers"] = lambda: peers(repeats)
    lines = ["# Results", "", f"`make bench` on: {machine()}", ""]
    print(lines[2], flush=True)
    for title, measure in sections.items():
        print(f"\n## {title}\n", flush=True)
        lines += [f"## {title}", ""]
        for line in measure():
            print(line, flush=True)
            lines.append(line)
        lines.append("")
    if options.write:
        (HERE / "results.md").write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
