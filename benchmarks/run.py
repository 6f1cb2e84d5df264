"""Our speed beside the peers', measured in one run on this machine.

    make bench                               everything (about five minutes)
    python benchmarks/run.py --quick         shorter, without the peers
    LASTCARD_PROTOTYPE=DIR make bench        with the study the core grew from beside it, which needs numba
    python benchmarks/run.py --write         also into benchmarks/results.md

Machines are noisy, and slow for a minute at a time, so what is compared is measured in turns, many times, by processor
time, and the best of each is set beside the other.
"""

import argparse
import json
import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from lastcard import Round, sim
from lastcard.backends.records import layout_of
from lastcard.bots import claims_in_order, make_bot
from lastcard.bots.search import candidates
from lastcard.core.layout import State
from lastcard.core.records import fields
from lastcard.rules import Ruleset
from lastcard.sim.engines import CompiledWorker, compiled_rules, cores
from lastcard.sim.plan import ROUNDS, Job, Plan, Unknown
from prototype import HOUSE_RULES, SEATS, modules_of
from results import machine, write_part

HERE = Path(__file__).parent
PRESETS = {"official": 0.9, "juno-serious": 1.0, "rules-site": 0.8}  # wanted: this share of the prototype
PEER_RULES = (
    "mattel-2022+draw-voluntary=no+drawn-card=must-play+reverse-heads-up=flip+wd-condition=no-playable"
    "+wd-policing=engine+uno-duty=none"
)
CHUNK = 2_000  # rounds: some 10 ms
MICROSECONDS, KEPT = 75, 3 * 1024  # wanted: of a move with a view for each seat; bytes of it that a round keeps
LONG_ROUND = 300  # moves; what comes after costs no less or more

Play = Callable[[], tuple[int, int]]  # moves, rounds


def ours(rules: str, seats: int = SEATS) -> Play:
    """A chunk of rounds on the compiled loop, one thread."""
    worker = CompiledWorker(Ruleset.from_id(rules).core_rules, Plan(), State(), Unknown())
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
            began = time.thread_time()
            moves, rounds = play()
            seconds = time.thread_time() - began
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


def threads(games: int, seconds: float) -> Iterator[str]:
    """Two threads against one, in turns; how much two gain depends on what else the machine does."""
    best = {1: 0.0, 2: 0.0}
    gains = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        speed = {}
        for n in best:
            result = sim.play("official", seats=SEATS, games=games, threads=n)
            speed[n] = result.totals.all_moves / result.seconds
            best[n] = max(best[n], speed[n])
        gains.append(speed[2] / speed[1])
    yield (
        f"two threads are {median(gains):.2f} times as fast as one in the median of {len(gains)} turns, "
        f"{min(gains):.2f} to {max(gains):.2f} (wanted: 1.8 on two free cores; this machine has {cores()})"
    )
    yield f"at best {best[1] / 1e6:.1f} M moves/s on one, {best[2] / 1e6:.1f} M on two"


def interpreted(games: int, seconds: float) -> Iterator[str]:
    """Without compiled rules."""
    best = 0.0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        result = sim.play("official", seats=SEATS, games=games, backend="python")
        best = max(best, result.totals.all_moves / result.seconds)
    yield f"official, interpreted: {best:,.0f} moves/s (wanted: 150,000)"


def at_a_table(rounds: int, repeats: int) -> Iterator[str]:
    """What a move costs a server: `Round.act` and a view for every seat, and what a round keeps of it."""
    yield f"| rules | µs of processor time a move (wanted: {MICROSECONDS}) | bytes a move (wanted: {KEPT:,}) |"
    yield "|---|---|---|"
    for rules in PRESETS:
        seconds = min(_move_seconds(rules, rounds) for _ in range(repeats))
        yield f"| {rules} | {seconds * 1e6:.0f} | {_kept_bytes(rules, rounds):,.0f} |"


def _move_seconds(rules: str, rounds: int) -> float:
    played = [_played(rules, seed) for seed in range(rounds)]
    return sum(seconds for _, seconds in played) / sum(table.ply for table, _ in played)


def _kept_bytes(rules: str, rounds: int) -> float:
    """The memory of rounds that were played and are kept, shared by their moves."""
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    played = [_played(rules, seed) for seed in range(rounds)]
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / sum(table.ply for table, _ in played)


def _played(rules: str, seed: int) -> tuple[Round, float]:
    """A round by seats that mostly lay, and the processor time that moves and views took."""
    table, rng, spent = Round.deal(rules, seats=SEATS, seed=seed), Random(seed), 0.0
    while not table.over and table.ply < LONG_ROUND:
        seat = table.awaited[0]
        legal = table.legal(seat)
        action = rng.choice(legal) if rng.random() < 0.3 else legal[0]
        began = time.process_time()
        table.act(seat, action)
        for viewer in range(SEATS):
            table.view(viewer)
        spent += time.process_time() - began
    return table, spent


def decisions(rounds: int) -> Iterator[str]:
    """How long `search` thinks where it has a choice, in the place of one of the seats, the others careful."""
    yield "| rules | seats | decisions | median | 95 % within | longest |"
    yield "|---|---|---|---|---|---|"
    for backend, most in (("c", 100), ("python", 1000)):
        for rules, seats in (("official", 2), ("official", SEATS), ("juno-seven0", SEATS), ("rules-site", SEATS)):
            times = sorted(_decision_times(rules, seats, backend, rounds if backend == "c" else rounds // 5))
            late = times[len(times) * 95 // 100]
            yield (
                f"| {rules}, {backend} (wanted: {most} ms) | {seats} | {len(times)} "
                f"| {median(times) * 1000:.0f} ms | {late * 1000:.0f} ms | {times[-1] * 1000:.0f} ms |"
            )


def _decision_times(rules: str, seats: int, backend: str, rounds: int) -> Iterator[float]:
    for number in range(rounds):
        table = Round.deal(rules, seats=seats, seed=number, dealer=number % seats)
        bots = {seat: make_bot("careful", seat) for seat in range(1, seats)}
        bots[0] = make_bot(f"search?backend={backend}", number)
        while not table.over:
            if claims := claims_in_order(table, bots):
                table.act(claims[0].seat, claims[0].action)
                continue
            seat = table.awaited[0]
            view = table.view(seat)
            began = time.perf_counter()
            answer = bots[seat].decide(view)
            if seat == 0 and len(candidates(view)) > 1:
                yield time.perf_counter() - began
            table.act(seat, answer)


FIRST_DECISION = """
from lastcard import Round
from lastcard.bots import make_bot
make_bot("search").decide(Round.from_position("r1r2g3g4b5y6w/?7/?7 r9 >0 - 60|10 official").view(0))
"""


def starting() -> Iterator[str]:
    """How long it takes until something happens."""
    simulated = min(_seconds([sys.executable, "-m", "lastcard", "sim", "--games", "1", "--json"]) for _ in range(5))
    decided = min(_seconds([sys.executable, "-c", FIRST_DECISION]) for _ in range(5))
    imported = min(_seconds([sys.executable, "-c", "import lastcard"]) for _ in range(10))
    empty = min(_seconds([sys.executable, "-c", ""]) for _ in range(10))
    yield f"first compiled round: {simulated:.2f} s after start"
    yield f"first decision of `search`: {decided:.2f} s after start (wanted: under 1)"
    yield f"import lastcard: {imported - empty:.3f} s (wanted: under 0.1)"
    used = sum(_size(kind, shape) for _, kind, shape in fields(State))
    yield f"one state: {layout_of(State).size} bytes, {used} of them used (wanted: at most 2,048)"


def _seconds(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
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
            yield f"| Last Card, {name} (c, one thread) | {moves:,.0f} | {rounds:,.0f} | |"
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


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="shorter, without the peers")
    parser.add_argument("--write", action="store_true", help="also write benchmarks/results.md")
    options = parser.parse_args()
    repeats = 20 if options.quick else 100
    compiled_rules()  # a stale library is compiled before anything is measured
    sections = {
        "Compiled, one thread, 4 seats, `random` with claims": lambda: compiled(repeats),
        "Threads": lambda: threads(100_000, 5 if options.quick else 60),
        "Interpreted": lambda: interpreted(500, 5 if options.quick else 90),
        f"A move at a table: `Round.act` and {SEATS} views": lambda: at_a_table(20, 2 if options.quick else 10),
        "Decisions of `search`, its usual budget": lambda: decisions(5 if options.quick else 40),
        "Starting": starting,
    }
    if not options.quick:
        sections["Peers"] = lambda: peers(repeats)
    lines = [f"`make bench` on: {machine()}", ""]
    print(lines[0], flush=True)
    for title, measure in sections.items():
        print(f"\n## {title}\n", flush=True)
        lines += [f"## {title}", ""]
        for line in measure():
            print(line, flush=True)
            lines.append(line)
        lines.append("")
    if options.write:
        write_part("Speed", lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
