"""The garbage collector: little to do, and never for long."""

import asyncio
import gc
import subprocess
import sys
from pathlib import Path

import pytest

from lastcard.online import protocol as p
from lastcard.online.server.metrics import Metrics
from lastcard.online.server.operations import collector as c
from lastcard.online.server.operations.collector import Collector
from online import a_table, close, play, run

PROGRAM = str(Path(__file__).parent.parent / "counting_server.py")


@pytest.fixture
def collector():
    watching = Collector(Metrics())
    watching.start()
    yield watching
    watching.stop()


def test_a_server_that_has_stopped_leaves_the_collector_as_it_was() -> None:
    before = gc.get_threshold(), list(gc.callbacks)
    watching = Collector(Metrics())
    watching.start()
    assert (gc.get_threshold(), list(gc.callbacks)) != before
    watching.stop()
    assert (gc.get_threshold(), list(gc.callbacks), gc.get_freeze_count()) == (*before, 0)


def test_what_survived_a_first_look_is_not_looked_at_again(collector) -> None:
    kept = [[] for _ in range(100)]
    assert any(one is kept for one in gc.get_objects())
    gc.collect(0)
    assert not any(one is kept for one in gc.get_objects())
    assert collector._metrics.collector_pause._value.get() > 0


def test_a_cycle_that_was_in_use_at_the_first_look_is_freed_by_a_look_at_everything(collector) -> None:
    class Node:
        freed = False

        def __del__(self) -> None:
            Node.freed = True

    node = Node()
    node.itself = node
    gc.collect(0)
    del node
    gc.collect()
    assert not Node.freed
    assert collector.consider(quiet=True, now=lambda: collector._full_at + c.FULL + 1)
    assert Node.freed


def test_everything_is_looked_at_in_a_quiet_moment_or_at_the_latest_once_a_day(collector) -> None:
    began = collector._full_at
    assert not collector.consider(quiet=True, now=lambda: began + c.FULL - 1)
    assert not collector.consider(quiet=False, now=lambda: began + c.LATEST - 1)
    assert collector.consider(quiet=False, now=lambda: began + c.LATEST + 1)
    assert not collector.consider(quiet=True, now=lambda: began + c.LATEST + c.FULL - 1)


def test_matches_connections_and_tables_leave_no_cycles(tmp_path) -> None:
    options = ["--port", "0", "--data", str(tmp_path / "t.db"), "--haste", "0.01", "--limits", "1000"]
    command = [sys.executable, PROGRAM, "serve", *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        try:
            url = server.stdout.readline().split()[-1].rstrip("/")
            run(_a_round(url))
            _left_by(server)  # the first time, libraries look at our types
            for _ in range(3):
                run(_a_round(url))
            left = _left_by(server)
        finally:
            server.kill()
    assert not left


def _left_by(server: subprocess.Popen[str]) -> list[str]:
    """Return the types of what only the collector could free since the last time."""
    server.stdin.write("\n")
    server.stdin.flush()
    return server.stdout.readline().split()


async def _a_round(url: str) -> None:
    tables = await a_table(url, "Ann", "Ben", rules="one", pace="off")
    await tables[0].do(p.Start)
    for table in tables:
        await table.until(lambda table=table: table.room["phase"] == "playing")
    await asyncio.gather(*(play(table, lambda table: table.room["phase"] != "playing") for table in tables))
    await close(*tables)
