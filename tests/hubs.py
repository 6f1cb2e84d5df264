"""Tables in this process, in memory and in the log, without a network."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from lastcard.online.server.identity import Guest
from lastcard.online.server.operations.config import Config
from lastcard.online.server.operations.serve import running
from lastcard.online.server.store.entries import Said, Settings
from lastcard.online.server.store.sqlite.store import SqliteStore
from lastcard.online.server.store.store import Append, Outcome, Store
from lastcard.online.server.table.hub import Hub
from lastcard.online.server.table.table import Table
from lastcard.rules import Ruleset


class Line:
    """A client that only listens."""

    def __init__(self, guest: str) -> None:
        self.guest, self.name, self.outside, self.lag = guest, guest, False, 0
        self.address, self.in_debt = "", False
        self.frames: list[dict[str, Any]] = []
        self.closed: int | None = None
        self._news = asyncio.Event()

    def send(self, frame: bytes) -> None:
        self.frames.append(json.loads(frame))
        self._news.set()

    def charge(self, size: int) -> None:
        pass

    def close(self, code: int) -> None:
        self.closed = code
        self._news.set()

    async def until(self, test: Callable[[], Any]) -> None:
        async with asyncio.timeout(30):
            while not test():
                await self._news.wait()
                self._news.clear()


def with_hub(path: Path, main: Callable[[Hub], Awaitable[None]], **settings: Any) -> None:
    async def bounded() -> None:
        async with running(Config(data=path, **{"haste": 0.01, "limits": 1000, **settings})) as gateway:
            await main(gateway.hub)

    asyncio.run(bounded())


async def asked(store: Store, sql: str, *values: Any) -> list[Any]:
    """Ask the file of a store, once all that waited is saved; what the statement changes is committed."""
    assert isinstance(store, SqliteStore)
    return await store._writer.call(lambda connection: connection.execute(sql, values).fetchall())


def saying(table: int, v: int, text: str = "", at: int = 0) -> Append:
    """Return an entry of any table: something that was said."""
    return Append(table, v, at, Said(None, "", text))


def append_all(store: Store, *several: Append) -> "asyncio.Future[list[Outcome]]":
    """Append entries, each on its own; return the outcomes once all are known."""
    outcomes: list[Outcome] = []
    finished: asyncio.Future[list[Outcome]] = asyncio.get_running_loop().create_future()

    def done(outcome: Outcome) -> None:
        outcomes.append(outcome)
        if len(outcomes) == len(several):
            finished.set_result(outcomes)

    for one in several:
        store.append(one, done)
    return finished


async def a_table(hub: Hub) -> Table:
    return await hub.create(Settings.of(Ruleset.from_id("official"), 2, "normal", False), Guest("ann", "Ann"))
