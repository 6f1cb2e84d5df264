"""On a cluster of several machines everything comes to the same as on one, whatever happens to them.

The machines are Ray's own make-believe ones: processes on this machine.  Without Ray these tests are skipped
(`make test-cluster` installs it).
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cluster_work import HELD, traced
from lastcard import arena, sim
from lastcard.errors import BotError, LastCardError
from lastcard.sim import cluster
from lastcard.sim.pool import in_order

ray = pytest.importorskip("ray", reason="Ray is not installed; make test-cluster installs it")
pytestmark = pytest.mark.filterwarnings("default")  # Ray's own

START = "r5?2/?3/g7 r1 >1 - ?2b4|?g9 official"


class Machines:
    """A cluster with a head and two more machines."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        self.cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        self.others = [self.cluster.add_node(num_cpus=2) for _ in range(2)]
        self.address: str = self.cluster.address

    def lose_one(self) -> None:
        self.cluster.remove_node(self.others.pop(), allow_graceful=False)

    def restore(self) -> None:
        while len(self.others) < 2:
            self.others.append(self.cluster.add_node(num_cpus=2))


@pytest.fixture(scope="module")
def all_machines() -> Iterator[Machines]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        machines = Machines()
        yield machines
        machines.cluster.shutdown()


@pytest.fixture
def machines(all_machines: Machines) -> Machines:
    all_machines.restore()
    return all_machines


def numbers(result: sim.Result) -> dict[str, object]:
    """Everything counted, without what depends on the clock."""
    return {name: getattr(result.totals, name) for name in result.totals._fields}  # type: ignore[attr-defined]  # every record has it


# ---------------------------------------------------------------- the same result


@pytest.mark.parametrize(
    "what",
    [
        {"games": 30_000, "bots": ("greedy", "random"), "forget": 0.2},
        {"games": 30_000, "rows": True},
        {"games": 300, "rows": True, "backend": "python"},
        {"games": 20_000, "start": START, "rows": True},
        {"matches": 2_000, "seats": 3},
        {"games": 1},
    ],
    ids=str,
)
def test_a_simulation_comes_to_the_same(what: dict[str, Any], machines: Machines) -> None:
    here = sim.play("official", seed=7, **what)
    there = sim.play("official", seed=7, cluster=machines.address, **what)
    assert numbers(here) == numbers(there)
    assert [list(row) for row in here.rows] == [list(row) for row in there.rows]
    assert (there.threads, there.nodes) == (5, 3)


@pytest.mark.parametrize("bots", [["careful", "greedy", "random"], ["search?playouts=2", "lastcard.bots:GreedyBot"]])
def test_an_arena_comes_to_the_same(bots: list[str], machines: Machines) -> None:
    games = 5_000 if len(bots) == 3 else 60
    here = arena.play("juno-seven0", bots, games=games, seed=3)
    there = arena.play("juno-seven0", bots, games=games, seed=3, cluster=machines.address)
    assert [tally.wins for tally in here.tallies] == [tally.wins for tally in there.tallies]
    assert (here.moves, here.beaten, here.ratings) == (there.moves, there.beaten, there.ratings)
    assert [len(tally.times) for tally in here.tallies] == [len(tally.times) for tally in there.tallies]


def test_the_command_prints_only_its_result(machines: Machines) -> None:
    """Also when a machine is lost, of which Ray speaks at length on standard output."""
    command = [sys.executable, "-m", "lastcard", "sim", "--json", "--games", "4000000", "--cluster", machines.address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        time.sleep(6)
        machines.lose_one()
        out, _ = running.communicate(timeout=300)
    assert running.returncode == 0
    assert json.loads(out)["games"] == 4_000_000


def test_progress_is_told(machines: Machines) -> None:
    told: list[tuple[int, int]] = []
    sim.play("official", games=100_000, cluster=machines.address, progress=lambda *far: told.append(far))
    assert len(told) > 5 and told == sorted(told) and told[-1] == (100_000, 100_000)


def test_a_program_that_is_connected_stays_so(machines: Machines) -> None:
    ray.init(address=machines.address, log_to_driver=False, logging_level="error")
    try:
        assert sim.play("official", games=100, cluster="auto").nodes == 3
        assert ray.is_initialized()
    finally:
        ray.shutdown()


# ---------------------------------------------------------------- losses


def played_with_a_loss(machines: Machines, folder: Path, lose: Callable[[int], None]) -> list[list[str]]:
    """Do traced work, and lose something in the middle of a piece that would not end; return who began each piece."""
    pieces = range(60)
    with cluster.cluster_pool(machines.address) as pool, ThreadPoolExecutor(1) as watcher:
        losing = watcher.submit(lambda: lose(held(folder)))
        work = partial(traced, folder, machines.others[-1].node_id)
        assert list(in_order(pool, work, pieces, pool.workers)) == [number * number for number in pieces]
        losing.result()
    return [(folder / str(number)).read_text().splitlines() for number in pieces]


def held(folder: Path) -> int:
    """Wait for the process whose work does not end, and return its number."""
    while not (folder / HELD).exists() or not (folder / HELD).read_text().endswith("\n"):
        time.sleep(0.05)
    return int((folder / HELD).read_text())


def test_a_lost_machine_is_made_good(machines: Machines, tmp_path: Path) -> None:
    def lose(pid: int) -> None:
        machines.lose_one()
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)

    begun = played_with_a_loss(machines, tmp_path, lose)
    assert any(len(lines) > 1 for lines in begun)


def test_a_killed_worker_is_made_good(machines: Machines, tmp_path: Path) -> None:
    begun = played_with_a_loss(machines, tmp_path, lambda pid: os.kill(pid, signal.SIGKILL))
    assert any(len(lines) > 1 for lines in begun)


def test_a_simulation_on_fewer_and_fewer_machines_comes_to_the_same(machines: Machines) -> None:
    here = sim.play("official", games=1_000_000, seed=5)

    def lose(done: int, of: int) -> None:
        if done > of // 4 and len(machines.others) == 2:
            machines.lose_one()

    there = sim.play("official", games=1_000_000, seed=5, cluster=machines.address, progress=lose)
    assert len(machines.others) == 1
    assert numbers(here) == numbers(there)


@pytest.mark.parametrize(
    "words",
    [["sim", "--games", str(10**12)], ["arena", "--games", str(10**12), "--bots", "lastcard.bots:GreedyBot,random"]],
    ids=lambda words: words[0],
)
def test_ctrl_c_leaves_no_task(words: list[str], machines: Machines) -> None:
    command = [sys.executable, "-m", "lastcard", *words, "--cluster", machines.address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        while not tasks():
            time.sleep(0.1)
        time.sleep(8)
        assert running.poll() is None, running.communicate()
        assert tasks()
        began = time.monotonic()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
        assert time.monotonic() - began < 5
    assert (running.returncode, out) == (130, "")
    assert re.search(r"^lastcard: interrupted after [\d,]+ of 1,000,0[\d,]+ rounds\n\Z", err, re.MULTILINE), err
    assert "Traceback" not in err
    deadline = time.monotonic() + 5
    while tasks() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not tasks()


def tasks() -> list[str]:
    """Return the processes that carry out a task."""
    lines = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True).stdout.splitlines()
    return [line for line in lines if "ray::carry_out" in line]


# ---------------------------------------------------------------- clear sentences


def test_a_cluster_with_another_lastcard_is_refused(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "identity", lambda: ("9.9", "0"))
    with pytest.raises(LastCardError, match=r"the cluster has another lastcard on \S+: 0\.1\.0 there and 9\.9 here"):
        sim.play("official", games=5, cluster=machines.address)


def test_a_bot_that_fails_is_told_as_here(machines: Machines) -> None:
    with pytest.raises(BotError) as here:
        arena.play("official", ["cluster_work:Failing", "random"], games=2, processes=1)
    with pytest.raises(BotError) as there:
        arena.play("official", ["cluster_work:Failing", "random"], games=2, cluster=machines.address)
    assert str(here.value) == str(there.value)


def test_a_bot_that_ends_its_process_is_not_tried_for_ever(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "RETRIES", 1)
    with pytest.raises(LastCardError, match="a task of the cluster was lost 2 times"):
        arena.play("official", ["cluster_work:Deadly", "random"], games=2, cluster=machines.address)


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("127.0.0.1:1", "there is no cluster at 127.0.0.1:1: .*refused"),
        ("no.such.host.invalid:6379", "there is no cluster at no.such.host.invalid:6379"),
        ("127.0.0.1:99999", "there is no cluster at 127.0.0.1:99999"),
        ("ray://127.0.0.1:1", "there is no cluster at ray://127.0.0.1:1"),
        ("nonsense", "'nonsense' is not the address of a cluster"),
        ("", "'' is not the address of a cluster"),
    ],
)
def test_a_wrong_address_is_refused_soon(address: str, message: str) -> None:
    began = time.monotonic()
    with pytest.raises(LastCardError, match=message):
        sim.play("official", games=5, cluster=address)
    assert time.monotonic() - began < 10
