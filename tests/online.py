"""A real server in a process of its own, and players who use it over real sockets."""

import asyncio
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from lastcard.bots import make_bot
from lastcard.online import protocol as p
from lastcard.online.client import Account, OnlineTable, TableClosed
from lastcard.online.client.bot import step
from lastcard.rules import Ruleset

START = 30.0  # seconds a server may take to start on a busy machine
ARRANGED = str(Path(__file__).parent / "arranged_server.py")
PATIENCE = 60.0  # seconds a test waits for something that should happen soon


@contextmanager
def reserved_port() -> Iterator[int]:
    """Keep a port of loopback: no other program is given it, but a server that is told to can listen on it."""
    with socket.socket() as kept:
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        kept.bind(("127.0.0.1", 0))
        yield kept.getsockname()[1]


class ServerProcess:
    """`lastcard serve` on a port of its own, also while it is down, and with a data file of its own."""

    def __init__(
        self, data: Path, *options: str, haste: float = 0.02, patience: float = 1.0, limits: float = 1000,
        env: dict[str, str] | None = None, program: tuple[str, ...] = ("-m", "lastcard"), python: Path | None = None,
    ) -> None:  # fmt: skip
        self.data = data
        self.program = (str(python or sys.executable), *program)
        self.options = ("--haste", str(haste), "--patience", str(patience), "--limits", str(limits), *options)
        self.env = {**os.environ, **(env or {})}
        kept = ExitStack()
        self.port = kept.enter_context(reserved_port())
        weakref.finalize(self, kept.close)
        self.process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "ServerProcess":
        """Start the server, or start it again."""
        command = [*self.program, "serve", "--port", str(self.port), "--data", str(self.data)]
        self.process = subprocess.Popen(
            [*command, *self.options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.env
        )
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], START)
        line = self.process.stdout.readline() if ready else ""
        if "served at" not in line:
            self.process.kill()
            raise AssertionError(f"the server did not start: {line!r} {self.process.communicate()[1]}")
        return self

    def kill(self) -> None:
        """End the server at once, as a crash does."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def stop(self) -> tuple[int, str]:
        """Ask the server to stop; return its status and what it logged."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        _, logged = self.process.communicate(timeout=START)
        return self.process.returncode, logged

    def __enter__(self) -> "ServerProcess":
        return self.start()

    def __exit__(self, *error: object) -> None:
        assert self.process is not None
        if self.process.poll() is None:
            self.kill()


class ArrangedServer(ServerProcess):
    """A server whose rounds begin from given positions."""

    def __init__(self, folder: Path, haste: float = 0.05) -> None:
        self.positions = folder / "positions.json"
        self.positions.write_text("{}")
        env = {"POSITIONS": str(self.positions)}
        super().__init__(folder / "tables.db", haste=haste, env=env, program=(ARRANGED,))

    def arrange(self, rules: str, *positions: str) -> None:
        """Begin the next rounds with these rules from positions."""
        self.positions.write_text(json.dumps({Ruleset.from_id(rules).id: [f"{one} {rules}" for one in positions]}))


def run(main: Coroutine[Any, Any, Any], limit: float = 3 * PATIENCE) -> Any:
    """Run a test that waits for nothing forever."""

    async def bounded() -> Any:
        async with asyncio.timeout(limit):
            return await main

    return asyncio.run(bounded())


async def soon(table: OnlineTable, test: Callable[[], bool]) -> None:
    """Wait until something is true of a table; fail if it does not become true."""
    async with asyncio.timeout(PATIENCE):
        await table.until(test)


KINDS = {kind.__struct_config__.tag: kind for kind in p.COMMANDS}


FIELDS: dict[str, Any] = {
    "seat": 1, "level": "greedy", "on": True, "nonce": "0" * 32, "action": "r5", "text": "a", "mark": "clap",
    "who": "0" * 16,
}  # fmt: skip


def example(kind: type[p.Command]) -> dict[str, Any]:
    """Return a message that gives a command of a kind."""
    fields = {name: value for name, value in FIELDS.items() if name in kind.__struct_fields__}
    return {"t": kind.__struct_config__.tag, "id": "a", "v": 3, **fields}


async def give(table: OnlineTable, tag: Any, **fields: Any) -> Any:
    """Give a command by its tag."""
    return await table.do(KINDS[tag], **fields)


async def a_table(url: str, *names: str, nonces: bool = False, **settings: Any) -> list[OnlineTable]:
    """Return a table as each of some people sees it; the first has made it and hosts, all are seated.

    Without `nonces`, nothing happens at the table but what the test does.
    """
    accounts = [await Account.make(url, name) for name in names]
    link = await accounts[0].create(**{"seats": max(2, len(names)), **settings})
    tables = [await account.join(link, nonces=nonces) for account in accounts]
    for table in tables[1:]:
        await table.do(p.Sit)
    return tables


async def play(table: OnlineTable, until: Callable[[OnlineTable], bool], level: str = "careful") -> None:
    """Play a seat as a bot does until something is true."""
    bot = make_bot(level, 1)
    try:
        while not until(table):
            await step(table, bot)
            if until(table):
                return
            await table.changed()
    except TableClosed:
        return


async def close(*tables: OnlineTable) -> None:
    for table in tables:
        await table.close()


def wait_until(test: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Wait until something outside an event loop is true."""
    end = time.monotonic() + patience
    while not test():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)
