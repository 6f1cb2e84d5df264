"""Whether the server works: it says so, it ends at once if it cannot, and the service manager is told."""

import asyncio
import json
import socket
from http.client import HTTPException
from pathlib import Path

import pytest

from lastcard.online.client import Account, HttpRefused
from online import ServerProcess, run
from raw import GET, raw

BROKEN = str(Path(__file__).parent.parent / "broken_server.py")
PATIENCE = 60.0  # seconds


def broken(folder: Path, **env: str) -> ServerProcess:
    """Return a server that fails as its file says."""
    fault = folder / "fault"
    fault.write_text("")
    return ServerProcess(folder / "tables.db", env={"FAULT": str(fault), **env}, program=(BROKEN,))


@pytest.mark.parametrize("fault, says", [("ends", "the thread that saves"), ("works", "in the background")])
def test_a_server_that_cannot_go_on_ends_at_once_and_says_why(tmp_path: Path, fault: str, says: str) -> None:
    async def main(server: ServerProcess) -> None:
        ann = await Account.make(server.url, "Ann")
        (tmp_path / "fault").write_text(fault)
        with pytest.raises((HttpRefused, HTTPException, OSError)):
            while True:
                await ann.create()

    with broken(tmp_path, SWEEP="0.1") as server:
        run(main(server))
        assert server.process is not None
        _, logged = server.process.communicate(timeout=PATIENCE)
    lines = [json.loads(line) for line in logged.splitlines() if line.startswith("{")]
    assert server.process.returncode == 1
    assert {line["level"] for line in lines} == {"critical"} and "stopping at once" in lines[-1]["text"]
    assert says in lines[0]["text"] and "MemoryError" in lines[0]["error"]


def test_health_is_told_in_time_while_the_disk_does_not_answer(tmp_path: Path) -> None:
    async def main(server: ServerProcess) -> None:
        assert (await raw(server.url, GET + b"\r\n")).startswith(b"HTTP/1.1 200")
        (tmp_path / "fault").write_text("hangs")
        asked = await asyncio.gather(*(raw(server.url, GET + b"\r\n") for _ in range(3)))
        assert all(heard.startswith(b"HTTP/1.1 503") and b"does not answer" in heard for heard in asked)

    with broken(tmp_path) as server:
        run(main(server))


def test_the_service_manager_is_told_how_the_server_is(tmp_path: Path) -> None:
    manager, path = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM), tmp_path / "manager"
    with manager:
        manager.bind(str(path))
        manager.settimeout(PATIENCE)
        env = {"NOTIFY_SOCKET": str(path), "WATCHDOG_USEC": "30000000"}
        with ServerProcess(tmp_path / "tables.db", env=env) as server:
            assert [manager.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
            assert server.stop() == (0, "")
        told = [b""]
        while told[-1] != b"STOPPING=1":
            told.append(manager.recv(100))
        assert set(told[1:-1]) <= {b"WATCHDOG=1"}
