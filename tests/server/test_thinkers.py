"""Bots that think in processes of their own: these keep nothing of the server, and the server outlives them."""

import os
import signal
from contextlib import suppress
from pathlib import Path

import pytest

from lastcard.online import protocol as p
from lastcard.online.client import OnlineTable
from online import ServerProcess, a_table, close, run, soon, wait_until

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at processes in /proc")

INTERPRETED = "import lastcard.sim.engines as engines\nengines.choose_backend = lambda *_: 'python'\n"


def interpreted(tmp_path: Path) -> ServerProcess:
    """Return a server as on a machine without compiled code, where slow bots think in processes."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(INTERPRETED)
    env = {"PYTHONPATH": str(tmp_path / "site")}
    return ServerProcess(tmp_path / "tables.db", "--thinkers", "1", "--backups", str(tmp_path / "backups"), env=env)


def workers(server: ServerProcess) -> list[int]:
    """Return the processes of a server's pool."""
    assert server.process is not None
    pid = server.process.pid
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):  # a thread or a process that has just ended
            children = [int(child) for child in task.read_text().split()]
            found += [child for child in children if b"resource_tracker" not in _command(child)]
    return found


def _command(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def descriptors(pid: int) -> list[str]:
    """Return what a process has open."""
    found = []
    for one in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            found.append(os.readlink(one))
    return found


def alive(pid: int) -> bool:
    """Return whether a process runs, also one that nobody has waited for."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def with_a_worker(server: ServerProcess) -> OnlineTable:
    """Return a table at which two bots think, after the first began to."""
    (ann,) = await a_table(server.url, "Ann", seats=3, pace="off", rules="official")
    await ann.do(p.AddBots, level="search")
    await ann.do(p.Start)
    await moved(ann)
    wait_until(lambda: len(workers(server)) == 1)
    return ann


async def moved(ann: OnlineTable) -> None:
    """Play until a few more moves were made, some of them by bots."""
    before = ann.game["ply"]
    while ann.game["ply"] < before + 4:
        if ann.room["phase"] == "between":
            await ann.do(p.Next)
            await soon(ann, lambda: ann.room["phase"] != "between")
        elif ann.seat in ann.game["status"]["awaited"]:
            await ann.act((await ann.ask(p.Hint))["action"])
        else:
            await soon(ann, lambda v=ann.v: ann.v > v)


def test_a_killed_server_starts_again_on_its_port_and_leaves_no_process_or_socket(tmp_path: Path) -> None:
    async def main(server: ServerProcess) -> None:
        await close(await with_a_worker(server))

    with interpreted(tmp_path) as server:
        run(main(server))
        (worker,) = workers(server)
        held = descriptors(worker)
        assert server.process is not None
        server.process.kill()
        server.process.wait()
        try:
            wait_until(lambda: not alive(worker), 20)
        finally:
            if alive(worker):
                os.kill(worker, signal.SIGKILL)
            server.kill()  # closes its pipes
        server.start()
        assert not [one for one in held if one.startswith("socket:") or "tables.db" in one]


def test_the_server_outlives_its_workers_and_their_signals(tmp_path: Path) -> None:
    async def main(server: ServerProcess) -> None:
        ann = await with_a_worker(server)
        (worker,) = workers(server)
        for number in (signal.SIGUSR1, signal.SIGINT):
            os.kill(worker, number)
        assert server.process is not None
        server.process.send_signal(signal.SIGUSR1)
        wait_until(lambda: bool(list((tmp_path / "backups").glob("*.db"))))
        assert len(list((tmp_path / "backups").glob("*.db"))) == 1
        await moved(ann)
        assert workers(server) == [worker]
        os.kill(worker, signal.SIGKILL)
        wait_until(lambda: not alive(worker))
        while workers(server) in ([], [worker]):
            await moved(ann)
        await close(ann)

    with interpreted(tmp_path) as server:
        run(main(server))
        status, logged = server.stop()
        assert status == 0 and "is replaced" in logged
