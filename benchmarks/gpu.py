"""Rounds on a GPU: the same results as on the CPU, and how fast.  Needs a GPU by NVIDIA and `lastcard[gpu]`.

python benchmarks/gpu.py             equality and speed (some minutes, most of them on the CPU)
python benchmarks/gpu.py --quick     fewer rounds and settings
python benchmarks/gpu.py --tune      only speed, for several numbers of lanes
python benchmarks/gpu.py --write     also into benchmarks/results.md
"""

import argparse
import time
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import NamedTuple

from lastcard import sim
from lastcard.backends.gpu import device
from lastcard.core.terms import SEATS
from lastcard.errors import LastCardError
from lastcard.rules import PRESETS, Ruleset, house_rules
from lastcard.sim.gpu import GpuWorker
from lastcard.sim.plan import POLICIES, ROUNDS, Job, Totals, plan_of
from results import machine, write_part


class Speed(NamedTuple):
    """A setting whose speed is measured, and how many thousand million moves a second are wanted."""

    rules: str
    seats: int
    bot: str
    wanted: float | None


SPEEDS = (
    Speed("official", 2, "random", 6),
    Speed("official", 4, "random", 5.5),
    Speed("official", 10, "random", 3.5),
    Speed("juno-serious", 2, "random", 7),
    Speed("juno-serious", 4, "random", 6.5),
    Speed("juno-serious", 10, "random", 4),
    Speed("rules-site", 2, "random", 4.5),
    Speed("rules-site", 4, "random", 3.5),
    Speed("rules-site", 10, "random", 1.7),
    Speed("official", 4, "greedy", None),
    Speed("official", 4, "careful", 0.9),
)
CHUNK = 1 << 22  # rounds, as in `sim.play`
ROWS = 10_000  # rounds of each setting whose rows are compared
PLANS = ((("random",), 0.0), (("careful", "random", "greedy"), 0.2), (("greedy",), 0.1), (("careful",), 0.0))
TURNS = 3  # measurements; the best counts


def differences(rules: Ruleset, seats: int, bots: tuple[str, ...], forget: float, rounds: int) -> str:
    """Compare rows and totals with those of the CPU; return what differs."""
    mine, others = (
        sim.play(
            rules,
            seats=seats,
            games=rounds,
            seed=rounds + seats,
            bots=bots[:seats],
            forget=forget,
            backend=backend,
            rows=True,
        )
        for backend in ("gpu", "c")
    )
    rows = sum(list(one) != list(other) for one, other in zip(mine.rows, others.rows, strict=True))
    fields = [
        name
        for name in Totals._fields  # type: ignore[attr-defined]
        if getattr(mine.totals, name) != getattr(others.totals, name)
    ]
    return f"{rows} rows differ; totals: {', '.join(fields) or 'equal'}" if rows or fields else ""


def seats_of(rules: Ruleset) -> list[int]:
    """Return the numbers of seats that a rule set can be played with."""
    found = []
    for seats in range(2, SEATS + 1):
        with suppress(LastCardError):
            rules.check_table(seats)
            found.append(seats)
    return found


def random_rules(rng: Random) -> Ruleset:
    """Return a preset with some house rules."""
    choices = [
        (dimension["key"], example["value"])
        for group in house_rules()["groups"]
        for dimension in group["dimensions"]
        for example in dimension["examples"]
    ]
    while True:
        changes = [f"{key}={value}" for key, value in rng.sample(choices, rng.randint(2, 12))]
        with suppress(LastCardError):
            rules = Ruleset.from_id("+".join([rng.choice(list(PRESETS)), *changes]))
            if seats_of(rules):
                return rules


def settings_to_compare(quick: bool) -> list[tuple[Ruleset, int, tuple[tuple[str, ...], float]]]:
    """Return rule sets, seats, and bots with how often they forget a call: every preset, then random rule sets."""
    found = []
    for number, name in enumerate(PRESETS):
        rules = Ruleset.from_id(name)
        counts = seats_of(rules)
        for i, seats in enumerate({counts[0], counts[len(counts) // 2], counts[-1]}):
            found.append((rules, seats, PLANS[(number + i) % len(PLANS)]))
    for number in range(30):
        rng = Random(number)
        rules = random_rules(rng)
        found.append((rules, rng.choice(seats_of(rules)), rng.choice(PLANS)))
    return found[::3] if quick else found


def equality(quick: bool) -> Iterator[str]:
    """Yield what was compared, and what differs."""
    settings, same = settings_to_compare(quick), 0
    for rules, seats, (bots, forget) in settings:
        found = differences(rules, seats, bots, forget, ROWS)
        same += not found
        if found:
            yield f"{rules.id}, {seats} seats, {', '.join(bots)}, forget {forget}: {found}"
    yield f"{same} of {len(settings)} settings equal to the CPU in all totals and in the rows of {ROWS:,} rounds each"


def speed(each: Speed, chunks: int) -> tuple[float, float, float]:
    """Return thousand million moves and million rounds a second, and the seconds until the first round could begin."""
    began = time.perf_counter()
    worker = GpuWorker(Ruleset.from_id(each.rules).core_rules, plan_of([POLICIES.index(each.bot)]), each.seats)
    ready = time.perf_counter() - began
    job = Job()
    job.kind, job.seats, job.seed, job.count = ROUNDS, each.seats, 1, CHUNK
    worker.play(job, False)
    best = 0.0, 0.0
    for _ in range(TURNS):
        before, began = worker.totals().all_moves, time.perf_counter()
        for _ in range(chunks):
            job.first += CHUNK
            worker.play(job, False)
        seconds = time.perf_counter() - began
        moves = worker.totals().all_moves - before
        best = max(best, (moves / seconds / 1e9, chunks * CHUNK / seconds / 1e6))
    return *best, ready


def speeds(quick: bool) -> Iterator[str]:
    """Yield a table of speeds, dealing and totals included."""
    yield "| rules | seats | bot | G moves/s | M rounds/s | wanted, G moves/s | compiled in, or loaded |"
    yield "|---|---|---|---|---|---|---|"
    for each in SPEEDS[:: 4 if quick else 1]:
        moves, rounds, ready = speed(each, 1 if each.bot == "careful" else 4)
        wanted = "" if each.wanted is None else f"{each.wanted}{', missed' if moves < each.wanted else ''}"
        yield f"| {each.rules} | {each.seats} | {each.bot} | {moves:.2f} | {rounds:.1f} | {wanted} | {ready:.2f} s |"
    began = time.perf_counter()
    result = sim.play("official", games=1_000_000, backend="gpu")
    yield ""
    yield f"one million rounds of official at 4 seats, kernels from the cache: {result.seconds:.3f} s"
    yield f"with everything before and after, in a process that has used the GPU: {time.perf_counter() - began:.2f} s"


def tuned() -> Iterator[str]:
    """Yield speeds for several amounts of states on each processor of the GPU, in KiB: more of them are more lanes."""
    usual = device.CACHED
    for each in SPEEDS:
        found = []
        for kilobytes in range(160, 480, 40):
            device.CACHED = kilobytes * 1024
            found.append(f"{kilobytes}: {speed(each, 1)[0]:.2f}")
        yield f"{each.rules}, {each.seats} seats, {each.bot}, {', '.join(found)}"
    device.CACHED = usual


def main() -> None:
    """Measure and print, or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--tune", action="store_true")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    if args.tune:
        for line in tuned():
            print(line, flush=True)
        return
    cupy = device.cupy_with_gpu()
    name = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    lines = [f"`python benchmarks/gpu.py` on: {name}, CuPy {cupy.__version__}; {machine()}", ""]
    for line in lines:
        print(line)
    for part in (speeds(args.quick), iter(["", "## Equality", ""]), equality(args.quick)):
        for line in part:
            print(line, flush=True)
            lines.append(line)
    if args.write:
        write_part("On a GPU", lines)


if __name__ == "__main__":
    main()
